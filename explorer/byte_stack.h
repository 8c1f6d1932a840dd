// Pieces of memory that are given back in reverse order. They stay where they are while it grows,
// it does not fill them, and it grows by a chunk, not to its double.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "explorer/contract.h"

namespace preemptcheck::explorer {

class ByteStack {
 public:
  /// A point to go back to.
  struct Mark {
    std::size_t chunk = 0;  ///< number of chunks in use
    std::size_t used = 0;   ///< bytes of the last of them
  };

  /// A new top piece, of undefined value. Valid until the stack goes back to a mark before it.
  std::span<std::byte> push(std::size_t count) {
    if (top_.chunk == 0 || chunks_[top_.chunk - 1].size - top_.used < count) begin_chunk(count);
    std::byte* const piece = chunks_[top_.chunk - 1].memory.get() + top_.used;
    top_.used += count;
    return {piece, count};
  }

  [[nodiscard]] Mark mark() const { return top_; }
  void back_to(Mark mark) {
    PRECONDITION(mark.chunk < top_.chunk || (mark.chunk == top_.chunk && mark.used <= top_.used));
    top_ = mark;
  }

  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

  static constexpr std::size_t chunk_bytes = std::size_t{1} << 16;

 private:
  struct Chunk {
    std::unique_ptr<std::byte[]> memory;
    std::size_t size = 0;
  };

  void begin_chunk(std::size_t count) {
    if (top_.chunk == chunks_.size()) chunks_.emplace_back();
    Chunk& chunk = chunks_[top_.chunk];  // maybe one that was in use before
    if (chunk.size < std::max(count, std::size_t{1})) {
      const std::size_t size = std::max(count, chunk_bytes);
      chunk.memory = std::make_unique_for_overwrite<std::byte[]>(size);
      bytes_ += size - chunk.size;
      chunk.size = size;
    }
    top_ = {top_.chunk + 1, 0};
  }

  std::vector<Chunk> chunks_;
  Mark top_;
  std::uint64_t bytes_ = 0;  // of all chunks
};

}  // namespace preemptcheck::explorer
