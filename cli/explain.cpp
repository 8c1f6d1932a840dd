#include "cli/explain.h"

#include <fmt/format.h>

#include <optional>

#include "model/executor.h"
#include "model/sites.h"
#include "properties/registry.h"

namespace preemptcheck::cli {

namespace {

using model::PodId;
using model::PodState;
using model::World;

/// A pod's way through a recording.
class Story {
 public:
  Story(const model::Model& model, const Recording& recording, PodId pod)
      : model_(model), recording_(recording), pod_(pod) {}

  [[nodiscard]] bool gate_is_closed(std::size_t world) const {
    World copy = recording_.worlds[world];
    return model::IsPodRunningPreemption({copy, model_}, pod_);
  }

  [[nodiscard]] bool is_unschedulable(std::size_t world) const {
    return at(world).place == model::QueuePlace::unschedulable;
  }

  /// The last step in which something that could have moved the pod met its closed gate.
  [[nodiscard]] std::optional<std::size_t> last_spent_wake_up() const {
    for (std::size_t step = recording_.steps.size(); step > 0; --step)
      if (gate_is_closed(step) && is_unschedulable(step) && could_wake(step)) return step;
    return {};
  }

  [[nodiscard]] std::optional<std::size_t> gate_opens_after(std::size_t step) const {
    for (std::size_t i = step + 1; i < recording_.worlds.size(); ++i)
      if (!gate_is_closed(i)) return i;
    return {};
  }

  /// The event that a step brings, in words.
  [[nodiscard]] std::string wake_up(std::size_t step) const {
    const RecordedStep& taken = recording_.steps[step - 1];
    const World& world = recording_.worlds[step - 1];
    if (is_requeue(taken)) return "an event that was kept while it was in flight";
    const std::size_t position =
        taken.actor == "queue-handler" ? world.events_queued : world.events_cached;
    const bool handles_event = taken.actor == "event-handler" || taken.actor == "queue-handler";
    if (handles_event && position < world.events_count)
      return model::describe_event(model_, world.events[position]);
    return fmt::format("{}: {}", taken.actor, model::sites[taken.site].label);
  }

 private:
  [[nodiscard]] const PodState& at(std::size_t world) const {
    return recording_.worlds[world].pods[pod_];
  }

  [[nodiscard]] static bool is_requeue(const RecordedStep& taken) {
    return taken.site == model::at("scheduler/requeue") ||
           taken.site == model::at("binding/requeue");
  }

  [[nodiscard]] bool could_wake(std::size_t step) const {
    const RecordedStep& taken = recording_.steps[step - 1];
    const PodState& before = at(step - 1);
    const bool has_kept_event = (before.flight & ~unsigned{PodState::in_flight_bit}) != 0;
    if (is_requeue(taken))
      return before.place == model::QueuePlace::none && before.in_flight() && has_kept_event;
    const bool moves = model::sites[taken.site].name.starts_with("event-handler/move-all") ||
                       taken.site == model::at("binding/move-all") || activates(taken, step);
    return moves && is_unschedulable(step - 1);
  }

  [[nodiscard]] bool activates(const RecordedStep& taken, std::size_t step) const {
    if (taken.site != model::at("executor/activate")) return false;
    const model::ActorAt actor{taken.actor, taken.site};
    const std::string text =
        model::describe_step(model_, recording_.worlds[step - 1], actor, taken.choice);
    return text.find(fmt::format("({})", model::pod_name(model_, pod_))) != std::string::npos;
  }

  const model::Model& model_;
  const Recording& recording_;
  PodId pod_;
};

}  // namespace

Explanation explain(const properties::Property& property, const model::Model& model,
                    const Recording& recording, const properties::Finding& finding) {
  Explanation explanation;
  const properties::Entity& whom = finding.about[0];
  const bool is_about_waiting =
      properties::kind_of(property) == properties::PropertyKind::at_quiescence &&
      whom.kind == properties::Entity::Kind::pod;
  if (!is_about_waiting || !model.scenario.switches.on(model::Switch::preenqueue_gate)) return {};
  const Story story(model, recording, whom.id);
  const std::optional<std::size_t> spent = story.last_spent_wake_up();
  if (!spent) return {};
  explanation.steps.push_back(*spent);
  explanation.text = fmt::format("Its last wake-up ({}) came at step {} while its gate was closed",
                                 story.wake_up(*spent), *spent);
  if (const auto opened = story.gate_opens_after(*spent)) {
    explanation.text += fmt::format(
        "; the gate opened at step {} ({}), which puts nothing back into the active queue", *opened,
        recording.steps[*opened - 1].actor);
    explanation.steps.push_back(*opened);
  }
  explanation.text += ".";
  return explanation;
}

}  // namespace preemptcheck::cli
