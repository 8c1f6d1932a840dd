// Who may preempt, whom, and where. Mirrors
// pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go and the candidate search
// of pkg/scheduler/framework/preemption/preemption.go. Nothing here changes the world.
#pragma once

#include <array>
#include <cstdint>

#include "model/cluster.h"

namespace preemptcheck::model {

/// extenderv1.Victims; `found` is false where the node is no candidate.
struct Victims {
  PodSet pods = 0;
  std::int64_t pdb_violations = 0;
  PodId first = no_pod;  ///< of the list: the most important one, if it is sorted
  bool found = false;
  bool failed = false;  ///< an error: everything fits after all
};

/// DefaultPreemption.PodEligibleToPreemptOthers. `object` is the lister's copy of the preemptor;
/// `unresolvable` are the nodes with status UnschedulableAndUnresolvable in this cycle.
bool PodEligibleToPreemptOthers(const Cluster& c, PodId preemptor, const PodObject& object,
                                NodeSet unresolvable);

/// DefaultPreemption.SelectVictimsOnNode: the dry run on one node of the snapshot. Reads the
/// nominator live.
Victims SelectVictimsOnNode(const Cluster& c, PodId preemptor, NodeId node);

/// preemption.go, pickOneNodeForPreemption: the nodes that are best by all criteria. Where there is
/// more than one, the original takes the first in the random order of a map.
NodeSet pickOneNodeForPreemption(const Model& model,
                                 const std::array<Victims, max_nodes>& candidates);

/// preemption.go, getLowerPriorityNominatedPods: pods whose nomination to the node the preemptor
/// displaces, as the nominator and the queue's copies show them.
PodSet getLowerPriorityNominatedPods(const Cluster& c, PodId preemptor, NodeId node);

}  // namespace preemptcheck::model
