#include "model/parallelize.h"

#include <algorithm>
#include <cmath>

namespace preemptcheck::model {

namespace {

/// chunkSizeFor (framework/parallelize/parallelism.go): how many pieces one worker does in turn.
unsigned chunk_size_for(unsigned pieces, unsigned parallelism) {
  const auto root = static_cast<unsigned>(std::sqrt(pieces));
  return std::max(1U, std::min(root, pieces / parallelism + 1));
}

/// Chunks are handed out in order, each to the next worker that is free.
bool chunk_is_handed_out(const Preemption& preemption, unsigned chunk, unsigned size,
                         unsigned parallelism) {
  unsigned finished = 0;
  for (unsigned first = 0; first < preemption.pieces; first += size) {
    const unsigned last = std::min<unsigned>(first + size, preemption.pieces) - 1;
    if ((preemption.finished_pieces & (1U << last)) != 0) ++finished;
  }
  return chunk < finished + parallelism;
}

}  // namespace

void hand_out(Preemption& preemption, unsigned pieces) {
  preemption.pieces = static_cast<std::uint8_t>(pieces);
  preemption.started_pieces = 0;
  preemption.finished_pieces = 0;
}

bool pieces_are_done(const Preemption& preemption) {
  if (preemption.finished_pieces != preemption.started_pieces) return false;
  return preemption.cancelled != 0 || count(preemption.started_pieces) == preemption.pieces;
}

bool piece_is_ready(const Cluster& c, const Preemption& preemption, std::uint8_t piece) {
  if (piece >= preemption.pieces || preemption.cancelled != 0) return false;
  if ((preemption.started_pieces & (1U << piece)) != 0) return false;
  const unsigned parallelism = c.model.scenario.executor_parallelism;
  const unsigned size = chunk_size_for(preemption.pieces, parallelism);
  if (piece % size != 0) return (preemption.finished_pieces & (1U << (piece - 1U))) != 0;
  return chunk_is_handed_out(preemption, piece / size, size, parallelism);
}

}  // namespace preemptcheck::model
