// Promises "in the end" under weak fairness: programs with known answers, and random ones.
#include "explorer/fair_loop.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "tests/explorer/naive_fair.h"
#include "tests/explorer/programs.h"
#include "tests/explorer/random_program.h"

namespace preemptcheck::explorer {
namespace fair_loop_tests {

using programs::LivenessProgram;
using Kind = LivenessProgram;

Questions waiting_in(Kind kind) {
  Questions questions;
  questions.of_states.emplace_back(
      [kind](const std::byte* state) { return programs::is_waiting(kind, state); });
  return questions;
}

std::string what_is_wrong(const Program& program, const Questions& questions,
                          const Promise& promise, const Lasso& lasso) {
  return judge_lasso(program, questions, promise, lasso).fault;
}

/// The lasso that is found, which must be a true one.
std::optional<Lasso> lasso_of(const Program& program, const Questions& questions,
                              const Promise& promise, const Options& options = {}) {
  const StateGraph graph(program, options, questions);
  EXPECT_TRUE(graph.search().exhausted);
  const auto lasso = find_fair_loop(graph, promise);
  if (lasso) {
    EXPECT_EQ(what_is_wrong(program, questions, promise, *lasso), "");
  }
  return lasso;
}

std::optional<Lasso> starving_run(const Program& program, Kind kind) {
  return lasso_of(program, waiting_in(kind), promise_by_kind(program, 0));
}

TEST(FairLoop, AProcessStarvesAtATestAndSetLockUnderWeakFairness) {
  const auto lasso = starving_run(programs::test_and_set_lock(), Kind::lock);
  ASSERT_TRUE(lasso);
  // Once round: the other wants, enters and leaves; there the lock is held, so this one is
  // disabled.
  EXPECT_EQ(lasso->loop.size(), 3U);
  for (const Transition transition : lasso->loop) EXPECT_EQ(transition.actor, 1);
}

TEST(FairLoop, NobodyStarvesAtATicketLock) {
  EXPECT_FALSE(starving_run(programs::ticket_lock(), Kind::ticket));
}

TEST(FairLoop, ASpinnerSeesAFlagThatAFairActorSets) {
  EXPECT_FALSE(starving_run(programs::spinner(ActorKind::system), Kind::spin));
}

TEST(FairLoop, ASpinnerSpinsForEverWhereTheSetterNeedNotAct) {
  const auto lasso = starving_run(programs::spinner(ActorKind::environment), Kind::spin);
  ASSERT_TRUE(lasso);
  EXPECT_TRUE(lasso->stem.empty());
  EXPECT_EQ(lasso->loop, (Schedule{{0, 0}}));
}

TEST(FairLoop, TwoWhoStepAsideAtOnceAreInAFairLivelock) {
  const auto lasso = starving_run(programs::after_you(false), Kind::corridor);
  ASSERT_TRUE(lasso);
  EXPECT_GE(lasso->loop.size(), 8U);  // both look and step aside, twice: then all is as before
}

TEST(FairLoop, OneWhoWaitsBreaksTheLivelock) {
  EXPECT_FALSE(starving_run(programs::after_you(true), Kind::corridor));
}

TEST(FairLoop, FairChoicesAreActorsOfTheirOwn) {
  EXPECT_TRUE(starving_run(programs::clerk(false), Kind::clerk));
  EXPECT_FALSE(starving_run(programs::clerk(true), Kind::clerk));
}

TEST(FairLoop, ARunMayStopWhereNothingFairIsEnabled) {
  const auto lasso = starving_run(programs::lost_wakeup(true), Kind::spin);  // `flag` comes first
  EXPECT_FALSE(lasso);
  Program program = programs::lost_wakeup(true);
  Questions questions;
  questions.of_states.emplace_back(
      [](const std::byte* s) { return std::to_integer<int>(s[1]) != 0; });
  const auto asleep = lasso_of(program, questions, promise_by_kind(program, 0));
  ASSERT_TRUE(asleep);
  EXPECT_TRUE(asleep->loop.empty());
}

TEST(FairLoop, WhatMustHappenAgainAndAgainNarrowsTheLoops) {
  const Program program = programs::spinner(ActorKind::environment);
  Questions questions = waiting_in(Kind::spin);
  questions.of_transitions.emplace_back(
      [](const TransitionAt& at) { return at.actor == 1 ? 1U : 0U; });
  questions.of_transitions.emplace_back(
      [](const TransitionAt& at) { return at.actor == 0 ? 1U : 0U; });
  Promise promise = promise_by_kind(program, 0);
  promise.busy = 0;
  EXPECT_FALSE(lasso_of(program, questions, promise));
  promise.busy = 1;
  EXPECT_TRUE(lasso_of(program, questions, promise));
}

TEST(FairLoop, WhoMayNotActInTheLoopDoesNot) {
  const Program program = programs::test_and_set_lock();
  Promise promise = promise_by_kind(program, 0);
  promise.may_act[1] = false;
  const auto lasso = lasso_of(program, waiting_in(Kind::lock), promise);
  ASSERT_TRUE(lasso);  // the other has the lock and is not heard of again
  EXPECT_TRUE(lasso->loop.empty());
}

TEST(FairLoop, WithinALimitOnStatesWhatIsFoundIsTrue) {
  const Program program = programs::test_and_set_lock();
  const Questions questions = waiting_in(Kind::lock);
  const Promise promise = promise_by_kind(program, 0);
  Options options;
  for (options.limits.states_max = 1; options.limits.states_max < 9; ++options.limits.states_max) {
    const StateGraph graph(program, options, questions);
    if (const auto lasso = find_fair_loop(graph, promise)) {
      EXPECT_EQ(what_is_wrong(program, questions, promise, *lasso), "");
    }
  }
}

TEST(FairLoop, AFalseLassoIsToldFromATrueOne) {
  const Program program = programs::spinner(ActorKind::system);
  const Questions questions = waiting_in(Kind::spin);
  const Promise promise = promise_by_kind(program, 0);
  const auto wrong = [&](const Lasso& lasso) {
    return what_is_wrong(program, questions, promise, lasso);
  };
  EXPECT_NE(wrong({{}, {{0, 0}}}).find("setter"), std::string::npos);
  EXPECT_NE(wrong({{}, {}}).find("not fair"), std::string::npos);
  EXPECT_NE(wrong({{}, {{1, 0}}}).find("pending"), std::string::npos);
  EXPECT_NE(wrong({{{1, 0}, {1, 0}}, {}}).find("stem"), std::string::npos);
  EXPECT_NE(wrong({{}, {{0, 7}}}).find("not enabled"), std::string::npos);
  const Program corridor = programs::after_you(false);
  EXPECT_NE(what_is_wrong(corridor, waiting_in(Kind::corridor), promise_by_kind(corridor, 0),
                          {{}, {{0, 0}, {0, 0}}})
                .find("close"),
            std::string::npos);
}

TEST(FairLoop, IsFoundInRandomProgramsExactlyWhereAFixpointSaysSo) {
  const bool agrees = rc::check("lassos", [] {
    const RandomProgram table = arbitrary_program();
    const Program program = program_of(table);
    const RandomProgram::Promise& p = table.promises[1];
    const bool has_busy = *rc::gen::inRange(0, 3) == 0;
    const auto idle = *rc::gen::inRange<std::size_t>(0, 6);
    Questions questions;
    questions.of_states.emplace_back([p](const std::byte* state) {
      return std::to_integer<unsigned>(state[p.first]) != p.first_value;
    });
    questions.of_transitions.emplace_back([p](const TransitionAt& at) {
      return std::to_integer<unsigned>(at.after[p.second]) == p.second_value ? 1U : 0U;
    });
    Promise promise = promise_by_kind(program, 0);
    if (has_busy) promise.busy = 0;
    if (idle < promise.may_act.size()) promise.may_act[idle] = false;
    naive::FairQuestion<std::vector<unsigned>> question;
    question.pending = [p](const auto& state) { return state[p.first] != p.first_value; };
    if (has_busy)
      question.busy = [p](const auto&, const auto& after) {
        return after[p.second] == p.second_value;
      };
    question.is_fair = [&](std::size_t actor) { return promise.is_fair[actor]; };
    question.may_act = [&](std::size_t actor) { return promise.may_act[actor]; };
    question.unit = [&](std::size_t actor, const auto& state, unsigned successor) {
      return fair_unit(table, actor, state, successor);
    };
    const auto model = model_of(table);
    const bool expected = naive::FairRuns(model, question).exist();
    const StateGraph graph(program, {}, questions);
    const auto lasso = find_fair_loop(graph, promise);
    RC_CLASSIFY(expected, "broken");
    RC_CLASSIFY(lasso && !lasso->loop.empty(), "by a loop");
    RC_ASSERT(lasso.has_value() == expected);
    if (lasso) RC_ASSERT(what_is_wrong(program, questions, promise, *lasso).empty());
  });
  EXPECT_TRUE(agrees);
}

}  // namespace fair_loop_tests
}  // namespace preemptcheck::explorer
