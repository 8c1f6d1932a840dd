#pragma once

#include "model/queries.h"
#include "properties/claims.h"
#include "properties/property.h"

namespace preemptcheck::properties {

// Retries that only the 5-minute flush brings about are slow, and no livelock: see
// preemptor-eventually-bound.
inline constexpr Eventually no_scheduling_livelock{
    .name = "no-scheduling-livelock",
    .description =
        "No pod preempts again and again for ever, without the 5-minute flush, and is never bound.",
    .source = "#130429, #133167, #134217",
    .pending =
        [](const model::Cluster& c, model::PodId p) {
          return c.pod(p).has(model::PodState::has_preempted_bit) && model::is_pending(c, p);
        },
    .text = "{} preempts again and again and is never bound",
    .busy =
        [](const model::Cluster& before, const model::Cluster& after, model::PodId p) {
          return detail::selects_victims(before, after) && after.world.thread.cycle.pod == p;
        },
    .without_flush = true};

}  // namespace preemptcheck::properties
