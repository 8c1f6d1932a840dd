// States, transitions and the differences that they make, in the words of Kubernetes. Bookkeeping
// that only properties read is not told.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/site.h"
#include "model/cluster.h"

namespace preemptcheck::model {

/// An actor and where it stands.
struct ActorAt {
  std::string name;
  explorer::SiteId site = explorer::site_finished;
};

/// What the transition of an actor from a site does, and to whom: the site's label, with the names
/// that it concerns in `world`, the state before. `choice` is the name of the successor taken.
std::string describe_step(const Model& model, const World& world, const ActorAt& actor,
                          std::string_view choice);

/// What differs between two worlds, a line each.
std::vector<std::string> changes(const Model& model, const World& before, const World& after);

/// Nodes with their pods, pods that wait, preemptions, undelivered watch events, and where the
/// actors stand. Lines, indented where they belong together.
std::vector<std::string> describe_state(const Model& model, const World& world,
                                        std::span<const ActorAt> actors);

/// "default/victim deleted", "default/p bound to node-1".
std::string describe_event(const Model& model, const WatchEvent& event);

/// Where a pod stands with the scheduling queue: "active", "unschedulable, gated", "in flight", ...
std::string queue_place(const PodState& pod);

/// "default/a, default/b"; "none" for no pod.
std::string names_of(const Model& model, PodSet pods);
std::string node_names_of(const Model& model, NodeSet nodes);
std::string pod_name(const Model& model, PodId pod);
std::string node_name(const Model& model, NodeId node);  ///< "no node" for none

/// An amount as a manifest writes it: "500m", "2", "4Gi".
std::string amount_of(std::string_view resource, std::int64_t amount);

}  // namespace preemptcheck::model
