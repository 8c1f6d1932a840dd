#include <cstring>
#include <deque>

#include "explorer/backtrack.h"
#include "explorer/byte_stack.h"
#include "explorer/contract.h"

namespace preemptcheck::explorer {

namespace {

/// A point is the state, and the stack of the actor that ran from there last.
class CheckpointBacktracker final : public Backtracker {
 public:
  explicit CheckpointBacktracker(Execution& execution) : execution_(execution) {}

  void push() override {
    const std::span<const std::byte> state = execution_.state();
    const ByteStack::Mark before = memory_.mark();
    const std::span<std::byte> copy = memory_.push(state.size());
    std::memcpy(copy.data(), state.data(), state.size());
    points_.push_back({before, memory_.mark(), copy, {}, no_actor});
  }

  void take(Transition transition) override {
    Point& point = points_.back();
    if (point.ran != transition.actor) {
      memory_.back_to(point.after_state);
      point.stack = execution_.save_actor(transition.actor, memory_);
      point.ran = transition.actor;
    }
    execution_.take(transition);
  }

  void back() override {
    const Point& point = points_.back();
    execution_.restore_state(point.state);
    restore_stack(point);
  }

  void pop() override {
    // Its last move left the stack of the actor that ran changed. The point below, once returned
    // to, restores the stack of the actor that ran from there and no other.
    const Point& point = points_.back();
    const bool below_restores_it =
        points_.size() > 1 && points_[points_.size() - 2].ran == point.ran;
    if (point.ran != no_actor && !below_restores_it) restore_stack(point);
    memory_.back_to(point.before);
    points_.pop_back();
  }

  [[nodiscard]] std::span<const std::byte> top() const override { return points_.back().state; }

  [[nodiscard]] std::uint64_t bytes() const override {
    return memory_.bytes() + points_.size() * sizeof(Point);
  }

 private:
  static constexpr unsigned no_actor = 256;
  struct Point {
    ByteStack::Mark before;
    ByteStack::Mark after_state;
    std::span<const std::byte> state;
    std::span<const std::byte> stack;
    unsigned ran;  // whose stack it is
  };

  void restore_stack(const Point& point) {
    execution_.restore_actor(static_cast<ActorId>(point.ran), point.stack);
  }

  Execution& execution_;
  ByteStack memory_;
  std::deque<Point> points_;
};

}  // namespace

std::unique_ptr<Backtracker> make_checkpoint_backtracker(Execution& execution) {
  PRECONDITION(stacks_can_be_copied);
  return std::make_unique<CheckpointBacktracker>(execution);
}

std::unique_ptr<Backtracker> make_backtracker(Execution& execution, Backtracking kind) {
  if (kind == Backtracking::checkpoint && stacks_can_be_copied)
    return make_checkpoint_backtracker(execution);
  return make_replay_backtracker(execution);
}

}  // namespace preemptcheck::explorer
