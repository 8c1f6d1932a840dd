#pragma once

#include "model/queries.h"
#include "properties/property.h"

namespace preemptcheck::properties {

inline constexpr Step no_call_for_terminating_victim{
    .name = "no-call-for-terminating-victim",
    .description =
        "A victim that the snapshot shows terminating already is not to be sent another API call.",
    .source = "#134927; executor.go, prepareCandidateAsync",
    .check = [](const model::Cluster& before, const model::Cluster& after) {
      for (model::PreemptionId id = 0; id < after.model.preemptions_count; ++id) {
        const model::Preemption& is = after.world.preemptions[id];
        const bool starts = before.world.preemptions[id].phase == model::PreemptionPhase::free &&
                            is.phase == model::PreemptionPhase::running;
        if (!starts) continue;
        for (model::PodId p = 0; p < after.model.pods_count; ++p)
          if (model::contains(is.to_call, p) && after.pod(p).snapshot.terminating())
            return violated("{}, which terminates already, is to be deleted once more for {}",
                            pod(p), pod(is.preemptor));
      }
      return holds;
    }};

}  // namespace preemptcheck::properties
