#include "cli/recording.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/exit_code.h"
#include "explorer/execution.h"
#include "model/program_of.h"
#include "model/sites.h"
#include "properties/bind.h"
#include "properties/registry.h"

namespace preemptcheck::cli {

std::string choice_of(const explorer::Program& program, const std::byte* world,
                      explorer::ActorId actor, explorer::SiteId site, unsigned choice) {
  if (site >= program.sites.size() || !program.sites[site].has_choices || !program.choice_name)
    return {};
  return program.choice_name(world, actor, site, choice);
}

Recording record(const explorer::Program& program, const explorer::Schedule& schedule) {
  explorer::Execution execution(program);
  explorer::Enabled enabled;
  Recording recording;
  const auto arrive = [&] {
    execution.enabled(enabled);
    recording.worlds.push_back(model::world_of(execution.world()));
    recording.quiescent.push_back(enabled.quiescent);
  };
  arrive();
  for (const explorer::Transition transition : schedule) {
    if (std::ranges::find(enabled.transitions, transition) == enabled.transitions.end())
      throw InternalError(fmt::format("step {} of a schedule that was found cannot be repeated",
                                      recording.steps.size() + 1));
    const explorer::ActorId actor = transition.actor;
    const explorer::SiteId site = execution.site(actor);
    recording.steps.push_back(
        {transition, site, program.actors[actor].name,
         choice_of(program, execution.world(), actor, site, transition.choice)});
    execution.take(transition);
    arrive();
  }
  for (std::size_t i = 0; i < program.actors.size(); ++i)
    recording.end_sites.push_back(
        {program.actors[i].name, execution.site(static_cast<explorer::ActorId>(i))});
  return recording;
}

std::optional<properties::Finding> violation_at(const properties::Property& property,
                                                const model::Model& model,
                                                const Recording& recording, std::size_t step) {
  using properties::PropertyKind;
  const PropertyKind kind = properties::kind_of(property);
  const bool is_step = kind == PropertyKind::step;
  if (is_step && step == 0) return {};
  if (kind == PropertyKind::at_quiescence && !recording.quiescent[step]) return {};
  const model::World& after = recording.worlds[step];
  const model::World& before = is_step ? recording.worlds[step - 1] : after;
  const properties::Finding finding = properties::evaluate(property, model, before, after);
  if (!finding.violated) return {};
  return finding;
}

std::vector<model::TraceStep> trace_steps(const Recording& recording) {
  std::vector<model::TraceStep> steps;
  steps.reserve(recording.steps.size());
  for (const RecordedStep& step : recording.steps)
    steps.push_back({step.actor, std::string(model::sites[step.site].name), step.choice});
  return steps;
}

std::size_t context_switches(const Recording& recording) {
  std::size_t switches = 0;
  for (std::size_t i = 1; i < recording.steps.size(); ++i)
    if (recording.steps[i].transition.actor != recording.steps[i - 1].transition.actor) ++switches;
  return switches;
}

}  // namespace preemptcheck::cli
