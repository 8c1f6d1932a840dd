#include "properties/one_preemption_per_preemptor.h"

#include <gtest/gtest.h>

#include "tests/properties/transition.h"

namespace preemptcheck::properties {
namespace {

Selection two_at_work(model::PodId second_preemptor) {
  Selection state(5, 5);
  state.in_flight(Selection::first, model::only(Selection::victim));
  model::put_preemption(state.after, 1, second_preemptor, 0, model::only(Selection::other_victim));
  return state;
}

TEST(OnePreemptionPerPreemptor, IsViolatedByTwoAtWork) {
  EXPECT_EQ(two_at_work(Selection::first).violation_of(one_preemption_per_preemptor),
            "two preemptions for default/p0 are at work at once");
}

TEST(OnePreemptionPerPreemptor, HoldsForTwoPreemptors) {
  EXPECT_FALSE(two_at_work(Selection::second).violates(one_preemption_per_preemptor));
}

TEST(OnePreemptionPerPreemptor, HoldsWhereTheFirstIsDone) {
  Selection state = two_at_work(Selection::first);
  state.after.world.preemptions[0].phase = model::PreemptionPhase::draining;
  EXPECT_FALSE(state.violates(one_preemption_per_preemptor));
}

}  // namespace
}  // namespace preemptcheck::properties
