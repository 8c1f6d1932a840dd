#pragma once

#include "model/queries.h"
#include "properties/property.h"

namespace preemptcheck::properties {

inline constexpr Step only_the_selected_pod_is_deleted{
    .name = "only-the-selected-pod-is-deleted",
    .description =
        "No pod is deleted by a preemption that has chosen another pod, one that had its name.",
    .source = "executor.go, PreemptPod; util/utils.go, DeletePod: by name, without the UID",
    .check = [](const model::Cluster& before, const model::Cluster& after) {
      const model::PodSet deleted = model::deleted_by_scheduler(before, after);
      for (model::PodId p = 0; p < after.model.pods_count; ++p) {
        if (!model::contains(deleted, p)) continue;
        model::PodId chosen = model::no_pod;
        for (const model::Preemption& preemption : before.world.preemptions) {
          if (!model::is_victim_by_name(before, preemption, p)) continue;
          if (model::contains(preemption.to_call, p)) return holds;
          chosen = model::nth(preemption.to_call & before.model.same_name[p], 0);
        }
        if (chosen != model::no_pod)
          return violated(
              "{} is deleted, which nobody has chosen: it has the name of the victim {}", pod(p),
              pod(chosen));
      }
      return holds;
    }};

}  // namespace preemptcheck::properties
