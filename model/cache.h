// The scheduler's cache and its snapshot. Mirrors pkg/scheduler/backend/cache/cache.go.
#pragma once

#include "model/cluster.h"

namespace preemptcheck::model {

class Cache {
 public:
  explicit Cache(Cluster cluster) : c(cluster) {}

  /// Cache.AssumePod. False: the pod is in the cache already, which is an error.
  bool AssumePod(PodId pod, const PodObject& object, NodeId host);
  /// Cache.ForgetPod of a pod that the caller has assumed on `host`. False: an error, since it is
  /// not assumed there (any more).
  bool ForgetPod(PodId pod, NodeId host);
  /// Cache.AddPod: confirms an assumed pod or adds one.
  void AddPod(PodId pod, const PodObject& object);
  /// Cache.UpdatePod: an assumed pod is left unchanged, with an error that is only logged.
  void UpdatePod(PodId pod, const PodObject& object);
  /// Cache.RemovePod.
  void RemovePod(PodId pod);
  [[nodiscard]] bool IsAssumedPod(PodId pod) const { return c.pod(pod).has(PodState::assumed_bit); }

  /// Cache.RemoveNode: its pods stay, until they are removed themselves.
  void RemoveNode(NodeId node);

  /// Cache.UpdateSnapshot. A node that was removed is not in it.
  void UpdateSnapshot();
  /// Between cycles nobody reads the snapshot: what it held must not make equal states differ.
  void drop_snapshot();

  [[nodiscard]] PodSet pods_on_node(NodeId node) const;           ///< in the cache
  [[nodiscard]] PodSet snapshot_pods_on_node(NodeId node) const;  ///< in the snapshot

 private:
  void drop_finished_preemptions();

  Cluster c;
};

}  // namespace preemptcheck::model
