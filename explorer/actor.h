// All that modelled code may say to the explorer. What an actor does between two of these calls is
// one atomic transition.
#pragma once

#include <cstdint>

#include "explorer/site.h"

namespace preemptcheck::explorer {

using ActorId = std::uint8_t;

/// How many successors the transition from a boundary has now; 0 means that it is not enabled.
/// It is called again for every state in which the actor stands there, so it may only read the
/// state. Null stands for "always one".
using CountFunction = unsigned (*)(const void* closure);

/// One actor's side of the protocol. Everything an actor must remember across a call of these
/// functions belongs into the state: what is left on its stack is invisible to the explorer, which
/// would then take two different states for one (`audit` finds that).
class Actor {
 public:
  /// A boundary: any actor may run here.
  void step(SiteId site) { boundary(site, nullptr, nullptr); }

  /// A boundary whose transition is enabled while `condition()` holds.
  template <class Condition>
  void await(SiteId site, const Condition& condition) {
    boundary(
        site, [](const void* c) { return (*static_cast<const Condition*>(c))() ? 1U : 0U; },
        &condition);
  }

  /// A boundary with `count()` successors, none if that is 0. Returns the one taken, from 0.
  template <class Count>
  unsigned choose(SiteId site, const Count& count) {
    return boundary(
        site,
        [](const void* c) { return static_cast<unsigned>((*static_cast<const Count*>(c))()); },
        &count);
  }

  /// Part of the transition at hand: when this actor has come to its next boundary or its end,
  /// every other one that is declared restartable begins its body anew, as after the crash of a
  /// process. What they had in the state is the caller's to put right. Only in a transition from a
  /// site marked `restarts`: backtracking must know before it is taken.
  void restart_others();

  [[nodiscard]] ActorId id() const { return id_; }

  Actor(const Actor&) = delete;
  Actor& operator=(const Actor&) = delete;

 protected:
  explicit Actor(ActorId id) : id_(id) {}
  ~Actor() = default;

 private:
  unsigned boundary(SiteId site, CountFunction count, const void* closure);

  ActorId id_;
};

}  // namespace preemptcheck::explorer
