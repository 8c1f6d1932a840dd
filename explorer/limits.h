// Every bound of a search, and what is said when it is reached.
#pragma once

#include <cstdint>

namespace preemptcheck::explorer {

/// 0 means no limit, everywhere.
struct Limits {
  std::uint64_t states_max = 0;
  std::uint64_t depth_max = 0;
  double seconds_max = 0;
  /// Visited states, search stack and frontier together; exceeded by a chunk or two at most.
  std::uint64_t memory_bytes_max = 0;
};

enum class LimitReached : std::uint8_t {
  none,
  states,
  depth,
  time,
  memory,
  interrupted,
  bound_of_program,
  stopped_at_violation,
};

}  // namespace preemptcheck::explorer
