// RFC 3339 times.
#include <fmt/format.h>

#include <chrono>
#include <optional>
#include <string_view>

#include "model/manifest_parts.h"

namespace preemptcheck::model {
namespace {

/// Reads fixed-width fields from the left.
class Fields {
 public:
  explicit Fields(std::string_view text) : rest_(text) {}

  int number(std::size_t width) {
    int value = 0;
    for (std::size_t i = 0; i < width; ++i) {
      if (rest_.empty() || rest_.front() < '0' || rest_.front() > '9') {
        ok_ = false;
        return 0;
      }
      value = value * 10 + (rest_.front() - '0');
      rest_.remove_prefix(1);
    }
    return value;
  }
  /// Takes one character out of `any_of`.
  char one_of(std::string_view any_of) {
    if (rest_.empty() || any_of.find(rest_.front()) == any_of.npos) {
      ok_ = false;
      return 0;
    }
    const char taken = rest_.front();
    rest_.remove_prefix(1);
    return taken;
  }
  void skip_fraction() {
    if (!rest_.starts_with('.')) return;
    rest_.remove_prefix(1);
    number(1);
    while (!rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9') rest_.remove_prefix(1);
  }
  [[nodiscard]] bool complete() const { return ok_ && rest_.empty(); }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

std::optional<std::int64_t> parse_time(std::string_view text) {
  Fields fields(text);
  const int year = fields.number(4);
  fields.one_of("-");
  const int month = fields.number(2);
  fields.one_of("-");
  const int day = fields.number(2);
  fields.one_of("Tt ");
  const int hour = fields.number(2);
  fields.one_of(":");
  const int minute = fields.number(2);
  fields.one_of(":");
  const int second = fields.number(2);
  fields.skip_fraction();
  const char zone = fields.one_of("Zz+-");
  std::chrono::minutes offset{0};
  if (zone == '+' || zone == '-') {
    offset = std::chrono::hours(fields.number(2));
    fields.one_of(":");
    offset += std::chrono::minutes(fields.number(2));
  }
  const std::chrono::year_month_day date{std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (!fields.complete() || !date.ok() || hour > 23 || minute > 59 || second > 60) {
    return std::nullopt;
  }
  const auto local = std::chrono::sys_days(date) + std::chrono::hours(hour) +
                     std::chrono::minutes(minute) + std::chrono::seconds(second);
  return (local - (zone == '-' ? -offset : offset)).time_since_epoch().count();
}

}  // namespace

std::int64_t read_time(const YamlNode& time) {
  if (!time.present()) return 0;
  const std::optional<std::int64_t> seconds = parse_time(time.text());
  if (!seconds) {
    time.fail(fmt::format("'{}' is no time; write it as 2026-01-31T12:00:00Z", time.text()));
  }
  return *seconds;
}

}  // namespace preemptcheck::model
