// The line on standard error that says how far a search is.
#pragma once

#include <functional>
#include <string>

#include "explorer/search.h"

namespace preemptcheck::cli {

enum class ProgressMode : std::uint8_t { automatic, always, never };

/// "always", "never", or automatic.
ProgressMode progress_mode(const std::string& name);

/// A steady clock, in seconds from some point.
double seconds_now();

/// Shows progress as asked for: rewritten in place on a terminal, else a line every five seconds.
/// Empty where nothing is to be shown.
std::function<void(const explorer::Progress&)> make_progress(ProgressMode mode);

/// "1,234,567 states, 1.2 million/s, depth 90, table 43 % full, 1.2 GiB".
std::string progress_text(const explorer::Progress& progress);

/// One line of progress: rewritten in place on a terminal.
void show_progress(const std::string& text, bool on_terminal);

/// Takes the line off the terminal, if it stands there.
void clear_progress_line();

}  // namespace preemptcheck::cli
