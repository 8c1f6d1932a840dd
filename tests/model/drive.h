// Drives a model through one schedule by hand: this actor now, then that one.
#pragma once

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

#include "explorer/execution.h"
#include "model/program_of.h"
#include "model/sites.h"
#include "tests/model/cluster_builder.h"

namespace preemptcheck::model {

class Drive {
 public:
  explicit Drive(const ClusterBuilder& builder)
      : model_(builder.build().model), program_(program_of(model_)), execution_(program_) {
    execution_.restart();
  }

  /// Takes one transition of an actor; false where it has none, or not that choice.
  bool step(const std::string& actor, unsigned choice = 0) {
    const explorer::ActorId id = actor_id(actor);
    if (execution_.successors(id) <= choice) return false;
    ++taken_[std::string(site(actor))];
    execution_.take({id, static_cast<std::uint8_t>(choice)});
    return true;
  }
  [[nodiscard]] bool can_step(const std::string& actor) {
    return execution_.successors(actor_id(actor)) != 0;
  }
  /// Lets an actor run until it has to wait, always with its first choice. How many transitions.
  int run(const std::string& actor) {
    int steps = 0;
    while (step(actor)) ++steps;
    return steps;
  }
  /// Lets an actor run until it stands at a site.
  void run_to(const std::string& actor, std::string_view where) {
    while (site(actor) != where)
      if (!step(actor)) throw std::runtime_error(actor + " never gets to " + std::string(where));
  }
  /// Delivers all watch events to the lister and to the handlers.
  void deliver() {
    run("reflector");
    run("event-handler");
    if (!model_->scenario.switches.on(Switch::one_pod_event_handler)) run("queue-handler");
  }

  [[nodiscard]] std::string_view site(const std::string& actor) const {
    return sites[execution_.site(actor_id(actor))].name;
  }
  /// How many transitions were taken from a site.
  [[nodiscard]] int taken(const std::string& where) const {
    const auto found = taken_.find(where);
    return found == taken_.end() ? 0 : found->second;
  }
  [[nodiscard]] const World& world() const { return world_of(execution_.world()); }
  [[nodiscard]] const PodState& pod(PodId id) const { return world().pods[id]; }
  [[nodiscard]] Cluster view() { return {const_cast<World&>(world()), *model_}; }

 private:
  [[nodiscard]] explorer::ActorId actor_id(const std::string& name) const {
    const auto& actors = program_.actors;
    const auto found = std::find_if(actors.begin(), actors.end(),
                                    [&](const auto& actor) { return actor.name == name; });
    if (found == actors.end()) throw std::runtime_error("no actor " + name);
    return static_cast<explorer::ActorId>(found - actors.begin());
  }

  std::shared_ptr<const Model> model_;
  explorer::Program program_;
  explorer::Execution execution_;
  std::map<std::string, int> taken_;
};

}  // namespace preemptcheck::model
