#include "explorer/visited_set.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <cstring>
#include <set>
#include <string>
#include <vector>

namespace preemptcheck::explorer {
namespace {

using State = std::vector<std::byte>;

State state_of(std::uint64_t value) {
  State state(sizeof value);
  std::memcpy(state.data(), &value, sizeof value);
  return state;
}

/// Spreads consecutive numbers as a hash does (Steele et al., "Fast splittable pseudorandom number
/// generators", OOPSLA 2014).
std::uint64_t mixed(std::uint64_t value) {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9U;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebU;
  return value ^ (value >> 31);
}

TEST(FingerprintSet, GrowsAndForgetsNothing) {
  const auto set = make_fingerprint_set();
  constexpr std::uint64_t count = 200000;
  for (std::uint64_t i = 0; i < count; ++i) ASSERT_TRUE(set->insert(mixed(i), {})) << i;
  for (std::uint64_t i = 0; i < count; ++i) ASSERT_FALSE(set->insert(mixed(i), {})) << i;
  EXPECT_EQ(set->size(), count);
  EXPECT_LE(set->fill(), 0.875);
  EXPECT_GT(set->fill(), 0.4);
}

TEST(FingerprintSet, HoldsFingerprintsThatAllWantTheSamePlace) {
  const auto set = make_fingerprint_set();
  for (std::uint64_t i = 1; i < 3000; ++i) ASSERT_TRUE(set->insert(i << 40, {}));
  for (std::uint64_t i = 1; i < 3000; ++i) ASSERT_FALSE(set->insert(i << 40, {}));
}

TEST(FingerprintSet, HoldsFingerprintsThatWantTheLastPlace) {
  const auto set = make_fingerprint_set();
  for (std::uint64_t i = 0; i < 100; ++i)
    ASSERT_TRUE(set->insert(~std::uint64_t{0} - (i << 40), {}));
  for (std::uint64_t i = 0; i < 100; ++i)
    ASSERT_FALSE(set->insert(~std::uint64_t{0} - (i << 40), {}));
}

TEST(FingerprintSet, TakesTheFingerprintZero) {
  const auto set = make_fingerprint_set();
  EXPECT_TRUE(set->insert(0, {}));
  EXPECT_FALSE(set->insert(0, {}));
  EXPECT_EQ(set->size(), 1U);
}

TEST(FingerprintSet, AnnouncesTheMemoryThatItsGrowthTakes) {
  const auto set = make_fingerprint_set();
  const std::uint64_t bytes = set->bytes();
  for (std::uint64_t i = 0; set->bytes_after_next_insert() == bytes; ++i) set->insert(mixed(i), {});
  EXPECT_EQ(set->bytes(), bytes);
  EXPECT_EQ(set->bytes_after_next_insert(), 3 * bytes);
  set->insert(mixed(1U << 30), {});
  EXPECT_EQ(set->bytes(), 2 * bytes);
}

TEST(FingerprintSet, EstimatesOmissionByTheBirthdayBound) {
  const auto set = make_fingerprint_set();
  EXPECT_EQ(set->omission_probability(), 0);
  for (std::uint64_t i = 0; i < 1000; ++i) set->insert(mixed(i), {});
  EXPECT_NEAR(set->omission_probability() / (1000.0 * 999 / 2 / std::pow(2.0, 64)), 1, 1e-9);
}

TEST(ExactSet, TellsStatesOfEqualFingerprintsApart) {
  const State initial = state_of(0);
  const auto set = make_exact_set(initial);
  for (std::uint64_t i = 0; i < 1000; ++i) EXPECT_TRUE(set->insert(7, state_of(mixed(i))));
  for (std::uint64_t i = 0; i < 1000; ++i) EXPECT_FALSE(set->insert(7, state_of(mixed(i))));
  EXPECT_EQ(set->size(), 1000U);
  EXPECT_EQ(set->omission_probability(), 0);
}

TEST(ExactSet, KeepsTheInitialStateLikeAnyOther) {
  const State initial = state_of(5);
  const auto set = make_exact_set(initial);
  EXPECT_TRUE(set->insert(1, initial));
  EXPECT_FALSE(set->insert(1, initial));
  EXPECT_TRUE(set->insert(1, state_of(6)));
}

TEST(ExactSet, GrowsBeyondOneChunkAndForgetsNothing) {
  const State initial(300);
  const auto set = make_exact_set(initial);
  constexpr std::uint64_t count = 20000;  // of about 300 bytes each: several chunks of a MiB
  const auto state = [](std::uint64_t i) {
    State result(300, std::byte{1});
    std::memcpy(result.data() + 100, &i, sizeof i);
    return result;
  };
  for (std::uint64_t i = 0; i < count; ++i) ASSERT_TRUE(set->insert(mixed(i), state(i)));
  for (std::uint64_t i = 0; i < count; ++i) ASSERT_FALSE(set->insert(mixed(i), state(i)));
  EXPECT_GT(set->bytes(), count * 200);
}

TEST(ExactSet, TellsRunsApartThatAreLongerThanAByteCounts) {
  const State initial(512);
  State late = initial;  // 256 equal bytes, then 256 others
  for (std::size_t i = 256; i < 512; ++i) late[i] = std::byte{1};
  State early = initial;  // 255 others, 256 equal bytes, one other
  for (std::size_t i = 0; i < 255; ++i) early[i] = std::byte{1};
  early.back() = std::byte{1};
  const auto set = make_exact_set(initial);
  EXPECT_TRUE(set->insert(1, late));
  EXPECT_TRUE(set->insert(1, early));
}

TEST(ExactSet, FindsWhatAPlainSetOfStatesFinds) {
  const bool holds = rc::check(
      "long and short runs of equal and of different bytes, at all fingerprints equal", [] {
        const auto size = *rc::gen::element<std::size_t>(0, 1, 8, 254, 255, 256, 511, 700);
        const auto state = rc::gen::map(rc::gen::container<std::vector<std::size_t>>(
                                            rc::gen::inRange<std::size_t>(0, size + 1)),
                                        [size](const std::vector<std::size_t>& flips) {
                                          // Each position turns all bytes from there on: the state
                                          // is made of runs.
                                          State result(size);
                                          for (const std::size_t from : flips)
                                            for (std::size_t i = from; i < size; ++i)
                                              result[i] ^= std::byte{1};
                                          return result;
                                        });
        const State initial = *state;
        const auto states = *rc::gen::container<std::vector<State>>(state);
        const auto set = make_exact_set(initial);
        std::set<std::string> plain;
        for (const State& inserted : states) {
          const auto* text = reinterpret_cast<const char*>(inserted.data());
          const bool is_new = plain.emplace(text, text + inserted.size()).second;
          RC_ASSERT(set->insert(3, inserted) == is_new);
        }
        RC_ASSERT(set->size() == plain.size());
      });
  EXPECT_TRUE(holds);
}

}  // namespace
}  // namespace preemptcheck::explorer
