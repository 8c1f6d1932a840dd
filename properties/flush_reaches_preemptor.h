#pragma once

#include "model/queries.h"
#include "properties/property.h"

namespace preemptcheck::properties {

inline constexpr AtQuiescence flush_reaches_preemptor{
    .name = "flush-reaches-preemptor",
    .description =
        "Where nothing but a timer can happen any more, a pod that has preempted and would be "
        "placed now, or could preempt, is moved by the 5-minute flush.",
    .source = "#139162, #127180; scheduling_queue.go, flushUnschedulablePodsLeftover",
    .check = [](const model::Cluster& c) {
      for (model::PodId p = 0; p < c.model.pods_count; ++p) {
        const model::PodState& state = c.pod(p);
        if (state.place != model::QueuePlace::unschedulable || !model::is_pending(c, p) ||
            !state.has(model::PodState::has_preempted_bit) || model::preemption_at_work_for(c, p))
          continue;
        const bool is_stranded = model::would_be_placed_now(c, p) || model::would_preempt_now(c, p);
        if (is_stranded && !model::flush_would_move(c, p))
          return violated("{} is stranded for good: the 5-minute flush passes it over too", pod(p));
      }
      return holds;
    }};

}  // namespace preemptcheck::properties
