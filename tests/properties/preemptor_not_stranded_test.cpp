#include "properties/preemptor_not_stranded.h"

#include <gtest/gtest.h>

#include "tests/properties/transition.h"

namespace preemptcheck::properties {
namespace {

using model::PodState;
using model::QueuePlace;

constexpr model::PodId preemptor = 0;
constexpr model::PodId blocker = 1;

/// A pod that has preempted waits in the pool; the node has room for it.
Transition stranded() {
  model::ClusterBuilder builder;
  builder.node({10});
  builder.pending(5, {6});
  builder.bound(9, {4}, 0);
  Transition state(builder);
  state.after.pod(preemptor).set(PodState::has_preempted_bit, true);
  model::put_in_queue(state.after, preemptor, QueuePlace::unschedulable);
  return state;
}

TEST(PreemptorNotStranded, IsViolatedWhereItWaitsAlthoughItFits) {
  EXPECT_EQ(stranded().violation_of(preemptor_not_stranded),
            "default/p0 is stranded: it would fit now, but nothing will move it out of the "
            "unschedulable pods before the 5-minute flush");
}

TEST(PreemptorNotStranded, HoldsWhereItDoesNotFit) {
  Transition state = stranded();
  state.after.pod(blocker).cache = {};
  EXPECT_TRUE(state.violates(preemptor_not_stranded));
  model::Scenario scenario = state.before.model->scenario;
  scenario.nodes[0].allocatable[0] = 5;
  state.before.model = std::make_shared<const model::Model>(model::make_model(scenario));
  EXPECT_FALSE(state.violates(preemptor_not_stranded));
}

TEST(PreemptorNotStranded, IsViolatedWhereItCouldPreempt) {
  Transition state = stranded();
  model::Scenario scenario = state.before.model->scenario;
  scenario.pods[preemptor].requests[0] = 10;
  scenario.pods[blocker].priority = 0;
  state.before.model = std::make_shared<const model::Model>(model::make_model(scenario));
  EXPECT_EQ(state.violation_of(preemptor_not_stranded),
            "default/p0 is stranded: it could preempt now, but nothing will move it out of the "
            "unschedulable pods before the 5-minute flush");
}

TEST(PreemptorNotStranded, HoldsWhereItIsInTheActiveQueueOrBacksOff) {
  Transition state = stranded();
  for (const QueuePlace place : {QueuePlace::active, QueuePlace::backoff}) {
    state.after.pod(preemptor).place = place;
    EXPECT_FALSE(state.violates(preemptor_not_stranded));
  }
}

TEST(PreemptorNotStranded, IsViolatedWhereItIsInNoQueueAtAll) {
  Transition state = stranded();
  state.after.pod(preemptor).place = QueuePlace::none;
  EXPECT_TRUE(state.violates(preemptor_not_stranded));
}

TEST(PreemptorNotStranded, IsNotAboutPodsThatNeverPreempted) {
  Transition state = stranded();
  state.after.pod(preemptor).set(PodState::has_preempted_bit, false);
  EXPECT_FALSE(state.violates(preemptor_not_stranded));
}

TEST(PreemptorNotStranded, IsNotAboutPodsThatAreBoundOrGone) {
  Transition state = stranded();
  state.after.pod(preemptor).api = model::bound_object(0);
  EXPECT_FALSE(state.violates(preemptor_not_stranded));
  state.after.pod(preemptor).api = {};
  EXPECT_FALSE(state.violates(preemptor_not_stranded));
}

TEST(PreemptorNotStranded, IsViolatedBehindAGateThatNobodyWillOpen) {
  Transition state = stranded();
  state.after.pod(preemptor).set(PodState::preempting_bit, true);
  EXPECT_EQ(state.violation_of(preemptor_not_stranded),
            "default/p0 is stranded behind its gate, which no running preemption will open");
}

}  // namespace
}  // namespace preemptcheck::properties
