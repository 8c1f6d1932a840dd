#include <algorithm>
#include <vector>

#include "explorer/backtrack.h"
#include "explorer/contract.h"

namespace preemptcheck::explorer {

namespace {

class ReplayBacktracker final : public Backtracker {
 public:
  explicit ReplayBacktracker(Execution& execution) : execution_(execution) {}

  void push() override {
    const std::span<const std::byte> state = execution_.state();
    buffer_.insert(buffer_.end(), state.begin(), state.end());
    ++points_;
  }

  void take(Transition transition) override {
    schedule_.resize(points_ - 1);  // the path to the top point
    schedule_.push_back(transition);
    execution_.take(transition);
  }

  void back() override {
    execution_.restart();
    for (std::size_t i = 0; i + 1 < points_; ++i) execution_.take(schedule_[i]);
    const std::span<const std::byte> now = execution_.state();
    INVARIANT(
        std::equal(now.begin(), now.end(), top().begin()));  // else an actor is not deterministic
  }

  void pop() override {
    buffer_.resize(buffer_.size() - execution_.state().size());
    --points_;
  }

  [[nodiscard]] std::span<const std::byte> top() const override {
    const std::size_t bytes = execution_.state().size();
    return std::span(buffer_).subspan(buffer_.size() - bytes, bytes);
  }

  [[nodiscard]] std::uint64_t bytes() const override {
    return buffer_.capacity() + schedule_.capacity() * sizeof(Transition);
  }

 private:
  Execution& execution_;
  std::size_t points_ = 0;
  Schedule schedule_;  // from the start to the last state taken to
  std::vector<std::byte> buffer_;
};

}  // namespace

std::unique_ptr<Backtracker> make_replay_backtracker(Execution& execution) {
  return std::make_unique<ReplayBacktracker>(execution);
}

}  // namespace preemptcheck::explorer
