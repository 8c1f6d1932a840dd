// Reports for programs: one object on one line.
#include <nlohmann/json.hpp>

#include "cli/report.h"
#include "model/sites.h"
#include "preemptcheck/version.h"
#include "properties/registry.h"

namespace preemptcheck::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr int report_schema = 1;

Json settings_json(const std::vector<std::pair<std::string, bool>>& settings) {
  Json json = Json::object();
  for (const auto& [name, value] : settings) json[name] = value;
  return json;
}

Json head(const model::Scenario& scenario) {
  return {{"schema", report_schema},
          {"tool_version", tool_version},
          {"scenario", scenario.name},
          {"release", model::info(scenario.release).name},
          {"switches", settings_json(scenario.switch_settings)},
          {"feature_gates", settings_json(scenario.feature_gates)}};
}

Json schedule_json(const Recording& recording) {
  Json schedule = Json::array();
  for (const model::TraceStep& step : trace_steps(recording)) {
    Json json{{"actor", step.actor}, {"site", step.site}};
    if (!step.choice.empty()) json["choice"] = step.choice;
    schedule.push_back(std::move(json));
  }
  return schedule;
}

Json counterexample_json(const Counterexample& counterexample) {
  Json json{{"finding", counterexample.finding}};
  if (!counterexample.explanation.text.empty())
    json["explanation"] = counterexample.explanation.text;
  json["path"] = counterexample.path.empty() ? Json() : Json(counterexample.path);
  json["is_shortest"] = counterexample.is_shortest;
  if (counterexample.recording.loop_begins) {
    json["loop_begins"] = *counterexample.recording.loop_begins;
    json["fairness"] = counterexample.fairness;
  }
  json["schedule"] = schedule_json(counterexample.recording);
  return json;
}

Json property_json(const PropertyReport& report) {
  Json json{{"name", properties::name_of(*report.property)},
            {"kind", properties::name_of(properties::kind_of(*report.property))},
            {"verdict", name_of(report.verdict)},
            {"hits", report.hits}};
  if (!report.why.empty()) json["why"] = report.why;
  if (report.expected) json["expected"] = name_of(*report.expected);
  if (report.counterexample) json["counterexample"] = counterexample_json(*report.counterexample);
  return json;
}

/// One line; what is no UTF-8 is replaced.
std::string line_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string report_json(const ExploreReport& report) {
  const explorer::SearchResult& search = report.search;
  Json json = head(report.model->scenario);
  json["verdict"] = name_of(report.verdict);
  json["properties"] = Json::array();
  for (const PropertyReport& one : report.properties)
    json["properties"].push_back(property_json(one));
  json["states"] = search.states;
  json["transitions"] = search.transitions;
  json["max_depth"] = search.depth_max;
  json["quiescent_states"] = search.quiescent_states;
  json["seconds"] = search.seconds;
  json["exhausted"] = search.exhausted;
  json["limit"] = name_of(search.limit);
  if (!search.bound.empty()) json["bound"] = search.bound;
  json["omission_probability"] = search.omission_probability;
  json["memory_bytes"] = search.memory_bytes;
  json["state_bytes"] = search.state_bytes;
  json["never_reached_sites"] = report.never_reached_sites;
  json["warnings"] = report.model->scenario.warnings;
  json["notes"] = report.notes;
  return line_of(json);
}

std::string report_json(const ReplayReport& report) {
  Json json = head(report.model->scenario);
  json["trace"] = report.file;
  json["property"] = properties::name_of(*report.property);
  json["verdict"] = report.violated_at ? "violated" : "not-violated";
  if (report.violated_at) {
    json["violated_at_step"] = *report.violated_at;
    json["finding"] = report.run.finding;
    if (!report.run.explanation.text.empty()) json["explanation"] = report.run.explanation.text;
  }
  if (report.run.recording.loop_begins) json["loop_begins"] = *report.run.recording.loop_begins;
  if (!report.run.fairness.empty()) json["fairness"] = report.run.fairness;
  if (!report.why_not.empty()) json["why_not"] = report.why_not;
  json["recorded_finding"] = report.recorded_finding;
  json["steps_total"] = report.steps_total;
  json["steps"] = Json::array();
  const Recording& recording = report.run.recording;
  for (std::size_t i = 0; i < recording.steps.size(); ++i) {
    const RecordedStep& step = recording.steps[i];
    Json one{{"step", i + 1}, {"actor", step.actor}, {"site", model::sites[step.site].name}};
    if (!step.choice.empty()) one["choice"] = step.choice;
    one["source"] = model::sites[step.site].source;
    one["does"] = model::describe_step(*report.model, recording.worlds[i], {step.actor, step.site},
                                       step.choice);
    one["changes"] = model::changes(*report.model, recording.worlds[i], recording.worlds[i + 1]);
    json["steps"].push_back(std::move(one));
  }
  json["state"] =
      model::describe_state(*report.model, recording.worlds.back(), recording.end_sites);
  return line_of(json);
}

}  // namespace preemptcheck::cli
