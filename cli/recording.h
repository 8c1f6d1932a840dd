// One run of a schedule, with every state on its way.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "explorer/program.h"
#include "explorer/schedule.h"
#include "model/cluster.h"
#include "model/narrate.h"
#include "model/trace_file.h"
#include "properties/property.h"

namespace preemptcheck::cli {

struct RecordedStep {
  explorer::Transition transition;
  explorer::SiteId site = 0;  ///< where the actor stood
  std::string actor;
  std::string choice;  ///< name of the successor taken; empty where there is only one
};

struct Recording {
  std::vector<RecordedStep> steps;
  std::vector<model::World> worlds;       ///< the initial one, then one after each step
  std::vector<bool> quiescent;            ///< by world
  std::vector<model::ActorAt> end_sites;  ///< where the actors stand after the last step
  /// A run without end: the steps after so many of them are repeated for ever.
  std::optional<std::size_t> loop_begins;
};

/// Runs a schedule from the start. Throws InternalError where a transition of it is not enabled.
Recording record(const explorer::Program& program, const explorer::Schedule& schedule);

/// The name of one of an actor's successors, as traces hold it; empty where there is only one.
std::string choice_of(const explorer::Program& program, const std::byte* world,
                      explorer::ActorId actor, explorer::SiteId site, unsigned choice);

/// What a property finds after the given number of steps (0: in the initial state), if anything.
std::optional<properties::Finding> violation_at(const properties::Property& property,
                                                const model::Model& model,
                                                const Recording& recording, std::size_t step);

/// The steps as a trace holds them.
std::vector<model::TraceStep> trace_steps(const Recording& recording);

/// Number of times that another actor runs than in the step before.
std::size_t context_switches(const Recording& recording);

}  // namespace preemptcheck::cli
