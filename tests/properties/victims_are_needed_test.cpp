#include "properties/victims_are_needed.h"

#include <gtest/gtest.h>

#include "tests/properties/transition.h"

namespace preemptcheck::properties {
namespace {

using model::only;

TEST(VictimsAreNeeded, IsViolatedWhereOneVictimWouldHaveDone) {
  Selection selection(5, 5);
  selection.chooses(Selection::first, only(Selection::victim) | only(Selection::other_victim));
  EXPECT_EQ(selection.violation_of(victims_are_needed),
            "default/p2 is chosen as a victim for default/p0, which would fit on n0 beside it");
}

TEST(VictimsAreNeeded, HoldsWhereEveryVictimIsInTheWay) {
  Selection selection(5, 5);
  selection.chooses(Selection::first, only(Selection::victim));
  EXPECT_FALSE(selection.violates(victims_are_needed));
}

TEST(VictimsAreNeeded, CountsRoomThatIsPromisedToANominatedPod) {
  Selection selection(5, 5);
  selection.before.pod(Selection::second).nominated_node = 0;
  selection.chooses(Selection::first, only(Selection::victim) | only(Selection::other_victim));
  EXPECT_FALSE(selection.violates(victims_are_needed));
}

}  // namespace
}  // namespace preemptcheck::properties
