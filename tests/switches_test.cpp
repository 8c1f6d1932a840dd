// No switch is dead: flipping it alone changes a verdict or how many states there are. A release is
// a row of switches, so what is tested here is what releases differ in.
#include <gtest/gtest.h>

#include "tests/model/cluster_builder.h"
#include "tests/scenario_runs.h"

namespace preemptcheck::tests {
namespace {

using model::ClusterBuilder;
using model::PodId;
using model::Switch;

/// A switch, and where flipping it shows: in a shipped scenario, on a release.
struct Flip {
  Switch flipped;
  const char* scenario;
  const char* release;
  const char* property = nullptr;  ///< whose verdict changes; none: only the count does
};

using enum Switch;

// clang-format off
constexpr Flip flips[] = {
    {async_preemption,                    "victim-deleted-externally", "1.37", "preemptor-not-stranded"},
    {queueing_hints,                      "failed-preemption",         "1.37", "preemptor-not-stranded"},
    {pop_from_backoff_queue,              "victim-deleted-externally", "1.37", "preemptor-not-stranded"},
    {discard_popped_in_flight,            "reprieve",                  "1.34"},
    {gate_opens_before_last_victim,       "permit-victim",             "1.35", "preemptor-not-stranded"},
    {gate_consults_lister,                "conflicting-patch",         "1.37", "preemptor-not-stranded"},
    {skip_terminating_victims,            "terminating-victim",        "1.37", "no-call-for-terminating-victim"},
    {activate_when_all_gone,              "victim-deleted-externally", "1.37", "preemptor-not-stranded"},
    {skip_last_victim_after_error,        "eviction-after-error",      "1.37", "no-eviction-after-error"},
    {patch_not_found_is_success,          "victim-deleted-externally", "1.37", "preemptor-not-stranded"},
    {delete_not_found_is_success,         "victim-deleted-externally", "1.37"},
    {patch_retries_conflict,              "conflicting-patch",         "1.34", "preemptor-not-stranded"},
    {permit_victim_returns_to_backoff,    "permit-victim-parked",      "1.35", "victim-not-stranded"},
    {prebind_victim_cancelled,            "prebind-victim",            "1.35", "preemptor-not-stranded"},
    {activate_after_in_memory_victim,     "permit-victim",             "1.36", "evicted-pod-holds-room"},
    {gated_pods_skip_flush,               "flush-passes-gated",        "1.37", "flush-reaches-preemptor"},
    {nomination_change_wakes,             "stale-nomination",          "1.37"},
    {fit_hint_accepts_nominated_pod,      "stale-nomination",          "1.37"},
    {clear_patch_without_potential_node,  "stale-nomination",          "1.37"},
    {queue_update_atomic,                 "failed-preemption",         "1.37", "preemptor-not-stranded"},
    {one_pod_event_handler,               "kep-4832-case-4",           "1.31", "victim-selected-once-strict"},
    {status_patch_from_lister,            "waiting-pod-deleted",       "1.37"},
    {status_patch_checks_uid,             "recreated-preemptor",       "1.37", "status-patch-reaches-its-pod"},
    {failure_checks_uid,                  "recreated-preemptor",       "1.36", "pod-not-taken-for-another"},
    {failure_keeps_expected_node,         "failed-preemption",         "1.37"},
    {binding_forgets_deleted_assumed_pod, "prebind-victim",            "1.35", "preemptor-not-stranded"},
    {done_before_binding,                 "victim-in-binding",         "1.35"},
    {done_before_bind_call,               "terminating-victim",        "1.37"},
    {expected_node_is_nominated,          "terminating-victim",        "1.37"},
    {bind_clears_nomination,              "kep-4832-case-2",           "1.37"},
    {async_api_calls,                     "terminating-victim",        "1.37"},
    {activate_on_completion,              "redundant-preemption",      "1.37", "preemptor-not-stranded"},
    {preenqueue_gate,                     "victim-deleted-externally", "1.37", "preemptor-not-stranded"},
    {nominate_in_memory,                  "kep-4832-case-1",           "1.37", "nominated-space-claimed-once"},
    {filters_see_nominations,             "kep-4832-case-1",           "1.37", "nominated-space-claimed-once"},
    {activate_on_error,                   "failed-preemption",         "1.37", "preemptor-not-stranded"},
    {last_victim_waits_for_others,        "reprieve",                  "1.37", "preemptor-not-stranded"},
    {eligibility_waits_for_terminating,   "victim-never-ends",         "1.37"},
    {in_flight_events,                    "terminating-victim",        "1.37", "preemptor-not-stranded"},
    {reprieve_victims,                    "reprieve",                  "1.37", "victims-are-needed"},
    {assume_before_binding,               "waiting-pod-deleted",       "1.37", "no-pod-stranded"},
    {update_keeps_nomination,             "late-update",               "1.37", "nominated-space-claimed-once"},
    {fit_hint_accepts_deleted_pod,        "terminating-victim",        "1.37", "preemptor-not-stranded"},
};
// clang-format on

void PrintTo(const Flip& flip, std::ostream* out) { *out << model::info(flip.flipped).name; }

std::string name_of(Switch flipped) { return test_name_of(std::string(model::info(flipped).name)); }

class Switches : public testing::TestWithParam<Flip> {};

TEST_P(Switches, ChangeAVerdictOrTheNumberOfStates) {
  if (is_sanitized()) GTEST_SKIP() << "the release build runs it";
  const Flip& flip = GetParam();
  const auto release = *model::find_release(flip.release);
  const bool is_on = model::info(flip.flipped).default_on[static_cast<std::size_t>(release)];
  const std::pair<std::string, bool> flipped{model::info(flip.flipped).name, !is_on};
  if (flip.property != nullptr) {
    Question question{flip.scenario, flip.property, flip.release};
    const model::Verdict as_released = answer(question);
    question.switches = {flipped};
    const model::Verdict otherwise = answer(question);
    EXPECT_NE(as_released, otherwise);
    EXPECT_NE(as_released, model::Verdict::inconclusive);
    EXPECT_NE(otherwise, model::Verdict::inconclusive);
    return;
  }
  model::Overrides overrides;
  overrides.release = flip.release;
  const Exploration as_released = explore(load(flip.scenario, overrides));
  overrides.switches = {flipped};
  const Exploration otherwise = explore(load(flip.scenario, overrides));
  EXPECT_NE(as_released.result.states, otherwise.result.states);
}

INSTANTIATE_TEST_SUITE_P(Flipped, Switches, testing::ValuesIn(flips),
                         [](const auto& info) { return name_of(info.param.flipped); });

/// States of a cluster, with a switch as its release has it and flipped.
std::pair<std::uint64_t, std::uint64_t> states_with_and_without(ClusterBuilder builder,
                                                                Switch flipped) {
  const Exploration as_released = explore(builder.scenario);
  builder.with(flipped, !builder.scenario.switches.on(flipped));
  return {as_released.result.states, explore(builder.scenario).result.states};
}

// The clusters that shipped scenarios have no need of.

TEST(Switches, TooSmallNodeIsUnresolvable) {
  // A pod is nominated where it can never fit, and a victim terminates there. Is it to wait?
  ClusterBuilder builder;
  builder.node({1});
  builder.node({2});
  const PodId preemptor = builder.pending(10, {2});
  builder.spec(preemptor).nominated_node = 0;
  const PodId terminating = builder.bound(1, {1}, 0);
  builder.spec(terminating).terminating = true;
  builder.spec(terminating).disruption_target = true;
  builder.bound(1, {2}, 1);
  const auto [with, without] = states_with_and_without(builder, too_small_node_is_unresolvable);
  EXPECT_NE(with, without);
}

TEST(Switches, VictimsSortedAfterReprieve) {
  // kubernetes/kubernetes#128307: on the first node a protected pod of low priority and another of
  // high priority, on the second a protected pod of middle priority.
  ClusterBuilder builder;
  builder.node({2});
  builder.node({2});
  builder.pending(10, {2});
  const PodId low = builder.bound(1, {1}, 0);
  builder.bound(9, {1}, 0);
  const PodId middle = builder.bound(5, {2}, 1);
  builder.pdb(0, model::only(low) | model::only(middle));
  const auto [with, without] = states_with_and_without(builder, victims_sorted_after_reprieve);
  EXPECT_NE(with, without);
}

TEST(Switches, EachIsFlippedBySomeTest) {
  for (std::size_t i = 0; i < model::switch_count; ++i) {
    const auto one = static_cast<Switch>(i);
    const bool in_table = std::ranges::find(flips, one, &Flip::flipped) != std::end(flips);
    // The last two need a schedule of many steps: tests/model/scheduling_queue_switches_test.cpp.
    const bool has_its_own =
        one == too_small_node_is_unresolvable || one == victims_sorted_after_reprieve ||
        one == gated_pods_skip_events || one == activate_from_backoff_skips_gate;
    EXPECT_TRUE(in_table || has_its_own) << model::info(one).name;
  }
}

}  // namespace
}  // namespace preemptcheck::tests
