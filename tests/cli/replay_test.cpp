#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/manifests.h"
#include "tests/cli/program.h"

namespace preemptcheck::tests {
namespace {

using nlohmann::ordered_json;

class Replay : public testing::Test {
 protected:
  void SetUp() override {
    const std::string file = folder.write("a.yaml", stranding());
    ASSERT_EQ(run(folder, {"explore", file, "--save", "."}).exit_code, 1);
    trace = folder.file("small-1.37-preemptor-not-stranded.trace.json");
  }

  /// A changed copy of the trace.
  template <class Change>
  std::string changed(const Change& change) {
    ordered_json json = ordered_json::parse(read_text(trace));
    change(json);
    return folder.write("changed.json", json.dump());
  }

  Folder folder;
  std::string trace;
};

TEST_F(Replay, ReachesTheSameViolation) {
  const Outcome result = run(folder, {"replay", trace});
  EXPECT_EQ(result.exit_code, 1) << result.err;
  EXPECT_NE(result.out.find("preemptor-not-stranded is violated: default/preemptor is stranded"),
            std::string::npos)
      << result.out;
}

TEST_F(Replay, StopsWhereItIsToldToAndThenReportsNoViolation) {
  const Outcome result = run(folder, {"replay", trace, "--until", "3", "--verbose"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_NE(result.out.find("3 of "), std::string::npos);
  EXPECT_NE(result.out.find("[scheduler/pop; "), std::string::npos) << result.out;
}

TEST_F(Replay, JsonTellsEachStepWithWhatItChanges) {
  const Outcome result = run(folder, {"replay", trace, "--format", "json"});
  EXPECT_EQ(result.exit_code, 1);
  const ordered_json json = ordered_json::parse(result.out);
  EXPECT_EQ(json["verdict"], "violated");
  EXPECT_EQ(json["violated_at_step"], json["steps"].size());
  EXPECT_EQ(json["steps"][0]["changes"][0], "queue: default/preemptor active -> in flight");
}

TEST_F(Replay, ATraceCutInHalfIsNamedAsSuch) {
  const std::string text = read_text(trace);
  const std::string half = folder.write("half.json", text.substr(0, text.size() / 2));
  const Outcome result = run(folder, {"replay", half});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.err.find("half.json:"), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("incomplete"), std::string::npos) << result.err;
}

TEST_F(Replay, ATraceOfAnotherSchemaIsRefusedWithBothNumbers) {
  const Outcome result =
      run(folder, {"replay", changed([](ordered_json& json) { json["schema"] = 7; })});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.err.find("schema 7, this program reads schema 1"), std::string::npos)
      << result.err;
}

TEST_F(Replay, AFileThatIsNoTraceIsRefused) {
  for (const char* text : {"", "{}", "[1, 2]", "apiVersion: v1\n"}) {
    const Outcome result = run(folder, {"replay", folder.write("other.json", text)});
    EXPECT_EQ(result.exit_code, 2) << text;
    EXPECT_NE(result.err.find("other.json"), std::string::npos) << result.err;
  }
}

TEST_F(Replay, OnAnotherReleaseItDivergesAndSaysWhatIsEnabled) {
  const Outcome result =
      run(folder, {"replay", changed([](ordered_json& json) { json["release"] = "1.31"; })});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.err.find("the trace diverges from the model at step "), std::string::npos);
  EXPECT_NE(result.err.find("expected: "), std::string::npos);
  EXPECT_NE(result.err.find("enabled"), std::string::npos);
  EXPECT_NE(result.err.find("usual cause: "), std::string::npos) << result.err;
}

TEST_F(Replay, WithAnotherScenarioItDiverges) {
  const Outcome result = run(folder, {"replay", changed([](ordered_json& json) {
                                        json["scenario"]["sources"][0]["text"] =
                                            node("node-1", "4") + pod("other", 0, "2", "");
                                      })});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.err.find("at step 1 of "), std::string::npos) << result.err;
}

TEST_F(Replay, AnUnknownPropertyInATraceIsNamed) {
  const Outcome result = run(
      folder,
      {"replay", changed([](ordered_json& json) { json["property"] = "preemptor-not-strandet"; })});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.err.find("did you mean 'preemptor-not-stranded'"), std::string::npos);
}

}  // namespace
}  // namespace preemptcheck::tests
