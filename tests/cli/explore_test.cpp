#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/cli/manifests.h"
#include "tests/cli/program.h"

namespace preemptcheck::tests {
namespace {

using nlohmann::json;

TEST(Explore, ExitsWithOneAndSavesATraceWhenAPropertyIsViolated) {
  const Folder folder;
  const Outcome found =
      run(folder, {"explore", folder.write("a.yaml", stranding()), "--save", "out"});
  EXPECT_EQ(found.exit_code, 1) << found.err;
  EXPECT_NE(found.out.find("preemptor-not-stranded is violated: default/preemptor is stranded"),
            std::string::npos)
      << found.out;
  EXPECT_NE(found.out.find("while its gate was closed"), std::string::npos) << found.out;
  EXPECT_NE(found.out.find("preemptcheck replay out/small-1.37-preemptor-not-stranded.trace.json"),
            std::string::npos)
      << found.out;
  EXPECT_TRUE(
      std::filesystem::exists(folder.file("out/small-1.37-preemptor-not-stranded.trace.json")));
}

TEST(Explore, ExitsWithZeroWhenAllHoldsAndTheSpaceIsExhausted) {
  const Folder folder;
  const Outcome run_result = run(folder, {"explore", folder.write("a.yaml", harmless())});
  EXPECT_EQ(run_result.exit_code, 0) << run_result.out << run_result.err;
  EXPECT_NE(run_result.out.find("all states explored"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(folder.file("preemptcheck-traces")));
}

TEST(Explore, ALimitMakesTheVerdictInconclusiveAndIsNamed) {
  const Folder folder;
  const std::string file = folder.write("a.yaml", harmless());
  const Outcome depth = run(folder, {"explore", file, "--max-depth", "5"});
  EXPECT_EQ(depth.exit_code, 3);
  EXPECT_NE(depth.out.find("holds up to depth 5"), std::string::npos) << depth.out;
  const Outcome states = run(folder, {"explore", file, "--max-states", "10"});
  EXPECT_EQ(states.exit_code, 3);
  EXPECT_NE(states.out.find("the limit of 10 states was reached"), std::string::npos);
  const Outcome memory = run(folder, {"explore", file, "--memory", "1KiB"});
  EXPECT_EQ(memory.exit_code, 3);
  EXPECT_NE(memory.out.find("the memory limit of 1.0 KiB was reached"), std::string::npos);
}

TEST(Explore, ViolatedBeatsInconclusive) {
  const Folder folder;
  const std::string violated = folder.write("a.yaml", stranding());
  const std::string bounded = folder.write("b.yaml", harmless());
  const Outcome both =
      run(folder, {"explore", violated, bounded, "--stop-at-first-violation", "--max-depth", "60"});
  EXPECT_EQ(both.exit_code, 1) << both.out;
}

TEST(Explore, ASwitchOrAReleaseChangesTheVerdict) {
  const Folder folder;
  const std::string file = folder.write("a.yaml", stranding());
  EXPECT_EQ(run(folder, {"explore", file, "--switch", "activate-on-completion=on"}).exit_code, 0);
  EXPECT_EQ(run(folder, {"explore", file, "--release", "1.31"}).exit_code, 0);
  EXPECT_EQ(run(folder, {"explore", file, "--release", "1.35", "--no-save"}).exit_code, 1);
}

TEST(Explore, WhatNeverHappensViolatesASometimesProperty) {
  const Folder folder;
  const std::string file = folder.write(
      "a.yaml", settings("release: \"1.37\"") + node("node-1", "2") + pod("small", 0, "1", ""));
  const Outcome result = run(folder, {"explore", file, "--property", "preemptor-gets-bound"});
  EXPECT_EQ(result.exit_code, 1) << result.out;
  EXPECT_NE(result.out.find("it never happens"), std::string::npos);
}

TEST(Explore, AClusterWithoutPreemptionBreaksNoPromise) {
  const Folder folder;
  const std::string idle = node("node-1", "2") + pod("bound", 0, "1", "node-1");
  for (const std::string& text : {idle, idle + pod("small", 0, "1", "")}) {
    const Outcome result = run(folder, {"explore", folder.write("a.yaml", text)});
    EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  }
}

TEST(Explore, TheLastOfSeveralSettingsOfASwitchCounts) {
  const Folder folder;
  const std::string file = folder.write("a.yaml", stranding());
  const Outcome result = run(folder, {"explore", file, "--switch", "activate-on-completion=on",
                                      "--switch", "activate-on-completion=off"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.out.find("(Kubernetes 1.37, activate-on-completion=off)"), std::string::npos)
      << result.out;
}

TEST(Explore, JsonHasOneObjectALineWithAllThatIsPromised) {
  const Folder folder;
  const std::string violated = folder.write("a.yaml", stranding());
  const std::string holding = folder.write("b.yaml", harmless());
  const Outcome both =
      run(folder, {"explore", violated, holding, "--format", "json", "--output", "r.jsonl"});
  EXPECT_EQ(both.exit_code, 1);
  EXPECT_TRUE(both.out.empty());
  const std::string text = read_text(folder.file("r.jsonl"));
  const std::size_t end = text.find('\n');
  const json first = json::parse(text.substr(0, end));
  const json second = json::parse(text.substr(end + 1));
  for (const json& report : {first, second}) {
    for (const char* key :
         {"schema", "tool_version", "scenario", "release", "verdict", "properties", "states",
          "transitions", "max_depth", "quiescent_states", "seconds", "exhausted", "limit",
          "omission_probability", "never_reached_sites", "warnings"})
      EXPECT_TRUE(report.contains(key)) << key;
    EXPECT_EQ(report["schema"], 1);
    EXPECT_EQ(report["exhausted"], true);
  }
  EXPECT_EQ(second["verdict"], "holds");
  ASSERT_EQ(first["properties"].size(), 1U);
  const json& property = first["properties"][0];
  EXPECT_EQ(property["kind"], "at-quiescence");
  EXPECT_EQ(property["verdict"], "violated");
  const json& counterexample = property["counterexample"];
  EXPECT_EQ(counterexample["path"],
            "preemptcheck-traces/small-1.37-preemptor-not-stranded.trace.json");
  EXPECT_EQ(counterexample["is_shortest"], true);
  EXPECT_EQ(
      counterexample["schedule"][0],
      json({{"actor", "scheduler"}, {"site", "scheduler/pop"}, {"choice", "default/preemptor"}}));
}

TEST(Explore, BothStrategiesAndBothWaysBackAgree) {
  const Folder folder;
  const std::string file = folder.write("a.yaml", stranding());
  std::vector<json> reports;
  for (const std::vector<std::string>& how :
       std::vector<std::vector<std::string>>{{"--strategy", "dfs"},
                                             {"--strategy", "bfs"},
                                             {"--backtracking", "replay"},
                                             {"--exact"},
                                             {"--audit"}}) {
    std::vector<std::string> arguments{"explore", file, "--format", "json", "--no-save"};
    arguments.insert(arguments.end(), how.begin(), how.end());
    const Outcome result = run(folder, arguments);
    EXPECT_EQ(result.exit_code, 1) << how[0] << result.err;
    reports.push_back(json::parse(result.out));
  }
  for (const json& report : reports) {
    EXPECT_EQ(report["states"], reports[0]["states"]);
    EXPECT_EQ(report["properties"][0]["counterexample"]["schedule"].size(),
              reports[0]["properties"][0]["counterexample"]["schedule"].size());
  }
}

TEST(Explore, SaysWhereAVerdictIsNotTheExpectedOne) {
  const Folder folder;
  const std::string file =
      folder.write("a.yaml", settings("release: \"1.37\", properties: [preemptor-not-stranded], "
                                      "expect: {preemptor-not-stranded: violated}") +
                                 node("node-1", "2") + pod("victim", 0, "2", "node-1") +
                                 pod("preemptor", 1000, "2", ""));
  const Outcome result = run(folder, {"explore", file});
  EXPECT_EQ(result.exit_code, 0) << result.out;
  EXPECT_NE(result.out.find("[the scenario expects: violated]"), std::string::npos) << result.out;
}

TEST(Explore, WithAddsManifestsToAScenario) {
  const Folder folder;
  const std::string cluster =
      folder.write("cluster.yaml", node("node-1", "2") + pod("victim", 0, "2", "node-1"));
  const std::string more = folder.write("more.yaml", pod("preemptor", 1000, "2", ""));
  const Outcome result =
      run(folder, {"explore", cluster, "--with", more, "--property", "preemptor-gets-bound"});
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
}

TEST(Explore, WarnsOfWhatIsNotModelledOnStandardError) {
  const Folder folder;
  std::string text = harmless();
  text.replace(text.find("  priority: 1000"), 16,
               "  priority: 1000\n  tolerations: [{key: a, operator: Exists}]\n"
               "  affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: []}}");
  const Outcome result = run(folder, {"explore", folder.write("a.yaml", text)});
  EXPECT_NE(result.err.find("warning: "), std::string::npos) << result.err;
  EXPECT_EQ(result.out.find("warning: "), std::string::npos) << result.out;
}

TEST(Explore, ProgressIsShownOnlyWhenAskedForOrOnATerminal) {
  const Folder folder;
  const std::string file = folder.write("a.yaml", harmless());
  EXPECT_TRUE(run(folder, {"explore", file}).err.empty());
  EXPECT_TRUE(run(folder, {"explore", file, "--progress", "never"}).err.empty());
}

}  // namespace
}  // namespace preemptcheck::tests
