// preemptcheck matrix: many scenarios, every release.
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/cli/manifests.h"
#include "tests/cli/program.h"

namespace preemptcheck::tests {
namespace {

using nlohmann::json;

/// stranding() with two properties, and what it expects of them.
std::string expecting(const std::string& expectations) {
  std::string text = stranding();
  const std::string properties = "properties: [preemptor-not-stranded";
  text.insert(text.find(properties) + properties.size(), ", node-not-overcommitted");
  text.insert(text.find(properties), "expect: {" + expectations + "}, ");
  return text;
}

class Matrix : public testing::Test {
 protected:
  Outcome matrix(const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"matrix"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(folder, arguments);
  }
  Folder folder;
};

TEST_F(Matrix, TellsByPropertyOnWhichReleasesItHolds) {
  const Outcome table = matrix({folder.write("a.yaml", stranding()), "--release", "1.31",
                                "--release", "1.37", "--release", "1.36", "--release", "master"});
  EXPECT_EQ(table.exit_code, 0) << table.err;
  EXPECT_NE(table.out.find("preemptor-not-stranded: holds on 1.31; violated on 1.36..master"),
            std::string::npos)
      << table.out;
  EXPECT_NE(table.out.find("Sites that no search reached: "), std::string::npos);
}

TEST_F(Matrix, EndsWithOneWhereAVerdictIsNotTheExpectedOne) {
  const std::string right =
      folder.write("a.yaml", expecting("preemptor-not-stranded: {\"1.37\": violated}"));
  const std::string wrong =
      folder.write("b.yaml", expecting("preemptor-not-stranded: {\"1.37\": holds}"));
  EXPECT_EQ(matrix({right, "--release", "1.37"}).exit_code, 0);
  const Outcome unexpected = matrix({right, wrong, "--release", "1.37"});
  EXPECT_EQ(unexpected.exit_code, 1);
  EXPECT_NE(unexpected.out.find("NOT AS EXPECTED on 1.37"), std::string::npos) << unexpected.out;
  EXPECT_EQ(matrix({right, wrong, "--release", "1.36"}).exit_code, 0);
}

TEST_F(Matrix, JsonHasOneObjectASearch) {
  const Outcome table =
      matrix({folder.write("a.yaml", expecting("node-not-overcommitted: {\"1.37\": holds}")),
              "--release", "1.37", "--release", "1.31", "--format", "json"});
  const json all = json::parse(table.out);
  EXPECT_EQ(all["releases"], (json{"1.31", "1.37"}));
  ASSERT_EQ(all["searches"].size(), 2U);
  const json& last = all["searches"][1];
  EXPECT_EQ(last["scenario"], "small");
  EXPECT_EQ(last["release"], "1.37");
  EXPECT_GT(last["states"], 0);
  EXPECT_EQ(last["properties"][0]["verdict"], "violated");
  EXPECT_EQ(last["properties"][1]["expected"], "holds");
  for (const json& site : all["never_reached_sites"])
    EXPECT_NE(
        std::find(last["never_reached_sites"].begin(), last["never_reached_sites"].end(), site),
        last["never_reached_sites"].end());
}

TEST_F(Matrix, MarkdownHasAColumnARelease) {
  const std::string file = folder.write("a.yaml", expecting(""));
  const Outcome table = matrix({file, "--release", "1.37", "--format", "markdown"});
  EXPECT_NE(table.out.find("| scenario | property | 1.37 |\n| --- | --- | --- |\n"
                           "| `small` | `preemptor-not-stranded` | **violated** |\n"
                           "| `small` | `node-not-overcommitted` | holds |\n"),
            std::string::npos)
      << table.out;
}

TEST_F(Matrix, DoesNotDependOnTheThreads) {
  const std::string a = folder.write("a.yaml", stranding());
  const std::string b = folder.write("b.yaml", expecting(""));
  const auto with_threads = [&](const char* threads) {
    return matrix({a, b, "--format", "json", "--threads", threads, "--release", "1.31", "--release",
                   "1.37"})
        .out;
  };
  const std::string by_one = with_threads("1");
  EXPECT_FALSE(by_one.empty());
  EXPECT_EQ(by_one, with_threads("4"));
}

TEST_F(Matrix, WhatIsTooLargeForTheLimitIsOpen) {
  const Outcome table =
      matrix({folder.write("a.yaml", expecting("")), "--release", "1.37", "--max-states", "10"});
  EXPECT_EQ(table.exit_code, 0);
  EXPECT_NE(table.out.find("node-not-overcommitted: inconclusive on 1.37"), std::string::npos)
      << table.out;
}

TEST_F(Matrix, APropertyRestrictsWhatIsChecked) {
  const std::string file = folder.write("a.yaml", expecting(""));
  const Outcome table = matrix({file, "--release", "1.37", "--property", "node-not-overcommitted"});
  EXPECT_EQ(table.out.find("preemptor-not-stranded"), std::string::npos);
  EXPECT_NE(table.out.find("node-not-overcommitted: holds on 1.37"), std::string::npos);
}

TEST_F(Matrix, BadArgumentsAreNamed) {
  const std::string file = folder.write("a.yaml", stranding());
  const auto refused = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments{file};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome outcome = matrix(arguments);
    EXPECT_EQ(outcome.exit_code, 2) << outcome.out;
    return outcome.err;
  };
  EXPECT_NE(refused({"--release", "1.30"}).find("1.30"), std::string::npos);
  EXPECT_NE(refused({"--property", "preemptor-strandd"}).find("preemptor-not-stranded"),
            std::string::npos);
  EXPECT_NE(refused({"--threads", "1000"}).find("at most 256"), std::string::npos);
  EXPECT_NE(refused({"--output", "no/such/folder/x"}).find("no/such/folder/x"), std::string::npos);
  EXPECT_NE(refused({"no-such-scenario"}).find("no-such-scenario"), std::string::npos);
  EXPECT_NE(refused({folder.write("b.yaml", expecting("no-such-property: holds"))})
                .find("no-such-property"),
            std::string::npos);
}

TEST_F(Matrix, AnInterruptEndsItWithWhatIsKnown) {
  const std::string small = folder.write("a.yaml", expecting(""));
  const std::string never = folder.write("b.yaml", endless());
  const pid_t process = start(folder, {"matrix", small, never, "--release", "1.37", "--threads",
                                       "1", "--max-states", "0", "--progress", "always"});
  while (read_text(folder.file("stderr")).find("1 of 2 searches done") == std::string::npos)
    ::usleep(1000);
  ::kill(process, SIGINT);
  const Outcome outcome = wait_for(process, folder);
  EXPECT_EQ(outcome.exit_code, 3) << outcome.err;
  EXPECT_NE(outcome.out.find("node-not-overcommitted: holds on 1.37"), std::string::npos)
      << outcome.out;
  EXPECT_NE(outcome.out.find("not explored"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.err.find("interrupted"), std::string::npos);
}

}  // namespace
}  // namespace preemptcheck::tests
