// A search over all schedules of a program, and what it found.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "explorer/limits.h"
#include "explorer/program.h"
#include "explorer/schedule.h"

namespace preemptcheck::explorer {

enum class Order : std::uint8_t { depth_first, breadth_first };
enum class Backtracking : std::uint8_t { checkpoint, replay };

struct Progress {
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint64_t depth = 0;
  std::uint64_t waiting = 0;  ///< breadth first: states found and not expanded yet
  double table_fill = 0;      ///< 0 to 1
  std::uint64_t memory_bytes = 0;
  double seconds = 0;
};

struct Options {
  Order order = Order::depth_first;
  Backtracking backtracking = Backtracking::checkpoint;
  bool exact = false;              ///< keep whole states, not fingerprints
  bool audit = false;              ///< depth first only: compare successors of states reached again
  bool stop_at_violation = false;  ///< end with the first violation of any property
  Limits limits;
  std::function<double()> seconds_now;            ///< a clock; empty: time stands still
  std::function<void(const Progress&)> progress;  ///< about every 64 thousand transitions
  const std::atomic<bool>* interrupted = nullptr;
};

struct PredicateResult {
  std::uint64_t hits = 0;            ///< states (`step`: transitions) at which it was hit
  std::optional<Schedule> schedule;  ///< to the first hit; depth first: the shortest path seen
};

/// Hidden state of an actor: the same state had other successors when it was reached again.
struct AuditFailure {
  Schedule schedule;  ///< to the state, the second time
  ActorId actor = 0;
  SiteId site = 0;
  std::string what;
};

struct SearchResult {
  bool exhausted = false;
  LimitReached limit = LimitReached::none;
  std::string bound;              ///< name of the program's bound that was reached
  std::uint64_t states = 0;       ///< distinct
  std::uint64_t transitions = 0;  ///< taken, leading to new states or known ones
  std::uint64_t quiescent_states = 0;
  std::uint64_t deadlocks = 0;  ///< states in which no actor at all is enabled
  std::uint64_t depth_max = 0;
  double seconds = 0;
  std::uint64_t memory_bytes = 0;
  std::uint64_t state_bytes = 0;    ///< size of one whole state
  double omission_probability = 0;  ///< upper estimate that some state was taken for another
  std::vector<PredicateResult> predicates;         ///< in the program's order
  std::vector<std::uint64_t> transitions_by_site;  ///< in the program's order
  std::optional<AuditFailure> audit_failure;
};

/// Explores `program` until its states are exhausted or a limit is reached. Deterministic: the same
/// program and options give the same counts, verdicts and schedules (limits on time apart).
/// Throws what a predicate or an actor throws; std::bad_alloc while exploring is reported as the
/// memory limit.
SearchResult search(const Program& program, const Options& options);

}  // namespace preemptcheck::explorer
