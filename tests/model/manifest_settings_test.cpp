// The settings object and what the command line sets on top of it.
#include <gtest/gtest.h>

#include "tests/model/manifest_text.h"

namespace preemptcheck::model {
namespace {

std::string refused_settings(const std::string& spec, const Overrides& overrides = {}) {
  return refusal(small_cluster() + settings_text(spec), overrides);
}

Scenario with_settings(const std::string& spec, const Overrides& overrides = {}) {
  return read_text(small_cluster() + settings_text(spec), overrides);
}

TEST(ManifestSettings, WithoutSettingsTheNewestReleaseIsMeant) {
  const Scenario scenario = read_text(small_cluster());
  EXPECT_EQ(scenario.release, newest_release);
  EXPECT_EQ(scenario.switches, Switches::of(newest_release));
  EXPECT_EQ(scenario.name, "file");
  EXPECT_EQ(scenario.executor_parallelism, 16);
  EXPECT_TRUE(scenario.kubelet_fair);
  EXPECT_FALSE(scenario.timers_anytime);
  EXPECT_TRUE(scenario.properties.empty());
  EXPECT_TRUE(scenario.expectations.empty());
  EXPECT_TRUE(scenario.warnings.empty());
}

TEST(ManifestSettings, EverySettingIsRead) {
  const Scenario scenario = with_settings(
      "{release: \"1.33\", executorParallelism: 2, gracefulTermination: true, kubelet: unfair, "
      "timers: anytime, faults: {apiErrors: 1, externalDeletes: 2}, properties: [a, b]}");
  EXPECT_EQ(scenario.name, "s");
  EXPECT_EQ(scenario.release, Release::v1_33);
  EXPECT_EQ(scenario.executor_parallelism, 2);
  EXPECT_TRUE(scenario.graceful_termination);
  EXPECT_FALSE(scenario.kubelet_fair);
  EXPECT_TRUE(scenario.timers_anytime);
  EXPECT_EQ(scenario.faults.api_errors, 1);
  EXPECT_EQ(scenario.faults.external_deletes, 2);
  EXPECT_EQ(scenario.properties, (std::vector<std::string>{"a", "b"}));
}

TEST(ManifestSettings, AnUnknownKeyNamesTheNearestKnownOne) {
  EXPECT_TRUE(has(refused_settings("{releas: \"1.33\"}"),
                  "file.yaml:25: spec.releas: unknown key 'releas'; did you mean 'release'?"));
  EXPECT_TRUE(has(refused_settings("{faults: {apiError: 1}}"), "did you mean 'apiErrors'?"));
  EXPECT_TRUE(has(refused_settings("{arrivals: {pod: {}}}"), "did you mean 'pods'?"));
}

TEST(ManifestSettings, AnUnknownReleaseNamesTheKnownOnes) {
  const std::string message = refused_settings("{release: \"1.30\"}");
  EXPECT_TRUE(has(message, "spec.release: release '1.30' is not known")) << message;
  for (const ReleaseInfo& release : all_releases())
    EXPECT_TRUE(has(message, std::string(release.name))) << message;
}

TEST(ManifestSettings, SwitchesAreSetOverFeatureGatesOverTheRelease) {
  const Scenario scenario = with_settings(
      "{release: \"1.33\", featureGates: {SchedulerAsyncPreemption: false, SchedulerQueueingHints: "
      "false}, switches: {queueing-hints: on, activate-on-completion: true}}");
  EXPECT_FALSE(scenario.switches.on(Switch::async_preemption));
  EXPECT_TRUE(scenario.switches.on(Switch::queueing_hints));
  EXPECT_TRUE(scenario.switches.on(Switch::activate_on_completion));
  EXPECT_EQ(scenario.feature_gates.size(), 2U);
  EXPECT_EQ(scenario.switch_settings.size(), 2U);
}

TEST(ManifestSettings, TheCommandLineHasTheLastWord) {
  Overrides overrides;
  overrides.release = "1.35";
  overrides.feature_gates = {{"SchedulerAsyncPreemption", true}};
  overrides.switches = {{"nominate-in-memory", false}};
  const Scenario scenario = with_settings(
      "{release: \"1.33\", featureGates: {SchedulerAsyncPreemption: false}, switches: "
      "{nominate-in-memory: on}}",
      overrides);
  EXPECT_EQ(scenario.release, Release::v1_35);
  EXPECT_TRUE(scenario.switches.on(Switch::async_preemption));
  EXPECT_TRUE(scenario.switches.on(Switch::gate_consults_lister));
  EXPECT_FALSE(scenario.switches.on(Switch::nominate_in_memory));
}

TEST(ManifestSettings, UnknownNamesOnTheCommandLineAreItsMistake) {
  EXPECT_TRUE(has(refusal(small_cluster(), {.release = "2", .feature_gates = {}, .switches = {}}),
                  "command line: --release: release '2' is not known"));
  EXPECT_TRUE(has(refusal(small_cluster(),
                          {.release = {}, .feature_gates = {{"Scheduler", true}}, .switches = {}}),
                  "command line: --feature-gate: feature gate 'Scheduler' is not modelled"));
  EXPECT_TRUE(has(
      refusal(small_cluster(),
              {.release = {}, .feature_gates = {}, .switches = {{"activate-on-complet", true}}}),
      "did you mean 'activate-on-completion'?"));
}

TEST(ManifestSettings, AGateIsSetOnlyWhereItExistsAndIsNotLocked) {
  EXPECT_TRUE(has(refused_settings("{release: \"1.31\", featureGates: {SchedulerAsyncPreemption: "
                                   "false}}"),
                  "does not exist in 1.31"));
  EXPECT_TRUE(has(refused_settings("{featureGates: {SchedulerQueueingHints: false}}"),
                  "is locked in 1.37"));
  EXPECT_EQ(refused_settings("{featureGates: {SchedulerQueueingHints: true}}"), "");
  EXPECT_TRUE(has(refused_settings("{featureGates: {SchedulerAsyncPreemptio: true}}"),
                  "did you mean 'SchedulerAsyncPreemption'?"));
  EXPECT_TRUE(has(refused_settings("{switches: {nominate-in-memori: off}}"),
                  "did you mean 'nominate-in-memory'?"));
}

TEST(ManifestSettings, ValuesOutsideTheirRangeAreRefused) {
  EXPECT_TRUE(has(refused_settings("{executorParallelism: 0}"), "from 1 to 16"));
  EXPECT_TRUE(has(refused_settings("{executorParallelism: 17}"), "from 1 to 16"));
  EXPECT_TRUE(has(refused_settings("{faults: {apiErrors: -1}}"), "spec.faults.apiErrors"));
  EXPECT_TRUE(has(refused_settings("{faults: {apiErrors: many}}"), "'many' is no whole number"));
  EXPECT_TRUE(has(refused_settings("{gracefulTermination: maybe}"), "neither true nor false"));
  EXPECT_TRUE(has(refused_settings("{kubelet: fare}"), "did you mean 'fair'?"));
  EXPECT_TRUE(has(refused_settings("{timers: never}"), "known: lastResort, anytime"));
  EXPECT_TRUE(has(refused_settings("{faults: {schedulerRestarts: 17}}"), "from 0 to 16"));
  EXPECT_TRUE(has(refused_settings("{properties: a}"), "a list is wanted"));
  EXPECT_TRUE(has(refused_settings("[release]"), "a map is wanted, not a list"));
}

TEST(ManifestSettings, EveryBoundPodMayBeDeletedUnlessPodsAreNamed) {
  const Scenario any = with_settings("{faults: {externalDeletes: 1}}");
  EXPECT_TRUE(any.pods[0].may_be_deleted);
  EXPECT_FALSE(any.pods[1].may_be_deleted);
  const Scenario named =
      with_settings("{faults: {externalDeletes: 1, externalDeletePods: [default/preemptor]}}");
  EXPECT_FALSE(named.pods[0].may_be_deleted);
  EXPECT_TRUE(named.pods[1].may_be_deleted);
  EXPECT_FALSE(with_settings("{}").pods[0].may_be_deleted);
}

TEST(ManifestSettings, PodsToDeleteAreKnownAndTheirBudgetIsGiven) {
  EXPECT_TRUE(has(refused_settings("{faults: {externalDeletes: 1, externalDeletePods: [victm]}}"),
                  "pod default/victm is not among the pods of the scenario; did you mean "
                  "'default/victim'?"));
  EXPECT_TRUE(has(refused_settings("{faults: {externalDeletePods: [victim]}}"),
                  "set externalDeletes to 1 or more"));
}

TEST(ManifestSettings, EveryFaultHasItsBudget) {
  const Scenario scenario = with_settings(
      "{faults: {lostReplies: 1, conflicts: 2, externalBinds: 3, externalBindPods: [preemptor], "
      "nodeDeletes: 1, nodeDeleteNodes: [n1], permitRejections: 4, schedulerRestarts: 5}, "
      "binding: {permitWait: [preemptor], preBind: [preemptor], finishes: false}}");
  EXPECT_EQ(scenario.faults.lost_replies, 1);
  EXPECT_EQ(scenario.faults.conflicts, 2);
  EXPECT_EQ(scenario.faults.external_binds, 3);
  EXPECT_EQ(scenario.faults.node_deletes, 1);
  EXPECT_EQ(scenario.faults.permit_rejections, 4);
  EXPECT_EQ(scenario.faults.scheduler_restarts, 5);
  EXPECT_TRUE(scenario.nodes[0].may_be_deleted);
  EXPECT_FALSE(scenario.pods[0].may_be_bound);
  EXPECT_TRUE(scenario.pods[1].may_be_bound);
  EXPECT_TRUE(scenario.pods[1].waits_in_permit);
  EXPECT_TRUE(scenario.pods[1].has_prebind_work);
  EXPECT_FALSE(scenario.binding_finishes);
}

TEST(ManifestSettings, ABudgetThatCanDoNothingIsRefused) {
  EXPECT_TRUE(has(refused_settings("{faults: {permitRejections: 1}}"), "no pod waits in Permit"));
  EXPECT_TRUE(has(refused_settings("{faults: {externalBindPods: [preemptor]}}"),
                  "set externalBinds to 1 or more"));
  EXPECT_TRUE(
      has(refused_settings("{faults: {nodeDeleteNodes: [n1]}}"), "set nodeDeletes to 1 or more"));
  EXPECT_TRUE(has(refused_settings("{faults: {nodeDeletes: 1, nodeDeleteNodes: [n2]}}"),
                  "node n2 is not among the nodes of the scenario; did you mean 'n1'?"));
  EXPECT_TRUE(has(refused_settings("{binding: {permitWait: [victim]}}"), "never bound again"));
  EXPECT_TRUE(has(refused_settings("{binding: {preBind: [victim]}}"), "never bound again"));
  EXPECT_TRUE(has(refused_settings("{binding: {permitWait: [victm]}}"), "did you mean"));
}

TEST(ManifestSettings, AControllerBringsPodsBackUnderTheirNameOrAnotherOne) {
  const Scenario same = with_settings("{controllers: {recreate: {victim: 2}}}");
  ASSERT_EQ(same.pods.size(), 4U);
  EXPECT_EQ(same.pods[2].full_name(), "default/victim#2");
  EXPECT_EQ(same.pods[3].full_name(), "default/victim#3");
  EXPECT_EQ(same.pods[2].arrives_after, 0);
  EXPECT_EQ(same.pods[3].arrives_after, 2);
  for (const PodId later : {PodId{2}, PodId{3}}) {
    EXPECT_EQ(same.pods[later].arrival, Arrival::when_gone);
    EXPECT_EQ(same.pods[later].node, no_node);
    EXPECT_EQ(same.pods[later].requests, same.pods[0].requests);
  }
  const Scenario other =
      with_settings("{controllers: {replace: {victim: 1}}, binding: {permitWait: [victim]}}");
  ASSERT_EQ(other.pods.size(), 3U);
  EXPECT_EQ(other.pods[2].full_name(), "default/victim-2");
  EXPECT_TRUE(other.pods[2].waits_in_permit);
}

TEST(ManifestSettings, AControllerDoesNotBringBackWhatIsThereAlready) {
  EXPECT_TRUE(has(refusal(small_cluster() + pod_text("victim-2", "priority: 0") +
                          settings_text("{controllers: {replace: {victim: 1}}}")),
                  "would name a pod default/victim-2, and there is one already"));
  EXPECT_TRUE(has(refused_settings("{controllers: {recreate: {victim: 1, default/victim: 1}}}"),
                  "there is one already"));
  EXPECT_TRUE(has(refused_settings("{controllers: {recreate: {victim: 0}}}"), "from 1 to 8"));
  EXPECT_TRUE(has(refused_settings("{controllers: {restart: {victim: 1}}}"), "unknown key"));
}

TEST(ManifestSettings, PodsArriveAsSet) {
  const std::string two = small_cluster() + pod_text("late", "priority: 1");
  const Scenario scenario = read_text(
      two + settings_text("arrivals: {default: anytime, pods: {late: {after: preemptor}}}"));
  EXPECT_EQ(scenario.pods[0].arrival, Arrival::at_start) << "bound from the start";
  EXPECT_EQ(scenario.pods[1].arrival, Arrival::anytime);
  EXPECT_EQ(scenario.pods[2].arrival, Arrival::after_pod);
  EXPECT_EQ(scenario.pods[2].arrives_after, 1);
}

TEST(ManifestSettings, ArrivalsThatCannotHappenAreRefused) {
  EXPECT_TRUE(has(refused_settings("{arrivals: {pods: {victim: anytime}}}"), "cannot arrive"));
  EXPECT_TRUE(has(refused_settings("{arrivals: {pods: {preemptor: {after: victim}}}}"),
                  "name a pending pod"));
  EXPECT_TRUE(has(refused_settings("{arrivals: {pods: {preemptor: {after: preemptor}}}}"),
                  "waits for itself"));
  EXPECT_TRUE(has(refused_settings("{arrivals: {pods: {nobody: anytime}}}"), "is not among"));
  EXPECT_TRUE(has(refused_settings("{arrivals: {default: later}}"), "known: atStart, anytime"));
}

TEST(ManifestSettings, ExpectationsAreForTheFilesReleaseOrForNamedOnes) {
  const Scenario scenario = with_settings(
      "{release: \"1.33\", expect: {a: violated, b: {\"1.31\": holds, \"1.37\": inconclusive}}}",
      {.release = "1.35", .feature_gates = {}, .switches = {}});
  ASSERT_EQ(scenario.expectations.size(), 3U);
  EXPECT_EQ(scenario.expectations[0].release, Release::v1_33);
  EXPECT_EQ(scenario.expectations[0].verdict, Verdict::violated);
  EXPECT_EQ(scenario.expectations[1].release, Release::v1_31);
  EXPECT_EQ(scenario.expectations[2].verdict, Verdict::inconclusive);
  EXPECT_TRUE(has(refused_settings("{expect: {a: hold}}"), "did you mean 'holds'?"));
  EXPECT_TRUE(has(refused_settings("{expect: {a: {\"1.30\": holds}}}"), "'1.30' is not known"));
}

TEST(ManifestSettings, ARangeOfReleasesLeavesPatchReleasesOut) {
  const Scenario scenario = with_settings("{expect: {a: {\"1.34.0..1.36\": holds}}}");
  std::vector<Release> releases;
  for (const Expectation& one : scenario.expectations) releases.push_back(one.release);
  EXPECT_EQ(releases,
            (std::vector{Release::v1_34_0, Release::v1_34, Release::v1_35, Release::v1_36}));
  EXPECT_EQ(with_settings("{expect: {a: {\"1.35.5..1.36\": holds}}}").expectations.size(), 2U);
  EXPECT_TRUE(has(refused_settings("{expect: {a: {\"1.36..1.34\": holds}}}"), "goes backwards"));
  EXPECT_TRUE(has(refused_settings("{expect: {a: {\"1.36..\": holds}}}"), "is not known"));
  EXPECT_TRUE(has(refused_settings("{expect: {a: {\"1.35\": holds, \"1.34..1.36\": violated}}}"),
                  "release 1.35 is given twice"));
}

TEST(ManifestSettings, OneSettingsObjectOfTheKnownVersion) {
  EXPECT_TRUE(has(refusal(small_cluster() + settings_text("{}") + settings_text("{}")),
                  "a second Scenario, the first is at file.yaml:"));
  EXPECT_TRUE(has(refusal(small_cluster() + "---\napiVersion: v2\nkind: Scenario\n"),
                  "write apiVersion: preemptcheck/v1"));
}

}  // namespace
}  // namespace preemptcheck::model
