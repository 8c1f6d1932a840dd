#include "properties/gated_pod_not_popped.h"

#include <gtest/gtest.h>

#include "tests/properties/transition.h"

namespace preemptcheck::properties {
namespace {

/// The first pod is popped, while a preemption for it runs.
Selection popped_while_preempting() {
  Selection state(5, 5);
  state.in_flight(Selection::first, model::only(Selection::victim));
  state.after.world.thread.cycle.pod = Selection::first;
  return state;
}

TEST(GatedPodNotPopped, IsViolatedWhereAPreemptorIsPopped) {
  EXPECT_EQ(popped_while_preempting().violation_of(gated_pod_not_popped),
            "default/p0 enters a scheduling cycle while a preemption for it runs");
}

TEST(GatedPodNotPopped, HoldsForAnotherPod) {
  Selection state = popped_while_preempting();
  state.after.world.thread.cycle.pod = Selection::second;
  EXPECT_FALSE(state.violates(gated_pod_not_popped));
}

TEST(GatedPodNotPopped, HoldsOnceTheListerShowsTheLastVictimGone) {
  Selection state = popped_while_preempting();
  state.before.pod(Selection::first).last_victim = Selection::victim;
  EXPECT_TRUE(state.violates(gated_pod_not_popped));
  state.before.pod(Selection::victim).lister = {};
  EXPECT_FALSE(state.violates(gated_pod_not_popped));
}

TEST(GatedPodNotPopped, LooksOnlyAtTheTransitionThatPops) {
  Selection state = popped_while_preempting();
  state.before.world.thread.cycle.pod = Selection::first;
  EXPECT_FALSE(state.violates(gated_pod_not_popped));
}

}  // namespace
}  // namespace preemptcheck::properties
