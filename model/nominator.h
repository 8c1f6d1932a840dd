// Nominations in memory. Mirrors pkg/scheduler/backend/queue/nominator.go.
#pragma once

#include "model/cluster.h"

namespace preemptcheck::model {

class Nominator {
 public:
  explicit Nominator(Cluster cluster) : c(cluster) {}

  /// nominator.addNominatedPod: files `pod` under a node, or drops its entry where there is none to
  /// file under. `object` is the copy whose status counts in mode noop.
  void addNominatedPod(PodId pod, const PodObject& object, NominatingMode mode, NodeId node);
  /// nominator.UpdateNominatedPod: after an update of a queued pod.
  void UpdateNominatedPod(PodId pod, const PodObject& before, const PodObject& after);
  /// nominator.DeleteNominatedPodIfExists.
  void DeleteNominatedPodIfExists(PodId pod) { c.pod(pod).nominated_node = no_node; }

  /// PriorityQueue.NominatedPodsForNode, less the pods in flight: those appear there without
  /// priority, requests and status (nominatedPodToInfo), so that nobody counts them.
  [[nodiscard]] PodSet NominatedPodsForNode(NodeId node) const;

 private:
  Cluster c;
};

}  // namespace preemptcheck::model
