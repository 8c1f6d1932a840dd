#include "explorer/components.h"

#include <algorithm>
#include <deque>
#include <unordered_map>
#include <utility>

namespace preemptcheck::explorer {

namespace {

/// Tarjan's algorithm (SIAM J. Computing 1, 1972), with a stack of its own instead of recursion.
class Tarjan {
 public:
  Tarjan(const StateGraph& graph, const Part& part)
      : graph_(graph), part_(part), order_(graph.size(), unseen), low_(graph.size(), 0) {}

  std::vector<std::vector<Node>> run() {
    for (Node node = 0; node < graph_.size(); ++node)
      if (order_[node] == unseen && part_.has_node(node)) visit(node);
    std::ranges::sort(found_);
    return std::move(found_);
  }

 private:
  static constexpr std::uint32_t unseen = 0;
  static constexpr std::uint32_t closed = ~std::uint32_t{0};  // its component is complete
  struct Visit {
    Node node;
    std::size_t next_edge;
  };

  void enter(Node node) {
    order_[node] = low_[node] = ++entered_;
    open_.push_back(node);
    path_.push_back({node, graph_.first_edge_of(node)});
  }

  void visit(Node root) {
    enter(root);
    while (!path_.empty()) {
      Visit& at = path_.back();
      if (at.next_edge < graph_.first_edge_of(at.node) + graph_.edges_of(at.node).size()) {
        follow(at.node, graph_.edges()[at.next_edge++]);
        continue;
      }
      const Node node = at.node;
      path_.pop_back();
      if (!path_.empty()) low_[path_.back().node] = std::min(low_[path_.back().node], low_[node]);
      if (low_[node] == order_[node]) close(node);
    }
  }

  void follow(Node from, const Edge& edge) {
    if (!part_.has_node(edge.to) || !part_.has_edge(edge)) return;
    if (order_[edge.to] == unseen)
      enter(edge.to);
    else if (order_[edge.to] != closed)
      low_[from] = std::min(low_[from], order_[edge.to]);
  }

  void close(Node root) {
    std::vector<Node> component;
    Node node = root;
    do {
      node = open_.back();
      open_.pop_back();
      order_[node] = closed;
      component.push_back(node);
    } while (node != root);
    if (component.size() == 1 && !has_edge_to_itself(root)) return;
    std::ranges::sort(component);
    found_.push_back(std::move(component));
  }

  [[nodiscard]] bool has_edge_to_itself(Node node) const {
    return std::ranges::any_of(graph_.edges_of(node), [&](const Edge& edge) {
      return edge.to == node && part_.has_edge(edge);
    });
  }

  const StateGraph& graph_;
  const Part& part_;
  std::vector<std::uint32_t> order_;  // by node: when it was entered, from 1
  std::vector<std::uint32_t> low_;    // by node: the earliest open one that it is known to reach
  std::uint32_t entered_ = 0;
  std::vector<Node> open_;
  std::vector<Visit> path_;
  std::vector<std::vector<Node>> found_;
};

}  // namespace

std::vector<std::vector<Node>> cyclic_components(const StateGraph& graph, const Part& part) {
  return Tarjan(graph, part).run();
}

std::optional<std::vector<EdgeAt>> shortest_walk(const StateGraph& graph, const Part& part,
                                                 Node from,
                                                 const std::function<bool(Node)>& wanted_node,
                                                 const std::function<bool(EdgeAt)>& wanted_edge) {
  if (wanted_node(from)) return std::vector<EdgeAt>();
  std::unordered_map<Node, EdgeAt> came_by;
  const auto walk_to = [&](Node node) {
    std::vector<EdgeAt> walk;
    for (; node != from; node = walk.back().from) walk.push_back(came_by.at(node));
    std::ranges::reverse(walk);
    return walk;
  };
  std::deque<Node> waiting{from};
  while (!waiting.empty()) {
    const Node node = waiting.front();
    waiting.pop_front();
    const std::size_t first = graph.first_edge_of(node);
    for (std::size_t e = first; e < first + graph.edges_of(node).size(); ++e) {
      const Edge& edge = graph.edges()[e];
      if (!part.has_node(edge.to) || !part.has_edge(edge)) continue;
      if (wanted_edge({node, e}) || wanted_node(edge.to)) {
        std::vector<EdgeAt> walk = walk_to(node);
        walk.push_back({node, e});
        return walk;
      }
      if (edge.to == from || !came_by.emplace(edge.to, EdgeAt{node, e}).second) continue;
      waiting.push_back(edge.to);
    }
  }
  return {};
}

}  // namespace preemptcheck::explorer
