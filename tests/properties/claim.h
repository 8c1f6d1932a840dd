// One node of size 10 and two pods of size 6, of which the node can hold one.
#pragma once

#include "tests/properties/transition.h"

namespace preemptcheck::properties {

struct Claim : Transition {
  static constexpr model::PodId claimant = 0;
  static constexpr model::PodId nominated = 1;
  static constexpr model::PodId running = 2;  ///< of size 4

  Claim(std::int32_t claimant_priority, std::int32_t nominated_priority)
      : Transition(cluster(claimant_priority, nominated_priority)) {}

  static model::ClusterBuilder cluster(std::int32_t claimant_priority,
                                       std::int32_t nominated_priority) {
    model::ClusterBuilder builder;
    builder.node({10});
    builder.pending(claimant_priority, {6});
    builder.pending(nominated_priority, {6});
    builder.bound(0, {4}, 0);
    return builder;
  }

  void has_nomination() {
    before.pod(nominated).nominated_node = after.pod(nominated).nominated_node = 0;
  }
  void is_assumed() {
    after.pod(claimant).cache = model::bound_object(0);
    after.pod(claimant).set(model::PodState::assumed_bit, true);
  }
  void is_nominated() { after.pod(claimant).nominated_node = 0; }
};

}  // namespace preemptcheck::properties
