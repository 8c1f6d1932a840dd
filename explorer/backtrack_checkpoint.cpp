#include <cstring>
#include <deque>
#include <vector>

#include "explorer/backtrack.h"
#include "explorer/byte_stack.h"
#include "explorer/contract.h"

namespace preemptcheck::explorer {

namespace {

/// A point is the state, and the stack of the actor that ran from there last; where that may send
/// others back to their beginning, theirs too.
class CheckpointBacktracker final : public Backtracker {
 public:
  explicit CheckpointBacktracker(Execution& execution) : execution_(execution) {}

  void push() override {
    const std::span<const std::byte> state = execution_.state();
    const ByteStack::Mark before = memory_.mark();
    const std::span<std::byte> copy = memory_.push(state.size());
    std::memcpy(copy.data(), state.data(), state.size());
    points_.push_back({before, memory_.mark(), copy, {}, no_actor, others_.size()});
  }

  void take(Transition transition) override {
    Point& point = points_.back();
    if (point.ran != transition.actor) {
      memory_.back_to(point.after_state);
      point.stack = execution_.save_actor(transition.actor, memory_);
      point.ran = transition.actor;
      others_.resize(point.others_from);
      if (execution_.may_restart_others(transition.actor)) save_others(point.ran);
    }
    execution_.take(transition);
  }

  void back() override {
    const Point& point = points_.back();
    execution_.restore_state(point.state);
    restore_stack(point);
    restore_others();
  }

  void pop() override {
    // Its last move left the stack of the actor that ran changed. The point below, once returned
    // to, restores the stack of the actor that ran from there, and others only if it sent them
    // back.
    const Point& point = points_.back();
    const bool below_restores_it =
        points_.size() > 1 && points_[points_.size() - 2].ran == point.ran;
    if (point.ran != no_actor && !below_restores_it) restore_stack(point);
    restore_others();
    others_.resize(point.others_from);
    memory_.back_to(point.before);
    points_.pop_back();
  }

  [[nodiscard]] std::span<const std::byte> top() const override { return points_.back().state; }

  [[nodiscard]] std::uint64_t bytes() const override {
    return memory_.bytes() + points_.size() * sizeof(Point) + others_.capacity() * sizeof(Other);
  }

 private:
  static constexpr unsigned no_actor = 256;
  struct Other {
    ActorId actor = 0;
    std::span<const std::byte> stack;
  };
  struct Point {
    ByteStack::Mark before;
    ByteStack::Mark after_state;
    std::span<const std::byte> state;
    std::span<const std::byte> stack;
    unsigned ran;             // whose stack it is
    std::size_t others_from;  // its others are others_[others_from ..], up to the next point's
  };

  void save_others(unsigned but_for) {
    for (const ActorId actor : execution_.restartable())
      if (actor != but_for) others_.push_back({actor, execution_.save_actor(actor, memory_)});
  }

  /// Those of the top point.
  void restore_others() {
    for (std::size_t i = points_.back().others_from; i < others_.size(); ++i)
      execution_.restore_actor(others_[i].actor, others_[i].stack);
  }

  void restore_stack(const Point& point) {
    execution_.restore_actor(static_cast<ActorId>(point.ran), point.stack);
  }

  Execution& execution_;
  ByteStack memory_;
  std::deque<Point> points_;
  std::vector<Other> others_;  // of all points: the stacks of whom their last move may send back
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
