// Small programs whose behaviour is known, written as modelled code is: actors over a plain struct.
// naive_programs.h holds the same programs as bare transition functions.
#pragma once

#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include "explorer/program.h"

namespace preemptcheck::explorer::programs {

/// Mutual exclusion of two (Peterson, IPL 1981). Broken: each gives way before it says that it
/// wants in, instead of after.
Program peterson(bool broken);

/// `count` philosophers around a table. Each takes the fork on its left, then the other one, unless
/// `ordered`: then the last one takes them the other way round, and there is no deadlock.
Program philosophers(unsigned count, bool ordered);

struct BufferShape {
  unsigned producers = 1;
  unsigned consumers = 1;
  unsigned items = 2;  ///< made by each producer
  unsigned capacity = 2;
};
Program bounded_buffer(const BufferShape& shape);

/// A sleeper checks a flag and goes to sleep; a waker sets it and wakes. Broken: not in one step.
Program lost_wakeup(bool broken);

/// The well-known example of TLA+ and stateright, after Gray and Lamport, "Consensus on transaction
/// commit" (TODS 2006): a transaction manager and up to 5 resource managers. Messages form a set.
Program two_phase_commit(unsigned managers);

/// Two dice, each thrown once.
Program dice();

/// A worker, a client that asks twice, and a timer that asks twice on its own.
Program timer(bool anytime);

/// A doorkeeper, and a guest who may ring up to three times, or not.
Program doorbell();

/// `actors` of them each add one to a counter `rounds` times, reading and writing in two steps.
/// What is read is kept in the state.
Program counter(unsigned actors, unsigned rounds);

/// Two actors fill a list of three places, each place in two ways; the fourth item is one too many.
Program overfull();

/// Throws a coin, passes `boundaries` boundaries and stores what it threw. It should keep the coin
/// in the state meanwhile, and does not if `hidden`. A bystander has nothing to hide.
Program coin(unsigned boundaries, bool hidden);

/// Two workers, each of whom takes a lock, writes half of something, then the rest, and ends. Up to
/// `crashes` times both are sent back to their beginning, and the lock is taken from who held it,
/// unless it is `forgotten`.
Program crash(unsigned crashes, bool forgotten);

// Programs that run for ever (programs_liveness.cpp).

/// Two processes that take one lock again and again. Each may starve under weak fairness: the lock
/// is free again and again, but never stays so. (Under strong fairness neither does.)
Program test_and_set_lock();
/// The same with tickets (Mellor-Crummey and Scott, TOCS 1991): nobody starves.
Program ticket_lock();
/// One looks at a flag until it is set. Where who sets it is fair, that happens.
Program spinner(ActorKind setter);
/// Two meet in a corridor, step aside, and meet again: a livelock that is fair. Not if one waits.
Program after_you(bool one_is_stubborn);
/// A clerk who serves one of those who wait; two customers who come again and again.
Program clerk(bool fair);

enum class LivenessProgram : std::uint8_t { lock, ticket, spin, corridor, clerk };
/// Whether the first process waits (its flag is not set; it has not passed).
bool is_waiting(LivenessProgram kind, const std::byte* state);

/// The rest of this file builds programs over a struct.

template <class World>
Program program_over(const World& initial, std::span<const Site> sites) {
  static_assert(std::is_trivially_copyable_v<World>);
  static_assert(std::has_unique_object_representations_v<World>,
                "a state is its bytes: no padding");
  Program program;
  program.sites = sites;
  program.initial_state.resize(sizeof initial);
  std::memcpy(program.initial_state.data(), &initial, sizeof initial);
  program.state_bytes = sizeof initial;
  return program;
}

template <class World, class Body>
void add_actor(Program& program, std::string name, ActorKind kind, Body body) {
  program.actors.push_back({std::move(name), kind, [body](Actor& actor, std::byte* state) {
                              body(actor, *reinterpret_cast<World*>(state));
                            }});
}

template <class World, class Hit>
void add_predicate(Program& program, std::string name, PredicateKind kind, Hit hit) {
  program.predicates.push_back(
      {std::move(name), kind, [hit](const std::byte* before, const std::byte* after) {
         const auto* world = reinterpret_cast<const World*>(after);
         if constexpr (std::is_invocable_v<Hit, const World&, const World&>)
           return hit(*reinterpret_cast<const World*>(before), *world);
         else
           return hit(*world);
       }});
}

}  // namespace preemptcheck::explorer::programs
