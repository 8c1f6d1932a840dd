// The settings object: apiVersion preemptcheck/v1, kind Scenario.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "model/manifest_parts.h"
#include "model/nearest_name.h"

namespace preemptcheck::model {
namespace {

// More faults in one run than this multiply the states beyond any search.
constexpr std::int64_t max_faults = 16;

template <typename Value>
struct Word {
  std::string_view name;
  Value value;
};

/// The value that a word stands for; fails on a word that is none of them.
template <typename Value, std::size_t count>
Value read_word(const YamlNode& node, const std::array<Word<Value>, count>& words) {
  const std::string& text = node.text();
  std::vector<std::string_view> known;
  for (const Word<Value>& word : words) {
    if (word.name == text) return word.value;
    known.push_back(word.name);
  }
  node.fail(fmt::format("'{}' is not known{}", text, suggestion(text, known)));
}

constexpr std::array arrival_words = {Word<Arrival>{"atStart", Arrival::at_start},
                                      Word<Arrival>{"anytime", Arrival::anytime}};
constexpr std::array kubelet_words = {Word<bool>{"fair", true}, Word<bool>{"unfair", false}};
constexpr std::array timer_words = {Word<bool>{"lastResort", false}, Word<bool>{"anytime", true}};
constexpr std::array verdict_words = {Word<Verdict>{"holds", Verdict::holds},
                                      Word<Verdict>{"violated", Verdict::violated},
                                      Word<Verdict>{"inconclusive", Verdict::inconclusive}};

/// "a" stands for "default/a", as in kubectl.
std::string read_pod_name(const std::string& text) {
  return text.find('/') == text.npos ? "default/" + text : text;
}

void read_faults(const YamlNode& faults, Scenario& scenario, PodSettings& pods) {
  faults.check_keys({"apiErrors", "externalDeletes", "externalDeletePods", "schedulerRestarts"});
  const auto budget = [&](std::string_view key) {
    const YamlNode value = faults[key];
    return static_cast<std::uint8_t>(value.present() ? value.integer(0, max_faults) : 0);
  };
  scenario.faults.api_errors = budget("apiErrors");
  scenario.faults.external_deletes = budget("externalDeletes");
  if (budget("schedulerRestarts") > 0) {
    faults["schedulerRestarts"].fail("restarts of the scheduler are not modelled; write 0");
  }
  const YamlNode named = faults["externalDeletePods"];
  pods.deletes_named = named.present();
  if (pods.deletes_named && scenario.faults.external_deletes == 0) {
    named.fail(
        "without externalDeletes nobody deletes these pods; set externalDeletes to 1 or more");
  }
  for (const YamlNode& pod : named.items()) {
    pods.deletable.emplace_back(read_pod_name(pod.text()), pod);
  }
}

void read_arrivals(const YamlNode& arrivals, PodSettings& pods) {
  arrivals.check_keys({"default", "pods"});
  if (const YamlNode value = arrivals["default"]; value.present()) {
    pods.default_arrival = read_word(value, arrival_words);
  }
  for (const auto& [name, value] : arrivals["pods"].entries()) {
    PodSettings::ArrivalOf& arrival = pods.arrivals.emplace_back();
    arrival.pod = read_pod_name(name);
    arrival.source = value;
    if (value.is_map()) {
      value.check_keys({"after", "whilePreempting"});
      const YamlNode after = value["after"];
      const YamlNode while_preempting = value["whilePreempting"];
      if (after.present() == while_preempting.present())
        value.fail("give either after or whilePreempting");
      arrival.arrival = after.present() ? Arrival::after_pod : Arrival::while_preempting;
      arrival.other = after.present() ? after : while_preempting;
      arrival.after = read_pod_name(arrival.other.text());
    } else {
      arrival.arrival = read_word(value, arrival_words);
    }
  }
}

/// A verdict alone is the one for the release that the file is about.
void read_expectations(const YamlNode& spec, Scenario& scenario) {
  const YamlNode release = spec["release"];
  const Release own = release.present() ? read_release(release.text(), release) : newest_release;
  for (const auto& [property, value] : spec["expect"].entries()) {
    if (!value.is_map()) {
      scenario.expectations.push_back({property, own, read_word(value, verdict_words)});
      continue;
    }
    for (const auto& [name, verdict] : value.entries()) {
      scenario.expectations.push_back(
          {property, read_release(name, verdict), read_word(verdict, verdict_words)});
    }
  }
}

void read_spec(const YamlNode& spec, const Overrides& overrides, Scenario& scenario,
               PodSettings& pods) {
  spec.check_keys({"release", "featureGates", "switches", "executorParallelism", "faults",
                   "arrivals", "gracefulTermination", "kubelet", "timers", "properties", "expect"});
  read_switches(spec, overrides, scenario);
  if (const YamlNode workers = spec["executorParallelism"]; workers.present()) {
    scenario.executor_parallelism = static_cast<std::uint8_t>(workers.integer(1, 16));
  }
  read_faults(spec["faults"], scenario, pods);
  read_arrivals(spec["arrivals"], pods);
  scenario.graceful_termination = spec["gracefulTermination"].flag_or(false);
  if (const YamlNode kubelet = spec["kubelet"]; kubelet.present()) {
    scenario.kubelet_fair = read_word(kubelet, kubelet_words);
  }
  if (const YamlNode timers = spec["timers"]; timers.present()) {
    scenario.timers_anytime = read_word(timers, timer_words);
  }
  for (const YamlNode& property : spec["properties"].items()) {
    scenario.properties.push_back(property.text());
  }
  read_expectations(spec, scenario);
}

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

}  // namespace

PodSettings read_settings(const YamlNode& object, const Overrides& overrides, Scenario& scenario) {
  PodSettings pods;
  object.check_keys({"apiVersion", "kind", "metadata", "spec"});
  if (const YamlNode name = object["metadata"]["name"]; name.present()) scenario.name = name.text();
  read_spec(object["spec"], overrides, scenario, pods);
  return pods;
}

void apply_pod_settings(const PodSettings& settings, const Scenario& scenario,
                        std::vector<ManifestPod>& pods) {
  apply_arrivals(settings, pods);
  check_all_arrive(settings, pods);
  if (scenario.faults.external_deletes == 0) return;
  for (ManifestPod& pod : pods) {
    if (!settings.deletes_named) pod.spec.may_be_deleted = pod.bound();
  }
  for (const auto& [name, place] : settings.deletable) {
    pods[index_of(name, place, pods)].spec.may_be_deleted = true;
  }
}

}  // namespace preemptcheck::model
