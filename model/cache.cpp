#include "model/cache.h"

namespace preemptcheck::model {

bool Cache::AssumePod(PodId pod, const PodObject& object, NodeId host) {
  PodState& state = c.pod(pod);
  if (state.cache.present()) return false;
  state.cache = object;
  state.cache.node = host;
  state.set(PodState::assumed_bit, true);
  return true;
}

bool Cache::ForgetPod(PodId pod) {
  PodState& state = c.pod(pod);
  if (!state.has(PodState::assumed_bit)) return !state.cache.present();
  state.cache = {};
  state.set(PodState::assumed_bit, false);
  drop_finished_preemptions();
  return true;
}

void Cache::AddPod(PodId pod, const PodObject& object) {
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

void Cache::UpdateSnapshot() {
  for (PodId p = 0; p < c.model.pods_count; ++p) c.pod(p).snapshot = c.pod(p).cache;
}

void Cache::drop_snapshot() {
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
