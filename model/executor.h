// Evicting victims. Mirrors pkg/scheduler/framework/preemption/executor.go (up to 1.35 part of
// preemption.go).
#pragma once

#include "explorer/actor.h"
#include "model/cluster.h"

namespace preemptcheck::model {

/// Executor.IsPodRunningPreemption: what the PreEnqueue gate asks. Reads the lister.
bool IsPodRunningPreemption(const Cluster& c, PodId preemptor);

/// Whether a preemption still counts: not failed, and the cache still holds one of its victims.
bool is_in_flight(const Cluster& c, const Preemption& preemption);

/// The head of prepareCandidateAsync, on the scheduling thread; sync: of prepareCandidate. Takes a
/// free record for the preemption; none left is a bound of the model. Returns its id, or 255 where
/// no call needs to be made.
PreemptionId start_preemption(Cluster c, PodId preemptor, NodeId node, PodSet victims);

/// The rest of prepareCandidate, on the scheduling thread. Returns whether a victim's call failed.
bool prepareCandidate(explorer::Actor& self, Cluster c, PreemptionId id);

/// Actor: the goroutine that prepareCandidateAsync starts for a preemption.
void run_preemption_goroutine(explorer::Actor& self, Cluster c, PreemptionId id);

/// Actor: calls one of the victims that a preemption hands to parallel workers.
void run_preemption_worker(explorer::Actor& self, Cluster c, PreemptionId id, std::uint8_t piece);

}  // namespace preemptcheck::model
