// A model as a program for the explorer.
#pragma once

#include <memory>
#include <string>

#include "explorer/program.h"
#include "model/cluster.h"

namespace preemptcheck::model {

/// The world in a state's bytes.
const World& world_of(const std::byte* state);
World& world_of(std::byte* state);

/// All actors of the model over its initial world; no predicates yet. The program keeps `model`.
explorer::Program program_of(const std::shared_ptr<const Model>& model);

/// Name of a bound of the model, and what to do about it.
const char* describe(ModelBound bound);

}  // namespace preemptcheck::model
