#include "model/queries.h"

#include "model/cache.h"
#include "model/default_preemption.h"
#include "model/executor.h"
#include "model/filter.h"
#include "model/scheduling_queue.h"

namespace preemptcheck::model {

bool preemption_in_flight(const Cluster& c, PreemptionId id) {
  return is_in_flight(c, c.world.preemptions[id]);
}

PodSet victims_in_flight(const Cluster& c) {
  PodSet victims = 0;
  for (PreemptionId id = 0; id < c.model.preemptions_count; ++id)
    if (preemption_in_flight(c, id)) victims |= c.world.preemptions[id].victims;
  return victims;
}

bool preemption_at_work_for(const Cluster& c, PodId preemptor) {
  for (PreemptionId id = 0; id < c.model.preemptions_count; ++id) {
    const Preemption& preemption = c.world.preemptions[id];
    if (preemption.phase == PreemptionPhase::running && preemption.preemptor == preemptor)
      return true;
  }
  return false;
}

PodSet pods_cached_on(const Cluster& c, NodeId node) { return Cache(c).pods_on_node(node); }

PodSet pods_bound_on(const Cluster& c, NodeId node) {
  return c.pods_where(
      [&](PodId, const PodState& p) { return p.api.present() && p.api.node == node; });
}

PodSet pods_nominated_to(const Cluster& c, NodeId node) {
  return c.pods_where([&](PodId, const PodState& p) {
    return p.nominated_node == node || p.lost_nomination == node;
  });
}

bool fit_together(const Cluster& c, PodSet pods, NodeId node) {
  return fit_allocatable(c.model, requests_of(c.model, pods), node);
}

bool is_pending(const Cluster& c, PodId pod) {
  const PodObject& object = c.pod(pod).api;
  return object.present() && !object.assigned() && !object.terminating();
}

bool would_be_placed_now(const Cluster& c, PodId pod) {
  for (NodeId n = 0; n < c.model.nodes_count; ++n)
    if (contains_node(c.nodes_without(c.world.nodes_forgotten), n) &&
        RunFilterPluginsWithNominatedPods(c, pod, n, Cache(c).pods_on_node(n)) ==
            FilterStatus::success)
      return true;
  return false;
}

namespace {

/// Nodes on which an attempt on the cache as it is now would find victims; with `eligibility` none
/// for a pod that is not eligible to preempt.
NodeSet nodes_with_victims(const Cluster& c, PodId pod, bool eligibility) {
  World now = c.world;
  const Cluster attempt{now, c.model};
  Cache(attempt).UpdateSnapshot();
  NodeSet unschedulable = 0;
  NodeSet unresolvable = 0;
  for (NodeId n = 0; n < c.model.nodes_count; ++n) {
    if (contains_node(now.nodes_missing, n)) continue;
    const FilterStatus status =
        RunFilterPluginsWithNominatedPods(attempt, pod, n, Cache(attempt).snapshot_pods_on_node(n));
    if (status == FilterStatus::unschedulable)
      unschedulable = static_cast<NodeSet>(unschedulable | only_node(n));
    if (status == FilterStatus::unschedulable_and_unresolvable)
      unresolvable = static_cast<NodeSet>(unresolvable | only_node(n));
  }
  if (eligibility && !PodEligibleToPreemptOthers(attempt, pod, now.pods[pod].lister, unresolvable))
    return 0;
  NodeSet found = 0;
  for (NodeId n = 0; n < c.model.nodes_count; ++n)
    if (contains_node(unschedulable, n) && SelectVictimsOnNode(attempt, pod, n).found)
      found = static_cast<NodeSet>(found | only_node(n));
  return found;
}

bool is_live(const PodObject& object) { return object.present() && !object.terminating(); }

}  // namespace

bool would_preempt_now(const Cluster& c, PodId pod) {
  return nodes_with_victims(c, pod, true) != 0;
}

bool could_preempt_elsewhere(const Cluster& c, PodId pod) {
  const NodeId nominated = c.pod(pod).lister.nominated;
  if (nominated == no_node || c.spec(pod).preemption_never) return false;
  return (nodes_with_victims(c, pod, false) & ~only_node(nominated)) != 0;
}

bool flush_would_move(const Cluster& c, PodId pod) {
  World now = c.world;
  const Cluster later{now, c.model};
  // By then every backoff is over.
  for (PodId p = 0; p < c.model.pods_count; ++p)
    now.pods[p].queued.set(QueuedPodInfo::backing_off_bit, false);
  PriorityQueue(later).flushUnschedulablePodsLeftover();
  return now.pods[pod].place != QueuePlace::unschedulable;
}

PodSet deleted_by_scheduler(const Cluster& before, const Cluster& after) {
  if (before.world.external_deletes_left != after.world.external_deletes_left) return 0;
  return after.pods_where([&](PodId p, const PodState& is) {
    const PodObject& was = before.pod(p).api;
    return is_live(was) && !is_live(is.api) && !contains_node(before.world.nodes_deleted, was.node);
  });
}

PodSet taken_back(const Cluster& before, const Cluster& after) {
  return after.pods_where([&](PodId p, const PodState& is) {
    for (std::size_t i = 0; i < is.bindings.size(); ++i) {
      const BindingCycle& was = before.pod(p).bindings[i];
      const BindingCycle& now = is.bindings[i];
      if (was.signal != now.signal && now.signal == PermitSignal::preempted) return true;
      if (!was.has(BindingCycle::cancelled_bit) && now.has(BindingCycle::cancelled_bit))
        return true;
    }
    return false;
  });
}

bool is_victim_by_name(const Cluster& c, const Preemption& preemption, PodId pod) {
  return preemption.phase == PreemptionPhase::running &&
         (preemption.to_call & c.model.same_name[pod]) != 0;
}

}  // namespace preemptcheck::model
