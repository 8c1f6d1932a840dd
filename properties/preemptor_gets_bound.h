#pragma once

#include "model/queries.h"
#include "properties/property.h"

namespace preemptcheck::properties {

inline constexpr Sometimes preemptor_gets_bound{
    .name = "preemptor-gets-bound",
    .description = "In some schedule a pod that has preempted is bound.",
    .source = "guard against vacuous success",
    .check = [](const model::Cluster& c) {
      return c.pods_where([](model::PodId, const model::PodState& state) {
        return state.has(model::PodState::has_preempted_bit) && state.api.assigned();
      }) != 0;
    }};

}  // namespace preemptcheck::properties
