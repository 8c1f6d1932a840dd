// Properties as predicates over the explorer's bytes.
#pragma once

#include <memory>
#include <string>

#include "explorer/program.h"
#include "model/cluster.h"
#include "properties/property.h"

namespace preemptcheck::properties {

/// The predicate that searches evaluate. Keeps the model. Throws std::invalid_argument for a
/// promise about runs: see bind_runs.h.
explorer::Predicate predicate_of(const Property& property,
                                 const std::shared_ptr<const model::Model>& model);

/// What a property says of a state (of a transition), for reports. For `sometimes` and `eventually`
/// a finding is never violated. `before` is read for `step` only.
Finding evaluate(const Property& property, const model::Model& model, const model::World& before,
                 const model::World& after);

/// A finding as a sentence, with the names of its pods and nodes.
std::string sentence_of(const Finding& finding, const model::Scenario& scenario);

}  // namespace preemptcheck::properties
