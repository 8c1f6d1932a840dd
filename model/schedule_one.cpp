#include "model/schedule_one.h"

#include <algorithm>
#include <bit>

#include "explorer/contract.h"
#include "model/api_dispatcher.h"
#include "model/api_server.h"
#include "model/cache.h"
#include "model/default_preemption.h"
#include "model/executor.h"
#include "model/filter.h"
#include "model/nominator.h"
#include "model/scheduling_queue.h"
#include "model/sites.h"

namespace preemptcheck::model {

namespace {

using explorer::Actor;

constexpr FailureSites failure_sites{at("scheduler/get-pod"), at("scheduler/requeue"),
                                     at("scheduler/nominate"), at("scheduler/patch-status")};

unsigned count_nodes(NodeSet set) { return static_cast<unsigned>(std::popcount(set)); }

/// skipPodSchedule: the popped object may be older than the pod's deletion, or than its assumption.
bool skipPodSchedule(Cluster c) {
  const CycleFrame& cycle = c.world.thread.cycle;
  return cycle.popped.terminating() || Cache(c).IsAssumedPod(cycle.pod);
}

/// findNodesThatFitPod. A node that the popped object is nominated to is tried first, alone.
void findNodesThatFitPod(Cluster c) {
  SchedulingThread& thread = c.world.thread;
  const PodId pod = thread.cycle.pod;
  const auto filter = [&](NodeId node) {
    return RunFilterPluginsWithNominatedPods(c, pod, node, Cache(c).snapshot_pods_on_node(node));
  };
  const NodeSet nodes = c.nodes_without(c.world.nodes_missing);
  const NodeId nominated = thread.cycle.popped.nominated;
  if (contains_node(nodes, nominated) && filter(nominated) == FilterStatus::success) {
    thread.feasible = only_node(nominated);
    return;
  }
  for (NodeId n = 0; n < c.model.nodes_count; ++n) {
    if (!contains_node(nodes, n)) continue;
    switch (filter(n)) {
      case FilterStatus::success:
        thread.feasible |= only_node(n);
        break;
      case FilterStatus::unschedulable:
        thread.unschedulable |= only_node(n);
        break;
      case FilterStatus::unschedulable_and_unresolvable:
        thread.unresolvable |= only_node(n);
        break;
    }
  }
}

/// Diagnosis.UnschedulablePlugins: on each node the first plugin that rejects it.
std::uint8_t rejector_plugins(const Cluster& c) {
  std::uint8_t bits = 0;
  for (NodeId n = 0; n < c.model.nodes_count; ++n) {
    if (!contains_node(c.nodes_without(c.world.nodes_missing), n)) continue;
    bits |= rejected_before_fit(c, c.world.thread.cycle.pod, n)
                ? QueuedPodInfo::rejected_by_node_bit
                : QueuedPodInfo::rejected_by_fit_bit;
  }
  return bits;
}

void nominate(CycleFrame& cycle, NominatingMode mode, NodeId node, ScheduledCondition condition) {
  cycle.mode = mode;
  cycle.nominated_node = node;
  cycle.condition = condition;
}

/// Evaluator.Preempt up to the choice of a candidate: reads, and fills the candidates in.
void find_candidates(Cluster c) {
  SchedulingThread& thread = c.world.thread;
  CycleFrame& cycle = thread.cycle;
  // By name: another pod that has taken the name over becomes the preemptor.
  const PodId pod = c.named_in(&PodState::lister, cycle.pod);
  thread.preemptor = pod;
  if (pod == no_pod) {
    nominate(cycle, NominatingMode::noop, no_node, ScheduledCondition::preemption_failed);
    return;
  }
  const PodObject updated = c.pod(pod).lister;
  if (!PodEligibleToPreemptOthers(c, pod, updated, thread.unresolvable)) {
    nominate(cycle, NominatingMode::noop, no_node, ScheduledCondition::not_eligible);
    return;
  }
  // What stands when there is no candidate: the pod's nomination is cleared.
  nominate(cycle, NominatingMode::override_with, no_node,
           ScheduledCondition::preemption_not_helpful);
  thread.clear_patch = thread.unschedulable == 0 && updated.nominated != no_node &&
                       c.on(Switch::clear_patch_without_potential_node);
  std::array<Victims, max_nodes> candidates{};
  for (NodeId n = 0; n < c.model.nodes_count; ++n)
    if (contains_node(thread.unschedulable, n))
      candidates[static_cast<std::size_t>(n)] = SelectVictimsOnNode(c, pod, n);
  thread.candidates = pickOneNodeForPreemption(c.model, candidates);
  // Without any candidate an error on one node is the result: it leaves the nomination alone.
  if (thread.candidates == 0 && std::ranges::any_of(candidates, &Victims::failed))
    nominate(cycle, NominatingMode::noop, no_node, ScheduledCondition::preemption_failed);
  for (std::size_t n = 0; n < max_nodes; ++n)
    if (contains_node(thread.candidates, static_cast<NodeId>(n)))
      thread.victims_on[n] = candidates[n].pods;
}

/// Evaluator.Preempt from the choice of a candidate on.
void preempt(Actor& self, Cluster c) {
  SchedulingThread& thread = c.world.thread;
  // Among equally good nodes the original takes the first in the random order of a map. Where there
  // is one only, choosing it is no transition of its own: the gate, the only reader of what is
  // written here, is not asked about a pod in flight.
  unsigned choice = 0;
  if (count_nodes(thread.candidates) > 1)
    choice = self.choose(at("scheduler/prepare-candidate"),
                         [&] { return count_nodes(thread.candidates); });
  const NodeId node = nth_node(thread.candidates, choice);
  thread.selected_node = node;
  thread.selected = thread.victims_on[static_cast<std::size_t>(node)];
  thread.candidates = 0;
  thread.victims_on = {};
  const bool async = c.on(Switch::async_preemption);
  thread.preemption = start_preemption(c, thread.preemptor, node, thread.selected);
  nominate(thread.cycle, NominatingMode::override_with, node, ScheduledCondition::preempting);
  if (async || c.world.bound != ModelBound::none) return;
  if (prepareCandidate(self, c, thread.preemption))
    nominate(thread.cycle, NominatingMode::noop, no_node, ScheduledCondition::preemption_failed);
}

void clear_own_nomination(Actor& self, Cluster c) {
  SchedulingThread& thread = c.world.thread;
  const unsigned choice = self.choose(at("scheduler/clear-own-nomination"),
                                      [&] { return ApiServer(c).outcomes(logged_patch); });
  thread.clear_patch = 0;
  ApiServer(c).PatchPodStatus(ApiServer(c).outcome(choice, logged_patch), thread.cycle.pod,
                              [](PodObject& object) { object.nominated = no_node; });
}

/// RunPostFilterPlugins: the only one is DefaultPreemption.
void RunPostFilterPlugins(Actor& self, Cluster c) {
  SchedulingThread& thread = c.world.thread;
  self.step(at("scheduler/post-filter"));
  find_candidates(c);
  if (thread.clear_patch != 0) clear_own_nomination(self, c);
  if (thread.candidates != 0) preempt(self, c);
}

void start_binding_cycle(Cluster c, const CycleFrame& cycle, NodeId host) {
  for (BindingCycle& binding : c.pod(cycle.pod).bindings) {
    if (binding.host != no_node) continue;
    binding = {.frame = cycle, .host = host};
    // Permit says wait: the pod is in waitingPods before its goroutine starts.
    binding.set(BindingCycle::waiting_bit, c.spec(cycle.pod).waits_in_permit);
    return;
  }
  c.world.bound = ModelBound::binding_cycles;
}

/// assume, and the start of the binding cycle. False: the cache has the pod already.
bool assume(Actor& self, Cluster c) {
  SchedulingThread& thread = c.world.thread;
  CycleFrame& cycle = thread.cycle;
  // Scores are not modelled: any node that fits may be the best.
  const unsigned choice =
      self.choose(at("scheduler/assume"), [&] { return count_nodes(thread.feasible); });
  const NodeId host = nth_node(thread.feasible, choice);
  if (c.on(Switch::assume_before_binding) && !Cache(c).AssumePod(cycle.pod, cycle.info.pod, host)) {
    cycle.info.bits = 0;
    const NominatingInfo info = failure_nominating_info(c);
    nominate(cycle, info.mode, info.node, ScheduledCondition::scheduler_error);
    return false;
  }
  thread.feasible = only_node(host);
  self.step(at("scheduler/delete-nomination"));
  Nominator(c).DeleteNominatedPodIfExists(cycle.pod);
  start_binding_cycle(c, cycle, nth_node(thread.feasible, 0));
  return true;
}

void scheduleOnePod(Actor& self, Cluster c) {
  SchedulingThread& thread = c.world.thread;
  // Two sections under the cache's lock, one transition: nobody but this thread assumes a pod, so
  // what lies between them can only un-assume it, which is as if it had happened before or after.
  self.step(at("scheduler/update-snapshot"));
  if (skipPodSchedule(c)) {
    PriorityQueue(c).Done(thread.cycle.pod);
    return;
  }
  Cache(c).UpdateSnapshot();
  self.step(at("scheduler/filter"));
  findNodesThatFitPod(c);
  if (thread.feasible != 0) {
    if (assume(self, c)) return;
  } else if (c.nodes_without(c.world.nodes_missing) == 0) {
    // ErrNoNodesAvailable: no plugin has rejected the pod, and nobody is asked for victims.
    const NominatingInfo info = failure_nominating_info(c);
    thread.cycle.info.bits = 0;
    nominate(thread.cycle, info.mode, info.node, ScheduledCondition::scheduler_error);
  } else {
    thread.cycle.info.bits = rejector_plugins(c);
    RunPostFilterPlugins(self, c);
  }
  handleSchedulingFailure(self, c, thread.cycle, failure_sites);
}

/// Between two cycles nobody reads what the last one left: equal worlds must be equal bytes.
void end_cycle(Cluster c) {
  if (c.world.thread.cycle.pod != no_pod)
    c.pod(c.world.thread.cycle.pod).set(PodState::attempted_bit, true);
  Cache(c).drop_snapshot();
  c.world.thread = {};
}

/// The copy of the pod that the patch starts from.
const PodObject& status_base(const Cluster& c, const CycleFrame& frame) {
  return c.on(Switch::status_patch_from_lister) && frame.found != 0 ? frame.info.pod : frame.popped;
}

bool status_patch_is_needed(const Cluster& c, const CycleFrame& frame) {
  const PodObject& base = status_base(c, frame);
  const bool nomination =
      frame.mode == NominatingMode::override_with && base.nominated != frame.nominated_node;
  return nomination || base.condition() != frame.condition;
}

/// updatePod: what differs from the copy at hand is sent, nothing else.
void send_status(Cluster c, const CycleFrame& frame, Outcome outcome) {
  const PodObject& base = status_base(c, frame);
  // With the UID in it the patch does not reach another pod of that name.
  if (c.on(Switch::status_patch_checks_uid) && !c.pod(frame.pod).api.present()) return;
  ApiServer(c).PatchPodStatus(outcome, frame.pod, [&](PodObject& object) {
    if (base.condition() != frame.condition) object.set_condition(frame.condition);
    if (frame.mode == NominatingMode::override_with && base.nominated != frame.nominated_node)
      object.nominated = frame.nominated_node;
  });
}

void patch_status(Actor& self, Cluster c, const CycleFrame& frame, explorer::SiteId site) {
  if (c.on(Switch::async_api_calls)) {
    self.step(site);
    ApiDispatcher(c).PatchPodStatus(frame.pod, status_base(c, frame), frame.condition,
                                    {frame.mode, frame.nominated_node});
    return;
  }
  if (!status_patch_is_needed(c, frame)) return;
  const unsigned choice = self.choose(site, [&] { return ApiServer(c).outcomes(logged_patch); });
  send_status(c, frame, ApiServer(c).outcome(choice, logged_patch));
}

}  // namespace

NominatingInfo failure_nominating_info(const Cluster& c) {
  const bool keeps =
      c.on(Switch::failure_keeps_expected_node) && c.on(Switch::expected_node_is_nominated);
  return {keeps ? NominatingMode::noop : NominatingMode::override_with, no_node};
}

void handleSchedulingFailure(Actor& self, Cluster c, CycleFrame& frame,
                             const FailureSites& at_sites) {
  self.step(at_sites.get_pod);
  const PodId listed = c.named_in(&PodState::lister, frame.pod);
  frame.found = listed != no_pod && !c.pod(listed).lister.assigned();
  if (frame.found != 0) {
    if (listed != frame.pod && c.on(Switch::failure_checks_uid)) {
      PriorityQueue(c).Done(frame.pod);
      return;
    }
    // Without that check another pod of the name is put back in this one's place, and this one
    // stays in flight for ever.
    frame.pod = listed;
    frame.info.pod = c.pod(listed).lister;
    self.step(at_sites.requeue);
    PriorityQueue(c).AddUnschedulableIfNotPresent(frame);
  }
  // Without this write the next cycle could give the room away before the watch event of the patch.
  self.step(at_sites.nominate);
  if (c.on(Switch::nominate_in_memory))
    Nominator(c).addNominatedPod(frame.pod, frame.info.pod, frame.mode, frame.nominated_node);
  patch_status(self, c, frame, at_sites.patch_status);
  if (frame.found == 0) PriorityQueue(c).Done(frame.pod);
}

void ScheduleOne(Actor& self, Cluster c) {
  while (true) {
    const unsigned choice =
        self.choose(at("scheduler/pop"), [&] { return PriorityQueue(c).poppable_count(); });
    if (PriorityQueue(c).Pop(choice, c.world.thread.cycle)) scheduleOnePod(self, c);
    end_cycle(c);
  }
}

}  // namespace preemptcheck::model
