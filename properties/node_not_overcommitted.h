#pragma once

#include "model/queries.h"
#include "properties/property.h"

namespace preemptcheck::properties {

inline constexpr Always node_not_overcommitted{
    .name = "node-not-overcommitted",
    .description =
        "The pods bound or assumed on a node fit its allocatable resources, in the "
        "scheduler's cache and in the API server.",
    .source = "scheduler contract; framework/plugins/noderesources/fit.go",
    .check = [](const model::Cluster& c) {
      for (model::NodeId n = 0; n < c.model.nodes_count; ++n) {
        if (!model::fit_together(c, model::pods_cached_on(c, n), n))
          return violated("{} holds more than it has, in the scheduler's cache", node(n));
        if (!model::fit_together(c, model::pods_bound_on(c, n), n))
          return violated("{} holds more than it has, in the API server", node(n));
      }
      return holds;
    }};

}  // namespace preemptcheck::properties
