#include "model/environment.h"

#include <bit>

#include "model/api_server.h"
#include "model/binding_cycle.h"
#include "model/queries.h"
#include "model/scheduling_queue.h"
#include "model/sites.h"

namespace preemptcheck::model {

using explorer::Actor;

namespace {

bool may_arrive(const Cluster& c, const PodSpec& spec) {
  switch (spec.arrival) {
    case Arrival::at_start:
      return false;
    case Arrival::anytime:
      return true;
    case Arrival::after_pod:
      return c.pod(spec.arrives_after).has(PodState::attempted_bit);
    case Arrival::while_preempting:
      for (PreemptionId id = 0; id < c.model.preemptions_count; ++id)
        if (c.world.preemptions[id].preemptor == spec.arrives_after && preemption_in_flight(c, id))
          return true;
      return false;
    case Arrival::when_gone:
      return false;  // a controller creates it
  }
  return false;
}

/// Not in the actor's own function: a vector must not live across a boundary.
void bind_for_another_scheduler(Cluster c, unsigned choice) {
  const ExternalBind bind = client_can_bind(c)[choice];
  ApiServer(c).Bind(Outcome::ok, bind.pod, bind.node);
}

}  // namespace

PodSet kubelet_can_finish(const Cluster& c) {
  return c.pods_where([](PodId, const PodState& pod) {
    return pod.api.present() && pod.api.terminating() && pod.api.assigned();
  });
}

PodSet client_can_create(const Cluster& c) {
  return c.pods_where([&](PodId p, const PodState& pod) {
    return !pod.has(PodState::created_bit) && may_arrive(c, c.spec(p));
  });
}

PodSet controller_can_create(const Cluster& c) {
  return c.pods_where([&](PodId p, const PodState& pod) {
    const PodSpec& spec = c.spec(p);
    if (spec.arrival != Arrival::when_gone || pod.has(PodState::created_bit)) return false;
    const PodState& before = c.pod(spec.arrives_after);
    return before.has(PodState::created_bit) && !before.api.present();
  });
}

PodSet orphaned_pods(const Cluster& c) {
  return c.pods_where([&](PodId, const PodState& pod) {
    return pod.api.present() && contains_node(c.world.nodes_deleted, pod.api.node);
  });
}

NodeSet client_can_delete_nodes(const Cluster& c) {
  if (c.world.node_deletes_left == 0) return 0;
  NodeSet nodes = 0;
  for (NodeId n = 0; n < c.model.nodes_count; ++n)
    if (c.model.scenario.nodes[static_cast<std::size_t>(n)].may_be_deleted)
      nodes = static_cast<NodeSet>(nodes | only_node(n));
  return static_cast<NodeSet>(nodes & c.nodes_without(c.world.nodes_deleted));
}

std::vector<ExternalBind> client_can_bind(const Cluster& c) {
  std::vector<ExternalBind> binds;
  if (c.world.external_binds_left == 0) return binds;
  for (PodId p = 0; p < c.model.pods_count; ++p) {
    if (!c.spec(p).may_be_bound || !is_pending(c, p)) continue;
    for (NodeId n = 0; n < c.model.nodes_count; ++n)
      if (contains_node(c.nodes_without(c.world.nodes_deleted), n) &&
          contains_node(c.spec(p).feasible_nodes, n) &&
          fit_together(c, pods_bound_on(c, n) | only(p), n))
        binds.push_back({p, n});
  }
  return binds;
}

PodSet waiting_in_permit(const Cluster& c) {
  return c.pods_where([&](PodId p, const PodState&) {
    const BindingCycle* const waiting = GetWaitingPod(c, p);
    return waiting != nullptr && waiting->signal == PermitSignal::none;
  });
}

PodSet client_can_delete(const Cluster& c) {
  if (c.world.external_deletes_left == 0) return 0;
  return c.pods_where([&](PodId p, const PodState& pod) {
    return c.spec(p).may_be_deleted && pod.api.present() && !pod.api.terminating();
  });
}

PodSet backing_off(const Cluster& c) {
  return c.pods_where([](PodId, const PodState& pod) {
    return pod.place != QueuePlace::none && pod.queued.has(QueuedPodInfo::backing_off_bit);
  });
}

void run_kubelet(Actor& self, Cluster c) {
  while (true) {
    const unsigned choice =
        self.choose(at("kubelet/finish"), [&] { return count(kubelet_can_finish(c)); });
    ApiServer(c).RemovePod(nth(kubelet_can_finish(c), choice));
  }
}

void run_creating_client(Actor& self, Cluster c) {
  while (true) {
    const unsigned choice =
        self.choose(at("client/create"), [&] { return count(client_can_create(c)); });
    ApiServer(c).CreatePod(nth(client_can_create(c), choice));
  }
}

void run_deleting_client(Actor& self, Cluster c) {
  while (true) {
    const unsigned choice =
        self.choose(at("client/delete"), [&] { return count(client_can_delete(c)); });
    const PodId pod = nth(client_can_delete(c), choice);
    --c.world.external_deletes_left;
    ApiServer(c).DeletePod(Outcome::ok, pod);
  }
}

void run_binding_client(Actor& self, Cluster c) {
  while (true) {
    const unsigned choice = self.choose(
        at("client/bind"), [&] { return static_cast<unsigned>(client_can_bind(c).size()); });
    bind_for_another_scheduler(c, choice);
    --c.world.external_binds_left;
  }
}

void run_node_deleting_client(Actor& self, Cluster c) {
  while (true) {
    const unsigned choice = self.choose(at("client/delete-node"), [&] {
      return static_cast<unsigned>(std::popcount(client_can_delete_nodes(c)));
    });
    const NodeId node = nth_node(client_can_delete_nodes(c), choice);
    --c.world.node_deletes_left;
    c.world.nodes_deleted = static_cast<NodeSet>(c.world.nodes_deleted | only_node(node));
  }
}

void run_restarts(Actor& self, Cluster c) {
  while (true) {
    self.await(at("leader/restart"), [&] { return c.world.restarts_left > 0; });
    --c.world.restarts_left;
    restart_scheduler(c);
    self.restart_others();
  }
}

void run_controller(Actor& self, Cluster c) {
  while (true) {
    const unsigned choice =
        self.choose(at("controller/create"), [&] { return count(controller_can_create(c)); });
    ApiServer(c).CreatePod(nth(controller_can_create(c), choice));
  }
}

void run_pod_gc(Actor& self, Cluster c) {
  while (true) {
    const unsigned choice =
        self.choose(at("pod-gc/delete"), [&] { return count(orphaned_pods(c)); });
    ApiServer(c).RemovePod(nth(orphaned_pods(c), choice));
  }
}

void run_permit_plugin(Actor& self, Cluster c) {
  while (true) {
    const unsigned choice =
        self.choose(at("permit-plugin/allow"), [&] { return count(waiting_in_permit(c)); });
    signal(*GetWaitingPod(c, nth(waiting_in_permit(c), choice)), PermitSignal::allowed);
  }
}

void run_rejecting_permit_plugin(Actor& self, Cluster c) {
  while (true) {
    const unsigned choice = self.choose(at("permit-plugin/reject"), [&] {
      return c.world.permit_rejections_left > 0 ? count(waiting_in_permit(c)) : 0U;
    });
    --c.world.permit_rejections_left;
    signal(*GetWaitingPod(c, nth(waiting_in_permit(c), choice)), PermitSignal::rejected);
  }
}

void run_backoff_timer(Actor& self, Cluster c) {
  // As a last resort nothing happens between two backoffs, so they may as well expire together.
  const auto together = [&] { return !c.model.scenario.timers_anytime; };
  while (true) {
    const unsigned choice = self.choose(at("timer/backoff"), [&] {
      const unsigned pods = count(backing_off(c));
      return together() ? (pods > 0 ? 1U : 0U) : pods;
    });
    const PodSet pods = backing_off(c);
    PriorityQueue(c).flushBackoffQCompleted(together() ? pods : only(nth(pods, choice)));
  }
}

void run_flush_timer(Actor& self, Cluster c) {
  while (true) {
    // A backoff lasts ten seconds at most, so it is over long before the five minutes are.
    self.await(at("timer/flush"), [&] {
      const PodSet flushable = PriorityQueue(c).flushable();
      return flushable != 0 && (flushable & backing_off(c)) == 0;
    });
    PriorityQueue(c).flushUnschedulablePodsLeftover();
  }
}

}  // namespace preemptcheck::model
