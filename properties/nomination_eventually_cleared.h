#pragma once

#include "model/queries.h"
#include "properties/property.h"

namespace preemptcheck::properties {

namespace detail {

inline bool has_useless_nomination(const model::Cluster& c, model::PodId p) {
  const model::PodState& state = c.pod(p);
  const model::NodeId in_memory = state.nominated_node;
  if (!model::is_pending(c, p)) return in_memory != model::no_node;
  const model::NodeId in_api = state.api.nominated;
  const auto is_gone = [&](model::NodeId n) {
    return n != model::no_node && model::contains_node(c.world.nodes_deleted, n);
  };
  if (is_gone(in_memory) || is_gone(in_api)) return true;
  // KEP-5278: a pod that is assumed says in the API server where it is to run.
  const bool is_to_run_there =
      state.has(model::PodState::assumed_bit) && state.cache.node == in_api;
  return in_api != model::no_node && in_api != in_memory && !is_to_run_there;
}

}  // namespace detail

inline constexpr Eventually nomination_eventually_cleared{
    .name = "nomination-eventually-cleared",
    .description =
        "A nomination that is of no use any more, because its pod is bound, deleted or nominated "
        "elsewhere or because its node is gone, is cleared in the end, in memory and in the API "
        "server.",
    .source = "schedule_one.go, handleSchedulingFailure; nominator.go; #106780, KEP-5278",
    .pending = detail::has_useless_nomination,
    .text = "a nomination of {} that is of no use stays for ever"};

}  // namespace preemptcheck::properties
