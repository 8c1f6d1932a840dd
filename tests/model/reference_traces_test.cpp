// Schedules that are written out in the specification of the real scheduler, step by step: one node
// of size 4; V1 and V2 of size 2 and priority 1 run there; P of size 4 and priority 100 waits.
#include <gtest/gtest.h>

#include "tests/model/drive.h"

namespace preemptcheck::model {
namespace {

constexpr PodId p = 0;
constexpr PodId v1 = 1;
constexpr PodId v2 = 2;

ClusterBuilder cluster(Release release) {
  ClusterBuilder builder(release);
  builder.node({4});
  builder.pending(100, {4});
  builder.bound(1, {2}, 0, 10);
  builder.bound(1, {2}, 0, 20);
  builder.scenario.graceful_termination = true;
  return builder;
}

int victim_calls(const Drive& drive) {
  return drive.taken("worker/patch-victim") + drive.taken("worker/delete-victim") +
         drive.taken("executor/patch-last-victim") + drive.taken("executor/delete-last-victim");
}

bool gated(const PodState& pod) { return pod.queued.has(QueuedPodInfo::gated_bit); }

/// Everything up to the end of the goroutine, each actor to completion.
void preempt_asynchronously(Drive& drive) {
  drive.run("scheduler");
  drive.run("executor/1");
  drive.run("worker/1.1");
  drive.run("executor/1");
}

TEST(HappyPath137, TheCycleOfThePreemptorEndsWithItNominated) {
  Drive drive(cluster(Release::v1_37));
  drive.run("scheduler");
  EXPECT_EQ(drive.world().preemptions[0].victims, only(v1) | only(v2));
  EXPECT_TRUE(drive.pod(p).has(PodState::preempting_bit));
  EXPECT_EQ(drive.pod(p).place, QueuePlace::unschedulable);
  EXPECT_FALSE(gated(drive.pod(p)));
  EXPECT_FALSE(drive.pod(p).in_flight());
  EXPECT_EQ(drive.pod(p).nominated_node, 0);
  EXPECT_EQ(drive.pod(p).api.nominated, 0);
  EXPECT_EQ(drive.taken("scheduler/patch-status"), 1);
}

TEST(HappyPath137, TheGoroutineCallsTheFirstVictimThenTheLastThenOpensTheGate) {
  Drive drive(cluster(Release::v1_37));
  drive.run("scheduler");
  drive.run("executor/1");
  EXPECT_EQ(drive.site("executor/1"), "executor/join");
  drive.run("worker/1.1");
  EXPECT_TRUE(drive.pod(v1).api.terminating());
  EXPECT_FALSE(drive.pod(v2).api.terminating());
  drive.run_to("executor/1", "executor/patch-last-victim");
  EXPECT_EQ(drive.pod(p).last_victim, v2);
  drive.run("executor/1");
  EXPECT_TRUE(drive.pod(v2).api.terminating());
  EXPECT_FALSE(drive.pod(p).has(PodState::preempting_bit));
  EXPECT_EQ(drive.pod(p).last_victim, no_pod);
  EXPECT_EQ(drive.taken("executor/activate"), 0);
  EXPECT_EQ(victim_calls(drive), 4);
}

TEST(HappyPath137, ThePreemptorIsBoundOnceBothVictimsAreGone) {
  Drive drive(cluster(Release::v1_37));
  preempt_asynchronously(drive);
  drive.deliver();
  EXPECT_EQ(drive.pod(p).place, QueuePlace::unschedulable) << "a terminating victim wakes nobody";
  drive.run("kubelet");
  drive.deliver();
  EXPECT_EQ(drive.pod(p).place, QueuePlace::backoff);
  drive.run("scheduler");
  EXPECT_EQ(drive.pod(p).nominated_node, no_node);
  drive.run("binding/default/p0");
  EXPECT_EQ(drive.pod(p).api.node, 0);
  EXPECT_EQ(victim_calls(drive), 4);
  EXPECT_EQ(drive.taken("scheduler/patch-status"), 1);
  EXPECT_EQ(drive.taken("scheduler/post-filter"), 1);
}

TEST(HappyPath137, ARetryBetweenTheTwoDeletionsKeepsTheNomination) {
  Drive drive(cluster(Release::v1_37));
  preempt_asynchronously(drive);
  drive.deliver();
  drive.step("kubelet");
  drive.deliver();
  EXPECT_EQ(drive.pod(p).place, QueuePlace::backoff);
  drive.run("scheduler");
  EXPECT_EQ(drive.pod(p).place, QueuePlace::unschedulable);
  EXPECT_EQ(drive.pod(p).nominated_node, 0);
  EXPECT_EQ(drive.pod(p).api.nominated, 0);
  EXPECT_EQ(drive.pod(p).api.condition(), ScheduledCondition::not_eligible);
  EXPECT_EQ(drive.world().preemptions[1].phase, PreemptionPhase::free);
  drive.run("kubelet");
  drive.deliver();
  drive.run("scheduler");
  drive.run("binding/default/p0");
  EXPECT_EQ(drive.pod(p).api.node, 0);
  EXPECT_EQ(victim_calls(drive), 4);
}

/// V1 is gone from every view before the goroutine goes on: its event meets a closed gate.
void delete_first_victim_early(Drive& drive) {
  drive.run("scheduler");
  drive.run("executor/1");
  drive.run("worker/1.1");
  drive.run("kubelet");
  drive.deliver();
}

TEST(FirstVictimGoneEarly137, ItsEventIsSpentAndTheLastVictimsEventMovesThePreemptor) {
  Drive drive(cluster(Release::v1_37));
  delete_first_victim_early(drive);
  EXPECT_EQ(drive.pod(p).place, QueuePlace::unschedulable);
  EXPECT_TRUE(gated(drive.pod(p)));
  drive.run("executor/1");
  EXPECT_TRUE(gated(drive.pod(p))) << "the gate opens silently";
  drive.run("kubelet");
  drive.deliver();
  EXPECT_EQ(drive.pod(p).place, QueuePlace::backoff);
  EXPECT_FALSE(gated(drive.pod(p)));
}

TEST(FirstVictimGoneEarly137, TheLastVictimsEventBeforeTheGateOpensMovesItToo) {
  Drive drive(cluster(Release::v1_37));
  delete_first_victim_early(drive);
  drive.run_to("executor/1", "executor/leave-preempting");
  drive.run("kubelet");
  drive.deliver();
  EXPECT_EQ(drive.pod(p).place, QueuePlace::backoff) << "the lister shows the last victim gone";
}

TEST(Release133, TheGateOpensBeforeTheLastVictimIsCalled) {
  Drive drive(cluster(Release::v1_33));
  drive.run("scheduler");
  drive.run("executor/1");
  drive.run("worker/1.1");
  drive.run_to("executor/1", "executor/patch-last-victim");
  EXPECT_FALSE(drive.pod(p).has(PodState::preempting_bit));
  EXPECT_FALSE(drive.pod(v2).api.terminating());
  drive.run("executor/1");
  EXPECT_EQ(victim_calls(drive), 4);
}

/// The scheduling thread up to where both victims have been called.
void preempt_synchronously(Drive& drive) {
  drive.run("scheduler");
  EXPECT_EQ(drive.site("scheduler"), "scheduler/wait-for-victims");
  drive.run("worker/1.1");
  drive.run("worker/1.2");
}

TEST(Sync131, TheCycleWaitsForTheCallsToAllVictims) {
  Drive drive(cluster(Release::v1_31));
  preempt_synchronously(drive);
  EXPECT_TRUE(drive.pod(v1).api.terminating());
  EXPECT_TRUE(drive.pod(v2).api.terminating());
  EXPECT_EQ(drive.pod(p).nominated_node, no_node);
  drive.run("scheduler");
  EXPECT_EQ(drive.pod(p).place, QueuePlace::unschedulable);
  EXPECT_EQ(drive.pod(p).nominated_node, 0);
  EXPECT_EQ(drive.pod(p).api.nominated, 0);
  EXPECT_EQ(victim_calls(drive), 4);
  EXPECT_EQ(drive.taken("scheduler/patch-status"), 1);
  EXPECT_FALSE(drive.pod(p).has(PodState::preempting_bit));
}

TEST(Sync131, VictimsThatAreGoneDuringTheCycleSendThePreemptorStraightToBackoff) {
  Drive drive(cluster(Release::v1_31));
  preempt_synchronously(drive);
  drive.run("kubelet");
  drive.deliver();
  drive.run("scheduler");
  EXPECT_EQ(drive.pod(p).place, QueuePlace::backoff);
  EXPECT_EQ(drive.pod(p).nominated_node, 0);
  drive.run("backoff-timer");
  drive.run("scheduler");
  drive.run("binding/default/p0");
  EXPECT_EQ(drive.pod(p).api.node, 0);
}

}  // namespace
}  // namespace preemptcheck::model
