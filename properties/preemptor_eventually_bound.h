#pragma once

#include "model/queries.h"
#include "properties/property.h"

namespace preemptcheck::properties {

// Stronger than preemptor-not-stranded where nothing ever comes to rest, weaker in that the flush
// may save the pod.
inline constexpr Eventually preemptor_eventually_bound{
    .name = "preemptor-eventually-bound",
    .description = "A pod that has preempted is bound in the end, or deleted.",
    .source = "KEP-4832, Goals; #54501, #130429, #134217",
    .pending =
        [](const model::Cluster& c, model::PodId p) {
          return c.pod(p).has(model::PodState::has_preempted_bit) && model::is_pending(c, p);
        },
    .text = "{} has preempted and is never bound"};

}  // namespace preemptcheck::properties
