#include "properties/preemptor_gets_bound.h"

#include <gtest/gtest.h>

#include "tests/properties/transition.h"

namespace preemptcheck::properties {
namespace {

bool reached(Transition& state) { return preemptor_gets_bound.check(state.after.view()); }

TEST(PreemptorGetsBound, NeedsAPodThatHasPreemptedAndIsBound) {
  Selection state(5, 5);
  EXPECT_FALSE(reached(state));
  state.after.pod(Selection::first).set(model::PodState::has_preempted_bit, true);
  EXPECT_FALSE(reached(state));
  state.after.pod(Selection::first).api = model::bound_object(0);
  EXPECT_TRUE(reached(state));
}

TEST(PreemptorGetsBound, APodThatIsBoundWithoutHavingPreemptedIsNotEnough) {
  Selection state(5, 5);
  state.after.pod(Selection::first).api = model::bound_object(0);
  EXPECT_FALSE(reached(state));
}

TEST(PreemptorGetsBound, IsNeverViolatedByAState) {
  Selection state(5, 5);
  EXPECT_FALSE(state.violates(preemptor_gets_bound));
}

}  // namespace
}  // namespace preemptcheck::properties
