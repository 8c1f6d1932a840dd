// How the victims of a preemption are spread over parallel workers. Mirrors
// pkg/scheduler/framework/parallelize/parallelism.go and the ParallelizeUntil of
// k8s.io/client-go/util/workqueue below it.
#pragma once

#include "model/cluster.h"

namespace preemptcheck::model {

/// Parallelizer.Until begins: that many pieces of work, one victim each, wait for workers.
void hand_out(Preemption& preemption, unsigned pieces);

/// Parallelizer.Until returns when its workers are idle and there is nothing left, or the context
/// is cancelled.
bool pieces_are_done(const Preemption& preemption);

/// Whether a worker may start with a piece: it is its turn, and nobody has cancelled.
bool piece_is_ready(const Cluster& c, const Preemption& preemption, std::uint8_t piece);

}  // namespace preemptcheck::model
