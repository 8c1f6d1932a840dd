// expect: CheckOf<
#include "properties/property.h"

namespace preemptcheck::properties {

inline constexpr Always broken{
    .name = "broken", .description = "Its check is left out.", .source = "here"};

}  // namespace preemptcheck::properties
