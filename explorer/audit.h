// The identity audit: does a state, reached again another way, have the same successors? If not, an
// actor keeps something on its stack that the state does not hold.
//
// What is hidden may show only many transitions later. So a known state is expanded again whenever
// some actor comes to it with a stack that it did not have there before. That covers every pair of
// a state and one actor's stack, which is enough: what an actor does depends on no other's stack.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "explorer/execution.h"
#include "explorer/search.h"

namespace preemptcheck::explorer {

/// States are named by their fingerprints. A failure comes without its schedule.
class Audit {
 public:
  explicit Audit(const Execution& execution) : execution_(execution) {}

  /// The execution stands in a state that is new.
  void arrive_first(std::uint64_t state, const Enabled& enabled);
  /// The execution stands in a known state: is it to be expanded again?
  [[nodiscard]] bool arrive_again(std::uint64_t state);
  /// Compares what is enabled now in a known state with what was when it was new.
  [[nodiscard]] std::optional<AuditFailure> compare(std::uint64_t state,
                                                    const Enabled& enabled) const;
  /// A transition was taken, from a state in which its actor stood at `site`, and led to `to`.
  [[nodiscard]] std::optional<AuditFailure> take(std::uint64_t from, Transition transition,
                                                 SiteId site, std::uint64_t to);
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  struct Expansion {
    std::vector<Transition> enabled;
    std::vector<std::optional<std::uint64_t>> successors;  ///< by enabled; those taken so far
  };

  bool note_stacks(std::uint64_t state);

  const Execution& execution_;
  std::unordered_map<std::uint64_t, Expansion> expansions_;
  std::unordered_set<std::uint64_t> stacks_;  ///< hashes of state, actor and the actor's stack
  std::uint64_t bytes_ = 0;                   ///< of both containers, roughly
};

}  // namespace preemptcheck::explorer
