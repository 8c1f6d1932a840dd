#pragma once

#include "model/queries.h"
#include "properties/property.h"

namespace preemptcheck::properties {

inline constexpr Always one_preemption_per_preemptor{
    .name = "one-preemption-per-preemptor",
    .description = "At most one preemption is at work for a pod at any time.",
    .source = "executor.go, prepareCandidateAsync; #134249, #134730",
    .check = [](const model::Cluster& c) {
      for (model::PreemptionId id = 0; id < c.model.preemptions_count; ++id) {
        const model::Preemption& one = c.world.preemptions[id];
        if (one.phase != model::PreemptionPhase::running) continue;
        for (model::PreemptionId other = 0; other < id; ++other) {
          const model::Preemption& earlier = c.world.preemptions[other];
          if (earlier.phase == model::PreemptionPhase::running &&
              earlier.preemptor == one.preemptor)
            return violated("two preemptions for {} are at work at once", pod(one.preemptor));
        }
      }
      return holds;
    }};

}  // namespace preemptcheck::properties
