#include "model/executor.h"

#include "explorer/contract.h"
#include "model/api_dispatcher.h"
#include "model/api_server.h"
#include "model/binding_cycle.h"
#include "model/default_preemption.h"
#include "model/parallelize.h"
#include "model/scheduling_queue.h"
#include "model/sites.h"

namespace preemptcheck::model {

namespace {

using explorer::Actor;
using explorer::SiteId;

Preemption& at_id(const Cluster& c, PreemptionId id) { return c.world.preemptions[id]; }

/// How many victims the workers get: all but the last, or all where nothing is kept for last.
unsigned pieces_of(const Cluster& c, const Preemption& preemption) {
  const unsigned victims = count(preemption.to_call);
  const bool last_alone = preemption.is_async != 0 && c.on(Switch::last_victim_waits_for_others);
  return last_alone && victims > 0 ? victims - 1 : victims;
}

PodId last_victim(const Cluster& c, const Preemption& preemption) {
  return nth_by_importance(c.model, preemption.to_call, count(preemption.to_call) - 1);
}

/// Who calls PreemptPod, and where it then stands.
struct Call {
  PreemptionId id;
  SiteId find_site;        ///< looks the victim up among the pods that are being bound
  SiteId patch_site;       ///< patches a victim that cannot be among them
  SiteId late_patch_site;  ///< patches one that could be, and was not
  SiteId delete_site;
};

enum class Preempted : std::uint8_t {
  done,
  in_memory,  ///< without an API call
  gone,       ///< somebody else had evicted it
  failed,
  reply_lost,  ///< failed for the caller, who learns it later
};

bool is_cancelled(const Cluster& c, const Call& call) { return at_id(c, call.id).cancelled != 0; }

/// With its context cancelled a call ends at once, with an error and without effect.
unsigned outcomes(const Cluster& c, const Call& call, Trouble trouble) {
  return is_cancelled(c, call) ? 1 : ApiServer(c).outcomes(trouble);
}

Preempted result_of(const Cluster& c, ApiResult result, Switch not_found_is_success) {
  switch (result) {
    case ApiResult::ok:
      return Preempted::done;
    case ApiResult::not_found:
      return c.on(not_found_is_success) ? Preempted::gone : Preempted::failed;
    case ApiResult::lost:
      return Preempted::reply_lost;
    case ApiResult::conflict:
    case ApiResult::error:
      return Preempted::failed;
  }
  return Preempted::failed;
}

/// The second half of PreemptPod, by API calls: PATCH of the condition, then DELETE. `choice` is
/// that of the patch.
template <class Victim>
Preempted patch_and_delete(Actor& self, Cluster c, const Call& call, unsigned choice,
                           const Victim& victim) {
  if (!contains(at_id(c, call.id).conditioned, victim())) {
    if (is_cancelled(c, call)) return Preempted::failed;
    const Outcome outcome = ApiServer(c).outcome(choice, awaited_patch);
    const ApiResult result = ApiServer(c).PatchPodStatus(outcome, victim(), [](PodObject& object) {
      object.bits |= PodObject::disruption_target_bit;
    });
    const Preempted patched = result_of(c, result, Switch::patch_not_found_is_success);
    if (patched != Preempted::done) return patched;
  }
  const unsigned deletion =
      self.choose(call.delete_site, [&] { return outcomes(c, call, awaited_call); });
  if (is_cancelled(c, call)) return Preempted::failed;
  const ApiResult result =
      ApiServer(c).DeletePod(ApiServer(c).outcome(deletion, awaited_call), victim());
  return result_of(c, result, Switch::delete_not_found_is_success);
}

/// Executor.PreemptPod. `ready` says when it may start, `victim` whom it is about (asked after the
/// boundary: nothing is kept on the stack), `start` is told that it starts.
template <class Ready, class Victim, class Start>
Preempted PreemptPod(Actor& self, Cluster c, const Call& call, const Ready& ready,
                     const Victim& victim, const Start& start) {
  const auto patch_outcomes = [&] {
    if (contains(at_id(c, call.id).conditioned, victim())) return 1U;
    return outcomes(c, call, awaited_patch);
  };
  // Only a pod that may be waiting in Permit or PreBind needs to be looked up there.
  if (c.model.takeable_pods != 0 && contains(c.model.takeable_pods, victim())) {
    self.await(call.find_site, ready);
    start();
    if (take_back(c, victim())) return Preempted::in_memory;
    const unsigned late_choice = self.choose(call.late_patch_site, patch_outcomes);
    return patch_and_delete(self, c, call, late_choice, victim);
  }
  const unsigned choice =
      self.choose(call.patch_site, [&] { return ready() ? patch_outcomes() : 0U; });
  start();
  return patch_and_delete(self, c, call, choice, victim);
}

/// The copy of a nominated pod that its nomination is cleared from, as it was when it was listed.
PodObject listed_copy(const Cluster& c, const Preemption& preemption, PodId pod) {
  if (contains(preemption.stubs_to_clear, pod)) return {};
  const CycleFrame& cycle = c.world.thread.cycle;
  const bool was_popped_meanwhile = c.pod(pod).place == QueuePlace::none && cycle.pod == pod;
  return was_popped_meanwhile ? cycle.popped : c.pod(pod).queued.pod;
}

/// clearNominatedNodeName, one pod of it: a lower pod's nomination is patched away.
void clear_one_nomination(Actor& self, Cluster c, PreemptionId id, SiteId site) {
  const bool async_calls = c.on(Switch::async_api_calls);
  const unsigned choice =
      self.choose(site, [&] { return async_calls ? 1U : ApiServer(c).outcomes(awaited_patch); });
  Preemption& preemption = at_id(c, id);
  const PodId pod = nth(preemption.nominations_to_clear, 0);
  preemption.nominations_to_clear &= ~only(pod);
  if (async_calls) {
    ApiDispatcher(c).PatchPodStatus(pod, listed_copy(c, preemption, pod), ScheduledCondition::none,
                                    {NominatingMode::override_with, no_node});
    preemption.stubs_to_clear &= ~only(pod);
    return;
  }
  const ApiResult result =
      ApiServer(c).PatchPodStatus(ApiServer(c).outcome(choice, awaited_patch), pod,
                                  [](PodObject& object) { object.nominated = no_node; });
  // Synchronously such an error is only logged.
  if (result != ApiResult::ok && preemption.is_async != 0) preemption.error = 1;
}

void list_nominations_to_clear(Cluster c, PreemptionId id) {
  Preemption& preemption = at_id(c, id);
  const PodSet lower = getLowerPriorityNominatedPods(c, preemption.preemptor, preemption.node);
  if (!c.on(Switch::async_api_calls)) {
    // A pod whose queued copy shows no nomination has nothing to clear in the API server.
    preemption.nominations_to_clear = c.pods_where([&](PodId p, const PodState& pod) {
      return contains(lower, p) && pod.queued.pod.nominated != no_node;
    });
    return;
  }
  // The dispatcher is told all the same. A nominated pod in flight, maybe the preemptor itself, is
  // known by name only: its priority counts as 0.
  preemption.stubs_to_clear = c.pods_where([&](PodId, const PodState& pod) {
    return pod.nominated_node == preemption.node && pod.place == QueuePlace::none &&
           c.priority(preemption.preemptor) > 0;
  });
  preemption.nominations_to_clear = lower | preemption.stubs_to_clear;
}

void give_pieces_to_workers(Cluster c, PreemptionId id) {
  Preemption& preemption = at_id(c, id);
  hand_out(preemption, pieces_of(c, preemption));
}

void leave_preempting(Cluster c, PreemptionId id) {
  // Not tied to this goroutine: a second preemption of the same preemptor loses its entry as well.
  PodState& preemptor = c.pod(at_id(c, id).preemptor);
  preemptor.set(PodState::preempting_bit, false);
  preemptor.last_victim = no_pod;
}

/// Whether a preemption that is done already makes the very same claims: a preemptor may choose the
/// same victims any number of times while the cache still shows them.
bool is_claimed_already(const Cluster& c, PreemptionId id) {
  const Preemption& preemption = at_id(c, id);
  for (PreemptionId other = 0; other < c.model.preemptions_count; ++other) {
    const Preemption& done = at_id(c, other);
    if (other != id && done.phase == PreemptionPhase::draining &&
        done.preemptor == preemption.preemptor && done.node == preemption.node &&
        done.victims == preemption.victims)
      return true;
  }
  return false;
}

/// What remains of a preemption is its claims, until the cache shows its victims gone.
void end_preemption(Cluster c, PreemptionId id) {
  Preemption& preemption = at_id(c, id);
  const PodSet cached = c.pods_where([](PodId, const PodState& p) { return p.cache.present(); });
  if (preemption.victim_failed != 0 || (preemption.victims & cached) == 0 ||
      is_claimed_already(c, id)) {
    preemption = {};
    return;
  }
  Preemption drained{};
  drained.phase = PreemptionPhase::draining;
  drained.victims = preemption.victims;
  drained.preemptor = preemption.preemptor;
  drained.node = preemption.node;
  preemption = drained;
}

/// For properties: an eviction begins although another one of this preemption has failed.
void note_start(Cluster c, PreemptionId id) {
  if (at_id(c, id).victim_failed != 0) at_id(c, id).late_attempt = 1;
}

void note_result(Preemption& preemption, Preempted result) {
  if (result == Preempted::failed || result == Preempted::reply_lost)
    preemption.error = preemption.victim_failed = 1;
  if (result == Preempted::done || result == Preempted::in_memory) preemption.some_evicted = 1;
}

void preempt_last_victim(Actor& self, Cluster c, PreemptionId id) {
  if (!c.on(Switch::gate_opens_before_last_victim)) {
    self.step(at("executor/register-last-victim"));
    const Preemption& preemption = at_id(c, id);
    if (c.on(Switch::gate_consults_lister))
      c.pod(preemption.preemptor).last_victim = last_victim(c, preemption);
  }
  const Call call{id, at("executor/find-last-victim"), at("executor/patch-last-victim"),
                  at("executor/patch-found-last-victim"), at("executor/delete-last-victim")};
  const Preempted result = PreemptPod(
      self, c, call, [] { return true; }, [&] { return last_victim(c, at_id(c, id)); },
      [&] { note_start(c, id); });
  Preemption& preemption = at_id(c, id);
  note_result(preemption, result);
  if (result == Preempted::in_memory) preemption.last_in_memory = 1;
}

void preempt_others(Actor& self, Cluster c, PreemptionId id) {
  if (at_id(c, id).pieces == 0) return;
  self.await(at("executor/join"), [&] { return pieces_are_done(at_id(c, id)); });
  at_id(c, id).pieces = 0;
}

/// Whether the goroutine tells its preemptor that it is done.
bool activates_preemptor(const Cluster& c, const Preemption& preemption) {
  if (c.on(Switch::activate_on_completion)) return true;
  if (preemption.error != 0 && c.on(Switch::activate_on_error)) return true;
  if (preemption.last_in_memory != 0 && c.on(Switch::activate_after_in_memory_victim)) return true;
  return preemption.some_evicted == 0 && c.on(Switch::activate_when_all_gone);
}

/// The goroutine's body, once it has been started.
void prepareCandidateAsync(Actor& self, Cluster c, PreemptionId id) {
  list_nominations_to_clear(c, id);
  while (at_id(c, id).nominations_to_clear != 0)
    clear_one_nomination(self, c, id, at("executor/clear-nomination"));

  give_pieces_to_workers(c, id);
  if (c.on(Switch::last_victim_waits_for_others)) {
    preempt_others(self, c, id);
    if (c.on(Switch::gate_opens_before_last_victim)) {
      self.step(at("executor/leave-preempting"));
      leave_preempting(c, id);
    }
    const bool skip_last =
        at_id(c, id).victim_failed != 0 && c.on(Switch::skip_last_victim_after_error);
    if (!skip_last) preempt_last_victim(self, c, id);
    if (!c.on(Switch::gate_opens_before_last_victim)) {
      self.step(at("executor/leave-preempting"));
      leave_preempting(c, id);
    }
  } else {
    // As if the gate were tied to whichever victim comes first: all go in parallel.
    self.step(at("executor/leave-preempting"));
    leave_preempting(c, id);
    preempt_others(self, c, id);
  }

  if (activates_preemptor(c, at_id(c, id))) {
    self.step(at("executor/activate"));
    PriorityQueue(c).Activate(at_id(c, id).preemptor);
  }
  end_preemption(c, id);
}

}  // namespace

bool IsPodRunningPreemption(const Cluster& c, PodId preemptor) {
  const PodState& state = c.pod(preemptor);
  if (!state.has(PodState::preempting_bit)) return false;
  if (state.last_victim == no_pod) return true;
  // By name: another pod that has taken the name over keeps the gate closed.
  const PodId victim = c.named_in(&PodState::lister, state.last_victim);
  return victim != no_pod && !c.pod(victim).lister.terminating();
}

bool is_in_flight(const Cluster& c, const Preemption& preemption) {
  if (preemption.phase == PreemptionPhase::free || preemption.victim_failed != 0) return false;
  const PodSet cached = c.pods_where([](PodId, const PodState& p) { return p.cache.present(); });
  return (preemption.victims & cached) != 0;
}

PreemptionId start_preemption(Cluster c, PodId preemptor, NodeId node, PodSet victims) {
  PreemptionId id = 0;
  while (id < c.model.preemptions_count && at_id(c, id).phase != PreemptionPhase::free) ++id;
  if (id == c.model.preemptions_count) {
    c.world.bound = ModelBound::preemptions;
    return no_pod;
  }
  Preemption& preemption = at_id(c, id);
  preemption.victims = victims;
  preemption.preemptor = preemptor;
  preemption.node = node;
  preemption.is_async = c.on(Switch::async_preemption) ? 1 : 0;
  const PodSet skipped = c.pods_where([&](PodId, const PodState& pod) {
    return c.on(Switch::skip_terminating_victims) && pod.snapshot.terminating();
  });
  preemption.to_call = victims & ~skipped;
  preemption.conditioned = c.pods_where([&](PodId p, const PodState& pod) {
    return contains(preemption.to_call, p) && pod.snapshot.disruption_target();
  });
  c.pod(preemptor).set(PodState::has_preempted_bit, true);
  if (preemption.to_call == 0 && preemption.is_async != 0) {
    end_preemption(c, id);  // nothing to do but to wait: no gate either
    return no_pod;
  }
  preemption.phase = PreemptionPhase::running;
  if (preemption.is_async != 0)
    c.pod(preemptor).set(PodState::preempting_bit, true);
  else
    give_pieces_to_workers(c, id);
  return id;
}

bool prepareCandidate(Actor& self, Cluster c, PreemptionId id) {
  self.await(at("scheduler/wait-for-victims"), [&] { return pieces_are_done(at_id(c, id)); });
  at_id(c, id).pieces = 0;
  const bool failed = at_id(c, id).victim_failed != 0;
  if (!failed) {
    list_nominations_to_clear(c, id);
    while (at_id(c, id).nominations_to_clear != 0)
      clear_one_nomination(self, c, id, at("scheduler/clear-nominations"));
  }
  end_preemption(c, id);
  return failed;
}

void run_preemption_goroutine(Actor& self, Cluster c, PreemptionId id) {
  while (true) {
    self.await(at("executor/start"), [&] {
      const Preemption& preemption = at_id(c, id);
      return preemption.phase == PreemptionPhase::running && preemption.is_async != 0;
    });
    prepareCandidateAsync(self, c, id);
  }
}

void run_preemption_worker(Actor& self, Cluster c, PreemptionId id, std::uint8_t piece) {
  const Call call{id, at("worker/find-victim"), at("worker/patch-victim"),
                  at("worker/patch-found-victim"), at("worker/delete-victim")};
  // Where pods can be taken back, what a worker does first depends on the victim that it gets.
  const bool looks_up = c.model.takeable_pods != 0;
  while (true) {
    if (looks_up) {
      self.await(at("worker/start"), [&] { return piece_is_ready(c, at_id(c, id), piece); });
      at_id(c, id).started_pieces |= 1U << piece;
    }
    const Preempted result = PreemptPod(
        self, c, call, [&] { return looks_up || piece_is_ready(c, at_id(c, id), piece); },
        [&] { return nth_by_importance(c.model, at_id(c, id).to_call, piece); },
        [&] { at_id(c, id).started_pieces |= 1U << piece; });
    // The effect came with the call; that it failed is learnt when the reply should have come.
    if (result == Preempted::reply_lost) self.step(at("worker/miss-reply"));
    Preemption& preemption = at_id(c, id);
    preemption.finished_pieces |= 1U << piece;
    note_result(preemption, result);
    if (preemption.victim_failed != 0) preemption.cancelled = 1;
  }
}

}  // namespace preemptcheck::model
