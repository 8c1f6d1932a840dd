// preemptcheck explore
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>

#include "cli/command.h"
#include "cli/explore_scenario.h"
#include "cli/interrupt.h"
#include "cli/lookup.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/save_traces.h"
#include "cli/terminal.h"
#include "cli/text_layout.h"
#include "cli/units.h"

namespace preemptcheck::cli {

namespace {

struct ExploreOptions {
  std::vector<std::string> scenarios;
  std::vector<std::string> with;
  std::string release;
  std::vector<std::string> switches;
  std::vector<std::string> feature_gates;
  std::vector<std::string> properties;
  std::string timers;
  std::string strategy = "dfs";
  std::string backtracking = "checkpoint";
  std::string depth_max = "0";
  std::string states_max = "0";
  std::string time_limit;
  std::string memory;
  bool exact = false;
  bool audit = false;
  bool stop_at_first_violation = false;
  bool no_shorten = false;
  std::string save;
  bool no_save = false;
  std::string format = "text";
  std::string output;
  std::string progress = "auto";
  bool verbose = false;
};

constexpr const char* default_folder = "preemptcheck-traces";

constexpr const char* explore_examples =
    "\n"
    "Examples:\n"
    "  preemptcheck explore scenarios/redundant-preemption.yaml --release 1.37\n"
    "  preemptcheck explore cluster.yaml --switch activate-on-completion=on\n"
    "  kubectl get nodes,pods,priorityclasses,pdb -A -o yaml > cluster.yaml\n"
    "  preemptcheck explore cluster.yaml --with preemptor.yaml --time-limit 5m\n"
    "  preemptcheck explore scenarios/*.yaml --format json --output results.jsonl\n";

void add_scenario_options(CLI::App& app, ExploreOptions& o) {
  const std::string group = "What is explored";
  app.add_option("scenario", o.scenarios,
                 help_text("Manifests, each file one scenario; or the name of a shipped one"))
      ->option_text("SCENARIO.yaml...")
      ->required();
  app.add_option("-f,--with", o.with,
                 help_text("Manifests to add to every scenario; may be repeated"))
      ->option_text("FILE")
      ->allow_extra_args(false)
      ->group(group);
  app.add_option("--release", o.release, help_text("Kubernetes release, instead of the scenario's"))
      ->option_text("R")
      ->group(group);
  app.add_option(
         "--switch", o.switches,
         help_text("Set one behaviour apart from the release ('list switches'); may be repeated"))
      ->option_text("NAME=on|off")
      ->allow_extra_args(false)
      ->group(group);
  app.add_option("--feature-gate", o.feature_gates,
                 help_text("Set a feature gate by its Kubernetes name; may be repeated"))
      ->option_text("NAME=true|false")
      ->allow_extra_args(false)
      ->group(group);
  app.add_option(
         "--property", o.properties,
         help_text("Check only this ('list properties'); may be repeated. Default: the scenario's, "
                   "else all that are no 'sometimes'"))
      ->option_text("NAME")
      ->allow_extra_args(false)
      ->group(group);
  app.add_option(
         "--timers", o.timers,
         help_text("When a timer may fire: as a last resort, where nothing else can happen, or at "
                   "any time. Default: the scenario's"))
      ->check(CLI::IsMember({"last-resort", "anytime"}))
      ->option_text("last-resort|anytime")
      ->group(group);
}

void add_search_options(CLI::App& app, ExploreOptions& o) {
  const std::string group = "Search";
  app.add_option(
         "--strategy", o.strategy,
         help_text("Depth first (default), or breadth first: needs more memory, finds the shortest "
                   "schedule at once"))
      ->check(CLI::IsMember({"dfs", "bfs"}))
      ->option_text("dfs|bfs")
      ->group(group);
  app.add_option(
         "--backtracking", o.backtracking,
         help_text("How earlier states are come back to: copied stacks (default), or the schedule "
                   "run again, which is slower"))
      ->check(CLI::IsMember({"checkpoint", "replay"}))
      ->option_text("checkpoint|replay")
      ->group(group);
  app.add_flag("--exact", o.exact,
               help_text("Keep whole states, not 64-bit fingerprints: no state is missed"))
      ->group(group);
  app.add_flag("--audit", o.audit,
               help_text("Check that no actor of the model keeps hidden state (dfs only)"))
      ->group(group);
  app.add_flag("--stop-at-first-violation", o.stop_at_first_violation,
               help_text("End with the first violation of any property"))
      ->group(group);
  app.add_flag(
         "--no-shorten", o.no_shorten,
         help_text("Print schedules as depth first found them: no second search, breadth first"))
      ->group(group);
}

void add_limit_options(CLI::App& app, ExploreOptions& o) {
  const std::string group = "Limits (0 or absent: none)";
  app.add_option("--max-depth", o.depth_max, help_text("Transitions in one schedule"))
      ->option_text("N")
      ->group(group);
  app.add_option("--max-states", o.states_max, help_text("Distinct states"))
      ->option_text("N")
      ->group(group);
  app.add_option("--time-limit", o.time_limit, help_text("Of each scenario's search: 60s, 5m, 1h"))
      ->option_text("TIME")
      ->group(group);
  app.add_option("--memory", o.memory,
                 help_text("Of the search: 4GiB. Default: 3/4 of the machine's"))
      ->option_text("SIZE")
      ->group(group);
}

void add_result_options(CLI::App& app, ExploreOptions& o) {
  const std::string group = "Results";
  app.add_option("--save", o.save,
                 help_text(fmt::format("Folder for a trace of each violation. Default: {}",
                                       default_folder)))
      ->option_text("DIR")
      ->group(group);
  app.add_flag("--no-save", o.no_save, help_text("Write no traces"))->group(group);
  app.add_option("--format", o.format,
                 help_text("Text (default), or JSON: an object a line and scenario"))
      ->check(CLI::IsMember({"text", "json"}))
      ->option_text("text|json")
      ->group(group);
  app.add_option("--output", o.output, help_text("File for the results. Default: standard output"))
      ->option_text("FILE")
      ->group(group);
  app.add_option(
         "--progress", o.progress,
         help_text("Progress on standard error: on a terminal (auto, default), always, never"))
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->option_text("auto|always|never")
      ->group(group);
  app.add_flag(
         "-v,--verbose", o.verbose,
         help_text("Also print sites that were never reached, and the source that a step mirrors"))
      ->group(group);
}

explorer::Options search_options(const ExploreOptions& o) {
  if (!o.save.empty() && o.no_save) throw UsageError("--save and --no-save exclude each other");
  if (o.audit && o.strategy != "dfs")
    throw UsageError("--audit needs --strategy dfs: it compares what depth first comes back to");
  explorer::Options options;
  options.order =
      o.strategy == "bfs" ? explorer::Order::breadth_first : explorer::Order::depth_first;
  options.backtracking = o.backtracking == "replay" ? explorer::Backtracking::replay
                                                    : explorer::Backtracking::checkpoint;
  options.exact = o.exact;
  options.audit = o.audit;
  options.stop_at_violation = o.stop_at_first_violation;
  options.limits.depth_max = parse_count("--max-depth", o.depth_max);
  options.limits.states_max = parse_count("--max-states", o.states_max);
  if (!o.time_limit.empty())
    options.limits.seconds_max = parse_seconds("--time-limit", o.time_limit);
  options.limits.memory_bytes_max =
      o.memory.empty() ? default_memory_bytes() : parse_bytes("--memory", o.memory);
  options.seconds_now = seconds_now;
  options.progress = make_progress(progress_mode(o.progress));
  return options;
}

/// A scenario with what is to be checked of it.
struct Task {
  model::Scenario scenario;
  std::vector<const properties::Property*> properties;
};

Task read_task(const std::string& name, const ExploreOptions& o,
               const model::Overrides& overrides) {
  const std::string file = scenario_file(name);
  std::vector<std::string> files{file};
  files.insert(files.end(), o.with.begin(), o.with.end());
  Task task{model::read_scenario(model::read_source_files(files), overrides), {}};
  if (!o.timers.empty()) task.scenario.timers_anytime = o.timers == "anytime";
  for (const model::Expectation& expectation : task.scenario.expectations)
    property_named(expectation.property, file + ": spec.expect");
  // They are about the scenario as it is.
  const bool is_changed =
      !o.with.empty() || !o.switches.empty() || !o.feature_gates.empty() || !o.timers.empty();
  if (is_changed) task.scenario.expectations.clear();
  task.properties = o.properties.empty()
                        ? properties_named(task.scenario.properties, file + ": spec.properties")
                        : properties_named(o.properties, "--property");
  return task;
}

std::vector<Task> read_tasks(const ExploreOptions& o) {
  const model::Overrides overrides = overrides_of(o.release, o.switches, o.feature_gates);
  if (!o.properties.empty()) properties_named(o.properties, "--property");
  std::vector<Task> tasks;
  for (const std::string& name : o.scenarios) tasks.push_back(read_task(name, o, overrides));
  return tasks;
}

ExitCode exit_code_of(model::Verdict verdict) {
  switch (verdict) {
    case model::Verdict::holds:
      return ExitCode::all_hold;
    case model::Verdict::violated:
      return ExitCode::violated;
    case model::Verdict::inconclusive:
      return ExitCode::inconclusive;
  }
  return ExitCode::internal;
}

/// Violated beats inconclusive beats holds.
ExitCode worse(ExitCode a, ExitCode b) {
  if (a == ExitCode::violated || b == ExitCode::violated) return ExitCode::violated;
  return std::max(a, b);
}

class Explore {
 public:
  explicit Explore(const ExploreOptions& o)
      : o_(o),
        options_(search_options(o)),
        tasks_(read_tasks(o)),
        interrupted_(watch_for_interrupts()),
        output_(o.output) {
    options_.interrupted = &interrupted_;
    if (!o.save.empty()) make_folder(o.save);
    style_.verbose = o.verbose;
    if (!output_.is_standard()) return;
    style_.width = width_of(Stream::output);
    style_.colour = wants_colour(Stream::output);
  }

  ExitCode run() {
    for (const Task& task : tasks_)
      for (const std::string& warning : task.scenario.warnings) say("warning: " + warning);
    ExitCode code = ExitCode::all_hold;
    for (std::size_t i = 0; i < tasks_.size(); ++i) {
      if (i > 0 && interrupted_.load()) {
        say(fmt::format("warning: interrupted; {} of {} scenarios were not explored",
                        tasks_.size() - i, tasks_.size()));
        code = worse(code, ExitCode::inconclusive);
        break;
      }
      if (i > 0 && o_.format == "text") output_.write("\n");
      code = worse(code, exit_code_of(explore(std::move(tasks_[i]))));
    }
    output_.finish();
    if (save_error_) throw *save_error_;
    return code;
  }

 private:
  model::Verdict explore(Task task) {
    ExploreReport report = explore_scenario(
        std::move(task.scenario),
        {.properties = task.properties, .options = options_, .shorten = !o_.no_shorten});
    save(report);
    output_.write(o_.format == "json" ? report_json(report) : report_text(report, style_));
    return report.verdict;
  }

  /// What was found is reported all the same where its trace cannot be written.
  void save(ExploreReport& report) {
    if (o_.no_save) return;
    try {
      save_traces(report, o_.save.empty() ? default_folder : o_.save);
    } catch (const model::OutputError& error) {
      if (!save_error_) save_error_ = error;
    }
  }

  const ExploreOptions& o_;
  explorer::Options options_;
  std::vector<Task> tasks_;
  const std::atomic<bool>& interrupted_;
  Output output_;
  TextStyle style_;
  std::optional<model::OutputError> save_error_;
};

}  // namespace

Command add_explore(CLI::App& program) {
  CLI::App* app = program.add_subcommand(
      "explore", "Explore every interleaving of a scenario and check the promises");
  const auto options = std::make_shared<ExploreOptions>();
  add_scenario_options(*app, *options);
  add_search_options(*app, *options);
  add_limit_options(*app, *options);
  add_result_options(*app, *options);
  app->footer(std::string(exit_codes_text) + explore_examples);
  return {app, [options] { return Explore(*options).run(); }};
}

}  // namespace preemptcheck::cli
