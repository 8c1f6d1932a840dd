// Which pods fit on which node. Mirrors RunFilterPluginsWithNominatedPods
// (pkg/scheduler/framework/runtime/framework.go) with the plugins NodeResourcesFit,
// NodeUnschedulable and the node selector part of NodeAffinity.
#pragma once

#include "model/cluster.h"

namespace preemptcheck::model {

enum class FilterStatus : std::uint8_t {
  success,
  unschedulable,  ///< evicting pods may help
  unschedulable_and_unresolvable,
};

/// What a set of pods requests together.
Resources requests_of(const Model& model, PodSet pods);
/// Whether pods that request `used` in all stay within a node's allocatable resources.
bool fit_allocatable(const Model& model, const Resources& used, NodeId node);

/// Whether a plugin that runs before NodeResourcesFit rejects the node, whatever pods are on it.
bool rejected_before_fit(const Cluster& c, PodId pod, NodeId node);

/// `on_node` are the pods that the node holds as the caller sees it. Reads the nominator live.
FilterStatus RunFilterPluginsWithNominatedPods(const Cluster& c, PodId pod, NodeId node,
                                               PodSet on_node);

}  // namespace preemptcheck::model
