#include "model/program_of.h"

#include <cstring>
#include <functional>
#include <utility>

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

/// Adds an actor whose body works on a cluster.
template <class Body>
void add(std::vector<ActorDeclaration>& actors, const Shared& model, std::string name,
         ActorKind kind, const Body& body) {
  actors.push_back({std::move(name), kind, [model, body](Actor& self, std::byte* state) {
                      body(self, Cluster{world_of(state), *model});
                    }});
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

void add_informer(std::vector<ActorDeclaration>& actors, const Shared& model) {
  add(actors, model, "reflector", ActorKind::system, run_reflector);
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
  for (const PodSpec& pod : scenario.pods) {
    terminates = terminates || pod.terminating;
    arrives = arrives || pod.arrival != Arrival::at_start;
  }
  const ActorKind kubelet = scenario.kubelet_fair ? ActorKind::system : ActorKind::environment;
  if (terminates) add(actors, model, "kubelet", kubelet, run_kubelet);
  if (arrives) add(actors, model, "creating-client", ActorKind::environment, run_creating_client);
  if (scenario.faults.external_deletes > 0)
    add(actors, model, "deleting-client", ActorKind::environment, run_deleting_client);
  add(actors, model, "backoff-timer", ActorKind::timer, run_backoff_timer);
  add(actors, model, "flush-timer", ActorKind::timer, run_flush_timer);
}

std::string pod_name(const Model& model, PodSet set, unsigned n) {
  return model.scenario.pods[nth(set, n)].full_name();
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
  return choice == 0 ? "ok" : "error";
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
