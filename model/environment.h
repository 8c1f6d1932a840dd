// Everybody around the scheduler: kubelet, other clients of the API server, time.
#pragma once

#include <vector>

#include "explorer/actor.h"
#include "model/cluster.h"

namespace preemptcheck::model {

/// Terminating pods whose grace period the kubelet can end now.
PodSet kubelet_can_finish(const Cluster& c);
/// Pods that another client can create, or delete, now.
PodSet client_can_create(const Cluster& c);
PodSet client_can_delete(const Cluster& c);
/// Pods that a controller brings back now.
PodSet controller_can_create(const Cluster& c);
/// Pods whose node is deleted, for the pod garbage collector.
PodSet orphaned_pods(const Cluster& c);
NodeSet client_can_delete_nodes(const Cluster& c);
/// What another scheduler may bind now: a pod, and a node on which the API server's pods leave it
/// room.
struct ExternalBind {
  PodId pod = no_pod;
  NodeId node = no_node;
};
std::vector<ExternalBind> client_can_bind(const Cluster& c);
/// Pods that wait in Permit and have got no answer yet.
PodSet waiting_in_permit(const Cluster& c);
/// Pods in backoffQ or the unschedulable pool whose backoff has not expired.
PodSet backing_off(const Cluster& c);

void run_kubelet(explorer::Actor& self, Cluster c);
void run_creating_client(explorer::Actor& self, Cluster c);
void run_deleting_client(explorer::Actor& self, Cluster c);
void run_binding_client(explorer::Actor& self, Cluster c);
void run_node_deleting_client(explorer::Actor& self, Cluster c);
/// The scheduler crashes, or another instance becomes the leader: all that it kept in memory is
/// lost.
void run_restarts(explorer::Actor& self, Cluster c);
void run_controller(explorer::Actor& self, Cluster c);
void run_pod_gc(explorer::Actor& self, Cluster c);
/// A Permit plugin lets its pods go on in the end...
void run_permit_plugin(explorer::Actor& self, Cluster c);
/// ... or does not.
void run_rejecting_permit_plugin(explorer::Actor& self, Cluster c);
/// PriorityQueue.Run: the goroutine of flushBackoffQCompleted.
void run_backoff_timer(explorer::Actor& self, Cluster c);
/// PriorityQueue.Run: the goroutine of flushUnschedulablePodsLeftover.
void run_flush_timer(explorer::Actor& self, Cluster c);

}  // namespace preemptcheck::model
