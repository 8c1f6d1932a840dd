// Status patches that nobody waits for (SchedulerAsyncAPICalls).
#include "model/api_dispatcher.h"

#include <gtest/gtest.h>

#include "tests/model/drive.h"

namespace preemptcheck::model::api_dispatcher_test {
namespace {

constexpr PodId pod = 0;

class ApiDispatcherTest : public testing::Test {
 protected:
  ApiDispatcherTest() {
    builder.node({2});
    builder.node({2});
    builder.pending(10, {2});
    cluster = builder.build();
  }
  void nominate(NodeId node) {
    ApiDispatcher(cluster.view())
        .PatchPodStatus(pod, cluster.pod(pod).api, ScheduledCondition::none,
                        {NominatingMode::override_with, node});
  }
  const StatusPatchCall& queued() { return cluster.pod(pod).queued_call; }

  ClusterBuilder builder{Release::v1_34_0};
  TestCluster cluster;
};

TEST_F(ApiDispatcherTest, ACallThatChangesNothingIsNotQueued) {
  nominate(no_node);
  EXPECT_FALSE(queued().present());
  nominate(1);
  EXPECT_TRUE(queued().present());
}

TEST_F(ApiDispatcherTest, ANewerCallTakesThePlaceOfAQueuedOneAndKeepsWhatItLeavesOpen) {
  nominate(1);
  ApiDispatcher(cluster.view())
      .PatchPodStatus(pod, cluster.pod(pod).api, ScheduledCondition::not_eligible, {});
  EXPECT_EQ(queued().nominated, 1);
  EXPECT_TRUE(queued().overrides());
  EXPECT_EQ(queued().condition, ScheduledCondition::not_eligible);
  nominate(0);
  EXPECT_EQ(queued().nominated, 0);
  EXPECT_EQ(queued().condition, ScheduledCondition::not_eligible);
}

TEST_F(ApiDispatcherTest, TwoCallsThatCancelOutAreNotSent) {
  nominate(1);
  nominate(no_node);
  EXPECT_FALSE(queued().present());
}

TEST_F(ApiDispatcherTest, WhileOneIsInFlightTheCallThatUndoesItIsKept) {
  nominate(1);
  cluster.pod(pod).current_call = queued();
  cluster.pod(pod).queued_call = {};
  nominate(no_node);
  EXPECT_TRUE(queued().present());
}

TEST_F(ApiDispatcherTest, ABindingTakesThePlaceOfTheStatusPatchAndNoOtherIsTakenThen) {
  nominate(1);
  ApiDispatcher(cluster.view()).BindPod(pod);
  EXPECT_FALSE(queued().present());
  nominate(1);
  EXPECT_FALSE(queued().present());
}

TEST_F(ApiDispatcherTest, AnUpdateThatShowsWhatIsWantedMakesTheCallNeedless) {
  nominate(1);
  PodObject shown = cluster.pod(pod).api;
  shown.nominated = 1;
  ApiDispatcher(cluster.view()).SyncObject(pod, shown);
  EXPECT_FALSE(queued().present());
}

TEST(AsyncApiCalls, TheSchedulingThreadGoesOnBeforeThePatchIsSent) {
  ClusterBuilder builder(Release::v1_34_0);
  builder.node({2});
  builder.pending(10, {2});
  builder.bound(1, {2}, 0);
  Drive drive(builder);
  drive.run("scheduler");
  EXPECT_EQ(drive.site("scheduler"), "scheduler/pop");
  EXPECT_EQ(drive.pod(pod).nominated_node, 0);
  EXPECT_EQ(drive.pod(pod).api.nominated, no_node);
  drive.run("dispatcher/default/p0");
  EXPECT_EQ(drive.pod(pod).api.nominated, 0);
}

TEST(AsyncApiCalls, APreemptorThatIsStillInFlightClearsItsOwnNominationThatIsNotSentYet) {
  ClusterBuilder builder(Release::v1_34_0);
  builder.node({2});
  builder.pending(10, {2});
  builder.bound(1, {2}, 0);
  builder.bound(1, {1}, builder.node({1}));
  builder.spec(2).may_be_deleted = true;
  builder.scenario.faults.external_deletes = 1;
  Drive drive(builder);
  drive.run("scheduler");
  EXPECT_EQ(drive.pod(pod).queued_call.nominated, 0);
  drive.run_to("executor/1", "executor/leave-preempting");
  drive.step("executor/1");
  drive.step("deleting-client");
  drive.run("reflector");
  drive.run("event-handler");
  drive.run_to("scheduler", "scheduler/get-pod");
  EXPECT_EQ(drive.taken("scheduler/post-filter"), 2);
  drive.run_to("executor/2", "executor/clear-nomination");
  drive.step("executor/2");
  EXPECT_EQ(drive.pod(pod).queued_call.nominated, no_node);
  EXPECT_EQ(drive.pod(pod).nominated_node, 0) << "in memory it stays";
}

TEST(AsyncApiCalls, ABindingWaitsForThePatchInFlight) {
  ClusterBuilder builder(Release::v1_34_0);
  builder.node({2});
  builder.pending(10, {2});
  builder.bound(1, {2}, 0);
  Drive drive(builder);
  drive.run("scheduler");
  drive.step("dispatcher/default/p0");
  drive.run("executor/1");
  drive.deliver();
  drive.run("scheduler");
  drive.run("binding/default/p0");
  EXPECT_EQ(drive.site("binding/default/p0"), "binding/bind");
  drive.run("dispatcher/default/p0");
  drive.run("binding/default/p0");
  EXPECT_EQ(drive.pod(pod).api.node, 0);
}

}  // namespace
}  // namespace preemptcheck::model::api_dispatcher_test
