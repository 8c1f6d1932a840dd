#include "explorer/frontier.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "explorer/fiber.h"
#include "tests/explorer/programs.h"

namespace preemptcheck::explorer {
namespace {

/// The first states of a program, breadth first, all kept: a frontier must lead to each in turn.
void expect_first_in_first_out(const Program& program, bool by_checkpoint) {
  Execution execution(program);
  std::vector<Schedule> paths{{}};
  const auto frontier =
      by_checkpoint
          ? make_checkpoint_frontier(execution)
          : make_replay_frontier(execution, [&paths](std::uint64_t n) { return paths[n]; });
  frontier->add();
  Enabled enabled;
  for (std::size_t at = 0; at < 60 && !frontier->empty(); ++at) {
    EXPECT_EQ(frontier->size(), paths.size() - at);
    frontier->go_to_front();
    Execution fresh(program);
    for (const Transition& transition : paths[at]) fresh.take(transition);
    EXPECT_TRUE(std::ranges::equal(execution.state(), fresh.state()));
    EXPECT_TRUE(std::ranges::equal(frontier->front(), fresh.state()));
    fresh.enabled(enabled);
    Enabled enabled_here;
    execution.enabled(enabled_here);
    EXPECT_EQ(enabled_here.transitions, enabled.transitions);
    for (const Transition& transition : enabled.transitions) {
      frontier->go_to_front();
      frontier->take(transition);
      frontier->add();
      paths.push_back(paths[at]);
      paths.back().push_back(transition);
    }
    frontier->pop();
  }
}

TEST(Frontier, LeadsToEachStateInTurnByReplay) {
  expect_first_in_first_out(programs::peterson(false), false);
  expect_first_in_first_out(programs::lost_wakeup(true), false);
  expect_first_in_first_out(programs::two_phase_commit(2), false);
  expect_first_in_first_out(programs::crash(2, true), false);
}

TEST(Frontier, LeadsToEachStateInTurnByCheckpoint) {
  if (!stacks_can_be_copied) GTEST_SKIP() << "stacks are not copied under a sanitizer";
  expect_first_in_first_out(programs::peterson(false), true);
  expect_first_in_first_out(programs::lost_wakeup(true), true);
  expect_first_in_first_out(programs::two_phase_commit(2), true);
  expect_first_in_first_out(programs::crash(2, true), true);
}

TEST(Frontier, KeepsAStackOnceHoweverManyStatesHaveIt) {
  if (!stacks_can_be_copied) GTEST_SKIP() << "stacks are not copied under a sanitizer";
  const Program program = programs::philosophers(12, false);
  Execution execution(program);
  const auto frontier = make_checkpoint_frontier(execution);
  const std::uint64_t start = frontier->bytes();
  for (int i = 0; i < 1000; ++i) frontier->add();
  const std::uint64_t records = 1000 * (execution.state().size() + 12 * sizeof(std::uint32_t));
  EXPECT_LT(frontier->bytes() - start, records + (1U << 19));
}

/// Bytes of the frontier's stacks after so many crashes, each of a worker that stood at each site.
std::uint64_t bytes_after_crashes(unsigned crashes) {
  const Program program = programs::crash(255, false);
  Execution execution(program);
  const auto frontier = make_checkpoint_frontier(execution);
  const auto take_and_add = [&](Transition transition) {
    frontier->take(transition);
    frontier->add();
  };
  for (unsigned i = 0; i < crashes; ++i) {
    for (unsigned step = 0; step < i % 4; ++step)
      take_and_add({static_cast<ActorId>(i / 4 % 2), 0});
    take_and_add({2, 0});
  }
  return frontier->bytes();
}

TEST(Frontier, KeepsAStackOnceHoweverOftenItsActorIsSentBack) {
  if (!stacks_can_be_copied) GTEST_SKIP() << "stacks are not copied under a sanitizer";
  EXPECT_EQ(bytes_after_crashes(200), bytes_after_crashes(16));
}

}  // namespace
}  // namespace preemptcheck::explorer
