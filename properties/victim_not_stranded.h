#pragma once

#include "model/queries.h"
#include "properties/property.h"

namespace preemptcheck::properties {

// Whom a preemption has taken back is told by the pod's own condition, as kubectl shows it.
inline constexpr AtQuiescence victim_not_stranded{
    .name = "victim-not-stranded",
    .description =
        "Where nothing but a timer can happen any more, no pod that a preemption has taken back "
        "in Permit or PreBind waits outside the active queue although it would be placed now.",
    .source = "#135719",
    .check = [](const model::Cluster& c) {
      for (model::PodId p = 0; p < c.model.pods_count; ++p) {
        const model::PodState& state = c.pod(p);
        const model::ScheduledCondition condition = state.api.condition();
        const bool was_taken_back = condition == model::ScheduledCondition::preempted_in_permit ||
                                    condition == model::ScheduledCondition::taken_back;
        if (was_taken_back && state.place == model::QueuePlace::unschedulable &&
            model::is_pending(c, p) && model::would_be_placed_now(c, p))
          return violated(
              "{}, a victim that was taken back, is stranded: it would fit now, but nothing will "
              "move it out of the unschedulable pods before the 5-minute flush",
              pod(p));
      }
      return holds;
    }};

}  // namespace preemptcheck::properties
