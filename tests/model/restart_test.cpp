// What is left when the scheduler starts anew, and what other clients do to the cluster around it.
#include <gtest/gtest.h>

#include "tests/model/drive.h"

namespace preemptcheck::model::restart_test {
namespace {

constexpr PodId p = 0;
constexpr PodId v = 1;

ClusterBuilder cluster() {
  ClusterBuilder builder;
  builder.node({2});
  builder.pending(10, {2});
  builder.bound(1, {2}, 0);
  return builder;
}

ClusterBuilder restarting() {
  ClusterBuilder builder = cluster();
  builder.scenario.faults.scheduler_restarts = 1;
  return builder;
}

TEST(Restart, MemoryIsLostAndTheApiServerKeepsWhatItHas) {
  Drive drive(restarting());
  drive.run_to("scheduler", "scheduler/patch-status");
  drive.run_to("executor/1", "executor/leave-preempting");
  EXPECT_EQ(drive.pod(p).nominated_node, 0);
  drive.step("leader");
  EXPECT_EQ(drive.pod(p).nominated_node, no_node);
  EXPECT_FALSE(drive.pod(p).has(PodState::preempting_bit));
  EXPECT_EQ(drive.pod(p).place, QueuePlace::active);
  EXPECT_FALSE(drive.pod(p).in_flight());
  EXPECT_FALSE(drive.pod(v).api.present());
  EXPECT_FALSE(drive.pod(v).cache.present()) << "the new leader lists before it schedules";
  EXPECT_EQ(drive.pod(p).lost_nomination, 0) << "for properties";
  EXPECT_EQ(drive.site("scheduler"), "scheduler/pop");
  EXPECT_EQ(drive.world().preemptions[0].phase, PreemptionPhase::free);
  EXPECT_EQ(drive.world().events_count, 0);
}

TEST(Restart, ANominationInTheApiServerSurvives) {
  Drive drive(restarting());
  drive.run("scheduler");
  drive.step("leader");
  EXPECT_EQ(drive.pod(p).nominated_node, 0);
  EXPECT_EQ(drive.pod(p).lost_nomination, no_node);
}

TEST(Restart, TheNewLeaderSchedulesAsIfNothingHadHappened) {
  Drive drive(restarting());
  drive.run("scheduler");
  drive.run_to("executor/1", "executor/delete-last-victim");
  drive.step("leader");
  drive.run("scheduler");
  drive.run("executor/1");
  drive.deliver();
  drive.run("scheduler");
  drive.run("binding/default/p0");
  EXPECT_EQ(drive.pod(p).api.node, 0);
}

TEST(Restart, AnAssumedPodThatIsNotBoundYetIsScheduledAgain) {
  ClusterBuilder builder;
  builder.node({2});
  builder.pending(10, {2});
  builder.scenario.faults.scheduler_restarts = 1;
  Drive drive(builder);
  drive.run("scheduler");
  drive.run_to("binding/default/p0", "binding/bind");
  drive.step("leader");
  EXPECT_EQ(drive.site("binding/default/p0"), "binding/start");
  EXPECT_FALSE(drive.pod(p).cache.present());
  EXPECT_EQ(drive.pod(p).place, QueuePlace::active);
  EXPECT_FALSE(drive.step("leader")) << "the budget is used up";
}

TEST(NodeDeletion, TheCacheKeepsItsPodsUntilTheGarbageCollectorHasDeletedThem) {
  ClusterBuilder builder = cluster();
  builder.node({2});
  builder.scenario.nodes[0].may_be_deleted = true;
  builder.scenario.faults.node_deletes = 1;
  Drive drive(builder);
  EXPECT_TRUE(drive.step("node-deleting-client"));
  EXPECT_FALSE(drive.step("node-deleting-client"));
  EXPECT_TRUE(drive.step("node-handler"));
  drive.run("scheduler");
  EXPECT_EQ(drive.pod(p).cache.node, 1) << "only the other node is in the snapshot";
  EXPECT_TRUE(drive.pod(v).cache.present());
  EXPECT_TRUE(drive.step("pod-gc"));
  drive.deliver();
  EXPECT_FALSE(drive.pod(v).cache.present());
}

TEST(NodeDeletion, WithoutAnyNodeAPodFailsWithAnErrorAndPreemptsNobody) {
  ClusterBuilder builder = cluster();
  builder.scenario.nodes[0].may_be_deleted = true;
  builder.scenario.faults.node_deletes = 1;
  Drive drive(builder);
  drive.step("node-deleting-client");
  drive.step("node-handler");
  drive.step("scheduler");
  drive.run_to("scheduler", "scheduler/pop");
  EXPECT_EQ(drive.pod(p).place, QueuePlace::backoff);
  EXPECT_FALSE(drive.pod(p).queued.has_rejector_plugins());
  EXPECT_EQ(drive.taken("scheduler/post-filter"), 0);
}

TEST(NodeDeletion, AfterAFailedAttemptThePodIsStillRetriedSoon) {
  ClusterBuilder builder = cluster();
  builder.scenario.nodes[0].may_be_deleted = true;
  builder.scenario.faults.node_deletes = 1;
  Drive drive(builder);
  drive.run("scheduler");
  drive.run("executor/1");
  drive.step("node-deleting-client");
  drive.step("node-handler");
  drive.deliver();
  drive.run("scheduler");
  EXPECT_EQ(drive.pod(p).place, QueuePlace::backoff);
  EXPECT_FALSE(drive.pod(p).queued.has_rejector_plugins()) << "those of the last attempt are gone";
}

TEST(NodeDeletion, WithoutHintsItKeepsThePodThatIsBeingScheduledFromWaiting) {
  ClusterBuilder builder(Release::v1_31);
  builder.node({1});
  builder.node({1});
  builder.pending(10, {2});
  builder.scenario.nodes[0].may_be_deleted = true;
  builder.scenario.faults.node_deletes = 1;
  Drive drive(builder);
  drive.run_to("scheduler", "scheduler/get-pod");
  drive.step("node-deleting-client");
  drive.step("node-handler");
  EXPECT_EQ(drive.site("node-handler"), "node-handler/remove-node");
  drive.run("scheduler");
  EXPECT_EQ(drive.pod(p).place, QueuePlace::backoff);
}

TEST(PostFilter, WhereEverythingFitsAfterAllTheNominationIsLeftAlone) {
  ClusterBuilder builder;
  builder.node({4});
  const PodId preemptor = builder.pending(10, {3});
  builder.bound(1, {1}, 0);
  const PodId nominee = builder.pending(10, {3});
  for (const PodId pod : {preemptor, nominee}) builder.spec(pod).nominated_node = 0;
  builder.spec(nominee).may_be_deleted = true;
  builder.scenario.faults.external_deletes = 1;
  Drive drive(builder);
  drive.run_to("scheduler", "scheduler/post-filter");
  drive.step("deleting-client");
  drive.deliver();
  drive.run_to("scheduler", "scheduler/pop");
  EXPECT_EQ(drive.pod(preemptor).api.nominated, 0);
  EXPECT_EQ(drive.pod(preemptor).nominated_node, 0);
}

TEST(SecondScheduler, BindsAPendingPodWhereItFitsAndNowhereElse) {
  ClusterBuilder builder = cluster();
  builder.node({1});
  builder.spec(p).may_be_bound = true;
  builder.scenario.faults.external_binds = 1;
  Drive drive(builder);
  EXPECT_FALSE(drive.step("binding-client")) << "there is no room yet";
  drive.run("scheduler");
  drive.run("executor/1");
  EXPECT_TRUE(drive.step("binding-client"));
  EXPECT_EQ(drive.pod(p).api.node, 0);
  drive.deliver();
  EXPECT_EQ(drive.pod(p).cache.node, 0);
  EXPECT_EQ(drive.pod(p).place, QueuePlace::none);
}

/// A pod that no node takes whoever leaves it, and a client that deletes the pod on one of them.
QueuePlace place_after_deletion(bool second_node_is_only_full) {
  ClusterBuilder builder;
  builder.node({2});
  builder.scenario.nodes[0].unschedulable = true;
  builder.pending(1, {2});
  builder.bound(1, {2}, 0);
  if (second_node_is_only_full) {
    builder.node({2});
    builder.bound(1, {2}, 1);
  }
  builder.spec(v).may_be_deleted = true;
  builder.scenario.faults.external_deletes = 1;
  Drive drive(builder);
  drive.run("scheduler");
  EXPECT_EQ(drive.pod(p).place, QueuePlace::unschedulable);
  drive.step("deleting-client");
  drive.deliver();
  return drive.pod(p).place;
}

TEST(ExternalDeletion, WakesOnlyAPodThatNodeResourcesFitHasRejectedSomewhere) {
  EXPECT_EQ(place_after_deletion(false), QueuePlace::unschedulable);
  EXPECT_NE(place_after_deletion(true), QueuePlace::unschedulable);
}

}  // namespace
}  // namespace preemptcheck::model::restart_test
