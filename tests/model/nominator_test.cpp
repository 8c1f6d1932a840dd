// Nominations in memory: when they are written, kept and dropped. Random histories are in
// scheduling_queue_test.cpp.
#include "model/nominator.h"

#include <gtest/gtest.h>

#include "model/scheduling_queue.h"
#include "tests/model/cluster_builder.h"

namespace preemptcheck::model {
namespace {

constexpr PodId pod = 0;

class NominatorTest : public ::testing::Test {
 protected:
  NominatorTest() {
    ClusterBuilder builder;
    builder.node({10});
    builder.node({10});
    builder.pending(0, {1});
    cluster = builder.build();
  }
  Nominator nominator() { return Nominator(cluster.view()); }
  void nominate(NodeId node) {
    nominator().addNominatedPod(pod, pending_object(), NominatingMode::override_with, node);
  }
  NodeId nominated() { return cluster.pod(pod).nominated_node; }

  TestCluster cluster;
};

TEST_F(NominatorTest, OverrideSetsAndClears) {
  nominate(1);
  EXPECT_EQ(nominated(), 1);
  nominate(no_node);
  EXPECT_EQ(nominated(), no_node);
}

TEST_F(NominatorTest, NoopTakesTheStatusAndSoDropsANominationInMemoryOnly) {
  nominate(1);
  nominator().addNominatedPod(pod, pending_object(), NominatingMode::noop, no_node);
  EXPECT_EQ(nominated(), no_node);
  nominator().addNominatedPod(pod, pending_object(0), NominatingMode::noop, no_node);
  EXPECT_EQ(nominated(), 0);
}

TEST_F(NominatorTest, APodThatTheListerShowsGoneOrBoundIsNotNominated) {
  cluster.pod(pod).lister = {};
  nominate(1);
  EXPECT_EQ(nominated(), no_node);
  cluster.pod(pod).lister = bound_object(0);
  nominate(1);
  EXPECT_EQ(nominated(), no_node);
}

TEST_F(NominatorTest, AnUpdateWithoutANominationKeepsTheOneInMemory) {
  nominate(1);
  nominator().UpdateNominatedPod(pod, pending_object(), pending_object());
  EXPECT_EQ(nominated(), 1);
}

TEST_F(NominatorTest, AnUpdateThatRemovesTheNominationRemovesItHereToo) {
  nominate(1);
  nominator().UpdateNominatedPod(pod, pending_object(1), pending_object());
  EXPECT_EQ(nominated(), no_node);
}

TEST_F(NominatorTest, AClearedNominationIsResurrectedByAnUpdateThatStillShowsIt) {
  nominate(no_node);
  nominator().UpdateNominatedPod(pod, pending_object(1), pending_object(1));
  EXPECT_EQ(nominated(), 1);
}

TEST_F(NominatorTest, PodsInFlightAreNotListed) {
  nominate(1);
  EXPECT_EQ(nominator().NominatedPodsForNode(1), only(pod));
  EXPECT_EQ(nominator().NominatedPodsForNode(0), 0U);
  CycleFrame frame;
  PriorityQueue(cluster.view()).Pop(0, frame);
  EXPECT_EQ(nominated(), 1);
  EXPECT_EQ(nominator().NominatedPodsForNode(1), 0U);
}

TEST_F(NominatorTest, APodThatIsAddedBringsItsNominationAlong) {
  PriorityQueue(cluster.view()).Delete(pod);
  PriorityQueue(cluster.view()).Add(pod, pending_object(1));
  EXPECT_EQ(nominated(), 1);
}

TEST_F(NominatorTest, APodThatIsAddedBehindItsGateDoesNot) {
  PriorityQueue(cluster.view()).Delete(pod);
  cluster.pod(pod).set(PodState::preempting_bit, true);
  PriorityQueue(cluster.view()).Add(pod, pending_object(1));
  EXPECT_EQ(nominated(), no_node);
}

}  // namespace
}  // namespace preemptcheck::model
