// preemptcheck matrix
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <thread>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/lookup.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/race_matrix.h"
#include "cli/terminal.h"
#include "cli/text_layout.h"
#include "cli/units.h"

namespace preemptcheck::cli {

namespace {

struct MatrixOptions {
  std::vector<std::string> scenarios;
  std::vector<std::string> releases;
  std::vector<std::string> properties;
  std::string states_max = std::to_string(matrix_states_max);
  std::string time_limit;
  std::string memory;
  std::string threads = "0";
  std::string format = "text";
  std::string output;
  std::string progress = "auto";
};

constexpr const char* matrix_help =
    "\n"
    "Exit codes:\n"
    "  0  every verdict is the one that its scenario expects, where it expects one\n"
    "  1  some verdict is not\n"
    "  2  usage, input or output error\n"
    "  3  interrupted\n"
    "  4  internal error\n"
    "\n"
    "Examples:\n"
    "  preemptcheck matrix\n"
    "  preemptcheck matrix redundant-preemption early-gate --release 1.34 --release 1.35\n"
    "  preemptcheck matrix --format markdown --output docs/race-matrix.md\n";

std::vector<model::Release> releases_of(const MatrixOptions& o) {
  if (o.releases.empty()) return model::main_releases();
  std::vector<model::Release> releases;
  for (const std::string& name : o.releases)
    if (const auto release = model::find_release(release_named(name))) releases.push_back(*release);
  std::sort(releases.begin(), releases.end());
  releases.erase(std::unique(releases.begin(), releases.end()), releases.end());
  return releases;
}

/// A line at the beginning of each search, or one that is rewritten.
std::function<void(const MatrixRequest::Progress&)> matrix_progress(ProgressMode mode) {
  const bool on_terminal = is_terminal(Stream::error);
  if (mode == ProgressMode::never || (mode == ProgressMode::automatic && !on_terminal)) return {};
  return [on_terminal](const MatrixRequest::Progress& progress) {
    show_progress(
        fmt::format("{} of {} searches done, now {}", progress.done, progress.total, progress.now),
        on_terminal);
  };
}

MatrixRequest request_of(const MatrixOptions& o, const std::atomic<bool>& interrupted) {
  MatrixRequest request;
  for (const std::string& name : o.scenarios) request.files.push_back(scenario_file(name));
  if (o.scenarios.empty()) request.files = shipped_scenarios();
  if (request.files.empty())
    throw UsageError("the folder of the shipped scenarios is not found; name some files");
  request.releases = releases_of(o);
  if (!o.properties.empty()) request.properties = properties_named(o.properties, "--property");
  request.limits.states_max = parse_count("--max-states", o.states_max);
  if (!o.time_limit.empty())
    request.limits.seconds_max = parse_seconds("--time-limit", o.time_limit);
  request.limits.memory_bytes_max =
      o.memory.empty() ? default_memory_bytes() : parse_bytes("--memory", o.memory);
  const std::uint64_t threads = parse_count("--threads", o.threads);
  constexpr std::uint64_t threads_max = 256;
  if (threads > threads_max)
    throw UsageError(fmt::format("--threads {}: at most {}", threads, threads_max));
  request.threads = threads == 0 ? std::max(1U, std::thread::hardware_concurrency())
                                 : static_cast<unsigned>(threads);
  request.seconds_now = seconds_now;
  request.interrupted = &interrupted;
  request.progress = matrix_progress(progress_mode(o.progress));
  return request;
}

ExitCode exit_code_of(const Matrix& matrix) {
  bool is_complete = true;
  for (const MatrixScenario& scenario : matrix.scenarios)
    for (const MatrixSearch& search : scenario.searches) {
      is_complete = is_complete && search.is_done;
      if (std::ranges::any_of(search.properties, is_unexpected)) return ExitCode::violated;
    }
  return is_complete ? ExitCode::all_hold : ExitCode::inconclusive;
}

ExitCode run(const MatrixOptions& o) {
  const std::atomic<bool>& interrupted = watch_for_interrupts();
  const MatrixRequest request = request_of(o, interrupted);
  Output output(o.output);
  const Matrix matrix = explore_matrix(request);
  clear_progress_line();
  const std::size_t width = output.is_standard() ? width_of(Stream::output) : 100;
  output.write(o.format == "json"       ? matrix_json(matrix)
               : o.format == "markdown" ? matrix_markdown(matrix)
                                        : matrix_text(matrix, width));
  output.finish();
  if (interrupted.load()) say("warning: interrupted; not all scenarios were explored");
  return exit_code_of(matrix);
}

void add_options(CLI::App& app, MatrixOptions& o) {
  app.add_option("scenario", o.scenarios,
                 help_text("Manifests, each file one scenario; or the name of a shipped one. "
                           "Default: all that are shipped"))
      ->option_text("SCENARIO.yaml...");
  app.add_option("--release", o.releases,
                 help_text("Kubernetes release; may be repeated. Default: all but patch releases"))
      ->option_text("R")
      ->allow_extra_args(false);
  app.add_option("--property", o.properties,
                 help_text("Only this, where a scenario is about it; may be repeated"))
      ->option_text("NAME")
      ->allow_extra_args(false);
  app.add_option("--max-states", o.states_max,
                 help_text(fmt::format("Of each search (0: no limit). Default: {}",
                                       number_text(matrix_states_max))))
      ->option_text("N");
  app.add_option("--time-limit", o.time_limit, help_text("Of each search: 60s, 5m"))
      ->option_text("TIME");
  app.add_option("--memory", o.memory,
                 help_text("Of all searches together: 4GiB. Default: 3/4 of the machine's"))
      ->option_text("SIZE");
  app.add_option("--threads", o.threads, help_text("Searches at once. Default: one a core"))
      ->option_text("N");
  app.add_option("--format", o.format, help_text("Text (default), JSON or a Markdown table"))
      ->check(CLI::IsMember({"text", "json", "markdown"}))
      ->option_text("text|json|markdown");
  app.add_option("--output", o.output, help_text("File for the table. Default: standard output"))
      ->option_text("FILE");
  app.add_option(
         "--progress", o.progress,
         help_text("Progress on standard error: on a terminal (auto, default), always, never"))
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->option_text("auto|always|never");
}

}  // namespace

Command add_matrix(CLI::App& program) {
  CLI::App* app = program.add_subcommand(
      "matrix", "Explore scenarios on every release and print a table of verdicts");
  const auto options = std::make_shared<MatrixOptions>();
  add_options(*app, *options);
  app->footer(matrix_help);
  return {app, [options] { return run(*options); }};
}

}  // namespace preemptcheck::cli
