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

constexpr std::array<Site, 3> restart_sites{{{"actor/first", "acts", ""},
                                             {"actor/second", "acts", ""},
                                             {"actor/restart", "restarts", "", false, true}}};

template <class Body>
void add_restartable(Program& program, Body body) {
  programs::add_actor<World>(program, "restartable", ActorKind::system, body);
  program.actors.back().restartable = true;
}

/// The first actor sends others back, again and again, and is not sent back by any other.
Program restarting_program(SiteId from = 2) {
  Program program = programs::program_over(World{}, restart_sites);
  programs::add_actor<World>(program, "restarter", ActorKind::environment,
                             [from](Actor& actor, World& world) {
                               while (true) {
                                 actor.step(from);
                                 ++world[3];
                                 actor.restart_others();
                               }
                             });
  return program;
}

void go_twice(Actor& actor, World& world) {
  actor.step(0);
  ++world[0];
  actor.step(1);
  ++world[0];
}

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

TEST(Execution, SendsRestartableActorsBackFromWhereverTheyStandAndNobodyElse) {
  for (const unsigned steps : {0U, 1U, 2U}) {  // 2: to their end
    Program program = restarting_program();
    add_restartable(program, go_twice);
    programs::add_actor<World>(program, "survivor", ActorKind::system, go_twice);
    Execution execution(program);
    for (unsigned i = 0; i < steps; ++i)
      for (const ActorId actor : {ActorId{1}, ActorId{2}}) execution.take({actor, 0});
    const SiteId survivors = execution.site(2);
    execution.take({0, 0});
    EXPECT_EQ(execution.site(0), 2);
    EXPECT_EQ(execution.site(1), 0);
    EXPECT_EQ(execution.site(2), survivors);
    EXPECT_EQ(execution.world()[0], std::byte(2 * steps));  // the state is left as it is
    EXPECT_EQ(execution.world()[3], std::byte{1});
    execution.take({1, 0});
    EXPECT_EQ(execution.site(1), 1);
    execution.take({0, 0});
    EXPECT_EQ(execution.site(1), 0);
  }
}

TEST(Execution, LetsWhoSendsOthersBackGoOnToItsNextBoundaryOrItsEnd) {
  Program program = programs::program_over(World{}, restart_sites);
  for (int i = 0; i < 2; ++i)  // each may send the other back, not itself
    add_restartable(program, [](Actor& actor, World& world) {
      if (world[0] > 1) return;
      actor.step(2);
      actor.restart_others();
      ++world[0];
      actor.step(1);
    });
  Execution execution(program);
  execution.take({0, 0});
  EXPECT_EQ(execution.site(0), 1);
  EXPECT_EQ(execution.site(1), 2);
  execution.take({1, 0});
  EXPECT_EQ(execution.site(0), site_finished);  // it was sent back and saw the second one's world
  EXPECT_EQ(execution.site(1), 1);
  execution.restart();
  EXPECT_EQ(execution.site(0), 2);
  EXPECT_EQ(execution.site(1), 2);
}

TEST(Execution, SendsNobodyBackInALaterTransition) {
  Program program = programs::program_over(World{}, restart_sites);
  programs::add_actor<World>(program, "once", ActorKind::system, [](Actor& actor, World&) {
    actor.step(2);
    actor.restart_others();
    for (int i = 0; i < 2; ++i) actor.step(2);
  });
  add_restartable(program, go_twice);
  Execution execution(program);
  execution.take({0, 0});
  execution.take({1, 0});
  execution.take({0, 0});
  EXPECT_EQ(execution.site(1), 1);
}

TEST(Execution, HandsOnWhatAnActorThrowsThatIsSentBack) {
  Program program = restarting_program();
  add_restartable(program, [](Actor& actor, World& world) {
    if (world[3] == 2) throw std::runtime_error("an actor's");
    actor.step(0);
  });
  for (const Options& options : all_ways())
    EXPECT_THROW(search(program, options), std::runtime_error) << name_of(options);
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

TEST(ExecutionDeathTest, EndsWhenAnActorSendsOthersBackFromASiteNotMarkedForThat) {
  const Program program = restarting_program(1);
  for (const Options& options : all_ways())
    EXPECT_EXIT(search(program, options), testing::ExitedWithCode(4),
                "precondition broken.*restart_others")
        << name_of(options);
}

TEST(ExecutionDeathTest, EndsWhenAnActorSendsOthersBackBeforeItsFirstBoundary) {
  // At the start of the program, whose first site is marked, or when sent back from such a site.
  static constexpr std::array<Site, 1> marked{{{"actor/act", "acts", "", false, true}}};
  for (const bool at_once : {true, false}) {
    Program program = programs::program_over(World{}, marked);
    add_restartable(program, [at_once](Actor& actor, World& world) {
      if (at_once || world[3] == 1) actor.restart_others();
      actor.step(0);
    });
    add_restartable(program, [](Actor& actor, World& world) {
      actor.step(0);
      world[3] = 1;
      actor.restart_others();
    });
    EXPECT_EXIT(search(program, {}), testing::ExitedWithCode(4),
                "precondition broken.*restart_others");
  }
}

TEST(ExecutionDeathTest, EndsWhenAnActorThatIsSentBackWritesTheStateBeforeItsFirstBoundary) {
  Program program = restarting_program();
  add_restartable(program, [](Actor& actor, World& world) {
    if (world[3] == 2) world[1] = 1;
    actor.step(0);
  });
  for (const Options& options : all_ways())
    EXPECT_EXIT(search(program, options), testing::ExitedWithCode(4), "invariant broken.*before")
        << name_of(options);
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
