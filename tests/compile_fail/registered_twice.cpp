// expect: two properties have the same name
#include "properties/property.h"

namespace preemptcheck::properties {

inline constexpr Always broken{.name = "broken",
                               .description = "It is in the list twice.",
                               .source = "here",
                               .check = [](const model::Cluster&) { return holds; }};

constexpr auto list = property_list(broken, broken);

}  // namespace preemptcheck::properties
