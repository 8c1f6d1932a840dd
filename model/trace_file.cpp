#include "model/trace_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "model/manifest_reader.h"
#include "preemptcheck/version.h"

namespace preemptcheck::model {

namespace {

using Json = nlohmann::ordered_json;
using Settings = std::vector<std::pair<std::string, bool>>;

constexpr std::string_view trace_kind = "preemptcheck-trace";

/// A JSON value with its place in the file, so that every complaint can name it.
class Field {
 public:
  Field(const std::string& file, const Json& json, std::string name)
      : file_(file), json_(json), name_(std::move(name)) {}

  [[noreturn]] void fail(const std::string& message) const {
    throw InputError(file_, 0, name_, message);
  }

  [[nodiscard]] Field operator[](const std::string& key) const {
    const std::string name = name_.empty() ? key : name_ + "." + key;
    if (!json_.is_object()) fail("is not an object");
    const auto found = json_.find(key);
    if (found == json_.end()) Field(file_, json_, name).fail("is missing");
    return {file_, *found, name};
  }

  [[nodiscard]] bool has(const std::string& key) const {
    return json_.is_object() && json_.contains(key);
  }

  [[nodiscard]] std::string text() const {
    if (!json_.is_string()) fail(fmt::format("is not a text but {}", json_.type_name()));
    return json_.get<std::string>();
  }

  [[nodiscard]] const Json& json() const { return json_; }

  [[nodiscard]] std::vector<Field> items() const {
    if (!json_.is_array()) fail(fmt::format("is not a list but {}", json_.type_name()));
    std::vector<Field> items;
    for (std::size_t i = 0; i < json_.size(); ++i)
      items.emplace_back(file_, json_[i], fmt::format("{}[{}]", name_, i));
    return items;
  }

  [[nodiscard]] Settings settings() const {
    if (!json_.is_object()) fail(fmt::format("is not an object but {}", json_.type_name()));
    Settings settings;
    for (const auto& [key, value] : json_.items()) {
      if (!value.is_boolean()) Field(file_, value, name_ + "." + key).fail("is not true or false");
      settings.emplace_back(key, value.get<bool>());
    }
    return settings;
  }

 private:
  const std::string& file_;
  const Json& json_;
  std::string name_;
};

Json parse_json(const std::string& file, std::string_view text) {
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    const std::size_t at = std::min(text.size(), error.byte);
    const auto lines =
        1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    const bool at_end = error.byte > text.size();
    throw InputError(file, static_cast<int>(lines), "",
                     at_end ? fmt::format("the JSON text breaks off at byte {}: the file is "
                                          "incomplete; take a whole copy of the trace",
                                          text.size())
                            : fmt::format("no valid JSON at byte {}; a trace is written by "
                                          "'preemptcheck explore'",
                                          error.byte));
  }
}

void check_head(const Field& root) {
  if (!root.json().is_object()) root.fail("this is no trace: the file does not hold a JSON object");
  const bool is_trace = root.has("kind") && root["kind"].json() == trace_kind;
  if (!is_trace) root.fail(fmt::format("this is no trace: \"kind\" is not \"{}\"", trace_kind));
  const Field schema = root["schema"];
  if (!schema.json().is_number_integer()) schema.fail("is not a number");
  if (schema.json() != trace_schema)
    schema.fail(
        fmt::format("the trace has schema {}, this program reads schema {}; use the "
                    "program that wrote it, or record it again",
                    schema.json().dump(), trace_schema));
}

bool read_timers(const Field& field) {
  const std::string text = field.text();
  if (text != "anytime" && text != "last-resort")
    field.fail(fmt::format("'{}' is neither 'last-resort' nor 'anytime'", text));
  return text == "anytime";
}

std::size_t read_loop(const Field& field, const Trace& trace) {
  const Json& json = field.json();
  if (!json.is_number_unsigned()) field.fail("is not a number of steps");
  const auto begins = json.get<std::size_t>();
  if (begins > trace.schedule.size())
    field.fail(fmt::format("the schedule has {} steps, so no loop begins after step {}",
                           trace.schedule.size(), begins));
  return begins;
}

/// The last setting of a name is the one in force.
Json settings_object(const Settings& settings) {
  Json object = Json::object();
  for (const auto& [name, value] : settings) object[name] = value;
  return object;
}

/// One line. What is no UTF-8 can only stand in a comment of a manifest.
std::string in_one_line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

Trace trace_of(const Scenario& scenario) {
  Trace trace;
  trace.tool_version = tool_version;
  trace.scenario_name = scenario.name;
  trace.sources = scenario.sources;
  trace.release = info(scenario.release).name;
  trace.switches = scenario.switch_settings;
  trace.feature_gates = scenario.feature_gates;
  trace.timers_anytime = scenario.timers_anytime;
  return trace;
}

Scenario scenario_of(const Trace& trace) {
  Overrides overrides;
  overrides.release = trace.release;
  overrides.feature_gates = trace.feature_gates;
  overrides.switches = trace.switches;
  Scenario scenario = read_scenario(trace.sources, overrides);
  scenario.timers_anytime = trace.timers_anytime;
  return scenario;
}

Trace parse_trace(const std::string& file, std::string_view text) {
  if (text.empty()) throw InputError(file, 0, "", "the file is empty; a trace was expected");
  const Json json = parse_json(file, text);
  const Field root(file, json, "");
  check_head(root);
  Trace trace;
  trace.tool_version = root["tool_version"].text();
  trace.scenario_name = root["scenario"]["name"].text();
  for (const Field& source : root["scenario"]["sources"].items())
    trace.sources.push_back({source["file"].text(), source["text"].text()});
  trace.release = root["release"].text();
  trace.switches = root["switches"].settings();
  trace.feature_gates = root["feature_gates"].settings();
  trace.timers_anytime = read_timers(root["timers"]);
  trace.property = root["property"].text();
  trace.finding = root["finding"].text();
  for (const Field& step : root["schedule"].items())
    trace.schedule.push_back({step["actor"].text(), step["site"].text(),
                              step.has("choice") ? step["choice"].text() : std::string()});
  if (root.has("loop_begins")) trace.loop_begins = read_loop(root["loop_begins"], trace);
  return trace;
}

Trace read_trace(const std::string& file) {
  return parse_trace(file, read_source_files({file}).front().text);
}

std::string text_of(const Trace& trace) {
  Json sources = Json::array();
  for (const SourceText& source : trace.sources)
    sources.push_back({{"file", source.file}, {"text", source.text}});
  std::vector<std::pair<std::string, Json>> fields{
      {"schema", trace_schema},
      {"tool_version", trace.tool_version},
      {"kind", trace_kind},
      {"scenario", {{"name", trace.scenario_name}, {"sources", sources}}},
      {"release", trace.release},
      {"switches", settings_object(trace.switches)},
      {"feature_gates", settings_object(trace.feature_gates)},
      {"timers", trace.timers_anytime ? "anytime" : "last-resort"},
      {"property", trace.property},
      {"finding", trace.finding}};
  if (trace.loop_begins) fields.emplace_back("loop_begins", *trace.loop_begins);
  // A line a field and a line a step: so two traces can be compared line by line.
  std::string text = "{\n";
  for (const auto& [name, value] : fields)
    text += fmt::format("  \"{}\": {},\n", name, in_one_line(value));
  text += "  \"schedule\": [";
  std::string_view separator = "\n";
  for (const TraceStep& step : trace.schedule) {
    Json json{{"actor", step.actor}, {"site", step.site}};
    if (!step.choice.empty()) json["choice"] = step.choice;
    text += fmt::format("{}    {}", std::exchange(separator, ",\n"), in_one_line(json));
  }
  return text + "\n  ]\n}\n";
}

void write_trace(const std::string& path, const Trace& trace) { write_file(path, text_of(trace)); }

}  // namespace preemptcheck::model
