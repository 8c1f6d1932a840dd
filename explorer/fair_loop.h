// Liveness under weak fairness: infinite runs that break a promise "in the end".
//
// A run without end is weakly fair if every fair unit (an actor, or a choice where the site has
// fair choices) that is enabled from some point on without pause is also taken again and again. In
// a finite graph such a run ends in one component, all of whose states and transitions it may
// visit: there is a fair one exactly where, for each fair unit, some state of the component has it
// disabled or some transition of it is the unit's (Lichtenstein and Pnueli, POPL 1985). A run may
// also stop for ever where no fair unit is enabled.
//
// The graph must be that of all schedules: partial-order reduction need not keep such runs.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "explorer/program.h"
#include "explorer/schedule.h"
#include "explorer/state_graph.h"

namespace preemptcheck::explorer {

/// "From every state where something is pending, one comes in the end where it is not."
struct Promise {
  std::size_t pending = 0;  ///< the question of states that tells so
  /// A question of transitions: only runs break the promise in which it is above 0 again and again.
  std::optional<std::size_t> busy;
  std::vector<bool> is_fair;  ///< by actor
  /// By actor: whether it may act in the part that goes on for ever. Who may not is not fair.
  std::vector<bool> may_act;
};

/// Each actor of kind system or timer is fair, each may act.
Promise promise_by_kind(const Program& program, std::size_t pending);

/// An infinite run: `stem`, then `loop` again and again; with an empty loop nothing happens again.
struct Lasso {
  Schedule stem;
  Schedule loop;
};

/// A fair run that breaks the promise, if the graph has one; deterministic. In a graph that is not
/// complete it is a true one all the same, but that there is none says nothing.
std::optional<Lasso> find_fair_loop(const StateGraph& graph, const Promise& promise);

/// Why fairness does not forbid a loop, for one unit that is enabled somewhere in it.
struct FairnessWitness {
  FairUnit unit;
  bool is_taken = false;  ///< it runs in the loop; else there is a place where it is not enabled
  std::size_t step = 0;   ///< of the loop, from 0: the one that it takes, or before which that is
};

struct LassoJudgement {
  std::string fault;                       ///< what is wrong with it; empty: nothing
  std::vector<FairnessWitness> witnesses;  ///< of a lasso without fault, by actor
};

/// Runs a lasso and checks all that makes it break the promise: that it can be run, that its loop
/// closes, that something is pending all along it, and that it is fair. `questions` are those that
/// the promise refers to.
LassoJudgement judge_lasso(const Program& program, const Questions& questions,
                           const Promise& promise, const Lasso& lasso);

}  // namespace preemptcheck::explorer
