#include <gtest/gtest.h>

#include "explorer/expand.h"
#include "tests/explorer/agreement.h"
#include "tests/explorer/programs.h"

namespace preemptcheck::explorer {
namespace {

TEST(DepthFirst, FindsTheDeadlockOfTheDiningPhilosophers) {
  for (const unsigned count : {2U, 3U, 4U, 7U}) {
    const Program program = programs::philosophers(count, false);
    const SearchResult result = search_depth_first(program, Options{});
    EXPECT_EQ(result.deadlocks, 1U);
    ASSERT_TRUE(result.predicates[0].schedule);
    EXPECT_TRUE(is_schedule_to_hit(program, 0, *result.predicates[0].schedule));
  }
}

TEST(DepthFirst, FindsNoDeadlockIfThePhilosophersKeepAnOrder) {
  for (const unsigned count : {2U, 3U, 4U, 7U})
    EXPECT_EQ(search_depth_first(programs::philosophers(count, true), Options{}).deadlocks, 0U);
}

TEST(DepthFirst, KeepsTheShortestPathThatItSawToAHit) {
  // With a limit on depth of just the shortest path it must see that one.
  const Program program = programs::philosophers(4, false);
  Options options;
  options.limits.depth_max = 4;
  const SearchResult result = search_depth_first(program, options);
  ASSERT_TRUE(result.predicates[0].schedule);
  EXPECT_EQ(result.predicates[0].schedule->size(), 4U);
}

TEST(DepthFirst, ExpandsAgainWhatItFindsNearerToTheStart) {
  // Without that, what it first finds at the limit would stay cut, and so would all behind it.
  const Program program = programs::two_phase_commit(3);
  for (std::uint64_t depth = 1; depth < 12; ++depth) {
    Options options;
    options.limits.depth_max = depth;
    const SearchResult deep = search_depth_first(program, options);
    const SearchResult broad = search_breadth_first(program, options);
    EXPECT_EQ(deep.states, broad.states) << depth;
    EXPECT_EQ(deep.transitions, broad.transitions) << depth;
    EXPECT_EQ(deep.exhausted, broad.exhausted) << depth;
  }
}

TEST(DepthFirst, SurvivesALimitOnDepthTogetherWithABoundOfTheProgram) {
  // A state at the bound is found again, nearer to the start: it is still not expanded.
  struct World {
    std::uint8_t at = 0;
  };
  static constexpr std::array<Site, 1> sites{{{"walker/go", "goes on, or to the end at once", ""}}};
  Program program = programs::program_over(World{}, sites);
  programs::add_actor<World>(program, "walker", ActorKind::system, [](Actor& actor, World& world) {
    while (true) {
      const unsigned jumps = actor.choose(0, [&] { return world.at < 3 ? 2 : 1; });
      world.at = static_cast<std::uint8_t>(jumps != 0 ? 4 : world.at + 1);
    }
  });
  program.bound_reached = [](const std::byte* state) {
    return std::to_integer<int>(*state) == 4 ? "end" : nullptr;
  };
  Options options;
  options.limits.depth_max = 10;
  const SearchResult result = search_depth_first(program, options);
  EXPECT_EQ(result.states, 5U);
  EXPECT_EQ(result.limit, LimitReached::bound_of_program);
}

}  // namespace
}  // namespace preemptcheck::explorer
