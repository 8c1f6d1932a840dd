// A scenario explored, and every violation found made a counterexample that holds.
#pragma once

#include <vector>

#include "cli/report.h"
#include "explorer/search.h"
#include "model/scenario.h"
#include "properties/property.h"

namespace preemptcheck::cli {

struct ExploreRequest {
  std::vector<const properties::Property*> properties;
  explorer::Options options;
  bool shorten = true;  ///< search breadth first for the shortest schedules after a violation
};

/// Above so many states a second search, breadth first, would need too much memory and time.
inline constexpr std::uint64_t shorten_states_max = 5'000'000;

/// Throws InternalError for a fault of the model or of the search: a failed audit, a schedule that
/// cannot be repeated.
ExploreReport explore_scenario(model::Scenario scenario, const ExploreRequest& request);

}  // namespace preemptcheck::cli
