// What differs between two worlds.
#include <fmt/format.h>

#include "model/executor.h"
#include "model/narrate.h"
#include "model/program_of.h"

namespace preemptcheck::model {

namespace {

using Lines = std::vector<std::string>;

/// Copies: modelled functions take a world that they may change.
struct Pair {
  const Model& model;
  World before;
  World after;

  [[nodiscard]] Cluster was() { return {before, model}; }
  [[nodiscard]] Cluster is() { return {after, model}; }
};

/// How one view of a pod (the API server's, the lister's, the cache's) changed.
void view_changes(const Model& model, std::string_view view, PodId pod, const PodObject& before,
                  const PodObject& after, Lines& out) {
  if (before == after) return;
  const std::string name = pod_name(model, pod);
  if (!after.present()) {
    out.push_back(fmt::format("{}: {} {}", view, name, view == "API" ? "deleted" : "gone"));
    return;
  }
  // Bits, nomination and node of one object change together at most in its creation.
  const WatchEvent event{.before = before, .after = after, .pod = pod};
  out.push_back(fmt::format("{}: {}", view, describe_event(model, event)));
  const bool two_at_once = before.present() && before.nominated != after.nominated &&
                           before.condition() != after.condition() && before.node == after.node;
  if (!two_at_once) return;
  PodObject between = before;
  between.nominated = after.nominated;
  const WatchEvent second{.before = between, .after = after, .pod = pod};
  out.push_back(fmt::format("{}: {}", view, describe_event(model, second)));
}

void cache_changes(const Model& model, PodId pod, const PodState& before, const PodState& after,
                   Lines& out) {
  const bool was_assumed = before.has(PodState::assumed_bit);
  const bool is_assumed = after.has(PodState::assumed_bit);
  const std::string name = pod_name(model, pod);
  if (is_assumed && !was_assumed) {
    out.push_back(fmt::format("cache: {} assumed on {}", name, node_name(model, after.cache.node)));
  } else if (was_assumed && !is_assumed && after.cache.present()) {
    out.push_back(
        fmt::format("cache: {} confirmed on {}", name, node_name(model, after.cache.node)));
  } else if (!before.cache.present() && after.cache.present()) {
    out.push_back(fmt::format("cache: {} on {}", name, node_name(model, after.cache.node)));
  } else {
    view_changes(model, "cache", pod, before.cache, after.cache, out);
  }
}

void queue_changes(const Model& model, PodId pod, const PodState& before, const PodState& after,
                   Lines& out) {
  const std::string name = pod_name(model, pod);
  const std::string was = queue_place(before);
  const std::string is = queue_place(after);
  if (was != is) out.push_back(fmt::format("queue: {} {} -> {}", name, was, is));
  const auto events = [](const PodState& state) {
    return state.flight & ~unsigned{PodState::in_flight_bit};
  };
  if (after.in_flight() && (events(after) & ~events(before)) != 0)
    out.push_back(fmt::format("queue: event kept for {}, which is in flight", name));
  const bool backed_off = before.queued.has(QueuedPodInfo::backing_off_bit) &&
                          !after.queued.has(QueuedPodInfo::backing_off_bit) &&
                          after.place != QueuePlace::none;
  if (backed_off) out.push_back(fmt::format("queue: backoff of {} is over", name));
}

void preemptor_changes(Pair& worlds, PodId pod, Lines& out) {
  const Model& model = worlds.model;
  const PodState& before = worlds.before.pods[pod];
  const PodState& after = worlds.after.pods[pod];
  const std::string name = pod_name(model, pod);
  if (before.nominated_node != after.nominated_node)
    out.push_back(fmt::format("nominator: {} -> {}", name, node_name(model, after.nominated_node)));
  const bool was_preempting = before.has(PodState::preempting_bit);
  const bool is_preempting = after.has(PodState::preempting_bit);
  if (was_preempting != is_preempting)
    out.push_back(fmt::format("preempting {}= {}", is_preempting ? '+' : '-', name));
  if (before.last_victim != after.last_victim)
    out.push_back(after.last_victim == no_pod
                      ? fmt::format("last victim of {} forgotten", name)
                      : fmt::format("last victim of {} registered: {}", name,
                                    pod_name(model, after.last_victim)));
  if (!model.scenario.switches.on(Switch::preenqueue_gate)) return;
  const bool was_closed = IsPodRunningPreemption(worlds.was(), pod);
  const bool is_closed = IsPodRunningPreemption(worlds.is(), pod);
  if (was_closed != is_closed)
    out.push_back(fmt::format("gate of {} {}", name, is_closed ? "closes" : "opens"));
}

void binding_changes(const Model& model, PodId pod, const PodState& before, const PodState& after,
                     Lines& out) {
  const std::string name = pod_name(model, pod);
  for (std::size_t i = 0; i < after.bindings.size(); ++i) {
    const NodeId was = before.bindings[i].host;
    const NodeId is = after.bindings[i].host;
    if (was == is) continue;
    out.push_back(is == no_node ? fmt::format("binding cycle of {} ends", name)
                                : fmt::format("binding cycle of {} to {} starts", name,
                                              node_name(model, is)));
  }
}

/// What happens to a pod between assume and bind.
void waiting_changes(const Model& model, PodId pod, const BindingCycle& before,
                     const BindingCycle& after, Lines& out) {
  const std::string name = pod_name(model, pod);
  const auto note = [&](std::uint8_t bit, std::string_view begins, std::string_view ends) {
    const std::string_view text = after.has(bit) ? begins : ends;
    if (before.has(bit) != after.has(bit) && !text.empty())
      out.push_back(fmt::format("{} {}", name, text));
  };
  note(BindingCycle::waiting_bit, "waits in Permit", "no longer waits in Permit");
  note(BindingCycle::in_prebind_bit, "is in PreBind", "leaves PreBind");
  note(BindingCycle::cancelled_bit, "has its binding cancelled", "");
  if (before.signal == after.signal) return;
  switch (after.signal) {
    case PermitSignal::none:
      break;
    case PermitSignal::allowed:
      out.push_back(fmt::format("{} is allowed", name));
      break;
    case PermitSignal::rejected:
    case PermitSignal::rejected_as_deleted:
      out.push_back(fmt::format("{} is rejected", name));
      break;
    case PermitSignal::preempted:
      out.push_back(fmt::format("{} is rejected by its preemptor", name));
      break;
  }
}

void call_changes(const Model& model, PodId pod, const StatusPatchCall& before,
                  const StatusPatchCall& after, Lines& out) {
  const bool same = before.bits == after.bits && before.nominated == after.nominated &&
                    before.condition == after.condition;
  if (same || !after.present()) return;
  out.push_back(fmt::format(
      "dispatcher: status patch of {} {}", pod_name(model, pod),
      after.overrides() ? fmt::format("waits, nominating {}", node_name(model, after.nominated))
                        : "waits"));
}

void cycle_changes(const Model& model, const SchedulingThread& before,
                   const SchedulingThread& after, Lines& out) {
  const bool filtered = before.feasible == 0 && before.unschedulable == 0 &&
                        before.unresolvable == 0 &&
                        (after.feasible | after.unschedulable | after.unresolvable) != 0;
  const std::string pod = pod_name(model, after.cycle.pod);
  if (filtered && after.feasible != 0)
    out.push_back(fmt::format("filter: {} fits on {}", pod, node_names_of(model, after.feasible)));
  if (filtered && after.feasible == 0)
    out.push_back(fmt::format("filter: {} fits nowhere; preemption may help on: {}", pod,
                              node_names_of(model, after.unschedulable)));
  for (NodeId n = 0; before.candidates == 0 && n < model.nodes_count; ++n)
    if (contains_node(after.candidates, n))
      out.push_back(fmt::format("candidate: {}, victims {}", node_name(model, n),
                                names_of(model, after.victims_on[static_cast<std::uint8_t>(n)])));
  if (before.selected == 0 && after.selected != 0)
    out.push_back(fmt::format("victims chosen for {} on {}: {}", pod,
                              node_name(model, after.selected_node),
                              names_of(model, after.selected)));
}

void preemption_changes(const Model& model, PreemptionId id, const Preemption& before,
                        const Preemption& after, Lines& out) {
  const auto say = [&](std::string_view what) {
    out.push_back(fmt::format("preemption {} {}", id + 1, what));
  };
  if (before.phase != after.phase) {
    switch (after.phase) {
      case PreemptionPhase::running:
        say(fmt::format("starts: {} on {}", pod_name(model, after.preemptor),
                        node_name(model, after.node)));
        break;
      case PreemptionPhase::draining:
        say(fmt::format("is done; the cache still has {}", names_of(model, after.victims)));
        break;
      case PreemptionPhase::free:
        say("is over");
        break;
    }
  }
  if (before.victim_failed == 0 && after.victim_failed != 0)
    say("has failed: a victim's call failed");
  if (before.cancelled == 0 && after.cancelled != 0) say("cancels the calls to its other victims");
  if (before.pieces == 0 && after.pieces != 0)
    say(fmt::format("hands {} victim{} to its workers", after.pieces,
                    after.pieces == 1 ? "" : "s"));
}

void node_changes(const Model& model, const World& before, const World& after, Lines& out) {
  const auto note = [&](std::string_view view, NodeSet was, NodeSet is) {
    const auto gone = static_cast<NodeSet>(is & ~unsigned{was});
    if (gone != 0) out.push_back(fmt::format("{}: {} gone", view, node_names_of(model, gone)));
  };
  note("API", before.nodes_deleted, after.nodes_deleted);
  note("cache", before.nodes_forgotten, after.nodes_forgotten);
}

void stream_changes(const Model& model, const World& before, const World& after, Lines& out) {
  for (std::uint8_t i = after.events_count; i < before.events_count; ++i) {
    const auto first = static_cast<std::size_t>(i - after.events_count);
    out.push_back(fmt::format("watch event done: {}", describe_event(model, before.events[first])));
  }
  for (std::uint8_t i = before.events_count; i < after.events_count; ++i)
    out.push_back(fmt::format("watch event queued: {}", describe_event(model, after.events[i])));
}

void budget_changes(const World& before, const World& after, Lines& out) {
  if (before.api_errors_left != after.api_errors_left)
    out.push_back(fmt::format("failed API calls left: {}", after.api_errors_left));
  if (before.external_deletes_left != after.external_deletes_left)
    out.push_back(fmt::format("external deletes left: {}", after.external_deletes_left));
  const auto left = [&](std::uint8_t was, std::uint8_t is, std::string_view what) {
    if (was != is) out.push_back(fmt::format("{} left: {}", what, is));
  };
  left(before.lost_replies_left, after.lost_replies_left, "lost replies");
  left(before.conflicts_left, after.conflicts_left, "conflicts");
  left(before.permit_rejections_left, after.permit_rejections_left, "rejections in Permit");
  left(before.external_binds_left, after.external_binds_left, "external binds");
  left(before.node_deletes_left, after.node_deletes_left, "node deletes");
  left(before.restarts_left, after.restarts_left, "restarts");
  if (before.moved_since_pop == 0 && after.moved_since_pop != 0)
    out.emplace_back("queue: a move request since the pop is noted");
  if (before.bound != after.bound && after.bound != ModelBound::none)
    out.push_back(fmt::format("bound of the model: {}", describe(after.bound)));
}

}  // namespace

Lines changes(const Model& model, const World& before, const World& after) {
  Pair worlds{model, before, after};
  Lines out;
  cycle_changes(model, before.thread, after.thread, out);
  for (PodId p = 0; p < model.pods_count; ++p) {
    const PodState& was = before.pods[p];
    const PodState& is = after.pods[p];
    view_changes(model, "API", p, was.api, is.api, out);
    view_changes(model, "lister", p, was.lister, is.lister, out);
    cache_changes(model, p, was, is, out);
    queue_changes(model, p, was, is, out);
    preemptor_changes(worlds, p, out);
    binding_changes(model, p, was, is, out);
    for (std::size_t i = 0; i < is.bindings.size(); ++i)
      waiting_changes(model, p, was.bindings[i], is.bindings[i], out);
    call_changes(model, p, was.queued_call, is.queued_call, out);
  }
  for (PreemptionId id = 0; id < model.preemptions_count; ++id)
    preemption_changes(model, id, before.preemptions[id], after.preemptions[id], out);
  node_changes(model, before, after, out);
  stream_changes(model, before, after, out);
  budget_changes(before, after, out);
  const PodId attempted = before.thread.cycle.pod;
  if (attempted != no_pod && after.thread.cycle.pod == no_pod)
    out.push_back(fmt::format("scheduling cycle of {} ends", pod_name(model, attempted)));
  return out;
}

}  // namespace preemptcheck::model
