#include "properties/evicted_pod_holds_room.h"

#include <gtest/gtest.h>

#include "tests/properties/transition.h"

namespace preemptcheck::properties {
namespace {

/// A victim that waits unassigned is deleted.
Selection pending_victim_deleted() {
  Selection state(5, 5);
  state.in_flight(Selection::first, model::only(Selection::second));
  state.after.pod(Selection::second).api = {};
  return state;
}

TEST(EvictedPodHoldsRoom, IsViolatedByTheDeletionOfAPendingPod) {
  EXPECT_EQ(pending_victim_deleted().violation_of(evicted_pod_holds_room),
            "default/p1 is deleted by a preemption although it holds no room on a node");
}

TEST(EvictedPodHoldsRoom, HoldsForAnAssumedPod) {
  Selection state = pending_victim_deleted();
  state.before.pod(Selection::second).cache = model::bound_object(0);
  EXPECT_FALSE(state.violates(evicted_pod_holds_room));
}

TEST(EvictedPodHoldsRoom, IsViolatedByTheDeletionOfAPodThatIsBeingTakenBack) {
  Selection state = pending_victim_deleted();
  model::PodState& victim = state.before.pod(Selection::second);
  victim.cache = model::bound_object(0);
  victim.bindings[0].signal = model::PermitSignal::preempted;
  EXPECT_TRUE(state.violates(evicted_pod_holds_room));
  victim.bindings[0] = {};
  victim.bindings[0].set(model::BindingCycle::cancelled_bit, true);
  EXPECT_EQ(state.violation_of(evicted_pod_holds_room),
            "default/p1 is deleted by a preemption while it is being taken back in memory");
}

TEST(EvictedPodHoldsRoom, HoldsForABoundPod) {
  Selection state(5, 5);
  state.in_flight(Selection::first, model::only(Selection::victim));
  state.after.pod(Selection::victim).api = {};
  EXPECT_FALSE(state.violates(evicted_pod_holds_room));
}

}  // namespace
}  // namespace preemptcheck::properties
