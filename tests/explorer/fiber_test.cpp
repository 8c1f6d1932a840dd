#include "explorer/fiber.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

namespace preemptcheck::explorer {
namespace {

struct Counting {
  Fiber fiber;
  int steps = 0;
  int seen = 0;

  static void run(void* self) {
    auto* counting = static_cast<Counting*>(self);
    volatile int local = 0;
    for (int i = 0; i < 3; ++i) {
      local = local + 1;
      counting->seen = local;
      counting->fiber.suspend();
    }
    ++counting->steps;
  }
};

TEST(Fiber, RunsFromSuspensionToSuspensionToItsEnd) {
  Counting counting;
  EXPECT_TRUE(counting.fiber.finished());
  counting.fiber.start(&Counting::run, &counting);
  EXPECT_FALSE(counting.fiber.finished());
  EXPECT_EQ(counting.seen, 0);
  for (int i = 1; i <= 3; ++i) {
    counting.fiber.resume();
    EXPECT_EQ(counting.seen, i);
    EXPECT_FALSE(counting.fiber.finished());
  }
  counting.fiber.resume();
  EXPECT_TRUE(counting.fiber.finished());
  EXPECT_EQ(counting.steps, 1);
}

TEST(Fiber, StartsAnewWhereverItStood) {
  Counting counting;
  for (const int resumes : {0, 1, 2, 4, 1}) {
    counting.fiber.start(&Counting::run, &counting);
    for (int i = 0; i < resumes; ++i) counting.fiber.resume();
    counting.fiber.start(&Counting::run, &counting);
    counting.fiber.resume();
    EXPECT_EQ(counting.seen, 1);
  }
}

TEST(Fiber, GoesBackToAStackRestoredAnyNumberOfTimes) {
  if (!stacks_can_be_copied) GTEST_SKIP() << "stacks are not copied under a sanitizer";
  Counting counting;
  counting.fiber.start(&Counting::run, &counting);
  counting.fiber.resume();
  const std::vector<std::byte> image(counting.fiber.live().begin(), counting.fiber.live().end());
  for (int times = 1; times <= 3; ++times) {
    counting.fiber.resume();
    EXPECT_EQ(counting.seen, 2);
    while (!counting.fiber.finished()) counting.fiber.resume();
    EXPECT_EQ(counting.steps, times);
    counting.fiber.restore(image, false);
    EXPECT_FALSE(counting.fiber.finished());
    EXPECT_TRUE(std::equal(image.begin(), image.end(), counting.fiber.live().begin()));
  }
}

TEST(Fiber, StaysFinishedWhenRestoredAsFinished) {
  if (!stacks_can_be_copied) GTEST_SKIP() << "stacks are not copied under a sanitizer";
  Counting counting;
  counting.fiber.start(&Counting::run, &counting);
  while (!counting.fiber.finished()) counting.fiber.resume();
  const std::vector<std::byte> image(counting.fiber.live().begin(), counting.fiber.live().end());
  counting.fiber.start(&Counting::run, &counting);
  counting.fiber.resume();
  counting.fiber.restore(image, true);
  EXPECT_TRUE(counting.fiber.finished());
}

TEST(Fiber, KeepsItsLiveStackSmall) {
  // The cost of a checkpoint: a couple of hundred bytes, more only without optimisation.
  Counting counting;
  counting.fiber.start(&Counting::run, &counting);
  counting.fiber.resume();
  EXPECT_LT(counting.fiber.live().size(), 1024U);
}

TEST(Fiber, HandsOnWhatItsEntryThrows) {
  Fiber fiber;
  fiber.start(
      [](void* self) {
        static_cast<Fiber*>(self)->suspend();
        throw std::runtime_error("from inside");
      },
      &fiber);
  fiber.resume();
  EXPECT_THROW(fiber.resume(), std::runtime_error);
  EXPECT_TRUE(fiber.finished());
}

TEST(Fiber, CatchesItsOwnExceptionsWhileOthersDoToo) {
  Fiber fiber;
  fiber.start(
      [](void* self) {
        for (int i = 0; i < 3; ++i) {
          try {
            throw i;
          } catch (int caught) {
            if (caught != i) throw std::logic_error("mixed up");
          }
          static_cast<Fiber*>(self)->suspend();
        }
      },
      &fiber);
  while (!fiber.finished()) {
    try {
      throw std::runtime_error("outside");
    } catch (const std::runtime_error&) {
      EXPECT_NO_THROW(fiber.resume());
    }
  }
}

TEST(FiberDeathTest, IsNotResumedAfterItsEnd) {
  Fiber fiber;
  EXPECT_EXIT(fiber.resume(), testing::ExitedWithCode(4), "precondition");
  fiber.start([](void*) {}, nullptr);
  fiber.resume();
  EXPECT_EXIT(fiber.resume(), testing::ExitedWithCode(4), "precondition");
}

}  // namespace
}  // namespace preemptcheck::explorer
