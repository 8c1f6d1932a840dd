// Known programs, searched in all ways.
#include "explorer/search.h"

#include <gtest/gtest.h>

#include "tests/explorer/agreement.h"
#include "tests/explorer/naive_programs.h"
#include "tests/explorer/programs.h"

namespace preemptcheck::explorer {
namespace {

TEST(Search, FindsWhatANaiveEnumerationFindsInEveryWay) {
  for (const Sample& sample : all_samples()) {
    SCOPED_TRACE(sample.name);
    const naive::Answers answers = sample.answers(0);
    for (const Options& options : all_ways())
      EXPECT_EQ(difference(sample.program, options, search(sample.program, options), answers), "");
  }
}

TEST(Search, FindsTheSameWithinALimitOnDepthInEveryWay) {
  for (const Sample& sample : all_samples())
    for (const std::uint64_t depth : {1U, 3U, 6U, 13U}) {
      SCOPED_TRACE(sample.name + " to depth " + std::to_string(depth));
      const naive::Answers answers = sample.answers(depth);
      for (Options options : all_ways()) {
        options.limits.depth_max = depth;
        EXPECT_EQ(difference(sample.program, options, search(sample.program, options), answers),
                  "");
      }
    }
}

TEST(Search, TakesAsManyTransitionsAtEachSiteInEveryWay) {
  for (const Sample& sample : all_samples()) {
    SCOPED_TRACE(sample.name);
    const SearchResult first = search(sample.program, Options{});
    for (const Options& options : all_ways())
      EXPECT_EQ(search(sample.program, options).transitions_by_site, first.transitions_by_site);
  }
}

TEST(Search, GivesTheSameResultEveryTime) {
  for (const Sample& sample : all_samples()) {
    SCOPED_TRACE(sample.name);
    for (const Options& options : all_ways()) {
      SCOPED_TRACE(name_of(options));
      const SearchResult once = search(sample.program, options);
      const SearchResult again = search(sample.program, options);
      EXPECT_EQ(once.states, again.states);
      EXPECT_EQ(once.depth_max, again.depth_max);
      EXPECT_EQ(once.memory_bytes, again.memory_bytes);
      for (std::size_t i = 0; i < once.predicates.size(); ++i)
        EXPECT_EQ(once.predicates[i].schedule, again.predicates[i].schedule);
    }
  }
}

TEST(Search, FindsThe288StatesOfTwoPhaseCommitThatTlcAndStaterightFind) {
  EXPECT_EQ(search(programs::two_phase_commit(3), Options{}).states, 288U);
}

TEST(Search, FindsThe8832StatesOfTwoPhaseCommitWithFiveManagers) {
  EXPECT_EQ(search(programs::two_phase_commit(5), Options{}).states, 8832U);
}

TEST(Search, FindsTwoPhaseCommitConsistentAndNotVacuouslySo) {
  const SearchResult result = search(programs::two_phase_commit(3), Options{});
  EXPECT_EQ(result.predicates[0].hits, 0U);
  EXPECT_GT(result.predicates[1].hits, 0U);
  EXPECT_GT(result.predicates[2].hits, 0U);
}

TEST(Search, FindsAsManyStatesAsTheTransferMatrixOfTheTableGives) {
  // A philosopher holds 0, 1 or 2 forks, and who holds 2 has a right neighbour who holds none. The
  // number of such rings is the trace of the n-th power of this matrix.
  using Matrix = std::array<std::array<std::uint64_t, 3>, 3>;
  const Matrix neighbours{{{1, 1, 1}, {1, 1, 1}, {1, 0, 0}}};
  Matrix power{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  for (unsigned count = 1; count <= 8; ++count) {
    Matrix product{};
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j)
        for (std::size_t k = 0; k < 3; ++k) product[i][j] += power[i][k] * neighbours[k][j];
    power = product;
    if (count == 1) continue;
    const SearchResult result = search(programs::philosophers(count, false), Options{});
    EXPECT_EQ(result.states, power[0][0] + power[1][1] + power[2][2]) << count;
  }
}

TEST(Search, FindsThatPetersonExcludesAndItsBrokenFormDoesNot) {
  EXPECT_EQ(search(programs::peterson(false), Options{}).predicates[0].hits, 0U);
  EXPECT_GT(search(programs::peterson(true), Options{}).predicates[0].hits, 0U);
}

TEST(Search, FindsThatAWakeUpIsLostOnlyIfCheckingAndSleepingAreTwoSteps) {
  EXPECT_EQ(search(programs::lost_wakeup(false), Options{}).predicates[0].hits, 0U);
  const SearchResult broken = search(programs::lost_wakeup(true), Options{});
  EXPECT_GT(broken.predicates[0].hits, 0U);
  EXPECT_GT(broken.deadlocks, 0U);
}

TEST(Search, LetsTheTimerRaceOnlyAnytime) {
  EXPECT_EQ(search(programs::timer(false), Options{}).predicates[0].hits, 0U);
  EXPECT_GT(search(programs::timer(true), Options{}).predicates[0].hits, 0U);
}

TEST(Search, CallsAStateQuiescentInWhichOnlyTheEnvironmentCanAct) {
  const SearchResult result = search(programs::doorbell(), Options{});
  EXPECT_GT(result.quiescent_states, result.deadlocks);
}

TEST(Search, FindsTheStatesOfACrashThatAreCountedByHand) {
  // A worker is before its lock, at one of two places behind it, or at its end: 16 pairs but for
  // the 4 with both behind it. Of these 12, all are reached between any two crashes, and any may be
  // followed by one: it leads to the first. 12 moves of workers join them (2 from the first, none
  // from the last, 1 from each other one), and in 8 the lock is held.
  for (const unsigned crashes : {0U, 1U, 2U, 5U})
    for (const Options& options : all_ways()) {
      const SearchResult result = search(programs::crash(crashes, false), options);
      EXPECT_EQ(result.states, 12 * (crashes + 1)) << name_of(options);
      EXPECT_EQ(result.transitions, 12 * (crashes + 1) + 12 * crashes) << name_of(options);
      EXPECT_EQ(result.quiescent_states, crashes + 1) << name_of(options);
      EXPECT_EQ(result.deadlocks, 1U) << name_of(options);
      EXPECT_EQ(result.predicates[1].hits, 8 * crashes) << name_of(options);
    }
}

TEST(Search, FindsThatALockIsLeftLockedIfTheCrashOfItsHolderForgetsIt) {
  for (const Options& options : all_ways()) {
    EXPECT_EQ(search(programs::crash(1, false), options).predicates[0].hits, 0U);
    EXPECT_GT(search(programs::crash(1, true), options).predicates[0].hits, 0U);
  }
}

TEST(Search, NamesTheBoundOfTheProgramThatItReached) {
  for (const Options& options : all_ways()) {
    const SearchResult result = search(programs::overfull(), options);
    EXPECT_EQ(result.limit, LimitReached::bound_of_program);
    EXPECT_EQ(result.bound, "items");
    EXPECT_FALSE(result.exhausted);
  }
}

TEST(Search, LooksForABoundInTheInitialStateToo) {
  Program program = programs::overfull();
  program.bound_reached = [](const std::byte*) { return "start"; };
  for (const Options& options : all_ways()) {
    const SearchResult result = search(program, options);
    EXPECT_EQ(result.bound, "start");
    EXPECT_EQ(result.states, 1U);
    EXPECT_EQ(result.transitions, 0U);
    EXPECT_FALSE(result.exhausted);
  }
}

TEST(Search, ExploresAProgramWithoutActorsOrState) {
  for (const Options& options : all_ways()) {
    const SearchResult result = search(Program{}, options);
    EXPECT_EQ(result.states, 1U);
    EXPECT_EQ(result.deadlocks, 1U);
    EXPECT_TRUE(result.exhausted);
  }
}

TEST(Search, StepPredicatesSeeWholeAlignedStatesBeforeAndAfter) {
  // The state is shorter than the struct; what lies behind it never changes and can be read.
  struct World {
    std::uint64_t moves = 0;
    std::uint64_t constant = 77;
  };
  static constexpr std::array<Site, 1> sites{{{"mover/move", "moves", ""}}};
  Program program = programs::program_over(World{}, sites);
  program.state_bytes = sizeof(std::uint64_t);
  for (const char* name : {"a", "b", "c"})
    programs::add_actor<World>(program, name, ActorKind::system, [](Actor& actor, World& world) {
      actor.step(0);
      ++world.moves;
    });
  programs::add_predicate<World>(
      program, "misread", PredicateKind::step, [](const World& before, const World& after) {
        return reinterpret_cast<std::uintptr_t>(&before) % 64 != 0 ||
               reinterpret_cast<std::uintptr_t>(&after) % 64 != 0 || before.constant != 77 ||
               after.constant != 77 || after.moves != before.moves + 1;
      });
  for (const Options& options : all_ways())
    EXPECT_EQ(search(program, options).predicates[0].hits, 0U) << name_of(options);
}

}  // namespace
}  // namespace preemptcheck::explorer
