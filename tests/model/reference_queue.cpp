#include "tests/model/reference_queue.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace preemptcheck::model::reference {

namespace {

constexpr const char* fit = "NodeResourcesFit";
constexpr const char* default_preemption = "DefaultPreemption";

bool is_wildcard(const Event& event) {
  return event.label == "UnschedulableTimeout" || event.label == "ForceActivate";
}

}  // namespace

Profile profile_of(Release release) {
  // The tests are about these four.
  if (release == Release::v1_33) return {true, true, true, false, false, false, true, false};
  if (release == Release::v1_35) return {true, true, true, true, true, true, true, true};
  if (release == Release::v1_37) return {true, true, true, true, true, false, true, true};
  return {};
}

Queue::Queue(Profile given_profile, std::vector<int> given_priorities)
    : profile(given_profile), priorities(std::move(given_priorities)) {}

bool Queue::gate_is_closed(int pod) const {
  if (!profile.async || !preempting.contains(pod)) return false;
  const auto last = last_victims.find(pod);
  if (!profile.gate_looks_at_lister || last == last_victims.end()) return true;
  const Listed& victim = lister.at(last->second);
  return victim.present && !victim.terminating;
}

void Queue::run_pre_enqueue(int pod, Entry& entry) const {
  entry.gating_plugin.clear();
  if (!gate_is_closed(pod)) return;
  entry.gating_plugin = default_preemption;
  entry.rejectors.insert(default_preemption);
}

bool Queue::move_to_active(int pod, Entry entry, bool skip_pre_enqueue, bool renominate) {
  if (!skip_pre_enqueue) run_pre_enqueue(pod, entry);
  const int nominated = entry.nominated;
  if (!entry.gating_plugin.empty()) {
    unschedulable[pod] = std::move(entry);
    return false;
  }
  unschedulable.erase(pod);
  backoff.erase(pod);
  active[pod] = std::move(entry);
  if (renominate) {
    nominations.erase(pod);
    if (nominated != -1) add_nominated(pod, nominated);
  }
  return true;
}

void Queue::move_to_backoff(int pod, Entry entry) {
  if (profile.pop_from_backoff) {
    run_pre_enqueue(pod, entry);
    if (!entry.gating_plugin.empty()) {
      unschedulable[pod] = std::move(entry);
      return;
    }
  }
  unschedulable.erase(pod);
  backoff[pod] = std::move(entry);
}

void Queue::add(int pod, int nominated) {
  Entry entry;
  entry.nominated = nominated;
  entry.timestamp = ++clock_;
  move_to_active(pod, std::move(entry), false, true);
}

void Queue::update(int pod, int old_nominated, int new_nominated) {
  if (profile.hints && in_flight(pod)) return;  // a Pod/Update event; no hint of ours looks at it
  for (auto* part : {&active, &backoff, &unschedulable}) {
    const auto found = part->find(pod);
    if (found == part->end()) continue;
    found->second.nominated = new_nominated;
    update_nominated(pod, old_nominated, new_nominated);
    return;
  }
  add(pod, new_nominated);
}

void Queue::remove(int pod) {
  nominations.erase(pod);
  active.erase(pod);
  backoff.erase(pod);
  unschedulable.erase(pod);
}

bool Queue::pop(std::optional<int> early) {
  const std::vector<int> order = active_in_order();
  auto& from = order.empty() ? backoff : active;
  const int pod = order.empty() ? *early : order.front();
  Entry entry = from.at(pod);
  from.erase(pod);
  if (profile.hints) {
    if (in_flight(pod)) return false;
    in_flight_events.push_back({pod, {}});
  }
  ++scheduling_cycle_;
  entry.backing_off = false;
  popped[pod] = std::move(entry);
  return true;
}

void Queue::done(int pod) {
  std::erase_if(in_flight_events, [&](const InFlight& item) { return item.pod == pod; });
  while (!in_flight_events.empty() && !in_flight_events.front().pod)
    in_flight_events.erase(in_flight_events.begin());
}

void Queue::add_unschedulable(int pod, const std::set<std::string>& rejectors) {
  Entry entry = std::move(popped.at(pod));
  popped.erase(pod);
  if (!queued(pod)) {
    entry.rejectors = rejectors;
    entry.gating_plugin.clear();
    entry.nominated = lister.at(pod).nominated;
    entry.timestamp = ++clock_;
    entry.backing_off = true;
    if (!profile.hints) {
      if (move_request_cycle_ >= scheduling_cycle_ || rejectors.empty())
        move_to_backoff(pod, std::move(entry));
      else
        unschedulable[pod] = std::move(entry);
    } else if (replay_says_requeue(pod, entry)) {
      requeue(pod, entry);
    } else {
      unschedulable[pod] = std::move(entry);
    }
  }
  done(pod);
}

bool Queue::replay_says_requeue(int pod, const Entry& entry) const {
  if (entry.rejectors.empty()) return true;
  const auto marker = std::find_if(in_flight_events.begin(), in_flight_events.end(),
                                   [&](const InFlight& item) { return item.pod == pod; });
  if (marker == in_flight_events.end()) return true;  // an error there
  return std::any_of(marker, in_flight_events.end(), [&](const InFlight& item) {
    return !item.pod && worth_requeuing(pod, entry, item.event);
  });
}

bool Queue::worth_requeuing(int pod, const Entry& entry, const Event& event) const {
  if (entry.rejectors.empty()) return true;
  if (is_wildcard(event)) return !event.about || event.about == pod;
  if (event.label != "AssignedPodDelete" || !entry.rejectors.contains(fit)) return false;
  if (!profile.hints) return true;
  return event.had_node || (event.had_nomination && profile.fit_takes_nominated);
}

void Queue::requeue(int pod, const Entry& entry) {
  if (entry.backing_off)
    move_to_backoff(pod, entry);
  else
    move_to_active(pod, entry, false, false);
}

void Queue::move_all(const Event& event, std::optional<int> priority_max,
                     std::optional<int> except) {
  std::vector<int> pods;
  for (const auto& [pod, entry] : unschedulable) {
    const int priority = priorities[static_cast<std::size_t>(pod)];
    if ((!priority_max || priority <= *priority_max) && except != pod) pods.push_back(pod);
  }
  move(pods, event);
}

void Queue::move(const std::vector<int>& pods, const Event& event) {
  for (const int pod : pods) {
    const Entry entry = unschedulable.at(pod);
    if (!entry.gating_plugin.empty()) {
      const bool wildcard = is_wildcard(event);
      const bool registered = event.label == "AssignedPodDelete";
      if (wildcard ? profile.gated_ignore_wildcards : profile.gated_ignore_events && !registered)
        continue;
    }
    if (!worth_requeuing(pod, entry, event)) continue;
    unschedulable.erase(pod);
    requeue(pod, entry);
  }
  move_request_cycle_ = scheduling_cycle_;
  const bool any_in_flight = std::any_of(in_flight_events.begin(), in_flight_events.end(),
                                         [](const InFlight& item) { return item.pod.has_value(); });
  if (profile.hints && any_in_flight) in_flight_events.push_back({std::nullopt, event});
}

void Queue::activate(int pod) {
  bool added = false;
  if (unschedulable.contains(pod)) {
    added = move_to_active(pod, Entry(unschedulable.at(pod)), false, false);
  } else if (backoff.contains(pod)) {
    Entry entry = backoff.at(pod);
    backoff.erase(pod);
    const bool trusted = profile.pop_from_backoff && profile.activate_trusts_backoff;
    added = move_to_active(pod, std::move(entry), trusted, false);
  }
  if (added) return;
  if (in_flight(pod))
    in_flight_events.push_back({std::nullopt, {"ForceActivate", false, false, pod}});
  move_request_cycle_ = scheduling_cycle_;
}

void Queue::backoff_over(const std::set<int>& pods) {
  for (const int pod : pods) {
    for (auto* part : {&active, &backoff, &unschedulable})
      if (part->contains(pod)) part->at(pod).backing_off = false;
    if (!backoff.contains(pod)) continue;
    Entry entry = backoff.at(pod);
    backoff.erase(pod);
    move_to_active(pod, std::move(entry), profile.pop_from_backoff, false);
  }
}

void Queue::flush() {
  std::vector<int> pods;
  for (const auto& [pod, entry] : unschedulable) pods.push_back(pod);
  if (!pods.empty()) move(pods, {"UnschedulableTimeout", false, false, std::nullopt});
}

void Queue::nominate(int pod, std::optional<int> override_with) {
  nominations.erase(pod);
  const int node = override_with ? *override_with : lister.at(pod).nominated;
  if (node != -1) add_nominated(pod, node);
}

void Queue::add_nominated(int pod, int node) {
  const Listed& listed = lister.at(pod);
  if (listed.present && !listed.assigned) nominations[pod] = node;
}

void Queue::update_nominated(int pod, int old_nominated, int new_nominated) {
  int node = new_nominated;
  if (old_nominated == -1 && new_nominated == -1 && nominations.contains(pod))
    node = nominations.at(pod);
  nominations.erase(pod);
  if (node != -1) add_nominated(pod, node);
}

std::vector<int> Queue::active_in_order() const {
  std::vector<std::tuple<int, long, int>> order;
  for (const auto& [pod, entry] : active)
    order.emplace_back(-priorities[static_cast<std::size_t>(pod)], entry.timestamp, pod);
  std::sort(order.begin(), order.end());
  std::vector<int> pods;
  for (const auto& [priority, timestamp, pod] : order) pods.push_back(pod);
  return pods;
}

std::set<int> Queue::poppable_early() const {
  std::set<int> pods;
  for (const auto& [pod, entry] : backoff)
    if (!entry.rejectors.empty()) pods.insert(pod);
  return pods;
}

bool Queue::queued(int pod) const {
  return active.contains(pod) || backoff.contains(pod) || unschedulable.contains(pod);
}

bool Queue::in_flight(int pod) const {
  return std::any_of(in_flight_events.begin(), in_flight_events.end(),
                     [&](const InFlight& item) { return item.pod == pod; });
}

}  // namespace preemptcheck::model::reference
