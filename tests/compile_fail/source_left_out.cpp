// expect: Source
#include "properties/property.h"

namespace preemptcheck::properties {

inline constexpr Always broken{.name = "broken",
                               .description = "It rests on nothing.",
                               .check = [](const model::Cluster&) { return holds; }};

}  // namespace preemptcheck::properties
