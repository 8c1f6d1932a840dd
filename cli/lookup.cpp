#include "cli/lookup.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/exit_code.h"
#include "model/nearest_name.h"
#include "model/release.h"
#include "properties/registry.h"

namespace preemptcheck::cli {

namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string_view>;

[[noreturn]] void unknown(const std::string& where, std::string_view what, const std::string& name,
                          const Names& known) {
  throw UsageError(
      fmt::format("{}: unknown {} '{}'{}", where, what, name, model::suggestion(name, known)));
}

template <class Range>
Names names_in(const Range& range) {
  Names names;
  for (const auto& one : range) names.push_back(one.name);
  return names;
}

std::pair<std::string, bool> setting(const std::string& text, const std::string& option,
                                     std::string_view values) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos)
    throw UsageError(fmt::format("{} {}: write NAME={}", option, text, values));
  const std::string value = text.substr(equals + 1);
  const bool is_on = value == "on" || value == "true";
  if (!is_on && value != "off" && value != "false")
    throw UsageError(fmt::format("{} {}: '{}' is no value; write {}={}", option, text, value,
                                 text.substr(0, equals), values));
  return {text.substr(0, equals), is_on};
}

bool is_manifest(const fs::path& path) {
  return path.extension() == ".yaml" || path.extension() == ".yml";
}

std::vector<std::string> manifests_in(const fs::path& folder) {
  std::vector<std::string> paths;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
    if (is_manifest(it->path())) paths.push_back(it->path().string());
  std::sort(paths.begin(), paths.end());
  return paths;
}

/// Manifests near to what was meant: in the folder named, and those that are shipped.
[[noreturn]] void no_such_file(const std::string& name) {
  const fs::path path(name);
  std::vector<std::string> known = manifests_in(path.has_parent_path() ? path.parent_path() : ".");
  const std::vector<std::string> shipped = shipped_scenarios();
  known.insert(known.end(), shipped.begin(), shipped.end());
  std::vector<std::string> stems;
  stems.reserve(known.size());
  for (const std::string& one : known) stems.push_back(fs::path(one).stem().string());
  const std::string_view nearest =
      model::nearest_name(path.stem().string(), Names(stems.begin(), stems.end()));
  const auto found = std::find(stems.begin(), stems.end(), nearest);
  std::string text = fmt::format("{}: no such file", name);
  if (found != stems.end())
    text +=
        fmt::format("; did you mean {}?", known[static_cast<std::size_t>(found - stems.begin())]);
  throw UsageError(text + " ('preemptcheck list scenarios' prints those that are shipped)");
}

}  // namespace

const properties::Property& property_named(const std::string& name, const std::string& where) {
  if (const properties::Property* found = properties::find_property(name)) return *found;
  Names known;
  for (const properties::Property& property : properties::builtin_properties())
    known.push_back(properties::name_of(property));
  unknown(where, "property", name, known);
}

std::vector<const properties::Property*> properties_named(const std::vector<std::string>& names,
                                                          const std::string& where) {
  std::vector<const properties::Property*> chosen;
  for (const std::string& name : names) {
    const properties::Property* property = &property_named(name, where);
    if (std::ranges::find(chosen, property) == chosen.end()) chosen.push_back(property);
  }
  // What must happen sometimes is asked for by name: a cluster in which nobody preempts breaks no
  // promise.
  if (names.empty())
    for (const properties::Property& property : properties::builtin_properties())
      if (!properties::is_asked_for_by_name(property)) chosen.push_back(&property);
  return chosen;
}

std::pair<std::string, bool> switch_setting(const std::string& text) {
  auto result = setting(text, "--switch", "on|off");
  if (!model::find_switch(result.first))
    unknown("--switch", "switch", result.first, names_in(model::all_switches()));
  return result;
}

std::pair<std::string, bool> feature_gate_setting(const std::string& text) {
  auto result = setting(text, "--feature-gate", "true|false");
  if (model::find_feature_gate(result.first) == nullptr)
    unknown("--feature-gate", "feature gate", result.first, names_in(model::all_feature_gates()));
  return result;
}

std::string release_named(const std::string& name) {
  std::string plain = name.starts_with('v') ? name.substr(1) : name;
  if (!model::find_release(plain))
    unknown("--release", "release", name, names_in(model::all_releases()));
  return plain;
}

model::Overrides overrides_of(const std::string& release, const std::vector<std::string>& switches,
                              const std::vector<std::string>& feature_gates) {
  model::Overrides overrides;
  if (!release.empty()) overrides.release = release_named(release);
  for (const std::string& text : switches) overrides.switches.push_back(switch_setting(text));
  for (const std::string& text : feature_gates)
    overrides.feature_gates.push_back(feature_gate_setting(text));
  return overrides;
}

std::string shipped_scenarios_folder() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
  // Where one stands, where it is installed, and build/PRESET in the source tree.
  for (const fs::path& folder : {fs::path("scenarios"), program / "../share/preemptcheck/scenarios",
                                 program / "../scenarios", program / "../../scenarios"})
    if (fs::is_directory(folder, error)) return folder.lexically_normal().string();
  return {};
}

std::vector<std::string> shipped_scenarios() {
  const std::string folder = shipped_scenarios_folder();
  return folder.empty() ? std::vector<std::string>() : manifests_in(folder);
}

std::string scenario_file(const std::string& name) {
  std::error_code error;
  if (fs::exists(name, error)) return name;
  if (!fs::path(name).has_parent_path() && !is_manifest(name)) {
    for (const std::string& path : shipped_scenarios())
      if (fs::path(path).stem() == name) return path;
  }
  no_such_file(name);
}

}  // namespace preemptcheck::cli
