#include "model/executor.h"

#include "explorer/contract.h"
#include "model/api_server.h"
#include "model/default_preemption.h"
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

/// Who calls PreemptPod, for which victim, and where it then stands.
struct Call {
  PreemptionId id;
  SiteId patch_site;
  SiteId delete_site;
};

unsigned outcomes(const Cluster& c, const Call& call) {
  // With its context cancelled a call ends at once, with an error and without effect.
  return at_id(c, call.id).cancelled != 0 ? 1 : ApiServer(c).outcomes();
}

bool is_error(const Cluster& c, ApiResult result, Switch not_found_is_success) {
  if (result == ApiResult::not_found) return !c.on(not_found_is_success);
  return result != ApiResult::ok;
}

/// Executor.PreemptPod: PATCH of the condition, then DELETE. `ready` says when it may start,
/// `victim` whom it is about (asked after the boundary: nothing is kept on the stack), `start` is
/// told that it starts. Returns whether it failed.
template <class Ready, class Victim, class Start>
bool PreemptPod(Actor& self, Cluster c, const Call& call, const Ready& ready, const Victim& victim,
                const Start& start) {
  const auto is_conditioned = [&] { return contains(at_id(c, call.id).conditioned, victim()); };
  const unsigned patched = self.choose(call.patch_site, [&] {
    if (!ready()) return 0U;
    return is_conditioned() ? 1U : outcomes(c, call);
  });
  start();
  if (!is_conditioned()) {
    if (at_id(c, call.id).cancelled != 0) return true;
    const ApiResult result = ApiServer(c).PatchPodStatus(patched, victim(), [](PodObject& object) {
      object.bits |= PodObject::disruption_target_bit;
    });
    if (result == ApiResult::not_found && c.on(Switch::patch_not_found_is_success)) return false;
    if (result != ApiResult::ok) return true;
  }
  const unsigned deleted = self.choose(call.delete_site, [&] { return outcomes(c, call); });
  if (at_id(c, call.id).cancelled != 0) return true;
  return is_error(c, ApiServer(c).DeletePod(deleted, victim()),
                  Switch::delete_not_found_is_success);
}

/// clearNominatedNodeName, one pod of it: a lower pod's nomination is patched away.
void clear_one_nomination(Actor& self, Cluster c, PreemptionId id, SiteId site) {
  const unsigned outcome = self.choose(site, [&] { return ApiServer(c).outcomes(); });
  Preemption& preemption = at_id(c, id);
  const PodId pod = nth(preemption.nominations_to_clear, 0);
  preemption.nominations_to_clear &= ~only(pod);
  const ApiResult result = ApiServer(c).PatchPodStatus(
      outcome, pod, [](PodObject& object) { object.nominated = no_node; });
  // Synchronously such an error is only logged.
  if (result != ApiResult::ok && preemption.is_async != 0) preemption.error = 1;
}

void list_nominations_to_clear(Cluster c, PreemptionId id) {
  Preemption& preemption = at_id(c, id);
  const PodSet lower = getLowerPriorityNominatedPods(c, preemption.preemptor, preemption.node);
  // A pod whose queued copy shows no nomination has nothing to clear in the API server.
  preemption.nominations_to_clear = c.pods_where([&](PodId p, const PodState& pod) {
    return contains(lower, p) && pod.queued.pod.nominated != no_node;
  });
}

void give_pieces_to_workers(Cluster c, PreemptionId id) {
  Preemption& preemption = at_id(c, id);
  preemption.pieces = static_cast<std::uint8_t>(pieces_of(c, preemption));
  preemption.started_pieces = 0;
  preemption.pieces_finished = 0;
}

/// Parallelizer.Until returns when its workers are idle and there is nothing left, or the context
/// is cancelled.
bool pieces_are_done(const Preemption& preemption) {
  const unsigned started = count(preemption.started_pieces);
  if (preemption.pieces_finished != started) return false;
  return preemption.cancelled != 0 || started == preemption.pieces;
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

void preempt_last_victim(Actor& self, Cluster c, PreemptionId id) {
  if (!c.on(Switch::gate_opens_before_last_victim)) {
    self.step(at("executor/register-last-victim"));
    const Preemption& preemption = at_id(c, id);
    if (c.on(Switch::gate_consults_lister))
      c.pod(preemption.preemptor).last_victim = last_victim(c, preemption);
  }
  const Call call{id, at("executor/patch-last-victim"), at("executor/delete-last-victim")};
  const bool failed = PreemptPod(
      self, c, call, [] { return true; }, [&] { return last_victim(c, at_id(c, id)); }, [] {});
  if (failed) at_id(c, id).error = at_id(c, id).victim_failed = 1;
}

void preempt_others(Actor& self, Cluster c, PreemptionId id) {
  if (at_id(c, id).pieces == 0) return;
  self.await(at("executor/join"), [&] { return pieces_are_done(at_id(c, id)); });
  at_id(c, id).pieces = 0;
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

  const bool activate_on_error = at_id(c, id).error != 0 && c.on(Switch::activate_on_error);
  if (activate_on_error || c.on(Switch::activate_on_completion)) {
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
  const PodObject& victim = c.pod(state.last_victim).lister;
  return victim.present() && !victim.terminating();
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
  const Call call{id, at("worker/patch-victim"), at("worker/delete-victim")};
  while (true) {
    const bool failed = PreemptPod(
        self, c, call,
        [&] {
          const Preemption& preemption = at_id(c, id);
          const unsigned handed_out =
              preemption.pieces_finished + c.model.scenario.executor_parallelism;
          return piece < preemption.pieces && piece < handed_out && preemption.cancelled == 0 &&
                 (preemption.started_pieces & (1U << piece)) == 0;
        },
        [&] { return nth_by_importance(c.model, at_id(c, id).to_call, piece); },
        [&] { at_id(c, id).started_pieces |= 1U << piece; });
    Preemption& preemption = at_id(c, id);
    ++preemption.pieces_finished;
    if (failed) preemption.error = preemption.victim_failed = preemption.cancelled = 1;
  }
}

}  // namespace preemptcheck::model
