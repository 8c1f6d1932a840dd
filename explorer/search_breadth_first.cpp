// Breadth first over the graph of states: the first schedule to anything is a shortest one.
#include <algorithm>
#include <deque>
#include <new>
#include <utility>

#include "explorer/contract.h"
#include "explorer/expand.h"
#include "explorer/fiber.h"
#include "explorer/frontier.h"

namespace preemptcheck::explorer {

namespace {

class BreadthFirst {
 public:
  BreadthFirst(const Program& program, const Options& options)
      : options_(options),
        execution_(program),
        visited_(make_visited_set(execution_, options)),
        frontier_(make_frontier(options.backtracking)),
        expander_(
            execution_, *visited_, options, [this] { return path_to_here(); },
            [this] { return bytes(); }) {}

  SearchResult run() {
    try {
      explore();
    } catch (const std::bad_alloc&) {
      expander_.out_of_memory();
    }
    return expander_.finish();
  }

 private:
  using NodeIndex = std::uint32_t;
  static constexpr NodeIndex no_node = ~NodeIndex{0};
  struct Node {
    NodeIndex parent;
    Transition by;
  };

  void explore() {
    if (expander_.arrive_at_start() == Arrival::fresh) {
      nodes_.push_back({no_node, {}});
      level_end_ = 1;
      frontier_->add();
    }
    while (!frontier_->empty()) {
      frontier_->go_to_front();
      if (!expand_front()) return;
      frontier_->pop();
      if (++expanded_ == level_end_) {
        ++depth_;
        level_end_ = nodes_.size();
      }
    }
  }

  std::unique_ptr<Frontier> make_frontier(Backtracking kind) {
    if (kind == Backtracking::checkpoint && stacks_can_be_copied)
      return make_checkpoint_frontier(execution_);
    return make_replay_frontier(
        execution_, [this](std::uint64_t node) { return path_to(static_cast<NodeIndex>(node)); });
  }

  [[nodiscard]] std::uint64_t bytes() const {
    return frontier_->bytes() + nodes_.size() * sizeof(Node);
  }

  [[nodiscard]] Schedule path_to(NodeIndex node) const {
    Schedule schedule;
    for (; nodes_[node].parent != no_node; node = nodes_[node].parent)
      schedule.push_back(nodes_[node].by);
    std::reverse(schedule.begin(), schedule.end());
    return schedule;
  }

  [[nodiscard]] Schedule path_to_here() const {
    if (nodes_.empty()) return {};
    Schedule schedule = path_to(static_cast<NodeIndex>(expanded_));
    schedule.push_back(here_by_);
    return schedule;
  }

  /// Takes all that is enabled in the oldest state. False: stop.
  bool expand_front() {
    execution_.enabled(enabled_);
    if (options_.limits.depth_max != 0 && depth_ >= options_.limits.depth_max) {
      if (enabled_.transitions.empty()) return !expander_.should_stop(depth_, frontier_->size());
      expander_.cut_at_depth();  // and all that waits is as deep
      return false;
    }
    bool away = false;
    for (const Transition& transition : enabled_.transitions) {
      if (expander_.should_stop(depth_, frontier_->size())) return false;
      if (std::exchange(away, true)) frontier_->go_to_front();
      const SiteId from = execution_.site(transition.actor);
      frontier_->take(transition);
      here_by_ = transition;
      if (expander_.arrive(frontier_->front(), from, depth_ + 1) != Arrival::fresh) continue;
      INVARIANT(nodes_.size() < no_node);
      nodes_.push_back({static_cast<NodeIndex>(expanded_), transition});
      frontier_->add();
    }
    return true;
  }

  const Options& options_;
  Execution execution_;
  std::unique_ptr<VisitedSet> visited_;
  std::deque<Node> nodes_;  // in the order in which they were found; no copies as it grows
  std::unique_ptr<Frontier> frontier_;
  Expander expander_;
  Enabled enabled_;
  Transition here_by_{};
  std::uint64_t expanded_ = 0;   // nodes_ before this one are expanded
  std::uint64_t level_end_ = 0;  // first node of the next level
  std::uint64_t depth_ = 0;
};

}  // namespace

SearchResult search_breadth_first(const Program& program, const Options& options) {
  return BreadthFirst(program, options).run();
}

}  // namespace preemptcheck::explorer
