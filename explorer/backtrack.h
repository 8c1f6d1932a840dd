// Return to an earlier point of an execution. Points form a stack, as depth first needs them.
#pragma once

#include <memory>
#include <span>

#include "explorer/execution.h"
#include "explorer/fiber.h"
#include "explorer/search.h"

namespace preemptcheck::explorer {

class Backtracker {
 public:
  virtual ~Backtracker() = default;
  /// Remembers where the execution stands as the new top point.
  virtual void push() = 0;
  /// Takes a transition; the execution must stand at the top point.
  virtual void take(Transition transition) = 0;
  /// Returns to the top point after a take.
  virtual void back() = 0;
  /// Forgets the top point; the one below becomes the top.
  virtual void pop() = 0;
  /// The whole state at the top point. Valid until the next push or pop.
  [[nodiscard]] virtual std::span<const std::byte> top() const = 0;
  [[nodiscard]] virtual std::uint64_t bytes() const = 0;
};

/// By copying the state and the live stack of the one actor that runs: nothing else can change.
std::unique_ptr<Backtracker> make_checkpoint_backtracker(Execution& execution);

/// By running the schedule again from the start. Slower; works under sanitizers, and compares the
/// state it comes back to with the one remembered.
std::unique_ptr<Backtracker> make_replay_backtracker(Execution& execution);

/// The one asked for, or replay where stacks cannot be copied.
std::unique_ptr<Backtracker> make_backtracker(Execution& execution, Backtracking kind);

}  // namespace preemptcheck::explorer
