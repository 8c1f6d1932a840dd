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
constexpr std::int64_t max_returns = 8;

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
constexpr std::array fairness_words = {Word<bool>{"fair", true}, Word<bool>{"unfair", false}};
constexpr std::array timer_words = {Word<bool>{"lastResort", false}, Word<bool>{"anytime", true}};
constexpr std::array verdict_words = {Word<Verdict>{"holds", Verdict::holds},
                                      Word<Verdict>{"violated", Verdict::violated},
                                      Word<Verdict>{"inconclusive", Verdict::inconclusive}};

/// "a" stands for "default/a", as in kubectl.
std::string read_pod_name(const std::string& text) {
  return text.find('/') == text.npos ? "default/" + text : text;
}

/// A list of names that a budget is for. Without the budget the list does nothing: a mistake.
void read_named(const YamlNode& faults, const char* key, const char* budget_key, unsigned budget,
                PodSettings::NameList& out) {
  const YamlNode list = faults[key];
  out.given = list.present();
  if (out.given && budget == 0) {
    list.fail(fmt::format("without {} nothing happens to these; set {} to 1 or more", budget_key,
                          budget_key));
  }
  const bool are_pods = std::string_view(key) != "nodeDeleteNodes";
  for (const YamlNode& item : list.items())
    out.names.emplace_back(are_pods ? read_pod_name(item.text()) : item.text(), item);
}

void read_faults(const YamlNode& faults, Scenario& scenario, PodSettings& pods) {
  faults.check_keys({"apiErrors", "lostReplies", "conflicts", "externalDeletes",
                     "externalDeletePods", "externalBinds", "externalBindPods", "nodeDeletes",
                     "nodeDeleteNodes", "permitRejections", "schedulerRestarts"});
  const auto budget = [&](std::string_view key) {
    const YamlNode value = faults[key];
    return static_cast<std::uint8_t>(value.present() ? value.integer(0, max_faults) : 0);
  };
  scenario.faults.api_errors = budget("apiErrors");
  scenario.faults.lost_replies = budget("lostReplies");
  scenario.faults.conflicts = budget("conflicts");
  scenario.faults.external_deletes = budget("externalDeletes");
  scenario.faults.external_binds = budget("externalBinds");
  scenario.faults.node_deletes = budget("nodeDeletes");
  scenario.faults.permit_rejections = budget("permitRejections");
  scenario.faults.scheduler_restarts = budget("schedulerRestarts");
  read_named(faults, "externalDeletePods", "externalDeletes", scenario.faults.external_deletes,
             pods.deletable);
  read_named(faults, "externalBindPods", "externalBinds", scenario.faults.external_binds,
             pods.bindable);
  read_named(faults, "nodeDeleteNodes", "nodeDeletes", scenario.faults.node_deletes,
             pods.deletable_nodes);
}

/// What the scheduler's plugins do with single pods, and which pods a controller brings back.
void read_pod_lists(const YamlNode& spec, Scenario& scenario, PodSettings& pods) {
  const YamlNode binding = spec["binding"];
  binding.check_keys({"permitWait", "preBind", "finishes"});
  scenario.binding_finishes = binding["finishes"].flag_or(true);
  for (const YamlNode& pod : binding["permitWait"].items())
    pods.permit_wait.emplace_back(read_pod_name(pod.text()), pod);
  if (pods.permit_wait.empty() && scenario.faults.permit_rejections > 0)
    spec["faults"]["permitRejections"].fail(
        "no pod waits in Permit; name some in spec.binding.permitWait");
  for (const YamlNode& pod : binding["preBind"].items())
    pods.prebind.emplace_back(read_pod_name(pod.text()), pod);
  const YamlNode controllers = spec["controllers"];
  controllers.check_keys({"recreate", "replace"});
  for (const bool same_name : {true, false})
    for (const auto& [name, times] : controllers[same_name ? "recreate" : "replace"].entries())
      pods.returning.push_back({read_pod_name(name),
                                static_cast<std::uint8_t>(times.integer(1, max_returns)), same_name,
                                times});
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

/// "1.33" or "1.33..1.36": all releases from the one to the other; patch releases are left out, for
/// they are looked at one by one.
std::vector<Release> read_release_range(const std::string& text, const YamlNode& place) {
  const std::size_t dots = text.find("..");
  const Release first = read_release(text.substr(0, dots), place);
  const Release last = dots == text.npos ? first : read_release(text.substr(dots + 2), place);
  if (last < first)
    place.fail(fmt::format("'{}' goes backwards; write the earlier release first", text));
  std::vector<Release> releases;
  for (auto r = static_cast<unsigned>(first); r <= static_cast<unsigned>(last); ++r) {
    const auto release = static_cast<Release>(r);
    if (!info(release).is_patch || release == first || release == last) releases.push_back(release);
  }
  return releases;
}

void add_expectation(const std::string& property, Release release, const YamlNode& verdict,
                     Scenario& scenario) {
  for (const Expectation& earlier : scenario.expectations)
    if (earlier.property == property && earlier.release == release)
      verdict.fail(fmt::format("release {} is given twice", info(release).name));
  scenario.expectations.push_back({property, release, read_word(verdict, verdict_words)});
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
      for (const Release one : read_release_range(name, verdict))
        add_expectation(property, one, verdict, scenario);
    }
  }
}

void read_spec(const YamlNode& spec, const Overrides& overrides, Scenario& scenario,
               PodSettings& pods) {
  spec.check_keys({"release", "featureGates", "switches", "executorParallelism", "faults",
                   "arrivals", "binding", "controllers", "gracefulTermination", "kubelet", "timers",
                   "flush", "properties", "expect"});
  read_switches(spec, overrides, scenario);
  if (const YamlNode workers = spec["executorParallelism"]; workers.present()) {
    scenario.executor_parallelism = static_cast<std::uint8_t>(workers.integer(1, 16));
  }
  read_faults(spec["faults"], scenario, pods);
  read_arrivals(spec["arrivals"], pods);
  read_pod_lists(spec, scenario, pods);
  scenario.graceful_termination = spec["gracefulTermination"].flag_or(false);
  if (const YamlNode kubelet = spec["kubelet"]; kubelet.present()) {
    scenario.kubelet_fair = read_word(kubelet, fairness_words);
  }
  if (const YamlNode flush = spec["flush"]; flush.present()) {
    scenario.flush_fair = read_word(flush, fairness_words);
  }
  if (const YamlNode timers = spec["timers"]; timers.present()) {
    scenario.timers_anytime = read_word(timers, timer_words);
  }
  for (const YamlNode& property : spec["properties"].items()) {
    scenario.properties.push_back(property.text());
  }
  read_expectations(spec, scenario);
}

}  // namespace

PodSettings read_settings(const YamlNode& object, const Overrides& overrides, Scenario& scenario) {
  PodSettings pods;
  object.check_keys({"apiVersion", "kind", "metadata", "spec"});
  if (const YamlNode name = object["metadata"]["name"]; name.present()) scenario.name = name.text();
  read_spec(object["spec"], overrides, scenario, pods);
  return pods;
}

}  // namespace preemptcheck::model
