// The scheduling thread: one pod at a time. Mirrors pkg/scheduler/schedule_one.go.
#pragma once

#include "explorer/actor.h"
#include "model/cluster.h"

namespace preemptcheck::model {

/// Actor: Scheduler.ScheduleOne, for ever.
void ScheduleOne(explorer::Actor& self, Cluster c);

/// What a failed attempt does to the pod's nomination, unless its PostFilter says otherwise.
NominatingInfo failure_nominating_info(const Cluster& c);

/// The sites of one caller of handleSchedulingFailure.
struct FailureSites {
  explorer::SiteId get_pod;
  explorer::SiteId requeue;
  explorer::SiteId nominate;
  explorer::SiteId patch_status;
};

/// Scheduler.handleSchedulingFailure: back into the queue, nominate, tell the API server. `frame`
/// lies in the world; its info holds the rejector plugins, its mode and node what to nominate.
void handleSchedulingFailure(explorer::Actor& self, Cluster c, CycleFrame& frame,
                             const FailureSites& at_sites);

}  // namespace preemptcheck::model
