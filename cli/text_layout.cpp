#include "cli/text_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace preemptcheck::cli {

std::size_t width_of_text(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
  }));
}

std::string wrapped(std::string_view head, std::string_view text, std::size_t indent,
                    std::size_t width) {
  std::string out(head);
  std::size_t column = width_of_text(head);
  bool at_start = true;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t needed = width_of_text(word) + (at_start ? 0 : 1);
    if (!at_start && column + needed > width) {
      out += '\n';
      out.append(indent, ' ');
      column = indent;
      at_start = true;
    }
    if (!at_start) {
      out += ' ';
      ++column;
    }
    out += word;
    column += width_of_text(word);
    at_start = false;
  }
  return out + "\n";
}

std::string help_text(std::string_view text) {
  std::string lines = wrapped("", text, 0, 100 - help_column);
  lines.pop_back();
  return lines;
}

std::string coloured(std::string_view text, Colour colour, bool enabled) {
  if (!enabled || colour == Colour::none) return std::string(text);
  return fmt::format("\033[{}m{}\033[0m", static_cast<int>(colour), text);
}

std::string in_colour_of_actor(std::string_view text, std::size_t actor, bool enabled) {
  constexpr std::array<int, 6> colours{36, 33, 35, 32, 34, 91};
  if (!enabled) return std::string(text);
  return fmt::format("\033[{}m{}\033[0m", colours[actor % colours.size()], text);
}

}  // namespace preemptcheck::cli
