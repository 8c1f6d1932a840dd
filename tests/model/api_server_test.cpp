// Requests to the API server: what they store, when they are refused, which watch event they make.
#include "model/api_server.h"

#include <gtest/gtest.h>

#include "tests/model/cluster_builder.h"

namespace preemptcheck::model {
namespace {

class ApiServerTest : public ::testing::Test {
 protected:
  ApiServerTest() { begin(false, 0); }
  void begin(bool graceful, std::uint8_t errors) {
    ClusterBuilder builder;
    builder.node({10});
    waiting = builder.pending(5, {1});
    running = builder.bound(1, {1}, 0);
    builder.scenario.graceful_termination = graceful;
    builder.scenario.faults.api_errors = errors;
    cluster = builder.build();
  }
  ApiServer api() { return ApiServer(cluster.view()); }
  ApiResult patch_nomination(PodId pod, NodeId node, Outcome outcome = Outcome::ok) {
    return api().PatchPodStatus(outcome, pod, [&](PodObject& object) { object.nominated = node; });
  }
  unsigned events() { return cluster.world.events_count; }

  PodId waiting = no_pod;
  PodId running = no_pod;
  TestCluster cluster;
};

TEST_F(ApiServerTest, APatchIsStoredAndWatched) {
  EXPECT_EQ(patch_nomination(waiting, 0), ApiResult::ok);
  ASSERT_EQ(events(), 1U);
  const WatchEvent& event = cluster.world.events[0];
  EXPECT_EQ(event.pod, waiting);
  EXPECT_EQ(event.before, pending_object());
  EXPECT_EQ(event.after, pending_object(0));
  EXPECT_EQ(cluster.pod(waiting).api, pending_object(0));
  EXPECT_EQ(cluster.pod(waiting).lister, pending_object()) << "the lister learns of it later";
}

TEST_F(ApiServerTest, APatchThatChangesNothingMakesNoEvent) {
  EXPECT_EQ(patch_nomination(waiting, no_node), ApiResult::ok);
  EXPECT_EQ(events(), 0U);
}

TEST_F(ApiServerTest, WithoutAGracePeriodADeletedPodIsGoneAtOnce) {
  EXPECT_EQ(api().DeletePod(Outcome::ok, running), ApiResult::ok);
  EXPECT_FALSE(cluster.pod(running).api.present());
  EXPECT_EQ(api().DeletePod(Outcome::ok, running), ApiResult::not_found);
  EXPECT_EQ(patch_nomination(running, 0), ApiResult::not_found);
  EXPECT_EQ(events(), 1U);
}

TEST_F(ApiServerTest, WithAGracePeriodARunningPodTerminatesAndAWaitingOneIsGone) {
  begin(true, 0);
  EXPECT_EQ(api().DeletePod(Outcome::ok, running), ApiResult::ok);
  EXPECT_TRUE(cluster.pod(running).api.terminating());
  EXPECT_EQ(api().DeletePod(Outcome::ok, running), ApiResult::ok)
      << "a second deletion is accepted";
  EXPECT_EQ(events(), 1U) << "and changes nothing";
  EXPECT_EQ(api().DeletePod(Outcome::ok, waiting), ApiResult::ok);
  EXPECT_FALSE(cluster.pod(waiting).api.present());
  api().RemovePod(running);
  EXPECT_FALSE(cluster.pod(running).api.present());
  EXPECT_EQ(events(), 3U);
}

TEST_F(ApiServerTest, ABindingIsRefusedForAPodThatIsBoundTerminatingOrGone) {
  EXPECT_EQ(api().Bind(Outcome::ok, waiting, 0), ApiResult::ok);
  EXPECT_EQ(cluster.pod(waiting).api.node, 0);
  EXPECT_EQ(api().Bind(Outcome::ok, waiting, 0), ApiResult::conflict);
  cluster.pod(waiting).api = terminating_object(no_node);
  EXPECT_EQ(api().Bind(Outcome::ok, waiting, 0), ApiResult::conflict);
  api().RemovePod(waiting);
  EXPECT_EQ(api().Bind(Outcome::ok, waiting, 0), ApiResult::not_found);
}

TEST_F(ApiServerTest, ABindingResetsTheCondition) {
  cluster.pod(waiting).api.set_condition(ScheduledCondition::preempting);
  api().Bind(Outcome::ok, waiting, 0);
  EXPECT_EQ(cluster.pod(waiting).api.condition(), ScheduledCondition::none);
}

TEST_F(ApiServerTest, AFailedRequestHasNoEffectAndUsesUpTheBudget) {
  EXPECT_EQ(api().outcomes(plugin_call), 1U);
  begin(false, 1);
  EXPECT_EQ(api().outcomes(plugin_call), 2U);
  EXPECT_EQ(api().DeletePod(Outcome::error, running), ApiResult::error);
  EXPECT_TRUE(cluster.pod(running).api.present());
  EXPECT_EQ(events(), 0U);
  EXPECT_EQ(api().outcomes(plugin_call), 1U);
}

TEST_F(ApiServerTest, MoreEventsThanThereIsRoomForAreABoundOfTheModel) {
  for (std::size_t i = 0; i <= max_watch_events; ++i) {
    EXPECT_EQ(cluster.world.bound, ModelBound::none);
    patch_nomination(waiting, i % 2 == 0 ? NodeId{0} : no_node);
  }
  EXPECT_EQ(cluster.world.bound, ModelBound::watch_events);
  EXPECT_EQ(events(), max_watch_events);
}

}  // namespace
}  // namespace preemptcheck::model
