// Documents and lists, sorted by kind.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <string_view>

#include "model/manifest_parts.h"

namespace preemptcheck::model {
namespace {

constexpr int max_list_depth = 4;  // kubectl prints one List; anything deeper is no manifest
constexpr std::size_t max_objects = 20'000;
constexpr std::string_view settings_version = "preemptcheck/v1";

/// What stands on a line after `kind:`, in YAML (also as a list's first key) or in JSON.
std::string_view kind_on_line(std::string_view line) {
  const auto is_decoration = [](char c) { return c == ' ' || c == '-' || c == '"' || c == '{'; };
  line.remove_prefix(static_cast<std::size_t>(
      std::find_if_not(line.begin(), line.end(), is_decoration) - line.begin()));
  if (!line.starts_with("kind")) return {};
  line.remove_prefix(4);
  const std::size_t start = line.find_first_not_of("\": ");
  if (start == line.npos) return {};
  line.remove_prefix(start);
  const auto end = std::find_if_not(line.begin(), line.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0;
  });
  return line.substr(0, static_cast<std::size_t>(end - line.begin()));
}

std::string too_many_pods(std::size_t count) {
  return fmt::format(
      "{} pods; at most {} are read and {} explored at once; keep the preemptors and the pods of a "
      "few nodes",
      count, max_pods_read, max_pods);
}

/// Refuses a file of 10,000 pods at once instead of after minutes of parsing.
void check_size(const SourceText& source) {
  if (source.text.size() > max_source_bytes) {
    throw InputError(source.file, 0, "",
                     fmt::format("{} bytes, at most {} are read; leave out what the scenario does "
                                 "not need",
                                 source.text.size(), max_source_bytes));
  }
  std::size_t pod_count = 0;
  std::string_view rest = source.text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size() - 1);
    if (kind_on_line(rest.substr(0, end + 1)) == "Pod") ++pod_count;
    rest.remove_prefix(end + 1);
  }
  if (pod_count <= max_pods_read) return;
  throw InputError(source.file, 0, "pods", too_many_pods(pod_count));
}

class Collector {
 public:
  explicit Collector(ManifestObjects& objects) : objects_(objects) {}

  /// `default_kind` is for the items of a PodList, which do not repeat their kind.
  void add(const YamlNode& object, const std::string& default_kind, int depth) {
    if (!object.present()) return;  // nothing between two "---"
    if (!object.is_map())
      object.fail("no Kubernetes object; give apiVersion, kind, metadata, spec");
    if (++count_ > max_objects) {
      object.fail(fmt::format("more than {} objects; leave out what the scenario does not need",
                              max_objects));
    }
    const std::string kind = object["kind"].text_or(default_kind);
    if (kind.empty()) object.fail_at("kind", "missing; give the object's kind, for example Pod");
    if (kind.ends_with("List")) {
      add_items(object, kind.substr(0, kind.size() - 4), depth);
    } else if (kind == "Scenario") {
      add_settings(object);
    } else {
      add_cluster_object(kind, object);
    }
  }

 private:
  void add_items(const YamlNode& list, const std::string& item_kind, int depth) {
    if (depth >= max_list_depth) list.fail("a list within lists; give the objects themselves");
    for (const YamlNode& item : list["items"].items()) add(item.as_root(), item_kind, depth + 1);
  }

  void add_settings(const YamlNode& object) {
    const YamlNode version = object["apiVersion"];
    if (version.text_or("") != settings_version) {
      version.fail(fmt::format("a Scenario of '{}' is not known; write apiVersion: {}",
                               version.text_or(""), settings_version));
    }
    if (objects_.settings) {
      object.fail(fmt::format("a second Scenario, the first is at {}:{}; keep one",
                              objects_.settings->file(), objects_.settings->line()));
    }
    objects_.settings = object;
  }

  void add_cluster_object(const std::string& kind, const YamlNode& object) {
    std::vector<YamlNode>* const list = list_of(kind);
    if (list == nullptr) {
      ++objects_.ignored_kinds[kind];
      return;
    }
    check_named_once(kind, object);
    list->push_back(object);
    if (objects_.pods.size() > max_pods_read) {
      object.fail_at("pods", too_many_pods(objects_.pods.size()));
    }
  }

  std::vector<YamlNode>* list_of(std::string_view kind) {
    if (kind == "Node") return &objects_.nodes;
    if (kind == "Pod") return &objects_.pods;
    if (kind == "PriorityClass") return &objects_.priority_classes;
    if (kind == "PodDisruptionBudget") return &objects_.pdbs;
    return nullptr;
  }

  /// As the API server does: names go into messages, traces and names of files.
  static void check_name(const YamlNode& name) {
    const auto is_allowed = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
    };
    if (!std::ranges::all_of(name.text(), is_allowed))
      name.fail("no name of an object; write lower case letters, digits, '-' and '.'");
  }

  void check_named_once(const std::string& kind, const YamlNode& object) {
    const YamlNode metadata = object["metadata"];
    const YamlNode name = metadata["name"];
    if (name.text_or("").empty()) name.fail("missing; give the object a name");
    check_name(name);
    const bool is_namespaced = kind == "Pod" || kind == "PodDisruptionBudget";
    if (is_namespaced && metadata["namespace"].present()) check_name(metadata["namespace"]);
    const std::string full_name =
        (is_namespaced ? metadata["namespace"].text_or("default") + "/" : "") + name.text();
    const auto [first, is_new] = named_.try_emplace({kind, full_name}, name);
    if (is_new) return;
    name.fail(fmt::format("{} {} is given twice, first at {}:{}; remove one", kind, full_name,
                          first->second.file(), first->second.line()));
  }

  ManifestObjects& objects_;
  std::map<std::pair<std::string, std::string>, YamlNode> named_;
  std::size_t count_ = 0;
};

}  // namespace

ManifestObjects collect_objects(const std::vector<SourceText>& sources) {
  ManifestObjects objects;
  Collector collector(objects);
  for (const SourceText& source : sources) {
    check_size(source);
    const YamlStream& stream = objects.streams.emplace_back(source);
    for (const YamlNode& document : stream.documents()) collector.add(document, "", 0);
  }
  return objects;
}

void UnmodelledFields::add(const std::string& objects, const std::string& field,
                           const std::string& name) {
  users_[{objects, field}].push_back(name);
}

std::vector<std::string> UnmodelledFields::warnings() const {
  std::vector<std::string> result;
  for (const auto& [what, names] : users_) {
    const auto& [objects, field] = what;
    result.push_back(
        fmt::format("{} {} {} ({}): not modelled; the verdict is for a cluster without it",
                    counted(names.size(), objects), names.size() == 1 ? "uses" : "use", field,
                    first_names(names)));
  }
  return result;
}

std::string first_names(const std::vector<std::string>& names) {
  constexpr std::size_t shown = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), shown); ++i) {
    text += (i > 0 ? ", " : "") + names[i];
  }
  return names.size() > shown ? text + ", ..." : text;
}

std::string counted(std::size_t count, const std::string& noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace preemptcheck::model
