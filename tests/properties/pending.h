// A world made by hand, and whether what an `eventually` property speaks of is pending in it.
#pragma once

#include "properties/property.h"
#include "tests/model/cluster_builder.h"

namespace preemptcheck::properties {

/// Two nodes; a pod waits, another fills the first node.
struct Pending {
  static constexpr model::PodId preemptor_id = 0;
  static constexpr model::PodId victim_id = 1;

  model::TestCluster cluster = build();

  [[nodiscard]] model::PodState& preemptor() { return cluster.pod(preemptor_id); }
  /// For the preemptor.
  [[nodiscard]] bool is_pending(const Eventually& property) {
    return property.pending(cluster.view(), preemptor_id);
  }

 private:
  static model::TestCluster build() {
    model::ClusterBuilder builder;
    builder.node({10});
    builder.node({5});
    builder.pending(5, {6});
    builder.bound(0, {10}, 0);
    return builder.build();
  }
};

}  // namespace preemptcheck::properties
