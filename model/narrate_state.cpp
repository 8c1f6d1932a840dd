// A whole state, for the end of a counterexample.
#include <fmt/format.h>

#include <algorithm>

#include "model/executor.h"
#include "model/filter.h"
#include "model/narrate.h"
#include "model/queries.h"
#include "model/sites.h"

namespace preemptcheck::model {

namespace {

using Lines = std::vector<std::string>;

/// Resources that some pod of the scenario asks for.
bool is_requested(const Model& model, std::size_t resource) {
  const auto& pods = model.scenario.pods;
  return std::any_of(pods.begin(), pods.end(),
                     [resource](const PodSpec& pod) { return pod.requests[resource] != 0; });
}

void add_node(const Cluster& c, NodeId node, Lines& out) {
  const Scenario& scenario = c.model.scenario;
  const NodeSpec& spec = scenario.nodes[static_cast<std::uint8_t>(node)];
  const PodSet cached = pods_cached_on(c, node);
  const Resources used = requests_of(c.model, cached);
  std::string text = spec.name + ":";
  for (std::size_t r = 0; r < scenario.resources.size(); ++r)
    if (is_requested(c.model, r))
      text += fmt::format(" {} {} of {},", scenario.resources[r],
                          amount_of(scenario.resources[r], used[r]),
                          amount_of(scenario.resources[r], spec.allocatable[r]));
  text += fmt::format(" in the cache: {}", names_of(c.model, cached));
  if (const PodSet bound = pods_bound_on(c, node); bound != cached)
    text += fmt::format("; in the API server: {}", names_of(c.model, bound));
  if (const PodSet nominated = pods_nominated_to(c, node); nominated != 0)
    text += fmt::format("; nominated: {}", names_of(c.model, nominated));
  out.push_back("  " + text);
}

void add_pod(const Cluster& c, PodId pod, Lines& out) {
  const PodState& state = c.pod(pod);
  const bool is_settled = state.api.assigned() && state.place == QueuePlace::none &&
                          !state.in_flight() && !state.api.terminating();
  const bool is_nowhere = !state.api.present() && state.place == QueuePlace::none;
  if (is_settled || is_nowhere) return;
  std::string text = fmt::format("{}: priority {}, {}", pod_name(c.model, pod), c.priority(pod),
                                 queue_place(state));
  const bool was_gated = state.queued.has(QueuedPodInfo::gated_bit);
  if (was_gated && !IsPodRunningPreemption(c, pod)) text += ", its gate is open by now";
  if (!state.api.present()) text += ", deleted in the API server";
  if (state.api.terminating()) text += ", terminating";
  if (state.queued.has(QueuedPodInfo::backing_off_bit)) text += ", backing off";
  if (state.has(PodState::preempting_bit))
    text +=
        IsPodRunningPreemption(c, pod) ? ", preempting, gate closed" : ", preempting, gate open";
  if (state.last_victim != no_pod)
    text += fmt::format(", last victim {}", pod_name(c.model, state.last_victim));
  out.push_back("  " + text);
}

void add_preemption(const Model& model, PreemptionId id, const Preemption& preemption, Lines& out) {
  if (preemption.phase == PreemptionPhase::free) return;
  out.push_back(fmt::format(
      "  {}: {} on {}, victims {}, {}", id + 1, pod_name(model, preemption.preemptor),
      node_name(model, preemption.node), names_of(model, preemption.victims),
      preemption.phase == PreemptionPhase::running ? "at work"
                                                   : "done, waits for the cache to lose them"));
}

void add_events(const Model& model, const World& world, Lines& out) {
  for (std::uint8_t i = 0; i < world.events_count; ++i)
    out.push_back(fmt::format(
        "  {}: {}", describe_event(model, world.events[i]),
        i < world.events_listed ? "in the lister, not handled to the end" : "not in the lister"));
}

/// Where an actor waits that has nothing to do.
bool is_idle(explorer::SiteId site) {
  constexpr std::string_view idle[] = {"scheduler/pop",
                                       "executor/start",
                                       "worker/start",
                                       "worker/patch-victim",
                                       "binding/start",
                                       "dispatcher/pop",
                                       "reflector/list",
                                       "event-handler/cache",
                                       "queue-handler/handle",
                                       "node-handler/move-all",
                                       "node-handler/remove-node",
                                       "permit-plugin/allow",
                                       "permit-plugin/reject",
                                       "kubelet/finish",
                                       "client/create",
                                       "client/delete",
                                       "client/bind",
                                       "client/delete-node",
                                       "controller/create",
                                       "pod-gc/delete",
                                       "leader/restart",
                                       "timer/backoff",
                                       "timer/flush"};
  return site < sites.size() && std::ranges::find(idle, sites[site].name) != std::end(idle);
}

void add_actors(std::span<const ActorAt> actors, Lines& out) {
  for (const ActorAt& actor : actors) {
    if (is_idle(actor.site)) continue;
    if (actor.site >= sites.size())
      out.push_back(fmt::format("  {}: has returned", actor.name));
    else
      out.push_back(fmt::format("  {}: at {}, next: {}", actor.name, sites[actor.site].name,
                                sites[actor.site].label));
  }
}

/// A heading with what belongs under it, or nothing.
template <class Add>
void section(std::string_view heading, Lines& out, const Add& add) {
  Lines lines;
  add(lines);
  if (lines.empty()) return;
  out.emplace_back(heading);
  out.insert(out.end(), lines.begin(), lines.end());
}

}  // namespace

Lines describe_state(const Model& model, const World& world, std::span<const ActorAt> actors) {
  World copy = world;
  const Cluster c{copy, model};
  Lines out;
  section("nodes", out, [&](Lines& lines) {
    for (NodeId n = 0; n < model.nodes_count; ++n) add_node(c, n, lines);
  });
  section("pods that wait or leave", out, [&](Lines& lines) {
    for (PodId p = 0; p < model.pods_count; ++p) add_pod(c, p, lines);
  });
  section("preemptions", out, [&](Lines& lines) {
    for (PreemptionId id = 0; id < model.preemptions_count; ++id)
      add_preemption(model, id, world.preemptions[id], lines);
  });
  section("watch events under way", out, [&](Lines& lines) { add_events(model, world, lines); });
  section("actors at work", out, [&](Lines& lines) { add_actors(actors, lines); });
  return out;
}

}  // namespace preemptcheck::model
