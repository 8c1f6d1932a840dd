// The programs of programs.h once more, as transition functions.
#pragma once

#include "tests/explorer/naive.h"
#include "tests/explorer/programs.h"

namespace preemptcheck::explorer::naive {

Answers peterson(bool broken, std::uint64_t depth_limit);
Answers philosophers(unsigned count, bool ordered, std::uint64_t depth_limit);
Answers bounded_buffer(const programs::BufferShape& shape, std::uint64_t depth_limit);
Answers lost_wakeup(bool broken, std::uint64_t depth_limit);
Answers two_phase_commit(unsigned managers, std::uint64_t depth_limit);
Answers dice(std::uint64_t depth_limit);
Answers timer(bool anytime, std::uint64_t depth_limit);
Answers doorbell(std::uint64_t depth_limit);
Answers counter(unsigned actors, unsigned rounds, std::uint64_t depth_limit);
Answers overfull(std::uint64_t depth_limit);
Answers coin(unsigned boundaries, std::uint64_t depth_limit);
Answers crash(unsigned crashes, bool forgotten, std::uint64_t depth_limit);

}  // namespace preemptcheck::explorer::naive
