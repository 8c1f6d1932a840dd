#include "explorer/fair_loop.h"

#include <algorithm>

#include "explorer/components.h"

namespace preemptcheck::explorer {

namespace {

class LoopSearch {
 public:
  LoopSearch(const StateGraph& graph, const Promise& promise)
      : graph_(graph), promise_(promise), is_fair_(graph.units().size()) {
    for (std::size_t unit = 0; unit < is_fair_.size(); ++unit) {
      const ActorId actor = graph.units()[unit].actor;
      is_fair_[unit] = promise.is_fair[actor] && promise.may_act[actor];
    }
  }

  std::optional<Lasso> run() {
    const std::optional<Node> stop = first_stop();
    const Part pending{[this](Node node) { return is_pending(node); },
                       [this](const Edge& edge) { return promise_.may_act[edge.by.actor]; }};
    for (const std::vector<Node>& component : cyclic_components(graph_, pending)) {
      if (stop && *stop < component.front()) break;
      if (auto loop = loop_in(component)) return Lasso{graph_.path_to(component.front()), *loop};
    }
    if (stop) return Lasso{graph_.path_to(*stop), {}};
    return {};
  }

 private:
  [[nodiscard]] bool is_pending(Node node) const {
    return graph_.is_expanded(node) && graph_.answer(promise_.pending, node);
  }

  /// The first state in which a run may stop for ever.
  [[nodiscard]] std::optional<Node> first_stop() const {
    if (promise_.busy) return {};
    for (Node node = 0; node < graph_.size(); ++node) {
      if (!is_pending(node)) continue;
      const auto edges = graph_.edges_of(node);
      if (std::ranges::none_of(edges, [&](const Edge& edge) { return is_fair_[edge.unit]; }))
        return node;
    }
    return {};
  }

  [[nodiscard]] bool is_disabled(std::size_t unit, Node node) const {
    return std::ranges::none_of(graph_.edges_of(node),
                                [&](const Edge& edge) { return edge.unit == unit; });
  }

  /// A closed walk from the component's first node that is fair, and busy if it must be.
  std::optional<Schedule> loop_in(const std::vector<Node>& component) {
    const Node start = component.front();
    const Part inside{[&](Node node) { return std::ranges::binary_search(component, node); },
                      [this](const Edge& edge) { return promise_.may_act[edge.by.actor]; }};
    const auto no_node = [](Node) { return false; };
    const auto no_edge = [](EdgeAt) { return false; };
    Walk walk{start, {}};
    if (promise_.busy && !extend(walk, inside, no_node, [&](EdgeAt at) {
          return graph_.amount(*promise_.busy, at.edge) > 0;
        }))
      return {};
    for (std::size_t unit = 0; unit < is_fair_.size(); ++unit) {
      if (!is_fair_[unit] || walk_satisfies(walk, unit)) continue;
      if (!extend(
              walk, inside, [&](Node node) { return is_disabled(unit, node); },
              [&](EdgeAt at) { return graph_.edges()[at.edge].unit == unit; }))
        return {};
    }
    const auto is_start = [start](Node node) { return node == start; };
    if (walk.edges.empty()) {
      const auto around = [&](EdgeAt) { return true; };  // one step, then back
      if (!extend(walk, inside, no_node, around)) return {};
    }
    if (!extend(walk, inside, is_start, no_edge)) return {};
    Schedule loop;
    for (const EdgeAt& at : walk.edges) loop.push_back(graph_.edges()[at.edge].by);
    return loop;
  }

  struct Walk {
    Node start = 0;
    std::vector<EdgeAt> edges;
  };

  [[nodiscard]] Node end_of(const Walk& walk) const {
    return walk.edges.empty() ? walk.start : graph_.edges()[walk.edges.back().edge].to;
  }

  bool extend(Walk& walk, const Part& part, const std::function<bool(Node)>& wanted_node,
              const std::function<bool(EdgeAt)>& wanted_edge) {
    const auto more = shortest_walk(graph_, part, end_of(walk), wanted_node, wanted_edge);
    if (!more) return false;
    walk.edges.insert(walk.edges.end(), more->begin(), more->end());
    return true;
  }

  [[nodiscard]] bool walk_satisfies(const Walk& walk, std::size_t unit) const {
    if (is_disabled(unit, walk.start)) return true;
    return std::ranges::any_of(walk.edges, [&](const EdgeAt& at) {
      const Edge& edge = graph_.edges()[at.edge];
      return edge.unit == unit || is_disabled(unit, edge.to);
    });
  }

  const StateGraph& graph_;
  const Promise& promise_;
  std::vector<bool> is_fair_;  // by unit
};

}  // namespace

Promise promise_by_kind(const Program& program, std::size_t pending) {
  Promise promise;
  promise.pending = pending;
  for (const ActorDeclaration& actor : program.actors) {
    promise.is_fair.push_back(actor.kind != ActorKind::environment);
    promise.may_act.push_back(true);
  }
  return promise;
}

std::optional<Lasso> find_fair_loop(const StateGraph& graph, const Promise& promise) {
  return LoopSearch(graph, promise).run();
}

}  // namespace preemptcheck::explorer
