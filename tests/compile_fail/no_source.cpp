// expect: a property needs a source
#include "properties/property.h"

namespace preemptcheck::properties {

inline constexpr Always broken{.name = "broken",
                               .description = "It rests on nothing.",
                               .source = "",
                               .check = [](const model::Cluster&) { return holds; }};

}  // namespace preemptcheck::properties
