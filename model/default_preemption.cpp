#include "model/default_preemption.h"

#include <algorithm>
#include <limits>

#include "model/cache.h"
#include "model/filter.h"
#include "model/nominator.h"

namespace preemptcheck::model {

namespace {

/// filterPodsWithPDBViolation: which pods of the set a budget does not cover. Walks in order of
/// importance, so that the most important ones use the budgets up.
PodSet pods_violating_pdbs(const Model& model, PodSet pods) {
  const std::vector<PdbSpec>& pdbs = model.scenario.pdbs;
  std::array<std::int32_t, max_pdbs> allowed{};
  for (std::size_t i = 0; i < pdbs.size(); ++i) allowed[i] = pdbs[i].disruptions_allowed;
  PodSet violating = 0;
  for (unsigned n = 0; n < count(pods); ++n) {
    const PodId pod = nth_by_importance(model, pods, n);
    for (std::size_t i = 0; i < pdbs.size(); ++i) {
      if (!contains(pdbs[i].pods, pod) || contains(pdbs[i].disrupted_pods, pod)) continue;
      if (--allowed[i] < 0) violating |= only(pod);
    }
  }
  return violating;
}

std::int64_t sum_of_priorities(const Model& model, PodSet pods) {
  std::int64_t sum = 0;
  for (PodId p = 0; p < model.pods_count; ++p)
    if (contains(pods, p))
      sum += std::int64_t{model.scenario.pods[p].priority} + std::int64_t{1} +
             std::numeric_limits<std::int32_t>::max();
  return sum;
}

/// util.GetEarliestPodStartTime: of the victims with the highest priority.
std::int64_t earliest_start_time(const Model& model, PodSet pods) {
  return model.scenario.pods[nth_by_importance(model, pods, 0)].start_time_seconds;
}

}  // namespace

bool PodEligibleToPreemptOthers(const Cluster& c, PodId preemptor, const PodObject& object,
                                NodeSet unresolvable) {
  if (c.spec(preemptor).preemption_never) return false;
  if (object.nominated == no_node || !c.on(Switch::eligibility_waits_for_terminating)) return true;
  if (contains_node(unresolvable, object.nominated)) return true;
  if (contains_node(c.world.nodes_missing, object.nominated)) return true;
  const PodSet there = Cache(c).snapshot_pods_on_node(object.nominated);
  const PodSet waits_for = c.pods_where([&](PodId p, const PodState& pod) {
    return contains(there, p) && c.priority(p) < c.priority(preemptor) &&
           pod.snapshot.terminating() && pod.snapshot.disruption_target();
  });
  return waits_for == 0;
}

Victims SelectVictimsOnNode(const Cluster& c, PodId preemptor, NodeId node) {
  const PodSet there = Cache(c).snapshot_pods_on_node(node);
  const PodSet potential = c.pods_where([&](PodId p, const PodState&) {
    return contains(there, p) && c.priority(p) < c.priority(preemptor);
  });
  if (potential == 0) return {};
  const auto fits_with = [&](PodSet kept) {
    return RunFilterPluginsWithNominatedPods(c, preemptor, node, kept) == FilterStatus::success;
  };
  PodSet kept = there & ~potential;
  if (!fits_with(kept)) return {};

  const PodSet violating = pods_violating_pdbs(c.model, potential);
  Victims victims{.pods = 0, .pdb_violations = 0, .found = true};
  // Reprieve those that a budget protects first, then the others, the most important first.
  for (const PodSet group : {violating, potential & ~violating}) {
    for (unsigned n = 0; n < count(group); ++n) {
      const PodId pod = nth_by_importance(c.model, group, n);
      if (c.on(Switch::reprieve_victims) && fits_with(kept | only(pod))) {
        kept |= only(pod);
        continue;
      }
      victims.pods |= only(pod);
      if (contains(violating, pod)) ++victims.pdb_violations;
    }
  }
  // Everything fits after all (the nominator has changed since Filter): an error for this node.
  if (victims.pods == 0) {
    victims.found = false;
    victims.failed = true;
    return victims;
  }
  const PodSet protected_victims = victims.pods & violating;
  const bool by_group = protected_victims != 0 && !c.on(Switch::victims_sorted_after_reprieve);
  victims.first = nth_by_importance(c.model, by_group ? protected_victims : victims.pods, 0);
  return victims;
}

NodeSet pickOneNodeForPreemption(const Model& model,
                                 const std::array<Victims, max_nodes>& candidates) {
  NodeSet best = 0;
  for (NodeId n = 0; n < model.nodes_count; ++n)
    if (candidates[static_cast<std::size_t>(n)].found) best |= only_node(n);
  const auto keep_highest = [&](const auto& score) {
    std::int64_t highest = std::numeric_limits<std::int64_t>::min();
    for (NodeId n = 0; n < model.nodes_count; ++n)
      if (contains_node(best, n))
        highest = std::max(highest, score(candidates[static_cast<std::size_t>(n)]));
    for (NodeId n = 0; n < model.nodes_count; ++n)
      if (contains_node(best, n) && score(candidates[static_cast<std::size_t>(n)]) != highest)
        best = static_cast<NodeSet>(best & ~only_node(n));
  };
  keep_highest([](const Victims& v) { return -v.pdb_violations; });
  keep_highest(
      [&](const Victims& v) { return -std::int64_t{model.scenario.pods[v.first].priority}; });
  keep_highest([&](const Victims& v) { return -sum_of_priorities(model, v.pods); });
  keep_highest([](const Victims& v) { return -std::int64_t{count(v.pods)}; });
  keep_highest([&](const Victims& v) { return earliest_start_time(model, v.pods); });
  return best;
}

PodSet getLowerPriorityNominatedPods(const Cluster& c, PodId preemptor, NodeId node) {
  const PodSet nominated = Nominator(c).NominatedPodsForNode(node);
  return c.pods_where([&](PodId p, const PodState&) {
    return contains(nominated, p) && c.priority(p) < c.priority(preemptor);
  });
}

}  // namespace preemptcheck::model
