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
/// Pods that the nominator has for a node.
PodSet pods_nominated_to(const Cluster& c, NodeId node);
/// Whether all these pods fit a node's allocatable resources together.
bool fit_together(const Cluster& c, PodSet pods, NodeId node);

/// Whether a pod exists and waits for a node.
bool is_pending(const Cluster& c, PodId pod);
/// Whether a scheduling attempt on the cache and nominations as they are now would place the pod.
bool would_be_placed_now(const Cluster& c, PodId pod);
/// Whether such an attempt would find victims to preempt.
bool would_preempt_now(const Cluster& c, PodId pod);

}  // namespace preemptcheck::model
