// Victim selection once more, for comparison: straight from the documented rules, over plain
// vectors, with no word of the model's code.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <tuple>
#include <vector>

#include "tests/model/cluster_builder.h"

namespace preemptcheck::model::reference {

struct Pod {
  int id = 0;
  long priority = 0;
  long start = 0;
  std::vector<long> request;
  unsigned suits = 0;     ///< nodes by bit
  int on = -1;            ///< node in the snapshot
  int nominated_to = -1;  ///< in memory
  bool queued = false;
  bool evicted_by_scheduler = false;  ///< terminates and has the condition
};

struct Node {
  std::vector<long> allocatable;
  bool cordoned = false;
};

struct Budget {
  long allowed = 0;
  std::vector<int> covers;  ///< less those whose disruption is under way
};

struct Cluster {
  std::vector<Node> nodes;
  std::vector<Pod> pods;
  std::vector<Budget> budgets;
};

struct Choice {
  std::vector<Pod> victims;
  int violations = 0;
};

inline Cluster of(model::TestCluster& given) {
  Cluster cluster;
  const Scenario& scenario = given.model->scenario;
  const auto resources = static_cast<std::ptrdiff_t>(scenario.resources.size());
  for (const NodeSpec& node : scenario.nodes)
    cluster.nodes.push_back(
        {{node.allocatable.begin(), node.allocatable.begin() + resources}, node.unschedulable});
  for (std::size_t i = 0; i < scenario.pods.size(); ++i) {
    const PodSpec& spec = scenario.pods[i];
    const PodState& state = given.world.pods[i];
    cluster.pods.push_back({static_cast<int>(i),
                            spec.priority,
                            spec.start_time_seconds,
                            {spec.requests.begin(), spec.requests.begin() + resources},
                            spec.feasible_nodes,
                            state.snapshot.present() ? state.snapshot.node : -1,
                            state.nominated_node,
                            state.place != QueuePlace::none,
                            state.snapshot.terminating() && state.snapshot.disruption_target()});
  }
  for (const PdbSpec& pdb : scenario.pdbs) {
    Budget budget{pdb.disruptions_allowed, {}};
    for (PodId p = 0; p < scenario.pods.size(); ++p)
      if (contains(pdb.pods & ~pdb.disrupted_pods, p)) budget.covers.push_back(p);
    cluster.budgets.push_back(budget);
  }
  return cluster;
}

/// One pass of the filters: does the pod go beside these?
inline bool goes_beside(const Cluster& cluster, const Pod& pod, int node,
                        const std::vector<Pod>& others) {
  const Node& there = cluster.nodes[static_cast<std::size_t>(node)];
  if (there.cordoned || ((pod.suits >> node) & 1U) == 0) return false;
  for (std::size_t r = 0; r < there.allocatable.size(); ++r) {
    long left = there.allocatable[r];
    for (const Pod& other : others) left -= other.request[r];
    if (pod.request[r] > 0 && pod.request[r] > left) return false;
  }
  return true;
}

/// Spec 4.5: once with the pods of the same or higher priority that are nominated there, once
/// without them.
inline bool fits(const Cluster& cluster, const Pod& pod, int node, const std::vector<Pod>& others) {
  std::vector<Pod> with_nominated = others;
  for (const Pod& other : cluster.pods)
    if (other.nominated_to == node && other.queued && other.id != pod.id &&
        other.priority >= pod.priority)
      with_nominated.push_back(other);
  return goes_beside(cluster, pod, node, with_nominated) && goes_beside(cluster, pod, node, others);
}

inline bool more_important(const Pod& a, const Pod& b) {
  return std::tuple(-a.priority, a.start, a.id) < std::tuple(-b.priority, b.start, b.id);
}

/// Spec 4.3.
inline std::optional<Choice> select_victims(const Cluster& cluster, const Pod& preemptor,
                                            int node) {
  std::vector<Pod> staying;
  std::vector<Pod> lower;
  for (const Pod& pod : cluster.pods)
    if (pod.on == node) (pod.priority < preemptor.priority ? lower : staying).push_back(pod);
  if (lower.empty() || !fits(cluster, preemptor, node, staying)) return std::nullopt;

  std::sort(lower.begin(), lower.end(), more_important);
  std::vector<long> left;
  for (const Budget& budget : cluster.budgets) left.push_back(budget.allowed);
  std::vector<Pod> violating;
  std::vector<Pod> others;
  for (const Pod& pod : lower) {
    bool violates = false;
    for (std::size_t b = 0; b < left.size(); ++b)
      if (std::ranges::count(cluster.budgets[b].covers, pod.id) > 0) {
        left[b] -= 1;
        violates = violates || left[b] < 0;
      }
    (violates ? violating : others).push_back(pod);
  }

  Choice choice;
  const auto reprieve = [&](const Pod& pod) {
    staying.push_back(pod);
    if (fits(cluster, preemptor, node, staying)) return true;
    staying.pop_back();
    choice.victims.push_back(pod);
    return false;
  };
  for (const Pod& pod : violating)
    if (!reprieve(pod)) ++choice.violations;
  for (const Pod& pod : others) reprieve(pod);
  if (choice.victims.empty()) return std::nullopt;
  std::sort(choice.victims.begin(), choice.victims.end(), more_important);
  return choice;
}

/// Spec 4.4: the smaller, the better.
inline std::vector<long> rank(const Choice& choice) {
  long highest = std::numeric_limits<long>::min();
  long sum = 0;
  for (const Pod& pod : choice.victims) {
    highest = std::max(highest, pod.priority);
    sum += pod.priority + 2147483648L;
  }
  long earliest = std::numeric_limits<long>::max();
  for (const Pod& pod : choice.victims)
    if (pod.priority == highest) earliest = std::min(earliest, pod.start);
  return {choice.violations, highest, sum, static_cast<long>(choice.victims.size()), -earliest};
}

inline std::vector<int> best_nodes(const std::vector<std::optional<Choice>>& by_node) {
  std::optional<std::vector<long>> best;
  for (const auto& choice : by_node)
    if (choice && (!best || rank(*choice) < *best)) best = rank(*choice);
  std::vector<int> nodes;
  for (std::size_t n = 0; n < by_node.size(); ++n)
    if (by_node[n] && rank(*by_node[n]) == best) nodes.push_back(static_cast<int>(n));
  return nodes;
}

}  // namespace preemptcheck::model::reference
