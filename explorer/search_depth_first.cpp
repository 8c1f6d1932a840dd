// Depth first over the graph of states.
#include <deque>
#include <new>
#include <unordered_map>
#include <utility>

#include "explorer/audit.h"
#include "explorer/backtrack.h"
#include "explorer/contract.h"
#include "explorer/expand.h"

namespace preemptcheck::explorer {

namespace {

class DepthFirst {
 public:
  DepthFirst(const Program& program, const Options& options)
      : options_(options),
        execution_(program),
        visited_(make_visited_set(execution_, options)),
        backtracker_(make_backtracker(execution_, options.backtracking)),
        expander_(
            execution_, *visited_, options, [this] { return path(); }, [this] { return bytes(); }),
        audit_(execution_) {}

  SearchResult run() {
    try {
      explore();
    } catch (const std::bad_alloc&) {
      expander_.out_of_memory();
    }
    if (cut_count_ > 0) expander_.cut_at_depth();
    return expander_.finish();
  }

 private:
  struct Frame {
    std::size_t first;  // its moves are moves_[first ..], up to the next frame's
    std::size_t next;
    std::uint64_t fingerprint;
    bool counts;  // not expanded before (see go_again)
  };

  void explore() {
    if (expander_.arrive_at_start() == Arrival::fresh) go_down();
    while (!frames_.empty() && !expander_.should_stop(depth(), 0)) {
      if (frames_.back().next == moves_.size()) {
        pop();
      } else {
        advance();
        if (expander_.result().audit_failure) return;
      }
    }
  }

  [[nodiscard]] std::uint64_t depth() const { return frames_.size() - 1; }

  [[nodiscard]] std::uint64_t bytes() const {
    return backtracker_->bytes() + frames_.size() * sizeof(Frame) +
           moves_.capacity() * sizeof(Transition) + depth_of_.size() * 48 + audit_.bytes();
  }

  [[nodiscard]] Schedule path() const {
    Schedule schedule;
    for (const Frame& frame : frames_)
      if (frame.next > frame.first) schedule.push_back(moves_[frame.next - 1]);
    return schedule;
  }

  void push(std::uint64_t fingerprint, bool counts) {
    const std::vector<Transition>& enabled = expander_.enabled().transitions;
    frames_.push_back({moves_.size(), moves_.size(), fingerprint, counts});
    moves_.insert(moves_.end(), enabled.begin(), enabled.end());
    backtracker_->push();
    away_ = false;
  }

  void pop() {
    moves_.resize(frames_.back().first);
    frames_.pop_back();
    backtracker_->pop();
  }

  /// Takes the next move of the top frame and goes down where that leads to something new.
  void advance() {
    if (std::exchange(away_, true)) backtracker_->back();
    Frame& frame = frames_.back();
    const Transition transition = moves_[frame.next++];
    const SiteId from = execution_.site(transition.actor);
    expander_.set_counting(frame.counts);
    backtracker_->take(transition);
    const Arrival arrival = expander_.arrive(backtracker_->top(), from, frames_.size());
    if (options_.audit &&
        fails(audit_.take(frame.fingerprint, transition, from, expander_.fingerprint()), 1))
      return;
    if (arrival == Arrival::fresh) go_down();
    if (arrival == Arrival::known) go_again();
  }

  /// The execution stands in a new state.
  void go_down() {
    const std::uint64_t state = expander_.fingerprint();
    if (options_.audit) audit_.arrive_first(state, expander_.enabled());
    if (options_.limits.depth_max != 0) depth_of_.emplace(state, frames_.size());
    if (expander_.enabled().transitions.empty()) return;
    if (at_depth_limit())
      ++cut_count_;
    else
      push(state, true);
  }

  /// The execution stands in a known state. It is expanded again, without counting, for two
  /// reasons. With a limit on depth: it was found deeper before, and what lies behind it might be
  /// missed (if it had been cut at the limit, this is its first expansion and counts). With an
  /// audit: see there.
  void go_again() {
    const std::uint64_t state = expander_.fingerprint();
    const auto found = depth_of_.find(state);  // not there without a limit, or at a program's bound
    const bool is_shallower = found != depth_of_.end() && frames_.size() < found->second;
    const bool is_audited = options_.audit && audit_.arrive_again(state);
    if (!is_shallower && !is_audited) return;
    expander_.look_again();
    if (is_audited && fails(audit_.compare(state, expander_.enabled()), 0)) return;
    if (expander_.enabled().transitions.empty() || at_depth_limit()) return;
    const bool was_cut = is_shallower && found->second >= options_.limits.depth_max;
    if (was_cut) --cut_count_;
    if (is_shallower) found->second = frames_.size();
    push(state, was_cut);
  }

  [[nodiscard]] bool at_depth_limit() const {
    return options_.limits.depth_max != 0 && frames_.size() >= options_.limits.depth_max;
  }

  /// Keeps what the audit found, if anything. The state in question is so many moves back.
  bool fails(std::optional<AuditFailure> failure, std::size_t moves_back) {
    if (!failure) return false;
    failure->schedule = path();
    failure->schedule.resize(failure->schedule.size() - moves_back);
    expander_.result().audit_failure = std::move(failure);
    return true;
  }

  const Options& options_;
  Execution execution_;
  std::unique_ptr<VisitedSet> visited_;
  std::unique_ptr<Backtracker> backtracker_;
  Expander expander_;
  Audit audit_;
  std::deque<Frame> frames_;
  std::vector<Transition> moves_;
  bool away_ = false;            // the execution left the top frame's state
  std::uint64_t cut_count_ = 0;  // states not expanded, for their depth
  // The least depth of each state by its fingerprint; only with a limit on depth.
  std::unordered_map<std::uint64_t, std::uint64_t> depth_of_;
};

}  // namespace

SearchResult search_depth_first(const Program& program, const Options& options) {
  return DepthFirst(program, options).run();
}

}  // namespace preemptcheck::explorer
