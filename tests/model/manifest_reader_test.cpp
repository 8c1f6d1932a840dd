#include "model/manifest_reader.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/model/manifest_text.h"

namespace preemptcheck::model {
namespace {

const std::string one_node_text = node_text("n1");

Scenario with_pods(const std::string& pods) { return read_text(one_node_text + pods); }
std::string refused_pod(const std::string& pod) { return refusal(one_node_text + pod); }

std::string pod_with_spec(const std::string& spec) {
  return "---\napiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  {" + spec + "}\n";
}

bool warns(const Scenario& scenario, const std::string& part) {
  for (const std::string& warning : scenario.warnings) {
    if (has(warning, part)) return true;
  }
  return false;
}

TEST(ManifestReader, ReadsNodesAndPodsInTheirOrder) {
  const Scenario scenario = read_text(small_cluster());
  EXPECT_EQ(scenario.resources, (std::vector<std::string>{"cpu", "memory", "pods"}));
  ASSERT_EQ(scenario.nodes.size(), 1U);
  EXPECT_EQ(scenario.nodes[0].allocatable, (Resources{4000, 8LL << 30, 110}));
  ASSERT_EQ(scenario.pods.size(), 2U);
  EXPECT_EQ(scenario.pods[0].full_name(), "default/victim");
  EXPECT_EQ(scenario.pods[0].node, 0);
  EXPECT_EQ(scenario.pods[1].node, no_node);
  EXPECT_EQ(scenario.pods[1].priority, 100);
  EXPECT_EQ(scenario.pods[1].requests, (Resources{1000, 0, 1}));
  ASSERT_EQ(scenario.sources.size(), 1U);
  EXPECT_EQ(scenario.sources[0].text, small_cluster());
}

TEST(ManifestReader, EveryShippedScenarioIsReadWithoutAWarning) {
  std::size_t count = 0;
  const std::filesystem::path folder = std::filesystem::path(PREEMPTCHECK_SOURCE_DIR) / "scenarios";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".yaml") continue;
    const Scenario scenario = read_scenario(read_source_files({entry.path().string()}));
    EXPECT_EQ(scenario.name, entry.path().stem());
    EXPECT_TRUE(scenario.warnings.empty()) << entry.path() << ": " << scenario.warnings.front();
    EXPECT_FALSE(scenario.expectations.empty()) << entry.path();
    ++count;
  }
  EXPECT_GE(count, 10U);
}

TEST(ManifestReader, ReadsJsonAndTypedLists) {
  const Scenario scenario = read_text(
      R"({"kind": "List", "items": [{"kind": "NodeList", "items": [{"metadata": {"name": "n1"},
      "status": {"capacity": {"cpu": "2", "pods": "5"}}}]}, {"kind": "PodList", "items": [
      {"metadata": {"name": "a", "namespace": "x"}, "spec": {"containers": [{"resources":
      {"limits": {"cpu": "500m"}}}]}}]}]})");
  EXPECT_EQ(scenario.nodes[0].allocatable, (Resources{2000, 0, 5}));
  EXPECT_EQ(scenario.pods[0].full_name(), "x/a");
  EXPECT_EQ(scenario.pods[0].requests[0], 500) << "a limit stands for a missing request";
}

TEST(ManifestReader, SumsRequestsAsKubeSchedulerDoes) {
  const Scenario scenario = with_pods(pod_with_spec(
      "containers: [{resources: {requests: {cpu: 1}}}, {resources: {requests: {cpu: 500m}, limits: "
      "{cpu: 9, memory: 1Ki}}}], initContainers: [{resources: {requests: {cpu: 1}}, restartPolicy: "
      "Always}, {resources: {requests: {cpu: 3, memory: 4Ki}}}], overhead: {cpu: 100m}"));
  // The second init container beside the sidecar (1 + 3) outweighs the containers (1 + 1 + 0.5).
  EXPECT_EQ(scenario.pods[0].requests, (Resources{4100, 4096, 1}));
}

TEST(ManifestReader, ASidecarCountsOnlyForTheInitContainersAfterIt) {
  const Scenario scenario = with_pods(pod_with_spec(
      "containers: [{resources: {requests: {cpu: 1}}}], initContainers: [{resources: {requests: "
      "{cpu: 2}}}, {resources: {requests: {cpu: 500m}}, restartPolicy: Always}]"));
  EXPECT_EQ(scenario.pods[0].requests[0], 2000);
}

TEST(ManifestReader, KeepsOnlyResourcesThatSomePodRequests) {
  const Scenario scenario = with_pods(pod_with_spec(
      "containers: [{resources: {requests: {example.com/gpu: 1, memory: 1Gi}, limits: "
      "{ephemeral-storage: 0}}}]"));
  EXPECT_EQ(scenario.resources,
            (std::vector<std::string>{"cpu", "memory", "pods", "example.com/gpu"}));
  EXPECT_EQ(scenario.pods[0].requests[3], 1);
  EXPECT_EQ(scenario.nodes[0].allocatable[3], 0);
}

TEST(ManifestReader, TakesPriorityFromTheClass) {
  const std::string classes =
      "---\nkind: PriorityClass\nmetadata: {name: high}\nvalue: 7\npreemptionPolicy: Never\n"
      "---\nkind: PriorityClass\nmetadata: {name: usual}\nvalue: 3\nglobalDefault: true\n";
  const Scenario scenario = with_pods(
      classes + pod_text("a", "priorityClassName: high") + pod_text("b", "") +
      pod_text("c", "priority: 9") + pod_text("d", "priorityClassName: system-node-critical") +
      pod_text("e", "priorityClassName: high, preemptionPolicy: PreemptLowerPriority") +
      pod_text("f", "priorityClassName: unknown, priority: 5"));
  EXPECT_EQ(scenario.pods[0].priority, 7);
  EXPECT_TRUE(scenario.pods[0].preemption_never);
  EXPECT_EQ(scenario.pods[1].priority, 3);
  EXPECT_EQ(scenario.pods[2].priority, 9);
  EXPECT_EQ(scenario.pods[3].priority, 2'000'001'000);
  EXPECT_FALSE(scenario.pods[4].preemption_never);
  EXPECT_EQ(scenario.pods[5].priority, 5) << "as kubectl prints it, without the class";
}

TEST(ManifestReader, RefusesUnknownAndContradictoryPriorities) {
  EXPECT_TRUE(has(refused_pod(pod_text("a", "priorityClassName: hgh")),
                  "file.yaml:11: spec.priorityClassName: pod default/a is of PriorityClass 'hgh'"));
  EXPECT_TRUE(
      has(refused_pod(pod_text("a", "priorityClassName: system-node-critical, priority: 1")),
          "make them agree"));
  EXPECT_TRUE(has(refused_pod(pod_text("a", "priority: 3000000000")), "spec.priority"));
  EXPECT_TRUE(has(refused_pod(pod_text("a", "preemptionPolicy: Sometimes")),
                  "spec.preemptionPolicy: 'Sometimes' is no preemption policy; write "
                  "PreemptLowerPriority or Never"));
}

TEST(ManifestReader, ReadsWhatASchedulerLeftOnPods) {
  const Scenario scenario = with_pods(
      pod_text("going", "nodeName: n1", "deletionTimestamp: 2026-01-01T00:00:00Z",
               "startTime: 1970-01-02T00:00:10Z, conditions: [{type: DisruptionTarget, status: "
               "\"True\", reason: PreemptionByScheduler}]") +
      pod_text("waiting", "", "uid: u-1, creationTimestamp: \"1970-01-01T01:00:00.5+01:00\"",
               "nominatedNodeName: n1"));
  EXPECT_TRUE(scenario.pods[0].terminating);
  EXPECT_TRUE(scenario.pods[0].disruption_target);
  EXPECT_EQ(scenario.pods[0].start_time_seconds, 86410);
  EXPECT_EQ(scenario.pods[1].nominated_node, 0);
  EXPECT_EQ(scenario.pods[1].start_time_seconds, 0);
  EXPECT_EQ(scenario.pods[1].uid, "u-1");
}

TEST(ManifestReader, LeavesOutFinishedPodsAndThoseOfOthers) {
  const Scenario scenario = with_pods(
      pod_text("done", "", "", "phase: Succeeded") + pod_text("dead", "", "", "phase: Failed") +
      pod_text("foreign", "schedulerName: other") + pod_text("gone", "", "deletionTimestamp: x") +
      pod_text("mine", "schedulerName: default-scheduler") +
      pod_text("theirs", "nodeName: n1, schedulerName: other"));
  ASSERT_EQ(scenario.pods.size(), 2U);
  EXPECT_EQ(scenario.pods[0].name, "mine");
  EXPECT_EQ(scenario.pods[1].name, "theirs") << "takes room, whoever put it there";
  EXPECT_EQ(scenario.warnings.size(), 2U);
  EXPECT_TRUE(warns(scenario, "1 pod left out (default/foreign)"));
  EXPECT_TRUE(warns(scenario, "1 pod left out (default/gone)"));
}

TEST(ManifestReader, SelectsNodesByLabelAndSeesCordons) {
  const Scenario scenario =
      read_text(one_node_text +
                node_text("n2",
                          "spec: {unschedulable: true, taints: [{key: "
                          "node.kubernetes.io/unschedulable, effect: NoSchedule}]}\n") +
                pod_text("a", "nodeSelector: {zone: n2}") + pod_text("b", "") +
                pod_text("c", "nodeSelector: {zone: n3}"));
  EXPECT_EQ(scenario.pods[0].feasible_nodes, 2);
  EXPECT_EQ(scenario.pods[1].feasible_nodes, 3);
  EXPECT_EQ(scenario.pods[2].feasible_nodes, 0);
  EXPECT_TRUE(scenario.nodes[1].unschedulable);
  EXPECT_TRUE(scenario.warnings.empty());
}

TEST(ManifestReader, WarnsOfFieldsThatAreNotModelledOncePerField) {
  const Scenario scenario = read_text(
      node_text("n1", "spec: {taints: [{key: a, effect: NoExecute}]}\n") +
      pod_text("a", "affinity: {x: y}") + pod_text("b", "affinity: {x: y}, hostNetwork: false") +
      pod_text("c", "affinity: {x: y}, topologySpreadConstraints: [{}]") +
      pod_text("d", "affinity: {x: y}, volumes: [{persistentVolumeClaim: {claimName: p}}]") +
      pod_text("e", "affinity: {}, schedulingGates: [{name: g}], runtimeClassName: r") +
      pod_text("f", "resourceClaims: [{}]", "finalizers: [x]") +
      "---\nkind: Pod\nmetadata: {name: g}\nspec: {containers: [{resources: {requests: {cpu: 1}}, "
      "ports: [{hostPort: 80}]}]}\n");
  EXPECT_TRUE(warns(scenario,
                    "4 pods use spec.affinity (default/a, default/b, default/c, ...): not "
                    "modelled; the verdict is for a cluster without it"));
  for (const char* field :
       {"spec.taints", "topologySpreadConstraints", "persistentVolumeClaim", "schedulingGates",
        "runtimeClassName", "resourceClaims", "finalizers", "hostPort"}) {
    EXPECT_TRUE(warns(scenario, field)) << field;
  }
}

TEST(ManifestReader, NamesKindsThatItIgnores) {
  const Scenario scenario =
      read_text(small_cluster() + "---\nkind: Service\n---\nkind: Deployment\n" +
                "---\nkind: Service\n---\n");
  EXPECT_TRUE(warns(scenario, "ignored kinds: Deployment (1), Service (2)"));
}

TEST(ManifestReader, InputWithoutObjectsSaysHowToGetThem) {
  const std::string advice =
      "give manifests as `kubectl get nodes,pods,priorityclasses,pdb -o yaml` prints them";
  EXPECT_EQ(refusal(""), "file.yaml: no objects; " + advice);
  EXPECT_EQ(refusal("# nothing\n---\n"), "file.yaml: no objects; " + advice);
  EXPECT_EQ(refusal("kind: List\nitems: []\n"), "file.yaml: no objects; " + advice);
  EXPECT_EQ(refusal(one_node_text), "file.yaml: no Pod; " + advice);
  EXPECT_EQ(refusal(pod_text("a", "")), "file.yaml: no Node; " + advice);
}

TEST(ManifestReader, SyntaxErrorsNameTheLine) {
  EXPECT_TRUE(has(refusal("kind: Pod\nmetadata: {name: [a\n"), "file.yaml:"));
  EXPECT_TRUE(has(refusal("kind: Pod\nspec: a: b\n"), "file.yaml:2: YAML: "));
  EXPECT_TRUE(has(refusal("a: 1\nb: 2\na: 3\n"), "file.yaml:3: a: this key is given twice"));
  EXPECT_TRUE(has(refusal("a: *b\n"), "YAML: "));
  EXPECT_TRUE(has(refusal("&a {kind: List, items: [*a]}\n"), "alias inside its own anchor"));
  EXPECT_TRUE(has(refusal("kind: Pod\n[[\n"), "file.yaml:"));
  EXPECT_TRUE(has(refusal(std::string(10000, '[')), "YAML: "));
  EXPECT_TRUE(has(refusal("# comment\n, kind: Pod\n"), "file.yaml:2: YAML: "));
  EXPECT_TRUE(has(refusal("]\n"), "file.yaml:1: YAML: "));
  EXPECT_TRUE(has(refusal("just words\n"), "no Kubernetes object"));
  EXPECT_TRUE(has(refusal("metadata: {name: a}\n"), "kind: missing"));
  EXPECT_TRUE(has(refusal("kind: Pod\nmetadata: [a]\n"), "metadata: a map is wanted, not a list"));
}

TEST(ManifestReader, BrokenPodsAreNamedWithFileLineAndField) {
  EXPECT_EQ(
      refused_pod(pod_with_spec("priority: 1")),
      "file.yaml:10: spec.containers: pod default/a has no containers; give at least one with "
      "resources.requests");
  EXPECT_EQ(
      refused_pod(pod_with_spec("containers: [{name: c}]")),
      "file.yaml:11: spec.containers[0].resources.requests: pod default/a is pending and "
      "requests nothing, so it fits everywhere; set requests (cpu: \"0\" where that is meant)");
  EXPECT_EQ(
      refused_pod(pod_with_spec("containers: [{resources: {requests: {cpu: 1x}}}]")).substr(0, 66),
      "file.yaml:11: spec.containers[0].resources.requests.cpu: '1x' ends");
  EXPECT_TRUE(has(refused_pod(pod_with_spec("containers: [{resources: {requests: {cpu: -1}}}]")),
                  "'-1' is negative"));
  EXPECT_TRUE(
      has(refused_pod(pod_with_spec("containers: [{resources: {requests: {memory: 5Pi}}}]")),
          "is too large"));
  EXPECT_TRUE(has(refused_pod(pod_text("a", "nodeName: n2")),
                  "spec.nodeName: pod default/a names node 'n2', which is not given; did you mean "
                  "'n1'?"));
  EXPECT_TRUE(has(refused_pod(pod_text("a", "", "", "nominatedNodeName: n2")),
                  "status.nominatedNodeName: pod default/a names node 'n2'"));
  EXPECT_TRUE(has(refused_pod(pod_text("a", "", "", "phase: Sleeping")),
                  "status.phase: 'Sleeping' is no pod phase"));
  EXPECT_TRUE(has(refused_pod(pod_text("a", "", "", "startTime: yesterday")), "is no time"));
  EXPECT_TRUE(has(refused_pod("---\nkind: Pod\nspec: {}\n"), "metadata.name: missing"));
  EXPECT_TRUE(has(refused_pod(pod_text("a", "") + pod_text("a", "")),
                  "Pod default/a is given twice, first at file.yaml:9"));
}

TEST(ManifestReader, ABoundPodMayRequestNothing) {
  const Scenario scenario = with_pods(pod_with_spec("nodeName: n1, containers: [{name: c}]"));
  EXPECT_EQ(scenario.pods[0].requests, (Resources{0, 0, 1}));
  EXPECT_TRUE(warns(scenario, "no pod is pending"));
}

TEST(ManifestReader, BrokenNodesAreNamed) {
  EXPECT_TRUE(has(refusal("kind: Node\nmetadata: {name: n}\n" + pod_text("a", "")),
                  "status.allocatable: node n has neither allocatable nor capacity"));
  EXPECT_TRUE(has(refusal(one_node_text + one_node_text), "Node n1 is given twice"));
  EXPECT_TRUE(has(refusal(node_text("\"n\\e[31m\"")), "metadata.name: no name of an object"));
  EXPECT_TRUE(has(refusal(node_text("a/b")), "no name of an object"));
}

TEST(ManifestReader, ANodeWithoutAllocatablePodsTakes110) {
  const Scenario scenario = read_text(
      "kind: Node\nmetadata: {name: n}\nstatus: {allocatable: {cpu: 1}}\n" + pod_text("a", ""));
  EXPECT_EQ(scenario.nodes[0].allocatable[2], 110);
  EXPECT_TRUE(warns(scenario, "note: 1 node without allocatable pods (n): 110 each"));
}

TEST(ManifestReader, WarnsOfANodeThatIsGivenMoreThanItHolds) {
  std::string pods;
  for (const char* name : {"a", "b", "c", "d", "e"}) pods += pod_text(name, "nodeName: n1");
  EXPECT_TRUE(
      warns(with_pods(pods), "node n1 is given more than it holds: its pods request 5000 of cpu"));
}

}  // namespace
}  // namespace preemptcheck::model
