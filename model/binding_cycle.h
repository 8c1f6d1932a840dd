// From assumed to bound. Mirrors bindingCycle and handleBindingCycleError of
// pkg/scheduler/schedule_one.go.
#pragma once

#include "explorer/actor.h"
#include "model/cluster.h"

namespace preemptcheck::model {

/// Actor: one of a pod's binding goroutines, each time it is started.
void run_binding_cycles(explorer::Actor& self, Cluster c, PodId pod, std::uint8_t number);

}  // namespace preemptcheck::model
