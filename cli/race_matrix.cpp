#include "cli/race_matrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <thread>
#include <utility>

#include "cli/exit_code.h"
#include "cli/explore_scenario.h"
#include "cli/judge_runs.h"
#include "cli/lookup.h"
#include "cli/verdict.h"
#include "model/program_of.h"
#include "model/sites.h"
#include "properties/bind.h"
#include "properties/registry.h"

namespace preemptcheck::cli {

namespace {

/// States of the search near the start. Most of the known violations take less than half of them.
constexpr std::uint64_t near_states_max = 400'000;

using Properties = std::vector<const properties::Property*>;

/// What of a scenario is to be checked.
Properties properties_of(const model::Scenario& scenario, const std::string& file,
                         const Properties& wanted) {
  Properties chosen = properties_named(scenario.properties, file + ": spec.properties");
  if (!wanted.empty())
    std::erase_if(chosen, [&](const properties::Property* property) {
      return std::ranges::find(wanted, property) == wanted.end();
    });
  return chosen;
}

void in_the_order_of(const Properties& wanted, std::vector<PropertyReport>& reports) {
  const auto place = [&](const PropertyReport& report) {
    return std::ranges::find(wanted, report.property) - wanted.begin();
  };
  std::ranges::sort(reports, {}, place);
}

/// Ends a search when each of its properties is violated: there is nothing more to learn.
class UntilAllAreViolated {
 public:
  UntilAllAreViolated(explorer::Program& program, const Properties& properties,
                      const std::atomic<bool>* from_outside)
      : interrupted_(from_outside), open_(properties.size()) {
    for (std::size_t i = 0; i < properties.size(); ++i) {
      if (properties::must_happen(*properties[i])) continue;
      explorer::Predicate& predicate = program.predicates[i];
      predicate.hit = [this, hit = predicate.hit, is_found = false](
                          const std::byte* before, const std::byte* after) mutable {
        if (!hit(before, after)) return false;
        if (!std::exchange(is_found, true) && --open_ == 0) stop_ = true;
        return true;
      };
    }
  }
  UntilAllAreViolated(const UntilAllAreViolated&) = delete;
  UntilAllAreViolated& operator=(const UntilAllAreViolated&) = delete;

  const std::atomic<bool>* flag() const { return &stop_; }
  void look_for_interrupt() {
    if (interrupted_ != nullptr && interrupted_->load()) stop_ = true;
  }

 private:
  const std::atomic<bool>* interrupted_;
  std::size_t open_;
  std::atomic<bool> stop_ = false;
};

class MatrixRun {
 public:
  explicit MatrixRun(const MatrixRequest& request)
      : request_(request), matrix_(make_matrix(request)) {
    for (const std::string& file : request.files)
      sources_.push_back(model::read_source_files({file}));
    progress_.total = matrix_.scenarios.size() * matrix_.releases.size();
  }

  Matrix run() {
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < std::max(1U, request_.threads); ++i)
      threads.emplace_back([this] { work(); });
    for (std::thread& thread : threads) thread.join();
    if (failure_) std::rethrow_exception(failure_);
    return std::move(matrix_);
  }

 private:
  /// One thread: takes the next search until there is none.
  void work() {
    const std::size_t releases = matrix_.releases.size();
    while (!is_interrupted()) {
      const std::size_t task = next_.fetch_add(1);
      if (task >= progress_.total) return;
      try {
        explore(task / releases, matrix_.scenarios[task / releases].searches[task % releases]);
      } catch (...) {
        const std::lock_guard lock(mutex_);
        if (!failure_) failure_ = std::current_exception();
        next_ = progress_.total;
      }
    }
  }

  void explore(std::size_t index, MatrixSearch& search) {
    const std::string release(model::info(search.release).name);
    tell(fmt::format("{} on {}", matrix_.scenarios[index].name, release), 0);
    model::Overrides overrides;
    overrides.release = release;
    model::Scenario scenario = model::read_scenario(sources_[index], overrides);
    const Properties chosen = properties_of(scenario, request_.files[index], request_.properties);
    const auto model = std::make_shared<const model::Model>(model::make_model(std::move(scenario)));
    Properties of_states = chosen;
    std::erase_if(of_states, [](auto* one) { return properties::is_about_runs(*one); });
    Properties of_runs = chosen;
    std::erase_if(of_runs, [](auto* one) { return !properties::is_about_runs(*one); });
    if (!of_states.empty()) {
      search.result = search_for(model, of_states, explorer::Order::depth_first);
      if (search.result.limit == explorer::LimitReached::states)
        look_near_the_start(model, of_states, search);
      judge_all(*model, of_states, request_.limits, search);
    }
    if (!of_runs.empty()) judge_all_runs(model, of_runs, search);
    in_the_order_of(chosen, search.properties);
    search.is_done =
        !is_interrupted() || search.result.limit != explorer::LimitReached::interrupted;
    tell("", 1);
  }

  explorer::SearchResult search_for(const std::shared_ptr<const model::Model>& model,
                                    const Properties& properties, explorer::Order order) const {
    explorer::Program program = program_with(model, properties);
    UntilAllAreViolated until(program, properties, request_.interrupted);
    explorer::Options options;
    options.order = order;
    options.limits = request_.limits;
    if (order == explorer::Order::breadth_first)
      options.limits.states_max = std::min(options.limits.states_max, near_states_max);
    options.limits.memory_bytes_max /= std::max(1U, request_.threads);
    options.seconds_now = request_.seconds_now;
    options.interrupted = until.flag();
    options.progress = [&until](const explorer::Progress&) { until.look_for_interrupt(); };
    return explorer::search(program, options);
  }

  /// A space too large: depth first has seen few of the states that are near the start, where most
  /// violations have their shortest schedules. Breadth first sees those.
  void look_near_the_start(const std::shared_ptr<const model::Model>& model,
                           const Properties& chosen, MatrixSearch& search) const {
    std::vector<std::size_t> open;
    Properties properties;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      if (search.result.predicates[i].hits > 0 || properties::must_happen(*chosen[i])) continue;
      open.push_back(i);
      properties.push_back(chosen[i]);
    }
    if (open.empty()) return;
    const explorer::SearchResult near =
        search_for(model, properties, explorer::Order::breadth_first);
    for (std::size_t i = 0; i < open.size(); ++i)
      search.result.predicates[open[i]].hits = near.predicates[i].hits;
    for (std::size_t i = 0; i < near.transitions_by_site.size(); ++i)
      search.result.transitions_by_site[i] += near.transitions_by_site[i];
  }

  void judge_all_runs(const std::shared_ptr<const model::Model>& model,
                      const Properties& properties, MatrixSearch& search) const {
    explorer::Options options;
    options.limits = request_.limits;
    options.limits.memory_bytes_max /= std::max(1U, request_.threads);
    options.seconds_now = request_.seconds_now;
    options.interrupted = request_.interrupted;
    const RunsResult runs = judge_runs(model, properties, options);
    for (std::size_t i = 0; i < properties.size(); ++i) {
      PropertyReport report = judge_run_property(*properties[i], runs.broken[i].has_value(),
                                                 runs.search, request_.limits);
      report.expected = expected_of(model->scenario, properties::name_of(*properties[i]));
      search.properties.push_back(std::move(report));
    }
    if (search.result.transitions_by_site.empty()) search.result = runs.search;
  }

  static void judge_all(const model::Model& model, const Properties& chosen,
                        const explorer::Limits& limits, MatrixSearch& search) {
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      PropertyReport report =
          judge(*chosen[i], search.result.predicates[i].hits, search.result, limits);
      report.expected = expected_of(model.scenario, properties::name_of(*chosen[i]));
      search.properties.push_back(std::move(report));
    }
  }

  [[nodiscard]] bool is_interrupted() const {
    return request_.interrupted != nullptr && request_.interrupted->load();
  }

  void tell(const std::string& now, std::size_t done) {
    const std::lock_guard lock(mutex_);
    progress_.done += done;
    if (!now.empty()) progress_.now = now;
    if (request_.progress) request_.progress(progress_);
  }

  const MatrixRequest& request_;
  Matrix matrix_;
  std::vector<std::vector<model::SourceText>> sources_;
  std::atomic<std::size_t> next_ = 0;
  std::mutex mutex_;
  MatrixRequest::Progress progress_;
  std::exception_ptr failure_;
};

}  // namespace

Matrix make_matrix(const MatrixRequest& request) {
  Matrix matrix;
  matrix.releases = request.releases;
  for (const std::string& file : request.files) {
    const model::Scenario scenario = model::read_scenario(model::read_source_files({file}));
    for (const model::Expectation& expectation : scenario.expectations)
      property_named(expectation.property, file + ": spec.expect");
    if (properties_of(scenario, file, request.properties).empty()) continue;
    MatrixScenario& row = matrix.scenarios.emplace_back();
    row.name = scenario.name;
    for (const model::Release release : request.releases) row.searches.push_back({release, {}, {}});
  }
  return matrix;
}

Matrix explore_matrix(const MatrixRequest& request) {
  // Files of which nothing is to be checked are left out, so that rows and files have one order.
  MatrixRequest narrowed = request;
  std::erase_if(narrowed.files, [&](const std::string& file) {
    const model::Scenario scenario = model::read_scenario(model::read_source_files({file}));
    return properties_of(scenario, file, request.properties).empty();
  });
  return MatrixRun(narrowed).run();
}

bool is_unexpected(const PropertyReport& report) {
  if (!report.expected || report.verdict == *report.expected) return false;
  return report.verdict != model::Verdict::inconclusive;
}

std::vector<std::string> never_reached_sites(const MatrixSearch& search) {
  std::vector<std::string> never;
  for (std::size_t i = 0; i < model::sites.size(); ++i)
    if (i >= search.result.transitions_by_site.size() || search.result.transitions_by_site[i] == 0)
      never.emplace_back(model::sites[i].name);
  return never;
}

std::vector<std::string> never_reached_sites(const Matrix& matrix) {
  std::vector<std::string> never;
  for (const explorer::Site& site : model::sites) never.emplace_back(site.name);
  for (const MatrixScenario& scenario : matrix.scenarios)
    for (const MatrixSearch& search : scenario.searches) {
      const std::vector<std::string> missed = never_reached_sites(search);
      std::erase_if(never, [&](const std::string& site) {
        return std::ranges::find(missed, site) == missed.end();
      });
    }
  return never;
}

}  // namespace preemptcheck::cli
