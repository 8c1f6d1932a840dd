// What a pod goes through between assume and bind, and what a preemption finds of it there.
#include "model/binding_cycle.h"

#include <gtest/gtest.h>

#include "tests/model/drive.h"

namespace preemptcheck::model::binding_cycle_test {
namespace {

constexpr PodId victim = 0;
constexpr PodId preemptor = 1;
const std::string binding = "binding/default/p0";

/// The victim waits for a node, the preemptor comes later.
ClusterBuilder cluster(Release release = newest_release) {
  ClusterBuilder builder(release);
  builder.node({2});
  builder.pending(1, {2});
  builder.pending(10, {2});
  builder.spec(preemptor).arrival = Arrival::anytime;
  builder.scenario.binding_finishes = false;
  return builder;
}

ClusterBuilder waiting_in_permit(Release release = newest_release) {
  ClusterBuilder builder = cluster(release);
  builder.spec(victim).waits_in_permit = true;
  return builder;
}

ClusterBuilder in_prebind(Release release = newest_release) {
  ClusterBuilder builder = cluster(release);
  builder.spec(victim).has_prebind_work = true;
  return builder;
}

/// Up to the victim waiting, and the preemptor having chosen it.
void preempt(Drive& drive) {
  drive.run("scheduler");
  drive.run(binding);
  drive.step("creating-client");
  drive.deliver();
  drive.run("scheduler");
  drive.run_to("executor/1", "executor/find-last-victim");
}

TEST(Permit, APodWaitsUntilItIsAllowed) {
  ClusterBuilder builder = waiting_in_permit();
  builder.scenario.binding_finishes = true;
  Drive drive(builder);
  drive.run("scheduler");
  drive.run(binding);
  EXPECT_EQ(drive.site(binding), "binding/wait-on-permit");
  EXPECT_FALSE(drive.pod(victim).api.assigned());
  EXPECT_TRUE(drive.step("permit-plugin"));
  EXPECT_FALSE(drive.step("permit-plugin")) << "it is told once";
  drive.run(binding);
  EXPECT_EQ(drive.pod(victim).api.node, 0);
}

TEST(Permit, APodThatWillWaitIsNominatedInTheApiFrom135On) {
  for (const auto& [release, nominated] :
       {std::pair{Release::v1_34, no_node}, std::pair{Release::v1_35, NodeId{0}}}) {
    Drive drive(waiting_in_permit(release));
    drive.run("scheduler");
    drive.run(binding);
    EXPECT_EQ(drive.pod(victim).api.nominated, nominated) << info(release).name;
  }
}

TEST(Permit, ARejectedPodIsForgottenAndWaitsForAnEvent) {
  ClusterBuilder builder = waiting_in_permit();
  builder.scenario.faults.permit_rejections = 1;
  Drive drive(builder);
  drive.run("scheduler");
  drive.run(binding);
  EXPECT_TRUE(drive.step("rejecting-permit-plugin"));
  drive.run(binding);
  EXPECT_FALSE(drive.pod(victim).cache.present());
  EXPECT_EQ(drive.pod(victim).place, QueuePlace::unschedulable);
  EXPECT_TRUE(drive.pod(victim).queued.has(QueuedPodInfo::rejected_by_permit_bit));
  EXPECT_EQ(drive.world().permit_rejections_left, 0);
}

TEST(Permit, AVictimIsTakenBackWithoutAnApiCallAndTriedAgainSoonFrom136On) {
  Drive drive(waiting_in_permit());
  preempt(drive);
  drive.run("executor/1");
  drive.run(binding);
  EXPECT_TRUE(drive.pod(victim).api.present());
  EXPECT_EQ(drive.taken("executor/patch-found-last-victim"), 0);
  EXPECT_EQ(drive.pod(victim).place, QueuePlace::backoff);
}

TEST(Permit, UpTo135AVictimIsParkedWithTheGateAsItsRejector) {
  Drive drive(waiting_in_permit(Release::v1_35));
  preempt(drive);
  drive.run("executor/1");
  drive.run(binding);
  EXPECT_EQ(drive.pod(victim).place, QueuePlace::unschedulable);
  EXPECT_TRUE(drive.pod(victim).queued.has(QueuedPodInfo::rejected_by_default_preemption_bit));
}

TEST(Permit, AVictimThatIsAllowedAlreadyIsDeletedFrom136OnAndLeftAloneBefore) {
  for (const auto& [release, is_deleted] :
       {std::pair{Release::v1_35, false}, std::pair{Release::v1_36, true}}) {
    ClusterBuilder builder = waiting_in_permit(release);
    builder.scenario.binding_finishes = true;
    Drive drive(builder);
    preempt(drive);
    drive.step("permit-plugin");
    drive.run("executor/1");
    EXPECT_EQ(!drive.pod(victim).api.present(), is_deleted) << info(release).name;
  }
}

TEST(PreBind, AVictimIsCancelledInMemoryFrom136OnAndDeletedBefore) {
  Drive drive(in_prebind());
  preempt(drive);
  drive.run("executor/1");
  drive.run(binding);
  EXPECT_TRUE(drive.pod(victim).api.present());
  EXPECT_FALSE(drive.pod(victim).cache.present());

  Drive before(in_prebind(Release::v1_35));
  before.run("scheduler");
  before.run(binding);
  EXPECT_EQ(before.site(binding), "binding/pre-bind");
  before.step("creating-client");
  before.deliver();
  before.run("scheduler");
  before.run("executor/1");
  EXPECT_FALSE(before.pod(victim).api.present());
}

TEST(PreBind, APodThatIsPastItIsNotCancelledAnyMore) {
  ClusterBuilder builder = in_prebind();
  builder.scenario.binding_finishes = true;
  Drive drive(builder);
  drive.run("scheduler");
  drive.run_to(binding, "binding/bind");
  drive.step("creating-client");
  drive.deliver();
  drive.run("scheduler");
  drive.run("executor/1");
  EXPECT_FALSE(drive.pod(victim).api.present()) << "it is deleted";
  EXPECT_EQ(drive.taken("executor/patch-found-last-victim"), 1);
}

TEST(Bind, AFailedBindForgetsThePodAndPutsItBack) {
  ClusterBuilder builder = cluster();
  builder.scenario.faults.api_errors = 1;
  Drive drive(builder);
  drive.run("scheduler");
  drive.run_to(binding, "binding/bind");
  drive.step(binding, 1);
  drive.run(binding);
  EXPECT_FALSE(drive.pod(victim).cache.present());
  EXPECT_EQ(drive.pod(victim).place, QueuePlace::backoff) << "an error is retried soon";
  drive.step("backoff-timer");
  drive.run("scheduler");
  drive.run(binding);
  EXPECT_EQ(drive.pod(victim).api.node, 0);
}

TEST(Bind, AReplyThatIsLostLeavesAPodThatIsBoundAndForgotten) {
  ClusterBuilder builder = cluster();
  builder.scenario.faults.lost_replies = 1;
  Drive drive(builder);
  drive.run("scheduler");
  drive.run_to(binding, "binding/bind");
  drive.step(binding, 1);
  drive.run(binding);
  EXPECT_EQ(drive.pod(victim).api.node, 0);
  EXPECT_FALSE(drive.pod(victim).cache.present());
  drive.deliver();
  EXPECT_EQ(drive.pod(victim).cache.node, 0);
  EXPECT_EQ(drive.pod(victim).place, QueuePlace::none);
}

TEST(Bind, TheApiServerClearsTheNominationFrom135On) {
  for (const auto& [release, nominated] :
       {std::pair{Release::v1_34, NodeId{0}}, std::pair{Release::v1_35, no_node}}) {
    ClusterBuilder builder = cluster(release);
    builder.spec(victim).nominated_node = 0;
    Drive drive(builder);
    drive.run("scheduler");
    drive.run(binding);
    EXPECT_EQ(drive.pod(victim).api.node, 0);
    EXPECT_EQ(drive.pod(victim).api.nominated, nominated) << info(release).name;
  }
}

TEST(DeletedWhileAssumed, From135OnTheHandlerForgetsThePodAndBeforeItsBindingDoes) {
  for (const auto& [release, is_forgotten] :
       {std::pair{Release::v1_34, false}, std::pair{Release::v1_35, true}}) {
    ClusterBuilder builder = in_prebind(release);
    builder.spec(victim).may_be_deleted = true;
    builder.scenario.faults.external_deletes = 1;
    Drive drive(builder);
    drive.run("scheduler");
    drive.run(binding);
    drive.step("deleting-client");
    drive.deliver();
    EXPECT_EQ(!drive.pod(victim).cache.present(), is_forgotten) << info(release).name;
  }
}

}  // namespace
}  // namespace preemptcheck::model::binding_cycle_test
