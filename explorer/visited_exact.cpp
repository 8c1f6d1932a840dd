// The exact set. A state is stored as runs of bytes in which it differs from the initial state:
// pairs of (equal bytes skipped, different bytes that follow), each count in one byte.
#include <algorithm>
#include <cstring>
#include <unordered_map>

#include "explorer/contract.h"
#include "explorer/visited_set.h"

namespace preemptcheck::explorer {

namespace {

class ExactSet final : public VisitedSet {
 public:
  explicit ExactSet(std::span<const std::byte> initial_state)
      : initial_(initial_state.begin(), initial_state.end()) {}

  bool insert(std::uint64_t fingerprint, std::span<const std::byte> state) override {
    pack(state);
    auto [first, last] = by_fingerprint_.equal_range(fingerprint);
    for (; first != last; ++first)
      if (equals_packed(first->second)) return false;
    by_fingerprint_.emplace(fingerprint, store_packed());
    return true;
  }

  [[nodiscard]] std::uint64_t bytes() const override {
    return chunks_.size() * chunk_bytes + by_fingerprint_.size() * entry_bytes;
  }
  [[nodiscard]] std::uint64_t bytes_after_next_insert() const override {
    return bytes() + chunk_bytes;
  }
  [[nodiscard]] double fill() const override { return by_fingerprint_.load_factor(); }
  [[nodiscard]] std::uint64_t size() const override { return by_fingerprint_.size(); }
  [[nodiscard]] double omission_probability() const override { return 0; }

 private:
  static constexpr std::size_t chunk_bytes = std::size_t{1} << 20;
  static constexpr std::size_t entry_bytes = 48;  // node and bucket of the map, roughly

  void pack(std::span<const std::byte> state) {
    PRECONDITION(state.size() == initial_.size());
    packed_.clear();
    std::size_t at = 0;
    while (at < state.size()) {
      std::size_t same = 0;
      while (same < 255 && at + same < state.size() && state[at + same] == initial_[at + same])
        ++same;
      std::size_t other = 0;
      while (other < 255 && at + same + other < state.size() &&
             state[at + same + other] != initial_[at + same + other])
        ++other;
      packed_.push_back(static_cast<std::byte>(same));
      packed_.push_back(static_cast<std::byte>(other));
      packed_.insert(packed_.end(), state.begin() + static_cast<std::ptrdiff_t>(at + same),
                     state.begin() + static_cast<std::ptrdiff_t>(at + same + other));
      at += same + other;
    }
  }

  [[nodiscard]] bool equals_packed(const std::byte* stored) const {
    std::uint32_t size = 0;
    std::memcpy(&size, stored, sizeof size);
    return std::ranges::equal(std::span(stored + sizeof size, size), packed_);
  }

  const std::byte* store_packed() {
    const auto size = static_cast<std::uint32_t>(packed_.size());
    INVARIANT(sizeof size + size <= chunk_bytes);
    if (chunks_.empty() || used_ + sizeof size + size > chunk_bytes) {
      chunks_.push_back(std::make_unique<std::byte[]>(chunk_bytes));
      used_ = 0;
    }
    std::byte* at = chunks_.back().get() + used_;
    std::memcpy(at, &size, sizeof size);
    std::ranges::copy(packed_, at + sizeof size);
    used_ += sizeof size + size;
    return at;
  }

  std::vector<std::byte> initial_;
  std::vector<std::byte> packed_;  // the state at hand
  std::vector<std::unique_ptr<std::byte[]>> chunks_;
  std::size_t used_ = 0;  // bytes of the last chunk
  std::unordered_multimap<std::uint64_t, const std::byte*> by_fingerprint_;
};

}  // namespace

std::unique_ptr<VisitedSet> make_exact_set(std::span<const std::byte> initial_state) {
  return std::make_unique<ExactSet>(initial_state);
}

}  // namespace preemptcheck::explorer
