#include "cli/units.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

#include "cli/exit_code.h"

namespace preemptcheck::cli {

namespace {

struct Unit {
  std::string_view name;
  double factor;
};

constexpr std::array<Unit, 4> time_units{{{"", 1}, {"s", 1}, {"m", 60}, {"h", 3600}}};

constexpr double ki = 1024;
constexpr std::array<Unit, 14> memory_units{{{"", 1},
                                             {"B", 1},
                                             {"K", 1e3},
                                             {"KB", 1e3},
                                             {"Ki", ki},
                                             {"KiB", ki},
                                             {"M", 1e6},
                                             {"MB", 1e6},
                                             {"Mi", ki* ki},
                                             {"MiB", ki* ki},
                                             {"G", 1e9},
                                             {"GB", 1e9},
                                             {"Gi", ki* ki* ki},
                                             {"GiB", ki* ki* ki}}};

/// The amount, or a negative number where the text is none.
template <std::size_t N>
double parse_amount(const std::string& text, const std::array<Unit, N>& units) {
  double number = 0;
  const char* end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, number, std::chars_format::fixed);
  if (parsed.ec != std::errc() || !std::isfinite(number) || number < 0) return -1;
  const std::string_view unit(parsed.ptr, static_cast<std::size_t>(end - parsed.ptr));
  for (const Unit& known : units)
    if (known.name == unit) return number * known.factor;
  return -1;
}

}  // namespace

double parse_seconds(const std::string& option, const std::string& text) {
  const double seconds = parse_amount(text, time_units);
  if (seconds < 0)
    throw UsageError(fmt::format("{} '{}' is no duration; write 60s, 5m or 1h", option, text));
  return seconds;
}

std::uint64_t parse_count(const std::string& option, const std::string& text) {
  std::uint64_t count = 0;
  const char* end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, count);
  if (parsed.ec == std::errc::result_out_of_range)
    throw UsageError(fmt::format("{} {}: too large; 0 is no limit", option, text));
  if (parsed.ec != std::errc() || parsed.ptr != end)
    throw UsageError(fmt::format("{} {}: write a whole number, 0 or more", option, text));
  return count;
}

std::uint64_t parse_bytes(const std::string& option, const std::string& text) {
  const double bytes = parse_amount(text, memory_units);
  constexpr double bytes_max = 1e18;
  if (bytes < 0 || (bytes > 0 && bytes < 1) || bytes > bytes_max)
    throw UsageError(
        fmt::format("{} '{}' is no amount of memory; write 512MiB or 4GiB", option, text));
  return static_cast<std::uint64_t>(bytes);
}

std::uint64_t default_memory_bytes() {
  const auto pages = static_cast<std::uint64_t>(std::max(0L, ::sysconf(_SC_PHYS_PAGES)));
  const auto page_bytes = static_cast<std::uint64_t>(std::max(0L, ::sysconf(_SC_PAGESIZE)));
  return pages * page_bytes / 4 * 3;
}

std::string bytes_text(std::uint64_t bytes) {
  constexpr std::array<std::string_view, 5> suffixes{"bytes", "KiB", "MiB", "GiB", "TiB"};
  auto amount = static_cast<double>(bytes);
  std::size_t suffix = 0;
  for (; amount >= ki && suffix + 1 < suffixes.size(); ++suffix) amount /= ki;
  return suffix == 0 ? fmt::format("{} bytes", bytes)
                     : fmt::format("{:.1f} {}", amount, suffixes[suffix]);
}

std::string number_text(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, 1, ',');
  return text;
}

std::string rate_text(double per_second) {
  if (per_second >= 1e6) return fmt::format("{:.1f} million", per_second / 1e6);
  return number_text(static_cast<std::uint64_t>(per_second));
}

std::string seconds_text(double seconds) {
  return seconds < 10 ? fmt::format("{:.2f} s", seconds) : fmt::format("{:.0f} s", seconds);
}

}  // namespace preemptcheck::cli
