#include "properties/no_call_for_terminating_victim.h"

#include <gtest/gtest.h>

#include "tests/properties/transition.h"

namespace preemptcheck::properties {
namespace {

Selection starts_with_terminating_victim() {
  Selection state(5, 5);
  model::put_preemption(state.after, 0, Selection::first, 0, model::only(Selection::victim));
  state.after.pod(Selection::victim).snapshot = model::terminating_object(0);
  return state;
}

TEST(NoCallForTerminatingVictim, IsViolatedWhereOneIsToBeCalled) {
  EXPECT_EQ(starts_with_terminating_victim().violation_of(no_call_for_terminating_victim),
            "default/p2, which terminates already, is to be deleted once more for default/p0");
}

TEST(NoCallForTerminatingVictim, HoldsWhereItIsSkipped) {
  Selection state = starts_with_terminating_victim();
  state.after.world.preemptions[0].to_call = 0;
  EXPECT_FALSE(state.violates(no_call_for_terminating_victim));
}

TEST(NoCallForTerminatingVictim, LooksOnlyAtTheStart) {
  Selection state = starts_with_terminating_victim();
  state.before.world.preemptions[0] = state.after.world.preemptions[0];
  EXPECT_FALSE(state.violates(no_call_for_terminating_victim));
}

}  // namespace
}  // namespace preemptcheck::properties
