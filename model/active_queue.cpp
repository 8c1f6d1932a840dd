// The part of the scheduling queue that Pop works on, and the bookkeeping of entries. Mirrors
// pkg/scheduler/backend/queue/active_queue.go.
#include "explorer/contract.h"
#include "model/scheduling_queue.h"

namespace preemptcheck::model {

namespace {

/// The error heap of backoffQ is never popped early: its entries have no rejector plugins.
bool may_be_popped_early(const PodState& pod) {
  return pod.place == QueuePlace::backoff && pod.queued.has_rejector_plugins();
}

}  // namespace

unsigned PriorityQueue::poppable_count() const {
  PodSet active = 0;
  PodSet backoff = 0;
  for (PodId p = 0; p < c.model.pods_count; ++p) {
    if (c.pod(p).place == QueuePlace::active) active |= only(p);
    if (may_be_popped_early(c.pod(p))) backoff |= only(p);
  }
  if (active != 0) return 1;
  return c.on(Switch::pop_from_backoff_queue) ? count(backoff) : 0;
}

PodId PriorityQueue::poppable(unsigned choice) const {
  PodId head = no_pod;
  for (PodId p = 0; p < c.model.pods_count; ++p) {
    if (c.pod(p).place != QueuePlace::active) continue;
    const bool before_head =
        head == no_pod || c.priority(p) > c.priority(head) ||
        (c.priority(p) == c.priority(head) && c.pod(p).order < c.pod(head).order);
    if (before_head) head = p;
  }
  if (head != no_pod) return head;
  return nth(c.pods_where([](PodId, const PodState& pod) { return may_be_popped_early(pod); }),
             choice);
}

bool PriorityQueue::Pop(unsigned choice, CycleFrame& out) {
  const PodId pod = poppable(choice);
  PodState& state = c.pod(pod);
  const QueuedPodInfo info = state.queued;
  drop_entry(pod);
  if (c.on(Switch::queueing_hints)) {
    if (state.in_flight() && c.on(Switch::discard_popped_in_flight)) return false;
    state.flight = PodState::in_flight_bit;
  }
  c.world.moved_since_pop = 0;
  out.pod = out.popped_pod = pod;
  out.info = info;
  out.info.set(QueuedPodInfo::backing_off_bit, false);
  out.popped = info.pod;
  return true;
}

void PriorityQueue::place_entry(PodId pod, QueuePlace place) { c.pod(pod).place = place; }

/// Removes the entry; ranks of the others close up, so that equal queues are equal bytes.
void PriorityQueue::drop_entry(PodId pod) {
  PodState& state = c.pod(pod);
  if (state.place == QueuePlace::none) return;
  for (PodId p = 0; p < c.model.pods_count; ++p) {
    PodState& other = c.pod(p);
    if (other.place != QueuePlace::none && c.priority(p) == c.priority(pod) &&
        other.order > state.order)
      --other.order;
  }
  state.place = QueuePlace::none;
  state.order = 0;
  state.queued = {};
}

/// The entry of a pod that was in no queue gets the latest timestamp. Only the order among pods of
/// the same priority is ever looked at, so a rank stands for it.
void PriorityQueue::refresh_timestamp(PodId pod) {
  PRECONDITION(c.pod(pod).place == QueuePlace::none);
  std::uint8_t rank = 0;
  for (PodId p = 0; p < c.model.pods_count; ++p)
    if (p != pod && c.pod(p).place != QueuePlace::none && c.priority(p) == c.priority(pod)) ++rank;
  c.pod(pod).order = rank;
}

}  // namespace preemptcheck::model
