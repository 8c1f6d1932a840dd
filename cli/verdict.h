// From what a search found to what may be said about a property.
#pragma once

#include <string>
#include <vector>

#include "cli/report.h"

namespace preemptcheck::cli {

/// Why a search did not exhaust the space: "the limit of 1,000 states was reached".
std::string limit_text(const explorer::SearchResult& search, const explorer::Limits& limits);

/// Verdict and reason for a property that was hit so often.
PropertyReport judge(const properties::Property& property, std::uint64_t hits,
                     const explorer::SearchResult& search, const explorer::Limits& limits);

/// The same for a property about runs.
PropertyReport judge_run_property(const properties::Property& property, bool is_broken,
                                  const explorer::SearchResult& search,
                                  const explorer::Limits& limits);

/// Violated beats inconclusive beats holds.
model::Verdict overall(const std::vector<PropertyReport>& properties, bool exhausted);

}  // namespace preemptcheck::cli
