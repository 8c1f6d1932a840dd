#include "model/environment.h"

#include "model/api_server.h"
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
  }
  return false;
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
    ApiServer(c).DeletePod(0, pod);
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
