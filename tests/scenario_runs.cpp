#include "tests/scenario_runs.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <utility>

#include "cli/judge_runs.h"
#include "explorer/fiber.h"
#include "model/program_of.h"
#include "properties/bind.h"
#include "properties/registry.h"

namespace preemptcheck::tests {

std::vector<std::string> scenario_files() {
  std::vector<std::string> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(PREEMPTCHECK_SOURCE_DIR "/scenarios"))
    if (entry.path().extension() == ".yaml") files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  return files;
}

std::string test_name_of(const std::string& path) {
  std::string name = std::filesystem::path(path).stem().string();
  std::replace_if(
      name.begin(), name.end(), [](char ch) { return std::isalnum(ch) == 0; }, '_');
  return name;
}

model::Scenario load(const std::string& stem, const model::Overrides& overrides) {
  const std::string path = PREEMPTCHECK_SOURCE_DIR "/scenarios/" + stem + ".yaml";
  return model::read_scenario(model::read_source_files({path}), overrides);
}

const explorer::PredicateResult& Exploration::of(const std::string& property) const {
  for (std::size_t i = 0; i < properties.size(); ++i)
    if (properties[i] == property) return result.predicates[i];
  throw std::out_of_range("no property " + property);
}

model::Verdict Exploration::verdict(const std::string& property) const {
  const properties::Property* found = properties::find_property(property);
  const bool hit = of(property).hits > 0;
  const bool must_happen = found != nullptr && properties::must_happen(*found);
  if (hit) return must_happen ? model::Verdict::holds : model::Verdict::violated;
  if (!result.exhausted) return model::Verdict::inconclusive;
  return must_happen ? model::Verdict::violated : model::Verdict::holds;
}

Exploration explore(const model::Scenario& scenario, const explorer::Options& options) {
  const auto model = std::make_shared<const model::Model>(model::make_model(scenario));
  explorer::Program program = model::program_of(model);
  Exploration run;
  for (const properties::Property& property : properties::builtin_properties()) {
    if (properties::is_about_runs(property)) continue;
    program.predicates.push_back(properties::predicate_of(property, model));
    run.properties.emplace_back(properties::name_of(property));
  }
  run.result = explorer::search(program, options);
  return run;
}

model::Verdict answer(const Question& question, std::uint64_t states_max) {
  model::Overrides overrides;
  overrides.release = question.release;
  overrides.switches = question.switches;
  overrides.feature_gates = question.feature_gates;
  const auto model =
      std::make_shared<const model::Model>(model::make_model(load(question.scenario, overrides)));
  const properties::Property* const property = properties::find_property(question.property);
  if (property == nullptr) throw std::out_of_range("no property " + question.property);
  explorer::Options options;
  options.limits.states_max = states_max;
  if (properties::is_about_runs(*property)) {
    const cli::RunsResult runs = cli::judge_runs(model, {property}, options);
    if (runs.broken[0]) return model::Verdict::violated;
    return runs.search.exhausted ? model::Verdict::holds : model::Verdict::inconclusive;
  }
  explorer::Program program = model::program_of(model);
  program.predicates.push_back(properties::predicate_of(*property, model));
  options.stop_at_violation = true;
  const explorer::SearchResult result = explorer::search(program, options);
  if (result.predicates[0].hits > 0) return model::Verdict::violated;
  return result.exhausted ? model::Verdict::holds : model::Verdict::inconclusive;
}

bool is_sanitized() { return !explorer::stacks_can_be_copied; }

}  // namespace preemptcheck::tests
