// Random programs: tables of guarded commands over a few bytes, run by actors on fibers and, quite
// apart, by a naive enumeration.
#pragma once

#include <vector>

#include "explorer/program.h"
#include "tests/explorer/naive.h"

namespace preemptcheck::explorer {

/// A program whose actors each run a table. All in it are small numbers.
struct RandomProgram {
  static constexpr unsigned variables = 3;

  struct Command {  ///< when variable `guard` is `guard_value`: `target` := what it is + `added`
    unsigned guard = 0;
    unsigned guard_value = 0;
    bool is_guarded = false;
    unsigned target = 0;
    unsigned source = 0;
    unsigned added = 0;
    unsigned next_site = 0;  ///< the number of sites: the actor ends
    bool restarts = false;   ///< and sends the other restartable actors back
  };
  struct RandomActor {
    ActorKind kind = ActorKind::system;
    std::vector<std::vector<Command>> sites;  ///< the commands of each
    bool restartable = false;
  };
  struct Promise {  ///< hit where each of two variables has a value (`step`: one before, one after)
    PredicateKind kind = PredicateKind::always;
    unsigned first = 0;
    unsigned first_value = 0;
    unsigned second = 0;
    unsigned second_value = 0;
  };

  unsigned modulus = 2;
  std::vector<RandomActor> actors;
  std::vector<Promise> promises;
  bool timers_anytime = false;
  bool has_bound = false;
  unsigned bound_variable = 0;
  unsigned bound_value = 0;
};

/// To be called inside rc::check.
RandomProgram arbitrary_program();

/// `table` must outlive the program.
Program program_of(const RandomProgram& table);
naive::Model<std::vector<unsigned>> model_of(const RandomProgram& table);
/// What fairness takes as one, of the transition to an actor's n-th successor: a number of its own.
unsigned fair_unit(const RandomProgram& table, std::size_t actor,
                   const std::vector<unsigned>& state, unsigned successor);

}  // namespace preemptcheck::explorer
