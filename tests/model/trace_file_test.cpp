#include "model/trace_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "model/manifest_reader.h"

namespace preemptcheck::model {
namespace {

namespace fs = std::filesystem;

Trace example() {
  Trace trace;
  trace.tool_version = "0.0.1";
  trace.scenario_name = "a \"quoted\" name";
  trace.sources = {{"a.yaml", "line 1\nline 2: \t\u00e4\n"}, {"b.yaml", ""}};
  trace.release = "1.37";
  trace.switches = {{"preenqueue-gate", false}, {"activate-on-completion", true}};
  trace.feature_gates = {{"SchedulerAsyncPreemption", true}};
  trace.timers_anytime = true;
  trace.property = "preemptor-not-stranded";
  trace.finding = "somebody is stranded";
  trace.schedule = {{"scheduler", "scheduler/pop", "default/p"},
                    {"reflector", "reflector/list", ""}};
  return trace;
}

std::string message_for(const std::string& text) {
  try {
    parse_trace("t.json", text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

std::string with(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

class InAFolder : public testing::Test {
 protected:
  void SetUp() override {
    folder =
        fs::temp_directory_path() /
        ("trace-" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    fs::remove_all(folder);
    fs::create_directories(folder);
  }
  void TearDown() override { fs::remove_all(folder); }

  [[nodiscard]] std::size_t files_count() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
  }

  fs::path folder;
};

TEST(TraceFile, WhatIsWrittenIsRead) {
  const Trace written = example();
  const Trace read = parse_trace("t.json", text_of(written));
  EXPECT_EQ(read.tool_version, written.tool_version);
  EXPECT_EQ(read.scenario_name, written.scenario_name);
  ASSERT_EQ(read.sources.size(), 2U);
  EXPECT_EQ(read.sources[0].file, "a.yaml");
  EXPECT_EQ(read.sources[0].text, written.sources[0].text);
  EXPECT_EQ(read.release, written.release);
  EXPECT_EQ(read.switches, written.switches);
  EXPECT_EQ(read.feature_gates, written.feature_gates);
  EXPECT_EQ(read.timers_anytime, written.timers_anytime);
  EXPECT_EQ(read.property, written.property);
  EXPECT_EQ(read.finding, written.finding);
  EXPECT_EQ(read.schedule, written.schedule);
}

TEST(TraceFile, AnEmptyScheduleIsATrace) {
  Trace trace = example();
  trace.schedule.clear();
  EXPECT_TRUE(parse_trace("t.json", text_of(trace)).schedule.empty());
}

TEST(TraceFile, AnotherSchemaIsRefusedWithBothNumbers) {
  const std::string message =
      message_for(with(text_of(example()), "\"schema\": 1", "\"schema\": 2"));
  EXPECT_NE(message.find("schema 2, this program reads schema 1"), std::string::npos) << message;
}

TEST(TraceFile, EveryPrefixIsRefusedWithItsPlace) {
  const std::string text = text_of(example());
  for (std::size_t bytes = 0; bytes + 2 < text.size(); ++bytes)
    EXPECT_NE(message_for(text.substr(0, bytes)), "no error") << bytes;
  const std::string message = message_for(text.substr(0, text.size() / 2));
  EXPECT_TRUE(message.starts_with("t.json:")) << message;
  EXPECT_NE(message.find("incomplete"), std::string::npos) << message;
}

TEST(TraceFile, AFieldThatIsMissingOrOfAnotherTypeIsNamed) {
  const std::string text = text_of(example());
  EXPECT_NE(message_for(with(text, "\"release\"", "\"relase\"")).find("release"),
            std::string::npos);
  EXPECT_NE(
      message_for(with(text, "\"actor\":\"reflector\"", "\"actor\":3")).find("schedule[1].actor"),
      std::string::npos)
      << message_for(with(text, "\"actor\":\"reflector\"", "\"actor\":3"));
  EXPECT_NE(message_for(with(text, "\"anytime\"", "\"never\"")).find("timers"), std::string::npos);
  EXPECT_NE(message_for("[]").find("no trace"), std::string::npos);
  EXPECT_NE(message_for("{\"kind\": \"other\"}").find("preemptcheck-trace"), std::string::npos);
}

TEST_F(InAFolder, AFileIsWrittenWholeAndNothingElseIsLeft) {
  const fs::path path = folder / "t.json";
  write_trace(path.string(), example());
  write_trace(path.string(), example());
  EXPECT_EQ(read_trace(path.string()).schedule, example().schedule);
  EXPECT_EQ(files_count(), 1U);
}

TEST_F(InAFolder, AFailureLeavesNoPartOfAFile) {
  EXPECT_THROW(write_file((folder / "none" / "t.json").string(), "text"), OutputError);
  fs::create_directory(folder / "t.json");
  EXPECT_THROW(write_file((folder / "t.json").string(), "text"), OutputError);
  EXPECT_EQ(files_count(), 1U);
}

TEST(TraceFile, ADeviceIsNotReplacedByAFile) {
  EXPECT_THROW(write_file("/dev/full", "text"), OutputError);
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

}  // namespace
}  // namespace preemptcheck::model
