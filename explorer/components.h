// Strongly connected components of a part of a state graph.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "explorer/state_graph.h"

namespace preemptcheck::explorer {

/// A part of a graph: some of its nodes, and of the edges between those.
struct Part {
  std::function<bool(Node)> has_node;
  std::function<bool(const Edge&)> has_edge;  ///< asked of edges between nodes of the part only
};

/// The components of a part that have a cycle: more than one node, or an edge to itself. Each is
/// sorted; they are sorted by their first node.
std::vector<std::vector<Node>> cyclic_components(const StateGraph& graph, const Part& part);

/// Index of an edge in StateGraph::edges, with the node that it leaves.
struct EdgeAt {
  Node from = 0;
  std::size_t edge = 0;
};

/// The edges of a shortest walk in the part from `from` to the first node, or over the first edge,
/// that is wanted; empty if `from` itself is. Null if there is none. Ties go to the lower edge.
std::optional<std::vector<EdgeAt>> shortest_walk(const StateGraph& graph, const Part& part,
                                                 Node from,
                                                 const std::function<bool(Node)>& wanted_node,
                                                 const std::function<bool(EdgeAt)>& wanted_edge);

}  // namespace preemptcheck::explorer
