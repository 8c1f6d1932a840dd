#include "cli/resolve_trace.h"

#include <fmt/format.h>

#include <optional>

#include "cli/recording.h"
#include "explorer/execution.h"
#include "preemptcheck/version.h"

namespace preemptcheck::cli {

namespace {

using explorer::Enabled;
using explorer::Execution;
using explorer::Program;
using explorer::Transition;

model::TraceStep step_of(const Execution& execution, Transition transition) {
  const Program& program = execution.program();
  const explorer::SiteId site = execution.site(transition.actor);
  return {program.actors[transition.actor].name, std::string(program.sites[site].name),
          choice_of(program, execution.world(), transition.actor, site, transition.choice)};
}

std::string text_of(const model::TraceStep& step) {
  std::string text = fmt::format("{} at {}", step.actor, step.site);
  if (!step.choice.empty()) text += fmt::format(", choice '{}'", step.choice);
  return text;
}

std::optional<Transition> find_step(const Execution& execution, const Enabled& enabled,
                                    const model::TraceStep& step) {
  for (const Transition transition : enabled.transitions)
    if (step_of(execution, transition) == step) return transition;
  return {};
}

/// Where the expected actor stands instead, if there is one of that name.
std::string where_the_actor_is(const Execution& execution, const model::TraceStep& step) {
  const Program& program = execution.program();
  for (std::size_t i = 0; i < program.actors.size(); ++i) {
    if (program.actors[i].name != step.actor) continue;
    const explorer::SiteId site = execution.site(static_cast<explorer::ActorId>(i));
    if (site >= program.sites.size()) return "the actor has returned";
    return fmt::format(
        "the actor stands at {}{}", program.sites[site].name,
        execution.successors(static_cast<explorer::ActorId>(i)) == 0 ? " and is not enabled" : "");
  }
  return "the model has no actor of that name";
}

[[noreturn]] void diverge(const model::Trace& trace, const std::string& file,
                          const Execution& execution, const Enabled& enabled, std::size_t at) {
  const model::TraceStep& step = trace.schedule[at];
  std::string text = fmt::format("{}: the trace diverges from the model at step {} of {}\n", file,
                                 at + 1, trace.schedule.size());
  text += fmt::format("  expected: {}\n", text_of(step));
  text += fmt::format("  found:    {}\n", where_the_actor_is(execution, step));
  text += enabled.transitions.empty() ? "  enabled:  nothing\n" : "  enabled:\n";
  for (const Transition transition : enabled.transitions)
    text += fmt::format("    {}\n", text_of(step_of(execution, transition)));
  text += fmt::format(
      "  usual cause: the release, the switches or the version of the model are not those of the "
      "recording\n  (the trace says release {}, written by preemptcheck {}; this is preemptcheck "
      "{}); record it again with 'preemptcheck explore'",
      trace.release, trace.tool_version, tool_version);
  throw TraceDiverges(text);
}

}  // namespace

explorer::Schedule resolve_trace(const model::Trace& trace, const Program& program,
                                 const std::string& file) {
  Execution execution(program);
  Enabled enabled;
  explorer::Schedule schedule;
  for (std::size_t i = 0; i < trace.schedule.size(); ++i) {
    execution.enabled(enabled);
    const std::optional<Transition> transition = find_step(execution, enabled, trace.schedule[i]);
    if (!transition) diverge(trace, file, execution, enabled, i);
    execution.take(*transition);
    schedule.push_back(*transition);
  }
  return schedule;
}

}  // namespace preemptcheck::cli
