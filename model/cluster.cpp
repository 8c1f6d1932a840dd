#include "model/cluster.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "explorer/contract.h"
#include "model/scheduling_queue.h"

namespace preemptcheck::model {

namespace {

bool pending_at_some_time(const PodSpec& pod) { return pod.node == no_node; }

/// Upper bound for the victims of one preemption: the lower-priority pods that one node can hold.
std::uint8_t victims_max(const Scenario& scenario) {
  std::int32_t highest = 0;
  bool any = false;
  for (const PodSpec& pod : scenario.pods) {
    if (!pending_at_some_time(pod)) continue;
    highest = any ? std::max(highest, pod.priority) : pod.priority;
    any = true;
  }
  std::size_t most = 0;
  for (std::size_t n = 0; n < scenario.nodes.size(); ++n) {
    std::size_t victims = 0;
    for (const PodSpec& pod : scenario.pods)
      if (pod.priority < highest && (pod.node == no_node || pod.node == static_cast<NodeId>(n)))
        ++victims;
    most = std::max(most, victims);
  }
  return static_cast<std::uint8_t>(most);
}

std::uint8_t preemptors_count(const Scenario& scenario) {
  std::uint8_t preemptors = 0;
  for (const PodSpec& pod : scenario.pods) {
    const bool has_lower =
        std::any_of(scenario.pods.begin(), scenario.pods.end(),
                    [&](const PodSpec& other) { return other.priority < pod.priority; });
    if (pending_at_some_time(pod) && has_lower && !pod.preemption_never) ++preemptors;
  }
  return preemptors;
}

PodObject object_at_start(const PodSpec& pod) {
  PodObject object;
  object.node = pod.node;
  object.nominated = pod.nominated_node;
  object.bits = PodObject::present_bit;
  if (pod.terminating) object.bits |= PodObject::terminating_bit;
  if (pod.disruption_target) object.bits |= PodObject::disruption_target_bit;
  return object;
}

/// What make_model derives from single pods.
void group_pods(Model& model, const Scenario& scenario) {
  for (PodId p = 0; p < model.pods_count; ++p) {
    const PodSpec& pod = scenario.pods[p];
    if (pod.waits_in_permit) model.waiting_pods |= only(p);
    if (pod.has_prebind_work) model.prebind_pods |= only(p);
    if (pod.generation > 0) model.has_later_pods = true;
    // With NominatedNodeNameForExpectation on, only a pod that a PreBind plugin has work for.
    const Switches& switches = scenario.switches;
    const bool registered =
        switches.on(Switch::prebind_victim_cancelled) &&
        (pod.has_prebind_work || !switches.on(Switch::expected_node_is_nominated));
    if (pending_at_some_time(pod) && registered) model.registered_in_prebind |= only(p);
    if (pending_at_some_time(pod) && (registered || pod.waits_in_permit))
      model.takeable_pods |= only(p);
    for (PodId other = 0; other < model.pods_count; ++other)
      if (scenario.pods[other].name == pod.name &&
          scenario.pods[other].namespace_name == pod.namespace_name)
        model.same_name[p] |= only(other);
  }
}

}  // namespace

Model make_model(Scenario scenario) {
  Model model;
  PRECONDITION(scenario.pods.size() <= max_pods && scenario.nodes.size() <= max_nodes);
  model.pods_count = static_cast<std::uint8_t>(scenario.pods.size());
  model.nodes_count = static_cast<std::uint8_t>(scenario.nodes.size());
  std::iota(model.by_importance.begin(), model.by_importance.end(), PodId{0});
  std::stable_sort(model.by_importance.begin(), model.by_importance.begin() + model.pods_count,
                   [&](PodId a, PodId b) {
                     const PodSpec& left = scenario.pods[a];
                     const PodSpec& right = scenario.pods[b];
                     if (left.priority != right.priority) return left.priority > right.priority;
                     return left.start_time_seconds < right.start_time_seconds;
                   });
  group_pods(model, scenario);
  const unsigned preemptors = preemptors_count(scenario);
  model.preemptions_count =
      static_cast<std::uint8_t>(std::min<std::size_t>(max_preemptions, 2 + preemptors));
  const std::uint8_t victims = victims_max(scenario);
  const bool async = scenario.switches.on(Switch::async_preemption);
  const bool last_alone = async && scenario.switches.on(Switch::last_victim_waits_for_others);
  model.workers_count =
      last_alone && victims > 0 ? static_cast<std::uint8_t>(victims - 1) : victims;
  if (preemptors == 0) model.preemptions_count = 0;
  model.scenario = std::move(scenario);
  return model;
}

/// Every view is in sync, as after the informers' first list; pending pods are queued.
void list_pods(Cluster c) {
  for (PodId p = 0; p < c.model.pods_count; ++p) {
    PodState& pod = c.pod(p);
    pod.lister = pod.api;
    if (pod.api.assigned()) pod.cache = pod.api;
  }
  for (PodId p = 0; p < c.model.pods_count; ++p)
    if (c.pod(p).api.present() && !c.pod(p).api.assigned()) PriorityQueue(c).Add(p, c.pod(p).api);
}

World initial_world(const Model& model) {
  World world;
  Cluster c{world, model};
  const Scenario& scenario = model.scenario;
  world.api_errors_left = scenario.faults.api_errors;
  world.external_deletes_left = scenario.faults.external_deletes;
  world.lost_replies_left = scenario.faults.lost_replies;
  world.conflicts_left = scenario.faults.conflicts;
  world.permit_rejections_left = scenario.faults.permit_rejections;
  world.external_binds_left = scenario.faults.external_binds;
  world.node_deletes_left = scenario.faults.node_deletes;
  world.restarts_left = scenario.faults.scheduler_restarts;
  for (PodId p = 0; p < model.pods_count; ++p) {
    if (scenario.pods[p].arrival != Arrival::at_start) continue;
    PodState& pod = world.pods[p];
    pod.set(PodState::created_bit, true);
    pod.api = object_at_start(scenario.pods[p]);
  }
  list_pods(c);
  return world;
}

void restart_scheduler(Cluster c) {
  World& world = c.world;
  for (PodId p = 0; p < c.model.pods_count; ++p) {
    const PodState was = c.pod(p);
    PodState& pod = c.pod(p);
    pod = {};
    pod.api = was.api;
    for (const std::uint8_t kept :
         {PodState::created_bit, PodState::attempted_bit, PodState::has_preempted_bit})
      pod.set(kept, was.has(kept));
    const bool is_lost = was.nominated_node != no_node && was.nominated_node != was.api.nominated;
    pod.lost_nomination = is_lost ? was.nominated_node : was.lost_nomination;
    if (!pod.api.present() || pod.api.assigned()) pod.lost_nomination = no_node;
  }
  world.thread = {};
  world.preemptions = {};
  world.events = {};
  world.events_count = world.events_listed = world.events_cached = world.events_queued = 0;
  world.moved_since_pop = 0;
  world.nodes_forgotten = world.nodes_deleted;
  world.nodes_missing = 0;
  list_pods(c);
}

PodId Cluster::named_in(PodObject PodState::*view, PodId p) const {
  if ((pod(p).*view).present()) return p;
  if (!model.has_later_pods) return no_pod;
  for (PodId other = 0; other < model.pods_count; ++other)
    if (contains(model.same_name[p], other) && (pod(other).*view).present()) return other;
  return no_pod;
}

PodId nth(PodSet set, unsigned n) {
  for (; n > 0; --n) set &= set - 1;
  PRECONDITION(set != 0);
  return static_cast<PodId>(std::countr_zero(set));
}

NodeId nth_node(NodeSet set, unsigned n) { return static_cast<NodeId>(nth(set, n)); }

PodId nth_by_importance(const Model& model, PodSet set, unsigned n) {
  for (PodId i = 0; i < model.pods_count; ++i)
    if (contains(set, model.by_importance[i]) && n-- == 0) return model.by_importance[i];
  PRECONDITION(false);
  return no_pod;
}

}  // namespace preemptcheck::model
