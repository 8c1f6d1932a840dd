#include "cli/explore_scenario.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <utility>

#include "cli/exit_code.h"
#include "cli/judge_runs.h"
#include "cli/units.h"
#include "cli/verdict.h"
#include "model/program_of.h"
#include "model/sites.h"
#include "properties/bind.h"
#include "properties/bind_runs.h"
#include "properties/registry.h"

namespace preemptcheck::cli {

namespace {

using explorer::Schedule;
using explorer::SearchResult;
using Shared = std::shared_ptr<const model::Model>;

/// A breadth-first search that ends when each of its predicates has been hit once.
class Shortening {
 public:
  Shortening(explorer::Program program, explorer::Options options)
      : program_(std::move(program)),
        options_(std::move(options)),
        open_(program_.predicates.size()) {
    for (explorer::Predicate& predicate : program_.predicates) {
      predicate.hit = [this, hit = predicate.hit, is_found = false](
                          const std::byte* before, const std::byte* after) mutable {
        if (is_found || !hit(before, after)) return false;
        is_found = true;
        if (--open_ == 0) stop_ = true;
        return true;
      };
    }
    options_.order = explorer::Order::breadth_first;
    options_.audit = false;
    options_.stop_at_violation = false;
    const std::atomic<bool>* interrupted = options_.interrupted;
    options_.progress = [this, interrupted, show = options_.progress](const explorer::Progress& p) {
      if (interrupted != nullptr && interrupted->load()) stop_ = true;
      if (show) show(p);
    };
    options_.interrupted = &stop_;
  }
  Shortening(const Shortening&) = delete;
  Shortening& operator=(const Shortening&) = delete;

  SearchResult run() { return explorer::search(program_, options_); }

 private:
  explorer::Program program_;
  explorer::Options options_;
  std::size_t open_;  ///< predicates that have not been hit
  std::atomic<bool> stop_ = false;
};

struct Found {
  const properties::Property* property;
  Schedule schedule;
  bool is_shortest;
};

std::vector<Found> violations_found(const ExploreRequest& request, const SearchResult& search) {
  const bool breadth_first = request.options.order == explorer::Order::breadth_first;
  std::vector<Found> found;
  for (std::size_t i = 0; i < request.properties.size(); ++i)
    if (const auto& schedule = search.predicates[i].schedule;
        schedule && !properties::must_happen(*request.properties[i]))
      found.push_back({request.properties[i], *schedule, breadth_first});
  return found;
}

/// Replaces schedules by the shortest ones, as far as the limits let it; says where not.
void shorten(const Shared& model, const ExploreRequest& request, const SearchResult& search,
             std::vector<Found>& found, std::vector<std::string>& notes) {
  if (!request.shorten || found.empty() || request.options.order == explorer::Order::breadth_first)
    return;
  if (search.states > shorten_states_max) {
    notes.push_back(fmt::format(
        "schedules are as depth first found them, not the shortest: more than {} states; "
        "--strategy bfs finds the shortest",
        number_text(shorten_states_max)));
    return;
  }
  if (search.limit == explorer::LimitReached::interrupted) {
    notes.emplace_back("schedules are as depth first found them, not the shortest: interrupted");
    return;
  }
  std::vector<const properties::Property*> violated;
  std::size_t longest = 0;
  for (const Found& one : found) {
    violated.push_back(one.property);
    longest = std::max(longest, one.schedule.size());
  }
  explorer::Options options = request.options;
  options.limits.depth_max = std::max<std::size_t>(longest, 1);
  const SearchResult shortest = Shortening(program_with(model, violated), options).run();
  bool is_complete = true;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (const auto& schedule = shortest.predicates[i].schedule) {
      found[i].schedule = *schedule;
      found[i].is_shortest = true;
    } else {
      is_complete = false;
    }
  }
  if (!is_complete)
    notes.emplace_back(
        "some schedules are as depth first found them, not the shortest: the search for those "
        "reached a limit");
}

/// Runs a schedule once more and looks whether it does what the search says.
Counterexample confirm(const Shared& model, const Found& found) {
  Counterexample counterexample;
  counterexample.recording = record(program_with(model, {found.property}), found.schedule);
  const auto finding =
      violation_at(*found.property, *model, counterexample.recording, found.schedule.size());
  if (!finding)
    throw InternalError(fmt::format("the schedule found for {} does not violate it when repeated",
                                    properties::name_of(*found.property)));
  counterexample.finding = properties::sentence_of(*finding, model->scenario);
  counterexample.explanation = explain(*found.property, *model, counterexample.recording, *finding);
  counterexample.is_shortest = found.is_shortest;
  return counterexample;
}

[[noreturn]] void report_audit(const explorer::Program& program,
                               const explorer::AuditFailure& failure) {
  throw InternalError(
      fmt::format("the audit failed: {} at {} keeps something outside the state: {}",
                  program.actors[failure.actor].name,
                  failure.site < program.sites.size() ? program.sites[failure.site].name
                                                      : std::string_view("its end"),
                  failure.what));
}

}  // namespace

explorer::Program program_with(const Shared& model,
                               const std::vector<const properties::Property*>& properties) {
  explorer::Program program = model::program_of(model);
  for (const properties::Property* property : properties)
    program.predicates.push_back(properties::predicate_of(*property, model));
  return program;
}

std::optional<model::Verdict> expected_of(const model::Scenario& scenario, std::string_view name) {
  for (const model::Expectation& expectation : scenario.expectations)
    if (expectation.property == name && expectation.release == scenario.release)
      return expectation.verdict;
  return {};
}

namespace {

/// The search of states and the graph for runs are two; a report shows the one that says more.
void add_search(ExploreReport& report, explorer::SearchResult search, bool is_first) {
  if (is_first || (report.search.exhausted && !search.exhausted)) report.search = std::move(search);
}

void judge_states(const ExploreRequest& request, ExploreReport& report) {
  const explorer::Program program = program_with(report.model, request.properties);
  explorer::SearchResult search = explorer::search(program, request.options);
  if (search.audit_failure) report_audit(program, *search.audit_failure);
  std::vector<Found> found = violations_found(request, search);
  shorten(report.model, request, search, found, report.notes);
  for (std::size_t i = 0; i < request.properties.size(); ++i) {
    const properties::Property& property = *request.properties[i];
    PropertyReport one = judge(property, search.predicates[i].hits, search, report.limits);
    for (const Found& violation : found)
      if (violation.property == &property) one.counterexample = confirm(report.model, violation);
    report.properties.push_back(std::move(one));
  }
  add_search(report, std::move(search), true);
}

Counterexample counterexample_of(const Shared& model, const properties::Property& property,
                                 const BrokenPromise& broken) {
  const explorer::Program program = model::program_of(model);
  Schedule schedule = broken.lasso.stem;
  schedule.insert(schedule.end(), broken.lasso.loop.begin(), broken.lasso.loop.end());
  Counterexample counterexample;
  counterexample.recording = record(program, schedule);
  counterexample.recording.loop_begins = broken.lasso.stem.size();
  counterexample.finding = properties::sentence_of(
      properties::finding_of(std::get<properties::Eventually>(property), broken.pod),
      model->scenario);
  counterexample.fairness = fairness_text(broken.witnesses, program, broken.lasso.stem.size() + 1);
  return counterexample;
}

void judge_all_runs(const ExploreRequest& request, bool is_first, ExploreReport& report) {
  RunsResult runs = judge_runs(report.model, request.properties, request.options);
  for (std::size_t i = 0; i < request.properties.size(); ++i) {
    const properties::Property& property = *request.properties[i];
    const auto& broken = runs.broken[i];
    PropertyReport one =
        judge_run_property(property, broken.has_value(), runs.search, report.limits);
    if (broken) one.counterexample = counterexample_of(report.model, property, *broken);
    report.properties.push_back(std::move(one));
  }
  add_search(report, std::move(runs.search), is_first);
}

}  // namespace

ExploreReport explore_scenario(model::Scenario scenario, const ExploreRequest& request) {
  ExploreReport report;
  report.model = std::make_shared<const model::Model>(model::make_model(std::move(scenario)));
  report.limits = request.options.limits;
  ExploreRequest of_states = request;
  ExploreRequest of_runs = request;
  std::erase_if(of_states.properties, [](auto* one) { return properties::is_about_runs(*one); });
  std::erase_if(of_runs.properties, [](auto* one) { return !properties::is_about_runs(*one); });
  const bool has_states = !of_states.properties.empty() || of_runs.properties.empty();
  if (has_states) judge_states(of_states, report);
  if (!of_runs.properties.empty()) judge_all_runs(of_runs, !has_states, report);
  std::ranges::sort(report.properties, {}, [&](const PropertyReport& one) {
    return std::ranges::find(request.properties, one.property) - request.properties.begin();
  });
  for (PropertyReport& one : report.properties)
    one.expected = expected_of(report.model->scenario, properties::name_of(*one.property));
  report.verdict = overall(report.properties, report.search.exhausted);
  for (std::size_t i = 0; i < model::sites.size(); ++i)
    if (report.search.transitions_by_site[i] == 0)
      report.never_reached_sites.emplace_back(model::sites[i].name);
  return report;
}

}  // namespace preemptcheck::cli
