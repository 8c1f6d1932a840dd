#pragma once

#include "properties/claims.h"

namespace preemptcheck::properties {

inline constexpr Step nominated_space_claimed_once{
    .name = "nominated-space-claimed-once",
    .description =
        "Room that is freed for, or promised to, a nominated pod is not given or "
        "promised to a pod of equal or lower priority.",
    .source = "KEP-4832, Consideration to race condition, cases 1 and 3; #72124",
    .check = detail::check_nominated_space_claimed_once<detail::Form::kep>};

}  // namespace preemptcheck::properties
