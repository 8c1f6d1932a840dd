#include "explorer/record_queue.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <deque>
#include <vector>

namespace preemptcheck::explorer {
namespace {

TEST(RecordQueue, GivesBackInOrderWhatWasPutIn) {
  const bool holds = rc::check("like std::deque, in chunks of one or many records", [] {
    const auto record_bytes = *rc::gen::element<std::size_t>(1, 3, 100, 1U << 17, 1U << 19);
    RecordQueue queue(record_bytes);
    std::deque<std::uint8_t> plain;
    for (const bool pushes : *rc::gen::container<std::vector<bool>>(rc::gen::arbitrary<bool>())) {
      if (pushes) {
        plain.push_back(static_cast<std::uint8_t>(plain.size() * 7 + 1));
        std::ranges::fill(queue.push(), std::byte{plain.back()});
      } else if (!plain.empty()) {
        queue.pop();
        plain.pop_front();
      }
      RC_ASSERT(queue.size() == plain.size());
      if (plain.empty()) continue;
      RC_ASSERT(queue.front().size() == record_bytes);
      RC_ASSERT(queue.front().front() == std::byte{plain.front()});
      RC_ASSERT(queue.front().back() == std::byte{plain.front()});
    }
  });
  EXPECT_TRUE(holds);
}

TEST(RecordQueue, UsesNoMoreMemoryThanWhatWaitsInIt) {
  RecordQueue queue(1000);
  std::uint64_t bytes_max = 0;
  for (int i = 0; i < 100000; ++i) {
    queue.push();
    if (i >= 10) queue.pop();
    bytes_max = std::max(bytes_max, queue.bytes());
  }
  EXPECT_LE(bytes_max, 1U << 20);
}

TEST(RecordQueue, HoldsRecordsWithoutBytes) {
  RecordQueue queue(0);
  for (int i = 0; i < 1000; ++i) queue.push();
  for (int i = 0; i < 1000; ++i) queue.pop();
  EXPECT_EQ(queue.size(), 0U);
}

TEST(RecordQueueDeathTest, DoesNotGiveWhatItDoesNotHave) {
  RecordQueue queue(8);
  EXPECT_EXIT(static_cast<void>(queue.front()), testing::ExitedWithCode(4), "precondition");
  EXPECT_EXIT(queue.pop(), testing::ExitedWithCode(4), "precondition");
}

}  // namespace
}  // namespace preemptcheck::explorer
