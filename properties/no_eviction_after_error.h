#pragma once

#include "model/queries.h"
#include "properties/property.h"

namespace preemptcheck::properties {

// The attempt counts, not what comes of it: once a call has failed the context of the goroutine is
// cancelled, so that an API call ends at once, while a victim in Permit or PreBind is taken back.
inline constexpr Step no_eviction_after_error{
    .name = "no-eviction-after-error",
    .description =
        "No victim's eviction is begun after the eviction of another victim of the same "
        "preemption has failed.",
    .source = "#135495; executor.go, prepareCandidateAsync",
    .check = [](const model::Cluster& before, const model::Cluster& after) {
      for (model::PreemptionId id = 0; id < after.model.preemptions_count; ++id) {
        const model::Preemption& was = before.world.preemptions[id];
        const model::Preemption& is = after.world.preemptions[id];
        if (was.late_attempt == 0 && is.late_attempt != 0)
          return violated(
              "the eviction of {} for {} is begun although that of another victim has failed",
              pod(model::nth_by_importance(after.model, is.to_call, model::count(is.to_call) - 1)),
              pod(is.preemptor));
      }
      return holds;
    }};

}  // namespace preemptcheck::properties
