// API calls that nobody waits for (SchedulerAsyncAPICalls). Mirrors
// pkg/scheduler/backend/api_dispatcher/{api_dispatcher,call_queue}.go and
// pkg/scheduler/framework/api_calls/pod_status_patch.go.
#pragma once

#include "explorer/actor.h"
#include "model/cluster.h"

namespace preemptcheck::model {

class ApiDispatcher {
 public:
  explicit ApiDispatcher(Cluster cluster) : c(cluster) {}

  /// PriorityQueue.PatchPodStatus: adds a call that starts from the copy `object`. A pod has one
  /// call at most, beside the one in flight: calls are merged. `condition` none: not to be changed.
  void PatchPodStatus(PodId pod, const PodObject& object, ScheduledCondition condition,
                      NominatingInfo nominating);
  /// APIDispatcher.SyncObject: the informer has a newer object.
  void SyncObject(PodId pod, const PodObject& object);
  /// Cache.BindPod: a binding takes the place of a patch that has not been sent.
  void BindPod(PodId pod);
  void finish_binding(PodId pod) { c.pod(pod).set(PodState::bind_call_bit, false); }

  /// Whether a call of the pod is in flight: the next one has to wait.
  [[nodiscard]] bool is_in_flight(PodId pod) const { return c.pod(pod).current_call.present(); }

 private:
  Cluster c;
};

/// Actor: the goroutines of APIDispatcher.run, as far as they are about one pod.
void run_dispatched_calls(explorer::Actor& self, Cluster c, PodId pod);

}  // namespace preemptcheck::model
