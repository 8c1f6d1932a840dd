// Random clusters, for RapidCheck. Header-only: each test program takes what it uses.
#pragma once

#include <rapidcheck.h>

#include <vector>

#include "tests/model/cluster_builder.h"

namespace preemptcheck::model {

/// A number from low to high, both included; shrinks towards low.
inline int any_number(int low, int high) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(low, high + 1));
}
/// True once in `once_in` times.
inline bool rarely(int once_in) { return any_number(0, once_in - 1) == once_in - 1; }

inline std::vector<std::int64_t> any_amounts(std::size_t count, int high) {
  std::vector<std::int64_t> amounts;
  for (std::size_t i = 0; i < count; ++i) amounts.push_back(any_number(0, high));
  return amounts;
}

/// Nodes, pods that run there or wait, disruption budgets: what does not change.
inline ClusterBuilder any_scenario() {
  const auto resources = static_cast<std::size_t>(any_number(1, 3));
  ClusterBuilder builder(static_cast<Release>(any_number(0, int{release_count} - 1)), resources);
  const int nodes = any_number(1, 4);
  for (int n = 0; n < nodes; ++n) {
    const NodeId node = builder.node(any_amounts(resources, 10));
    builder.scenario.nodes[static_cast<std::size_t>(node)].unschedulable = rarely(12);
  }
  builder.pending(any_number(-2, 8), any_amounts(resources, 8));
  const int others = any_number(0, 8);
  for (int p = 0; p < others; ++p) {
    const PodId pod = builder.pending(any_number(-3, 4), any_amounts(resources, 4));
    if (!rarely(3)) builder.spec(pod).node = static_cast<NodeId>(any_number(0, nodes - 1));
    builder.spec(pod).start_time_seconds = any_number(0, 3);
  }
  for (PodSpec& pod : builder.scenario.pods) {
    pod.preemption_never = rarely(12);
    if (rarely(12)) pod.feasible_nodes = static_cast<NodeSet>(any_number(0, 15));
  }
  const PodSet all = (PodSet{1} << builder.scenario.pods.size()) - 1;
  const int pdbs = any_number(0, 3);
  for (int i = 0; i < pdbs; ++i)
    builder.pdb(any_number(0, 2), static_cast<PodSet>(any_number(0, static_cast<int>(all))),
                rarely(4) ? static_cast<PodSet>(any_number(0, static_cast<int>(all))) : 0);
  return builder;
}

/// What changes, in any state at all: pods in any part of the queue, nominated anywhere,
/// terminating, assumed.
inline TestCluster any_cluster() {
  TestCluster cluster = any_scenario().build();
  const int nodes = cluster.model->nodes_count;
  for (PodId p = 0; p < cluster.model->pods_count; ++p) {
    PodState& pod = cluster.pod(p);
    pod.place = QueuePlace::none;
    pod.order = 0;
    pod.queued = {};
    if (pod.api.assigned()) {
      if (rarely(4)) pod.cache = terminating_object(pod.api.node, !rarely(3));
      if (rarely(8)) pod.cache = {};
      continue;
    }
    if (p != 0 && rarely(4)) {
      pod.cache = bound_object(static_cast<NodeId>(any_number(0, nodes - 1)));
      pod.set(PodState::assumed_bit, true);
    }
    pod.lister.nominated = static_cast<NodeId>(any_number(-1, nodes - 1));
    pod.nominated_node = static_cast<NodeId>(any_number(-1, nodes - 1));
    put_in_queue(cluster, p, static_cast<QueuePlace>(any_number(0, 3)));
  }
  for (PodId p = 0; p < cluster.model->pods_count; ++p)
    cluster.pod(p).snapshot = cluster.pod(p).cache;
  return cluster;
}

}  // namespace preemptcheck::model
