// No part of the model is out of reach: each site is reached by some shipped scenario.
#include "model/sites.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/scenario_runs.h"

namespace preemptcheck::tests {
namespace {

struct Reach {
  const char* scenario;
  const char* release;
};

// A choice of scenarios that is enough; each has parts of the model to itself.
constexpr Reach reaches[] = {
    {"permit-then-prebind", "1.37"},   {"restart-loses-nomination", "1.37"},
    {"rejected-in-permit", "1.36"},    {"early-gate-async-api-calls", "1.34.0"},
    {"node-deleted", "1.33"},          {"evict-and-rebind", "1.37"},
    {"eviction-after-error", "1.35"},  {"lost-reply", "1.37"},
    {"stale-nomination", "1.33"},      {"waiting-pod-deleted", "1.34"},
    {"waiting-pod-deleted", "1.37"},   {"victim-never-ends", "1.37"},
    {"displaced-nominee", "1.31"},     {"flush-passes-gated", "1.37"},
    {"higher-takes-the-room", "1.31"}, {"second-preemptor-deletes", "1.31"},
    {"node-deleted", "1.31"},
};

TEST(Sites, AreReachedByShippedScenarios) {
  std::set<std::string> unreached;
  for (const explorer::Site& site : model::sites) unreached.emplace(site.name);
  for (const Reach& reach : reaches) {
    model::Overrides overrides;
    overrides.release = reach.release;
    explorer::Options options;
    options.limits.states_max = is_sanitized() ? sanitized_states_max : 100'000;
    const Exploration run = explore(load(reach.scenario, overrides), options);
    for (std::size_t i = 0; i < model::sites.size(); ++i)
      if (run.result.transitions_by_site[i] > 0) unreached.erase(std::string(model::sites[i].name));
  }
  if (is_sanitized()) return;  // with so few states only that it runs
  EXPECT_EQ(unreached, std::set<std::string>{});
}

}  // namespace
}  // namespace preemptcheck::tests
