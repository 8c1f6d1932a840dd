// expect: a property's name is kebab-case
#include "properties/property.h"

namespace preemptcheck::properties {

inline constexpr Always broken{.name = "broken_name",
                               .description = "Its name has an underscore.",
                               .source = "here",
                               .check = [](const model::Cluster&) { return holds; }};

}  // namespace preemptcheck::properties
