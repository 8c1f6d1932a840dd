// Depth first and breadth first, checkpoint and replay, fingerprints and whole states: six ways to
// explore a scenario that must see the same states and give the same verdicts.
#include <gtest/gtest.h>

#include "tests/scenario_runs.h"

namespace preemptcheck::tests {
namespace {

using explorer::Backtracking;
using explorer::Options;
using explorer::Order;

class Agreement : public testing::TestWithParam<std::string> {};

void expect_same(const Exploration& expected, const Exploration& actual, const std::string& what) {
  SCOPED_TRACE(what);
  EXPECT_EQ(actual.result.states, expected.result.states);
  EXPECT_EQ(actual.result.transitions, expected.result.transitions);
  EXPECT_EQ(actual.result.quiescent_states, expected.result.quiescent_states);
  EXPECT_EQ(actual.result.deadlocks, expected.result.deadlocks);
  EXPECT_EQ(actual.result.transitions_by_site, expected.result.transitions_by_site);
  EXPECT_EQ(actual.result.exhausted, expected.result.exhausted);
  for (const std::string& property : expected.properties) {
    EXPECT_EQ(actual.of(property).hits, expected.of(property).hits) << property;
    EXPECT_EQ(actual.verdict(property), expected.verdict(property)) << property;
  }
}

TEST_P(Agreement, OfAllWaysToExplore) {
  const model::Scenario scenario = model::read_scenario(model::read_source_files({GetParam()}));
  Options options;
  if (is_sanitized()) {
    options.limits.states_max = sanitized_states_max;
    if (!explore(scenario, options).result.exhausted)
      GTEST_SKIP() << "too large for a build with sanitizers; the release build runs it";
    options.limits.states_max = 0;
  }
  const Exploration expected = explore(scenario, options);
  ASSERT_TRUE(expected.result.exhausted);
  // Breadth first by replay runs the whole schedule for every transition: too slow for a large
  // space.
  const bool is_large = expected.result.states > 1'000'000;
  for (const Order order : {Order::depth_first, Order::breadth_first})
    for (const Backtracking backtracking : {Backtracking::checkpoint, Backtracking::replay}) {
      const bool is_slowest = order == Order::breadth_first && backtracking == Backtracking::replay;
      if (is_large && is_slowest) continue;
      options.order = order;
      options.backtracking = backtracking;
      expect_same(expected, explore(scenario, options),
                  std::string(order == Order::depth_first ? "depth first" : "breadth first") +
                      (backtracking == Backtracking::replay ? ", replay" : ", checkpoint"));
    }
  options.backtracking = Backtracking::checkpoint;
  options.exact = true;
  for (const Order order : {Order::depth_first, Order::breadth_first}) {
    if (is_large && order == Order::breadth_first) continue;
    options.order = order;
    expect_same(expected, explore(scenario, options), "exact");
  }
}

TEST_P(Agreement, OfAStateWithItselfHoweverItIsReached) {
  Options options;
  options.audit = true;
  options.limits.states_max = is_sanitized() ? sanitized_states_max / 10 : 500'000;
  const Exploration run =
      explore(model::read_scenario(model::read_source_files({GetParam()})), options);
  EXPECT_FALSE(run.result.audit_failure.has_value()) << run.result.audit_failure->what;
}

INSTANTIATE_TEST_SUITE_P(OnEveryScenario, Agreement, testing::ValuesIn(scenario_files()),
                         [](const auto& info) { return test_name_of(info.param); });

}  // namespace
}  // namespace preemptcheck::tests
