#include "model/filter.h"

#include "model/nominator.h"

namespace preemptcheck::model {

namespace {

/// noderesources.fitsRequest: only resources that the pod asks for can be insufficient.
FilterStatus NodeResourcesFit(const Cluster& c, PodId pod, NodeId node, const Resources& used) {
  const NodeSpec& spec = c.model.scenario.nodes[static_cast<std::size_t>(node)];
  const Resources& request = c.spec(pod).requests;
  FilterStatus status = FilterStatus::success;
  for (std::size_t r = 0; r < c.model.scenario.resources.size(); ++r) {
    if (request[r] == 0 || used[r] + request[r] <= spec.allocatable[r]) continue;
    // A node without room for any pod at all is the exception there: it counts as full.
    const bool never = request[r] > spec.allocatable[r] && c.model.scenario.resources[r] != "pods";
    if (never && c.on(Switch::too_small_node_is_unresolvable))
      return FilterStatus::unschedulable_and_unresolvable;
    status = FilterStatus::unschedulable;
  }
  return status;
}

FilterStatus run_filters(const Cluster& c, PodId pod, NodeId node, const Resources& used) {
  if (rejected_before_fit(c, pod, node)) return FilterStatus::unschedulable_and_unresolvable;
  return NodeResourcesFit(c, pod, node, used);
}

void add(Resources& sum, const Resources& more) {
  for (std::size_t r = 0; r < max_resources; ++r) sum[r] += more[r];
}

}  // namespace

Resources requests_of(const Model& model, PodSet pods) {
  Resources sum{};
  for (PodId p = 0; p < model.pods_count; ++p)
    if (contains(pods, p)) add(sum, model.scenario.pods[p].requests);
  return sum;
}

bool fit_allocatable(const Model& model, const Resources& used, NodeId node) {
  const Resources& allocatable = model.scenario.nodes[static_cast<std::size_t>(node)].allocatable;
  for (std::size_t r = 0; r < model.scenario.resources.size(); ++r)
    if (used[r] > allocatable[r]) return false;
  return true;
}

bool rejected_before_fit(const Cluster& c, PodId pod, NodeId node) {
  const NodeSpec& spec = c.model.scenario.nodes[static_cast<std::size_t>(node)];
  return spec.unschedulable || !contains_node(c.spec(pod).feasible_nodes, node);
}

FilterStatus RunFilterPluginsWithNominatedPods(const Cluster& c, PodId pod, NodeId node,
                                               PodSet on_node) {
  PodSet nominated = 0;
  if (c.on(Switch::filters_see_nominations)) {
    const PodSet there = Nominator(c).NominatedPodsForNode(node) & ~only(pod);
    nominated = c.pods_where([&](PodId p, const PodState&) {
      return contains(there, p) && c.priority(p) >= c.priority(pod);
    });
  }
  const Resources without = requests_of(c.model, on_node);
  if (nominated == 0) return run_filters(c, pod, node, without);
  // A pod that is assumed while still nominated counts twice, as it does in the node info there.
  Resources with = requests_of(c.model, nominated);
  add(with, without);
  const FilterStatus status = run_filters(c, pod, node, with);
  return status != FilterStatus::success ? status : run_filters(c, pod, node, without);
}

}  // namespace preemptcheck::model
