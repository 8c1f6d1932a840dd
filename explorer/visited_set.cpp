#include "explorer/visited_set.h"

#include <sys/mman.h>

#include <array>
#include <cmath>
#include <new>
#include <utility>

namespace preemptcheck::explorer {

namespace {

/// Slots in one cache line: what a look-up reads at a time.
struct alignas(64) Line {
  std::array<std::uint64_t, 8> slots;
};

/// A table of lines, all zero. Huge pages, where the system has them, spare most of the misses in
/// the translation of addresses that looking up at random places would cost.
class Table {
 public:
  explicit Table(std::size_t lines) : lines_(lines) {
    void* memory =
        mmap(nullptr, bytes(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    madvise(memory, bytes(), MADV_HUGEPAGE);  // only a wish
    first_ = static_cast<Line*>(memory);
  }
  ~Table() { munmap(first_, bytes()); }
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  void swap(Table& other) {
    std::swap(first_, other.first_);
    std::swap(lines_, other.lines_);
  }
  [[nodiscard]] std::span<Line> lines() const { return {first_, lines_}; }
  [[nodiscard]] std::size_t slots() const { return lines_ * 8; }
  [[nodiscard]] std::size_t bytes() const { return lines_ * sizeof(Line); }

 private:
  Line* first_ = nullptr;
  std::size_t lines_;
};

class FingerprintSet final : public VisitedSet {
 public:
  FingerprintSet() : table_(std::size_t{1} << 11) {}

  bool insert(std::uint64_t fingerprint, std::span<const std::byte>) override {
    if (fingerprint == empty) fingerprint = 1;
    if (size_ >= grow_at()) grow();
    if (!place(fingerprint)) return false;
    ++size_;
    return true;
  }

  [[nodiscard]] std::uint64_t bytes() const override { return table_.bytes(); }
  [[nodiscard]] std::uint64_t bytes_after_next_insert() const override {
    // While it grows the old table and one of twice its size exist side by side.
    return size_ >= grow_at() ? bytes() * 3 : bytes();
  }
  [[nodiscard]] double fill() const override {
    return static_cast<double>(size_) / static_cast<double>(table_.slots());
  }
  [[nodiscard]] std::uint64_t size() const override { return size_; }

  [[nodiscard]] double omission_probability() const override {
    // Birthday bound for size_ fingerprints of 64 bits.
    const double n = static_cast<double>(size_);
    return -std::expm1(-n * (n - 1) / 2 / std::pow(2.0, 64));
  }

 private:
  static constexpr std::uint64_t empty = 0;

  [[nodiscard]] std::size_t grow_at() const { return table_.slots() / 8 * 7; }

  bool place(std::uint64_t fingerprint) {
    const std::span<Line> lines = table_.lines();
    for (std::size_t at = fingerprint;; ++at)
      for (std::uint64_t& slot : lines[at & (lines.size() - 1)].slots) {
        if (slot == fingerprint) return false;
        if (slot != empty) continue;
        slot = fingerprint;
        return true;
      }
  }

  void grow() {
    Table old(table_.lines().size() * 2);
    old.swap(table_);
    for (const Line& line : old.lines())
      for (const std::uint64_t fingerprint : line.slots)
        if (fingerprint != empty) place(fingerprint);
  }

  Table table_;  // invariant: the number of lines is a power of two, at most 7/8 of the slots taken
  std::uint64_t size_ = 0;
};

}  // namespace

std::unique_ptr<VisitedSet> make_fingerprint_set() { return std::make_unique<FingerprintSet>(); }

}  // namespace preemptcheck::explorer
