// A counterexample for people, part by part.
#pragma once

#include <string>
#include <string_view>

#include "cli/report.h"

namespace preemptcheck::cli {

/// What was promised, what happened to whom, and why as far as it is known.
std::string headline(const properties::Property& property, const Counterexample& counterexample,
                     const TextStyle& style);
/// A line a step with what it changes below it; a blank line where another actor goes on.
std::string schedule_text(const model::Model& model, const Counterexample& counterexample,
                          const TextStyle& style);
std::string end_state_text(const model::Model& model, const Recording& recording,
                           std::string_view heading, const TextStyle& style);

/// A word of a command line, quoted where a shell would take it apart.
std::string shell_word(const std::string& word);

}  // namespace preemptcheck::cli
