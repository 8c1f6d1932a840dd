// A transition that is made by hand, and what a property says of it.
#pragma once

#include <string>

#include "properties/bind.h"
#include "properties/property.h"
#include "tests/model/cluster_builder.h"

namespace preemptcheck::properties {

struct Transition {
  model::TestCluster before;
  model::TestCluster after;

  explicit Transition(const model::ClusterBuilder& builder)
      : before(builder.build()), after(before) {}

  /// The sentence of the violation, with the pods' and nodes' names; empty where the property
  /// holds.
  [[nodiscard]] std::string violation_of(const Property& property) const {
    const Finding finding = evaluate(property, *before.model, before.world, after.world);
    return finding.violated ? sentence_of(finding, before.model->scenario) : "";
  }
  [[nodiscard]] bool violates(const Property& property) const {
    return !violation_of(property).empty();
  }
};

/// A transition in which victims are chosen: pods 0 and 1 of the given priorities wait, pods 2 and
/// 3 (priority 0) run on the only node, which they fill.
struct Selection : Transition {
  static constexpr model::PodId first = 0;
  static constexpr model::PodId second = 1;
  static constexpr model::PodId victim = 2;
  static constexpr model::PodId other_victim = 3;

  Selection(std::int32_t first_priority, std::int32_t second_priority)
      : Transition(cluster(first_priority, second_priority)) {
    for (model::TestCluster* state : {&before, &after})
      for (model::PodId pod = 0; pod < 4; ++pod) state->pod(pod).snapshot = state->pod(pod).cache;
  }

  static model::ClusterBuilder cluster(std::int32_t first_priority, std::int32_t second_priority) {
    model::ClusterBuilder builder;
    builder.node({10});
    builder.pending(first_priority, {5});
    builder.pending(second_priority, {5});
    builder.bound(0, {5}, 0);
    builder.bound(0, {5}, 0);
    return builder;
  }

  /// A preemption of `preemptor` that is in flight in both states.
  void in_flight(model::PodId preemptor, model::PodSet victims) {
    for (model::TestCluster* state : {&before, &after})
      model::put_preemption(*state, 0, preemptor, 0, victims);
  }
  /// The victims that the scheduling thread chooses in the transition.
  void chooses(model::PodId preemptor, model::PodSet victims) {
    before.world.thread.cycle.pod = after.world.thread.cycle.pod = preemptor;
    after.world.thread.selected = victims;
    after.world.thread.selected_node = 0;
  }
};

}  // namespace preemptcheck::properties
