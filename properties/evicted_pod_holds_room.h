#pragma once

#include "model/queries.h"
#include "properties/property.h"

namespace preemptcheck::properties {

inline constexpr Step evicted_pod_holds_room{
    .name = "evicted-pod-holds-room",
    .description =
        "No pod is deleted by a preemption while it holds no room on a node, or is being taken "
        "back without a deletion.",
    .source = "executor.go, PreemptPod: nobody looks again where the victim is; #135719, #135502",
    .check = [](const model::Cluster& before, const model::Cluster& after) {
      const model::PodSet deleted = model::deleted_by_scheduler(before, after);
      for (model::PodId p = 0; p < after.model.pods_count; ++p) {
        if (!model::contains(deleted, p)) continue;
        const model::PodState& was = before.pod(p);
        if (!was.api.assigned() && !was.cache.present())
          return violated("{} is deleted by a preemption although it holds no room on a node",
                          pod(p));
        for (const model::BindingCycle& binding : was.bindings)
          if (binding.signal == model::PermitSignal::preempted ||
              binding.has(model::BindingCycle::cancelled_bit))
            return violated("{} is deleted by a preemption while it is being taken back in memory",
                            pod(p));
      }
      return holds;
    }};

}  // namespace preemptcheck::properties
