#include "explorer/limits.h"

#include <gtest/gtest.h>

#include <array>
#include <new>
#include <stdexcept>

#include "explorer/fiber.h"
#include "tests/explorer/agreement.h"
#include "tests/explorer/programs.h"

namespace preemptcheck::explorer {
namespace {

constexpr std::uint64_t states_of_ten_philosophers = 6726;

void expect_stopped(const SearchResult& result, LimitReached limit) {
  EXPECT_EQ(static_cast<int>(result.limit), static_cast<int>(limit));
  EXPECT_FALSE(result.exhausted);
}

class Limit : public testing::TestWithParam<Options> {
 protected:
  Options options = GetParam();
  Program program = programs::philosophers(10, false);
};

INSTANTIATE_TEST_SUITE_P(InEveryWay, Limit, testing::ValuesIn(all_ways()),
                         [](const testing::TestParamInfo<Options>& way) {
                           std::string name = name_of(way.param);
                           std::erase_if(name, [](char c) { return c == ' ' || c == ','; });
                           return name;
                         });

TEST_P(Limit, OfNoneIsReachedInAnExhaustiveSearch) {
  // With replay a search costs as much as its states are deep: ten are for the other tests here.
  const SearchResult result = search(programs::philosophers(6, false), options);
  EXPECT_EQ(result.limit, LimitReached::none);
  EXPECT_TRUE(result.exhausted);
}

TEST_P(Limit, OnStatesStopsWithJustAsMany) {
  options.limits.states_max = 100;
  const SearchResult result = search(program, options);
  expect_stopped(result, LimitReached::states);
  EXPECT_EQ(result.states, 100U);
}

TEST_P(Limit, OnDepthIsReported) {
  options.limits.depth_max = 3;
  const SearchResult result = search(program, options);
  expect_stopped(result, LimitReached::depth);
  EXPECT_EQ(result.depth_max, 3U);
}

TEST_P(Limit, OnTimeFollowsTheClockGiven) {
  double now = 100;
  options.seconds_now = [&now] { return now += 1; };
  options.limits.seconds_max = 2;
  const SearchResult result = search(program, options);
  expect_stopped(result, LimitReached::time);
  EXPECT_GE(result.seconds, 2);
  EXPECT_LT(result.states, states_of_ten_philosophers);
}

TEST_P(Limit, OnTimeIsNotReachedWhileTimeStandsStill) {
  options.seconds_now = [] { return 100.0; };
  options.limits.seconds_max = 2;
  EXPECT_TRUE(search(programs::dice(), options).exhausted);
}

TEST_P(Limit, OnMemoryStopsBeforeMoreIsUsed) {
  options.limits.memory_bytes_max = 1;
  expect_stopped(search(program, options), LimitReached::memory);
}

TEST_P(Limit, InterruptStopsAtOnce) {
  const std::atomic<bool> interrupted = true;
  options.interrupted = &interrupted;
  const SearchResult result = search(program, options);
  expect_stopped(result, LimitReached::interrupted);
  EXPECT_EQ(result.states, 1U);
}

TEST_P(Limit, InterruptStopsInTheMiddle) {
  std::atomic<bool> interrupted = false;
  std::uint64_t seen = 0;
  program.predicates[0].kind = PredicateKind::always;
  program.predicates[0].hit = [&](const std::byte*, const std::byte*) {
    if (++seen == 50) interrupted = true;
    return false;
  };
  options.interrupted = &interrupted;
  const SearchResult result = search(program, options);
  expect_stopped(result, LimitReached::interrupted);
  EXPECT_EQ(result.states, 50U);
}

TEST_P(Limit, StopsAtTheFirstViolationIfAsked) {
  options.stop_at_violation = true;
  const Program broken = programs::peterson(true);
  const SearchResult result = search(broken, options);
  expect_stopped(result, LimitReached::stopped_at_violation);
  EXPECT_EQ(result.predicates[0].hits, 1U);
  EXPECT_TRUE(is_schedule_to_hit(broken, 0, *result.predicates[0].schedule));
}

TEST_P(Limit, DoesNotStopAtASometimesThatIsHit) {
  options.stop_at_violation = true;
  const SearchResult result = search(programs::peterson(false), options);
  EXPECT_GT(result.predicates[1].hits, 0U);
  EXPECT_TRUE(result.exhausted);
}

TEST_P(Limit, OnMemoryIsReportedWhenAnAllocationFails) {
  std::uint64_t seen = 0;
  program.predicates[0].kind = PredicateKind::always;
  program.predicates[0].hit = [&](const std::byte*, const std::byte*) -> bool {
    if (++seen == 50) throw std::bad_alloc();
    return false;
  };
  expect_stopped(search(program, options), LimitReached::memory);
}

TEST_P(Limit, WhatAPredicateThrowsReachesTheCaller) {
  for (const PredicateKind kind : {PredicateKind::always, PredicateKind::step}) {
    program.predicates[0].kind = kind;
    program.predicates[0].hit = [](const std::byte*, const std::byte* after) -> bool {
      if (std::to_integer<int>(after[3]) != 0) throw std::runtime_error("no answer");
      return false;
    };
    EXPECT_THROW(search(program, options), std::runtime_error);
  }
}

/// Each of three actors goes one of `ways` ways: many states, none deep.
Program wide(unsigned ways) {
  using World = std::array<std::uint8_t, 3>;
  static constexpr std::array<Site, 1> sites{{{"actor/go", "goes", "", true}}};
  Program wide = programs::program_over(World{}, sites);
  for (unsigned me = 0; me < 3; ++me)
    programs::add_actor<World>(wide, "actor", ActorKind::system, [=](Actor& actor, World& world) {
      world[me] = static_cast<std::uint8_t>(actor.choose(0, [&] { return ways; }) + 1);
    });
  return wide;
}

TEST(LimitOnMemory, HoldsWhileTheTableGrows) {
  // The old table and the new one exist side by side then.
  for (const Order order : {Order::depth_first, Order::breadth_first}) {
    Options options;
    options.order = order;
    options.limits.memory_bytes_max = 3U << 19;
    const SearchResult result = search(wide(50), options);
    expect_stopped(result, LimitReached::memory);
    EXPECT_LE(result.memory_bytes, options.limits.memory_bytes_max + (1U << 18));
    EXPECT_GT(result.states, 10000U);
  }
}

TEST(LimitOnMemory, HoldsWhileTheSearchGoesDeep) {
  if (!stacks_can_be_copied) GTEST_SKIP() << "replay of deep schedules is slow";
  for (const Order order : {Order::depth_first, Order::breadth_first})
    for (const std::uint64_t mib : {4U, 16U, 21U}) {
      Options options;
      options.order = order;
      options.limits.memory_bytes_max = mib << 20;
      const SearchResult result = search(programs::philosophers(18, false), options);
      expect_stopped(result, LimitReached::memory);
      EXPECT_LE(result.memory_bytes, options.limits.memory_bytes_max + (1U << 20));
      EXPECT_GE(result.memory_bytes, options.limits.memory_bytes_max / 3);
    }
}

TEST(LimitOnDepth, GivesWayToWhatStopsTheSearch) {
  Options options;
  options.limits.depth_max = 3;
  options.limits.states_max = 100;
  for (const Order order : {Order::depth_first, Order::breadth_first}) {
    options.order = order;
    expect_stopped(search(programs::philosophers(10, false), options), LimitReached::states);
  }
}

TEST(Progress, IsReportedAtTheStartAndThenAboutEvery64ThousandTransitions) {
  for (const Order order : {Order::depth_first, Order::breadth_first}) {
    Options options;
    options.order = order;
    std::vector<Progress> reports;
    options.progress = [&](const Progress& progress) { reports.push_back(progress); };
    search(wide(50), options);
    ASSERT_GE(reports.size(), 2U);
    EXPECT_EQ(reports[0].states, 1U);
    EXPECT_GT(reports[1].states, 1000U);
    EXPECT_GT(reports[1].memory_bytes, 0U);
    EXPECT_GT(reports[1].table_fill, 0);
    EXPECT_LT(reports[1].table_fill, 1);
    EXPECT_EQ(reports[1].waiting > 0, order == Order::breadth_first);
  }
}

}  // namespace
}  // namespace preemptcheck::explorer
