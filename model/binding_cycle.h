// From assumed to bound. Mirrors bindingCycle and handleBindingCycleError of
// pkg/scheduler/schedule_one.go.
#pragma once

#include "explorer/actor.h"
#include "model/cluster.h"

namespace preemptcheck::model {

/// Actor: the binding goroutine of one pod, each time it is assumed.
void run_binding_cycles(explorer::Actor& self, Cluster c, PodId pod);

}  // namespace preemptcheck::model
