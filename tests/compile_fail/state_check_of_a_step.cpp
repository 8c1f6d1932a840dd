// expect: CheckOf<
#include "properties/property.h"

namespace preemptcheck::properties {

inline constexpr Step broken{.name = "broken",
                             .description = "It should see the state before as well.",
                             .source = "here",
                             .check = [](const model::Cluster&) { return holds; }};

}  // namespace preemptcheck::properties
