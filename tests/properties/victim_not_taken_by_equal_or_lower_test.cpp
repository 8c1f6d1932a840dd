#include "properties/victim_not_taken_by_equal_or_lower.h"

#include <gtest/gtest.h>

#include "tests/properties/transition.h"

namespace preemptcheck::properties {
namespace {

using model::only;

bool violated_by(std::int32_t second_priority, model::PodId second = Selection::second) {
  Selection selection(5, second_priority);
  selection.in_flight(Selection::first, only(Selection::victim));
  selection.chooses(second, only(Selection::victim));
  return selection.violates(victim_not_taken_by_equal_or_lower);
}

TEST(VictimNotTakenByEqualOrLower, IsViolatedByEqualAndLowerPriority) {
  EXPECT_TRUE(violated_by(5));
  EXPECT_TRUE(violated_by(4));
}

TEST(VictimNotTakenByEqualOrLower, HoldsForHigherPriority) { EXPECT_FALSE(violated_by(6)); }

TEST(VictimNotTakenByEqualOrLower, LeavesTheSamePreemptorToTheOtherProperties) {
  EXPECT_FALSE(violated_by(5, Selection::first));
}

}  // namespace
}  // namespace preemptcheck::properties
