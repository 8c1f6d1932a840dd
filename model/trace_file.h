// A trace on disk: a schedule with all that is needed to run it again. Everything is written by
// name, so that a trace survives changes of the model that it doesn't touch.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/scenario.h"

namespace preemptcheck::model {

/// Number of the format that this program reads and writes.
inline constexpr int trace_schema = 1;

struct TraceStep {
  std::string actor;
  std::string site;    ///< where the actor stands before the step
  std::string choice;  ///< which successor; empty where the site has only one
  bool operator==(const TraceStep&) const = default;
};

struct Trace {
  std::string tool_version;  ///< of the program that wrote it
  std::string scenario_name;
  std::vector<SourceText> sources;
  std::string release;
  std::vector<std::pair<std::string, bool>> switches;       ///< as set, not all there are
  std::vector<std::pair<std::string, bool>> feature_gates;  ///< as set, not all there are
  bool timers_anytime = false;
  std::string property;
  std::string finding;  ///< the sentence that was printed when it was found
  std::vector<TraceStep> schedule;
  /// A run without end: the steps after so many of them are repeated for ever. If that is all of
  /// them, nothing happens any more that must.
  std::optional<std::size_t> loop_begins;
};

/// A file could not be written. `what()` is the whole message, one line.
class OutputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A trace of the scenario as it was read and set, without property, finding and schedule.
Trace trace_of(const Scenario& scenario);
/// The scenario that a trace holds, with the trace's release and settings. Throws InputError.
Scenario scenario_of(const Trace& trace);

/// Throws InputError, with the line where the text is no JSON and the field where it is no trace.
Trace parse_trace(const std::string& file, std::string_view text);
Trace read_trace(const std::string& file);

std::string text_of(const Trace& trace);
/// Writes all of a file or nothing: under another name in the same folder first, then renamed.
/// Throws OutputError; then no part of it is left behind and an older file of that name is as it
/// was.
void write_file(const std::string& path, std::string_view text);
void write_trace(const std::string& path, const Trace& trace);

}  // namespace preemptcheck::model
