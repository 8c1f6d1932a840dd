// A scenario explored, and every violation found made a counterexample that holds.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
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

/// The program of a model that is judged by these properties, in their order; none is about runs.
explorer::Program program_with(const std::shared_ptr<const model::Model>& model,
                               const std::vector<const properties::Property*>& properties);
/// What a scenario says of a property on the release that it is read for.
std::optional<model::Verdict> expected_of(const model::Scenario& scenario, std::string_view name);

/// Throws InternalError for a fault of the model or of the search: a failed audit, a schedule that
/// cannot be repeated.
ExploreReport explore_scenario(model::Scenario scenario, const ExploreRequest& request);

}  // namespace preemptcheck::cli
