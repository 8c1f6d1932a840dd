#pragma once

#include "properties/claims.h"

namespace preemptcheck::properties {

// Stronger than what the KEP promises: case 4 of its race section lets a preemptor of higher
// priority choose the same victims. A violation where priorities differ is a finding, not a bug.
inline constexpr Step victim_selected_once_strict{
    .name = "victim-selected-once-strict",
    .description =
        "No pod is chosen as a victim while a preemption in flight has already chosen "
        "it (stricter than KEP-4832, which lets a higher priority through).",
    .source = "KEP-4832, Consideration to race condition, case 4",
    .check = detail::check_victim_selected_once<detail::Form::strict>};

}  // namespace preemptcheck::properties
