#include "properties/no_eviction_after_error.h"

#include <gtest/gtest.h>

#include "tests/properties/transition.h"

namespace preemptcheck::properties {
namespace {

Selection late_attempt() {
  Selection state(5, 5);
  state.in_flight(Selection::first,
                  model::only(Selection::victim) | model::only(Selection::other_victim));
  state.after.world.preemptions[0].late_attempt = 1;
  return state;
}

TEST(NoEvictionAfterError, IsViolatedWhereOneBegins) {
  EXPECT_EQ(
      late_attempt().violation_of(no_eviction_after_error),
      "the eviction of default/p3 for default/p0 is begun although that of another victim has "
      "failed");
}

TEST(NoEvictionAfterError, LooksOnlyAtTheTransitionInWhichItBegins) {
  Selection state = late_attempt();
  state.before.world.preemptions[0].late_attempt = 1;
  EXPECT_FALSE(state.violates(no_eviction_after_error));
}

}  // namespace
}  // namespace preemptcheck::properties
