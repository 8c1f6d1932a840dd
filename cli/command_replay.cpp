// preemptcheck replay
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "cli/command.h"
#include "cli/lookup.h"
#include "cli/output.h"
#include "cli/report.h"
#include "cli/resolve_trace.h"
#include "cli/terminal.h"
#include "cli/units.h"
#include "model/program_of.h"
#include "model/trace_file.h"
#include "properties/bind.h"

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
  for (std::size_t step = 0; step < recording.worlds.size() && !report.violated_at; ++step)
    if (violation_at(*report.property, *report.model, recording, step)) report.violated_at = step;
  if (!report.violated_at) return;
  // The end of the trace is what was reported; an earlier violation is noted beside it.
  const std::size_t last = recording.steps.size();
  const auto at_end = violation_at(*report.property, *report.model, recording, last);
  const auto finding =
      at_end ? at_end
             : violation_at(*report.property, *report.model, recording, *report.violated_at);
  if (finding) report.run.finding = properties::sentence_of(*finding, report.model->scenario);
  if (at_end) report.run.explanation = explain(*report.property, *report.model, recording, *at_end);
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
  report.run.recording = record(program, resolve_trace(wanted, program, o.trace));
  look_for_violation(report);
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
