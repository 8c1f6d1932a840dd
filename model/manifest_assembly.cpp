// Objects with names become a scenario with ids, if it fits.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>

#include "model/manifest_parts.h"
#include "model/nearest_name.h"

namespace preemptcheck::model {
namespace {

/// cpu, memory and pods always, others where a pod requests some of them: what nobody requests
/// keeps nobody off a node.
std::vector<std::string> resources_that_matter(const std::vector<ManifestPod>& pods) {
  std::vector<std::string> names = {"cpu", "memory", "pods"};
  std::set<std::string> others;
  for (const ManifestPod& pod : pods) {
    for (const auto& [name, amount] : pod.requests) {
      const bool is_known = std::find(names.begin(), names.begin() + 3, name) != names.begin() + 3;
      if (!is_known && amount > 0) others.insert(name);
    }
  }
  names.insert(names.end(), others.begin(), others.end());
  if (names.size() > max_resources) {
    pods.front().source.fail_at(
        "resources", fmt::format("the pods request {} resources ({}), at most {} can be counted; "
                                 "leave some out",
                                 names.size(), fmt::join(names, ", "), max_resources));
  }
  return names;
}

Resources amounts_of(const ResourceList& list, const std::vector<std::string>& names) {
  Resources amounts{};
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto found = list.find(names[i]);
    if (found != list.end()) amounts[i] = found->second;
  }
  return amounts;
}

NodeId node_named(const std::string& name, const YamlNode& place, const ManifestPod& pod,
                  const std::vector<NodeSpec>& nodes) {
  if (name.empty()) return no_node;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].name == name) return static_cast<NodeId>(i);
  }
  std::vector<std::string_view> known;
  for (const NodeSpec& node : nodes) known.emplace_back(node.name);
  place.fail(
      fmt::format("pod {} names node '{}', which is not given{}; add the Node or remove the "
                  "pod",
                  pod.spec.full_name(), name, suggestion(name, known)));
}

NodeSet nodes_selected(const Labels& selector, const std::vector<NodeSpec>& nodes) {
  NodeSet result = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Labels& labels = nodes[i].labels;
    const bool has_all = std::all_of(selector.begin(), selector.end(), [&](const auto& wanted) {
      const auto label = labels.find(wanted.first);
      return label != labels.end() && label->second == wanted.second;
    });
    if (has_all) result = static_cast<NodeSet>(result | only_node(static_cast<NodeId>(i)));
  }
  return result;
}

void check_counts(const std::vector<ManifestNode>& nodes, const std::vector<ManifestPod>& pods) {
  if (nodes.size() > max_nodes) {
    nodes[max_nodes].source.fail_at(
        "nodes", fmt::format("{} nodes, at most {} can be explored at once; leave out nodes that "
                             "the preemptors do not need",
                             nodes.size(), max_nodes));
  }
  if (pods.size() > max_pods) {
    pods[max_pods].source.fail_at(
        "pods", fmt::format("{} pods, at most {} can be explored at once; keep the preemptors and "
                            "the pods of a few nodes",
                            pods.size(), max_pods));
  }
}

void add_pods(std::vector<ManifestPod>& pods, Scenario& scenario) {
  for (ManifestPod& pod : pods) {
    const YamlNode& source = pod.source;
    pod.spec.requests = amounts_of(pod.requests, scenario.resources);
    pod.spec.node = node_named(pod.node_name, source["spec"]["nodeName"], pod, scenario.nodes);
    pod.spec.nominated_node = node_named(
        pod.nominated_node_name, source["status"]["nominatedNodeName"], pod, scenario.nodes);
    pod.spec.feasible_nodes = nodes_selected(pod.node_selector, scenario.nodes);
    scenario.pods.push_back(pod.spec);
  }
  for (std::size_t i = 0; i < pods.size(); ++i) {
    for (std::size_t other = 0; other < pods.size(); ++other) {
      if (pods[i].arrives_after == pods[other].spec.full_name()) {
        scenario.pods[i].arrives_after = static_cast<PodId>(other);
      }
    }
  }
}

/// A budget that matches no pod of the scenario decides nothing and is left out.
void add_pdbs(const std::vector<ManifestPdb>& pdbs, Scenario& scenario) {
  for (const ManifestPdb& source : pdbs) {
    PdbSpec pdb = source.spec;
    for (std::size_t i = 0; i < scenario.pods.size(); ++i) {
      const PodSpec& pod = scenario.pods[i];
      if (pod.namespace_name != pdb.namespace_name || !selects(source.selector, pod.labels)) {
        continue;
      }
      const PodSet bit = only(static_cast<PodId>(i));
      pdb.pods |= bit;
      const auto& disrupted = source.disrupted_pod_names;
      if (std::find(disrupted.begin(), disrupted.end(), pod.name) != disrupted.end()) {
        pdb.disrupted_pods |= bit;
      }
    }
    if (pdb.pods != 0) scenario.pdbs.push_back(std::move(pdb));
  }
  if (scenario.pdbs.size() <= max_pdbs) return;
  pdbs.back().selector.fail(
      fmt::format("{} PodDisruptionBudgets match pods of the scenario, at "
                  "most {} can be explored at once; leave some out",
                  scenario.pdbs.size(), max_pdbs));
}

void warn_of_full_nodes(const std::vector<ManifestNode>& nodes,
                        const std::vector<ManifestPod>& pods, std::vector<std::string>& warnings) {
  for (const ManifestNode& node : nodes) {
    ResourceList used;
    for (const ManifestPod& pod : pods) {
      if (pod.node_name == node.spec.name) add_amounts(used, pod.requests, pod.source);
    }
    for (const auto& [name, amount] : used) {
      const auto allocatable = node.allocatable.find(name);
      const std::int64_t room = allocatable == node.allocatable.end() ? 0 : allocatable->second;
      if (amount <= room) continue;
      warnings.push_back(fmt::format(
          "node {} is given more than it holds: its pods request {} of {}{}, allocatable is {}",
          node.spec.name, amount, name, name == "cpu" ? " (thousandths of a core)" : "", room));
    }
  }
}

}  // namespace

void assemble(std::vector<ManifestNode> nodes, std::vector<ManifestPod> pods,
              const std::vector<ManifestPdb>& pdbs, Scenario& scenario) {
  warn_of_full_nodes(nodes, pods, scenario.warnings);
  fold_unmovable_pods(nodes, pods, scenario.warnings);
  check_counts(nodes, pods);
  scenario.resources = resources_that_matter(pods);
  for (ManifestNode& node : nodes) {
    node.spec.allocatable = amounts_of(node.allocatable, scenario.resources);
    scenario.nodes.push_back(node.spec);
  }
  add_pods(pods, scenario);
  add_pdbs(pdbs, scenario);
  const bool is_any_pending =
      std::any_of(pods.begin(), pods.end(), [](const ManifestPod& pod) { return !pod.bound(); });
  if (!is_any_pending) scenario.warnings.emplace_back("no pod is pending: nothing is to schedule");
}

void fold_unmovable_pods(std::vector<ManifestNode>& nodes, std::vector<ManifestPod>& pods,
                         std::vector<std::string>& warnings) {
  if (pods.size() <= max_pods) return;
  std::int32_t highest_pending = std::numeric_limits<std::int32_t>::min();
  for (const ManifestPod& pod : pods) {
    if (!pod.bound()) highest_pending = std::max(highest_pending, pod.spec.priority);
  }
  std::map<std::string, ManifestNode*> by_name;
  for (ManifestNode& node : nodes) by_name[node.spec.name] = &node;
  std::set<std::string> replaced;  // by a controller
  for (const ManifestPod& pod : pods) replaced.insert(pod.arrives_after);
  // Only pods of lower priority become victims, and only pods that are pending now, or that a
  // controller creates, preempt. A pod that nothing else deletes either stays where it is for good:
  // all that the others see of it is the room it takes.
  const auto folds = [&](const ManifestPod& pod) {
    const auto node = by_name.find(pod.node_name);
    const bool stays = node != by_name.end() && !node->second->spec.may_be_deleted &&
                       !pod.spec.may_be_deleted && !pod.spec.terminating;
    return pod.bound() && stays && pod.spec.priority >= highest_pending &&
           !replaced.contains(pod.spec.full_name());
  };
  std::size_t folded_count = 0;
  for (const ManifestPod& pod : pods) {
    if (!folds(pod)) continue;
    ++folded_count;
    for (const auto& [name, amount] : pod.requests) {
      // No less than nothing: a node without free room takes no pod, by however much it is full.
      std::int64_t& room = by_name.at(pod.node_name)->allocatable[name];
      room = std::max<std::int64_t>(0, room - amount);
    }
  }
  if (folded_count == 0) return;
  std::erase_if(pods, folds);
  warnings.push_back(fmt::format(
      "note: {} bound to a node, of priority {} or higher: no preemptor here can choose them, so "
      "only the room they take is explored",
      counted(folded_count, "pod"), highest_pending));
}

}  // namespace preemptcheck::model
