// Small scenarios for tests of the command line.
#pragma once

#include <fmt/format.h>

#include <string>

namespace preemptcheck::tests {

inline std::string pod(const std::string& name, int priority, const std::string& cpu,
                       const std::string& node) {
  return fmt::format(
      "---\napiVersion: v1\nkind: Pod\nmetadata: {{name: {}, namespace: default}}\n"
      "spec:\n  priority: {}\n{}"
      "  containers:\n  - name: main\n    resources: {{requests: {{cpu: \"{}\"}}}}\n",
      name, priority, node.empty() ? "" : fmt::format("  nodeName: {}\n", node), cpu);
}

inline std::string node(const std::string& name, const std::string& cpu) {
  return fmt::format(
      "---\napiVersion: v1\nkind: Node\nmetadata: {{name: {}}}\n"
      "status: {{allocatable: {{cpu: \"{}\", pods: \"110\"}}}}\n",
      name, cpu);
}

inline std::string settings(const std::string& spec) {
  return fmt::format(
      "apiVersion: preemptcheck/v1\nkind: Scenario\nmetadata: {{name: small}}\nspec: {{{}}}\n",
      spec);
}

/// A preemptor is stranded from release 1.33 on (kubernetes/kubernetes#133167).
inline std::string stranding() {
  return settings(
             "release: \"1.37\", faults: {externalDeletes: 1, externalDeletePods: "
             "[default/victim]}, properties: [preemptor-not-stranded]") +
         node("node-1", "2") + pod("victim", 0, "2", "node-1") + pod("preemptor", 1000, "2", "");
}

/// One eviction, and nothing goes wrong.
inline std::string harmless() {
  return settings("release: \"1.37\", properties: [preemptor-not-stranded, preemptor-gets-bound]") +
         node("node-1", "2") + pod("victim", 0, "2", "node-1") + pod("preemptor", 1000, "2", "");
}

/// More states than anybody waits for.
inline std::string endless() {
  std::string text = settings("release: \"1.37\", faults: {apiErrors: 3, externalDeletes: 2}");
  for (const char* name : {"node-1", "node-2"}) {
    text += node(name, "3");
    for (int i = 0; i < 3; ++i) text += pod(fmt::format("{}-victim-{}", name, i), 0, "1", name);
  }
  for (int i = 0; i < 4; ++i) text += pod(fmt::format("preemptor-{}", i), 1000, "2", "");
  return text;
}

}  // namespace preemptcheck::tests
