#include "model/api_server.h"

#include "explorer/contract.h"

namespace preemptcheck::model {

std::string_view name_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::ok:
      return "ok";
    case Outcome::error:
      return "error";
    case Outcome::lost:
      return "lost";
    case Outcome::conflict:
      return "conflict";
  }
  return "";
}

unsigned ApiServer::outcomes(Trouble trouble) const {
  unsigned count = 1;
  if (c.world.api_errors_left > 0) ++count;
  if (trouble.lost && c.world.lost_replies_left > 0) ++count;
  if (trouble.conflict && c.world.conflicts_left > 0) ++count;
  return count;
}

Outcome ApiServer::outcome(unsigned choice, Trouble trouble) const {
  if (choice == 0) return Outcome::ok;
  if (c.world.api_errors_left > 0 && --choice == 0) return Outcome::error;
  if (trouble.lost && c.world.lost_replies_left > 0 && --choice == 0) return Outcome::lost;
  return Outcome::conflict;
}

bool ApiServer::fails(Outcome outcome) {
  const auto spend = [](std::uint8_t& budget) {
    PRECONDITION(budget > 0);
    --budget;
  };
  switch (outcome) {
    case Outcome::ok:
      return false;
    case Outcome::error:
      spend(c.world.api_errors_left);
      return true;
    case Outcome::lost:
      spend(c.world.lost_replies_left);
      return false;
    case Outcome::conflict:
      spend(c.world.conflicts_left);
      return !c.on(Switch::patch_retries_conflict);  // else it is sent again, and succeeds
  }
  return false;
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

ApiResult ApiServer::DeletePod(Outcome outcome, PodId named) {
  if (fails(outcome)) return ApiResult::error;
  const PodId pod = c.named_in(&PodState::api, named);
  if (pod == no_pod) return ApiResult::not_found;
  PodObject object = c.pod(pod).api;
  // registry/core/pod/strategy.go, CheckGracefulDelete: an unassigned pod has no grace period.
  const bool graceful = c.model.scenario.graceful_termination && object.assigned();
  if (graceful)
    object.bits |= PodObject::terminating_bit;
  else
    object = {};
  store(pod, object);
  return outcome == Outcome::lost ? ApiResult::lost : ApiResult::ok;
}

ApiResult ApiServer::Bind(Outcome outcome, PodId pod, NodeId node) {
  if (fails(outcome)) return ApiResult::error;
  PodObject object = c.pod(pod).api;
  if (!object.present()) return ApiResult::not_found;
  // registry/core/pod/storage, setPodNodeAndMetadata
  if (object.terminating() || object.assigned()) return ApiResult::conflict;
  object.node = node;
  object.set_condition(ScheduledCondition::none);
  if (c.on(Switch::bind_clears_nomination)) object.nominated = no_node;
  store(pod, object);
  return outcome == Outcome::lost ? ApiResult::lost : ApiResult::ok;
}

void ApiServer::CreatePod(PodId pod) {
  PodObject object;
  object.bits = PodObject::present_bit;
  object.nominated = c.spec(pod).nominated_node;
  c.pod(pod).set(PodState::created_bit, true);
  store(pod, object);
}

}  // namespace preemptcheck::model
