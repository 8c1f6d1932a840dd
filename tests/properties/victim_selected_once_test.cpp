#include "properties/victim_selected_once.h"

#include <gtest/gtest.h>

#include "tests/properties/transition.h"

namespace preemptcheck::properties {
namespace {

using model::only;

/// The second preemptor chooses the first one's victim.
Selection taken_by_second(std::int32_t first_priority, std::int32_t second_priority) {
  Selection selection(first_priority, second_priority);
  selection.in_flight(Selection::first, only(Selection::victim));
  selection.chooses(Selection::second, only(Selection::victim) | only(Selection::other_victim));
  return selection;
}

TEST(VictimSelectedOnce, IsViolatedByAPodOfEqualPriority) {
  EXPECT_EQ(taken_by_second(5, 5).violation_of(victim_selected_once),
            "default/p2 is chosen as a victim for default/p1 while the preemption for default/p0 "
            "that chose it is in flight");
}

TEST(VictimSelectedOnce, IsViolatedByAPodOfLowerPriority) {
  EXPECT_TRUE(taken_by_second(5, 4).violates(victim_selected_once));
}

TEST(VictimSelectedOnce, HoldsForAPodOfHigherPriority) {
  EXPECT_FALSE(taken_by_second(5, 6).violates(victim_selected_once));
}

TEST(VictimSelectedOnce, IsViolatedByTheSamePreemptorAgain) {
  Selection selection(5, 5);
  selection.in_flight(Selection::first, only(Selection::victim));
  selection.chooses(Selection::first, only(Selection::victim));
  EXPECT_EQ(selection.violation_of(victim_selected_once),
            "default/p2 is chosen as a victim again for the same preemptor default/p0");
}

TEST(VictimSelectedOnce, HoldsForOtherVictims) {
  Selection selection(5, 5);
  selection.in_flight(Selection::first, only(Selection::victim));
  selection.chooses(Selection::second, only(Selection::other_victim));
  EXPECT_FALSE(selection.violates(victim_selected_once));
}

TEST(VictimSelectedOnce, HoldsOnceTheFirstPreemptionHasFailed) {
  Selection selection = taken_by_second(5, 5);
  selection.before.world.preemptions[0].victim_failed = 1;
  EXPECT_FALSE(selection.violates(victim_selected_once));
}

TEST(VictimSelectedOnce, HoldsOnceTheCacheShowsTheVictimsGone) {
  Selection selection = taken_by_second(5, 5);
  selection.before.pod(Selection::victim).cache = {};
  EXPECT_FALSE(selection.violates(victim_selected_once));
}

TEST(VictimSelectedOnce, IsViolatedWhileADonePreemptionDrains) {
  Selection selection = taken_by_second(5, 5);
  selection.before.world.preemptions[0].phase = model::PreemptionPhase::draining;
  EXPECT_TRUE(selection.violates(victim_selected_once));
}

TEST(VictimSelectedOnce, LooksOnlyAtTheTransitionThatChooses) {
  Selection selection = taken_by_second(5, 5);
  selection.before.world.thread.selected = selection.after.world.thread.selected;
  EXPECT_FALSE(selection.violates(victim_selected_once));
}

}  // namespace
}  // namespace preemptcheck::properties
