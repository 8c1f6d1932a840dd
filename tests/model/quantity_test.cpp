#include "model/quantity.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace preemptcheck::model {
namespace {

std::int64_t whole(std::string_view text) {
  const QuantityResult result = parse_quantity(text, QuantityUnit::whole);
  if (const auto* error = std::get_if<QuantityError>(&result)) {
    ADD_FAILURE() << text << ' ' << error->message;
    return -1;
  }
  return std::get<std::int64_t>(result);
}

std::int64_t milli(std::string_view text) {
  const QuantityResult result = parse_quantity(text, QuantityUnit::milli);
  return std::holds_alternative<QuantityError>(result) ? -1 : std::get<std::int64_t>(result);
}

std::string error(std::string_view text) {
  const QuantityResult result = parse_quantity(text, QuantityUnit::whole);
  const auto* found = std::get_if<QuantityError>(&result);
  return found == nullptr ? "" : found->message;
}

TEST(Quantity, PlainNumbersStandForThemselves) {
  EXPECT_EQ(whole("0"), 0);
  EXPECT_EQ(whole("12"), 12);
  EXPECT_EQ(whole("+12"), 12);
  EXPECT_EQ(whole("-12"), -12);
  EXPECT_EQ(whole("0007"), 7);
  EXPECT_EQ(milli("2"), 2000);
}

TEST(Quantity, DecimalSuffixesArePowersOfAThousand) {
  EXPECT_EQ(whole("1k"), 1'000);
  EXPECT_EQ(whole("1M"), 1'000'000);
  EXPECT_EQ(whole("1G"), 1'000'000'000);
  EXPECT_EQ(whole("1T"), 1'000'000'000'000);
  EXPECT_EQ(whole("1P"), 1'000'000'000'000'000);
  EXPECT_EQ(whole("1E"), 1'000'000'000'000'000'000);
}

TEST(Quantity, BinarySuffixesArePowersOf1024) {
  EXPECT_EQ(whole("1Ki"), 1LL << 10);
  EXPECT_EQ(whole("1Mi"), 1LL << 20);
  EXPECT_EQ(whole("1Gi"), 1LL << 30);
  EXPECT_EQ(whole("1Ti"), 1LL << 40);
  EXPECT_EQ(whole("1Pi"), 1LL << 50);
  EXPECT_EQ(whole("1Ei"), 1LL << 60);
  EXPECT_EQ(whole("1.5Gi"), 1'610'612'736);
  EXPECT_EQ(whole("-1.5Ki"), -1536);
}

TEST(Quantity, ExponentsAreDecimal) {
  EXPECT_EQ(whole("1e3"), 1000);
  EXPECT_EQ(whole("1E3"), 1000);
  EXPECT_EQ(whole("1.25e+2"), 125);
  EXPECT_EQ(whole("5000e-3"), 5);
  EXPECT_EQ(whole("0e99999999"), 0);
  EXPECT_EQ(whole("1e-99999999"), 1);
}

TEST(Quantity, PartsOfAUnitAreRoundedAwayFromZero) {
  EXPECT_EQ(whole("1m"), 1);
  EXPECT_EQ(whole("1001m"), 2);
  EXPECT_EQ(whole("1u"), 1);
  EXPECT_EQ(whole("1n"), 1);
  EXPECT_EQ(whole("0.5"), 1);
  EXPECT_EQ(whole("-1.5"), -2);
  EXPECT_EQ(whole("0.0000000000000000000000000001"), 1);
  EXPECT_EQ(whole("1.0"), 1);
  EXPECT_EQ(milli("0.0001"), 1);
  EXPECT_EQ(milli("100m"), 100);
  EXPECT_EQ(milli("0.1"), 100);
  EXPECT_EQ(milli("1500u"), 2);
  EXPECT_EQ(whole("0.001Ki"), 2);
}

TEST(Quantity, APointNeedsDigitsOnOneSideOnly) {
  EXPECT_EQ(whole("1."), 1);
  EXPECT_EQ(milli(".5"), 500);
}

TEST(Quantity, TheLargestAmountIs63Bits) {
  EXPECT_EQ(whole("9223372036854775807"), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(error("9223372036854775808"), "is too large: it does not fit into 64 bits");
  EXPECT_NE(error("9223372036854775807.1"), "");
  EXPECT_NE(error("8Ei"), "");
  EXPECT_NE(error("10E"), "");
  EXPECT_NE(error("1e99999999999999999999"), "");
  EXPECT_NE(error("99999999999999999999999999999999"), "");
  EXPECT_EQ(milli("9223372036854776"), -1);
}

TEST(Quantity, OtherTextsAreErrors) {
  for (const char* text :
       {"",      " ",     "x",      "1x",    "1K",    "1mi", "1i",  "1 Gi", "1Gi ",  "--1",
        "+-1",   "1.1.1", "1+1.0M", "0.1am", "3.01i", "1e",  "1e-", "1e+",  "1e+-3", "1e--3",
        "1e3.5", "1m5",   "0x10",   "Ki",    "m",     ".",   "-",   "1,5",  "1Gii"}) {
    EXPECT_NE(error(text), "") << text;
  }
}

TEST(Quantity, AnErrorNamesTheUnits) {
  EXPECT_EQ(
      error("12x"),
      "ends in 'x', which is no unit (n, u, m, k, M, G, T, P, E, Ki, Mi, Gi, Ti, Pi, Ei or an "
      "exponent such as e3)");
}

RC_GTEST_PROP(Quantity, ThousandthsRoundUpToUnits, ()) {
  const auto amount = *rc::gen::inRange<std::int64_t>(0, 1'000'000'000'000);
  RC_ASSERT(whole(std::to_string(amount) + "m") == (amount + 999) / 1000);
  RC_ASSERT(milli(std::to_string(amount) + "m") == amount);
}

RC_GTEST_PROP(Quantity, APointIsTheSameAsASmallerSuffix, ()) {
  const auto thousandths = *rc::gen::inRange<std::int64_t>(0, 10'000'000);
  const std::string rest = std::to_string(1000 + thousandths % 1000).substr(1);
  const std::string text = std::to_string(thousandths / 1000) + "." + rest;
  RC_ASSERT(whole(text + "M") == thousandths * 1000);
  RC_ASSERT(milli(text) == thousandths);
  RC_ASSERT(whole(text + "Ki") == (thousandths * 1024 + 999) / 1000);
}

RC_GTEST_PROP(Quantity, AnyTextIsAQuantityOrAnError, ()) {
  const auto text = *rc::gen::container<std::string>(
      rc::gen::elementOf(std::string("0123456789+-.eEinumkKMGTP ")));
  for (const QuantityUnit unit : {QuantityUnit::whole, QuantityUnit::milli}) {
    const QuantityResult result = parse_quantity(text, unit);
    const auto* failed = std::get_if<QuantityError>(&result);
    if (failed != nullptr) RC_ASSERT(!failed->message.empty());
  }
}

}  // namespace
}  // namespace preemptcheck::model
