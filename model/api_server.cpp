#include "model/api_server.h"

#include "explorer/contract.h"

namespace preemptcheck::model {

bool ApiServer::fails(unsigned outcome) {
  if (outcome == 0) return false;
  PRECONDITION(c.world.api_errors_left > 0);
  --c.world.api_errors_left;
  return true;
}

void ApiServer::store(PodId pod, const PodObject& after) {
  const PodObject before = c.pod(pod).api;
  if (before == after) return;
  c.pod(pod).api = after;
  World& world = c.world;
  if (world.events_count == max_watch_events) {
    world.bound = ModelBound::watch_events;
    return;
  }
  world.events[world.events_count++] = {.before = before, .after = after, .pod = pod};
}

ApiResult ApiServer::DeletePod(unsigned outcome, PodId pod) {
  if (fails(outcome)) return ApiResult::error;
  PodObject object = c.pod(pod).api;
  if (!object.present()) return ApiResult::not_found;
  // registry/core/pod/strategy.go, CheckGracefulDelete: an unassigned pod has no grace period.
  const bool graceful = c.model.scenario.graceful_termination && object.assigned();
  if (graceful)
    object.bits |= PodObject::terminating_bit;
  else
    object = {};
  store(pod, object);
  return ApiResult::ok;
}

ApiResult ApiServer::Bind(unsigned outcome, PodId pod, NodeId node) {
  if (fails(outcome)) return ApiResult::error;
  PodObject object = c.pod(pod).api;
  if (!object.present()) return ApiResult::not_found;
  // registry/core/pod/storage, setPodNodeAndMetadata
  if (object.terminating() || object.assigned()) return ApiResult::conflict;
  object.node = node;
  object.set_condition(ScheduledCondition::none);
  store(pod, object);
  return ApiResult::ok;
}

void ApiServer::CreatePod(PodId pod) {
  PodObject object;
  object.bits = PodObject::present_bit;
  object.nominated = c.spec(pod).nominated_node;
  c.pod(pod).set(PodState::created_bit, true);
  store(pod, object);
}

}  // namespace preemptcheck::model
