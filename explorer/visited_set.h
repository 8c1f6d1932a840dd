// The states seen so far, as 64-bit fingerprints or whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace preemptcheck::explorer {

class VisitedSet {
 public:
  virtual ~VisitedSet() = default;
  /// Returns whether the state is new. The set grows as needed; throws std::bad_alloc when memory
  /// ends.
  virtual bool insert(std::uint64_t fingerprint, std::span<const std::byte> state) = 0;
  /// Bytes that the set will use after its next growth, if one more insert makes it grow; else what
  /// it uses now.
  [[nodiscard]] virtual std::uint64_t bytes_after_next_insert() const = 0;
  [[nodiscard]] virtual std::uint64_t bytes() const = 0;
  [[nodiscard]] virtual double fill() const = 0;
  [[nodiscard]] virtual std::uint64_t size() const = 0;
  /// Upper estimate of the chance that some state was wrongly taken for a known one.
  [[nodiscard]] virtual double omission_probability() const = 0;
};

/// Hash compaction (Stern and Dill, CHARME 1995) with the full 64 bits in an open-addressing table:
/// 8 bytes a slot, linear probing, doubled when 7/8 full.
std::unique_ptr<VisitedSet> make_fingerprint_set();

/// Whole states, kept as their difference to `initial_state`: slower, larger, exact.
std::unique_ptr<VisitedSet> make_exact_set(std::span<const std::byte> initial_state);

}  // namespace preemptcheck::explorer
