#include "model/queries.h"

#include "model/cache.h"
#include "model/default_preemption.h"
#include "model/executor.h"
#include "model/filter.h"

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
  return c.pods_where([&](PodId, const PodState& p) { return p.nominated_node == node; });
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
    if (RunFilterPluginsWithNominatedPods(c, pod, n, Cache(c).pods_on_node(n)) ==
        FilterStatus::success)
      return true;
  return false;
}

bool would_preempt_now(const Cluster& c, PodId pod) {
  World now = c.world;
  const Cluster attempt{now, c.model};
  Cache(attempt).UpdateSnapshot();
  NodeSet unschedulable = 0;
  NodeSet unresolvable = 0;
  for (NodeId n = 0; n < c.model.nodes_count; ++n) {
    const FilterStatus status =
        RunFilterPluginsWithNominatedPods(attempt, pod, n, Cache(attempt).snapshot_pods_on_node(n));
    if (status == FilterStatus::unschedulable) unschedulable |= only_node(n);
    if (status == FilterStatus::unschedulable_and_unresolvable) unresolvable |= only_node(n);
  }
  if (!PodEligibleToPreemptOthers(attempt, pod, now.pods[pod].lister, unresolvable)) return false;
  for (NodeId n = 0; n < c.model.nodes_count; ++n)
    if (contains_node(unschedulable, n) && SelectVictimsOnNode(attempt, pod, n).found) return true;
  return false;
}

}  // namespace preemptcheck::model
