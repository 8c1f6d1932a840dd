#include "model/scheduling_queue.h"

#include "explorer/contract.h"
#include "model/executor.h"
#include "model/nominator.h"

namespace preemptcheck::model {

PodId PriorityQueue::entry_of(PodId pod) const {
  if (!c.model.has_later_pods || c.pod(pod).place != QueuePlace::none) return pod;
  for (PodId p = 0; p < c.model.pods_count; ++p)
    if (contains(c.model.same_name[pod], p) && c.pod(p).place != QueuePlace::none) return p;
  return pod;
}

void PriorityQueue::Add(PodId pod, const PodObject& object) {
  PodState& state = c.pod(pod);
  if (const PodId same_name = entry_of(pod); same_name != pod) drop_entry(same_name);
  if (state.place == QueuePlace::none) refresh_timestamp(pod);
  state.queued = {.pod = object, .bits = 0};
  moveToActiveQ(pod, false, true);
}

bool PriorityQueue::update_in_flight(PodId pod) const {
  // The update is recorded for the replay; no modelled plugin's hint looks at a pod's own status.
  return c.on(Switch::queueing_hints) && c.pod(pod).in_flight();
}

bool PriorityQueue::update_in_queues(PodId pod, const PodObject& before, const PodObject& after) {
  take_over_entry(pod);
  PodState& state = c.pod(pod);
  if (state.place != QueuePlace::active && state.place != QueuePlace::backoff) return false;
  state.queued.pod = after;
  Nominator(c).UpdateNominatedPod(pod, before, after);
  return true;
}

/// An update finds the entry by name and replaces its object, whichever pod of that name it held.
void PriorityQueue::take_over_entry(PodId pod) {
  const PodId entry = entry_of(pod);
  if (entry == pod) return;
  PodState& from = c.pod(entry);
  PodState& to = c.pod(pod);
  to.queued = from.queued;
  to.place = from.place;
  to.order = from.order;
  from.queued = {};
  from.place = QueuePlace::none;
  from.order = 0;
}

void PriorityQueue::update_elsewhere(PodId pod, const PodObject& before, const PodObject& after) {
  take_over_entry(pod);
  PodState& state = c.pod(pod);
  if (state.place == QueuePlace::unschedulable) {
    // A change of status is a generic update, for which no modelled plugin has registered.
    state.queued.pod = after;
    Nominator(c).UpdateNominatedPod(pod, before, after);
    return;
  }
  Add(pod, after);
}

void PriorityQueue::Delete(PodId pod) {
  Nominator(c).DeleteNominatedPodIfExists(pod);
  drop_entry(entry_of(pod));
}

void PriorityQueue::AddUnschedulableIfNotPresent(const CycleFrame& frame) {
  PodState& state = c.pod(frame.pod);
  // Added again meanwhile, or another pod of that name: an error, which is only logged.
  if (c.pod(entry_of(frame.pod)).place != QueuePlace::none) {
    Done(frame.pod);
    return;
  }
  refresh_timestamp(frame.pod);
  state.queued = frame.info;
  state.queued.set(QueuedPodInfo::backing_off_bit, true);
  if (c.on(Switch::queueing_hints)) {
    requeuePodWithQueueingStrategy(frame.pod, determineSchedulingHintForInFlightPod(frame.pod));
  } else if (c.world.moved_since_pop != 0 || !state.queued.has_rejector_plugins()) {
    moveToBackoffQ(frame.pod);  // addUnschedulableWithoutQueueingHint
  } else {
    place_entry(frame.pod, QueuePlace::unschedulable);
  }
  Done(frame.pod);
}

PriorityQueue::Strategy PriorityQueue::determineSchedulingHintForInFlightPod(PodId pod) const {
  const PodState& state = c.pod(pod);
  if (!state.queued.has_rejector_plugins()) return Strategy::after_backoff;
  if (!state.in_flight()) return Strategy::after_backoff;  // its events are gone: an error there
  if ((state.flight & PodState::force_activate_event_bit) != 0) return Strategy::after_backoff;
  const bool some_wants_it = ((state.flight & PodState::pod_delete_event_bit) != 0 &&
                              state.queued.has(QueuedPodInfo::rejected_by_fit_bit)) ||
                             ((state.flight & PodState::other_event_bit) != 0 &&
                              state.queued.has(QueuedPodInfo::rejected_by_permit_bit));
  return some_wants_it ? Strategy::after_backoff : Strategy::skip;
}

/// The hint of NodeResourcesFit for Pod/Delete: it looks at neither the node nor the amount.
bool PriorityQueue::fit_hint_queues(const PodObject& deleted) const {
  if (!c.on(Switch::queueing_hints)) return true;
  if (!c.on(Switch::fit_hint_accepts_deleted_pod)) return false;
  return deleted.assigned() ||
         (deleted.nominated != no_node && c.on(Switch::fit_hint_accepts_nominated_pod));
}

PriorityQueue::Strategy PriorityQueue::isPodWorthRequeuing(PodId pod,
                                                           const ClusterEvent& event) const {
  const QueuedPodInfo& info = c.pod(pod).queued;
  if (!info.has_rejector_plugins()) return Strategy::after_backoff;
  switch (event.kind) {
    case ClusterEvent::Kind::unschedulable_timeout:
      return Strategy::after_backoff;  // a wildcard event
    case ClusterEvent::Kind::assigned_pod_add:
      // The modelled Permit plugin has registered for pods that come and go, without a hint.
      return info.has(QueuedPodInfo::rejected_by_permit_bit) ? Strategy::after_backoff
                                                             : Strategy::skip;
    case ClusterEvent::Kind::assigned_pod_delete:
      // DefaultPreemption's own hint always says skip.
      if (info.has(QueuedPodInfo::rejected_by_permit_bit)) return Strategy::after_backoff;
      return info.has(QueuedPodInfo::rejected_by_fit_bit) && fit_hint_queues(event.object)
                 ? Strategy::after_backoff
                 : Strategy::skip;
  }
  PRECONDITION(false);
  return Strategy::skip;
}

void PriorityQueue::requeuePodWithQueueingStrategy(PodId pod, Strategy strategy) {
  if (strategy == Strategy::skip) {
    place_entry(pod, QueuePlace::unschedulable);
  } else if (c.pod(pod).queued.has(QueuedPodInfo::backing_off_bit)) {
    moveToBackoffQ(pod);
  } else {
    moveToActiveQ(pod, false, false);
  }
}

void PriorityQueue::MoveAllToActiveOrBackoffQueue(const ClusterEvent& event,
                                                  const PreCheck& check) {
  movePodsToActiveOrBackoffQueue(c.pods_where([&](PodId p, const PodState& pod) {
    return pod.place == QueuePlace::unschedulable && p != check.except &&
           (!check.has_priority_max || c.priority(p) <= check.priority_max);
  }),
                                 event);
}

void PriorityQueue::movePodsToActiveOrBackoffQueue(PodSet pods, const ClusterEvent& event) {
  const bool matches_gating_events = event.kind == ClusterEvent::Kind::assigned_pod_delete;
  const bool is_wildcard = event.kind == ClusterEvent::Kind::unschedulable_timeout;
  for (PodId p = 0; p < c.model.pods_count; ++p) {
    if (!contains(pods, p)) continue;
    if (c.pod(p).queued.has(QueuedPodInfo::gated_bit) && !matches_gating_events) {
      const Switch skips =
          is_wildcard ? Switch::gated_pods_skip_flush : Switch::gated_pods_skip_events;
      if (c.on(skips)) continue;
    }
    if (isPodWorthRequeuing(p, event) == Strategy::skip) continue;
    requeuePodWithQueueingStrategy(p, Strategy::after_backoff);
  }
  record_in_flight(event);
}

void PriorityQueue::record_in_flight(const ClusterEvent& event) {
  if (!c.on(Switch::queueing_hints)) {
    request_move();
    return;
  }
  if (!c.on(Switch::in_flight_events)) return;
  std::uint8_t bit = 0;
  if (event.kind == ClusterEvent::Kind::unschedulable_timeout)
    bit = PodState::force_activate_event_bit;  // a wildcard: worth a retry for everybody
  else if (event.kind == ClusterEvent::Kind::assigned_pod_delete && fit_hint_queues(event.object))
    bit = PodState::pod_delete_event_bit;
  for (PodId p = 0; p < c.model.pods_count; ++p) {
    PodState& pod = c.pod(p);
    if (!pod.in_flight()) continue;
    pod.flight |= bit;
    // Kept only where somebody may ask for it.
    if (c.spec(p).waits_in_permit) pod.flight |= PodState::other_event_bit;
  }
}

void PriorityQueue::Activate(PodId pod) {
  if (activate(pod)) return;
  // In flight: what happened must not be lost, since the pod comes back only later.
  if (!c.on(Switch::queueing_hints)) request_move();
  if (c.pod(pod).in_flight() && c.on(Switch::in_flight_events))
    c.pod(pod).flight |= PodState::force_activate_event_bit;
}

bool PriorityQueue::activate(PodId named) {
  const PodId pod = entry_of(named);
  PodState& state = c.pod(pod);
  if (state.place == QueuePlace::unschedulable) return moveToActiveQ(pod, false, false);
  if (state.place != QueuePlace::backoff) return false;
  const bool skip_pre_enqueue =
      c.on(Switch::pop_from_backoff_queue) && c.on(Switch::activate_from_backoff_skips_gate);
  return moveToActiveQ(pod, skip_pre_enqueue, false);
}

void PriorityQueue::flushBackoffQCompleted(PodSet expired) {
  for (PodId p = 0; p < c.model.pods_count; ++p) {
    if (!contains(expired, p)) continue;
    c.pod(p).queued.set(QueuedPodInfo::backing_off_bit, false);
    if (c.pod(p).place == QueuePlace::backoff)
      moveToActiveQ(p, c.on(Switch::pop_from_backoff_queue), false);
  }
}

PodSet PriorityQueue::flushable() const {
  return c.pods_where(
      [&](PodId, const PodState& pod) { return pod.place == QueuePlace::unschedulable; });
}

void PriorityQueue::flushUnschedulablePodsLeftover() {
  movePodsToActiveOrBackoffQueue(flushable(),
                                 {.kind = ClusterEvent::Kind::unschedulable_timeout, .object = {}});
}

/// The only PreEnqueue plugin that is modelled: DefaultPreemption.
void PriorityQueue::runPreEnqueuePlugins(PodId pod) {
  QueuedPodInfo& info = c.pod(pod).queued;
  const bool blocked = c.on(Switch::async_preemption) && c.on(Switch::preenqueue_gate) &&
                       IsPodRunningPreemption(c, pod);
  if (blocked) info.set(QueuedPodInfo::rejected_by_default_preemption_bit, true);
  info.set(QueuedPodInfo::gated_bit, blocked);
}

bool PriorityQueue::moveToActiveQ(PodId pod, bool skip_pre_enqueue, bool renominate) {
  if (!skip_pre_enqueue) runPreEnqueuePlugins(pod);
  if (c.pod(pod).queued.has(QueuedPodInfo::gated_bit)) {
    if (c.pod(pod).place != QueuePlace::active) place_entry(pod, QueuePlace::unschedulable);
    return false;
  }
  place_entry(pod, QueuePlace::active);
  if (renominate)
    Nominator(c).addNominatedPod(pod, c.pod(pod).queued.pod, NominatingMode::noop, no_node);
  return true;
}

bool PriorityQueue::moveToBackoffQ(PodId pod) {
  if (c.on(Switch::pop_from_backoff_queue)) {
    // Whoever pops from backoffQ does not ask the plugins again.
    runPreEnqueuePlugins(pod);
    if (c.pod(pod).queued.has(QueuedPodInfo::gated_bit)) {
      place_entry(pod, QueuePlace::unschedulable);
      return false;
    }
  }
  place_entry(pod, QueuePlace::backoff);
  return true;
}

}  // namespace preemptcheck::model
