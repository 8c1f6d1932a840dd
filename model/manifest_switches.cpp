// Release, feature gates and switches: the file's, then the command line's on top.
#include <fmt/format.h>

#include "model/manifest_parts.h"
#include "model/nearest_name.h"

namespace preemptcheck::model {
namespace {

using Named = std::pair<std::string, bool>;

const std::string command_line = "command line";

YamlNode option(const std::string& name) { return {&command_line, nullptr, name, 0}; }

template <typename Row>
std::vector<std::string_view> names_of(std::span<const Row> rows) {
  std::vector<std::string_view> names;
  for (const Row& row : rows) names.push_back(row.name);
  return names;
}

/// The last word on a name counts, and is the one that titles and traces show.
void replace_or_add(std::vector<Named>& settings, const Named& setting) {
  std::erase_if(settings, [&](const Named& earlier) { return earlier.first == setting.first; });
  settings.push_back(setting);
}

/// `optional`: the file was not written for this release; what it says of gates that are unknown or
/// locked there is left out, with a warning.
void set_gate(const Named& gate, const YamlNode& place, bool optional, Scenario& scenario) {
  const auto& [name, value] = gate;
  const FeatureGateInfo* const known = find_feature_gate(name);
  if (known == nullptr) {
    place.fail(fmt::format("feature gate '{}' is not modelled{}", name,
                           suggestion(name, names_of(all_feature_gates()))));
  }
  const std::string_view stage = stage_of(*known, scenario.release);
  const bool is_default = Switches::of(scenario.release).on(known->controls) == value;
  // Stating what holds anyway is no mistake, unless the gate does not exist there.
  if (stage.empty() || (stage == "GA" && !is_default)) {
    const std::string_view why = stage.empty() ? "does not exist" : "is locked";
    const std::string_view release = info(scenario.release).name;
    if (!optional)
      place.fail(fmt::format("feature gate {} {} in {}; remove it, or set the switch {} instead",
                             name, why, release, info(known->controls).name));
    scenario.warnings.push_back(
        fmt::format("feature gate {} {} in {}: left as it is", name, why, release));
    return;
  }
  scenario.switches.set(known->controls, value);
  replace_or_add(scenario.feature_gates, gate);
}

void set_switch(const Named& setting, const YamlNode& place, Scenario& scenario) {
  const auto& [name, value] = setting;
  const std::optional<Switch> known = find_switch(name);
  if (!known) {
    place.fail(fmt::format("switch '{}' is not known{}", name,
                           suggestion(name, names_of(all_switches()))));
  }
  scenario.switches.set(*known, value);
  replace_or_add(scenario.switch_settings, setting);
}

}  // namespace

Release read_release(const std::string& name, const YamlNode& place) {
  const std::optional<Release> release = find_release(name);
  if (release) return *release;
  place.fail(
      fmt::format("release '{}' is not known{}", name, suggestion(name, names_of(all_releases()))));
}

void read_switches(const YamlNode& spec, const Overrides& overrides, Scenario& scenario) {
  const YamlNode release = spec["release"];
  if (release.present()) scenario.release = read_release(release.text(), release);
  if (overrides.release) {
    scenario.release = read_release(*overrides.release, option("--release"));
  }
  scenario.switches = Switches::of(scenario.release);
  for (const auto& [name, value] : spec["featureGates"].entries()) {
    set_gate({name, value.flag()}, value, overrides.release.has_value(), scenario);
  }
  for (const Named& gate : overrides.feature_gates) {
    set_gate(gate, option("--feature-gate"), false, scenario);
  }
  for (const auto& [name, value] : spec["switches"].entries()) {
    set_switch({name, value.flag()}, value, scenario);
  }
  for (const Named& setting : overrides.switches) set_switch(setting, option("--switch"), scenario);
}

}  // namespace preemptcheck::model
