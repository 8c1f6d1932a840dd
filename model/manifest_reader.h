// Kubernetes manifests in, a scenario out.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "model/scenario.h"

namespace preemptcheck::model {

/// What is wrong with an input, where, and what to do about it. `what()` is the whole message, one
/// line: "FILE:LINE: FIELD: what is wrong; remedy". Lines count from 1; 0 means the whole file.
class InputError : public std::runtime_error {
 public:
  InputError(const std::string& file, int line, const std::string& field,
             const std::string& message);
};

/// What the command line sets on top of the scenario's own settings object.
struct Overrides {
  std::optional<std::string> release;
  std::vector<std::pair<std::string, bool>> feature_gates;
  std::vector<std::pair<std::string, bool>> switches;
};

/// Reads files into sources. Throws InputError where a file cannot be read.
std::vector<SourceText> read_source_files(const std::vector<std::string>& paths);

/// Makes a scenario of manifests (YAML streams of Node, Pod, PriorityClass, PodDisruptionBudget,
/// List, and at most one preemptcheck/v1 Scenario). Throws InputError; `warnings` of the result
/// names every field that changes scheduling and is not modelled.
Scenario read_scenario(std::vector<SourceText> sources, const Overrides& overrides = {});

}  // namespace preemptcheck::model
