// Ctrl-C: the first ends the search in good order, the second ends the program.
#pragma once

#include <atomic>

namespace preemptcheck::cli {

/// From now on SIGINT and SIGTERM set the flag that is returned; a second one kills. Once a
/// process.
const std::atomic<bool>& watch_for_interrupts();

}  // namespace preemptcheck::cli
