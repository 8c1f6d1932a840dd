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
/// Whether it says what must happen, not what must not: a state that satisfies it is no violation.
bool must_happen(const Property& property);
/// Whether it is about runs without end: no single state or transition violates it.
bool is_about_runs(const Property& property);
/// Whether it is checked only where somebody names it.
bool is_asked_for_by_name(const Property& property);
/// "always", "step", "at-quiescence", "eventually", "sometimes".
std::string_view name_of(PropertyKind kind);
/// Null where there is none of that name.
const Property* find_property(std::string_view name);

}  // namespace preemptcheck::properties
