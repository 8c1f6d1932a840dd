// Counterexamples written to a folder.
#pragma once

#include <string>

#include "cli/report.h"

namespace preemptcheck::cli {

/// Creates the folder where it is missing. Throws model::OutputError.
void make_folder(const std::string& folder);

/// Writes a trace for each counterexample and notes its path in the report. Creates the folder when
/// there is something to write. Throws model::OutputError.
void save_traces(ExploreReport& report, const std::string& folder);

/// "redundant-preemption-1.37-preemptor-not-stranded.trace.json"
std::string trace_file_name(const model::Scenario& scenario, std::string_view property);

}  // namespace preemptcheck::cli
