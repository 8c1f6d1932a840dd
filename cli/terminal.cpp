#include "cli/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace preemptcheck::cli {

namespace {

constexpr std::size_t width_default = 100;
constexpr std::size_t width_least = 60;  // narrower than that nothing can be laid out

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : value;
}

}  // namespace

bool is_terminal(Stream stream) { return ::isatty(static_cast<int>(stream)) == 1; }

std::size_t width_of(Stream stream) {
  winsize size{};
  if (!is_terminal(stream)) return width_default;
  if (::ioctl(static_cast<int>(stream), TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
    return width_default;
  return std::max<std::size_t>(size.ws_col, width_least);
}

bool wants_colour(Stream stream) {
  return is_terminal(stream) && environment("NO_COLOR").empty() && environment("TERM") != "dumb";
}

}  // namespace preemptcheck::cli
