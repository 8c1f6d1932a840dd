// Bugs planted in the model, each found by a property that holds without it. A mutant is a switch
// that no release has in that position.
#include <gtest/gtest.h>

#include "tests/scenario_runs.h"

namespace preemptcheck::tests {
namespace {

struct Mutant {
  const char* test_name;
  const char* switch_name;
  bool value;
  const char* scenario;
  const char* killed_by;
  std::uint8_t api_errors = 0;
};

void PrintTo(const Mutant& mutant, std::ostream* out) { *out << mutant.switch_name; }

class Mutants : public testing::TestWithParam<Mutant> {};

Exploration run_of(const Mutant& mutant, bool planted) {
  model::Overrides overrides;
  overrides.release = "1.37";
  if (planted) overrides.switches = {{mutant.switch_name, mutant.value}};
  model::Scenario scenario = load(mutant.scenario, overrides);
  scenario.faults.api_errors = mutant.api_errors;
  explorer::Options options;
  options.limits.states_max = is_sanitized() ? sanitized_states_max : 3'000'000;
  return explore(scenario, options);
}

TEST_P(Mutants, AreKilled) {
  const Mutant& mutant = GetParam();
  const Exploration sound = run_of(mutant, false);
  if (is_sanitized() && !sound.result.exhausted)
    GTEST_SKIP() << "too large for a build with sanitizers; the release build runs it";
  EXPECT_EQ(sound.verdict(mutant.killed_by), model::Verdict::holds) << "without the mutant";
  EXPECT_EQ(run_of(mutant, true).verdict(mutant.killed_by), model::Verdict::violated);
}

// clang-format off
constexpr Mutant mutants[] = {
    {"NominationInMemoryOff",      "nominate-in-memory",           false, "kep-4832-case-1",     "nominated-space-claimed-once"},
    {"FiltersBlindToNominations",  "filters-see-nominations",      false, "kep-4832-case-1",     "nominated-space-claimed-once"},
    {"LateUpdateErasesNomination", "update-keeps-nomination",      false, "late-update",         "nominated-space-claimed-once"},
    {"GateOff",                    "preenqueue-gate",              false, "three-victims-async", "gated-pod-not-popped"},
    {"GateBlindToTheLister",       "gate-consults-lister",         false, "reprieve",            "preemptor-not-stranded"},
    {"LastVictimDoesNotWait",      "last-victim-waits-for-others", false, "reprieve",            "preemptor-not-stranded"},
    {"InFlightEventsLost",         "in-flight-events",             false, "reprieve",            "preemptor-not-stranded"},
    {"ErrorsDoNotActivate",        "activate-on-error",            false, "kubectl-output",      "preemptor-not-stranded", 1},
    {"BoundWithoutBeingAssumed",   "assume-before-binding",        false, "kep-4832-case-1",     "node-not-overcommitted"},
    {"NobodyIsReprieved",          "reprieve-victims",             false, "reprieve",            "victims-are-needed"},
};
// clang-format on

INSTANTIATE_TEST_SUITE_P(Planted, Mutants, testing::ValuesIn(mutants),
                         [](const auto& info) { return info.param.test_name; });

}  // namespace
}  // namespace preemptcheck::tests
