// Clusters for tests, in few words: a scenario put together by hand, with its model and a world.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "model/cluster.h"

namespace preemptcheck::model {

/// A model with a world of its own.
struct TestCluster {
  std::shared_ptr<const Model> model;
  World world;

  [[nodiscard]] Cluster view() { return {world, *model}; }
  [[nodiscard]] PodState& pod(PodId id) { return world.pods[id]; }
};

/// Puts a scenario together. Pods and nodes are numbered in the order in which they are added.
class ClusterBuilder {
 public:
  explicit ClusterBuilder(Release release = newest_release, std::size_t resources_count = 1);

  ClusterBuilder& with(Switch which, bool value);
  NodeId node(std::vector<std::int64_t> allocatable);
  /// A pod that waits for a node; every node suits it.
  PodId pending(std::int32_t priority, std::vector<std::int64_t> requests);
  /// A pod that runs on a node.
  PodId bound(std::int32_t priority, std::vector<std::int64_t> requests, NodeId node,
              std::int64_t start_time_seconds = 0);
  ClusterBuilder& pdb(std::int32_t disruptions_allowed, PodSet pods, PodSet disrupted_pods = 0);

  [[nodiscard]] PodSpec& spec(PodId pod) { return scenario.pods[pod]; }
  /// The model with the world in which its exploration would start.
  [[nodiscard]] TestCluster build() const;

  Scenario scenario;
};

/// An object that exists, unassigned.
PodObject pending_object(NodeId nominated = no_node);
/// An object that is bound to a node.
PodObject bound_object(NodeId node);
/// An object that is bound to a node and terminates; with the condition that a preemption sets.
PodObject terminating_object(NodeId node, bool disruption_target = true);

/// Puts a pod into the scheduling queue's parts by hand, last among its equals.
void put_in_queue(TestCluster& cluster, PodId pod, QueuePlace place, std::uint8_t bits = 0);

/// Records a preemption in flight: it runs, its victims are chosen.
Preemption& put_preemption(TestCluster& cluster, PreemptionId id, PodId preemptor, NodeId node,
                           PodSet victims);

}  // namespace preemptcheck::model
