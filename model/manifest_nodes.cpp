// Node objects.
#include <fmt/format.h>

#include "model/manifest_parts.h"

namespace preemptcheck::model {
namespace {

constexpr std::int64_t default_pods_per_node = 110;  // kubelet's --max-pods

/// Taints keep pods off a node unless tolerated, which is not modelled. The one that cordoning
/// sets is: spec.unschedulable says the same.
bool has_unmodelled_taint(const YamlNode& spec) {
  const bool cordoned = spec["unschedulable"].flag_or(false);
  for (const YamlNode& taint : spec["taints"].items()) {
    const std::string effect = taint["effect"].text_or("");
    if (effect != "NoSchedule" && effect != "NoExecute" && effect != "PreferNoSchedule") {
      taint["effect"].fail(
          fmt::format("'{}' is no taint effect; write NoSchedule, NoExecute or "
                      "PreferNoSchedule",
                      effect));
    }
    if (effect == "PreferNoSchedule") continue;
    if (cordoned && taint["key"].text_or("") == "node.kubernetes.io/unschedulable") continue;
    return true;
  }
  return false;
}

ManifestNode read_node(const YamlNode& object) {
  ManifestNode node;
  node.source = object;
  node.spec.name = object["metadata"]["name"].text();
  node.spec.labels = read_labels(object["metadata"]["labels"]);
  node.spec.unschedulable = object["spec"]["unschedulable"].flag_or(false);
  const YamlNode status = object["status"];
  const YamlNode allocatable = status["allocatable"];
  const YamlNode given = allocatable.present() ? allocatable : status["capacity"];
  if (!given.present()) {
    allocatable.fail(
        fmt::format("node {} has neither allocatable nor capacity; give "
                    "status.allocatable, for example {{cpu: \"4\", memory: 8Gi, pods: "
                    "\"110\"}}",
                    node.spec.name));
  }
  node.allocatable = read_resource_list(given);
  return node;
}

}  // namespace

Labels read_labels(const YamlNode& map) {
  Labels labels;
  for (const auto& [key, value] : map.entries()) labels[key] = value.text_or("");
  return labels;
}

std::vector<ManifestNode> read_nodes(const ManifestObjects& objects, UnmodelledFields& unmodelled,
                                     std::vector<std::string>& warnings) {
  std::vector<ManifestNode> nodes;
  std::vector<std::string> without_pods;
  for (const YamlNode& object : objects.nodes) {
    ManifestNode& node = nodes.emplace_back(read_node(object));
    if (!node.allocatable.contains("pods")) {
      node.allocatable["pods"] = default_pods_per_node;
      without_pods.push_back(node.spec.name);
    }
    if (has_unmodelled_taint(object["spec"])) {
      unmodelled.add("node", "spec.taints with effect NoSchedule or NoExecute", node.spec.name);
    }
  }
  if (!without_pods.empty()) {
    warnings.push_back(fmt::format("note: {} without allocatable pods ({}): {} each",
                                   counted(without_pods.size(), "node"), first_names(without_pods),
                                   default_pods_per_node));
  }
  return nodes;
}

}  // namespace preemptcheck::model
