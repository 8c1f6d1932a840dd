// The scheduler's handlers of pod events. Mirrors pkg/scheduler/eventhandlers.go. Every section
// under the cache's or the queue's lock is one transition. Each place has a site of its own: where
// an actor stands is all that the state says of the way it came.
#include "model/api_dispatcher.h"
#include "model/binding_cycle.h"
#include "model/cache.h"
#include "model/informer.h"
#include "model/scheduling_queue.h"
#include "model/sites.h"

namespace preemptcheck::model {

namespace {

using explorer::Actor;

/// One handler at work on its current event. Holds nothing but references: what it needs is read
/// from the stream anew after each boundary.
struct Handling {
  Actor& self;
  Cluster c;
  PodHandler handler;

  [[nodiscard]] const WatchEvent& event() const { return WatchStream(c).current(handler); }
  [[nodiscard]] PodId pod() const { return event().pod; }
};

ClusterEvent assigned_pod_delete(const PodObject& object) {
  return {.kind = ClusterEvent::Kind::assigned_pod_delete, .object = object};
}

/// getLEPriorityPreCheck.
PreCheck of_priority_up_to(const Handling& h) {
  return {.has_priority_max = true, .priority_max = h.c.priority(h.pod()), .except = no_pod};
}

/// handleAssumedPodDeletion. A pod that waits in Permit is rejected and forgotten by its own
/// binding goroutine; another one is taken from the cache.
void handleAssumedPodDeletion(const Handling& h) {
  h.self.step(at("event-handler/forget"));
  const PodObject assumed = h.c.pod(h.pod()).cache;
  if (!assumed.present()) return;  // its binding cycle has forgotten it already
  if (!RejectWaitingPod(h.c, h.pod())) Cache(h.c).ForgetPod(h.pod(), assumed.node);
  h.self.step(at("event-handler/move-all-forgotten"));
  // The object of the event is the cache's, which shows a node.
  PodObject freed = h.event().before;
  freed.node = 0;
  PriorityQueue(h.c).MoveAllToActiveOrBackoffQueue(assigned_pod_delete(freed));
}

void addPodToSchedulingQueue(const Handling& h) {
  PriorityQueue(h.c).Add(h.pod(), h.event().after);
}

/// PriorityQueue.Update. Up to 1.34 its two parts are under different locks.
void queue_update(const Handling& h) {
  h.self.step(at("event-handler/queue-update"));
  PriorityQueue queue(h.c);
  if (queue.update_in_flight(h.pod())) return;
  if (!h.c.on(Switch::queue_update_atomic)) h.self.step(at("event-handler/queue-add"));
  if (queue.update_in_queues(h.pod(), h.event().before, h.event().after)) return;
  queue.update_elsewhere(h.pod(), h.event().before, h.event().after);
}

bool nominated_node_name_changed(const WatchEvent& event) {
  return event.before.nominated != no_node && event.before.nominated != event.after.nominated;
}

void updatePodInSchedulingQueue(const Handling& h) {
  if (h.c.on(Switch::async_api_calls)) ApiDispatcher(h.c).SyncObject(h.pod(), h.event().after);
  if (Cache(h.c).IsAssumedPod(h.pod())) {
    const bool newly_terminating = h.event().after.terminating() && !h.event().before.terminating();
    if (newly_terminating && h.c.on(Switch::binding_forgets_deleted_assumed_pod))
      handleAssumedPodDeletion(h);
    return;
  }
  queue_update(h);
  if (!h.c.on(Switch::nomination_change_wakes) || !nominated_node_name_changed(h.event())) return;
  // To pods of lower or equal priority it is as if the pod had been deleted from that node.
  h.self.step(at("event-handler/move-all-renominated"));
  PriorityQueue(h.c).MoveAllToActiveOrBackoffQueue(assigned_pod_delete(h.event().before),
                                                   of_priority_up_to(h));
}

void deletePodFromSchedulingQueue(const Handling& h) {
  PriorityQueue(h.c).Delete(h.pod());
  h.self.step(at("event-handler/after-delete"));
  const bool forgets = h.c.on(Switch::binding_forgets_deleted_assumed_pod);
  if (forgets && Cache(h.c).IsAssumedPod(h.pod())) {
    handleAssumedPodDeletion(h);
  } else if (!forgets && RejectWaitingPod(h.c, h.pod())) {
    // Its own object is told, which shows no node: that wakes few.
    h.self.step(at("event-handler/move-all-rejected"));
    PriorityQueue(h.c).MoveAllToActiveOrBackoffQueue(assigned_pod_delete(h.event().before));
  } else if (h.event().before.nominated != no_node && h.c.on(Switch::nomination_change_wakes)) {
    h.self.step(at("event-handler/move-all-nominated"));
    PriorityQueue(h.c).MoveAllToActiveOrBackoffQueue(assigned_pod_delete(h.event().before),
                                                     of_priority_up_to(h));
  }
}

void addAssignedPodToCache(const Handling& h) {
  Cache(h.c).AddPod(h.pod(), h.event().after);
  // With hints only a Permit plugin waits for an added pod.
  const bool hints = h.c.on(Switch::queueing_hints);
  if (hints && h.c.model.waiting_pods == 0) return;
  h.self.step(at("event-handler/move-all-added"));
  if (!hints) {
    // Only pods with affinity or spreading terms are moved, and none is modelled.
    PriorityQueue(h.c).request_move();
    return;
  }
  PriorityQueue(h.c).MoveAllToActiveOrBackoffQueue(
      {.kind = ClusterEvent::Kind::assigned_pod_add, .object = h.event().after});
}

void updateAssignedPodInCache(const Handling& h) {
  if (h.c.on(Switch::async_api_calls)) ApiDispatcher(h.c).SyncObject(h.pod(), h.event().after);
  Cache(h.c).UpdatePod(h.pod(), h.event().after);  // no modelled plugin waits for such a change
}

void deleteAssignedPodFromCache(const Handling& h) {
  Cache(h.c).RemovePod(h.pod());
  h.self.step(at("event-handler/move-all"));
  PriorityQueue(h.c).MoveAllToActiveOrBackoffQueue(assigned_pod_delete(h.event().before));
}

/// The queue's part where a pending pod turns up bound. From 1.35 on (inBinding) it only leaves the
/// queue; before, the filter made this a deletion like any other.
void leave_queue_bound(const Handling& h) {
  h.self.step(at("event-handler/queue-delete"));
  PriorityQueue(h.c).Delete(h.pod());
}

void handle(const Handling& h) {
  const WatchEvent& event = h.event();  // not to be used past a boundary
  const bool was_assigned = event.before.present() && event.before.assigned();
  const bool is_assigned = event.after.present() && event.after.assigned();
  const bool pending_side_only = h.handler == PodHandler::pending;
  if (was_assigned) {
    if (event.after.present())
      updateAssignedPodInCache(h);
    else
      deleteAssignedPodFromCache(h);
  } else if (is_assigned && !pending_side_only) {
    addAssignedPodToCache(h);
    if (h.handler == PodHandler::all && h.event().before.present()) leave_queue_bound(h);
  } else if (!event.after.present() || is_assigned) {
    deletePodFromSchedulingQueue(h);
  } else if (event.before.present()) {
    updatePodInSchedulingQueue(h);
  } else {
    addPodToSchedulingQueue(h);
  }
}

}  // namespace

void run_node_handler(Actor& self, Cluster c) {
  while (true) {
    // Nodes are another stream than pods. No modelled plugin waits for a node to go, but without
    // hints any move request counts for the pod that is being scheduled.
    const auto some_are_gone = [&] { return c.world.nodes_forgotten != c.world.nodes_deleted; };
    if (!c.on(Switch::queueing_hints)) {
      self.await(at("node-handler/move-all"), some_are_gone);
      PriorityQueue(c).request_move();
    }
    self.await(at("node-handler/remove-node"), some_are_gone);
    const NodeSet seen = c.world.nodes_forgotten;
    Cache(c).RemoveNode(nth_node(static_cast<NodeSet>(c.world.nodes_deleted & ~seen), 0));
  }
}

void run_pod_handler(Actor& self, Cluster c, PodHandler handler) {
  const explorer::SiteId site =
      handler == PodHandler::pending ? at("queue-handler/handle") : at("event-handler/cache");
  while (true) {
    self.await(site, [&] { return WatchStream(c).has_next(handler); });
    handle({.self = self, .c = c, .handler = handler});
    WatchStream(c).finish(handler);
  }
}

}  // namespace preemptcheck::model
