// preemptcheck replay
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "cli/command.h"
#include "cli/judge_runs.h"
#include "cli/lookup.h"
#include "cli/output.h"
#include "cli/report.h"
#include "cli/resolve_trace.h"
#include "cli/terminal.h"
#include "cli/units.h"
#include "model/program_of.h"
#include "model/trace_file.h"
#include "properties/bind.h"
#include "properties/bind_runs.h"
#include "properties/registry.h"

namespace preemptcheck::cli {

namespace {

struct ReplayOptions {
  std::string trace;
  std::string until;
  bool verbose = false;
  std::string format = "text";
  std::string output;
};

constexpr const char* replay_examples =
    "\n"
    "Examples:\n"
    "  preemptcheck replay counterexamples/141694-redundant-preemption.trace.json\n"
    "  preemptcheck replay TRACE.json --until 12 --verbose\n"
    "  preemptcheck replay TRACE.json --format json --output run.json\n";

/// Looks for the first step that violates the property, and says why if it is the last one.
void look_for_violation(ReplayReport& report) {
  const Recording& recording = report.run.recording;
  std::optional<properties::Finding> first;
  for (std::size_t step = 0; step < recording.worlds.size() && !first; ++step) {
    first = violation_at(*report.property, *report.model, recording, step);
    if (first) report.violated_at = step;
  }
  if (!first) return;
  // The end of the trace is what was reported; an earlier violation is noted beside it.
  const auto at_end =
      violation_at(*report.property, *report.model, recording, recording.steps.size());
  report.run.finding = properties::sentence_of(at_end ? *at_end : *first, report.model->scenario);
  if (at_end) report.run.explanation = explain(*report.property, *report.model, recording, *at_end);
}

/// A run without end is judged as a whole.
void judge_whole_run(ReplayReport& report, const explorer::Program& program,
                     const explorer::Schedule& schedule) {
  const std::size_t begins = report.run.recording.loop_begins.value_or(schedule.size());
  const auto middle = schedule.begin() + static_cast<std::ptrdiff_t>(begins);
  const RunJudgement judgement = judge_run(report.model, *report.property,
                                           {{schedule.begin(), middle}, {middle, schedule.end()}});
  report.why_not = judgement.fault;
  if (!judgement.broken) return;
  report.violated_at = schedule.size();
  report.run.finding = properties::sentence_of(
      properties::finding_of(std::get<properties::Eventually>(*report.property),
                             judgement.broken->pod),
      report.model->scenario);
  report.run.fairness = fairness_text(judgement.broken->witnesses, program, begins + 1);
}

ReplayReport replay(const ReplayOptions& o) {
  const model::Trace trace = model::read_trace(o.trace);
  model::Scenario scenario = model::scenario_of(trace);
  ReplayReport report;
  report.file = o.trace;
  report.property = &property_named(trace.property, o.trace + ": property");
  report.recorded_finding = trace.finding;
  report.steps_total = trace.schedule.size();
  report.model = std::make_shared<const model::Model>(model::make_model(std::move(scenario)));
  const explorer::Program program = model::program_of(report.model);
  model::Trace wanted = trace;
  if (!o.until.empty())
    wanted.schedule.resize(std::min(wanted.schedule.size(), parse_count("--until", o.until)));
  const explorer::Schedule schedule = resolve_trace(wanted, program, o.trace);
  report.run.recording = record(program, schedule);
  if (!properties::is_about_runs(*report.property)) {
    look_for_violation(report);
  } else if (schedule.size() == trace.schedule.size()) {
    report.run.recording.loop_begins = trace.loop_begins;
    judge_whole_run(report, program, schedule);
  }
  return report;
}

ExitCode run(const ReplayOptions& o) {
  const ReplayReport report = replay(o);
  Output output(o.output);
  TextStyle style;
  style.verbose = o.verbose;
  if (output.is_standard()) {
    style.width = width_of(Stream::output);
    style.colour = wants_colour(Stream::output);
  }
  output.write(o.format == "json" ? report_json(report) : report_text(report, style));
  output.finish();
  return report.violated_at ? ExitCode::violated : ExitCode::all_hold;
}

}  // namespace

Command add_replay(CLI::App& program) {
  CLI::App* app =
      program.add_subcommand("replay", "Run a trace again, step by step, and check its property");
  const auto options = std::make_shared<ReplayOptions>();
  ReplayOptions& o = *options;
  app->add_option("trace", o.trace, "File that 'explore' has written")
      ->option_text("TRACE.json")
      ->required();
  app->add_option("--until", o.until, "Stop after this step")->option_text("N");
  app->add_flag("-v,--verbose", o.verbose, "Also print each step's site and the Go it mirrors");
  app->add_option("--format", o.format, "Text (default) or JSON")
      ->check(CLI::IsMember({"text", "json"}))
      ->option_text("text|json");
  app->add_option("--output", o.output, "File for the result. Default: standard output")
      ->option_text("FILE");
  app->footer(std::string(exit_codes_text) + replay_examples);
  return {app, [options] { return run(*options); }};
}

}  // namespace preemptcheck::cli
