#include "model/api_dispatcher.h"

#include "model/api_server.h"
#include "model/sites.h"

namespace preemptcheck::model {

namespace {

using explorer::Actor;

bool changes_nomination(const StatusPatchCall& call) {
  return call.overrides() && call.base_nominated != call.nominated;
}

bool changes_condition(const StatusPatchCall& call) {
  return call.condition != ScheduledCondition::none && call.base_condition != call.condition;
}

/// PodStatusPatchCall.IsNoOp.
bool is_no_op(const StatusPatchCall& call) {
  return !changes_nomination(call) && !changes_condition(call);
}

/// PodStatusPatchCall.Merge: what the newer call leaves open comes from the older one.
void merge(StatusPatchCall& call, const StatusPatchCall& older) {
  if (!call.overrides() && older.overrides()) {
    call.bits |= StatusPatchCall::override_bit;
    call.nominated = older.nominated;
  }
  if (call.condition == ScheduledCondition::none) call.condition = older.condition;
}

/// PodStatusPatchCall.Execute: only what differs from the status that it starts from is sent.
void execute(Cluster c, PodId pod, unsigned choice) {
  StatusPatchCall& call = c.pod(pod).current_call;
  call.bits |= StatusPatchCall::executed_bit;
  if (!is_no_op(call))
    ApiServer(c).PatchPodStatus(ApiServer(c).outcome(choice, logged_patch), pod,
                                [&](PodObject& object) {
                                  if (changes_condition(call)) object.set_condition(call.condition);
                                  if (changes_nomination(call)) object.nominated = call.nominated;
                                });
  // Nobody asks any more what it started from: equal worlds must be equal bytes.
  call.base_nominated = no_node;
  call.base_condition = ScheduledCondition::none;
}

}  // namespace

void ApiDispatcher::PatchPodStatus(PodId pod, const PodObject& object, ScheduledCondition condition,
                                   NominatingInfo nominating) {
  PodState& state = c.pod(pod);
  if (state.has(PodState::bind_call_bit)) return;  // a more relevant call is there: skipped
  StatusPatchCall call;
  call.bits = StatusPatchCall::present_bit;
  if (nominating.mode == NominatingMode::override_with) {
    call.bits |= StatusPatchCall::override_bit;
    call.nominated = nominating.node;
  }
  call.condition = condition;
  call.base_nominated = object.nominated;
  call.base_condition = object.condition();
  if (state.queued_call.present())
    merge(call, state.queued_call);
  else if (state.current_call.present())
    merge(call, state.current_call);
  // While a call is in flight even one that changes nothing is kept: it may have to undo that one.
  const bool is_needed = !is_no_op(call) || state.current_call.present();
  state.queued_call = is_needed ? call : StatusPatchCall{};
}

void ApiDispatcher::SyncObject(PodId pod, const PodObject& object) {
  PodState& state = c.pod(pod);
  const bool is_queued = state.queued_call.present();
  StatusPatchCall& call = is_queued ? state.queued_call : state.current_call;
  if (!call.present() || (call.bits & StatusPatchCall::executed_bit) != 0) return;
  call.base_nominated = object.nominated;
  call.base_condition = object.condition();
  if (is_queued && is_no_op(call) && !state.current_call.present()) call = {};
}

void ApiDispatcher::BindPod(PodId pod) {
  c.pod(pod).queued_call = {};
  c.pod(pod).set(PodState::bind_call_bit, true);
}

void run_dispatched_calls(Actor& self, Cluster c, PodId pod) {
  while (true) {
    self.await(at("dispatcher/pop"), [&] {
      return c.pod(pod).queued_call.present() && !c.pod(pod).current_call.present();
    });
    c.pod(pod).current_call = c.pod(pod).queued_call;
    c.pod(pod).queued_call = {};
    const unsigned choice = self.choose(at("dispatcher/patch-status"), [&] {
      return is_no_op(c.pod(pod).current_call) ? 1U : ApiServer(c).outcomes(logged_patch);
    });
    execute(c, pod, choice);
    self.step(at("dispatcher/finalize"));
    c.pod(pod).current_call = {};
  }
}

}  // namespace preemptcheck::model
