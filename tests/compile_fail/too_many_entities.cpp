// expect: a violation text needs one {} for each entity
#include "properties/property.h"

namespace preemptcheck::properties {

inline constexpr Always broken{
    .name = "broken",
    .description = "Its sentence has no place for the pod.",
    .source = "here",
    .check = [](const model::Cluster&) { return violated("somebody takes it", pod(0)); }};

}  // namespace preemptcheck::properties
