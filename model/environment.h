// Everybody around the scheduler: kubelet, other clients of the API server, time.
#pragma once

#include "explorer/actor.h"
#include "model/cluster.h"

namespace preemptcheck::model {

/// Terminating pods whose grace period the kubelet can end now.
PodSet kubelet_can_finish(const Cluster& c);
/// Pods that another client can create, or delete, now.
PodSet client_can_create(const Cluster& c);
PodSet client_can_delete(const Cluster& c);
/// Pods in backoffQ or the unschedulable pool whose backoff has not expired.
PodSet backing_off(const Cluster& c);

void run_kubelet(explorer::Actor& self, Cluster c);
void run_creating_client(explorer::Actor& self, Cluster c);
void run_deleting_client(explorer::Actor& self, Cluster c);
/// PriorityQueue.Run: the goroutine of flushBackoffQCompleted.
void run_backoff_timer(explorer::Actor& self, Cluster c);
/// PriorityQueue.Run: the goroutine of flushUnschedulablePodsLeftover.
void run_flush_timer(explorer::Actor& self, Cluster c);

}  // namespace preemptcheck::model
