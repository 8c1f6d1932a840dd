// A schedule: all that the explorer decides.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "explorer/actor.h"

namespace preemptcheck::explorer {

/// One atomic move: which actor runs, and which of its successors it takes (from 0).
struct Transition {
  ActorId actor = 0;
  std::uint8_t choice = 0;
  auto operator<=>(const Transition&) const = default;
};

using Schedule = std::vector<Transition>;

}  // namespace preemptcheck::explorer
