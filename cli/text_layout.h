// Lines of text: broken at a width, coloured.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace preemptcheck::cli {

/// Number of characters, not bytes (UTF-8).
std::size_t width_of_text(std::string_view text);

/// Breaks a text between words into lines that are at most `width` wide. The first starts with
/// `head`, the others with `indent` spaces. Ends with a line end.
std::string wrapped(std::string_view head, std::string_view text, std::size_t indent,
                    std::size_t width);

/// A description in the right column of --help, broken to fit 100 characters.
std::string help_text(std::string_view text);
inline constexpr std::size_t help_column = 34;

enum class Colour : int { none = 0, bold = 1, dim = 2, red = 31, green = 32, yellow = 33 };

/// The text in a colour, or as it is where colours are off.
std::string coloured(std::string_view text, Colour colour, bool enabled);
/// One of six colours for the n-th actor.
std::string in_colour_of_actor(std::string_view text, std::size_t actor, bool enabled);

}  // namespace preemptcheck::cli
