#pragma once

#include "model/filter.h"
#include "model/queries.h"
#include "properties/property.h"

namespace preemptcheck::properties {

inline constexpr Step victims_are_needed{
    .name = "victims-are-needed",
    .description =
        "When victims are chosen, none of them could stay: with any one of them left on "
        "the node the preemptor would not fit.",
    .source = "default_preemption.go, SelectVictimsOnNode",
    .check = [](const model::Cluster& before, const model::Cluster& after) {
      const model::SchedulingThread& thread = after.world.thread;
      if (before.world.thread.selected != 0 || thread.selected == 0) return holds;
      const model::PodId preemptor = thread.cycle.pod;
      for (model::PodId victim = 0; victim < before.model.pods_count; ++victim) {
        if (!model::contains(thread.selected, victim)) continue;
        const model::PodSet kept =
            before.pods_where([&](model::PodId p, const model::PodState& state) {
              return state.snapshot.node == thread.selected_node &&
                     (p == victim || !model::contains(thread.selected, p));
            });
        if (model::RunFilterPluginsWithNominatedPods(before, preemptor, thread.selected_node,
                                                     kept) == model::FilterStatus::success)
          return violated("{} is chosen as a victim for {}, which would fit on {} beside it",
                          pod(victim), pod(preemptor), node(thread.selected_node));
      }
      return holds;
    }};

}  // namespace preemptcheck::properties
