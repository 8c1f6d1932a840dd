#pragma once

#include "model/queries.h"
#include "properties/property.h"

namespace preemptcheck::properties {

inline constexpr Step status_patch_reaches_its_pod{
    .name = "status-patch-reaches-its-pod",
    .description =
        "The scheduling thread's status patch of a pod does not change a later pod that has its "
        "name.",
    .source = "util/utils.go, PatchPodStatus: by name; api_calls/pod_status_patch.go on master",
    .check = [](const model::Cluster& before, const model::Cluster& after) {
      const model::PodId meant = before.world.thread.cycle.popped_pod;
      if (meant == model::no_pod) return holds;
      for (model::PodId p = 0; p < after.model.pods_count; ++p) {
        if (p == meant || !model::contains(before.model.same_name[meant], p)) continue;
        const model::PodObject& was = before.pod(p).api;
        const model::PodObject& is = after.pod(p).api;
        if (was.present() && is.present() &&
            (was.condition() != is.condition() || was.nominated != is.nominated) &&
            was.node == is.node)
          return violated("{} is given the status of {}, which had its name", pod(p), pod(meant));
      }
      return holds;
    }};

}  // namespace preemptcheck::properties
