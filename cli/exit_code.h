// What the program's exit codes mean.
#pragma once

#include <stdexcept>
#include <string_view>

namespace preemptcheck::cli {

enum class ExitCode : int {
  all_hold = 0,      ///< every property holds, the space was exhausted; replay: no violation
  violated = 1,      ///< a property is violated; replay: the trace reaches its violation
  usage = 2,         ///< usage, input or output error; replay: the trace diverges
  inconclusive = 3,  ///< no violation, but a limit was reached
  internal = 4,      ///< a fault of this program
};

/// The table for --help.
inline constexpr std::string_view exit_codes_text =
    "Exit codes:\n"
    "  0  every property holds and all states were explored (replay: no violation)\n"
    "  1  a property is violated (replay: the trace reaches its violation)\n"
    "  2  usage, input or output error (replay: the trace diverges from the model)\n"
    "  3  inconclusive: no violation, but a limit was reached or the search was interrupted\n"
    "  4  internal error: a fault of this program, please report it\n";

/// Something on the command line is wrong.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A fault of this program that it has noticed itself.
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

}  // namespace preemptcheck::cli
