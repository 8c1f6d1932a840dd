// The names of a trace's steps as transitions of a program.
#pragma once

#include <stdexcept>
#include <string>

#include "explorer/program.h"
#include "explorer/schedule.h"
#include "model/trace_file.h"

namespace preemptcheck::cli {

/// A trace cannot be followed. `what()` says at which step, what it expects, what is enabled there,
/// and what the usual cause is; several lines.
class TraceDiverges : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Follows a trace through the program. `file` is for messages. Throws TraceDiverges.
explorer::Schedule resolve_trace(const model::Trace& trace, const explorer::Program& program,
                                 const std::string& file);

}  // namespace preemptcheck::cli
