#include "properties/victim_selected_once_strict.h"

#include <gtest/gtest.h>

#include "tests/properties/transition.h"

namespace preemptcheck::properties {
namespace {

using model::only;

TEST(VictimSelectedOnceStrict, IsViolatedWhateverThePriority) {
  for (const std::int32_t priority : {4, 5, 6}) {
    Selection selection(5, priority);
    selection.in_flight(Selection::first, only(Selection::victim));
    selection.chooses(Selection::second, only(Selection::victim));
    EXPECT_TRUE(selection.violates(victim_selected_once_strict)) << priority;
  }
}

TEST(VictimSelectedOnceStrict, HoldsForOtherVictims) {
  Selection selection(5, 6);
  selection.in_flight(Selection::first, only(Selection::victim));
  selection.chooses(Selection::second, only(Selection::other_victim));
  EXPECT_FALSE(selection.violates(victim_selected_once_strict));
}

}  // namespace
}  // namespace preemptcheck::properties
