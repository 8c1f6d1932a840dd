#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>

#include "tests/cli/manifests.h"
#include "tests/cli/program.h"

namespace preemptcheck::tests {
namespace {

/// One clear message on standard error, nothing on standard output, exit code 2.
void expect_error(const Outcome& run, const std::string& part) {
  EXPECT_EQ(run.exit_code, 2) << run.out << run.err;
  EXPECT_TRUE(run.out.empty()) << run.out;
  EXPECT_TRUE(run.err.starts_with("error: ")) << run.err;
  EXPECT_NE(run.err.find(part), std::string::npos) << run.err;
  EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
}

TEST(BrokenInput, ManifestsAreRefusedWithTheirPlace) {
  const Folder folder;
  const auto explore = [&](const std::string& text) {
    return run(folder, {"explore", folder.write("a.yaml", text)});
  };
  expect_error(explore(""), "a.yaml");
  expect_error(explore("kind: [unclosed\n"), "a.yaml:");
  expect_error(explore(node("n", "2") + pod("p", 0, "-1", "")), "a.yaml:");
  std::string unknown_class = pod("p", 0, "1", "");
  unknown_class.replace(unknown_class.find("priority: 0"), 11, "priorityClassName: nobody");
  expect_error(explore(node("n", "2") + unknown_class), "nobody");
}

TEST(BrokenInput, FilesThatAreNotThereAreNamedWithTheNearestOne) {
  const Folder folder;
  ASSERT_FALSE(folder.write("redundant.yaml", harmless()).empty());
  expect_error(run(folder, {"explore", "redundent.yaml"}), "redundant.yaml");
  expect_error(run(folder, {"replay", "missing.json"}), "missing.json");
}

TEST(BrokenInput, UnknownNamesAreAnsweredWithTheNearestOnes) {
  const Folder folder;
  const std::string file = folder.write("a.yaml", harmless());
  expect_error(run(folder, {"explore", file, "--property", "preemptor-stranded"}),
               "did you mean 'preemptor-not-stranded'");
  expect_error(run(folder, {"explore", file, "--switch", "activate-on-complete=on"}),
               "did you mean 'activate-on-completion'");
  expect_error(run(folder, {"explore", file, "--feature-gate", "SchedulerAsyncPreemtion=true"}),
               "did you mean 'SchedulerAsyncPreemption'");
  expect_error(run(folder, {"explore", file, "--release", "1.99"}), "1.37");
  const std::string misspelt = folder.write("b.yaml", settings("properties: [preemptor-strandet]") +
                                                          node("n", "2") + pod("p", 0, "1", ""));
  expect_error(run(folder, {"explore", misspelt}), "b.yaml: spec.properties: unknown property");
}

TEST(BrokenInput, OptionsWithoutSenseAreRefused) {
  const Folder folder;
  const std::string file = folder.write("a.yaml", harmless());
  const std::vector<std::vector<std::string>> wrong{
      {},
      {"explore"},
      {"explode"},
      {"list", "pods"},
      {"explore", file, "--strategy", "best-first"},
      {"explore", file, "--max-states", "many"},
      {"explore", file, "--max-states", "-1"},
      {"explore", file, "--time-limit", "soon"},
      {"explore", file, "--memory", "4 apples"},
      {"explore", file, "--switch", "activate-on-completion"},
      {"explore", file, "--switch", "activate-on-completion=maybe"},
      {"explore", file, "--audit", "--strategy", "bfs"},
      {"explore", file, "--save", "x", "--no-save"},
      {"replay", file, "--until", "-3"},
  };
  for (const std::vector<std::string>& arguments : wrong) expect_error(run(folder, arguments), "");
}

TEST(BrokenInput, WhatCannotBeWrittenIsNamed) {
  const Folder folder;
  const std::string file = folder.write("a.yaml", stranding());
  // A file where a folder is needed: that stops the superuser too.
  expect_error(run(folder, {"explore", file, "--save", file + "/traces"}), "a.yaml/traces");
  expect_error(run(folder, {"explore", file, "--output", file + "/result"}), "a.yaml/result");
  expect_error(run(folder, {"list", "properties", "--output", "/dev/full"}), "/dev/full");
  const Outcome full = run(folder, {"list", "properties"}, "/dev/full");
  EXPECT_EQ(full.exit_code, 2);
  EXPECT_NE(full.err.find("standard output: cannot be written"), std::string::npos) << full.err;
}

TEST(BrokenInput, AResultIsPrintedEvenIfItsTraceCannotBeWritten) {
  const Folder folder;
  const std::string file = folder.write("a.yaml", stranding());
  std::filesystem::create_directories(
      folder.file("out/small-1.37-preemptor-not-stranded.trace.json"));
  const Outcome result = run(folder, {"explore", file, "--save", "out"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.out.find("preemptor-not-stranded is violated"), std::string::npos);
  EXPECT_NE(result.err.find("is no regular file"), std::string::npos) << result.err;
}

TEST(BrokenInput, TenThousandPodsAreTooMany) {
  const Folder folder;
  std::string text = node("node-1", "2");
  for (int i = 0; i < 10000; ++i) text += pod(fmt::format("p{}", i), 0, "1", "");
  expect_error(run(folder, {"explore", folder.write("a.yaml", text)}), "10000");
}

}  // namespace
}  // namespace preemptcheck::tests
