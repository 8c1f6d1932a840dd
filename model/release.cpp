#include "model/release.h"

#include <algorithm>

#include "explorer/contract.h"

namespace preemptcheck::model {
namespace {

constexpr std::array<ReleaseInfo, release_count> releases{{
    {"1.31", "preempts on the scheduling thread, which waits for every victim's API calls"},
    {"1.33",
     "preempts in a goroutine behind a PreEnqueue gate (on by default since 1.33) and pops pods "
     "from the backoff queue when nothing else is active"},
    {"1.35",
     "keeps the gate closed until the last victim's deletion is sent, leaves terminating victims "
     "alone, and lets gated pods sleep through events that do not concern them"},
    {"1.37",
     "leaves the last victim alone after an error, lets the flush of unschedulable pods reach "
     "gated pods, and patches the preemptor's status from the lister's copy"},
}};

/// A row of the switch table with the enumerator it describes, so that the order can be checked.
struct SwitchRow {
  Switch is{};
  SwitchInfo info;
};

using enum Switch;
using enum SwitchGroup;

// One row a behaviour, in the order of `enum class Switch`; the columns are 1.31, 1.33, 1.35, 1.37.
// Where async preemption is unknown (1.31), what only concerns its goroutine is off.
// clang-format off
constexpr std::array<SwitchRow, switch_count> switch_rows{{
    {async_preemption, {"async-preemption",
        "victims are evicted by a goroutine while the scheduling thread goes on",
        "KEP-4832, #128170", release,                                      {false, true,  true,  true}}},
    {queueing_hints, {"queueing-hints",
        "events during a pod's own cycle are kept and replayed, plugins say whether an event is worth a retry",
        "KEP-4247", release,                                               {false, true,  true,  true}}},
    {pop_from_backoff_queue, {"pop-from-backoff-queue",
        "Pop takes a pod that still backs off when no other pod is active",
        "KEP-5142, #130772", release,                                      {false, true,  true,  true}}},
    {discard_popped_in_flight, {"discard-popped-in-flight",
        "Pop drops a pod whose UID is in a scheduling cycle already",
        "#127016", release,                                                {false, true,  true,  true}}},
    {gate_opens_before_last_victim, {"gate-opens-before-last-victim",
        "the preemptor's gate opens before the last victim's deletion is sent",
        "#128170, undone by #134730", release,                             {false, true,  false, false}}},
    {gate_consults_lister, {"gate-consults-lister",
        "the gate counts as open once the lister shows the last victim deleted or terminating",
        "#134730", release,                                                {false, false, true,  true}}},
    {skip_terminating_victims, {"skip-terminating-victims",
        "victims that terminate already are sent no API call",
        "#134927", release,                                                {false, false, true,  true}}},
    {activate_when_all_gone, {"activate-when-all-gone",
        "a preemption that finds every victim gone activates its preemptor (only 1.34.0 and 1.34.1 did)",
        "#133213, undone by #134245", release,                             {false, false, false, false}}},
    {skip_last_victim_after_error, {"skip-last-victim-after-error",
        "after a failed call of the same preemption the last victim is left alone",
        "#135495", release,                                                {false, false, false, true}}},
    {patch_not_found_is_success, {"patch-not-found-is-success",
        "a victim that is not found when its status is patched counts as evicted",
        "#134294", release,                                                {false, false, true,  true}}},
    {delete_not_found_is_success, {"delete-not-found-is-success",
        "a victim that is not found when it is deleted counts as evicted",
        "#128170", release,                                                {false, true,  true,  true}}},
    {gated_pods_skip_events, {"gated-pods-skip-events",
        "a gated pod is moved only by events that the gating plugin registered for",
        "#127180", release,                                                {false, false, true,  true}}},
    {gated_pods_skip_flush, {"gated-pods-skip-flush",
        "the flush of unschedulable pods passes gated pods over",
        "#127180, undone by #139162", release,                             {false, false, true,  false}}},
    {nomination_change_wakes, {"nomination-change-wakes",
        "a pending pod that loses its nomination wakes the pods of its priority and below",
        "eventhandlers.go, hasNominatedNodeNameChanged", release,          {false, true,  true,  true}}},
    {fit_hint_accepts_nominated_pod, {"fit-hint-accepts-nominated-pod",
        "the hint of NodeResourcesFit takes the deletion of a nominated pod for freed room",
        "fit.go, isSchedulableAfterPodEvent", release,                     {false, true,  true,  true}}},
    {activate_from_backoff_skips_gate, {"activate-from-backoff-skips-gate",
        "Activate moves a pod out of the backoff queue without asking the gate again",
        "#133518", release,                                                {false, false, true,  true}}},
    {clear_patch_without_potential_node, {"clear-patch-without-potential-node",
        "a preemptor that no node could help has its nomination cleared by a call inside PostFilter",
        "undone by #131278", release,                                      {true,  true,  false, false}}},
    {queue_update_atomic, {"queue-update-atomic",
        "the update of a pending pod looks at the in-flight pods and the queues in one section",
        "active_queue.go, underLock", release,                             {false, false, true,  true}}},
    {one_pod_event_handler, {"one-pod-event-handler",
        "cache and queue learn of a pod from one event handler, so in one order",
        "eventhandlers.go, addPod, updatePod, deletePod", release,         {false, false, true,  true}}},
    {status_patch_from_lister, {"status-patch-from-lister",
        "the preemptor's status patch is computed from the lister's copy, not from the popped one",
        "schedule_one.go, handleSchedulingFailure", release,               {false, false, false, true}}},
    {binding_forgets_deleted_assumed_pod, {"binding-forgets-deleted-assumed-pod",
        "an assumed pod is forgotten when its deletion is seen, not only when its binding ends",
        "#134157", release,                                                {false, false, true,  true}}},
    {done_before_binding, {"done-before-binding",
        "a pod counts as in flight only until its binding starts, not until it is bound",
        "schedule_one.go, bindingCycle", release,                          {false, true,  true,  true}}},
    {too_small_node_is_unresolvable, {"too-small-node-is-unresolvable",
        "a node that could not hold the pod even when empty is not searched for victims",
        "noderesources/fit.go, fitsRequest", release,                      {false, false, true,  true}}},

    {activate_on_completion, {"activate-on-completion",
        "every preemption activates its preemptor when it ends, not only a failed one",
        "#142294 (open)", proposed,                                        {false, false, false, false}}},

    {preenqueue_gate, {"preenqueue-gate",
        "a preemptor stays out of the active queue while its preemption runs",
        "KEP-4832, default_preemption.go, PreEnqueue", design,             {true,  true,  true,  true}}},
    {nominate_in_memory, {"nominate-in-memory",
        "the nomination is in the nominator before the next scheduling cycle starts",
        "#72124, schedule_one.go, AddNominatedPod", design,                {true,  true,  true,  true}}},
    {filters_see_nominations, {"filters-see-nominations",
        "filters count pods of equal or higher priority that are nominated to a node",
        "#54501, framework.go, RunFilterPluginsWithNominatedPods", design, {true,  true,  true,  true}}},
    {activate_on_error, {"activate-on-error",
        "a failed preemption activates its preemptor",
        "#128170", design,                                                 {true,  true,  true,  true}}},
    {last_victim_waits_for_others, {"last-victim-waits-for-others",
        "the last victim's calls start only after all other victims' calls have ended",
        "KEP-4832, executor.go, prepareCandidateAsync", design,            {true,  true,  true,  true}}},
    {eligibility_waits_for_terminating, {"eligibility-waits-for-terminating",
        "a pod does not preempt again while a victim terminates on its nominated node",
        "default_preemption.go, PodEligibleToPreemptOthers", design,       {true,  true,  true,  true}}},
    {in_flight_events, {"in-flight-events",
        "events that arrive during a pod's scheduling cycle count when the cycle fails",
        "KEP-4247, active_queue.go, inFlightEvents", design,               {true,  true,  true,  true}}},
    {reprieve_victims, {"reprieve-victims",
        "pods that can stay are taken off the list of victims again",
        "default_preemption.go, SelectVictimsOnNode", design,              {true,  true,  true,  true}}},
    {assume_before_binding, {"assume-before-binding",
        "the cache counts a pod on its node before the API server has bound it",
        "schedule_one.go, assume", design,                                 {true,  true,  true,  true}}},
    {update_keeps_nomination, {"update-keeps-nomination",
        "an update of a pod without a nomination does not erase the one in memory",
        "#74931, nominator.go, UpdateNominatedPod", design,                {true,  true,  true,  true}}},
}};

constexpr std::array<FeatureGateInfo, 3> feature_gates{{
    // name                        controls                  stage in 1.31, 1.33, 1.35, 1.37      settable there
    {"SchedulerAsyncPreemption",  async_preemption,       {"",     "beta", "beta", "beta"}, {false, true, true,  true}},
    {"SchedulerQueueingHints",    queueing_hints,         {"beta", "beta", "GA",   "GA"},   {true,  true, false, false}},
    {"SchedulerPopFromBackoffQ",  pop_from_backoff_queue, {"",     "beta", "beta", "beta"}, {false, true, true,  true}},
}};
// clang-format on

consteval bool rows_follow_the_enumerators() {
  for (std::size_t i = 0; i < switch_count; ++i) {
    if (switch_rows[i].is != static_cast<Switch>(i)) return false;
  }
  return static_cast<std::size_t>(update_keeps_nomination) + 1 == switch_count;
}
static_assert(rows_follow_the_enumerators(), "a row of switch_rows is not where its Switch is");

constexpr std::array<SwitchInfo, switch_count> switches_by_number = [] {
  std::array<SwitchInfo, switch_count> infos{};
  for (std::size_t i = 0; i < switch_count; ++i) infos[i] = switch_rows[i].info;
  return infos;
}();

}  // namespace

Switches Switches::of(Release release) {
  Switches result;
  for (std::size_t i = 0; i < switch_count; ++i) {
    result.on_[i] = switches_by_number[i].default_on[static_cast<std::size_t>(release)];
  }
  return result;
}

std::span<const ReleaseInfo> all_releases() { return releases; }
std::span<const SwitchInfo> all_switches() { return switches_by_number; }
std::span<const FeatureGateInfo> all_feature_gates() { return feature_gates; }

std::optional<Release> find_release(std::string_view name) {
  for (std::size_t i = 0; i < release_count; ++i) {
    if (releases[i].name == name) return static_cast<Release>(i);
  }
  return std::nullopt;
}

std::optional<Switch> find_switch(std::string_view name) {
  for (std::size_t i = 0; i < switch_count; ++i) {
    if (switches_by_number[i].name == name) return static_cast<Switch>(i);
  }
  return std::nullopt;
}

const FeatureGateInfo* find_feature_gate(std::string_view name) {
  const auto found = std::find_if(feature_gates.begin(), feature_gates.end(),
                                  [&](const FeatureGateInfo& gate) { return gate.name == name; });
  return found == feature_gates.end() ? nullptr : &*found;
}

const ReleaseInfo& info(Release release) {
  const auto index = static_cast<std::size_t>(release);
  PRECONDITION(index < release_count);
  return releases[index];
}

const SwitchInfo& info(Switch s) {
  const auto index = static_cast<std::size_t>(s);
  PRECONDITION(index < switch_count);
  return switches_by_number[index];
}

}  // namespace preemptcheck::model
