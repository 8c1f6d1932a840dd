#include "explorer/backtrack.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>

#include "tests/explorer/agreement.h"
#include "tests/explorer/programs.h"

namespace preemptcheck::explorer {
namespace {

std::vector<Transition> enabled_in(const Execution& execution) {
  Enabled enabled;
  execution.enabled(enabled);
  return enabled.transitions;
}

/// Whether the execution stands where a fresh one stands after `schedule`, now and for some way on.
bool stands_at(const Program& program, const Execution& execution, const Schedule& schedule) {
  Execution fresh(program);
  for (const Transition& transition : schedule) fresh.take(transition);
  return std::ranges::equal(execution.state(), fresh.state()) &&
         enabled_in(execution) == enabled_in(fresh);
}

class Backtracks : public testing::TestWithParam<Backtracking> {};

INSTANTIATE_TEST_SUITE_P(InEveryWay, Backtracks,
                         testing::Values(Backtracking::checkpoint, Backtracking::replay),
                         [](const testing::TestParamInfo<Backtracking>& way) {
                           return way.param == Backtracking::checkpoint ? "Checkpoint" : "Replay";
                         });

TEST_P(Backtracks, ToTheTopPointAsOftenAsAsked) {
  const Program program = programs::dice();
  Execution execution(program);
  const auto backtracker = make_backtracker(execution, GetParam());
  backtracker->push();
  for (const Transition& transition : enabled_in(execution)) {
    backtracker->take(transition);
    backtracker->back();
    EXPECT_TRUE(stands_at(program, execution, {}));
  }
}

TEST_P(Backtracks, PastAPointWhoseLastMoveWasAnotherActors) {
  // That actor's stack must go back too, although the point returned to saved another's.
  const Program program = programs::peterson(false);
  Execution execution(program);
  const auto backtracker = make_backtracker(execution, GetParam());
  backtracker->push();
  backtracker->take({0, 0});
  backtracker->push();
  backtracker->take({1, 0});
  backtracker->pop();
  backtracker->back();
  EXPECT_TRUE(stands_at(program, execution, {}));
  backtracker->take({1, 0});
  EXPECT_TRUE(stands_at(program, execution, {{1, 0}}));
}

/// From one point an ordinary transition of a worker and one that sends both workers back, in
/// either order, each followed by one more point. What the stacks hold then shows in where they go
/// on to.
TEST_P(Backtracks, PastAPointFromWhichOthersWereSentBack) {
  const Program program = programs::crash(2, false);
  const Transition worker{0, 0};
  const Transition power{2, 0};
  for (const Schedule& order : {Schedule{worker, power}, {power, worker}, {power, power}})
    for (const Transition& below : {worker, power})
      for (const Transition& above : {worker, power}) {
        Execution execution(program);
        const auto backtracker = make_backtracker(execution, GetParam());
        backtracker->push();
        backtracker->take(worker);
        backtracker->push();
        for (const Transition& transition : order) {
          backtracker->take(transition);
          backtracker->push();
          backtracker->take(above);
          backtracker->pop();
          backtracker->back();
          EXPECT_TRUE(stands_at(program, execution, {worker}));
        }
        backtracker->take(order.front());
        backtracker->pop();
        backtracker->back();
        EXPECT_TRUE(stands_at(program, execution, {}));
        Schedule path;
        for (const Transition& transition : {below, worker, worker}) {
          execution.take(transition);
          path.push_back(transition);
          EXPECT_TRUE(stands_at(program, execution, path));
        }
      }
}

/// Goes about as a depth-first search might, and compares with fresh executions all the while.
void wander(const Program& program, Backtracking way) {
  Execution execution(program);
  const auto backtracker = make_backtracker(execution, way);
  backtracker->push();
  Schedule to_top;    // to the top point
  bool away = false;  // a transition was taken from there
  Transition taken;
  for (const unsigned dice :
       *rc::gen::container<std::vector<unsigned>>(rc::gen::inRange(0U, 60U))) {
    if (away && dice % 3 == 0) {  // one level down
      backtracker->push();
      to_top.push_back(taken);
      away = false;
    } else if (away && dice % 3 == 1 && !to_top.empty()) {  // one level up
      backtracker->pop();
      to_top.pop_back();
      backtracker->back();
      away = false;
    } else if (away) {
      backtracker->back();
      away = false;
    } else if (const std::vector<Transition> enabled = enabled_in(execution); !enabled.empty()) {
      taken = enabled[dice % enabled.size()];
      backtracker->take(taken);
      away = true;
    }
    Schedule here = to_top;
    if (away) here.push_back(taken);
    RC_ASSERT(stands_at(program, execution, here));
    RC_ASSERT(away || std::ranges::equal(backtracker->top(), execution.state()));
  }
}

TEST_P(Backtracks, AlongAnyPath) {
  const std::vector<Sample> samples = all_samples();
  const bool holds = rc::check("like a fresh execution of the same schedule", [&samples, this] {
    wander(samples[*rc::gen::inRange<std::size_t>(0, samples.size())].program, GetParam());
  });
  EXPECT_TRUE(holds);
}

}  // namespace
}  // namespace preemptcheck::explorer
