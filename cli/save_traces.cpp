#include "cli/save_traces.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "model/trace_file.h"
#include "properties/registry.h"

namespace preemptcheck::cli {

void make_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    throw model::OutputError(
        fmt::format("{}: the folder cannot be created: {}", folder, error.message()));
}

std::string trace_file_name(const model::Scenario& scenario, std::string_view property) {
  std::string name = fmt::format("{}-{}-{}.trace.json", scenario.name,
                                 model::info(scenario.release).name, property);
  std::ranges::replace_if(
      name,
      [](char ch) {
        return !((ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || (ch >= '0' && ch <= '9') ||
                 ch == '-' || ch == '.' || ch == '_');
      },
      '-');
  if (name.front() == '.') name.front() = '-';
  return name;
}

void save_traces(ExploreReport& report, const std::string& folder) {
  const model::Scenario& scenario = report.model->scenario;
  for (PropertyReport& one : report.properties) {
    if (!one.counterexample) continue;
    make_folder(folder);
    const std::string_view name = properties::name_of(*one.property);
    model::Trace trace = model::trace_of(scenario);
    trace.property = name;
    trace.finding = one.counterexample->finding;
    trace.schedule = trace_steps(one.counterexample->recording);
    trace.loop_begins = one.counterexample->recording.loop_begins;
    const auto path = (std::filesystem::path(folder) / trace_file_name(scenario, name)).string();
    model::write_trace(path, trace);
    one.counterexample->path = path;
  }
}

}  // namespace preemptcheck::cli
