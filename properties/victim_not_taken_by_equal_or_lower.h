#pragma once

#include "properties/claims.h"

namespace preemptcheck::properties {

// The part of victim-selected-once that KEP-4832's race section is about: two different preemptors.
inline constexpr Step victim_not_taken_by_equal_or_lower{
    .name = "victim-not-taken-by-equal-or-lower",
    .description =
        "No pod is chosen as a victim while a preemption in flight for another pod of "
        "equal or higher priority has already chosen it.",
    .source = "KEP-4832, Consideration to race condition, cases 3 and 4",
    .check = [](const model::Cluster& before, const model::Cluster& after) {
      if (!detail::selects_victims(before, after)) return holds;
      const model::PodId second = after.world.thread.cycle.pod;
      for (model::PreemptionId id = 0; id < before.model.preemptions_count; ++id) {
        const model::Preemption& first = before.world.preemptions[id];
        const model::PodSet both = first.victims & after.world.thread.selected;
        if (both == 0 || !model::preemption_in_flight(before, id)) continue;
        if (first.preemptor == second || before.priority(second) > before.priority(first.preemptor))
          continue;
        return violated(
            "{} is chosen as a victim for {} while the preemption for {} that chose it "
            "is in flight",
            pod(model::nth(both, 0)), pod(second), pod(first.preemptor));
      }
      return holds;
    }};

}  // namespace preemptcheck::properties
