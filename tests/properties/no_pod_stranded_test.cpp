#include "properties/no_pod_stranded.h"

#include <gtest/gtest.h>

#include "tests/properties/transition.h"

namespace preemptcheck::properties {
namespace {

/// A pod that never preempted waits in the pool; the node has room for it.
Transition stranded() {
  model::ClusterBuilder builder;
  builder.node({10});
  builder.pending(5, {6});
  builder.bound(9, {4}, 0);
  Transition state(builder);
  model::put_in_queue(state.after, 0, model::QueuePlace::unschedulable);
  return state;
}

TEST(NoPodStranded, IsViolatedWhereAPodWaitsAlthoughItFits) {
  EXPECT_EQ(stranded().violation_of(no_pod_stranded),
            "default/p0 is stranded: it would fit now, but nothing will move it out of the "
            "unschedulable pods before the 5-minute flush");
}

TEST(NoPodStranded, HoldsWhereItDoesNotFit) {
  Transition state = stranded();
  model::Scenario scenario = state.before.model->scenario;
  scenario.nodes[0].allocatable[0] = 5;
  state.before.model = std::make_shared<const model::Model>(model::make_model(scenario));
  EXPECT_FALSE(state.violates(no_pod_stranded));
}

TEST(NoPodStranded, IsNotAboutAssumedPods) {
  Transition state = stranded();
  state.after.pod(0).cache = model::bound_object(0);
  EXPECT_FALSE(state.violates(no_pod_stranded));
}

}  // namespace
}  // namespace preemptcheck::properties
