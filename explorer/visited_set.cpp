#include "explorer/visited_set.h"

#include <cmath>

namespace preemptcheck::explorer {

namespace {

class FingerprintSet final : public VisitedSet {
 public:
  FingerprintSet() : slots_(std::size_t{1} << 14) {}

  bool insert(std::uint64_t fingerprint, std::span<const std::byte>) override {
    if (fingerprint == empty) fingerprint = 1;
    if (size_ >= grow_at()) grow();
    if (!place(fingerprint)) return false;
    ++size_;
    return true;
  }

  [[nodiscard]] std::uint64_t bytes() const override {
    return slots_.size() * sizeof(std::uint64_t);
  }
  [[nodiscard]] std::uint64_t bytes_after_next_insert() const override {
    // While it grows the old table and one of twice its size exist side by side.
    return size_ >= grow_at() ? bytes() * 3 : bytes();
  }
  [[nodiscard]] double fill() const override {
    return static_cast<double>(size_) / static_cast<double>(slots_.size());
  }
  [[nodiscard]] std::uint64_t size() const override { return size_; }

  [[nodiscard]] double omission_probability() const override {
    // Birthday bound for size_ fingerprints of 64 bits.
    const double n = static_cast<double>(size_);
    return -std::expm1(-n * (n - 1) / 2 / std::pow(2.0, 64));
  }

 private:
  static constexpr std::uint64_t empty = 0;

  [[nodiscard]] std::size_t grow_at() const { return slots_.size() / 8 * 7; }

  bool place(std::uint64_t fingerprint) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = fingerprint & mask;
    while (slots_[at] != empty) {
      if (slots_[at] == fingerprint) return false;
      at = (at + 1) & mask;
    }
    slots_[at] = fingerprint;
    return true;
  }

  void grow() {
    std::vector<std::uint64_t> old(slots_.size() * 2);
    old.swap(slots_);
    for (const std::uint64_t fingerprint : old)
      if (fingerprint != empty) place(fingerprint);
  }

  std::vector<std::uint64_t> slots_;  // invariant: size is a power of two, at most 7/8 are taken
  std::uint64_t size_ = 0;
};

}  // namespace

std::unique_ptr<VisitedSet> make_fingerprint_set() { return std::make_unique<FingerprintSet>(); }

}  // namespace preemptcheck::explorer
