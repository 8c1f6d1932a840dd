// Words for promises: what properties ask a world.
#pragma once

#include <span>

#include "model/cluster.h"

namespace preemptcheck::model {

/// The preemptions that are in flight: victims chosen, not failed, some victim still in the cache.
/// The others in the span of World::preemptions are free, failed or over.
bool preemption_in_flight(const Cluster& c, PreemptionId id);
/// Victims of all preemptions in flight.
PodSet victims_in_flight(const Cluster& c);
/// Whether a goroutine (or the scheduling thread) is at work on a preemption for the pod.
bool preemption_at_work_for(const Cluster& c, PodId preemptor);

/// Pods that the scheduler's cache has on a node, bound or assumed; that the API server has there.
PodSet pods_cached_on(const Cluster& c, NodeId node);
PodSet pods_bound_on(const Cluster& c, NodeId node);
/// Pods that the nominator has for a node, or had when a restart lost that.
PodSet pods_nominated_to(const Cluster& c, NodeId node);
/// Whether all these pods fit a node's allocatable resources together.
bool fit_together(const Cluster& c, PodSet pods, NodeId node);

/// Whether a pod exists and waits for a node.
bool is_pending(const Cluster& c, PodId pod);
/// Whether a scheduling attempt on the cache and nominations as they are now would place the pod.
bool would_be_placed_now(const Cluster& c, PodId pod);
/// Whether such an attempt would find victims to preempt.
bool would_preempt_now(const Cluster& c, PodId pod);
/// Whether it would find some on a node other than the one that it is nominated to, if it did not
/// wait for the victims that terminate there.
bool could_preempt_elsewhere(const Cluster& c, PodId pod);
/// Whether the 5-minute flush, if it came now, would move the pod out of the unschedulable pods.
bool flush_would_move(const Cluster& c, PodId pod);

/// Pods whose deletion in the API server the scheduler has just begun: not a client, the kubelet or
/// the pod garbage collector. They were there, and not terminating.
PodSet deleted_by_scheduler(const Cluster& before, const Cluster& after);
/// Pods that a preemption has just taken back in memory.
PodSet taken_back(const Cluster& before, const Cluster& after);
/// Whether a preemption at work is to evict a pod of that name.
bool is_victim_by_name(const Cluster& c, const Preemption& preemption, PodId pod);

}  // namespace preemptcheck::model
