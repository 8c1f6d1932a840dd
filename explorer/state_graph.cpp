#include "explorer/state_graph.h"

#include <algorithm>
#include <new>
#include <unordered_map>
#include <utility>

#include "explorer/contract.h"
#include "explorer/expand.h"
#include "explorer/fiber.h"
#include "explorer/frontier.h"

namespace preemptcheck::explorer {

/// States by their fingerprint (hash compaction with 64 bits), each with its number.
class NumberedStates final : public VisitedSet {
 public:
  bool insert(std::uint64_t fingerprint, std::span<const std::byte>) override {
    const auto [at, is_new] = numbers_.emplace(fingerprint, static_cast<Node>(numbers_.size()));
    last_ = at->second;
    return is_new;
  }
  /// Number of the state that was inserted last, new or not.
  [[nodiscard]] Node last() const { return last_; }

  [[nodiscard]] std::uint64_t bytes() const override { return numbers_.size() * entry_bytes; }
  [[nodiscard]] std::uint64_t bytes_after_next_insert() const override { return bytes(); }
  [[nodiscard]] double fill() const override { return numbers_.load_factor(); }
  [[nodiscard]] std::uint64_t size() const override { return numbers_.size(); }
  [[nodiscard]] double omission_probability() const override {
    const auto states = static_cast<double>(numbers_.size());
    return states * states / 2 / 18446744073709551616.0;  // pairs among 2^64 fingerprints
  }

 private:
  static constexpr std::size_t entry_bytes = 40;  // node and bucket of the map, roughly

  std::unordered_map<std::uint64_t, Node> numbers_;
  Node last_ = 0;
};

namespace {

Program without_predicates(Program program) {
  program.predicates.clear();
  return program;
}

}  // namespace

class GraphBuilder {
 public:
  GraphBuilder(StateGraph& graph, const Program& program, const Options& options,
               const Questions& questions)
      : graph_(graph),
        program_(without_predicates(program)),
        options_(options),
        questions_(questions),
        execution_(program_),
        frontier_(make_frontier()),
        before_(program.initial_state.size() / sizeof(Line) + 1),
        expander_(
            execution_, states_, options_, [] { return Schedule(); }, [this] { return bytes(); }) {
    graph_.answers_.resize(questions.of_states.size());
    graph_.amounts_.resize(questions.of_transitions.size());
    std::ranges::copy(program.initial_state, before_.front().bytes);
  }

  void run() {
    try {
      explore();
    } catch (const std::bad_alloc&) {
      expander_.out_of_memory();
    }
    graph_.first_edges_.resize(graph_.parents_.size() + 1, graph_.edges_.size());
    graph_.search_ = expander_.finish();
  }

 private:
  struct alignas(64) Line {
    std::byte bytes[64];
  };

  void explore() {
    add_state(expander_.arrive_at_start(), 0, {});
    while (!frontier_->empty()) {
      frontier_->go_to_front();
      if (!expand_front()) return;
      frontier_->pop();
    }
  }

  std::unique_ptr<Frontier> make_frontier() {
    if (options_.backtracking == Backtracking::checkpoint && stacks_can_be_copied)
      return make_checkpoint_frontier(execution_);
    return make_replay_frontier(
        execution_, [this](std::uint64_t n) { return graph_.path_to(waiting_[n].node); });
  }

  [[nodiscard]] std::uint64_t bytes() const {
    const std::uint64_t a_node =
        sizeof(StateGraph::Parent) + sizeof(std::size_t) + (questions_.of_states.size() + 7) / 8;
    const std::uint64_t an_edge = sizeof(Edge) + questions_.of_transitions.size();
    return frontier_->bytes() + graph_.parents_.size() * a_node + graph_.edges_.size() * an_edge;
  }

  void add_state(Arrival arrival, Node from, Transition by) {
    INVARIANT(states_.last() == graph_.parents_.size());
    graph_.parents_.push_back({from, by});
    graph_.expanded_.push_back(false);
    for (std::size_t i = 0; i < questions_.of_states.size(); ++i)
      graph_.answers_[i].push_back(questions_.of_states[i](execution_.world()));
    if (arrival != Arrival::fresh) return;
    waiting_.push_back({states_.last(), next_ == 0 ? 0 : waiting_[next_ - 1].depth + 1});
    frontier_->add();
  }

  /// Takes all that is enabled in the oldest state. False: stop; that state is not expanded then.
  bool expand_front() {
    const auto [node, depth] = waiting_[next_++];
    graph_.first_edges_.resize(node + 1, graph_.edges_.size());
    execution_.enabled(enabled_);
    if (options_.limits.depth_max != 0 && depth >= options_.limits.depth_max &&
        !enabled_.transitions.empty()) {
      expander_.cut_at_depth();  // and all that waits is as deep
      return false;
    }
    name_units();
    bool away = false;
    for (std::size_t i = 0; i < enabled_.transitions.size(); ++i) {
      if (expander_.should_stop(depth, frontier_->size())) {
        forget_edges_of(node);
        return false;
      }
      if (std::exchange(away, true)) frontier_->go_to_front();
      take(node, enabled_.transitions[i], here_units_[i], depth);
    }
    graph_.expanded_[node] = true;
    return true;
  }

  void take(Node node, Transition transition, std::uint16_t unit, std::uint64_t depth) {
    const SiteId from = execution_.site(transition.actor);
    frontier_->take(transition);
    const Arrival arrival = expander_.arrive(frontier_->front(), from, depth + 1);
    const Node to = states_.last();
    if (arrival != Arrival::known) add_state(arrival, node, transition);
    graph_.edges_.push_back({to, transition, unit});
    if (questions_.of_transitions.empty()) return;
    std::byte* world = before_.front().bytes;
    std::ranges::copy(frontier_->front().last(program_.state_bytes), world);
    const TransitionAt at{world, execution_.world(), transition.actor, from};
    for (std::size_t i = 0; i < questions_.of_transitions.size(); ++i)
      graph_.amounts_[i].push_back(
          static_cast<std::uint8_t>(std::min(255U, questions_.of_transitions[i](at))));
  }

  void forget_edges_of(Node node) {
    const std::size_t first = graph_.first_edges_[node];
    graph_.edges_.resize(first);
    for (std::vector<std::uint8_t>& amounts : graph_.amounts_)
      amounts.resize(std::min(amounts.size(), first));
  }

  /// Which unit each transition that is enabled here belongs to.
  void name_units() {
    here_units_.clear();
    for (const Transition transition : enabled_.transitions) {
      const SiteId site = execution_.site(transition.actor);
      FairUnit unit;
      unit.actor = transition.actor;
      if (program_.sites[site].fair_choices && program_.choice_name) {
        unit.site = site;
        unit.choice =
            program_.choice_name(execution_.world(), transition.actor, site, transition.choice);
      }
      here_units_.push_back(number_of(unit));
    }
  }

  std::uint16_t number_of(const FairUnit& unit) {
    const auto at = std::ranges::find(graph_.units_, unit);
    const auto number = static_cast<std::size_t>(at - graph_.units_.begin());
    if (at == graph_.units_.end()) graph_.units_.push_back(unit);
    INVARIANT(number < 65536);
    return static_cast<std::uint16_t>(number);
  }

  struct Waiting {
    Node node;
    std::uint64_t depth;
  };

  StateGraph& graph_;
  Program program_;
  const Options& options_;
  const Questions& questions_;
  Execution execution_;
  NumberedStates states_;
  std::vector<Waiting> waiting_;  // every state that was put into the frontier, in that order
  std::size_t next_ = 0;          // the first of them that is not expanded
  std::unique_ptr<Frontier> frontier_;
  std::vector<Line> before_;  // the world before a transition, as questions see it
  Expander expander_;
  Enabled enabled_;
  std::vector<std::uint16_t> here_units_;  // by enabled_.transitions
};

StateGraph::StateGraph(const Program& program, const Options& options, const Questions& questions) {
  GraphBuilder(*this, program, options, questions).run();
}

Schedule StateGraph::path_to(Node node) const {
  Schedule schedule;
  for (; node != 0; node = parents_[node].node) schedule.push_back(parents_[node].by);
  std::ranges::reverse(schedule);
  return schedule;
}

}  // namespace preemptcheck::explorer
