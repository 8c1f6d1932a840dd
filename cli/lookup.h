// What users name: properties, releases, switches, feature gates, scenario files. An unknown name
// is answered with the nearest known one.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/manifest_reader.h"
#include "properties/property.h"

namespace preemptcheck::cli {

/// Each throws UsageError; `where` begins the message: "--property", "a.yaml: spec.properties".
const properties::Property& property_named(const std::string& name, const std::string& where);
/// All of them where no name is given.
std::vector<const properties::Property*> properties_named(const std::vector<std::string>& names,
                                                          const std::string& where);
/// "NAME=on" or "NAME=off"; also true and false.
std::pair<std::string, bool> switch_setting(const std::string& text);
std::pair<std::string, bool> feature_gate_setting(const std::string& text);
std::string release_named(const std::string& name);

/// Settings of the command line on top of a scenario's own.
model::Overrides overrides_of(const std::string& release, const std::vector<std::string>& switches,
                              const std::vector<std::string>& feature_gates);

/// The folder of the scenarios that come with the program; empty where it is not found.
std::string shipped_scenarios_folder();
/// Their paths, by name.
std::vector<std::string> shipped_scenarios();
/// The file that is meant: a path, or the name of a shipped scenario. Throws UsageError.
std::string scenario_file(const std::string& name);

}  // namespace preemptcheck::cli
