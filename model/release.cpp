#include "model/release.h"

#include <algorithm>
#include <charconv>

#include "explorer/contract.h"

namespace preemptcheck::model {
namespace {

constexpr std::array<ReleaseInfo, release_count> releases{{
    {.name = "1.31",
     .summary = "preempts on the scheduling thread, which waits for every victim's API calls"},
    {.name = "1.32",
     .summary = "can preempt in a goroutine behind a PreEnqueue gate (alpha, off by default) and "
                "keeps the events of a pod's own cycle"},
    {.name = "1.33",
     .summary = "preempts in a goroutine by default and pops pods from the backoff queue when "
                "nothing else is active"},
    {.name = "1.34.0",
     .summary = "lets gated pods sleep through events and the flush, sends status patches through "
                "a dispatcher, and activates a preemptor whose victims are all gone"},
    {.name = "1.34",
     .summary = "takes the dispatcher and that activation back (from 1.34.2 on)",
     .patch = 2},
    {.name = "1.34.8",
     .summary = "drops a failed pod that was created anew meanwhile",
     .patch = 8,
     .is_patch = true},
    {.name = "1.35.0",
     .summary = "1.35 with status patches sent through the dispatcher",
     .is_patch = true},
    {.name = "1.35",
     .summary = "keeps the gate closed until the last victim's deletion is sent, leaves "
                "terminating victims alone, and forgets a deleted pod that is assumed",
     .patch = 1},
    {.name = "1.35.5",
     .summary = "drops a failed pod that was created anew meanwhile",
     .patch = 5,
     .is_patch = true},
    {.name = "1.36",
     .summary = "takes victims in Permit or PreBind back without an API call and leaves the last "
                "victim alone after an error"},
    {.name = "1.36.4",
     .summary = "lets the flush of unschedulable pods reach gated pods",
     .patch = 4,
     .is_patch = true},
    {.name = "1.37",
     .summary = "lets the flush reach gated pods, and activates a preemptor whose last victim was "
                "taken back in memory"},
    {.name = "master", .summary = "names the pod's UID in its status patch"},
}};

/// What the columns of the switch table stand for: every release that is no patch release.
constexpr std::array columns{Release::v1_31,   Release::v1_32, Release::v1_33,
                             Release::v1_34_0, Release::v1_34, Release::v1_35,
                             Release::v1_36,   Release::v1_37, Release::master};
using Row = std::array<bool, columns.size()>;

/// The column of a release; of a patch release, the one that it differs little from.
constexpr std::size_t column_of(Release release) {
  if (release == Release::v1_34_8) return column_of(Release::v1_34);
  if (release == Release::v1_35_0 || release == Release::v1_35_5) return column_of(Release::v1_35);
  if (release == Release::v1_36_4) return column_of(Release::v1_36);
  std::size_t column = 0;
  while (columns[column] != release) ++column;
  return column;
}

/// A row of the switch table with the enumerator it describes, so that the order can be checked.
struct SwitchRow {
  Switch is{};
  SwitchInfo info;
  Row by_column{};
};

/// Where a patch release differs from its minor release.
struct CherryPick {
  Release release;
  Switch changed;
  bool on;
};

using enum Switch;
using enum SwitchGroup;

// One row a behaviour, in the order of `enum class Switch`. The columns are the releases of
// `columns`, x where it is on.
// Where async preemption is unknown (1.31), what only concerns its goroutine is off.
// clang-format off
constexpr Row on_in(std::string_view marks) {
  Row row{};
  for (std::size_t i = 0; i < row.size(); ++i) row[i] = marks[i] == 'x';
  return row;
}

//                        1.31   1.33     1.34   1.36    master
//                          1.32   1.34.0   1.35    1.37
constexpr std::array<SwitchRow, switch_count> switch_rows{{
    {async_preemption, {"async-preemption",
        "victims are evicted by a goroutine while the scheduling thread goes on",
        "KEP-4832, #128170", release}, on_in("--xxxxxxx")},
    {queueing_hints, {"queueing-hints",
        "events during a pod's own cycle are kept and replayed, plugins say whether an event is worth a retry",
        "KEP-4247", release}, on_in("-xxxxxxxx")},
    {pop_from_backoff_queue, {"pop-from-backoff-queue",
        "Pop takes a pod that still backs off when no other pod is active",
        "KEP-5142, #130772", release}, on_in("--xxxxxxx")},
    {discard_popped_in_flight, {"discard-popped-in-flight",
        "Pop drops a pod whose UID is in a scheduling cycle already",
        "#127016", release}, on_in("-xxxxxxxx")},
    {gate_opens_before_last_victim, {"gate-opens-before-last-victim",
        "the preemptor's gate opens before the last victim's deletion is sent",
        "#128170, undone by #134730", release}, on_in("-xxxx----")},
    {gate_consults_lister, {"gate-consults-lister",
        "the gate counts as open once the lister shows the last victim deleted or terminating",
        "#134730", release}, on_in("-----xxxx")},
    {skip_terminating_victims, {"skip-terminating-victims",
        "victims that terminate already are sent no API call",
        "#134927", release}, on_in("---x-xxxx")},
    {activate_when_all_gone, {"activate-when-all-gone",
        "a preemption that finds every victim gone activates its preemptor (only 1.34.0 and 1.34.1 did)",
        "#133213, undone by #134245", release}, on_in("---x-----")},
    {skip_last_victim_after_error, {"skip-last-victim-after-error",
        "after a failed call of the same preemption the last victim is left alone",
        "#135495", release}, on_in("------xxx")},
    {patch_not_found_is_success, {"patch-not-found-is-success",
        "a victim that is not found when its status is patched counts as evicted",
        "#134294", release}, on_in("---x-xxxx")},
    {delete_not_found_is_success, {"delete-not-found-is-success",
        "a victim that is not found when it is deleted counts as evicted",
        "#128170", release}, on_in("-xxxxxxxx")},
    {patch_retries_conflict, {"patch-retries-conflict",
        "a status patch that meets a conflict is sent again, it does not fail",
        "util/utils.go, PatchPodStatus", release}, on_in("------xxx")},
    {permit_victim_returns_to_backoff, {"permit-victim-returns-to-backoff",
        "a victim that waits in Permit is sent back with an error, so that it is retried soon, and it is known whether that worked",
        "#135719", release}, on_in("------xxx")},
    {prebind_victim_cancelled, {"prebind-victim-cancelled",
        "a victim in PreBind has its binding cancelled in memory, without an API call",
        "#135502", release}, on_in("------xxx")},
    {activate_after_in_memory_victim, {"activate-after-in-memory-victim",
        "a preemption whose last victim was taken back in memory activates its preemptor",
        "#140054", release}, on_in("-------xx")},
    {gated_pods_skip_events, {"gated-pods-skip-events",
        "a gated pod is moved only by events that the gating plugin registered for",
        "#127180", release}, on_in("---xxxxxx")},
    {gated_pods_skip_flush, {"gated-pods-skip-flush",
        "the flush of unschedulable pods passes gated pods over",
        "#127180, undone by #139162", release}, on_in("---xxxx--")},
    {nomination_change_wakes, {"nomination-change-wakes",
        "a pending pod that loses its nomination wakes the pods of its priority and below",
        "eventhandlers.go, hasNominatedNodeNameChanged", release}, on_in("--xxxxxxx")},
    {fit_hint_accepts_nominated_pod, {"fit-hint-accepts-nominated-pod",
        "the hint of NodeResourcesFit takes the deletion of a nominated pod for freed room",
        "fit.go, isSchedulableAfterPodEvent", release}, on_in("--xxxxxxx")},
    {activate_from_backoff_skips_gate, {"activate-from-backoff-skips-gate",
        "Activate moves a pod out of the backoff queue without asking the gate again",
        "#133518", release}, on_in("-----xxxx")},
    {clear_patch_without_potential_node, {"clear-patch-without-potential-node",
        "a preemptor that no node could help has its nomination cleared by a call inside PostFilter",
        "undone by #131278", release}, on_in("xxx------")},
    {queue_update_atomic, {"queue-update-atomic",
        "the update of a pending pod looks at the in-flight pods and the queues in one section",
        "active_queue.go, underLock", release}, on_in("-----xxxx")},
    {one_pod_event_handler, {"one-pod-event-handler",
        "cache and queue learn of a pod from one event handler, so in one order",
        "eventhandlers.go, addPod, updatePod, deletePod", release}, on_in("-----xxxx")},
    {status_patch_from_lister, {"status-patch-from-lister",
        "the preemptor's status patch is computed from the lister's copy, not from the popped one",
        "schedule_one.go, handleSchedulingFailure", release}, on_in("------xxx")},
    {status_patch_checks_uid, {"status-patch-checks-uid",
        "a status patch names the pod's UID, so that it does not reach a later pod of that name",
        "api_calls/pod_status_patch.go on master", release}, on_in("--------x")},
    {failure_checks_uid, {"failure-checks-uid",
        "a failed pod that was created anew under its name meanwhile is dropped, not put back as the new one",
        "#138324", release}, on_in("------xxx")},
    {failure_keeps_expected_node, {"failure-keeps-expected-node",
        "with NominatedNodeNameForExpectation on, a failed attempt leaves the nomination alone",
        "#133276, undone by #135007", release}, on_in("---xx----")},
    {binding_forgets_deleted_assumed_pod, {"binding-forgets-deleted-assumed-pod",
        "an assumed pod is forgotten when its deletion is seen, not only when its binding ends",
        "#134157", release}, on_in("-----xxxx")},
    {done_before_binding, {"done-before-binding",
        "a pod counts as in flight only until its binding starts, not until it is bound",
        "schedule_one.go, bindingCycle", release}, on_in("--xxxxxxx")},
    {done_before_bind_call, {"done-before-bind-call",
        "a pod counts as in flight until the bind call at most, not until it is bound",
        "schedule_one.go, bindingCycle", release}, on_in("-xxxxxxxx")},
    {too_small_node_is_unresolvable, {"too-small-node-is-unresolvable",
        "a node that could not hold the pod even when empty is not searched for victims",
        "noderesources/fit.go, fitsRequest", release}, on_in("---xxxxxx")},
    {expected_node_is_nominated, {"expected-node-is-nominated",
        "a pod that will wait in Permit or PreBind is nominated to its node in the API when its binding starts",
        "KEP-5278", release}, on_in("-----xxxx")},
    {bind_clears_nomination, {"bind-clears-nomination",
        "the API server clears the nomination of a pod when it is bound",
        "KEP-5278, registry/core/pod/storage", release}, on_in("-----xxxx")},
    {async_api_calls, {"async-api-calls",
        "status patches and bindings go through a dispatcher; nobody waits for a patch",
        "KEP-5229, undone by #134401 and #135904", release}, on_in("---x-----")},

    {activate_on_completion, {"activate-on-completion",
        "every preemption activates its preemptor when it ends, not only a failed one",
        "#142294 (open)", proposed}, on_in("---------")},

    {preenqueue_gate, {"preenqueue-gate",
        "a preemptor stays out of the active queue while its preemption runs",
        "KEP-4832, default_preemption.go, PreEnqueue", design}, on_in("xxxxxxxxx")},
    {nominate_in_memory, {"nominate-in-memory",
        "the nomination is in the nominator before the next scheduling cycle starts",
        "#72124, schedule_one.go, AddNominatedPod", design}, on_in("xxxxxxxxx")},
    {filters_see_nominations, {"filters-see-nominations",
        "filters count pods of equal or higher priority that are nominated to a node",
        "#54501, framework.go, RunFilterPluginsWithNominatedPods", design}, on_in("xxxxxxxxx")},
    {activate_on_error, {"activate-on-error",
        "a failed preemption activates its preemptor",
        "#128170", design}, on_in("xxxxxxxxx")},
    {last_victim_waits_for_others, {"last-victim-waits-for-others",
        "the last victim's calls start only after all other victims' calls have ended",
        "KEP-4832, executor.go, prepareCandidateAsync", design}, on_in("xxxxxxxxx")},
    {eligibility_waits_for_terminating, {"eligibility-waits-for-terminating",
        "a pod does not preempt again while a victim terminates on its nominated node",
        "default_preemption.go, PodEligibleToPreemptOthers", design}, on_in("xxxxxxxxx")},
    {in_flight_events, {"in-flight-events",
        "events that arrive during a pod's scheduling cycle count when the cycle fails",
        "KEP-4247, active_queue.go, inFlightEvents", design}, on_in("xxxxxxxxx")},
    {reprieve_victims, {"reprieve-victims",
        "pods that can stay are taken off the list of victims again",
        "default_preemption.go, SelectVictimsOnNode", design}, on_in("xxxxxxxxx")},
    {victims_sorted_after_reprieve, {"victims-sorted-after-reprieve",
        "nodes are compared by their most important victim, also where a budget protects some of the victims",
        "#128307, default_preemption.go, SelectVictimsOnNode", design}, on_in("xxxxxxxxx")},
    {assume_before_binding, {"assume-before-binding",
        "the cache counts a pod on its node before the API server has bound it",
        "schedule_one.go, assume", design}, on_in("xxxxxxxxx")},
    {update_keeps_nomination, {"update-keeps-nomination",
        "an update of a pod without a nomination does not erase the one in memory",
        "#74931, nominator.go, UpdateNominatedPod", design}, on_in("xxxxxxxxx")},
    {fit_hint_accepts_deleted_pod, {"fit-hint-accepts-deleted-pod",
        "the hint of NodeResourcesFit takes a pod's deletion for freed room",
        "fit.go, isSchedulableAfterPodEvent", design}, on_in("xxxxxxxxx")},
}};

constexpr std::array<CherryPick, 4> cherry_picks{{
    {Release::v1_34_8, failure_checks_uid, true},      // #138435
    {Release::v1_35_0, async_api_calls, true},         // #135059, undone by #135904
    {Release::v1_35_5, failure_checks_uid, true},      // #138434
    {Release::v1_36_4, gated_pods_skip_flush, false},  // #140685
}};

constexpr std::array<FeatureGateInfo, 6> feature_gates{{
    // stages in 1.31, 1.32, 1.33, 1.34.0, 1.34, 1.35, 1.36, 1.37, master
    {"SchedulerAsyncPreemption", async_preemption,
     {"", "alpha", "beta", "beta", "beta", "beta", "beta", "beta", "beta"}},
    {"SchedulerAsyncAPICalls", async_api_calls,
     {"", "", "", "beta", "beta", "beta", "beta", "beta", "beta"}},
    {"SchedulerQueueingHints", queueing_hints,
     {"beta", "beta", "beta", "GA", "GA", "GA", "GA", "GA", "GA"}},
    {"SchedulerPopFromBackoffQ", pop_from_backoff_queue,
     {"", "", "beta", "beta", "beta", "beta", "beta", "beta", "beta"}},
    {"NominatedNodeNameForExpectation", expected_node_is_nominated,
     {"", "", "", "alpha", "alpha", "beta", "beta", "beta", "beta"}},
    {"ClearingNominatedNodeNameAfterBinding", bind_clears_nomination,
     {"", "", "", "alpha", "alpha", "beta", "beta", "beta", "beta"}},
}};
// clang-format on

consteval bool rows_follow_the_enumerators() {
  for (std::size_t i = 0; i < switch_count; ++i) {
    if (switch_rows[i].is != static_cast<Switch>(i)) return false;
  }
  return static_cast<std::size_t>(fit_hint_accepts_deleted_pod) + 1 == switch_count;
}
static_assert(rows_follow_the_enumerators(), "a row of switch_rows is not where its Switch is");

constexpr std::array<SwitchInfo, switch_count> switches_by_number = [] {
  std::array<SwitchInfo, switch_count> infos{};
  for (std::size_t i = 0; i < switch_count; ++i) {
    infos[i] = switch_rows[i].info;
    for (std::size_t r = 0; r < release_count; ++r)
      infos[i].default_on[r] = switch_rows[i].by_column[column_of(static_cast<Release>(r))];
  }
  for (const CherryPick& pick : cherry_picks)
    infos[static_cast<std::size_t>(pick.changed)]
        .default_on[static_cast<std::size_t>(pick.release)] = pick.on;
  return infos;
}();

/// "1.34.7" as numbers; nothing for what is no version with a patch release.
struct Version {
  std::string_view minor;
  unsigned patch = 0;
};
std::optional<Version> parse_version(std::string_view text) {
  if (text.starts_with('v')) text.remove_prefix(1);
  const std::size_t dot = text.rfind('.');
  if (dot == std::string_view::npos || text.find('.') == dot) return std::nullopt;
  Version version{text.substr(0, dot), 0};
  const std::string_view patch = text.substr(dot + 1);
  const auto [end, error] =
      std::from_chars(patch.data(), patch.data() + patch.size(), version.patch);
  if (error != std::errc{} || end != patch.data() + patch.size()) return std::nullopt;
  return version;
}

std::string_view minor_of(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return name.find('.') == dot ? name : name.substr(0, dot);
}

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

std::vector<Release> main_releases() { return {columns.begin(), columns.end()}; }

std::optional<Release> find_release(std::string_view name) {
  const std::string_view plain = name.starts_with('v') ? name.substr(1) : name;
  for (std::size_t i = 0; i < release_count; ++i) {
    if (releases[i].name == plain) return static_cast<Release>(i);
  }
  const std::optional<Version> version = parse_version(plain);
  if (!version) return std::nullopt;
  std::optional<Release> found;
  for (std::size_t i = 0; i < release_count; ++i)
    if (minor_of(releases[i].name) == version->minor && releases[i].patch <= version->patch)
      found = static_cast<Release>(i);
  return found;
}

std::optional<Switch> find_switch(std::string_view name) {
  for (std::size_t i = 0; i < switch_count; ++i) {
    if (switches_by_number[i].name == name) return static_cast<Switch>(i);
  }
  return std::nullopt;
}

std::string_view stage_of(const FeatureGateInfo& gate, Release release) {
  return gate.stages[column_of(release)];
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
