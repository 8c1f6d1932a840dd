// Pod objects.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "model/manifest_parts.h"

namespace preemptcheck::model {
namespace {

constexpr std::array<std::string_view, 5> phases = {"Pending", "Running", "Succeeded", "Failed",
                                                    "Unknown"};

std::string full_name_of(const YamlNode& object) {
  const YamlNode metadata = object["metadata"];
  return metadata["namespace"].text_or("default") + "/" + metadata["name"].text();
}

/// A finished pod holds no room and is in none of kube-scheduler's views.
bool has_finished(const YamlNode& object) {
  const YamlNode phase = object["status"]["phase"];
  const std::string word = phase.text_or("Pending");
  if (std::find(phases.begin(), phases.end(), word) == phases.end()) {
    phase.fail(fmt::format("'{}' is no pod phase; write one of {}", word, fmt::join(phases, ", ")));
  }
  return word == "Succeeded" || word == "Failed";
}

/// The condition that kube-scheduler sets on its victims.
bool is_disruption_target(const YamlNode& object) {
  for (const YamlNode& condition : object["status"]["conditions"].items()) {
    if (condition["type"].text_or("") == "DisruptionTarget" &&
        condition["status"].text_or("") == "True" &&
        condition["reason"].text_or("") == "PreemptionByScheduler") {
      return true;
    }
  }
  return false;
}

/// A pending pod that names no resource at all would fit everywhere: most likely an oversight.
void check_requests_something(const ManifestPod& pod) {
  if (pod.bound() || !pod.requests.empty()) return;
  pod.source["spec"]["containers"].items().front().fail_at(
      "resources.requests",
      fmt::format("pod {} is pending and requests nothing, so it fits everywhere; set requests "
                  "(cpu: \"0\" where that is meant)",
                  pod.spec.full_name()));
}

ManifestPod read_pod(const YamlNode& object, const PriorityClasses& classes) {
  ManifestPod pod;
  pod.source = object;
  const YamlNode metadata = object["metadata"];
  const YamlNode spec = object["spec"];
  const YamlNode status = object["status"];
  pod.spec.namespace_name = metadata["namespace"].text_or("default");
  pod.spec.name = metadata["name"].text();
  pod.spec.uid = metadata["uid"].text_or("");
  pod.spec.labels = read_labels(metadata["labels"]);
  pod.node_name = spec["nodeName"].text_or("");
  // A nomination that the pod has used up is history.
  if (!pod.bound()) pod.nominated_node_name = status["nominatedNodeName"].text_or("");
  pod.node_selector = read_labels(spec["nodeSelector"]);
  pod.spec.terminating = metadata["deletionTimestamp"].present();
  read_time(metadata["deletionTimestamp"]);
  pod.spec.disruption_target = is_disruption_target(object);
  const YamlNode start = status["startTime"];
  pod.spec.start_time_seconds = read_time(start.present() ? start : metadata["creationTimestamp"]);
  classes.resolve(object, pod.spec);
  pod.requests = read_pod_requests(object, pod.spec.full_name());
  check_requests_something(pod);
  pod.requests["pods"] = 1;
  return pod;
}

bool uses_claim(const YamlNode& spec) {
  const std::vector<YamlNode> volumes = spec["volumes"].items();
  return std::any_of(volumes.begin(), volumes.end(), [](const YamlNode& volume) {
    return volume["persistentVolumeClaim"].present() || volume["ephemeral"].present();
  });
}

bool uses_host_port(const YamlNode& containers) {
  for (const YamlNode& container : containers.items()) {
    for (const YamlNode& port : container["ports"].items()) {
      if (port["hostPort"].text_or("0") != "0") return true;
    }
  }
  return false;
}

bool is_filled(const YamlNode& value) {
  if (!value.present() || value.is_scalar()) return value.present();
  return value.is_map() ? !value.entries().empty() : !value.items().empty();
}

void note_unmodelled_fields(const ManifestPod& pod, UnmodelledFields& unmodelled) {
  const YamlNode spec = pod.source["spec"];
  const auto note = [&](bool is_used, const std::string& field) {
    if (is_used) unmodelled.add("pod", field, pod.spec.full_name());
  };
  for (const char* field : {"affinity", "topologySpreadConstraints", "resourceClaims", "resources",
                            "runtimeClassName", "schedulingGroup", "workloadRef"}) {
    note(is_filled(spec[field]), std::string("spec.") + field);
  }
  // A gate that is left on a bound pod holds nothing back.
  note(!pod.bound() && is_filled(spec["schedulingGates"]), "spec.schedulingGates");
  note(uses_claim(spec), "spec.volumes with persistentVolumeClaim or ephemeral");
  note(uses_host_port(spec["containers"]) || uses_host_port(spec["initContainers"]),
       "spec.containers.ports.hostPort");
  note(is_filled(pod.source["metadata"]["finalizers"]), "metadata.finalizers");
}

/// Pods that kube-scheduler does not schedule, and that take no room either.
struct LeftOut {
  std::vector<std::string> other_scheduler;
  std::vector<std::string> unbound_and_deleted;

  bool takes(const YamlNode& object) {
    const YamlNode spec = object["spec"];
    if (!spec["nodeName"].text_or("").empty()) return false;
    if (spec["schedulerName"].text_or("default-scheduler") != "default-scheduler") {
      other_scheduler.push_back(full_name_of(object));
      return true;
    }
    if (!object["metadata"]["deletionTimestamp"].present()) return false;
    unbound_and_deleted.push_back(full_name_of(object));
    return true;
  }

  void warn(std::vector<std::string>& warnings) const {
    const auto say = [&](const std::vector<std::string>& names, std::string_view why) {
      if (names.empty()) return;
      warnings.push_back(fmt::format("{} left out ({}): {}", counted(names.size(), "pod"),
                                     first_names(names), why));
    };
    say(other_scheduler, "pending, and spec.schedulerName is not default-scheduler");
    say(unbound_and_deleted, "pending and being deleted, so never scheduled");
  }
};

}  // namespace

std::vector<ManifestPod> read_pods(const ManifestObjects& objects, UnmodelledFields& unmodelled,
                                   std::vector<std::string>& warnings) {
  const PriorityClasses classes(objects.priority_classes);
  std::vector<ManifestPod> pods;
  LeftOut left_out;
  for (const YamlNode& object : objects.pods) {
    if (has_finished(object) || left_out.takes(object)) continue;
    const ManifestPod& pod = pods.emplace_back(read_pod(object, classes));
    note_unmodelled_fields(pod, unmodelled);
  }
  left_out.warn(warnings);
  return pods;
}

}  // namespace preemptcheck::model
