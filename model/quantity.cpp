#include "model/quantity.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <utility>

namespace preemptcheck::model {
namespace {

/// 10^decimal * 2^binary.
struct Multiplier {
  std::int64_t decimal = 0;
  int binary = 0;
};

/// A quantity's text cut into its parts, not yet interpreted.
struct Parts {
  bool negative = false;
  std::string digits;  ///< before and after the point
  std::int64_t fraction_digits = 0;
  std::string_view suffix;
};

struct SuffixMeaning {
  std::string_view suffix;
  Multiplier multiplier;
};

// Nothing beyond 10^18 fits 64 bits; an exponent past this bound only has to stay recognisable.
constexpr std::int64_t exponent_bound = 1'000'000;

constexpr SuffixMeaning suffix_meanings[] = {
    {"n", {-9, 0}},  {"u", {-6, 0}},  {"m", {-3, 0}},  {"", {0, 0}},
    {"k", {3, 0}},   {"M", {6, 0}},   {"G", {9, 0}},   {"T", {12, 0}},
    {"P", {15, 0}},  {"E", {18, 0}},  {"Ki", {0, 10}}, {"Mi", {0, 20}},
    {"Gi", {0, 30}}, {"Ti", {0, 40}}, {"Pi", {0, 50}}, {"Ei", {0, 60}},
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view take_digits(std::string_view& rest) {
  const auto end = std::find_if_not(rest.begin(), rest.end(), is_digit);
  const std::string_view digits = rest.substr(0, static_cast<std::size_t>(end - rest.begin()));
  rest.remove_prefix(digits.size());
  return digits;
}

Parts split(std::string_view text) {
  Parts parts;
  if (text.starts_with('-') || text.starts_with('+')) {
    parts.negative = text.front() == '-';
    text.remove_prefix(1);
  }
  parts.digits = take_digits(text);
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    const std::string_view fraction = take_digits(text);
    parts.digits += fraction;
    parts.fraction_digits = static_cast<std::int64_t>(fraction.size());
  }
  parts.suffix = text;
  return parts;
}

/// "e3", "E-2": a decimal exponent.
std::optional<Multiplier> exponent_of(std::string_view suffix) {
  if (suffix.size() < 2 || (suffix.front() != 'e' && suffix.front() != 'E')) return std::nullopt;
  suffix.remove_prefix(1);
  if (suffix.front() == '+') {
    suffix.remove_prefix(1);
    if (suffix.starts_with('-')) return std::nullopt;
  }
  std::int64_t exponent = 0;
  const auto [end, error] = std::from_chars(suffix.data(), suffix.data() + suffix.size(), exponent);
  if (error != std::errc() || end != suffix.data() + suffix.size()) return std::nullopt;
  return Multiplier{std::clamp(exponent, -exponent_bound, exponent_bound), 0};
}

std::optional<Multiplier> multiplier_of(std::string_view suffix) {
  for (const SuffixMeaning& meaning : suffix_meanings) {
    if (meaning.suffix == suffix) return meaning.multiplier;
  }
  return exponent_of(suffix);
}

/// Decimal digits times a small factor, by hand: no integer type holds every quantity's digits.
void multiply(std::string& digits, unsigned factor) {
  unsigned carry = 0;
  for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit) {
    const unsigned product = static_cast<unsigned>(*digit - '0') * factor + carry;
    *digit = static_cast<char>('0' + product % 10);
    carry = product / 10;
  }
  if (carry > 0) digits.insert(0, std::to_string(carry));
}

/// floor(digits * 10^exponent), and whether something was cut off; nothing where 64 bits are too
/// few.
std::optional<std::pair<std::int64_t, bool>> scaled(std::string digits, std::int64_t exponent) {
  digits.erase(0, digits.find_first_not_of('0'));
  if (digits.empty()) return std::pair{std::int64_t{0}, false};
  const std::int64_t whole_digits = static_cast<std::int64_t>(digits.size()) + exponent;
  if (whole_digits > std::numeric_limits<std::int64_t>::digits10 + 1) return std::nullopt;
  const std::size_t kept = whole_digits > 0 ? static_cast<std::size_t>(whole_digits) : 0;
  const bool has_rest = kept < digits.size() && digits.find_first_not_of('0', kept) != digits.npos;
  digits.resize(kept, '0');
  if (digits.empty()) return std::pair{std::int64_t{0}, has_rest};
  std::int64_t value = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (read.ec != std::errc()) return std::nullopt;
  return std::pair{value, has_rest};
}

}  // namespace

QuantityResult parse_quantity(std::string_view text, QuantityUnit unit) {
  if (text.empty()) return QuantityError{"is empty"};
  Parts parts = split(text);
  if (parts.digits.empty()) return QuantityError{"has no digits"};
  const std::optional<Multiplier> multiplier = multiplier_of(parts.suffix);
  if (!multiplier) {
    return QuantityError{"ends in '" + std::string(parts.suffix) +
                         "', which is no unit (n, u, m, k, M, G, T, P, E, Ki, Mi, Gi, Ti, Pi, Ei "
                         "or an exponent such as e3)"};
  }
  for (int power = 0; power < multiplier->binary; power += 10) multiply(parts.digits, 1U << 10U);
  const std::int64_t unit_exponent = unit == QuantityUnit::milli ? 3 : 0;
  const auto amount =
      scaled(std::move(parts.digits), multiplier->decimal - parts.fraction_digits + unit_exponent);
  constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  if (!amount || (amount->second && amount->first == largest)) {
    return QuantityError{"is too large: it does not fit into 64 bits"};
  }
  const std::int64_t rounded = amount->first + (amount->second ? 1 : 0);
  return parts.negative ? -rounded : rounded;
}

}  // namespace preemptcheck::model
