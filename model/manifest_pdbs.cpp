// PodDisruptionBudget objects.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "model/manifest_parts.h"

namespace preemptcheck::model {
namespace {

bool matches_expression(const YamlNode& expression, const Labels& labels) {
  const YamlNode op = expression["operator"];
  const auto label = labels.find(expression["key"].text());
  const bool has_label = label != labels.end();
  const std::string& name = op.text();
  if (name == "Exists") return has_label;
  if (name == "DoesNotExist") return !has_label;
  if (name != "In" && name != "NotIn") {
    op.fail(fmt::format("'{}' is no operator; write In, NotIn, Exists or DoesNotExist", name));
  }
  const YamlNode values = expression["values"];
  const std::vector<YamlNode> items = values.items();
  if (items.empty()) values.fail(fmt::format("{} needs values; give at least one", name));
  const bool is_listed =
      has_label && std::any_of(items.begin(), items.end(),
                               [&](const auto& item) { return item.text() == label->second; });
  return (name == "In") == is_listed;
}

/// "30%" or 2, of `count` pods; a share is rounded up, as the disruption controller does.
std::int64_t count_or_percent(const YamlNode& value, std::int64_t count) {
  const std::string& text = value.text();
  const std::size_t digits = text.find_first_not_of("0123456789");
  const bool is_percent = digits != text.npos && text.substr(digits) == "%";
  if (digits == 0 || text.empty() || text.size() > 8 || (digits != text.npos && !is_percent)) {
    value.fail(
        fmt::format("'{}' is neither a count nor a percentage; write for example 1 or 50%", text));
  }
  const std::int64_t number = std::stoll(text);
  return is_percent ? (number * count + 99) / 100 : number;
}

/// status.disruptionsAllowed as the disruption controller would compute it if all bound pods that
/// match are healthy and nobody wants more of them.
std::int32_t computed_disruptions(const YamlNode& spec, const std::string& namespace_name,
                                  const std::vector<ManifestPod>& pods) {
  std::int64_t expected = 0;
  std::int64_t healthy = 0;
  for (const ManifestPod& pod : pods) {
    if (!pod.bound() || pod.spec.namespace_name != namespace_name) continue;
    if (!selects(spec["selector"], pod.spec.labels)) continue;
    ++expected;
    if (!pod.spec.terminating) ++healthy;
  }
  std::int64_t wanted = expected;
  const YamlNode least = spec["minAvailable"];
  const YamlNode most_missing = spec["maxUnavailable"];
  if (least.present()) {
    wanted = count_or_percent(least, expected);
  } else if (most_missing.present()) {
    wanted = std::max<std::int64_t>(0, expected - count_or_percent(most_missing, expected));
  }
  return static_cast<std::int32_t>(std::max<std::int64_t>(0, healthy - wanted));
}

}  // namespace

bool selects(const YamlNode& selector, const Labels& labels) {
  const YamlNode match_labels = selector["matchLabels"];
  const YamlNode expressions = selector["matchExpressions"];
  bool is_empty = true;
  bool all_match = true;
  for (const auto& [key, value] : match_labels.entries()) {
    const auto label = labels.find(key);
    is_empty = false;
    all_match = all_match && label != labels.end() && label->second == value.text_or("");
  }
  for (const YamlNode& expression : expressions.items()) {
    is_empty = false;
    const bool matches = matches_expression(expression, labels);
    all_match = all_match && matches;
  }
  // kube-scheduler (filterPodsWithPDBViolation) takes an empty selector to match nothing, and asks
  // no budget about a pod without labels; the eviction API differs in both.
  return !is_empty && all_match && !labels.empty();
}

std::vector<ManifestPdb> read_pdbs(const ManifestObjects& objects,
                                   const std::vector<ManifestPod>& pods,
                                   std::vector<std::string>& warnings) {
  std::vector<ManifestPdb> pdbs;
  std::vector<std::string> computed;
  for (const YamlNode& object : objects.pdbs) {
    ManifestPdb& pdb = pdbs.emplace_back();
    const YamlNode metadata = object["metadata"];
    const YamlNode allowed = object["status"]["disruptionsAllowed"];
    pdb.spec.namespace_name = metadata["namespace"].text_or("default");
    pdb.spec.name = metadata["name"].text();
    pdb.selector = object["spec"]["selector"];
    selects(pdb.selector, {});  // complains about a selector even where no pod is asked
    for (const auto& [name, time] : object["status"]["disruptedPods"].entries()) {
      pdb.disrupted_pod_names.push_back(name);
    }
    if (allowed.present()) {
      pdb.spec.disruptions_allowed =
          static_cast<std::int32_t>(allowed.integer(0, std::numeric_limits<std::int32_t>::max()));
      continue;
    }
    pdb.spec.disruptions_allowed =
        computed_disruptions(object["spec"], pdb.spec.namespace_name, pods);
    computed.push_back(fmt::format("{}/{}: {}", pdb.spec.namespace_name, pdb.spec.name,
                                   pdb.spec.disruptions_allowed));
  }
  if (!computed.empty()) {
    warnings.push_back(
        fmt::format("{} without status.disruptionsAllowed ({}): computed from the "
                    "spec and the bound pods that match",
                    counted(computed.size(), "PodDisruptionBudget"), first_names(computed)));
  }
  return pdbs;
}

}  // namespace preemptcheck::model
