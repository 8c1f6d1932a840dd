// Breadth first: the states that are found and not expanded yet, first in, first out.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "explorer/execution.h"
#include "explorer/search.h"

namespace preemptcheck::explorer {

class Frontier {
 public:
  virtual ~Frontier() = default;
  /// Adds the state at which the execution stands. It must be the initial state, or one transition
  /// away from front().
  virtual void add() = 0;
  /// Takes a transition from front(), where the execution must stand.
  virtual void take(Transition transition) = 0;
  /// Brings the execution to the oldest state (again, after a transition was taken from there).
  virtual void go_to_front() = 0;
  /// The whole state that is the oldest.
  [[nodiscard]] virtual std::span<const std::byte> front() const = 0;
  virtual void pop() = 0;
  [[nodiscard]] virtual bool empty() const = 0;
  [[nodiscard]] virtual std::uint64_t size() const = 0;
  [[nodiscard]] virtual std::uint64_t bytes() const = 0;
};

/// Keeps, with each state, which stack every actor had. Stacks are few: each is kept once.
std::unique_ptr<Frontier> make_checkpoint_frontier(Execution& execution);

/// Keeps the states alone and runs the schedule to them again. `path` gives the schedule to the
/// n-th state that was added, from 0.
std::unique_ptr<Frontier> make_replay_frontier(Execution& execution,
                                               std::function<Schedule(std::uint64_t)> path);

}  // namespace preemptcheck::explorer
