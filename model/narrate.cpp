// Names, and what a step does.
#include "model/narrate.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "model/sites.h"

namespace preemptcheck::model {

namespace {

using explorer::SiteId;

std::string_view word(ScheduledCondition condition) {
  switch (condition) {
    case ScheduledCondition::none:
      return "none";
    case ScheduledCondition::preempting:
      return "does not fit, victims chosen";
    case ScheduledCondition::not_eligible:
      return "does not fit, not eligible to preempt";
    case ScheduledCondition::preemption_not_helpful:
      return "does not fit, preemption is not helpful";
    case ScheduledCondition::preemption_failed:
      return "does not fit, preemption failed";
    case ScheduledCondition::scheduler_error:
      return "scheduler error";
    case ScheduledCondition::preempted_in_permit:
      return "preempted while it waited in Permit";
    case ScheduledCondition::rejected_in_permit:
      return "rejected in Permit";
    case ScheduledCondition::taken_back:
      return "taken back by a preemptor";
  }
  return "";
}

/// The numbers in "worker/2.1", from 0.
struct ExecutorPart {
  PreemptionId preemption = 0;
  unsigned piece = 0;
};

ExecutorPart executor_part(std::string_view actor) {
  ExecutorPart part;
  const auto number = [](std::string_view text) {
    unsigned value = 1;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value - 1;
  };
  actor.remove_prefix(std::min(actor.size(), actor.find('/') + 1));
  part.preemption = static_cast<PreemptionId>(number(actor));
  if (const auto dot = actor.find('.'); dot != std::string_view::npos)
    part.piece = number(actor.substr(dot + 1));
  return part;
}

std::string victim_for(const Model& model, PodSet victims, unsigned n, PodId preemptor) {
  if (n >= count(victims)) return "for " + pod_name(model, preemptor);
  return fmt::format("{}, for {}", pod_name(model, nth_by_importance(model, victims, n)),
                     pod_name(model, preemptor));
}

std::string nomination_to_clear(const Model& model, const Preemption& preemption) {
  if (preemption.nominations_to_clear == 0) return "";
  return pod_name(model, nth(preemption.nominations_to_clear, 0));
}

std::string of_scheduler(const Model& model, const World& world, SiteId site,
                         std::string_view choice) {
  const SchedulingThread& thread = world.thread;
  if (site == at("scheduler/pop")) return std::string(choice);
  std::string pod = pod_name(model, thread.cycle.pod);
  if (site == at("scheduler/assume") || site == at("scheduler/prepare-candidate"))
    return fmt::format("{} on {}", pod, choice);
  if (site == at("scheduler/nominate") && thread.cycle.mode == NominatingMode::override_with)
    return fmt::format("{} to {}", pod, node_name(model, thread.cycle.nominated_node));
  if (site == at("scheduler/clear-nominations") && thread.preemption < max_preemptions)
    return nomination_to_clear(model, world.preemptions[thread.preemption]);
  return pod;
}

std::string of_executor(const Model& model, const World& world, const ActorAt& actor) {
  const ExecutorPart part = executor_part(actor.name);
  if (part.preemption >= max_preemptions) return "";
  const Preemption& preemption = world.preemptions[part.preemption];
  const std::string_view site = sites[actor.site].name;
  const bool is_worker = site.starts_with("worker/");
  const bool is_last = site.ends_with("last-victim");
  if (is_worker) return victim_for(model, preemption.to_call, part.piece, preemption.preemptor);
  if (is_last)
    return victim_for(model, preemption.to_call, count(preemption.to_call) - 1,
                      preemption.preemptor);
  if (actor.site == at("executor/clear-nomination")) return nomination_to_clear(model, preemption);
  return pod_name(model, preemption.preemptor);
}

std::string of_event(const Model& model, const World& world, std::uint8_t position) {
  if (position >= world.events_count) return "";
  return describe_event(model, world.events[position]);
}

/// The pod in "binding/NAMESPACE/NAME" or "binding/NAMESPACE/NAME/2".
std::string bound_pod(std::string_view actor) {
  actor.remove_prefix(actor.find('/') + 1);
  const std::size_t name = actor.find('/') + 1;
  return std::string(actor.substr(0, actor.find('/', name)));
}

std::string subject(const Model& model, const World& world, const ActorAt& actor,
                    std::string_view choice) {
  const std::string_view site = sites[actor.site].name;
  if (site.starts_with("scheduler/")) return of_scheduler(model, world, actor.site, choice);
  if (site.starts_with("executor/") || site.starts_with("worker/"))
    return of_executor(model, world, actor);
  if (actor.name.starts_with("binding/")) return bound_pod(actor.name);
  if (actor.name == "reflector") return of_event(model, world, world.events_listed);
  if (actor.name == "event-handler") return of_event(model, world, world.events_cached);
  if (actor.name == "queue-handler") return of_event(model, world, world.events_queued);
  if (actor.name.starts_with("dispatcher/")) return actor.name.substr(actor.name.find('/') + 1);
  if (actor.name == "node-handler")
    return node_names_of(model, static_cast<NodeSet>(world.nodes_deleted & ~world.nodes_forgotten));
  return std::string(choice);
}

}  // namespace

std::string pod_name(const Model& model, PodId pod) {
  return pod < model.pods_count ? model.scenario.pods[pod].full_name() : "no pod";
}

std::string node_name(const Model& model, NodeId node) {
  if (node < 0 || node >= model.nodes_count) return "no node";
  return model.scenario.nodes[static_cast<std::uint8_t>(node)].name;
}

std::string names_of(const Model& model, PodSet pods) {
  std::string text;
  for (PodId p = 0; p < model.pods_count; ++p)
    if (contains(pods, p)) text += (text.empty() ? "" : ", ") + pod_name(model, p);
  return text.empty() ? "none" : text;
}

std::string node_names_of(const Model& model, NodeSet nodes) {
  std::string text;
  for (NodeId n = 0; n < model.nodes_count; ++n)
    if (contains_node(nodes, n)) text += (text.empty() ? "" : ", ") + node_name(model, n);
  return text.empty() ? "none" : text;
}

std::string amount_of(std::string_view resource, std::int64_t amount) {
  if (resource == "cpu")
    return amount % 1000 == 0 ? std::to_string(amount / 1000) : fmt::format("{}m", amount);
  const bool is_bytes =
      resource == "memory" || resource == "ephemeral-storage" || resource.starts_with("hugepages-");
  if (!is_bytes) return std::to_string(amount);
  constexpr std::array<std::string_view, 5> suffixes{"", "Ki", "Mi", "Gi", "Ti"};
  std::size_t suffix = 0;
  while (amount != 0 && amount % 1024 == 0 && suffix + 1 < suffixes.size()) {
    amount /= 1024;
    ++suffix;
  }
  return fmt::format("{}{}", amount, suffixes[suffix]);
}

std::string describe_event(const Model& model, const WatchEvent& event) {
  const std::string pod = pod_name(model, event.pod);
  const PodObject& before = event.before;
  const PodObject& after = event.after;
  if (!before.present()) return pod + " added";
  if (!after.present()) return pod + " deleted";
  if (before.node != after.node)
    return fmt::format("{} bound to {}", pod, node_name(model, after.node));
  if (!before.terminating() && after.terminating()) return pod + " terminating";
  if (!before.disruption_target() && after.disruption_target())
    return pod + " marked DisruptionTarget";
  if (before.nominated != after.nominated)
    return fmt::format("{} nominated to {}", pod, node_name(model, after.nominated));
  if (before.condition() != after.condition())
    return fmt::format("{} PodScheduled: {}", pod, word(after.condition()));
  return pod + " updated";
}

std::string queue_place(const PodState& pod) {
  switch (pod.place) {
    case QueuePlace::none:
      return pod.in_flight() ? "in flight" : "not queued";
    case QueuePlace::active:
      return "active";
    case QueuePlace::backoff:
      return "backoff";
    case QueuePlace::unschedulable:
      return pod.queued.has(QueuedPodInfo::gated_bit) ? "unschedulable (gated)" : "unschedulable";
  }
  return "";
}

std::string describe_step(const Model& model, const World& world, const ActorAt& actor,
                          std::string_view choice) {
  if (actor.site >= sites.size()) return "has returned";
  std::string text(sites[actor.site].label);
  const std::string about = subject(model, world, actor, choice);
  const bool is_outcome =
      about == "ok" || about == "error" || about == "lost" || about == "conflict";
  if (!about.empty() && !is_outcome) text += fmt::format(" ({})", about);
  if (choice == "error") text += ": the call fails";
  if (choice == "lost") text += ": done, but the reply is lost";
  if (choice == "conflict") text += ": it meets a conflict";
  return text;
}

}  // namespace preemptcheck::model
