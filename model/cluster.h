// A world with what does not change in it: what every modelled function works on.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "model/ids.h"
#include "model/release.h"
#include "model/scenario.h"
#include "model/world.h"

namespace preemptcheck::model {

/// What is derived from a scenario once, before the exploration starts.
struct Model {
  Scenario scenario;
  std::uint8_t pods_count = 0;
  std::uint8_t nodes_count = 0;
  std::uint8_t preemptions_count = 0;  ///< preemptions that may be at work or draining at once
  std::uint8_t workers_count = 0;      ///< per preemption: victims that may be called in parallel
  PodSet waiting_pods = 0;             ///< those that a Permit plugin makes wait
  PodSet prebind_pods = 0;             ///< those that a PreBind plugin has work for
  PodSet registered_in_prebind = 0;    ///< those that go into podsInPreBind
  PodSet takeable_pods = 0;            ///< those that can be found in waitingPods or podsInPreBind
  bool has_later_pods = false;         ///< some pod comes back under its name, with another UID
  std::array<PodSet, max_pods> same_name{};  ///< by pod: it and those that share its name
  /// All pods, most important first (util.MoreImportantPod): higher priority, then earlier start.
  std::array<PodId, max_pods> by_importance{};
};

/// Derives the rest from a scenario.
Model make_model(Scenario scenario);
/// The world in which an exploration of the model starts.
World initial_world(const Model& model);

struct Cluster {
  World& world;
  const Model& model;

  [[nodiscard]] bool on(Switch s) const { return model.scenario.switches.on(s); }
  [[nodiscard]] PodState& pod(PodId p) const { return world.pods[p]; }
  [[nodiscard]] const PodSpec& spec(PodId p) const { return model.scenario.pods[p]; }
  [[nodiscard]] std::int32_t priority(PodId p) const { return spec(p).priority; }

  /// Access by name instead of UID: the pod that goes by p's name in a view (`&PodState::api`,
  /// ...); no_pod where there is none.
  [[nodiscard]] PodId named_in(PodObject PodState::*view, PodId p) const;
  /// Nodes that the API server, the cache or the snapshot has, less those in `gone`.
  [[nodiscard]] NodeSet nodes_without(NodeSet gone) const {
    return static_cast<NodeSet>(((1U << model.nodes_count) - 1U) & ~unsigned{gone});
  }

  /// The pods for which `wanted(pod, state)` holds.
  template <class Wanted>
  [[nodiscard]] PodSet pods_where(const Wanted& wanted) const {
    PodSet set = 0;
    for (PodId p = 0; p < model.pods_count; ++p)
      if (wanted(p, world.pods[p])) set |= only(p);
    return set;
  }
};

/// All that the scheduler's process holds becomes what it is after the first lists of its
/// informers. A request that was under way has taken effect already, or never will.
void restart_scheduler(Cluster c);

/// Number of pods in a set.
inline unsigned count(PodSet set) { return static_cast<unsigned>(std::popcount(set)); }
/// The n-th pod of a set, from 0, in the order of the scenario.
PodId nth(PodSet set, unsigned n);
/// The n-th node of a set, from 0.
NodeId nth_node(NodeSet set, unsigned n);
/// The n-th pod of a set, from 0, most important first.
PodId nth_by_importance(const Model& model, PodSet set, unsigned n);

}  // namespace preemptcheck::model
