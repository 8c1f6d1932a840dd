// Running shipped scenarios from tests.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "explorer/search.h"
#include "model/cluster.h"
#include "model/manifest_reader.h"

namespace preemptcheck::tests {

/// Full paths of scenarios/*.yaml, sorted.
std::vector<std::string> scenario_files();
/// "redundant-preemption" of ".../redundant-preemption.yaml", fit for a test's name.
std::string test_name_of(const std::string& path);

/// A scenario from scenarios/ by its file's stem.
model::Scenario load(const std::string& stem, const model::Overrides& overrides = {});

/// What one search of a scenario says, by property name.
struct Exploration {
  explorer::SearchResult result;
  std::vector<std::string> properties;  ///< in the order of result.predicates

  [[nodiscard]] const explorer::PredicateResult& of(const std::string& property) const;
  /// As `explore` judges it.
  [[nodiscard]] model::Verdict verdict(const std::string& property) const;
};

/// Explores with all properties but those about runs, whatever the scenario names.
Exploration explore(const model::Scenario& scenario, const explorer::Options& options = {});

/// One question to the model: does a property of a scenario from scenarios/ hold?
struct Question {
  std::string scenario;
  std::string property;
  std::string release = "1.37";
  std::vector<std::pair<std::string, bool>> switches = {};
  std::vector<std::pair<std::string, bool>> feature_gates = {};
};
/// The answer of a search for that property alone, which ends at the first violation; `holds` only
/// where all states were seen.
model::Verdict answer(const Question& question, std::uint64_t states_max = 2'000'000);

/// Whether this is a build with sanitizers. It can only replay, so a search is a hundred times
/// slower: there, tests explore at most `sanitized_states_max` states and judge no more than that.
bool is_sanitized();
inline constexpr std::uint64_t sanitized_states_max = 2'000;

}  // namespace preemptcheck::tests
