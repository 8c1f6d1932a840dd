// Every committed trace still runs, and ends in the violation that it was recorded for.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>

#include "cli/judge_runs.h"
#include "cli/recording.h"
#include "cli/resolve_trace.h"
#include "model/program_of.h"
#include "model/trace_file.h"
#include "properties/bind.h"
#include "properties/bind_runs.h"
#include "properties/registry.h"
#include "tests/scenario_runs.h"

namespace preemptcheck::tests {
namespace {

const std::string folder = PREEMPTCHECK_SOURCE_DIR "/counterexamples";

std::vector<std::string> traces() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".json") files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  return files;
}

class Counterexamples : public testing::TestWithParam<std::string> {};

/// What a trace shows of its property at its end, or as a whole where it is about a run.
std::optional<properties::Finding> finding_of(const model::Trace& trace,
                                              const std::shared_ptr<const model::Model>& model,
                                              const std::string& path) {
  const explorer::Program program = model::program_of(model);
  const explorer::Schedule schedule = cli::resolve_trace(trace, program, path);
  const properties::Property& property = *properties::find_property(trace.property);
  if (const auto* eventually = std::get_if<properties::Eventually>(&property)) {
    const auto loop =
        schedule.begin() + static_cast<std::ptrdiff_t>(trace.loop_begins.value_or(schedule.size()));
    const cli::RunJudgement judgement =
        cli::judge_run(model, property, {{schedule.begin(), loop}, {loop, schedule.end()}});
    if (!judgement.broken) return {};
    return properties::finding_of(*eventually, judgement.broken->pod);
  }
  return cli::violation_at(property, *model, cli::record(program, schedule), schedule.size());
}

TEST_P(Counterexamples, ReplayToTheViolationTheyRecord) {
  const model::Trace trace = model::read_trace(GetParam());
  const auto model =
      std::make_shared<const model::Model>(model::make_model(model::scenario_of(trace)));
  ASSERT_NE(properties::find_property(trace.property), nullptr) << trace.property;
  const auto finding = finding_of(trace, model, GetParam());
  ASSERT_TRUE(finding.has_value());
  EXPECT_EQ(properties::sentence_of(*finding, model->scenario), trace.finding);
}

TEST_P(Counterexamples, EmbedTheScenarioThatIsShipped) {
  const model::Trace trace = model::read_trace(GetParam());
  ASSERT_EQ(trace.sources.size(), 1U);
  std::ifstream file(PREEMPTCHECK_SOURCE_DIR "/scenarios/" + trace.scenario_name + ".yaml");
  std::stringstream shipped;
  shipped << file.rdbuf();
  EXPECT_EQ(trace.sources[0].text, shipped.str())
      << "record the traces anew: scripts/record-counterexamples";
}

TEST_P(Counterexamples, AreListedInTheIndex) {
  std::ifstream file(folder + "/README.md");
  std::stringstream index;
  index << file.rdbuf();
  EXPECT_NE(index.str().find(std::filesystem::path(GetParam()).filename().string()),
            std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Committed, Counterexamples, testing::ValuesIn(traces()),
                         [](const auto& info) { return test_name_of(info.param); });

}  // namespace
}  // namespace preemptcheck::tests
