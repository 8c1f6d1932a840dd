// The one list of properties.
#pragma once

#include <span>
#include <string_view>

#include "properties/property.h"

namespace preemptcheck::properties {

/// All properties of this program, in the order in which they are reported.
std::span<const Property> builtin_properties();

std::string_view name_of(const Property& property);
std::string_view description_of(const Property& property);
std::string_view source_of(const Property& property);
PropertyKind kind_of(const Property& property);
/// "always", "step", "at-quiescence", "sometimes".
std::string_view name_of(PropertyKind kind);
/// Null where there is none of that name.
const Property* find_property(std::string_view name);

}  // namespace preemptcheck::properties
