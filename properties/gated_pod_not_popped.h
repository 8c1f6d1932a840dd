#pragma once

#include "model/executor.h"
#include "properties/property.h"

namespace preemptcheck::properties {

inline constexpr Step gated_pod_not_popped{
    .name = "gated-pod-not-popped",
    .description = "No pod enters a scheduling cycle while a preemption for it runs.",
    .source = "KEP-4832; executor.go, prepareCandidateAsync (\"won't be retried until\")",
    .check = [](const model::Cluster& before, const model::Cluster& after) {
      const model::PodId popped = after.world.thread.cycle.pod;
      if (before.world.thread.cycle.pod != model::no_pod || popped == model::no_pod) return holds;
      if (!model::IsPodRunningPreemption(before, popped)) return holds;
      return violated("{} enters a scheduling cycle while a preemption for it runs", pod(popped));
    }};

}  // namespace preemptcheck::properties
