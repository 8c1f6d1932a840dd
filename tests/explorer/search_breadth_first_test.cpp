#include <gtest/gtest.h>

#include "explorer/expand.h"
#include "tests/explorer/agreement.h"
#include "tests/explorer/programs.h"

namespace preemptcheck::explorer {
namespace {

TEST(BreadthFirst, FindsAShortestScheduleToTheDeadlockOfTheDiningPhilosophers) {
  for (const unsigned count : {2U, 3U, 4U, 7U}) {
    const SearchResult result = search_breadth_first(programs::philosophers(count, false), {});
    EXPECT_EQ(result.deadlocks, 1U);
    ASSERT_TRUE(result.predicates[0].schedule);
    EXPECT_EQ(result.predicates[0].schedule->size(), count);
  }
}

TEST(BreadthFirst, GoesNoDeeperThanTheFarthestState) {
  EXPECT_EQ(search_breadth_first(programs::dice(), {}).depth_max, 2U);
  EXPECT_EQ(search_breadth_first(programs::coin(5, false), {}).depth_max, 7U);
}

TEST(BreadthFirst, IsExhaustedAtALimitOnDepthThatCutsNothing) {
  Options options;
  options.limits.depth_max = 2;
  EXPECT_TRUE(search_breadth_first(programs::dice(), options).exhausted);
  options.limits.depth_max = 1;
  EXPECT_FALSE(search_breadth_first(programs::dice(), options).exhausted);
}

}  // namespace
}  // namespace preemptcheck::explorer
