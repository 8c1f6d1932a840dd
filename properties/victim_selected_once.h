#pragma once

#include "properties/claims.h"

namespace preemptcheck::properties {

inline constexpr Step victim_selected_once{
    .name = "victim-selected-once",
    .description =
        "No pod is chosen as a victim while a preemption in flight has already chosen "
        "it, unless the second preemptor has the higher priority.",
    .source = "KEP-4832, Consideration to race condition; #134249",
    .check = detail::check_victim_selected_once<detail::Form::kep>};

}  // namespace preemptcheck::properties
