#pragma once

#include "model/queries.h"
#include "properties/property.h"

namespace preemptcheck::properties {

inline constexpr Step no_eviction_for_deleted_preemptor{
    .name = "no-eviction-for-deleted-preemptor",
    .description = "No pod is evicted for a preemptor that is deleted.",
    .source = "executor.go, prepareCandidateAsync: nobody looks whether the preemptor is there",
    .check = [](const model::Cluster& before, const model::Cluster& after) {
      const model::PodSet evicted =
          model::deleted_by_scheduler(before, after) | model::taken_back(before, after);
      for (model::PodId p = 0; p < after.model.pods_count; ++p) {
        if (!model::contains(evicted, p)) continue;
        model::PodId gone = model::no_pod;
        bool some_preemptor_is_there = false;
        for (const model::Preemption& preemption : before.world.preemptions) {
          if (!model::is_victim_by_name(before, preemption, p)) continue;
          if (before.pod(preemption.preemptor).api.present())
            some_preemptor_is_there = true;
          else
            gone = preemption.preemptor;
        }
        if (!some_preemptor_is_there && gone != model::no_pod)
          return violated("{} is evicted for {}, which is deleted", pod(p), pod(gone));
      }
      return holds;
    }};

}  // namespace preemptcheck::properties
