#include <algorithm>
#include <cstring>
#include <utility>

#include "explorer/contract.h"
#include "explorer/frontier.h"
#include "explorer/record_queue.h"

namespace preemptcheck::explorer {

namespace {

class ReplayFrontier final : public Frontier {
 public:
  ReplayFrontier(Execution& execution, std::function<Schedule(std::uint64_t)> path)
      : execution_(execution), path_(std::move(path)), queue_(execution.state().size()) {}

  void take(Transition transition) override { execution_.take(transition); }

  void add() override {
    const std::span<const std::byte> state = execution_.state();
    std::memcpy(queue_.push().data(), state.data(), state.size());
  }

  void go_to_front() override {
    execution_.restart();
    for (const Transition& transition : path_(popped_)) execution_.take(transition);
    const std::span<const std::byte> now = execution_.state();
    INVARIANT(
        std::equal(now.begin(), now.end(), front().begin()));  // else an actor is not deterministic
  }

  [[nodiscard]] std::span<const std::byte> front() const override { return queue_.front(); }
  void pop() override {
    queue_.pop();
    ++popped_;
  }
  [[nodiscard]] bool empty() const override { return queue_.size() == 0; }
  [[nodiscard]] std::uint64_t size() const override { return queue_.size(); }
  [[nodiscard]] std::uint64_t bytes() const override { return queue_.bytes(); }

 private:
  Execution& execution_;
  std::function<Schedule(std::uint64_t)> path_;
  RecordQueue queue_;
  std::uint64_t popped_ = 0;
};

}  // namespace

std::unique_ptr<Frontier> make_replay_frontier(Execution& execution,
                                               std::function<Schedule(std::uint64_t)> path) {
  return std::make_unique<ReplayFrontier>(execution, std::move(path));
}

}  // namespace preemptcheck::explorer
