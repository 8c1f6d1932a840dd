// expect: a violation text needs one {} for each entity
#include "properties/property.h"

namespace preemptcheck::properties {

inline constexpr Always broken{
    .name = "broken",
    .description = "Its sentence has two places for one pod.",
    .source = "here",
    .check = [](const model::Cluster&) { return violated("{} takes it from {}", pod(0)); }};

}  // namespace preemptcheck::properties
