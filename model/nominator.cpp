#include "model/nominator.h"

namespace preemptcheck::model {

void Nominator::addNominatedPod(PodId pod, const PodObject& object, NominatingMode mode,
                                NodeId node) {
  DeleteNominatedPodIfExists(pod);
  // An empty node name is filed too, under "": nobody looks there, so it is the same as no entry.
  const NodeId to = mode == NominatingMode::override_with ? node : object.nominated;
  const PodObject& updated = c.pod(pod).lister;
  if (!updated.present() || updated.assigned()) return;
  c.pod(pod).nominated_node = to;
}

void Nominator::UpdateNominatedPod(PodId pod, const PodObject& before, const PodObject& after) {
  const NodeId in_memory = c.pod(pod).nominated_node;
  const bool neither_has_one = before.nominated == no_node && after.nominated == no_node;
  if (neither_has_one && in_memory != no_node && c.on(Switch::update_keeps_nomination)) {
    // The update may be older than the nomination, which the API server has not seen yet.
    addNominatedPod(pod, after, NominatingMode::override_with, in_memory);
    return;
  }
  addNominatedPod(pod, after, NominatingMode::noop, no_node);
}

PodSet Nominator::NominatedPodsForNode(NodeId node) const {
  return c.pods_where([&](PodId, const PodState& pod) {
    return pod.nominated_node == node && pod.place != QueuePlace::none;
  });
}

}  // namespace preemptcheck::model
