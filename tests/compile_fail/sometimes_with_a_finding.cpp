// expect: CheckOf<
#include "properties/property.h"

namespace preemptcheck::properties {

inline constexpr Sometimes broken{.name = "broken",
                                  .description = "It should say yes or no.",
                                  .source = "here",
                                  .check = [](const model::Cluster&) { return holds; }};

}  // namespace preemptcheck::properties
