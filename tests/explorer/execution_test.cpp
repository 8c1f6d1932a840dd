#include "explorer/execution.h"

#include <gtest/gtest.h>

#include <array>
#include <stdexcept>

#include "explorer/search.h"
#include "tests/explorer/agreement.h"
#include "tests/explorer/programs.h"

namespace preemptcheck::explorer {
namespace {

using World = std::array<std::uint8_t, 4>;

constexpr std::array<Site, 2> sites{
    {{"actor/first", "acts", "", true}, {"actor/second", "acts", ""}}};

template <class Body>
Program program_with(Body body, ActorKind kind = ActorKind::system) {
  Program program = programs::program_over(World{}, sites);
  programs::add_actor<World>(program, "actor", kind, body);
  return program;
}

std::vector<Transition> transitions_of(const Execution& execution) {
  Enabled enabled;
  execution.enabled(enabled);
  return enabled.transitions;
}

TEST(Execution, StartsWithEachActorAtItsFirstBoundary) {
  const Program program = programs::peterson(false);
  const Execution execution(program);
  EXPECT_EQ(execution.site(0), 0);
  EXPECT_EQ(execution.site(1), 0);
  EXPECT_EQ(transitions_of(execution), (Schedule{{0, 0}, {1, 0}}));
}

TEST(Execution, TakesATransitionToTheNextBoundaryAndAnActorToItsEnd) {
  const Program program = program_with([](Actor& actor, World& world) {
    world[0] = static_cast<std::uint8_t>(1 + actor.choose(0, [] { return 3; }));
    actor.step(1);
    world[1] = 9;
  });
  Execution execution(program);
  EXPECT_EQ(transitions_of(execution), (Schedule{{0, 0}, {0, 1}, {0, 2}}));
  execution.take({0, 2});
  EXPECT_EQ(execution.site(0), 1);
  EXPECT_EQ(execution.world()[0], std::byte{3});
  execution.take({0, 0});
  EXPECT_EQ(execution.site(0), site_finished);
  EXPECT_EQ(execution.world()[1], std::byte{9});
  EXPECT_TRUE(transitions_of(execution).empty());
  execution.restart();
  EXPECT_EQ(execution.site(0), 0);
  EXPECT_EQ(execution.world()[0], std::byte{0});
}

TEST(Execution, LetsAnActorFinishBeforeItsFirstBoundary) {
  const Program program = program_with([](Actor&, World&) {});
  const Execution execution(program);
  EXPECT_EQ(execution.site(0), site_finished);
}

TEST(Execution, ListsTransitionsByActorWithTimersLast) {
  Program program = program_with([](Actor& actor, World&) { actor.step(0); }, ActorKind::timer);
  const auto goes = [](Actor& actor, World&) { actor.step(1); };
  programs::add_actor<World>(program, "environment", ActorKind::environment, goes);
  EXPECT_EQ(transitions_of(Execution(program)), (Schedule{{1, 0}, {0, 0}}));
  programs::add_actor<World>(program, "system", ActorKind::system, goes);
  EXPECT_EQ(transitions_of(Execution(program)), (Schedule{{1, 0}, {2, 0}}));
  program.timers_anytime = true;
  EXPECT_EQ(transitions_of(Execution(program)), (Schedule{{1, 0}, {2, 0}, {0, 0}}));
}

TEST(Execution, AllowsAsManyChoicesAsATransitionCanName) {
  const Program program =
      program_with([](Actor& actor, World&) { actor.choose(0, [] { return 256; }); });
  EXPECT_EQ(transitions_of(Execution(program)).size(), 256U);
}

TEST(Execution, AlignsTheWorldBehindAnyNumberOfActors) {
  Program program = program_with([](Actor& actor, World&) { actor.step(0); });
  for (int i = 0; i < 70; ++i) {
    const Execution execution(program);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(execution.world()) % 64, 0U);
    EXPECT_GE(execution.state().size(), program.actors.size() + sizeof(World));
    program.actors.push_back(program.actors.front());
  }
}

TEST(Execution, HandsOnWhatAnActorThrows) {
  for (const bool at_start : {false, true}) {
    const Program program = program_with([at_start](Actor& actor, World&) {
      if (!at_start) actor.step(0);
      throw std::runtime_error("an actor's");
    });
    for (const Options& options : all_ways())
      EXPECT_THROW(search(program, options), std::runtime_error) << name_of(options);
  }
}

TEST(Execution, HandsOnWhatAConditionThrows) {
  const Program program = program_with([](Actor& actor, World& world) {
    actor.step(0);
    world[0] = 1;
    actor.await(1, []() -> bool { throw std::runtime_error("a condition's"); });
  });
  for (const Options& options : all_ways())
    EXPECT_THROW(search(program, options), std::runtime_error) << name_of(options);
}

TEST(ExecutionDeathTest, EndsWhenAnActorWritesTheStateBeforeItsFirstBoundary) {
  const Program program = program_with([](Actor& actor, World& world) {
    world[0] = 1;
    actor.step(0);
  });
  EXPECT_EXIT(Execution{program}, testing::ExitedWithCode(4), "internal error: invariant broken");
}

TEST(ExecutionDeathTest, EndsWhenASiteIsNotInTheTable) {
  for (const SiteId site : {SiteId{2}, site_finished}) {
    const Program program = program_with([site](Actor& actor, World&) { actor.step(site); });
    EXPECT_EXIT(Execution{program}, testing::ExitedWithCode(4), "precondition broken.*site");
  }
}

TEST(ExecutionDeathTest, EndsWhenThereAreMoreChoicesThanATransitionCanName) {
  const Program program =
      program_with([](Actor& actor, World&) { actor.choose(0, [] { return 257; }); });
  EXPECT_EXIT(search(program, {}), testing::ExitedWithCode(4), "precondition broken.*choices");
}

TEST(ExecutionDeathTest, EndsWhenAProgramWritesBeyondItsState) {
  Program program = program_with([](Actor& actor, World& world) {
    actor.step(0);
    world[3] = 1;
    actor.step(1);
  });
  program.state_bytes = 2;
  for (const Options& options : all_ways())
    EXPECT_EXIT(search(program, options), testing::ExitedWithCode(4), "rest_is_untouched")
        << name_of(options);
}

TEST(ExecutionDeathTest, EndsWhenAProgramIsLargerThanItsInitialState) {
  Program program = program_with([](Actor&, World&) {});
  program.state_bytes = sizeof(World) + 1;
  EXPECT_EXIT(Execution{program}, testing::ExitedWithCode(4), "precondition broken.*state_bytes");
}

TEST(ExecutionDeathTest, EndsWhenReplayLeadsElsewhere) {
  int runs = 0;
  const Program program = program_with([&runs](Actor& actor, World& world) {
    for (int i = 0; i < 2; ++i) {
      actor.choose(0, [] { return 2; });
      world[0] = static_cast<std::uint8_t>(++runs);
    }
  });
  for (Options options : all_ways()) {
    options.backtracking = Backtracking::replay;
    EXPECT_EXIT(search(program, options), testing::ExitedWithCode(4), "invariant broken")
        << name_of(options);
  }
}

}  // namespace
}  // namespace preemptcheck::explorer
