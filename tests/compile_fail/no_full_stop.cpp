// expect: a description is a sentence with a full stop
#include "properties/property.h"

namespace preemptcheck::properties {

inline constexpr Always broken{.name = "broken",
                               .description = "It goes on and on",
                               .source = "here",
                               .check = [](const model::Cluster&) { return holds; }};

}  // namespace preemptcheck::properties
