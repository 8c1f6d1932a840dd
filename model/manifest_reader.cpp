#include "model/manifest_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "model/manifest_parts.h"

namespace preemptcheck::model {
namespace {

constexpr std::string_view how_to_get_manifests =
    "give manifests as `kubectl get nodes,pods,priorityclasses,pdb -o yaml` prints them";

/// One line, whatever a library or a YAML value put into it.
std::string on_one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
  return text;
}

std::string place(const std::string& file, int line, const std::string& field) {
  std::string text = line > 0 ? fmt::format("{}:{}: ", file, line) : file + ": ";
  return field.empty() ? text : text + field + ": ";
}

SourceText read_source_file(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    throw InputError(path, 0, "", "is a directory; give the files in it");
  }
  std::ifstream input(path, std::ios::binary);
  if (!input) {
    throw InputError(path, 0, "",
                     fmt::format("cannot be read: {}; check the path", std::strerror(errno)));
  }
  const auto size = std::filesystem::file_size(path, error);
  if (!error && size > max_source_bytes) {
    throw InputError(path, 0, "",
                     fmt::format("{} bytes, at most {} are read; leave out what the scenario does "
                                 "not need",
                                 size, max_source_bytes));
  }
  return {path, std::string(std::istreambuf_iterator<char>(input), {})};
}

void check_not_empty(const ManifestObjects& objects, const std::vector<SourceText>& sources) {
  const std::string file = sources.empty() ? "input" : sources.front().file;
  if (objects.nodes.empty() && objects.pods.empty()) {
    throw InputError(file, 0, "", fmt::format("no objects; {}", how_to_get_manifests));
  }
  if (objects.nodes.empty()) {
    throw InputError(file, 0, "", fmt::format("no Node; {}", how_to_get_manifests));
  }
  if (objects.pods.empty()) {
    throw InputError(file, 0, "", fmt::format("no Pod; {}", how_to_get_manifests));
  }
}

void warn_of_ignored_kinds(const ManifestObjects& objects, std::vector<std::string>& warnings) {
  if (objects.ignored_kinds.empty()) return;
  std::string kinds;
  for (const auto& [kind, count] : objects.ignored_kinds) {
    kinds += fmt::format("{}{} ({})", kinds.empty() ? "" : ", ", kind, count);
  }
  warnings.push_back(
      fmt::format("ignored kinds: {}; only Node, Pod, PriorityClass, "
                  "PodDisruptionBudget and List are read",
                  kinds));
}

}  // namespace

InputError::InputError(const std::string& file, int line, const std::string& field,
                       const std::string& message)
    : std::runtime_error(on_one_line(place(file, line, field) + message)) {}

std::vector<SourceText> read_source_files(const std::vector<std::string>& paths) {
  std::vector<SourceText> sources;
  for (const std::string& path : paths) sources.push_back(read_source_file(path));
  return sources;
}

Scenario read_scenario(std::vector<SourceText> sources, const Overrides& overrides) {
  Scenario scenario;
  const ManifestObjects objects = collect_objects(sources);
  check_not_empty(objects, sources);
  scenario.name = std::filesystem::path(sources.front().file).stem().string();
  const YamlNode no_settings(&sources.front().file, nullptr, "", 0);
  const PodSettings pod_settings =
      read_settings(objects.settings.value_or(no_settings), overrides, scenario);
  warn_of_ignored_kinds(objects, scenario.warnings);
  UnmodelledFields unmodelled;
  std::vector<ManifestNode> nodes = read_nodes(objects, unmodelled, scenario.warnings);
  std::vector<ManifestPod> pods = read_pods(objects, unmodelled, scenario.warnings);
  const std::vector<ManifestPdb> pdbs = read_pdbs(objects, pods, scenario.warnings);
  apply_pod_settings(pod_settings, scenario, pods);
  apply_node_settings(pod_settings, scenario, nodes);
  for (std::string& warning : unmodelled.warnings()) {
    scenario.warnings.push_back(std::move(warning));
  }
  assemble(std::move(nodes), std::move(pods), pdbs, scenario);
  scenario.sources = std::move(sources);
  return scenario;
}

}  // namespace preemptcheck::model
