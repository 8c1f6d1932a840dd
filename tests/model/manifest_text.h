// Manifests for tests, and what the reader says to them.
#pragma once

#include <string>

#include "model/manifest_reader.h"

namespace preemptcheck::model {

inline std::string node_text(const std::string& name, const std::string& more = "") {
  return "---\napiVersion: v1\nkind: Node\nmetadata: {name: " + name + ", labels: {zone: " + name +
         "}}\nstatus: {allocatable: {cpu: 4, memory: 8Gi, pods: 110}}\n" + more;
}

/// A pod with the given spec (in flow style, without braces) beside its one container.
inline std::string pod_text(const std::string& name, const std::string& spec,
                            const std::string& metadata = "", const std::string& status = "") {
  return "---\napiVersion: v1\nkind: Pod\nmetadata: {name: " + name +
         (metadata.empty() ? "" : ", " + metadata) +
         "}\nspec:\n  {containers: [{name: c, resources: "
         "{requests: {cpu: 1}}}]" +
         (spec.empty() ? "" : ", " + spec) + "}\nstatus: {" + status + "}\n";
}

inline std::string settings_text(const std::string& spec) {
  return "---\napiVersion: preemptcheck/v1\nkind: Scenario\nmetadata: {name: s}\nspec:\n  " + spec +
         "\n";
}

/// One node, one bound pod, one pending pod.
inline std::string small_cluster() {
  return node_text("n1") + pod_text("victim", "nodeName: n1, priority: 0") +
         pod_text("preemptor", "priority: 100");
}

inline Scenario read_text(const std::string& text, const Overrides& overrides = {}) {
  return read_scenario({{"file.yaml", text}}, overrides);
}

/// The message that a text is refused with; empty where it is accepted.
inline std::string refusal(const std::string& text, const Overrides& overrides = {}) {
  try {
    read_text(text, overrides);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != text.npos;
}

}  // namespace preemptcheck::model
