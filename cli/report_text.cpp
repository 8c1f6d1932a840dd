// Reports for people.
#include <fmt/format.h>

#include <algorithm>

#include "cli/counterexample_text.h"
#include "cli/report.h"
#include "cli/text_layout.h"
#include "cli/units.h"
#include "cli/verdict.h"
#include "properties/registry.h"

namespace preemptcheck::cli {

namespace {

using model::Verdict;

Colour colour_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::holds:
      return Colour::green;
    case Verdict::violated:
      return Colour::red;
    case Verdict::inconclusive:
      return Colour::yellow;
  }
  return Colour::none;
}

std::string settings_text(const model::Scenario& scenario) {
  std::string text = fmt::format("Kubernetes {}", model::info(scenario.release).name);
  for (const auto& [name, value] : scenario.feature_gates)
    text += fmt::format(", {}={}", name, value);
  for (const auto& [name, value] : scenario.switch_settings)
    text += fmt::format(", {}={}", name, value ? "on" : "off");
  if (scenario.timers_anytime) text += ", timers at any time";
  return text;
}

std::string hits_text(const PropertyReport& report) {
  const properties::PropertyKind kind = properties::kind_of(*report.property);
  if (report.hits == 0 || kind == properties::PropertyKind::sometimes) return "";
  const std::string_view what = kind == properties::PropertyKind::step ? "transition" : "state";
  return fmt::format("in {} {}{}", number_text(report.hits), what, report.hits == 1 ? "" : "s");
}

std::string verdict_line(const PropertyReport& report, std::size_t name_width,
                         const TextStyle& style) {
  const std::string name(properties::name_of(*report.property));
  const std::string word = fmt::format("{:<12}", name_of(report.verdict));
  const std::string why = report.why.empty() ? hits_text(report) : report.why;
  std::string line = "  " + coloured(word, colour_of(report.verdict), style.colour) + "  ";
  line += why.empty() ? name : fmt::format("{:<{}}  {}", name, name_width, why);
  if (report.expected && *report.expected != report.verdict)
    line += fmt::format("  [the scenario expects: {}]", name_of(*report.expected));
  return line + "\n";
}

std::string search_text(const ExploreReport& report, const TextStyle& style) {
  const explorer::SearchResult& search = report.search;
  const auto states = static_cast<double>(std::max<std::uint64_t>(search.states, 1));
  const std::string limit = limit_text(search, report.limits);
  std::string text = fmt::format(
      "{} states, {} transitions, depth {}, {} quiescent states; {}", number_text(search.states),
      number_text(search.transitions), search.depth_max, number_text(search.quiescent_states),
      search.exhausted ? std::string("all states explored") : "not all states explored: " + limit);
  text = wrapped("  ", text, 2, style.width);
  const double rate = search.seconds > 0 ? states / search.seconds : 0;
  text += wrapped("  ",
                  fmt::format("{}, {} states/s, {:.0f} bytes per state in memory ({} as it is); "
                              "chance that a state was missed: {}",
                              seconds_text(search.seconds), rate_text(rate),
                              static_cast<double>(search.memory_bytes) / states, search.state_bytes,
                              search.omission_probability == 0
                                  ? std::string("0")
                                  : fmt::format("{:.1e}", search.omission_probability)),
                  2, style.width);
  return text;
}

std::string never_reached_text(const ExploreReport& report, const TextStyle& style) {
  std::string names;
  for (const std::string& site : report.never_reached_sites)
    names += (names.empty() ? "" : ", ") + site;
  return wrapped("  ", "never reached: " + (names.empty() ? "none" : names), 4, style.width);
}

std::string counterexample_text(const model::Model& model, const properties::Property& property,
                                const Counterexample& counterexample, const TextStyle& style) {
  std::string text = fmt::format(
      "\n{}\n{}\n{}", headline(property, counterexample, style),
      schedule_text(model, counterexample, style),
      end_state_text(model, counterexample.recording,
                     counterexample.recording.loop_begins ? "The state to which the run comes back:"
                                                          : "The violated state:",
                     style));
  if (counterexample.path.empty())
    return text + "\nTo keep the schedule, run again with --save DIR.\n";
  return text + fmt::format("\nTo see it again:\n  preemptcheck replay {}\n",
                            shell_word(counterexample.path));
}

}  // namespace

std::string report_text(const ExploreReport& report, const TextStyle& style) {
  const model::Scenario& scenario = report.model->scenario;
  std::string text = coloured(scenario.name, Colour::bold, style.colour) +
                     fmt::format(" ({}): ", settings_text(scenario)) +
                     coloured(name_of(report.verdict), colour_of(report.verdict), style.colour) +
                     "\n";
  std::size_t name_width = 0;
  for (const PropertyReport& one : report.properties)
    name_width = std::max(name_width, properties::name_of(*one.property).size());
  for (const PropertyReport& one : report.properties) text += verdict_line(one, name_width, style);
  text += search_text(report, style);
  for (const std::string& note : report.notes) text += wrapped("  note: ", note, 4, style.width);
  if (style.verbose) text += never_reached_text(report, style);
  for (const PropertyReport& one : report.properties)
    if (one.counterexample)
      text += counterexample_text(*report.model, *one.property, *one.counterexample, style);
  return text;
}

std::string report_text(const ReplayReport& report, const TextStyle& style) {
  const std::size_t steps = report.run.recording.steps.size();
  std::string text = fmt::format("{} ({}): {} of {} steps replayed\n", report.model->scenario.name,
                                 settings_text(report.model->scenario), steps, report.steps_total);
  if (report.violated_at) {
    text += headline(*report.property, report.run, style);
    if (*report.violated_at < steps)
      text += fmt::format("It is violated already after step {}.\n", *report.violated_at);
    if (!report.recorded_finding.empty() && report.recorded_finding != report.run.finding)
      text += wrapped("", "When it was recorded: " + report.recorded_finding + ".", 2, style.width);
  } else {
    text += fmt::format("{} is not violated {}.\n", properties::name_of(*report.property),
                        steps < report.steps_total ? "up to there" : "at the end of the trace");
    if (!report.why_not.empty()) text += wrapped("", report.why_not, 2, style.width);
  }
  return text + fmt::format("\n{}\n{}", schedule_text(*report.model, report.run, style),
                            end_state_text(*report.model, report.run.recording,
                                           report.violated_at && !report.run.recording.loop_begins
                                               ? "The violated state:"
                                               : "The state after that:",
                                           style));
}

}  // namespace preemptcheck::cli
