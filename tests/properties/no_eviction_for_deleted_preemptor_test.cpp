#include "properties/no_eviction_for_deleted_preemptor.h"

#include <gtest/gtest.h>

#include "tests/properties/transition.h"

namespace preemptcheck::properties {
namespace {

/// The preemptor is gone, and its victim is deleted.
Selection evicted_for_nobody() {
  Selection state(5, 5);
  state.in_flight(Selection::first, model::only(Selection::victim));
  state.before.pod(Selection::first).api = state.after.pod(Selection::first).api = {};
  state.after.pod(Selection::victim).api = {};
  return state;
}

TEST(NoEvictionForDeletedPreemptor, IsViolatedWhereTheVictimIsDeleted) {
  EXPECT_EQ(evicted_for_nobody().violation_of(no_eviction_for_deleted_preemptor),
            "default/p2 is evicted for default/p0, which is deleted");
}

TEST(NoEvictionForDeletedPreemptor, IsViolatedWhereTheVictimIsTakenBack) {
  Selection state = evicted_for_nobody();
  state.after.pod(Selection::victim).api = state.before.pod(Selection::victim).api;
  state.after.pod(Selection::victim).bindings[0].signal = model::PermitSignal::preempted;
  EXPECT_TRUE(state.violates(no_eviction_for_deleted_preemptor));
}

TEST(NoEvictionForDeletedPreemptor, HoldsWhereThePreemptorIsThere) {
  Selection state = evicted_for_nobody();
  state.before.pod(Selection::first).api = model::pending_object();
  EXPECT_FALSE(state.violates(no_eviction_for_deleted_preemptor));
}

TEST(NoEvictionForDeletedPreemptor, HoldsWhereAnotherPreemptorWantsTheVictimToo) {
  Selection state = evicted_for_nobody();
  model::put_preemption(state.before, 1, Selection::second, 0, model::only(Selection::victim));
  EXPECT_FALSE(state.violates(no_eviction_for_deleted_preemptor));
}

TEST(NoEvictionForDeletedPreemptor, IsNotAboutWhatAClientDeletes) {
  Selection state = evicted_for_nobody();
  state.before.world.external_deletes_left = 1;
  EXPECT_FALSE(state.violates(no_eviction_for_deleted_preemptor));
}

}  // namespace
}  // namespace preemptcheck::properties
