#pragma once

#include "model/executor.h"
#include "model/queries.h"
#include "properties/property.h"

namespace preemptcheck::properties {

inline constexpr Eventually gate_eventually_opens{
    .name = "gate-eventually-opens",
    .description = "The gate that a preemption closes for its pod opens in the end.",
    .source = "KEP-4832; default_preemption.go, PreEnqueue; executor.go, IsPodRunningPreemption",
    .pending =
        [](const model::Cluster& c, model::PodId p) {
          return model::is_pending(c, p) && model::IsPodRunningPreemption(c, p);
        },
    .text = "the gate of {} stays closed for ever"};

}  // namespace preemptcheck::properties
