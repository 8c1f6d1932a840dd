// Depth first and breadth first, checkpoint and replay, fingerprints and whole states: six ways to
// explore a scenario that must see the same states and give the same verdicts; where a search ends
// at a limit, those in one order must.
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

/// Searched to here at most. In one order, ways to search must agree at any limit.
constexpr std::uint64_t states_max = 30'000;

TEST_P(Agreement, OfAllWaysToExplore) {
  const model::Scenario scenario = model::read_scenario(model::read_source_files({GetParam()}));
  std::vector<Exploration> in_order;
  for (const Order order : {Order::depth_first, Order::breadth_first}) {
    SCOPED_TRACE(order == Order::depth_first ? "depth first" : "breadth first");
    Options options;
    options.limits.states_max = is_sanitized() ? sanitized_states_max : states_max;
    options.order = order;
    const Exploration expected = explore(scenario, options);
    options.exact = true;
    expect_same(expected, explore(scenario, options), "exact");
    options.exact = false;
    options.backtracking = Backtracking::replay;
    expect_same(expected, explore(scenario, options), "replay");
    in_order.push_back(expected);
  }
  if (in_order[0].result.exhausted) expect_same(in_order[0], in_order[1], "order");
}

TEST_P(Agreement, OfAStateWithItselfHoweverItIsReached) {
  Options options;
  options.audit = true;
  options.limits.states_max = is_sanitized() ? sanitized_states_max / 10 : states_max;
  const Exploration run =
      explore(model::read_scenario(model::read_source_files({GetParam()})), options);
  EXPECT_FALSE(run.result.audit_failure.has_value()) << run.result.audit_failure->what;
}

INSTANTIATE_TEST_SUITE_P(OnEveryScenario, Agreement, testing::ValuesIn(scenario_files()),
                         [](const auto& info) { return test_name_of(info.param); });

}  // namespace
}  // namespace preemptcheck::tests
