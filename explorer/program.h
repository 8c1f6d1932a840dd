// The whole contract with a program under exploration: a plain state, actors over it, properties.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "explorer/actor.h"
#include "explorer/site.h"

namespace preemptcheck::explorer {

enum class ActorKind : std::uint8_t {
  system,       ///< runs whenever it can; while one is enabled the state is not quiescent
  environment,  ///< may act, need not: a state where only it is enabled is quiescent
  timer,        ///< a last resort: taken only where no system actor is enabled (see timers_anytime)
};

struct ActorDeclaration {
  std::string name;  ///< stable: it is written into traces
  ActorKind kind = ActorKind::system;
  /// Runs on the actor's own stack. Must not write the state before its first boundary.
  std::function<void(Actor&, std::byte* state)> body;
  /// Is sent back to the beginning of its body by another actor's Actor::restart_others, wherever
  /// it stands and even if it has finished. The body then runs in the state of that moment.
  bool restartable = false;
};

enum class PredicateKind : std::uint8_t { always, step, at_quiescence, sometimes };

struct Predicate {
  std::string name;
  PredicateKind kind = PredicateKind::always;
  /// True when the state (for `step`: the transition from `before`) violates the property, or, for
  /// `sometimes`, when it is what must be reachable. `before` is null except for `step`. Both are
  /// whole states, aligned to 64 bytes.
  std::function<bool(const std::byte* before, const std::byte* after)> hit;
};

struct Program {
  std::span<const Site> sites;
  std::vector<std::byte> initial_state;
  /// Only this prefix of the state may differ from `initial_state`; only it is copied and hashed.
  std::size_t state_bytes = 0;
  std::vector<ActorDeclaration> actors;
  std::vector<Predicate> predicates;
  bool timers_anytime = false;
  /// Name of a bound of the program (a full array, say) that the state is at, or null. Such a state
  /// is counted, yet neither judged nor expanded, and the search is inconclusive. May be empty.
  std::function<const char*(const std::byte* state)> bound_reached;
  /// Stable name of one of several successors at a site, for traces. May be empty.
  std::function<std::string(const std::byte* state, ActorId, SiteId, unsigned choice)> choice_name;
};

}  // namespace preemptcheck::explorer
