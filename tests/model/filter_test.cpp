// Which pods fit on which node, with and without the pods nominated there.
#include "model/filter.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/model/random_cluster.h"
#include "tests/model/reference_victims.h"

namespace preemptcheck::model {
namespace {

constexpr PodId pod = 0;

FilterStatus filter(TestCluster cluster, PodSet on_node = 0) {
  return RunFilterPluginsWithNominatedPods(cluster.view(), pod, 0, on_node);
}

TEST(Filter, APodFitsWhereExactlyEnoughIsLeft) {
  ClusterBuilder builder;
  builder.node({10});
  builder.pending(0, {4});
  const PodId other = builder.bound(0, {6}, 0);
  EXPECT_EQ(filter(builder.build(), only(other)), FilterStatus::success);
  builder.spec(other).requests[0] = 7;
  EXPECT_EQ(filter(builder.build(), only(other)), FilterStatus::unschedulable);
}

TEST(Filter, OnlyWhatThePodAsksForCanBeInsufficient) {
  ClusterBuilder builder(newest_release, 2);
  builder.node({10, 1});
  builder.pending(0, {4, 0});
  const PodId other = builder.bound(0, {0, 3}, 0);
  EXPECT_EQ(filter(builder.build(), only(other)), FilterStatus::success);
}

TEST(Filter, ANodeThatIsTooSmallEvenWhenEmptyCannotBeHelpedFrom135On) {
  for (const Release release : {Release::v1_33, Release::v1_35}) {
    ClusterBuilder builder(release);
    builder.node({3});
    builder.pending(0, {4});
    EXPECT_EQ(filter(builder.build()), release == Release::v1_33
                                           ? FilterStatus::unschedulable
                                           : FilterStatus::unschedulable_and_unresolvable);
  }
}

TEST(Filter, ANodeThatMayHoldNoPodAtAllCountsAsFull) {
  ClusterBuilder builder;
  builder.scenario.resources = {"pods"};
  builder.node({0});
  builder.pending(0, {1});
  EXPECT_EQ(filter(builder.build()), FilterStatus::unschedulable);
}

TEST(Filter, ACordonedNodeAndOneOfAnotherSelectorCannotBeHelped) {
  ClusterBuilder builder;
  builder.node({10});
  builder.pending(0, {4});
  builder.scenario.nodes[0].unschedulable = true;
  EXPECT_EQ(filter(builder.build()), FilterStatus::unschedulable_and_unresolvable);
  builder.scenario.nodes[0].unschedulable = false;
  builder.spec(pod).feasible_nodes = only_node(1);
  EXPECT_EQ(filter(builder.build()), FilterStatus::unschedulable_and_unresolvable);
}

/// A pod of priority 5 and another that is nominated to the only node, which holds one of them.
struct Nominated {
  ClusterBuilder builder;
  PodId other = no_pod;

  explicit Nominated(std::int32_t priority_of_other) {
    builder.node({10});
    builder.pending(5, {6});
    other = builder.pending(priority_of_other, {6});
    builder.spec(other).nominated_node = 0;
  }
};

TEST(Filter, NominatedPodsOfEqualOrHigherPriorityTakeRoom) {
  EXPECT_EQ(filter(Nominated(6).builder.build()), FilterStatus::unschedulable);
  EXPECT_EQ(filter(Nominated(5).builder.build()), FilterStatus::unschedulable);
  EXPECT_EQ(filter(Nominated(4).builder.build()), FilterStatus::success);
}

TEST(Filter, APodsOwnNominationIsNoObstacle) {
  Nominated given(4);
  given.builder.spec(pod).nominated_node = 0;
  EXPECT_EQ(filter(given.builder.build()), FilterStatus::success);
}

TEST(Filter, ANominatedPodInFlightTakesNoRoom) {
  Nominated given(6);
  TestCluster cluster = given.builder.build();
  cluster.pod(given.other).place = QueuePlace::none;
  EXPECT_EQ(filter(cluster), FilterStatus::success);
}

TEST(Filter, WithoutItsSwitchNominationsAreInvisible) {
  Nominated given(6);
  given.builder.with(Switch::filters_see_nominations, false);
  EXPECT_EQ(filter(given.builder.build()), FilterStatus::success);
}

RC_GTEST_PROP(RandomClusters, EveryPodFitsWhereTheReferenceSaysSo, ()) {
  TestCluster cluster = any_cluster();
  const reference::Cluster plain = reference::of(cluster);
  for (NodeId n = 0; n < cluster.model->nodes_count; ++n) {
    const auto on_node = static_cast<PodSet>(any_number(0, (1 << cluster.model->pods_count) - 1));
    for (const reference::Pod& each : plain.pods) {
      std::vector<reference::Pod> others;
      for (const reference::Pod& other : plain.pods)
        if (contains(on_node, static_cast<PodId>(other.id))) others.push_back(other);
      const FilterStatus status = RunFilterPluginsWithNominatedPods(
          cluster.view(), static_cast<PodId>(each.id), n, on_node);
      RC_ASSERT((status == FilterStatus::success) == reference::fits(plain, each, n, others));
    }
  }
}

}  // namespace
}  // namespace preemptcheck::model
