#include "cli/progress.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>

#include "cli/terminal.h"
#include "cli/units.h"

namespace preemptcheck::cli {

namespace {

constexpr double seconds_between_rewrites = 0.2;
constexpr double seconds_between_lines = 5;

bool line_stands = false;

}  // namespace

double seconds_now() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

std::string progress_text(const explorer::Progress& progress) {
  const double rate =
      progress.seconds > 0 ? static_cast<double>(progress.states) / progress.seconds : 0;
  std::string text = fmt::format("{} states, {}/s, depth {}", number_text(progress.states),
                                 rate_text(rate), progress.depth);
  if (progress.waiting > 0) text += fmt::format(", {} waiting", number_text(progress.waiting));
  return text + fmt::format(", table {:.0f} % full, {}", 100 * progress.table_fill,
                            bytes_text(progress.memory_bytes));
}

std::function<void(const explorer::Progress&)> make_progress(ProgressMode mode) {
  const bool on_terminal = is_terminal(Stream::error);
  if (mode == ProgressMode::never || (mode == ProgressMode::automatic && !on_terminal)) return {};
  return [on_terminal, last = seconds_now()](const explorer::Progress& progress) mutable {
    const double now = seconds_now();
    if (now - last < (on_terminal ? seconds_between_rewrites : seconds_between_lines)) return;
    last = now;
    show_progress(progress_text(progress), on_terminal);
  };
}

void show_progress(const std::string& text, bool on_terminal) {
  if (!on_terminal) {
    fmt::print(stderr, "{}\n", text);
    return;
  }
  fmt::print(stderr, "\r\033[K{}", text.substr(0, width_of(Stream::error) - 1));
  std::fflush(stderr);
  line_stands = true;
}

ProgressMode progress_mode(const std::string& name) {
  if (name == "always") return ProgressMode::always;
  return name == "never" ? ProgressMode::never : ProgressMode::automatic;
}

void clear_progress_line() {
  if (!line_stands) return;
  line_stands = false;
  fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
}

}  // namespace preemptcheck::cli
