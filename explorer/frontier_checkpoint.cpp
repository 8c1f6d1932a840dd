#include <xxhash.h>

#include <algorithm>
#include <cstring>
#include <unordered_map>
#include <vector>

#include "explorer/byte_stack.h"
#include "explorer/contract.h"
#include "explorer/fiber.h"
#include "explorer/frontier.h"
#include "explorer/record_queue.h"

namespace preemptcheck::explorer {

namespace {

using ImageId = std::uint32_t;

/// The distinct stacks that one actor was seen with.
class Images {
 public:
  ImageId intern(std::span<const std::byte> image) {
    const std::uint64_t hash = XXH3_64bits(image.data(), image.size());
    auto [first, last] = by_hash_.equal_range(hash);
    for (; first != last; ++first)
      if (std::ranges::equal(images_[first->second], image)) return first->second;
    images_.emplace_back(image.begin(), image.end());
    bytes_ += image.size() + 64;
    const auto id = static_cast<ImageId>(images_.size() - 1);
    by_hash_.emplace(hash, id);
    return id;
  }
  [[nodiscard]] std::span<const std::byte> operator[](ImageId id) const { return images_[id]; }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  std::vector<std::vector<std::byte>> images_;
  std::unordered_multimap<std::uint64_t, ImageId> by_hash_;
  std::uint64_t bytes_ = 0;
};

/// A record is the state, then an image id for each actor.
class CheckpointFrontier final : public Frontier {
 public:
  explicit CheckpointFrontier(Execution& execution)
      : execution_(execution),
        actors_(execution.program().actors.size()),
        queue_(execution.state().size() + actors_ * sizeof(ImageId)),
        images_(actors_),
        loaded_(actors_) {
    for (std::size_t i = 0; i < actors_; ++i) loaded_[i] = intern(static_cast<ActorId>(i));
  }

  void take(Transition transition) override {
    may_have_restarted_ = execution_.may_restart_others(transition.actor);
    execution_.take(transition);
    ran_ = transition.actor;
    loaded_[ran_] = unknown;
    if (may_have_restarted_)
      for (const ActorId actor : execution_.restartable()) loaded_[actor] = unknown;
  }

  void add() override {
    if (ran_ < actors_) loaded_[ran_] = intern(static_cast<ActorId>(ran_));
    if (may_have_restarted_)
      for (const ActorId actor : execution_.restartable()) loaded_[actor] = intern(actor);
    const std::span<const std::byte> state = execution_.state();
    std::span<std::byte> record = queue_.push();
    std::memcpy(record.data(), state.data(), state.size());
    std::ranges::copy(std::as_bytes(std::span(loaded_)), record.data() + state.size());
  }

  void go_to_front() override {
    const std::span<const std::byte> record = queue_.front();
    const std::size_t state_bytes = execution_.state().size();
    execution_.restore_state(record.first(state_bytes));
    for (std::size_t i = 0; i < actors_; ++i) {
      ImageId wanted = 0;
      std::memcpy(&wanted, record.data() + state_bytes + i * sizeof wanted, sizeof wanted);
      if (loaded_[i] == wanted) continue;
      execution_.restore_actor(static_cast<ActorId>(i), images_[i][wanted]);
      loaded_[i] = wanted;
    }
  }

  [[nodiscard]] std::span<const std::byte> front() const override {
    return queue_.front().first(execution_.state().size());
  }
  void pop() override { queue_.pop(); }
  [[nodiscard]] bool empty() const override { return queue_.size() == 0; }
  [[nodiscard]] std::uint64_t size() const override { return queue_.size(); }
  [[nodiscard]] std::uint64_t bytes() const override {
    std::uint64_t bytes = queue_.bytes();
    for (const Images& images : images_) bytes += images.bytes();
    return bytes;
  }

 private:
  static constexpr ImageId unknown = ~ImageId{0};

  ImageId intern(ActorId actor) {
    scratch_.back_to({});
    return images_[actor].intern(execution_.save_actor(actor, scratch_));
  }

  Execution& execution_;
  std::size_t actors_;
  RecordQueue queue_;
  std::vector<Images> images_;
  std::vector<ImageId> loaded_;        // what each actor's stack holds now, or unknown
  std::size_t ran_ = ~std::size_t{0};  // the actor that took the last transition
  bool may_have_restarted_ = false;    // in it, the others that are restartable
  ByteStack scratch_;
};

}  // namespace

std::unique_ptr<Frontier> make_checkpoint_frontier(Execution& execution) {
  PRECONDITION(stacks_can_be_copied);
  return std::make_unique<CheckpointFrontier>(execution);
}

}  // namespace preemptcheck::explorer
