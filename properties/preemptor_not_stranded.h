#pragma once

#include "model/queries.h"
#include "properties/property.h"

namespace preemptcheck::properties {

// The checkable form of "the preemptor is scheduled in the end": nothing is enabled any more but
// timers, so nothing but the five-minute flush will look at the pod again.
inline constexpr AtQuiescence preemptor_not_stranded{
    .name = "preemptor-not-stranded",
    .description =
        "Where nothing but a timer can happen any more, no pod that has preempted waits "
        "outside the active queue although it would be placed now, or behind a gate "
        "that no running preemption will open.",
    .source = "KEP-4832; #141694, #140082, #133167, #134249",
    .check = [](const model::Cluster& c) {
      for (model::PodId p = 0; p < c.model.pods_count; ++p) {
        const model::PodState& state = c.pod(p);
        const bool waits = state.place == model::QueuePlace::unschedulable ||
                           state.place == model::QueuePlace::none;
        if (!waits || !state.has(model::PodState::has_preempted_bit) || !model::is_pending(c, p))
          continue;
        if (state.has(model::PodState::preempting_bit) && !model::preemption_at_work_for(c, p))
          return violated("{} is stranded behind its gate, which no running preemption will open",
                          pod(p));
        if (model::preemption_at_work_for(c, p)) continue;
        // Its victims may never end: waiting for them is no excuse while others could go.
        if (!c.model.scenario.kubelet_fair && model::could_preempt_elsewhere(c, p))
          return violated(
              "{} is stranded: it waits for a victim to terminate, which need not happen, while it "
              "could preempt on another node",
              pod(p));
        if (model::would_preempt_now(c, p))
          return violated(
              "{} is stranded: it could preempt now, but nothing will move it out of "
              "the unschedulable pods before the 5-minute flush",
              pod(p));
        if (model::would_be_placed_now(c, p))
          return violated(
              "{} is stranded: it would fit now, but nothing will move it out of the "
              "unschedulable pods before the 5-minute flush",
              pod(p));
      }
      return holds;
    }};

}  // namespace preemptcheck::properties
