#include "properties/victim_not_stranded.h"

#include <gtest/gtest.h>

#include "tests/properties/transition.h"

namespace preemptcheck::properties {
namespace {

/// A pod that was taken back waits in the pool; the node has room for it.
Transition parked(model::ScheduledCondition condition) {
  model::ClusterBuilder builder;
  builder.node({10});
  builder.pending(5, {6});
  Transition state(builder);
  state.after.pod(0).api.set_condition(condition);
  model::put_in_queue(state.after, 0, model::QueuePlace::unschedulable);
  return state;
}

TEST(VictimNotStranded, IsViolatedWhereATakenBackVictimIsParked) {
  using enum model::ScheduledCondition;
  for (const model::ScheduledCondition condition : {preempted_in_permit, taken_back})
    EXPECT_EQ(
        parked(condition).violation_of(victim_not_stranded),
        "default/p0, a victim that was taken back, is stranded: it would fit now, but nothing "
        "will move it out of the unschedulable pods before the 5-minute flush");
}

TEST(VictimNotStranded, IsNotAboutOtherPods) {
  EXPECT_FALSE(parked(model::ScheduledCondition::preempting).violates(victim_not_stranded));
}

TEST(VictimNotStranded, HoldsWhereItBacksOff) {
  Transition state = parked(model::ScheduledCondition::taken_back);
  state.after.pod(0).place = model::QueuePlace::backoff;
  EXPECT_FALSE(state.violates(victim_not_stranded));
}

}  // namespace
}  // namespace preemptcheck::properties
