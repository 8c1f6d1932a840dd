// PriorityClass objects and what they give to pods, as the API server's Priority admission does it.
#include <fmt/format.h>

#include <limits>

#include "model/manifest_parts.h"
#include "model/nearest_name.h"

namespace preemptcheck::model {
namespace {

std::int32_t read_priority(const YamlNode& value) {
  return static_cast<std::int32_t>(value.integer(std::numeric_limits<std::int32_t>::min(),
                                                 std::numeric_limits<std::int32_t>::max()));
}

}  // namespace

bool read_preemption_never(const YamlNode& object_with_policy) {
  const YamlNode policy = object_with_policy["preemptionPolicy"];
  const std::string word = policy.text_or("PreemptLowerPriority");
  if (word == "Never") return true;
  if (word == "PreemptLowerPriority") return false;
  policy.fail(
      fmt::format("'{}' is no preemption policy; write PreemptLowerPriority or Never", word));
}

PriorityClasses::PriorityClasses(const std::vector<YamlNode>& objects)
    : classes_{{"system-cluster-critical", {2'000'000'000, false}},
               {"system-node-critical", {2'000'001'000, false}}} {
  for (const YamlNode& object : objects) {
    const std::string name = object["metadata"]["name"].text();
    const Class read{read_priority(object["value"]), read_preemption_never(object)};
    classes_[name] = read;
    if (!object["globalDefault"].flag_or(false)) continue;
    // Of several defaults the API server takes the lowest.
    if (!global_default_ || read.value < classes_.at(*global_default_).value) {
      global_default_ = name;
    }
  }
}

void PriorityClasses::resolve(const YamlNode& pod_object, PodSpec& pod) const {
  const YamlNode spec = pod_object["spec"];
  const YamlNode priority = spec["priority"];
  const YamlNode class_name = spec["priorityClassName"];
  std::string name = class_name.text_or("");
  if (name.empty() && !priority.present()) name = global_default_.value_or("");
  const auto found = classes_.find(name);
  const Class* const priority_class = found == classes_.end() ? nullptr : &found->second;
  if (!name.empty() && priority_class == nullptr && !priority.present()) {
    std::vector<std::string_view> known;
    for (const auto& [known_name, unused] : classes_) known.emplace_back(known_name);
    class_name.fail(
        fmt::format("pod {} is of PriorityClass '{}', which is not given{}; add the "
                    "PriorityClass or set spec.priority",
                    pod.full_name(), name, suggestion(name, known)));
  }
  if (priority.present()) {
    pod.priority = read_priority(priority);
    if (priority_class != nullptr && priority_class->value != pod.priority) {
      priority.fail(
          fmt::format("pod {} has priority {}, but its PriorityClass '{}' says {}; remove "
                      "one or make them agree",
                      pod.full_name(), pod.priority, name, priority_class->value));
    }
  } else if (priority_class != nullptr) {
    pod.priority = priority_class->value;
  }
  const bool class_never = priority_class != nullptr && priority_class->preemption_never;
  pod.preemption_never =
      spec["preemptionPolicy"].present() ? read_preemption_never(spec) : class_never;
}

}  // namespace preemptcheck::model
