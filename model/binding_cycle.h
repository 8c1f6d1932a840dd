// From assumed to bound. Mirrors bindingCycle and handleBindingCycleError of
// pkg/scheduler/schedule_one.go, and the pods that wait there:
// pkg/scheduler/framework/runtime/{waiting_pods_map,pods_in_prebind_map}.go.
#pragma once

#include "explorer/actor.h"
#include "model/cluster.h"

namespace preemptcheck::model {

/// Actor: one of a pod's binding goroutines, each time it is started.
void run_binding_cycles(explorer::Actor& self, Cluster c, PodId pod, std::uint8_t number);

/// waitingPodsMap.get: the entry of a pod that waits in Permit, or null.
BindingCycle* GetWaitingPod(const Cluster& c, PodId pod);
/// waitingPod.Allow, Reject, Preempt: into the channel, if it is empty. False: it was not.
bool signal(BindingCycle& waiting, PermitSignal what);
/// Framework.RejectWaitingPod, for a pod that is being deleted. Up to 1.35 it says whether the pod
/// waits, from 1.36 on whether it is rejected by this.
bool RejectWaitingPod(const Cluster& c, PodId pod);

/// First half of Executor.PreemptPod: takes a victim back that waits in Permit or is in PreBind.
/// False: it has to be deleted.
bool take_back(const Cluster& c, PodId victim);

}  // namespace preemptcheck::model
