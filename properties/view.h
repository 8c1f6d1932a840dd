// Worlds as checks see them.
#pragma once

#include "model/cluster.h"
#include "model/program_of.h"

namespace preemptcheck::properties {

/// Modelled code and checks share one kind of view. Checks only read through it; a test compares
/// the bytes before and after every check.
inline model::Cluster view(const model::World& world, const model::Model& model) {
  return {const_cast<model::World&>(world), model};
}
inline model::Cluster view(const std::byte* state, const model::Model& model) {
  return view(model::world_of(state), model);
}

}  // namespace preemptcheck::properties
