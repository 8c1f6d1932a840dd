// expect: CheckOf<
#include "properties/property.h"

namespace preemptcheck::properties {

inline constexpr Always broken{
    .name = "broken", .description = "It never looks.", .source = "here", .check = nullptr};

}  // namespace preemptcheck::properties
