// What every search does with a state it arrives at: count, recognise, judge. The orders of search
// differ only in where they go next.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "explorer/execution.h"
#include "explorer/search.h"
#include "explorer/visited_set.h"

namespace preemptcheck::explorer {

enum class Arrival : std::uint8_t {
  fresh,    ///< a new state, to be expanded
  known,    ///< seen before
  bounded,  ///< a new state that is neither judged nor expanded: the program is at a bound there
};

class Expander {
 public:
  /// How the path to the state at hand is rebuilt, when a predicate is hit there.
  using PathTo = std::function<Schedule()>;
  /// Memory that the search uses beside the visited set.
  using Bytes = std::function<std::uint64_t()>;

  Expander(Execution& execution, VisitedSet& visited, const Options& options, PathTo path_to_here,
           Bytes search_bytes);

  /// Judges the initial state.
  Arrival arrive_at_start();
  /// Judges the state after a transition from the whole state `before`, in which the actor that ran
  /// stood at `from`. `depth` is the number of transitions to here.
  Arrival arrive(std::span<const std::byte> before, SiteId from, std::uint64_t depth);

  /// What is enabled in the state arrived at, if it was fresh.
  [[nodiscard]] const Enabled& enabled() const { return enabled_; }
  [[nodiscard]] std::uint64_t fingerprint() const { return fingerprint_; }
  /// Whether to stop here, and if so says why in the result. Call before each transition.
  bool should_stop(std::uint64_t depth, std::uint64_t waiting);
  /// A state was left unexpanded because of the limit on depth.
  void cut_at_depth() { reach(LimitReached::depth); }
  /// An allocation failed.
  void out_of_memory() { reach(LimitReached::memory); }
  /// Transitions from a state that was expanded before are taken again: they do not count.
  void set_counting(bool counting) { counting_ = counting; }
  /// Fills enabled() for the state at hand, which was known.
  void look_again() { execution_.enabled(enabled_); }

  SearchResult& result() { return result_; }
  SearchResult finish();

 private:
  /// One cache line of bytes, aligned as a program's state is in an Execution.
  struct alignas(64) Line {
    std::byte bytes[64];
  };

  Arrival enter(std::uint64_t depth);
  bool read_clock(std::uint64_t depth, std::uint64_t waiting);
  void judge_transition(std::span<const std::byte> before, std::uint64_t depth);
  void judge(std::uint64_t depth);
  void hit(std::size_t predicate, std::uint64_t depth);
  void reach(LimitReached limit);
  [[nodiscard]] bool evaluate(std::size_t predicate, const std::byte* before) const;

  Execution& execution_;
  VisitedSet& visited_;
  const Options& options_;
  PathTo path_to_here_;
  Bytes search_bytes_;
  SearchResult result_;
  Enabled enabled_;
  std::uint64_t fingerprint_ = 0;
  bool counting_ = true;
  double started_at_ = 0;
  std::uint64_t ticks_ = 0;                 ///< calls of should_stop
  std::vector<Line> before_;                ///< the state before a transition, as predicates see it
  std::vector<std::size_t> on_state_;       ///< predicates of kind always and sometimes
  std::vector<std::size_t> on_transition_;  ///< of kind step
  std::vector<std::size_t> on_quiescence_;
};

// The orders. Each is one file.
SearchResult search_depth_first(const Program& program, const Options& options);
SearchResult search_breadth_first(const Program& program, const Options& options);

/// The set that the options ask for.
std::unique_ptr<VisitedSet> make_visited_set(const Execution& execution, const Options& options);

}  // namespace preemptcheck::explorer
