// A first-in-first-out queue of records of one size, in large chunks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <memory>
#include <span>

#include "explorer/contract.h"

namespace preemptcheck::explorer {

class RecordQueue {
 public:
  explicit RecordQueue(std::size_t record_bytes)
      : record_bytes_(record_bytes), per_chunk_(1 + (std::size_t{1} << 18) / (record_bytes + 1)) {}

  /// Room for a new last record, to be filled by the caller.
  std::span<std::byte> push() {
    if (chunks_.empty() || used_in_last_ == per_chunk_) {
      chunks_.push_back(std::make_unique<std::byte[]>(record_bytes_ * per_chunk_));
      used_in_last_ = 0;
    }
    ++size_;
    return {chunks_.back().get() + record_bytes_ * used_in_last_++, record_bytes_};
  }

  [[nodiscard]] std::span<const std::byte> front() const {
    PRECONDITION(size_ > 0);
    return {chunks_.front().get() + record_bytes_ * at_in_first_, record_bytes_};
  }

  void pop() {
    PRECONDITION(size_ > 0);
    --size_;
    if (++at_in_first_ < per_chunk_) return;
    at_in_first_ = 0;
    chunks_.pop_front();
  }

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] std::uint64_t bytes() const { return chunks_.size() * per_chunk_ * record_bytes_; }

 private:
  std::size_t record_bytes_;
  std::size_t per_chunk_;
  std::deque<std::unique_ptr<std::byte[]>> chunks_;
  std::size_t used_in_last_ = 0;
  std::size_t at_in_first_ = 0;
  std::uint64_t size_ = 0;
};

}  // namespace preemptcheck::explorer
