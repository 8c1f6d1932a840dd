#pragma once

#include "properties/claims.h"

namespace preemptcheck::properties {

// Stronger than what the KEP promises: case 2 of its race section lets a pod of higher priority
// take the room. A violation where priorities differ is a finding, not a bug.
inline constexpr Step nominated_space_claimed_once_strict{
    .name = "nominated-space-claimed-once-strict",
    .description =
        "Room that is freed for, or promised to, a nominated pod is not given or "
        "promised to any other pod (stricter than KEP-4832, which lets a higher "
        "priority through).",
    .source = "KEP-4832, Consideration to race condition, case 2",
    .check = detail::check_nominated_space_claimed_once<detail::Form::strict>};

}  // namespace preemptcheck::properties
