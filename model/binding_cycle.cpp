#include "model/binding_cycle.h"

#include "model/api_dispatcher.h"
#include "model/api_server.h"
#include "model/cache.h"
#include "model/schedule_one.h"
#include "model/scheduling_queue.h"
#include "model/sites.h"

namespace preemptcheck::model {

namespace {

using explorer::Actor;

constexpr FailureSites failure_sites{at("binding/get-pod"), at("binding/requeue"),
                                     at("binding/nominate"), at("binding/patch-status")};

/// Why a binding cycle failed, as far as it matters to what follows.
struct Failure {
  std::uint8_t rejected_by = 0;  ///< bits of QueuedPodInfo; 0: an error
  ScheduledCondition condition = ScheduledCondition::scheduler_error;
};

Failure failure_of(const Cluster& c, PermitSignal signal) {
  switch (signal) {
    case PermitSignal::rejected:
      return {QueuedPodInfo::rejected_by_permit_bit, ScheduledCondition::rejected_in_permit};
    case PermitSignal::preempted:
      if (c.on(Switch::permit_victim_returns_to_backoff))
        return {0, ScheduledCondition::taken_back};
      return {QueuedPodInfo::rejected_by_default_preemption_bit,
              ScheduledCondition::preempted_in_permit};
    case PermitSignal::rejected_as_deleted:
      // By the plugin "", for which no event is of interest: as if by DefaultPreemption.
      return {QueuedPodInfo::rejected_by_default_preemption_bit,
              ScheduledCondition::rejected_in_permit};
    case PermitSignal::none:
    case PermitSignal::allowed:
      break;
  }
  return {};
}

ClusterEvent freed_room(const BindingCycle& binding) {
  // The object of the event is this goroutine's own: it shows the node, which the API's does not.
  PodObject freed = binding.frame.popped;
  freed.node = binding.host;
  return {.kind = ClusterEvent::Kind::assigned_pod_delete, .object = freed};
}

void handleBindingCycleError(Actor& self, Cluster c, PodId pod, BindingCycle& binding,
                             const Failure& failure) {
  CycleFrame& frame = binding.frame;
  // All that is needed later goes into the frame: nothing may stay on the stack.
  frame.info.bits = failure.rejected_by;
  frame.condition = failure.condition;
  const bool is_rejected = failure.condition == ScheduledCondition::rejected_in_permit ||
                           failure.condition == ScheduledCondition::preempted_in_permit;
  binding.set(BindingCycle::move_later_bit, is_rejected);
  binding.set(BindingCycle::in_prebind_bit, false);
  self.step(at("binding/forget"));
  const bool forgotten = Cache(c).ForgetPod(pod, binding.host);
  if (!forgotten) binding.set(BindingCycle::move_later_bit, false);
  if (forgotten && !binding.has(BindingCycle::move_later_bit)) {
    self.step(at("binding/move-all"));
    PriorityQueue(c).MoveAllToActiveOrBackoffQueue(freed_room(binding));
  }
  const NominatingInfo clear = failure_nominating_info(c);
  frame.mode = clear.mode;
  frame.nominated_node = clear.node;
  handleSchedulingFailure(self, c, frame, failure_sites);
  if (!binding.has(BindingCycle::move_later_bit)) return;
  // The others are told last, and the pod itself not at all: it was rejected for good.
  self.step(at("binding/move-others"));
  PriorityQueue(c).MoveAllToActiveOrBackoffQueue(freed_room(binding), {.except = pod});
}

/// The part that tells others where the pod is to run, where that takes a while.
void nominate_expected_node(Actor& self, Cluster c, PodId pod, const BindingCycle& binding) {
  const bool async_calls = c.on(Switch::async_api_calls);
  const unsigned choice = self.choose(at("binding/nominate-expected-node"), [&] {
    return async_calls || binding.frame.popped.nominated == binding.host
               ? 1U
               : ApiServer(c).outcomes(logged_patch);
  });
  if (async_calls) {
    ApiDispatcher(c).PatchPodStatus(pod, binding.frame.info.pod, ScheduledCondition::none,
                                    {NominatingMode::override_with, binding.host});
  } else if (binding.frame.popped.nominated != binding.host) {
    // Whether it worked is only logged.
    ApiServer(c).PatchPodStatus(ApiServer(c).outcome(choice, logged_patch), pod,
                                [&](PodObject& object) { object.nominated = binding.host; });
  }
}

/// WaitOnPermit. False: the pod is not to be bound.
bool WaitOnPermit(Actor& self, Cluster c, PodId pod, BindingCycle& binding) {
  self.await(at("binding/wait-on-permit"), [&] { return binding.signal != PermitSignal::none; });
  self.step(at("binding/leave-waiting-pods"));
  binding.set(BindingCycle::waiting_bit, false);
  if (binding.signal == PermitSignal::allowed) {
    binding.signal = PermitSignal::none;
    return true;
  }
  const Failure failure = failure_of(c, binding.signal);
  binding.signal = PermitSignal::none;
  handleBindingCycleError(self, c, pod, binding, failure);
  return false;
}

bool is_registered_in_prebind(const Cluster& c, PodId pod) {
  return contains(c.model.registered_in_prebind, pod);
}

/// RunPreBindPlugins and MarkPrebound. False: it has failed, or was cancelled.
bool run_prebind(Actor& self, Cluster c, PodId pod, BindingCycle& binding) {
  const unsigned choice = self.choose(at("binding/pre-bind"), [&] {
    const bool has_work = contains(c.model.prebind_pods, pod);
    if (!has_work || binding.has(BindingCycle::cancelled_bit)) return 1U;
    return c.model.scenario.binding_finishes ? ApiServer(c).outcomes(plugin_call) : 0U;
  });
  if (binding.has(BindingCycle::cancelled_bit)) {
    handleBindingCycleError(self, c, pod, binding, {0, ScheduledCondition::taken_back});
    return false;
  }
  if (ApiServer(c).SendPreBind(ApiServer(c).outcome(choice, plugin_call)) != ApiResult::ok) {
    handleBindingCycleError(self, c, pod, binding, {});
    return false;
  }
  // A cancellation between the plugins' end and this mark is as one before their end.
  binding.set(BindingCycle::prebound_bit, true);
  return true;
}

ApiResult bind(Actor& self, Cluster c, PodId pod, const BindingCycle& binding) {
  const bool async_calls = c.on(Switch::async_api_calls);
  if (async_calls) {
    self.step(at("binding/enqueue-bind"));
    ApiDispatcher(c).BindPod(pod);
  }
  const unsigned choice = self.choose(at("binding/bind"), [&] {
    return ApiDispatcher(c).is_in_flight(pod) ? 0U : ApiServer(c).outcomes(awaited_call);
  });
  if (async_calls) ApiDispatcher(c).finish_binding(pod);
  return ApiServer(c).Bind(ApiServer(c).outcome(choice, awaited_call), pod, binding.host);
}

void bindingCycle(Actor& self, Cluster c, PodId pod, BindingCycle& binding) {
  const bool waits = contains(c.model.waiting_pods, pod);
  if (c.on(Switch::expected_node_is_nominated) && (waits || contains(c.model.prebind_pods, pod)))
    nominate_expected_node(self, c, pod, binding);
  if (waits && !WaitOnPermit(self, c, pod, binding)) return;
  // Whoever waited is for a moment neither in waitingPods nor in podsInPreBind.
  if (waits && is_registered_in_prebind(c, pod)) self.step(at("binding/enter-pre-bind"));
  if (c.on(Switch::done_before_binding)) PriorityQueue(c).Done(pod);
  if (is_registered_in_prebind(c, pod)) binding.set(BindingCycle::in_prebind_bit, true);
  if ((is_registered_in_prebind(c, pod) || contains(c.model.prebind_pods, pod)) &&
      !run_prebind(self, c, pod, binding))
    return;
  if (c.on(Switch::done_before_bind_call)) PriorityQueue(c).Done(pod);
  if (bind(self, c, pod, binding) != ApiResult::ok) {
    handleBindingCycleError(self, c, pod, binding, {});
    return;
  }
  if (!c.on(Switch::done_before_bind_call)) PriorityQueue(c).Done(pod);
}

}  // namespace

BindingCycle* GetWaitingPod(const Cluster& c, PodId pod) {
  for (BindingCycle& binding : c.pod(pod).bindings)
    if (binding.has(BindingCycle::waiting_bit)) return &binding;
  return nullptr;
}

bool signal(BindingCycle& waiting, PermitSignal what) {
  if (waiting.signal != PermitSignal::none) return false;
  waiting.signal = what;
  return true;
}

bool RejectWaitingPod(const Cluster& c, PodId pod) {
  BindingCycle* const waiting = GetWaitingPod(c, pod);
  if (waiting == nullptr) return false;
  const bool took_effect = signal(*waiting, PermitSignal::rejected_as_deleted);
  return took_effect || !c.on(Switch::permit_victim_returns_to_backoff);
}

bool take_back(const Cluster& c, PodId victim) {
  if (BindingCycle* const waiting = GetWaitingPod(c, victim)) {
    const bool took_effect = signal(*waiting, PermitSignal::preempted);
    // Up to 1.35 nobody looks whether the pod had been allowed already.
    return took_effect || !c.on(Switch::permit_victim_returns_to_backoff);
  }
  for (BindingCycle& binding : c.pod(victim).bindings) {
    if (!binding.has(BindingCycle::in_prebind_bit)) continue;
    if (binding.has(BindingCycle::prebound_bit)) return false;
    binding.set(BindingCycle::cancelled_bit, true);
    return true;
  }
  return false;
}

void run_binding_cycles(Actor& self, Cluster c, PodId pod, std::uint8_t number) {
  BindingCycle& binding = c.pod(pod).bindings[number];
  while (true) {
    self.await(at("binding/start"), [&] { return binding.host != no_node; });
    bindingCycle(self, c, pod, binding);
    binding = {};
  }
}

}  // namespace preemptcheck::model
