#include "properties/pod_not_taken_for_another.h"

#include <gtest/gtest.h>

#include "tests/properties/transition.h"

namespace preemptcheck::properties {
namespace {

Selection taken() {
  Selection state(5, 5);
  state.before.world.thread.cycle.pod = state.before.world.thread.cycle.popped_pod =
      Selection::first;
  state.after.world.thread.cycle.popped_pod = Selection::first;
  state.after.world.thread.cycle.pod = Selection::second;
  return state;
}

TEST(PodNotTakenForAnother, IsViolatedWhereACycleGoesOnWithAnotherPod) {
  EXPECT_EQ(taken().violation_of(pod_not_taken_for_another),
            "default/p1 is put back in place of default/p0, which had its name and has failed");
}

TEST(PodNotTakenForAnother, HoldsWhereItGoesOnWithItsOwn) {
  Selection state = taken();
  state.after.world.thread.cycle.pod = Selection::first;
  EXPECT_FALSE(state.violates(pod_not_taken_for_another));
}

TEST(PodNotTakenForAnother, IsViolatedByABindingCycleToo) {
  Selection state(5, 5);
  for (model::TestCluster* one : {&state.before, &state.after}) {
    model::CycleFrame& frame = one->pod(Selection::first).bindings[0].frame;
    frame.pod = frame.popped_pod = Selection::first;
  }
  EXPECT_FALSE(state.violates(pod_not_taken_for_another));
  state.after.pod(Selection::first).bindings[0].frame.pod = Selection::second;
  EXPECT_TRUE(state.violates(pod_not_taken_for_another));
}

}  // namespace
}  // namespace preemptcheck::properties
