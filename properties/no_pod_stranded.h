#pragma once

#include "model/queries.h"
#include "properties/property.h"

namespace preemptcheck::properties {

// As preemptor-not-stranded, for every pod: displaced nominees and victims that were taken back.
inline constexpr AtQuiescence no_pod_stranded{
    .name = "no-pod-stranded",
    .description =
        "Where nothing but a timer can happen any more, no pod waits outside the active queue "
        "although it would be placed now, or could preempt.",
    .source = "#135719, #138132; KEP-4832",
    .check = [](const model::Cluster& c) {
      for (model::PodId p = 0; p < c.model.pods_count; ++p) {
        const model::PodState& state = c.pod(p);
        const bool waits = state.place == model::QueuePlace::unschedulable ||
                           state.place == model::QueuePlace::none;
        if (!waits || state.cache.present() || !model::is_pending(c, p) ||
            model::preemption_at_work_for(c, p))
          continue;
        if (model::would_be_placed_now(c, p))
          return violated(
              "{} is stranded: it would fit now, but nothing will move it out of the "
              "unschedulable pods before the 5-minute flush",
              pod(p));
        if (model::would_preempt_now(c, p))
          return violated(
              "{} is stranded: it could preempt now, but nothing will move it out of the "
              "unschedulable pods before the 5-minute flush",
              pod(p));
      }
      return holds;
    }};

}  // namespace preemptcheck::properties
