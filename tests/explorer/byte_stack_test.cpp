#include "explorer/byte_stack.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <vector>

namespace preemptcheck::explorer {
namespace {

TEST(ByteStack, KeepsEachPieceUntilItIsGivenBack) {
  const bool holds = rc::check("pieces of no, few and very many bytes", [] {
    struct Piece {
      ByteStack::Mark before;
      std::span<std::byte> bytes;
      std::byte value{};
    };
    ByteStack stack;
    std::vector<Piece> pieces;
    const auto sizes = *rc::gen::container<std::vector<std::size_t>>(
        rc::gen::element<std::size_t>(0, 1, 300, 30000, ByteStack::chunk_bytes, 70000));
    for (const std::size_t size : sizes) {
      const bool gives_back = *rc::gen::inRange(0, 3) == 0;
      if (gives_back && !pieces.empty()) {
        stack.back_to(pieces.back().before);
        pieces.pop_back();
      } else {
        const ByteStack::Mark before = stack.mark();
        pieces.push_back({before, stack.push(size), static_cast<std::byte>(pieces.size())});
        std::ranges::fill(pieces.back().bytes, pieces.back().value);
      }
      std::uint64_t sum = 0;
      for (const Piece& piece : pieces) {
        sum += piece.bytes.size();
        if (piece.bytes.empty()) continue;
        RC_ASSERT(piece.bytes.front() == piece.value);
        RC_ASSERT(piece.bytes.back() == piece.value);
      }
      RC_ASSERT(stack.bytes() >= sum);
    }
  });
  EXPECT_TRUE(holds);
}

TEST(ByteStack, AsksForNoMoreMemoryWhereItWasBefore) {
  ByteStack stack;
  const ByteStack::Mark empty = stack.mark();
  for (int i = 0; i < 1000; ++i) stack.push(1000);
  const std::uint64_t bytes = stack.bytes();
  EXPECT_LT(bytes, 1000U * 1000 + 3 * ByteStack::chunk_bytes);
  stack.back_to(empty);
  for (int i = 0; i < 1000; ++i) stack.push(1000);
  EXPECT_EQ(stack.bytes(), bytes);
}

TEST(ByteStackDeathTest, GrowsOnlyByPush) {
  ByteStack stack;
  const ByteStack::Mark empty = stack.mark();
  stack.push(3);
  const ByteStack::Mark three = stack.mark();
  stack.back_to(empty);
  EXPECT_EXIT(stack.back_to(three), testing::ExitedWithCode(4), "precondition");
}

}  // namespace
}  // namespace preemptcheck::explorer
