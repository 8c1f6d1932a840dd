#include "model/binding_cycle.h"

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

void handleBindingCycleError(Actor& self, Cluster c, PodId pod, BindingCycle& binding) {
  CycleFrame& frame = binding.frame;
  self.step(at("binding/forget"));
  if (Cache(c).ForgetPod(pod)) {
    self.step(at("binding/move-all"));
    // The object of the event is this goroutine's own: it shows the node, which the API's does not.
    PodObject freed = frame.popped;
    freed.node = binding.host;
    PriorityQueue(c).MoveAllToActiveOrBackoffQueue(
        {.kind = ClusterEvent::Kind::assigned_pod_delete, .object = freed});
  }
  frame.info.bits = 0;  // an error: no plugin has rejected the pod
  frame.mode = NominatingMode::override_with;
  frame.nominated_node = no_node;
  frame.condition = ScheduledCondition::scheduler_error;
  handleSchedulingFailure(self, c, frame, failure_sites);
}

void bindingCycle(Actor& self, Cluster c, PodId pod, BindingCycle& binding) {
  if (c.on(Switch::done_before_binding)) PriorityQueue(c).Done(pod);
  const unsigned outcome = self.choose(at("binding/bind"), [&] { return ApiServer(c).outcomes(); });
  if (ApiServer(c).Bind(outcome, pod, binding.host) != ApiResult::ok) {
    handleBindingCycleError(self, c, pod, binding);
    return;
  }
  if (!c.on(Switch::done_before_binding)) PriorityQueue(c).Done(pod);
}

}  // namespace

void run_binding_cycles(Actor& self, Cluster c, PodId pod, std::uint8_t number) {
  BindingCycle& binding = c.pod(pod).bindings[number];
  while (true) {
    self.await(at("binding/start"), [&] { return binding.host != no_node; });
    bindingCycle(self, c, pod, binding);
    binding = {};
  }
}

}  // namespace preemptcheck::model
