// Every scenario in scenarios/ gets the verdicts that it says it must get, on every release.
#include <gtest/gtest.h>

#include <set>

#include "properties/registry.h"
#include "tests/scenario_runs.h"

namespace preemptcheck::tests {
namespace {

class Scenarios : public testing::TestWithParam<std::string> {};

/// Some spaces are too large for a test. A violation is found long before this many states, and a
/// verdict of `holds` is only accepted from an exhausted space, so the limit cannot hide a failure.
explorer::Options options_for_tests() {
  explorer::Options options;
  options.limits.states_max = is_sanitized() ? sanitized_states_max : 6'000'000;
  return options;
}

TEST_P(Scenarios, GetTheVerdictsTheyExpect) {
  const std::vector<model::SourceText> sources = model::read_source_files({GetParam()});
  const model::Scenario defaults = model::read_scenario(sources);
  ASSERT_FALSE(defaults.expectations.empty()) << "a shipped scenario says what it must show";
  std::set<model::Release> releases;
  for (const model::Expectation& expected : defaults.expectations)
    releases.insert(expected.release);
  for (const model::Release release : releases) {
    model::Overrides overrides;
    overrides.release = std::string(model::info(release).name);
    const Exploration run = explore(model::read_scenario(sources, overrides), options_for_tests());
    for (const model::Expectation& expected : defaults.expectations) {
      if (expected.release != release) continue;
      ASSERT_NE(properties::find_property(expected.property), nullptr) << expected.property;
      if (is_sanitized() && !run.result.exhausted) continue;  // the release build covers it
      EXPECT_EQ(run.verdict(expected.property), expected.verdict)
          << expected.property << " on " << overrides.release.value();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Scenarios, testing::ValuesIn(scenario_files()),
                         [](const auto& info) { return test_name_of(info.param); });

// KEP-4832 and #141694 by name, so that a failure says what it is about.

model::Overrides on_release(const std::string& release) {
  model::Overrides overrides;
  overrides.release = release;
  return overrides;
}

TEST(Issue141694, RedundantPreemptionStrandsThePreemptor) {
  const Exploration run = explore(load("redundant-preemption", on_release("1.37")));
  EXPECT_EQ(run.verdict("preemptor-not-stranded"), model::Verdict::violated);
  EXPECT_TRUE(run.result.exhausted);
}

TEST(Issue141694, DoesNotHappenWithoutAsyncPreemption) {
  const Exploration run = explore(load("redundant-preemption", on_release("1.31")));
  EXPECT_EQ(run.verdict("preemptor-not-stranded"), model::Verdict::holds);
}

TEST(Issue142294, ActivationOnCompletionCuresTheRedundantPreemption) {
  if (is_sanitized()) GTEST_SKIP() << "a quarter of a million states; the release build runs it";
  model::Overrides overrides = on_release("1.37");
  overrides.switches = {{"activate-on-completion", true}};
  const Exploration run = explore(load("redundant-preemption", overrides));
  EXPECT_EQ(run.verdict("preemptor-not-stranded"), model::Verdict::holds);
  EXPECT_EQ(run.verdict("preemptor-gets-bound"), model::Verdict::holds);
}

TEST(Issue72124, WithoutTheNominationInMemoryALowerPodTakesTheRoom) {
  if (is_sanitized()) GTEST_SKIP() << "too many states; the release build runs it";
  for (const char* release : {"1.31", "1.33", "1.35", "1.37"}) {
    model::Overrides overrides = on_release(release);
    EXPECT_EQ(explore(load("kep-4832-case-1", overrides)).verdict("nominated-space-claimed-once"),
              model::Verdict::holds)
        << release;
    overrides.switches = {{"nominate-in-memory", false}};
    explorer::Options options;
    options.limits.states_max = 100'000;  // the whole space is far larger, the violation near
    EXPECT_EQ(explore(load("kep-4832-case-1", overrides), options)
                  .verdict("nominated-space-claimed-once"),
              model::Verdict::violated)
        << release;
  }
}

}  // namespace
}  // namespace preemptcheck::tests
