#include "model/nominator.h"

namespace preemptcheck::model {

void Nominator::addNominatedPod(PodId pod, const PodObject& object, NominatingMode mode,
                                NodeId node) {
  DeleteNominatedPodIfExists(pod);
  // An empty node name is filed too, under "": nobody looks there, so it is the same as no entry.
  const NodeId to = mode == NominatingMode::override_with ? node : object.nominated;
  // The lister is asked by name: another pod that has taken the name over counts as this one.
  const PodId updated = c.named_in(&PodState::lister, pod);
  if (updated == no_pod || c.pod(updated).lister.assigned()) return;
  c.pod(pod).nominated_node = to;
  // An update that says nothing of a nomination does not take back what a restart has lost.
  const bool is_decided = mode == NominatingMode::override_with || to != no_node;
  if (is_decided) c.pod(pod).lost_nomination = no_node;
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
