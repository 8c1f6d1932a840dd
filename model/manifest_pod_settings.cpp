// What the settings object says about single pods and nodes, put into them.
#include <fmt/format.h>

#include <algorithm>

#include "model/manifest_parts.h"
#include "model/nearest_name.h"

namespace preemptcheck::model {
namespace {

std::size_t index_of(const std::string& name, const YamlNode& place,
                     const std::vector<ManifestPod>& pods) {
  std::vector<std::string> names;
  for (const ManifestPod& pod : pods) names.push_back(pod.spec.full_name());
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  place.fail(fmt::format("pod {} is not among the pods of the scenario{}", name,
                         suggestion(name, {names.begin(), names.end()})));
}

void apply_arrivals(const PodSettings& settings, std::vector<ManifestPod>& pods) {
  for (ManifestPod& pod : pods) {
    if (!pod.bound()) pod.spec.arrival = settings.default_arrival;
  }
  for (const PodSettings::ArrivalOf& arrival : settings.arrivals) {
    ManifestPod& pod = pods[index_of(arrival.pod, arrival.source, pods)];
    if (pod.bound()) {
      arrival.source.fail(
          fmt::format("pod {} is bound to {} from the start and cannot arrive; "
                      "remove spec.nodeName or this line",
                      arrival.pod, pod.node_name));
    }
    pod.spec.arrival = arrival.arrival;
    if (arrival.after.empty()) continue;
    if (pods[index_of(arrival.after, arrival.other, pods)].bound()) {
      arrival.other.fail(
          fmt::format("pod {} is bound from the start and is never scheduled; name a pending "
                      "pod",
                      arrival.after));
    }
    pod.arrives_after = arrival.after;
  }
}

/// Follows each pod's predecessors: a circle would never arrive.
void check_all_arrive(const PodSettings& settings, const std::vector<ManifestPod>& pods) {
  for (const PodSettings::ArrivalOf& arrival : settings.arrivals) {
    const ManifestPod* pod = &pods[index_of(arrival.pod, arrival.source, pods)];
    for (std::size_t steps = 0; !pod->arrives_after.empty(); ++steps) {
      if (steps > pods.size()) {
        arrival.source.fail(
            fmt::format("pod {} waits for itself and never arrives; let one of the "
                        "pods arrive atStart or anytime",
                        arrival.pod));
      }
      pod = &pods[index_of(pod->arrives_after, arrival.source, pods)];
    }
  }
}

/// The pods that a budget is for: those named, or all of the usual kind.
template <class IsUsual>
void apply_budget(const PodSettings::NameList& list, unsigned budget, bool PodSpec::*flag,
                  const IsUsual& is_usual, std::vector<ManifestPod>& pods) {
  if (budget == 0) return;
  for (ManifestPod& pod : pods)
    if (!list.given) pod.spec.*flag = is_usual(pod);
  for (const auto& [name, place] : list.names) pods[index_of(name, place, pods)].spec.*flag = true;
}

/// `pods` ends with the pod of that name.
void check_not_taken(const std::string& name, const YamlNode& place,
                     const std::vector<ManifestPod>& pods) {
  const auto is_it = [&](const ManifestPod& pod) { return pod.spec.full_name() == name; };
  if (std::ranges::count_if(pods, is_it) > 1)
    place.fail(
        fmt::format("the controller would name a pod {}, and there is one already; rename "
                    "that, or let one controller bring the pod back, not two",
                    name));
}

/// The pods that a plugin has something to do for. One that is bound for good is a mistake.
void apply_plugin_pods(const PodSettings::Names& names, bool PodSpec::*flag,
                       const PodSettings& settings, std::vector<ManifestPod>& pods) {
  for (const auto& [name, place] : names) {
    ManifestPod& pod = pods[index_of(name, place, pods)];
    const bool comes_back = std::ranges::any_of(
        settings.returning, [&](const auto& returning) { return returning.pod == name; });
    if (pod.bound() && !comes_back)
      place.fail(
          fmt::format("pod {} is bound to {} from the start and is never bound again; remove "
                      "spec.nodeName or this line",
                      name, pod.node_name));
    pod.spec.*flag = true;
  }
}

/// A controller's later pods stand behind the others, each waiting for the one before it to go.
void add_returning(const PodSettings& settings, std::vector<ManifestPod>& pods) {
  constexpr std::int64_t later_seconds = 1'000'000;  // younger than all in the manifests
  for (const PodSettings::Returning& returning : settings.returning) {
    const ManifestPod first = pods[index_of(returning.pod, returning.source, pods)];
    std::string previous = first.spec.full_name();
    for (std::uint8_t time = 1; time <= returning.times; ++time) {
      ManifestPod& later = pods.emplace_back(first);
      later.node_name.clear();
      later.nominated_node_name.clear();
      later.spec.terminating = later.spec.disruption_target = false;
      later.spec.start_time_seconds += time * later_seconds;
      later.spec.arrival = Arrival::when_gone;
      later.arrives_after = previous;
      later.spec.uid.clear();
      if (returning.same_name)
        later.spec.generation = time;
      else
        later.spec.name += fmt::format("-{}", time + 1);
      check_not_taken(later.spec.full_name(), returning.source, pods);
      previous = later.spec.full_name();
    }
  }
}

}  // namespace

void apply_pod_settings(const PodSettings& settings, const Scenario& scenario,
                        std::vector<ManifestPod>& pods) {
  apply_arrivals(settings, pods);
  check_all_arrive(settings, pods);
  apply_budget(
      settings.deletable, scenario.faults.external_deletes, &PodSpec::may_be_deleted,
      [](const ManifestPod& pod) { return pod.bound(); }, pods);
  apply_budget(
      settings.bindable, scenario.faults.external_binds, &PodSpec::may_be_bound,
      [](const ManifestPod&) { return true; }, pods);
  apply_plugin_pods(settings.permit_wait, &PodSpec::waits_in_permit, settings, pods);
  apply_plugin_pods(settings.prebind, &PodSpec::has_prebind_work, settings, pods);
  add_returning(settings, pods);
}

void apply_node_settings(const PodSettings& settings, const Scenario& scenario,
                         std::vector<ManifestNode>& nodes) {
  if (scenario.faults.node_deletes == 0) return;
  for (ManifestNode& node : nodes)
    if (!settings.deletable_nodes.given) node.spec.may_be_deleted = true;
  for (const auto& [name, place] : settings.deletable_nodes.names) {
    const auto found = std::find_if(nodes.begin(), nodes.end(), [&](const ManifestNode& node) {
      return node.spec.name == name;
    });
    if (found == nodes.end()) {
      std::vector<std::string_view> known;
      for (const ManifestNode& node : nodes) known.emplace_back(node.spec.name);
      place.fail(fmt::format("node {} is not among the nodes of the scenario{}", name,
                             suggestion(name, known)));
    }
    found->spec.may_be_deleted = true;
  }
}

}  // namespace preemptcheck::model
