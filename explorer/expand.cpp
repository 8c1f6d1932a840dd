#include "explorer/expand.h"

#include <algorithm>
#include <utility>

#include "explorer/contract.h"

namespace preemptcheck::explorer {

namespace {

constexpr std::uint64_t ticks_between_clock_reads = 1024;
constexpr std::uint64_t ticks_between_progress = 65536;

/// The limit on depth and a program's bound leave the search going: whatever stops it says more.
int weight(LimitReached limit) {
  if (limit == LimitReached::none) return 0;
  if (limit == LimitReached::depth) return 1;
  if (limit == LimitReached::bound_of_program) return 2;
  return 3;
}

}  // namespace

Expander::Expander(Execution& execution, VisitedSet& visited, const Options& options,
                   PathTo path_to_here, Bytes search_bytes)
    : execution_(execution),
      visited_(visited),
      options_(options),
      path_to_here_(std::move(path_to_here)),
      search_bytes_(std::move(search_bytes)) {
  const Program& program = execution.program();
  result_.predicates.resize(program.predicates.size());
  result_.transitions_by_site.resize(program.sites.size());
  result_.state_bytes = execution.state().size();
  for (std::size_t i = 0; i < program.predicates.size(); ++i) {
    switch (program.predicates[i].kind) {
      case PredicateKind::always:
      case PredicateKind::sometimes:
        on_state_.push_back(i);
        break;
      case PredicateKind::step:
        on_transition_.push_back(i);
        break;
      case PredicateKind::at_quiescence:
        on_quiescence_.push_back(i);
        break;
    }
  }
  if (!on_transition_.empty()) {
    before_.resize(program.initial_state.size() / sizeof(Line) + 1);
    std::ranges::copy(program.initial_state, before_.front().bytes);
  }
  if (options_.seconds_now) started_at_ = options_.seconds_now();
}

Arrival Expander::arrive_at_start() {
  fingerprint_ = execution_.fingerprint();
  visited_.insert(fingerprint_, execution_.state());
  return enter(0);
}

Arrival Expander::arrive(std::span<const std::byte> before, SiteId from, std::uint64_t depth) {
  if (counting_) {
    ++result_.transitions;
    ++result_.transitions_by_site[from];
    if (!on_transition_.empty()) judge_transition(before, depth);
  }
  fingerprint_ = execution_.fingerprint();
  if (!visited_.insert(fingerprint_, execution_.state())) return Arrival::known;
  return enter(depth);
}

Arrival Expander::enter(std::uint64_t depth) {
  ++result_.states;
  result_.depth_max = std::max(result_.depth_max, depth);
  const Program& program = execution_.program();
  const char* bound = program.bound_reached ? program.bound_reached(execution_.world()) : nullptr;
  if (bound == nullptr) {
    judge(depth);
    return Arrival::fresh;
  }
  if (result_.bound.empty()) result_.bound = bound;
  reach(LimitReached::bound_of_program);
  return Arrival::bounded;
}

void Expander::judge_transition(std::span<const std::byte> before, std::uint64_t depth) {
  const Program& program = execution_.program();
  if (program.bound_reached && program.bound_reached(execution_.world()) != nullptr) return;
  // A copy: aligned, and with the rest of the state that never changes behind it.
  std::byte* world = before_.front().bytes;
  std::ranges::copy(before.last(program.state_bytes), world);
  for (const std::size_t predicate : on_transition_)
    if (evaluate(predicate, world)) hit(predicate, depth);
}

void Expander::judge(std::uint64_t depth) {
  for (const std::size_t predicate : on_state_)
    if (evaluate(predicate, nullptr)) hit(predicate, depth);
  execution_.enabled(enabled_);
  if (enabled_.transitions.empty()) ++result_.deadlocks;
  if (!enabled_.quiescent) return;
  ++result_.quiescent_states;
  for (const std::size_t predicate : on_quiescence_)
    if (evaluate(predicate, nullptr)) hit(predicate, depth);
}

bool Expander::evaluate(std::size_t predicate, const std::byte* before) const {
  return execution_.program().predicates[predicate].hit(before, execution_.world());
}

void Expander::hit(std::size_t predicate, std::uint64_t depth) {
  PredicateResult& result = result_.predicates[predicate];
  ++result.hits;
  if (!result.schedule || depth < result.schedule->size()) result.schedule = path_to_here_();
  const bool violation =
      execution_.program().predicates[predicate].kind != PredicateKind::sometimes;
  if (violation && options_.stop_at_violation) reach(LimitReached::stopped_at_violation);
}

void Expander::reach(LimitReached limit) {
  if (weight(limit) > weight(result_.limit)) result_.limit = limit;
}

bool Expander::should_stop(std::uint64_t depth, std::uint64_t waiting) {
  const Limits& limits = options_.limits;
  if (result_.limit == LimitReached::stopped_at_violation) return true;
  if (limits.states_max != 0 && result_.states >= limits.states_max) {
    reach(LimitReached::states);
    return true;
  }
  if (limits.memory_bytes_max != 0 &&
      visited_.bytes_after_next_insert() + search_bytes_() > limits.memory_bytes_max) {
    reach(LimitReached::memory);
    return true;
  }
  if (options_.interrupted != nullptr && options_.interrupted->load(std::memory_order_relaxed)) {
    reach(LimitReached::interrupted);
    return true;
  }
  return ticks_++ % ticks_between_clock_reads == 0 && read_clock(depth, waiting);
}

bool Expander::read_clock(std::uint64_t depth, std::uint64_t waiting) {
  const double seconds = options_.seconds_now ? options_.seconds_now() - started_at_ : 0;
  if (options_.limits.seconds_max != 0 && seconds >= options_.limits.seconds_max) {
    reach(LimitReached::time);
    return true;
  }
  if (options_.progress && (ticks_ - 1) % ticks_between_progress == 0)
    options_.progress({result_.states, result_.transitions, depth, waiting, visited_.fill(),
                       visited_.bytes() + search_bytes_(), seconds});
  return false;
}

SearchResult Expander::finish() {
  INVARIANT(execution_.rest_is_untouched());
  result_.exhausted = result_.limit == LimitReached::none && !result_.audit_failure;
  result_.omission_probability = visited_.omission_probability();
  result_.memory_bytes = visited_.bytes() + search_bytes_();
  if (options_.seconds_now) result_.seconds = options_.seconds_now() - started_at_;
  return std::move(result_);
}

std::unique_ptr<VisitedSet> make_visited_set(const Execution& execution, const Options& options) {
  return options.exact ? make_exact_set(execution.state()) : make_fingerprint_set();
}

SearchResult search(const Program& program, const Options& options) {
  return options.order == Order::depth_first ? search_depth_first(program, options)
                                             : search_breadth_first(program, options);
}

}  // namespace preemptcheck::explorer
