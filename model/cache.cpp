#include "model/cache.h"

namespace preemptcheck::model {

bool Cache::AssumePod(PodId pod, const PodObject& object, NodeId host) {
  PodState& state = c.pod(pod);
  if (state.cache.present()) return false;
  state.cache = object;
  state.cache.node = host;
  state.set(PodState::assumed_bit, true);
  state.lost_nomination = no_node;
  return true;
}

bool Cache::ForgetPod(PodId pod, NodeId host) {
  PodState& state = c.pod(pod);
  if (!state.cache.present()) return c.on(Switch::binding_forgets_deleted_assumed_pod);
  if (!state.has(PodState::assumed_bit) || state.cache.node != host) return false;
  state.cache = {};
  state.set(PodState::assumed_bit, false);
  drop_finished_preemptions();
  return true;
}

void Cache::AddPod(PodId pod, const PodObject& object) {
  c.pod(pod).lost_nomination = no_node;
  c.pod(pod).cache = object;
  c.pod(pod).set(PodState::assumed_bit, false);
}

void Cache::UpdatePod(PodId pod, const PodObject& object) {
  if (!IsAssumedPod(pod)) c.pod(pod).cache = object;
}

void Cache::RemovePod(PodId pod) {
  c.pod(pod).cache = {};
  c.pod(pod).set(PodState::assumed_bit, false);
  drop_finished_preemptions();
}

void Cache::RemoveNode(NodeId node) {
  c.world.nodes_forgotten = static_cast<NodeSet>(c.world.nodes_forgotten | only_node(node));
}

void Cache::UpdateSnapshot() {
  c.world.nodes_missing = c.world.nodes_forgotten;
  for (PodId p = 0; p < c.model.pods_count; ++p) c.pod(p).snapshot = c.pod(p).cache;
}

void Cache::drop_snapshot() {
  c.world.nodes_missing = 0;
  for (PodId p = 0; p < c.model.pods_count; ++p) c.pod(p).snapshot = {};
}

PodSet Cache::pods_on_node(NodeId node) const {
  return c.pods_where(
      [&](PodId, const PodState& p) { return p.cache.present() && p.cache.node == node; });
}

PodSet Cache::snapshot_pods_on_node(NodeId node) const {
  return c.pods_where(
      [&](PodId, const PodState& p) { return p.snapshot.present() && p.snapshot.node == node; });
}

/// A preemption is over once the cache shows every one of its victims gone.
void Cache::drop_finished_preemptions() {
  const PodSet cached = c.pods_where([](PodId, const PodState& p) { return p.cache.present(); });
  for (Preemption& preemption : c.world.preemptions)
    if (preemption.phase == PreemptionPhase::draining && (preemption.victims & cached) == 0)
      preemption = {};
}

}  // namespace preemptcheck::model
