#pragma once

#include "model/queries.h"
#include "properties/property.h"

namespace preemptcheck::properties {

inline constexpr Step pod_not_taken_for_another{
    .name = "pod-not-taken-for-another",
    .description =
        "A pod whose attempt has failed is not put back as a later pod that has its name.",
    .source = "#138324; schedule_one.go, handleSchedulingFailure",
    .check = [](const model::Cluster& before, const model::Cluster& after) {
      const auto is_taken = [](const model::CycleFrame& was, const model::CycleFrame& is) {
        return is.popped_pod != model::no_pod && was.pod == was.popped_pod &&
               is.pod != is.popped_pod;
      };
      const auto finding = [](const model::CycleFrame& frame) {
        return violated("{} is put back in place of {}, which had its name and has failed",
                        pod(frame.pod), pod(frame.popped_pod));
      };
      if (is_taken(before.world.thread.cycle, after.world.thread.cycle))
        return finding(after.world.thread.cycle);
      for (model::PodId p = 0; p < after.model.pods_count; ++p)
        for (std::size_t i = 0; i < model::max_binding_cycles; ++i)
          if (is_taken(before.pod(p).bindings[i].frame, after.pod(p).bindings[i].frame))
            return finding(after.pod(p).bindings[i].frame);
      return holds;
    }};

}  // namespace preemptcheck::properties
