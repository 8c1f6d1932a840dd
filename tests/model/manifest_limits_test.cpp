// Budgets, and how much fits into one scenario.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/model/manifest_text.h"

namespace preemptcheck::model {
namespace {

std::string pdb_text(const std::string& name, const std::string& spec, const std::string& status) {
  return "---\nkind: PodDisruptionBudget\nmetadata: {name: " + name + "}\nspec: {" + spec +
         "}\nstatus: {" + status + "}\n";
}

std::string many_pods(std::size_t count, const std::string& spec, const std::string& name = "p") {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += pod_text(name + std::to_string(i), spec);
  return text;
}

const std::string labelled =
    node_text("n1") + pod_text("web-1", "nodeName: n1", "labels: {app: web, tier: front}") +
    pod_text("web-2", "nodeName: n1", "labels: {app: web}") + pod_text("bare", "nodeName: n1") +
    pod_text("p", "priority: 1", "labels: {app: p}");

PodSet matched_by(const std::string& selector) {
  const Scenario scenario =
      read_text(labelled + pdb_text("b", "selector: " + selector, "disruptionsAllowed: 1"));
  return scenario.pdbs.empty() ? 0 : scenario.pdbs[0].pods;
}

TEST(ManifestBudgets, MatchLabelsAndExpressions) {
  EXPECT_EQ(matched_by("{matchLabels: {app: web}}"), 0b0011U);
  EXPECT_EQ(matched_by("{matchLabels: {app: web, tier: front}}"), 0b0001U);
  EXPECT_EQ(matched_by("{matchExpressions: [{key: app, operator: In, values: [web, p]}]}"),
            0b1011U);
  EXPECT_EQ(matched_by("{matchExpressions: [{key: tier, operator: Exists}]}"), 0b0001U);
  EXPECT_EQ(matched_by("{matchExpressions: [{key: tier, operator: DoesNotExist}]}"), 0b1010U)
      << "a pod without labels is under no budget";
  EXPECT_EQ(matched_by("{matchExpressions: [{key: tier, operator: NotIn, values: [front]}]}"),
            0b1010U);
}

TEST(ManifestBudgets, AnEmptySelectorMatchesNothingAsInKubeScheduler) {
  EXPECT_EQ(matched_by("{}"), 0U);
  EXPECT_EQ(matched_by("null"), 0U);
}

TEST(ManifestBudgets, StatusIsTakenAsItIs) {
  const Scenario scenario = read_text(
      labelled +
      pdb_text("b", "selector: {matchLabels: {app: web}}",
               "disruptionsAllowed: 3, disruptedPods: {web-2: \"2026-01-01T00:00:00Z\"}"));
  EXPECT_EQ(scenario.pdbs[0].disruptions_allowed, 3);
  EXPECT_EQ(scenario.pdbs[0].disrupted_pods, 0b0010U);
  EXPECT_TRUE(scenario.warnings.empty());
}

TEST(ManifestBudgets, AMissingStatusIsComputedAndSaid) {
  const auto allowed = [](const std::string& spec) {
    const Scenario scenario =
        read_text(labelled + pdb_text("b", "selector: {matchLabels: {app: web}}, " + spec, ""));
    EXPECT_TRUE(has(scenario.warnings.at(0), "1 PodDisruptionBudget without")) << spec;
    return scenario.pdbs.at(0).disruptions_allowed;
  };
  EXPECT_EQ(allowed("minAvailable: 1"), 1);
  EXPECT_EQ(allowed("minAvailable: 3"), 0);
  EXPECT_EQ(allowed("minAvailable: 51%"), 0);
  EXPECT_EQ(allowed("minAvailable: 50%"), 1);
  EXPECT_EQ(allowed("maxUnavailable: 1"), 1);
  EXPECT_EQ(allowed("maxUnavailable: 5"), 2);
  EXPECT_EQ(allowed("maxUnavailable: 10%"), 1);
}

TEST(ManifestBudgets, BrokenBudgetsAreRefused) {
  const auto refused = [](const std::string& spec, const std::string& status) {
    return refusal(labelled + pdb_text("b", spec, status));
  };
  EXPECT_TRUE(has(refused("selector: {matchExpressions: [{key: a, operator: Like}]}", ""),
                  "'Like' is no operator"));
  EXPECT_TRUE(has(refused("selector: {matchExpressions: [{key: a, operator: In}]}", ""),
                  "In needs values"));
  EXPECT_TRUE(has(refused("selector: {matchLabels: {app: web}}, minAvailable: some", ""),
                  "neither a count nor a percentage"));
  EXPECT_TRUE(has(refused("selector: {}", "disruptionsAllowed: -1"), "status.disruptionsAllowed"));
}

TEST(ManifestLimits, TooManyOfAnythingIsRefusedWithTheLimit) {
  EXPECT_TRUE(has(refusal(node_text("n1") + many_pods(max_pods + 1, "priority: 1")),
                  "pods: 25 pods, at most 24 can be explored at once"));
  std::string nodes;
  for (std::size_t i = 0; i <= max_nodes; ++i) nodes += node_text("n" + std::to_string(i));
  EXPECT_TRUE(has(refusal(nodes + pod_text("a", "")), "9 nodes, at most 8"));
  std::string pdbs;
  for (std::size_t i = 0; i <= max_pdbs; ++i) {
    pdbs += pdb_text("b" + std::to_string(i), "selector: {matchLabels: {app: p}}",
                     "disruptionsAllowed: 1");
  }
  EXPECT_TRUE(has(refusal(labelled + pdbs), "9 PodDisruptionBudgets match"));
  EXPECT_TRUE(
      has(refusal(node_text("n1") +
                  "---\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{resources: "
                  "{requests: {x/a: 1, x/b: 1, x/c: 1, x/d: 1}}}]}\n"),
          "the pods request 7 resources (cpu, memory, pods, x/a, x/b, x/c, x/d), at most 6"));
  std::string nested = "{kind: List}";
  for (int i = 0; i < 6; ++i) nested = "{kind: List, items: [" + nested + "]}";
  EXPECT_TRUE(has(refusal(nested), "a list within lists"));
}

TEST(ManifestLimits, TenThousandPodsAreRefusedAtOnce) {
  const std::string text = node_text("n1") + many_pods(10'000, "nodeName: n1");
  const std::string message = refusal(text);
  EXPECT_TRUE(has(message, "pods: 10000 pods; at most 2000 are read and 24 explored at once"));
}

TEST(ManifestLimits, PodsThatNothingMovesFoldIntoTheirNode) {
  const std::string big =
      "kind: Node\nmetadata: {name: n1}\nstatus: {allocatable: {cpu: 40, pods: 110}}\n";
  const Scenario scenario = read_text(big + many_pods(30, "nodeName: n1, priority: 100") +
                                      pod_text("victim", "nodeName: n1, priority: 1") +
                                      pod_text("preemptor", "priority: 100"));
  ASSERT_EQ(scenario.pods.size(), 2U);
  EXPECT_EQ(scenario.pods[0].name, "victim");
  EXPECT_EQ(scenario.nodes[0].allocatable, (Resources{10'000, 0, 80}));
  EXPECT_TRUE(
      has(scenario.warnings.at(0), "note: 30 pods bound to a node, of priority 100 or higher"));
}

TEST(ManifestLimits, PodsThatSomebodyMayDeleteDoNotFold) {
  const std::string text = node_text("n1") + many_pods(30, "nodeName: n1, priority: 100") +
                           pod_text("preemptor", "priority: 100");
  EXPECT_TRUE(has(refusal(text + settings_text("{faults: {externalDeletes: 1}}")), "31 pods"));
  EXPECT_EQ(
      refusal(text + settings_text("{faults: {externalDeletes: 1, externalDeletePods: [p0]}}")),
      "");
  EXPECT_TRUE(has(refusal(node_text("n1") + many_pods(30, "nodeName: n1, priority: 99") +
                          pod_text("preemptor", "priority: 100")),
                  "31 pods"));
}

TEST(ManifestLimits, PodsWhoseNodeMayGoOrThatAControllerBringsBackDoNotFold) {
  const std::string text = node_text("n1") + node_text("n2") +
                           many_pods(30, "nodeName: n1, priority: 100") +
                           pod_text("preemptor", "priority: 100");
  const auto with_nodes = [&](const std::string& nodes) {
    return refusal(text +
                   settings_text("{faults: {nodeDeletes: 1, nodeDeleteNodes: [" + nodes + "]}}"));
  };
  EXPECT_TRUE(has(with_nodes("n1"), "31 pods"));
  EXPECT_EQ(with_nodes("n2"), "");
  const Scenario returning = read_text(text + settings_text("{controllers: {recreate: {p7: 1}}}"));
  ASSERT_EQ(returning.pods.size(), 3U);
  EXPECT_EQ(returning.pods[0].name, "p7");
  EXPECT_EQ(returning.pods[2].arrives_after, 0);
}

TEST(ManifestFiles, UnreadableFilesAreNamed) {
  const auto refused = [](const std::string& path) {
    try {
      read_source_files({path});
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(refused("no-such-file.yaml"),
            "no-such-file.yaml: cannot be read: No such file or directory; check the path");
  EXPECT_TRUE(has(refused(std::filesystem::temp_directory_path().string()), "is a directory"));
}

}  // namespace
}  // namespace preemptcheck::model
