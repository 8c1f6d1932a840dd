#include "tests/explorer/agreement.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <sstream>

#include "explorer/execution.h"
#include "tests/explorer/naive_programs.h"

namespace preemptcheck::explorer {

namespace {

/// A copy of the world that is aligned as the original.
struct alignas(64) Line {
  std::byte bytes[64];
};

std::vector<Line> copy_of_world(const Execution& execution) {
  const std::size_t bytes = execution.program().initial_state.size();
  std::vector<Line> copy(bytes / sizeof(Line) + 1);
  std::memcpy(copy.data(), execution.world(), bytes);
  return copy;
}

template <class Value>
void compare(std::ostream& out, const char* what, const Value& expected, const Value& found) {
  if (expected != found) out << what << ": " << found << " instead of " << expected << "; ";
}

void compare_predicate(std::ostream& out, const Program& program, std::size_t predicate,
                       bool is_shortest, const PredicateResult& found,
                       const naive::Answers::Hit& expected) {
  const std::string name = "predicate " + program.predicates[predicate].name;
  compare(out, name.c_str(), expected.count, found.hits);
  compare(out, (name + ", has a schedule").c_str(), expected.count > 0, found.schedule.has_value());
  if (!found.schedule) return;
  if (!is_schedule_to_hit(program, predicate, *found.schedule))
    out << name << ": its schedule does not lead to a hit; ";
  if (is_shortest)
    compare(out, (name + ", length").c_str(), *expected.distance,
            std::uint64_t{found.schedule->size()});
}

}  // namespace

std::vector<Sample> all_samples() {
  std::vector<Sample> samples;
  const auto add = [&](std::string name, Program program, auto answers) {
    samples.push_back({std::move(name), std::move(program), std::move(answers)});
  };
  using Depth = std::uint64_t;
  for (const bool broken : {false, true}) {
    const std::string which = broken ? ", broken" : "";
    add("Peterson" + which, programs::peterson(broken),
        [=](Depth depth) { return naive::peterson(broken, depth); });
    add("lost wake-up" + which, programs::lost_wakeup(broken),
        [=](Depth depth) { return naive::lost_wakeup(broken, depth); });
  }
  for (const unsigned count : {2U, 3U, 4U})
    for (const bool ordered : {false, true})
      add("philosophers " + std::to_string(count) + (ordered ? ", ordered" : ""),
          programs::philosophers(count, ordered),
          [=](Depth depth) { return naive::philosophers(count, ordered, depth); });
  for (const programs::BufferShape& shape :
       {programs::BufferShape{1, 1, 3, 2}, {2, 1, 2, 1}, {2, 2, 2, 2}})
    add("bounded buffer " + std::to_string(shape.producers) + std::to_string(shape.consumers) +
            std::to_string(shape.items) + std::to_string(shape.capacity),
        programs::bounded_buffer(shape),
        [=](Depth depth) { return naive::bounded_buffer(shape, depth); });
  for (const unsigned managers : {1U, 2U, 3U})
    add("two-phase commit " + std::to_string(managers), programs::two_phase_commit(managers),
        [=](Depth depth) { return naive::two_phase_commit(managers, depth); });
  for (const bool anytime : {false, true})
    add(anytime ? "timer, anytime" : "timer, last resort", programs::timer(anytime),
        [=](Depth depth) { return naive::timer(anytime, depth); });
  add("dice", programs::dice(), naive::dice);
  add("doorbell", programs::doorbell(), naive::doorbell);
  add("counter 2", programs::counter(2, 2), [](Depth d) { return naive::counter(2, 2, d); });
  add("counter 3", programs::counter(3, 1), [](Depth d) { return naive::counter(3, 1, d); });
  add("overfull", programs::overfull(), naive::overfull);
  add("coin", programs::coin(3, false), [](Depth d) { return naive::coin(3, d); });
  for (const unsigned crashes : {0U, 1U, 3U})
    for (const bool forgotten : {false, true})
      add("crash " + std::to_string(crashes) + (forgotten ? ", lock forgotten" : ""),
          programs::crash(crashes, forgotten),
          [=](Depth depth) { return naive::crash(crashes, forgotten, depth); });
  return samples;
}

std::vector<Options> all_ways() {
  std::vector<Options> ways;
  for (const Order order : {Order::depth_first, Order::breadth_first})
    for (const Backtracking backtracking : {Backtracking::checkpoint, Backtracking::replay})
      for (const bool exact : {false, true}) {
        Options options;
        options.order = order;
        options.backtracking = backtracking;
        options.exact = exact;
        ways.push_back(options);
      }
  Options audited;
  audited.audit = true;
  ways.push_back(audited);
  return ways;
}

std::string name_of(const Options& options) {
  std::string name = options.order == Order::depth_first ? "depth first" : "breadth first";
  name += options.backtracking == Backtracking::checkpoint ? ", checkpoint" : ", replay";
  if (options.exact) name += ", exact";
  if (options.audit) name += ", audit";
  return name;
}

std::string difference(const Program& program, const Options& options, const SearchResult& result,
                       const naive::Answers& answers) {
  std::ostringstream out;
  const bool is_breadth_first = options.order == Order::breadth_first;
  compare(out, "states", answers.states, result.states);
  compare(out, "transitions", answers.transitions, result.transitions);
  compare(out, "deadlocks", answers.deadlocks, result.deadlocks);
  compare(out, "quiescent states", answers.quiescent_states, result.quiescent_states);
  compare(out, "exhausted", answers.exhausted, result.exhausted);
  compare(out, "at a bound", answers.at_bound, !result.bound.empty());
  if (is_breadth_first) compare(out, "depth", answers.depth_max, result.depth_max);
  if (result.audit_failure) out << "audit failure: " << result.audit_failure->what << "; ";
  const LimitReached limit = answers.at_bound    ? LimitReached::bound_of_program
                             : answers.exhausted ? LimitReached::none
                                                 : LimitReached::depth;
  compare(out, "limit", static_cast<int>(limit), static_cast<int>(result.limit));
  std::uint64_t by_site = 0;
  for (const std::uint64_t count : result.transitions_by_site) by_site += count;
  compare(out, "transitions by site", answers.transitions, by_site);
  for (std::size_t i = 0; i < program.predicates.size(); ++i)
    compare_predicate(out, program, i, is_breadth_first, result.predicates[i],
                      answers.predicates[i]);
  const std::string found = out.str();
  return found.empty() ? found : name_of(options) + ": " + found;
}

bool is_schedule_to_hit(const Program& program, std::size_t predicate, const Schedule& schedule) {
  Execution execution(program);
  Enabled enabled;
  execution.enabled(enabled);
  std::vector<Line> before = copy_of_world(execution);
  for (const Transition& transition : schedule) {
    before = copy_of_world(execution);
    if (std::ranges::count(enabled.transitions, transition) != 1) return false;
    execution.take(transition);
    execution.enabled(enabled);
  }
  const Predicate& wanted = program.predicates[predicate];
  if (wanted.kind == PredicateKind::at_quiescence && !enabled.quiescent) return false;
  return wanted.hit(wanted.kind == PredicateKind::step ? before.front().bytes : nullptr,
                    execution.world());
}

}  // namespace preemptcheck::explorer
