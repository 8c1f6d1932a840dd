// Promises about runs, as questions to a graph of states.
#pragma once

#include <memory>
#include <vector>

#include "explorer/fair_loop.h"
#include "model/cluster.h"
#include "properties/property.h"

namespace preemptcheck::properties {

/// What an `eventually` property promises one pod.
struct PodPromise {
  model::PodId pod = model::no_pod;
  explorer::Promise promise;
};

/// Adds what an `eventually` property asks to `questions`, and returns its promises: one for each
/// pod that is to be placed. Weak fairness is due to every actor but clients, to the kubelet and
/// the flush unless the scenario says otherwise. The questions keep the model.
std::vector<PodPromise> promises_of(const Eventually& property,
                                    const std::shared_ptr<const model::Model>& model,
                                    const explorer::Program& program,
                                    explorer::Questions& questions);

/// What is said of a run that breaks the promise made to a pod.
Finding finding_of(const Eventually& property, model::PodId pod);

}  // namespace preemptcheck::properties
