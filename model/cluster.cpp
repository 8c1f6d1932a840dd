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

World initial_world(const Model& model) {
  World world;
  Cluster c{world, model};
  const Scenario& scenario = model.scenario;
  world.api_errors_left = scenario.faults.api_errors;
  world.external_deletes_left = scenario.faults.external_deletes;
  // Every view is in sync at the start, as after the informers' first list.
  for (PodId p = 0; p < model.pods_count; ++p) {
    if (scenario.pods[p].arrival != Arrival::at_start) continue;
    PodState& pod = world.pods[p];
    pod.set(PodState::created_bit, true);
    pod.api = pod.lister = object_at_start(scenario.pods[p]);
    if (pod.api.assigned()) pod.cache = pod.api;
  }
  for (PodId p = 0; p < model.pods_count; ++p)
    if (world.pods[p].api.present() && !world.pods[p].api.assigned())
      PriorityQueue(c).Add(p, world.pods[p].api);
  return world;
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
