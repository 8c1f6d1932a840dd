#include "explorer/state_graph.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "tests/explorer/programs.h"
#include "tests/explorer/random_program.h"

namespace preemptcheck::explorer {
namespace state_graph_tests {

TEST(StateGraph, HasTheStatesAndTransitionsOfASearchByBothWaysOfGoingBack) {
  const bool agrees = rc::check("counts", [] {
    const RandomProgram table = arbitrary_program();
    const Program program = program_of(table);
    Options options;
    options.order = Order::breadth_first;
    const SearchResult expected = search(program, options);
    for (const Backtracking way : {Backtracking::checkpoint, Backtracking::replay}) {
      options.backtracking = way;
      const StateGraph graph(program, options, {});
      RC_ASSERT(graph.size() == expected.states);
      RC_ASSERT(graph.edges().size() == expected.transitions);
      RC_ASSERT(graph.search().exhausted == expected.exhausted);
      RC_ASSERT(graph.search().depth_max == expected.depth_max);
      for (Node node = 0; node < graph.size(); ++node)
        for (const Edge& edge : graph.edges_of(node)) RC_ASSERT(edge.to < graph.size());
    }
  });
  EXPECT_TRUE(agrees);
}

TEST(StateGraph, AsksEachStateAndEachTransition) {
  const Program program = programs::counter(2, 1);
  Questions questions;
  questions.of_states.emplace_back([&program](const std::byte* state) {
    return std::equal(program.initial_state.begin(), program.initial_state.end(), state);
  });
  questions.of_transitions.emplace_back(
      [](const TransitionAt& at) { return at.actor == 1 ? 1000U : 0U; });
  const StateGraph graph(program, {}, questions);
  EXPECT_TRUE(graph.answer(0, 0));
  for (std::size_t edge = 0; edge < graph.edges().size(); ++edge)
    EXPECT_EQ(graph.amount(0, edge), graph.edges()[edge].by.actor == 1 ? 255U : 0U);
}

TEST(StateGraph, ALimitLeavesStatesThatAreNotExpanded) {
  Options options;
  options.limits.states_max = 7;
  const StateGraph graph(programs::philosophers(4, false), options, {});
  EXPECT_EQ(graph.search().limit, LimitReached::states);
  EXPECT_FALSE(graph.search().exhausted);
  EXPECT_EQ(graph.size(), 7U);
  EXPECT_TRUE(graph.is_expanded(0));
  EXPECT_FALSE(graph.is_expanded(6));
  EXPECT_TRUE(graph.edges_of(6).empty());
}

}  // namespace state_graph_tests
}  // namespace preemptcheck::explorer
