// Objects have names and UIDs. What is looked up by name finds another pod of that name.
#include <gtest/gtest.h>

#include "model/cache.h"
#include "model/executor.h"
#include "model/scheduling_queue.h"
#include "tests/model/drive.h"

namespace preemptcheck::model::names_test {
namespace {

constexpr PodId p = 0;
constexpr PodId v = 1;

/// A preemptor and its victim, one of which comes back under its name.
ClusterBuilder cluster(PodId returning, Release release = newest_release) {
  ClusterBuilder builder(release);
  builder.node({2});
  builder.pending(10, {2});
  builder.bound(1, {2}, 0);
  const PodId again = builder.pending(returning == p ? 10 : 1, {2});
  builder.spec(again).name = builder.spec(returning).name;
  builder.spec(again).generation = 1;
  builder.spec(again).arrival = Arrival::when_gone;
  builder.spec(again).arrives_after = returning;
  builder.spec(returning).may_be_deleted = true;
  builder.scenario.faults.external_deletes = 1;
  return builder;
}
constexpr PodId again = 2;

TEST(Names, AControllerCreatesThePodOnceTheOneBeforeIsGone) {
  Drive drive(cluster(v));
  EXPECT_FALSE(drive.step("controller"));
  drive.step("deleting-client");
  EXPECT_TRUE(drive.step("controller"));
  EXPECT_TRUE(drive.pod(again).api.present());
  EXPECT_FALSE(drive.pod(v).api.present());
  EXPECT_FALSE(drive.step("controller"));
}

TEST(Names, AVictimIsPatchedAndDeletedByName) {
  Drive drive(cluster(v));
  drive.run("scheduler");
  drive.run_to("executor/1", "executor/patch-last-victim");
  drive.step("deleting-client");
  drive.step("controller");
  drive.step("executor/1");
  EXPECT_TRUE(drive.pod(again).api.disruption_target());
  drive.step("executor/1");
  EXPECT_FALSE(drive.pod(again).api.present());
}

TEST(Names, TheGateReadsTheLastVictimByName) {
  Drive drive(cluster(v));
  drive.run("scheduler");
  drive.run_to("executor/1", "executor/patch-last-victim");
  drive.step("deleting-client");
  drive.run("reflector");
  EXPECT_FALSE(IsPodRunningPreemption(drive.view(), p));
  drive.step("controller");
  drive.run("reflector");
  EXPECT_TRUE(IsPodRunningPreemption(drive.view(), p));
}

/// The preemptor is created anew while its cycle runs, and the queue has not heard of that yet.
void recreate_in_cycle(Drive& drive) {
  drive.run_to("scheduler", "scheduler/get-pod");
  drive.step("deleting-client");
  drive.step("controller");
  drive.run("reflector");
  drive.run("scheduler");
}

TEST(Names, Upto135AFailedPodIsPutBackAsItsSuccessor) {
  Drive drive(cluster(p, Release::v1_35));
  recreate_in_cycle(drive);
  EXPECT_EQ(drive.pod(again).place, QueuePlace::unschedulable);
  EXPECT_EQ(drive.pod(again).nominated_node, 0);
  EXPECT_TRUE(drive.pod(p).in_flight()) << "nobody is ever done with it";
}

TEST(Names, From136OnItIsDropped) {
  Drive drive(cluster(p));
  recreate_in_cycle(drive);
  EXPECT_EQ(drive.pod(again).place, QueuePlace::none);
  EXPECT_EQ(drive.pod(again).nominated_node, no_node);
  EXPECT_FALSE(drive.pod(p).in_flight());
}

TEST(Names, AStatusPatchReachesTheSuccessorUntilItNamesTheUid) {
  for (const auto& [release, nominated] :
       {std::pair{Release::v1_37, NodeId{0}}, std::pair{Release::master, no_node}}) {
    Drive drive(cluster(p, release));
    drive.run_to("scheduler", "scheduler/patch-status");
    drive.step("deleting-client");
    drive.step("controller");
    drive.run("scheduler");
    EXPECT_EQ(drive.pod(again).api.nominated, nominated) << info(release).name;
  }
}

TEST(Names, TheQueueHasOneEntryAName) {
  const ClusterBuilder builder = cluster(p);
  TestCluster world = builder.build();
  PriorityQueue queue(world.view());
  queue.Add(again, pending_object());
  EXPECT_EQ(world.pod(p).place, QueuePlace::none);
  EXPECT_EQ(world.pod(again).place, QueuePlace::active);
}

}  // namespace
}  // namespace preemptcheck::model::names_test
