// The scheduler's cache: what is assumed, confirmed, forgotten, and what that ends.
#include "model/cache.h"

#include <gtest/gtest.h>

#include "tests/model/cluster_builder.h"

namespace preemptcheck::model {
namespace {

class CacheTest : public ::testing::Test {
 protected:
  CacheTest() {
    ClusterBuilder builder;
    builder.node({10});
    builder.node({10});
    pod = builder.pending(5, {1});
    first = builder.bound(1, {1}, 0);
    second = builder.bound(1, {1}, 0);
    cluster = builder.build();
  }
  Cache cache() { return Cache(cluster.view()); }

  PodId pod = no_pod;
  PodId first = no_pod;
  PodId second = no_pod;
  TestCluster cluster;
};

TEST_F(CacheTest, AnAssumedPodCountsOnItsNodeAtOnce) {
  EXPECT_TRUE(cache().AssumePod(pod, pending_object(), 1));
  EXPECT_TRUE(cache().IsAssumedPod(pod));
  EXPECT_EQ(cache().pods_on_node(1), only(pod));
  EXPECT_FALSE(cluster.pod(pod).api.assigned());
}

TEST_F(CacheTest, APodThatIsInTheCacheIsNotAssumedAgain) {
  EXPECT_TRUE(cache().AssumePod(pod, pending_object(), 1));
  EXPECT_FALSE(cache().AssumePod(pod, pending_object(), 0));
  EXPECT_FALSE(cache().AssumePod(first, pending_object(), 1));
  EXPECT_EQ(cache().pods_on_node(1), only(pod));
}

TEST_F(CacheTest, TheBoundObjectConfirmsAnAssumedPod) {
  cache().AssumePod(pod, pending_object(), 1);
  cache().AddPod(pod, bound_object(1));
  EXPECT_FALSE(cache().IsAssumedPod(pod));
  EXPECT_FALSE(cache().ForgetPod(pod, 0)) << "a confirmed pod cannot be forgotten";
  EXPECT_EQ(cache().pods_on_node(1), only(pod));
}

TEST_F(CacheTest, ForgettingTwiceIsNoError) {
  cache().AssumePod(pod, pending_object(), 1);
  EXPECT_FALSE(cache().ForgetPod(pod, 0)) << "it is assumed on another node";
  EXPECT_TRUE(cache().ForgetPod(pod, 1));
  EXPECT_EQ(cache().pods_on_node(1), 0U);
  EXPECT_TRUE(cache().ForgetPod(pod, 1));
}

TEST_F(CacheTest, UpTo134ForgettingTwiceIsAnError) {
  ClusterBuilder builder(Release::v1_34);
  builder.node({10});
  const PodId assumed = builder.pending(5, {1});
  TestCluster older = builder.build();
  Cache there(older.view());
  there.AssumePod(assumed, pending_object(), 0);
  EXPECT_TRUE(there.ForgetPod(assumed, 0));
  EXPECT_FALSE(there.ForgetPod(assumed, 0));
}

TEST_F(CacheTest, AnUpdateLeavesAnAssumedPodAlone) {
  cache().AssumePod(pod, pending_object(), 1);
  cache().UpdatePod(pod, terminating_object(1));
  EXPECT_FALSE(cluster.pod(pod).cache.terminating());
  cache().UpdatePod(first, terminating_object(0));
  EXPECT_TRUE(cluster.pod(first).cache.terminating());
}

TEST_F(CacheTest, TheSnapshotStaysAsItWasTaken) {
  cache().UpdateSnapshot();
  cache().RemovePod(first);
  EXPECT_EQ(cache().snapshot_pods_on_node(0), only(first) | only(second));
  EXPECT_EQ(cache().pods_on_node(0), only(second));
  cache().drop_snapshot();
  EXPECT_EQ(cache().snapshot_pods_on_node(0), 0U);
}

TEST_F(CacheTest, APreemptionIsOverWhenItIsDoneAndItsLastVictimIsGone) {
  Preemption& preemption = put_preemption(cluster, 0, pod, 0, only(first) | only(second));
  preemption.phase = PreemptionPhase::draining;
  cache().RemovePod(first);
  EXPECT_EQ(preemption.phase, PreemptionPhase::draining);
  cache().RemovePod(second);
  EXPECT_EQ(preemption.phase, PreemptionPhase::free);
}

TEST_F(CacheTest, APreemptionAtWorkIsNotOverBeforeItsGoroutineEnds) {
  Preemption& preemption = put_preemption(cluster, 0, pod, 0, only(first));
  cache().RemovePod(first);
  EXPECT_EQ(preemption.phase, PreemptionPhase::running);
}

}  // namespace
}  // namespace preemptcheck::model
