#include "model/program_of.h"

#include <fmt/format.h>

#include <cstring>
#include <functional>
#include <utility>

#include "model/api_dispatcher.h"
#include "model/api_server.h"
#include "model/binding_cycle.h"
#include "model/environment.h"
#include "model/executor.h"
#include "model/informer.h"
#include "model/schedule_one.h"
#include "model/scheduling_queue.h"
#include "model/sites.h"

namespace preemptcheck::model {

namespace {

using explorer::Actor;
using explorer::ActorDeclaration;
using explorer::ActorId;
using explorer::ActorKind;
using explorer::SiteId;

using Shared = std::shared_ptr<const Model>;

/// Whether an actor is part of the scheduler's process, and so goes down with it.
bool is_of_scheduler(std::string_view name) {
  for (const std::string_view part :
       {"scheduler", "executor/", "worker/", "binding/", "dispatcher/", "reflector",
        "event-handler", "queue-handler", "node-handler"})
    if (name.starts_with(part)) return true;
  return false;
}

/// Adds an actor whose body works on a cluster.
template <class Body>
void add(std::vector<ActorDeclaration>& actors, const Shared& model, std::string name,
         ActorKind kind, const Body& body) {
  const bool restarts = is_of_scheduler(name);
  actors.push_back({std::move(name), kind,
                    [model, body](Actor& self, std::byte* state) {
                      body(self, Cluster{world_of(state), *model});
                    },
                    restarts});
}

void add_preemptions(std::vector<ActorDeclaration>& actors, const Shared& model) {
  const bool async = model->scenario.switches.on(Switch::async_preemption);
  for (PreemptionId id = 0; id < model->preemptions_count; ++id) {
    const std::string number = std::to_string(id + 1);
    if (async)
      add(actors, model, "executor/" + number, ActorKind::system,
          [id](Actor& self, Cluster c) { run_preemption_goroutine(self, c, id); });
    for (std::uint8_t piece = 0; piece < model->workers_count; ++piece)
      add(actors, model, "worker/" + number + "." + std::to_string(piece + 1), ActorKind::system,
          [id, piece](Actor& self, Cluster c) { run_preemption_worker(self, c, id, piece); });
  }
}

void add_binding_cycles(std::vector<ActorDeclaration>& actors, const Shared& model, PodId pod) {
  const std::string name = "binding/" + model->scenario.pods[pod].full_name();
  for (std::uint8_t number = 0; number < max_binding_cycles; ++number)
    add(actors, model, number == 0 ? name : name + "/" + std::to_string(number + 1),
        ActorKind::system,
        [pod, number](Actor& self, Cluster c) { run_binding_cycles(self, c, pod, number); });
}

void add_dispatched_calls(std::vector<ActorDeclaration>& actors, const Shared& model) {
  for (PodId p = 0; p < model->pods_count; ++p)
    if (model->scenario.pods[p].node == no_node)
      add(actors, model, "dispatcher/" + model->scenario.pods[p].full_name(), ActorKind::system,
          [p](Actor& self, Cluster c) { run_dispatched_calls(self, c, p); });
}

void add_informer(std::vector<ActorDeclaration>& actors, const Shared& model) {
  add(actors, model, "reflector", ActorKind::system, run_reflector);
  if (model->scenario.faults.node_deletes > 0)
    add(actors, model, "node-handler", ActorKind::system, run_node_handler);
  const auto add_handler = [&](const char* name, PodHandler handler) {
    add(actors, model, name, ActorKind::system,
        [handler](Actor& self, Cluster c) { run_pod_handler(self, c, handler); });
  };
  if (model->scenario.switches.on(Switch::one_pod_event_handler)) {
    add_handler("event-handler", PodHandler::all);
  } else {
    add_handler("event-handler", PodHandler::assigned);
    add_handler("queue-handler", PodHandler::pending);
  }
}

void add_environment(std::vector<ActorDeclaration>& actors, const Shared& model) {
  const Scenario& scenario = model->scenario;
  bool terminates = scenario.graceful_termination;
  bool arrives = false;
  bool returns = false;
  for (const PodSpec& pod : scenario.pods) {
    terminates = terminates || pod.terminating;
    returns = returns || pod.arrival == Arrival::when_gone;
    arrives = arrives || (pod.arrival != Arrival::at_start && pod.arrival != Arrival::when_gone);
  }
  const ActorKind kubelet = scenario.kubelet_fair ? ActorKind::system : ActorKind::environment;
  if (terminates) add(actors, model, "kubelet", kubelet, run_kubelet);
  if (returns) add(actors, model, "controller", ActorKind::system, run_controller);
  if (arrives) add(actors, model, "creating-client", ActorKind::environment, run_creating_client);
  if (scenario.faults.external_deletes > 0)
    add(actors, model, "deleting-client", ActorKind::environment, run_deleting_client);
  if (scenario.faults.external_binds > 0)
    add(actors, model, "binding-client", ActorKind::environment, run_binding_client);
  if (scenario.faults.node_deletes > 0) {
    add(actors, model, "node-deleting-client", ActorKind::environment, run_node_deleting_client);
    add(actors, model, "pod-gc", ActorKind::system, run_pod_gc);
  }
  if (scenario.faults.scheduler_restarts > 0)
    add(actors, model, "leader", ActorKind::environment, run_restarts);
  if (model->waiting_pods != 0) {
    if (scenario.binding_finishes)
      add(actors, model, "permit-plugin", ActorKind::system, run_permit_plugin);
    if (scenario.faults.permit_rejections > 0)
      add(actors, model, "rejecting-permit-plugin", ActorKind::environment,
          run_rejecting_permit_plugin);
  }
  add(actors, model, "backoff-timer", ActorKind::timer, run_backoff_timer);
  add(actors, model, "flush-timer", ActorKind::timer, run_flush_timer);
}

std::string pod_name(const Model& model, PodSet set, unsigned n) {
  return model.scenario.pods[nth(set, n)].full_name();
}

/// What may happen to the request that is sent from a site.
Trouble trouble_at(SiteId site) {
  if (site == at("binding/pre-bind")) return plugin_call;
  for (const SiteId call :
       {at("executor/delete-last-victim"), at("worker/delete-victim"), at("binding/bind")})
    if (site == call) return awaited_call;
  for (const SiteId logged : {at("scheduler/clear-own-nomination"), at("scheduler/patch-status"),
                              at("binding/patch-status"), at("binding/nominate-expected-node"),
                              at("dispatcher/patch-status")})
    if (site == logged) return logged_patch;
  return awaited_patch;
}

/// Names of the outcomes of a request, and of pods and nodes to choose from.
std::string choice_name(const Shared& model, const std::byte* state, SiteId site, unsigned choice) {
  World world = world_of(state);
  const Cluster c{world, *model};
  const auto node_name = [&](NodeSet set) {
    return model->scenario.nodes[static_cast<std::size_t>(nth_node(set, choice))].name;
  };
  if (site == at("scheduler/pop"))
    return model->scenario.pods[PriorityQueue(c).poppable(choice)].full_name();
  if (site == at("scheduler/assume")) return node_name(world.thread.feasible);
  if (site == at("scheduler/prepare-candidate")) return node_name(world.thread.candidates);
  if (site == at("kubelet/finish")) return pod_name(*model, kubelet_can_finish(c), choice);
  if (site == at("client/create")) return pod_name(*model, client_can_create(c), choice);
  if (site == at("client/delete")) return pod_name(*model, client_can_delete(c), choice);
  if (site == at("timer/backoff"))
    return model->scenario.timers_anytime ? pod_name(*model, backing_off(c), choice) : "all";
  if (site == at("controller/create")) return pod_name(*model, controller_can_create(c), choice);
  if (site == at("pod-gc/delete")) return pod_name(*model, orphaned_pods(c), choice);
  if (site == at("client/delete-node")) return node_name(client_can_delete_nodes(c));
  if (site == at("client/bind")) {
    const ExternalBind bind = client_can_bind(c)[choice];
    return fmt::format("{} to {}", model->scenario.pods[bind.pod].full_name(),
                       model->scenario.nodes[static_cast<std::size_t>(bind.node)].name);
  }
  if (site == at("permit-plugin/allow") || site == at("permit-plugin/reject"))
    return pod_name(*model, waiting_in_permit(c), choice);
  return std::string(name_of(ApiServer(c).outcome(choice, trouble_at(site))));
}

}  // namespace

const World& world_of(const std::byte* state) { return *reinterpret_cast<const World*>(state); }
World& world_of(std::byte* state) { return *reinterpret_cast<World*>(state); }

explorer::Program program_of(const Shared& model) {
  explorer::Program program;
  program.sites = sites;
  const World start = initial_world(*model);
  program.initial_state.resize(sizeof start);
  std::memcpy(program.initial_state.data(), &start, sizeof start);
  program.state_bytes = offsetof(World, pods) + model->pods_count * sizeof(PodState);
  program.timers_anytime = model->scenario.timers_anytime;

  std::vector<ActorDeclaration>& actors = program.actors;
  add(actors, model, "scheduler", ActorKind::system, ScheduleOne);
  add_preemptions(actors, model);
  for (PodId p = 0; p < model->pods_count; ++p)
    if (model->scenario.pods[p].node == no_node) add_binding_cycles(actors, model, p);
  if (model->scenario.switches.on(Switch::async_api_calls)) add_dispatched_calls(actors, model);
  add_informer(actors, model);
  add_environment(actors, model);

  program.bound_reached = [](const std::byte* state) {
    const ModelBound bound = world_of(state).bound;
    return bound == ModelBound::none ? nullptr : describe(bound);
  };
  program.choice_name = [model](const std::byte* state, ActorId, SiteId site, unsigned choice) {
    return choice_name(model, state, site, choice);
  };
  return program;
}

const char* describe(ModelBound bound) {
  switch (bound) {
    case ModelBound::none:
      return "";
    case ModelBound::preemptions:
      return "more preemptions at once than the model has room for";
    case ModelBound::watch_events:
      return "more undelivered watch events than the model has room for";
    case ModelBound::binding_cycles:
      return "more binding goroutines of one pod at once than the model has room for";
  }
  return "";
}

}  // namespace preemptcheck::model
