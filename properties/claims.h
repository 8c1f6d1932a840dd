// What the two headline promises have in common: each has a strict form and the one that KEP-4832
// gives, which lets a pod of higher priority through.
#pragma once

#include "model/queries.h"
#include "properties/property.h"

namespace preemptcheck::properties::detail {

using model::Cluster;
using model::NodeId;
using model::PodId;
using model::PodSet;

enum class Form : std::uint8_t { strict, kep };

/// Whether victims were chosen in the transition from `before` to `after`.
inline bool selects_victims(const Cluster& before, const Cluster& after) {
  return before.world.thread.selected == 0 && after.world.thread.selected != 0;
}

/// The step in which victims are chosen: is one of them taken already?
template <Form form>
Finding check_victim_selected_once(const Cluster& before, const Cluster& after) {
  if (!selects_victims(before, after)) return holds;
  const PodId second = after.world.thread.cycle.pod;
  const PodSet chosen = after.world.thread.selected;
  for (model::PreemptionId id = 0; id < before.model.preemptions_count; ++id) {
    if (!model::preemption_in_flight(before, id)) continue;
    const model::Preemption& first = before.world.preemptions[id];
    const PodSet both = first.victims & chosen;
    if (both == 0) continue;
    if (first.preemptor == second)
      return violated("{} is chosen as a victim again for the same preemptor {}",
                      pod(model::nth(both, 0)), pod(second));
    if (form == Form::kep && before.priority(second) > before.priority(first.preemptor)) continue;
    return violated(
        "{} is chosen as a victim for {} while the preemption for {} that chose it is in flight",
        pod(model::nth(both, 0)), pod(second), pod(first.preemptor));
  }
  return holds;
}

/// Pods that the scheduler counts on to leave: victims of preemptions in flight, and those that the
/// thread has chosen in the cycle at hand.
inline PodSet leaving(const Cluster& c) {
  return model::victims_in_flight(c) | c.world.thread.selected;
}

/// Does `claimant` fit on `node` beside all that is there to stay or promised a place there? The
/// scheduler learns late that a nominated pod is bound or deleted: nothing is promised to such a
/// pod.
template <Form form>
bool claim_fits(const Cluster& before, const Cluster& after, PodId claimant, NodeId node) {
  const PodSet staying = model::pods_cached_on(after, node) & ~leaving(before);
  PodSet claims = staying | (PodSet{1} << claimant);
  const PodSet nominated = model::pods_nominated_to(after, node);
  for (PodId p = 0; p < after.model.pods_count; ++p) {
    if (!model::contains(nominated, p) || !model::is_pending(after, p)) continue;
    if (form == Form::strict || after.priority(p) >= after.priority(claimant))
      claims |= PodSet{1} << p;
  }
  return model::fit_together(after, claims, node);
}

/// The step in which a pod is assumed or nominated: is the room promised to somebody already?
template <Form form>
Finding check_nominated_space_claimed_once(const Cluster& before, const Cluster& after) {
  for (PodId p = 0; p < after.model.pods_count; ++p) {
    const model::PodState& was = before.pod(p);
    const model::PodState& is = after.pod(p);
    const bool assumed =
        is.has(model::PodState::assumed_bit) && !was.has(model::PodState::assumed_bit);
    if (assumed && model::pods_nominated_to(after, is.cache.node) != 0 &&
        !claim_fits<form>(before, after, p, is.cache.node))
      return violated("{} is assumed on {}, where room for it is promised to a nominated pod",
                      pod(p), node(is.cache.node));
    const NodeId nominated = is.nominated_node;
    if (nominated == model::no_node || nominated == was.nominated_node) continue;
    if (!model::is_pending(after, p)) continue;
    if (!claim_fits<form>(before, after, p, nominated))
      return violated(
          "{} is nominated to {}, which cannot hold it beside what stays and what is promised "
          "there",
          pod(p), node(nominated));
  }
  return holds;
}

}  // namespace preemptcheck::properties::detail
