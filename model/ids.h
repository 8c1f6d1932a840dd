// Names of things in a modelled cluster. No bare integers: a pod is not a node.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>

namespace preemptcheck::model {

/// How much fits into one world. A scenario that needs more is refused when it is read.
inline constexpr std::size_t max_pods = 24;
inline constexpr std::size_t max_nodes = 8;
inline constexpr std::size_t max_resources = 6;
inline constexpr std::size_t max_pdbs = 8;
inline constexpr std::size_t max_preemptions = 6;  ///< goroutines of prepareCandidateAsync at once
inline constexpr std::size_t max_binding_cycles = 2;  ///< binding goroutines of one pod at once
inline constexpr std::size_t max_watch_events = 16;

/// Index of a pod in its scenario; stands for the pod's UID.
using PodId = std::uint8_t;
/// Index of a node in its scenario.
using NodeId = std::int8_t;
/// Index of a running or draining preemption in the world.
using PreemptionId = std::uint8_t;

inline constexpr PodId no_pod = 255;
inline constexpr NodeId no_node = -1;

/// A set of pods, one bit each.
using PodSet = std::uint32_t;
/// A set of nodes, one bit each.
using NodeSet = std::uint8_t;

constexpr PodSet only(PodId pod) { return PodSet{1} << pod; }
constexpr bool contains(PodSet set, PodId pod) { return ((set >> pod) & 1U) != 0; }
constexpr NodeSet only_node(NodeId node) { return static_cast<NodeSet>(1U << node); }
constexpr bool contains_node(NodeSet set, NodeId node) {
  return node >= 0 && ((static_cast<unsigned>(set) >> node) & 1U) != 0;
}

}  // namespace preemptcheck::model
