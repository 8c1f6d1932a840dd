// What the parts of the manifest reader hand to each other: objects whose names are not yet
// resolved to ids. Only manifest_*.cpp include this.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/manifest_reader.h"
#include "model/manifest_yaml.h"
#include "model/scenario.h"

namespace preemptcheck::model {

/// Amounts by resource name, in the unit that Resources counts them in.
using ResourceList = std::map<std::string, std::int64_t>;
using Labels = std::map<std::string, std::string>;

/// More pods than this are refused before the YAML is parsed. They could not be explored anyway
/// unless nearly all of them fold into their nodes (manifest_limits.cpp).
inline constexpr std::size_t max_pods_read = 2000;
inline constexpr std::size_t max_source_bytes = std::size_t{64} << 20U;
/// Largest amount of one resource: sums over max_pods_read pods then still fit 64 bits.
inline constexpr std::int64_t max_amount = std::int64_t{1} << 52U;

/// What the manifests ask for and the model does not do, by kind of field: one warning a kind.
class UnmodelledFields {
 public:
  /// `objects` is "pod" or "node".
  void add(const std::string& objects, const std::string& field, const std::string& name);
  [[nodiscard]] std::vector<std::string> warnings() const;

 private:
  std::map<std::pair<std::string, std::string>, std::vector<std::string>> users_;
};

/// "default/a, default/b, default/c, ..."
std::string first_names(const std::vector<std::string>& names);
/// "1 pod", "3 pods"
std::string counted(std::size_t count, const std::string& noun);

/// The objects of all files by kind. The nodes of YAML point into `streams`.
struct ManifestObjects {
  std::vector<YamlStream> streams;
  std::vector<YamlNode> nodes;
  std::vector<YamlNode> pods;
  std::vector<YamlNode> priority_classes;
  std::vector<YamlNode> pdbs;
  std::optional<YamlNode> settings;
  std::map<std::string, std::size_t> ignored_kinds;  ///< with how many objects each
};

struct ManifestNode {
  NodeSpec spec;
  ResourceList allocatable;
  YamlNode source;
};

struct ManifestPod {
  PodSpec spec;
  ResourceList requests;
  std::string node_name;            ///< spec.nodeName
  std::string nominated_node_name;  ///< status.nominatedNodeName
  Labels node_selector;
  std::string arrives_after;  ///< full name, with Arrival::after_pod
  YamlNode source;

  [[nodiscard]] bool bound() const { return !node_name.empty(); }
};

struct ManifestPdb {
  PdbSpec spec;
  YamlNode selector;
  std::vector<std::string> disrupted_pod_names;
};

/// What the settings object says about single pods, by full name.
struct PodSettings {
  struct ArrivalOf {
    std::string pod;
    Arrival arrival = Arrival::at_start;
    std::string after;  ///< with after_pod and while_preempting: that pod
    YamlNode source;
    YamlNode other;  ///< where `after` stands
  };
  Arrival default_arrival = Arrival::at_start;
  std::vector<ArrivalOf> arrivals;
  using Names = std::vector<std::pair<std::string, YamlNode>>;
  /// Who a budget is for; not given: the usual ones.
  struct NameList {
    bool given = false;
    Names names;
  };
  NameList deletable;
  NameList bindable;
  NameList deletable_nodes;
  Names permit_wait;
  Names prebind;
  /// A pod that a controller brings back when it is gone.
  struct Returning {
    std::string pod;
    std::uint8_t times = 0;
    bool same_name = false;  ///< as a StatefulSet does; else under a new name, as a ReplicaSet
    YamlNode source;
  };
  std::vector<Returning> returning;
};

ManifestObjects collect_objects(const std::vector<SourceText>& sources);

Labels read_labels(const YamlNode& map);
/// Seconds since 1970 of an RFC 3339 time; 0 where missing.
std::int64_t read_time(const YamlNode& time);
std::int64_t read_amount(const std::string& resource, const YamlNode& amount);
/// Adds up amounts; fails at `place` beyond max_amount.
void add_amounts(ResourceList& sum, const ResourceList& more, const YamlNode& place);
ResourceList read_resource_list(const YamlNode& list);
/// What kube-scheduler counts a pod as, "pods" aside.
ResourceList read_pod_requests(const YamlNode& pod, const std::string& full_name);

/// Value and preemptionPolicy by name of a PriorityClass, as the API server's admission sees them.
class PriorityClasses {
 public:
  explicit PriorityClasses(const std::vector<YamlNode>& objects);
  /// Sets priority and preemption policy of the pod.
  void resolve(const YamlNode& pod_object, PodSpec& pod) const;

 private:
  struct Class {
    std::int32_t value = 0;
    bool preemption_never = false;
  };
  std::map<std::string, Class> classes_;
  std::optional<std::string> global_default_;
};

/// preemptionPolicy: Never. Fails on a value that Kubernetes does not know.
bool read_preemption_never(const YamlNode& object_with_policy);

std::vector<ManifestNode> read_nodes(const ManifestObjects& objects, UnmodelledFields& unmodelled,
                                     std::vector<std::string>& warnings);
std::vector<ManifestPod> read_pods(const ManifestObjects& objects, UnmodelledFields& unmodelled,
                                   std::vector<std::string>& warnings);
/// `pods` are all pods, before any is folded into its node: they count for budgets to compute.
std::vector<ManifestPdb> read_pdbs(const ManifestObjects& objects,
                                   const std::vector<ManifestPod>& pods,
                                   std::vector<std::string>& warnings);
/// Whether a budget of this selector counts the pod when kube-scheduler chooses victims.
bool selects(const YamlNode& selector, const Labels& labels);

/// Reads the settings object (missing: defaults) and what the command line sets on top of it.
PodSettings read_settings(const YamlNode& object, const Overrides& overrides, Scenario& scenario);
/// The release of that name; fails at `place` where it is not known.
Release read_release(const std::string& name, const YamlNode& place);
void read_switches(const YamlNode& spec, const Overrides& overrides, Scenario& scenario);
void apply_pod_settings(const PodSettings& settings, const Scenario& scenario,
                        std::vector<ManifestPod>& pods);
void apply_node_settings(const PodSettings& settings, const Scenario& scenario,
                         std::vector<ManifestNode>& nodes);

/// Puts nodes, pods and budgets into the scenario: ids for names, limits checked.
void assemble(std::vector<ManifestNode> nodes, std::vector<ManifestPod> pods,
              const std::vector<ManifestPdb>& pdbs, Scenario& scenario);
/// Where there are too many pods: counts bound pods that nothing can move as used room.
void fold_unmovable_pods(std::vector<ManifestNode>& nodes, std::vector<ManifestPod>& pods,
                         std::vector<std::string>& warnings);

}  // namespace preemptcheck::model
