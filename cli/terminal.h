// What the program writes to: a terminal or not, how wide.
#pragma once

#include <cstddef>

namespace preemptcheck::cli {

enum class Stream : int { output = 1, error = 2 };

bool is_terminal(Stream stream);
/// A terminal's width; 100 where it is none or does not tell.
std::size_t width_of(Stream stream);
/// Colours are for terminals, unless NO_COLOR is set (https://no-color.org) or TERM is "dumb".
bool wants_colour(Stream stream);

}  // namespace preemptcheck::cli
