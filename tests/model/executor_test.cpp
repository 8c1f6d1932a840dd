// Evicting victims: the gate, who is called and when, and what errors do.
#include "model/executor.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "tests/model/drive.h"

namespace preemptcheck::model {
namespace {

constexpr PodId the_preemptor = 0;
constexpr PodId first = 1;  ///< the more important victim
constexpr PodId last = 2;

ClusterBuilder two_victims(Release release = newest_release) {
  ClusterBuilder builder(release);
  builder.node({4});
  builder.pending(100, {4});
  builder.bound(1, {2}, 0, 10);
  builder.bound(1, {2}, 0, 20);
  builder.scenario.graceful_termination = true;
  return builder;
}

/// The preemption has been handed to its goroutine, which waits for the first victim's worker.
void hand_over(Drive& drive) {
  drive.run("scheduler");
  drive.run("executor/1");
}

TEST(IsPodRunningPreemption, LooksAtTheLastVictimOnceItIsRegistered) {
  TestCluster cluster = two_victims().build();
  const auto running = [&] { return IsPodRunningPreemption(cluster.view(), the_preemptor); };
  EXPECT_FALSE(running());
  cluster.pod(the_preemptor).set(PodState::preempting_bit, true);
  EXPECT_TRUE(running());
  cluster.pod(the_preemptor).last_victim = last;
  EXPECT_TRUE(running());
  cluster.pod(last).lister = terminating_object(0);
  EXPECT_FALSE(running());
  cluster.pod(last).lister = {};
  EXPECT_FALSE(running());
}

TEST(StartPreemption, VictimsThatTerminateAlreadyAreNotCalledFrom135On) {
  for (const Release release : {Release::v1_33, Release::v1_35}) {
    TestCluster cluster = two_victims(release).build();
    cluster.pod(first).snapshot = terminating_object(0);
    const PreemptionId id =
        start_preemption(cluster.view(), the_preemptor, 0, only(first) | only(last));
    ASSERT_EQ(id, 0);
    EXPECT_EQ(cluster.world.preemptions[0].to_call,
              release == Release::v1_33 ? only(first) | only(last) : only(last));
    EXPECT_TRUE(cluster.pod(the_preemptor).has(PodState::preempting_bit));
  }
}

TEST(StartPreemption, WithoutALiveVictimThereIsNoGoroutineAndNoGate) {
  TestCluster cluster = two_victims().build();
  for (const PodId victim : {first, last})
    cluster.pod(victim).snapshot = cluster.pod(victim).cache = terminating_object(0);
  EXPECT_EQ(start_preemption(cluster.view(), the_preemptor, 0, only(first) | only(last)), no_pod);
  EXPECT_FALSE(cluster.pod(the_preemptor).has(PodState::preempting_bit));
  EXPECT_EQ(cluster.world.preemptions[0].phase, PreemptionPhase::draining);
  EXPECT_TRUE(is_in_flight(cluster.view(), cluster.world.preemptions[0]));
}

TEST(StartPreemption, MoreAtOnceThanThereIsRoomForAreABoundOfTheModel) {
  TestCluster cluster = two_victims().build();
  for (PreemptionId id = 0; id < cluster.model->preemptions_count; ++id)
    put_preemption(cluster, id, the_preemptor, 0, only(first));
  EXPECT_EQ(start_preemption(cluster.view(), the_preemptor, 0, only(last)), no_pod);
  EXPECT_EQ(cluster.world.bound, ModelBound::preemptions);
}

/// What the first victim's failed call leads to.
struct FailedCall {
  Drive drive;

  explicit FailedCall(Release release) : drive(with_one_error(release)) {
    hand_over(drive);
    drive.step("worker/1.1", 1);
    drive.run("executor/1");
  }
  static ClusterBuilder with_one_error(Release release) {
    ClusterBuilder builder = two_victims(release);
    builder.scenario.faults.api_errors = 1;
    return builder;
  }
};

TEST(FailedVictimCall, TheLastVictimIsLeftAloneIn137) {
  FailedCall given(Release::v1_37);
  EXPECT_EQ(given.drive.taken("executor/register-last-victim"), 0);
  EXPECT_EQ(given.drive.taken("worker/delete-victim"), 0) << "no deletion after a failed patch";
  EXPECT_FALSE(given.drive.pod(last).api.disruption_target());
}

TEST(FailedVictimCall, TheLastVictimsCallIsCancelledIn135) {
  FailedCall given(Release::v1_35);
  EXPECT_EQ(given.drive.taken("executor/register-last-victim"), 1);
  EXPECT_FALSE(given.drive.pod(last).api.disruption_target());
}

TEST(FailedVictimCall, ThePreemptorIsActivatedAndItsPreemptionIsOver) {
  for (const Release release : {Release::v1_33, Release::v1_35, Release::v1_37}) {
    FailedCall given(release);
    EXPECT_EQ(given.drive.pod(the_preemptor).place, QueuePlace::active);
    EXPECT_EQ(given.drive.pod(the_preemptor).nominated_node, 0) << "nothing is rolled back";
    EXPECT_EQ(given.drive.world().preemptions[0].phase, PreemptionPhase::free);
  }
}

TEST(FailedVictimCall, WhereTheDeletionFailsTheConditionStays) {
  Drive drive(FailedCall::with_one_error(newest_release));
  hand_over(drive);
  drive.step("worker/1.1", 0);
  drive.step("worker/1.1", 1);
  EXPECT_TRUE(drive.pod(first).api.disruption_target());
  EXPECT_FALSE(drive.pod(first).api.terminating());
  drive.run("executor/1");
  EXPECT_EQ(drive.pod(the_preemptor).place, QueuePlace::active);
}

TEST(VictimThatIsGone, CountsAsEvictedFrom135On) {
  for (const Release release : {Release::v1_33, Release::v1_35, Release::v1_37}) {
    ClusterBuilder builder = two_victims(release);
    builder.scenario.graceful_termination = false;
    builder.scenario.faults.external_deletes = 1;
    builder.spec(first).may_be_deleted = true;
    Drive drive(builder);
    hand_over(drive);
    drive.run("deleting-client");
    drive.run("worker/1.1");
    drive.run("executor/1");
    EXPECT_EQ(drive.taken("worker/delete-victim"), 0);
    EXPECT_EQ(drive.taken("executor/activate"), release == Release::v1_33 ? 1 : 0);
    EXPECT_EQ(drive.pod(last).api.present(), release == Release::v1_33);
  }
}

/// With a lower pod (the fourth) that waits, nominated to the node if `nominated`.
ClusterBuilder with_lower_pod(bool nominated) {
  ClusterBuilder builder = two_victims();
  const PodId lower = builder.pending(1, {4});
  if (nominated) builder.spec(lower).nominated_node = 0;
  return builder;
}

TEST(LowerNominations, AreClearedInTheApiServerBeforeTheVictimsAreCalled) {
  Drive drive(with_lower_pod(true));
  drive.step("scheduler");
  drive.run_to("scheduler", "scheduler/pop");
  drive.run("executor/1");
  EXPECT_EQ(drive.taken("executor/clear-nomination"), 1);
  EXPECT_EQ(drive.pod(3).api.nominated, no_node);
  EXPECT_EQ(drive.pod(3).nominated_node, 0) << "in memory it goes when the update is seen";
  drive.deliver();
  EXPECT_EQ(drive.pod(3).nominated_node, no_node);
}

TEST(LowerNominations, NotShownByTheQueuesCopyArePassedOver) {
  Drive drive(with_lower_pod(false));
  drive.step("scheduler");
  drive.run_to("scheduler", "scheduler/pop");
  drive.view().pod(3).nominated_node = 0;
  drive.run("executor/1");
  EXPECT_EQ(drive.taken("executor/clear-nomination"), 0);
}

TEST(Parallelism, NoMoreWorkersRunAtOnceThanAllowed) {
  ClusterBuilder builder = two_victims();
  builder.scenario.nodes[0].allocatable[0] = 6;
  builder.spec(the_preemptor).requests[0] = 6;
  builder.bound(0, {2}, 0, 30);
  builder.scenario.executor_parallelism = 1;
  Drive drive(builder);
  hand_over(drive);
  EXPECT_FALSE(drive.step("worker/1.2")) << "the second victim has to wait";
  drive.run("worker/1.1");
  EXPECT_TRUE(drive.step("worker/1.2"));
}

/// `victims` victims of one preemption, handed over to `workers` workers.
ClusterBuilder many_victims(unsigned victims, std::uint8_t workers) {
  ClusterBuilder builder(newest_release);
  builder.node({victims});
  builder.pending(100, {victims});
  for (unsigned v = 0; v < victims; ++v) builder.bound(1, {1}, 0, 10 + v);
  builder.scenario.executor_parallelism = workers;
  return builder;
}

/// Which workers could start.
std::set<int> startable(Drive& drive, int pieces) {
  std::set<int> found;
  for (int piece = 1; piece <= pieces; ++piece)
    if (drive.can_step("worker/1." + std::to_string(piece))) found.insert(piece);
  return found;
}

TEST(Parallelism, SixteenPiecesAreHandedOutInTwos) {
  Drive drive(many_victims(17, 16));
  hand_over(drive);
  EXPECT_EQ(startable(drive, 16), (std::set{1, 3, 5, 7, 9, 11, 13, 15}));
  drive.run("worker/1.3");
  EXPECT_EQ(startable(drive, 16), (std::set{1, 4, 5, 7, 9, 11, 13, 15}));
}

TEST(Parallelism, FifteenPiecesAreHandedOutOneByOne) {
  Drive drive(many_victims(16, 16));
  hand_over(drive);
  EXPECT_EQ(startable(drive, 15).size(), 15U);
}

TEST(Parallelism, OfFiveInChunksOfTwoTheLastIsAlone) {
  Drive drive(many_victims(6, 2));
  hand_over(drive);
  EXPECT_EQ(startable(drive, 5), (std::set{1, 3}));
  drive.run("worker/1.1");
  EXPECT_EQ(startable(drive, 5), (std::set{2, 3}));
  drive.run("worker/1.2");
  EXPECT_EQ(startable(drive, 5), (std::set{3, 5}));
}

TEST(ActivateOnCompletion, WakesThePreemptorOfEveryPreemption) {
  ClusterBuilder builder = two_victims();
  builder.with(Switch::activate_on_completion, true);
  Drive drive(builder);
  hand_over(drive);
  drive.run("worker/1.1");
  drive.run("executor/1");
  EXPECT_EQ(drive.taken("executor/activate"), 1);
  EXPECT_EQ(drive.pod(the_preemptor).place, QueuePlace::active);
}

}  // namespace
}  // namespace preemptcheck::model
