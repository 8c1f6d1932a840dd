// Every scenario in scenarios/ gets the verdicts that it says it must get, on every release.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "cli/race_matrix.h"
#include "properties/registry.h"
#include "tests/scenario_runs.h"

namespace preemptcheck::tests {
namespace {

class Scenarios : public testing::TestWithParam<std::string> {};

/// What `preemptcheck matrix` does, on every release, for one scenario.
cli::Matrix matrix_of(const std::string& file) {
  cli::MatrixRequest request;
  request.files = {file};
  request.releases = model::main_releases();
  request.limits.states_max = is_sanitized() ? sanitized_states_max : cli::matrix_states_max;
  return cli::explore_matrix(request);
}

std::string race_matrix() {
  std::ifstream file(PREEMPTCHECK_SOURCE_DIR "/docs/race-matrix.md");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// A violation is found long before the limit of states, and `holds` is said only of an exhausted
// space, so the limit cannot hide a failure; where it is reached nothing is said.
TEST_P(Scenarios, GetTheVerdictsTheyExpect) {
  const cli::Matrix matrix = matrix_of(GetParam());
  ASSERT_EQ(matrix.scenarios.size(), 1U);
  const cli::MatrixScenario& scenario = matrix.scenarios.front();
  bool some_expectation = false;
  for (const cli::MatrixSearch& search : scenario.searches)
    for (const cli::PropertyReport& report : search.properties) {
      some_expectation = some_expectation || report.expected.has_value();
      EXPECT_FALSE(cli::is_unexpected(report))
          << properties::name_of(*report.property) << " on " << model::info(search.release).name;
    }
  EXPECT_TRUE(some_expectation) << "a shipped scenario says what it must show";
  if (is_sanitized()) return;  // the release build covers the rest
  EXPECT_NE(race_matrix().find(cli::matrix_markdown(scenario)), std::string::npos)
      << "docs/race-matrix.md is not up to date; make it anew with\n  preemptcheck matrix --format "
         "markdown --output docs/race-matrix.md\n"
      << cli::matrix_markdown(scenario);
}

INSTANTIATE_TEST_SUITE_P(All, Scenarios, testing::ValuesIn(scenario_files()),
                         [](const auto& info) { return test_name_of(info.param); });

}  // namespace
}  // namespace preemptcheck::tests
