#include "explorer/audit.h"

#include <gtest/gtest.h>

#include "explorer/execution.h"
#include "tests/explorer/agreement.h"
#include "tests/explorer/programs.h"

namespace preemptcheck::explorer {
namespace {

Options audit_by(Backtracking backtracking) {
  Options options;
  options.audit = true;
  options.backtracking = backtracking;
  return options;
}

class Audits : public testing::TestWithParam<Backtracking> {};

INSTANTIATE_TEST_SUITE_P(InEveryWay, Audits,
                         testing::Values(Backtracking::checkpoint, Backtracking::replay),
                         [](const testing::TestParamInfo<Backtracking>& way) {
                           return way.param == Backtracking::checkpoint ? "Checkpoint" : "Replay";
                         });

void expect_found(const Program& program, const SearchResult& result, const std::string& actor,
                  const std::string& site) {
  ASSERT_TRUE(result.audit_failure);
  EXPECT_FALSE(result.exhausted);
  EXPECT_EQ(program.actors[result.audit_failure->actor].name, actor);
  EXPECT_EQ(program.sites[result.audit_failure->site].name, site);
  EXPECT_FALSE(result.audit_failure->what.empty());
  // The schedule leads to a state in which that actor stands at that site.
  Execution execution(program);
  for (const Transition& transition : result.audit_failure->schedule) execution.take(transition);
  EXPECT_EQ(execution.site(result.audit_failure->actor), result.audit_failure->site);
}

TEST_P(Audits, FindALocalThatSurvivesABoundary) {
  const Program program = programs::coin(1, true);
  expect_found(program, search(program, audit_by(GetParam())), "coin", "coin/store");
}

TEST_P(Audits, FindALocalThatShowsOnlyManyBoundariesLater) {
  for (const unsigned boundaries : {2U, 3U, 6U}) {
    const Program program = programs::coin(boundaries, true);
    expect_found(program, search(program, audit_by(GetParam())), "coin", "coin/store");
  }
}

TEST_P(Audits, AreNeededForThat) {
  Options options = audit_by(GetParam());
  options.audit = false;
  EXPECT_TRUE(search(programs::coin(3, true), options).exhausted);
}

TEST_P(Audits, PassWhatHidesNothing) {
  for (const Sample& sample : all_samples()) {
    SCOPED_TRACE(sample.name);
    const Options options = audit_by(GetParam());
    const SearchResult result = search(sample.program, options);
    EXPECT_EQ(difference(sample.program, options, result, sample.answers(0)), "");
  }
}

TEST_P(Audits, PassALocalThatNeverMatters) {
  static constexpr std::array<Site, 2> sites{
      {{"a/throw", "throws", "", true}, {"a/go", "goes", ""}}};
  Program program = programs::program_over(std::uint8_t{0}, sites);
  programs::add_actor<std::uint8_t>(
      program, "a", ActorKind::system, [](Actor& actor, std::uint8_t& world) {
        const volatile unsigned thrown = actor.choose(0, [] { return 3; });
        actor.step(1);
        world = static_cast<std::uint8_t>(thrown > 5 ? 1 : 2);
      });
  EXPECT_FALSE(search(program, audit_by(GetParam())).audit_failure);
}

TEST_P(Audits, FindALocalThatAnActorReadsWhenItBeginsAnew) {
  // Set, then sent back; or the other way round: the reader has read another value.
  static constexpr std::array<Site, 3> sites{{{"reader/store", "stores what it read", ""},
                                              {"setter/set", "sets the value", ""},
                                              {"power/fail", "fails", "", false, true}}};
  struct World {
    std::uint8_t value = 0;
    std::uint8_t stored = 0;
  };
  Program program = programs::program_over(World{}, sites);
  programs::add_actor<World>(program, "reader", ActorKind::system, [](Actor& actor, World& world) {
    const volatile std::uint8_t read = world.value;
    actor.step(0);
    world.stored = static_cast<std::uint8_t>(read + 1);
  });
  program.actors.back().restartable = true;
  programs::add_actor<World>(program, "setter", ActorKind::system, [](Actor& actor, World& world) {
    actor.step(1);
    world.value = 1;
  });
  programs::add_actor<World>(program, "power", ActorKind::environment, [](Actor& actor, World&) {
    actor.step(2);
    actor.restart_others();
  });
  expect_found(program, search(program, audit_by(GetParam())), "reader", "reader/store");
}

/// Two ways into one state, in which `hidden_value` decides how many successors there are. It is
/// thrown by an actor of one kind among actors of others.
Program hidden_count(ActorKind kind) {
  static constexpr std::array<Site, 3> sites{{{"hider/throw", "throws", "", true},
                                              {"hider/branch", "has so many ways", "", true},
                                              {"other/go", "goes", ""}}};
  Program program = programs::program_over(std::uint8_t{0}, sites);
  const auto other = [](Actor& actor, std::uint8_t& world) {
    actor.step(2);
    world ^= 64;
  };
  programs::add_actor<std::uint8_t>(program, "timer", ActorKind::timer, other);
  programs::add_actor<std::uint8_t>(program, "hider", kind, [](Actor& actor, std::uint8_t& world) {
    const volatile unsigned thrown = actor.choose(0, [] { return 3; });
    const unsigned way = actor.choose(1, [&] { return unsigned{thrown}; });
    world = static_cast<std::uint8_t>(world | (way + 1));
  });
  programs::add_actor<std::uint8_t>(program, "environment", ActorKind::environment, other);
  return program;
}

TEST_P(Audits, FindThatOtherTransitionsAreEnabled) {
  // The first time none is: a state without successors is remembered as well as any other.
  for (const ActorKind kind : {ActorKind::system, ActorKind::environment, ActorKind::timer}) {
    const Program program = hidden_count(kind);
    expect_found(program, search(program, audit_by(GetParam())), "hider", "hider/branch");
  }
}

TEST_P(Audits, WorkWithALimitOnDepth) {
  // There, states are expanded again for another reason.
  for (const std::uint64_t depth : {2U, 4U, 6U, 9U}) {
    Options options = audit_by(GetParam());
    options.limits.depth_max = depth;
    for (const Sample& sample : all_samples()) {
      const SearchResult result = search(sample.program, options);
      EXPECT_EQ(difference(sample.program, options, result, sample.answers(depth)), "")
          << sample.name << " to depth " << depth;
    }
  }
  Options options = audit_by(GetParam());
  options.limits.depth_max = 8;
  const Program program = programs::coin(3, true);
  expect_found(program, search(program, options), "coin", "coin/store");
}

}  // namespace
}  // namespace preemptcheck::explorer
