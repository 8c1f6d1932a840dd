// A scenario: what is given (a cluster, a release, faults) and what is expected of it.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/ids.h"
#include "model/release.h"

namespace preemptcheck::model {

/// Amounts by resource, in the order of Scenario::resources. cpu is in thousandths of a core,
/// memory and ephemeral-storage in bytes, everything else in pieces. Never negative.
using Resources = std::array<std::int64_t, max_resources>;

struct NodeSpec {
  std::string name;
  std::map<std::string, std::string> labels;
  Resources allocatable{};
  bool unschedulable = false;  ///< spec.unschedulable: cordoned
};

enum class Arrival : std::uint8_t {
  at_start,   ///< exists when the exploration starts, known to every view
  anytime,    ///< created by a client at any point
  after_pod,  ///< created by a client at any point after `arrives_after` was created and scheduled
              ///< for the first time (has left its first scheduling cycle)
  while_preempting,  ///< created by a client while a preemption for `arrives_after` is in flight
};

struct PodSpec {
  std::string namespace_name;
  std::string name;
  std::string uid;  ///< as given, may be empty
  std::map<std::string, std::string> labels;
  std::int32_t priority = 0;
  bool preemption_never = false;  ///< preemptionPolicy: Never
  Resources requests{};   ///< of all containers, init containers and overhead, as kube-scheduler
                          ///< adds them up
  NodeId node = no_node;  ///< spec.nodeName at the start
  NodeId nominated_node = no_node;  ///< status.nominatedNodeName at the start
  bool terminating = false;         ///< metadata.deletionTimestamp is set at the start
  bool disruption_target = false;   ///< condition DisruptionTarget by the scheduler, at the start
  std::int64_t start_time_seconds =
      0;                       ///< status.startTime (creationTimestamp where absent), Unix time
  NodeSet feasible_nodes = 0;  ///< nodes that spec.nodeSelector allows
  Arrival arrival = Arrival::at_start;
  PodId arrives_after = no_pod;  ///< with after_pod and while_preempting
  bool may_be_deleted = false;   ///< an external client may delete it (faults.externalDeletes)

  [[nodiscard]] std::string full_name() const { return namespace_name + "/" + name; }
};

struct PdbSpec {
  std::string namespace_name;
  std::string name;
  std::int32_t disruptions_allowed = 0;
  PodSet pods = 0;            ///< pods of the scenario that its selector matches
  PodSet disrupted_pods = 0;  ///< those named in status.disruptedPods
};

/// Budgets of what may go wrong in one run, so that the space is finite.
struct Faults {
  std::uint8_t api_errors = 0;        ///< failed API calls of the scheduler
  std::uint8_t external_deletes = 0;  ///< pods deleted by somebody else
};

enum class Verdict : std::uint8_t { holds, violated, inconclusive };

struct Expectation {
  std::string property;
  Release release = newest_release;
  Verdict verdict = Verdict::holds;
};

/// One YAML file as it was read; embedded in traces, so that a trace needs nothing else.
struct SourceText {
  std::string file;
  std::string text;
};

struct Scenario {
  std::string name;
  Release release = newest_release;
  /// release's defaults, then feature gates, then single switches, as the user set them.
  Switches switches = Switches::of(newest_release);
  std::vector<std::pair<std::string, bool>> feature_gates;    ///< as set by file or command line
  std::vector<std::pair<std::string, bool>> switch_settings;  ///< as set by file or command line
  std::uint8_t executor_parallelism = 16;  ///< workers per preemption that may run at once
  Faults faults;
  bool graceful_termination =
      false;                 ///< a deleted running pod terminates until the kubelet is done
  bool kubelet_fair = true;  ///< the kubelet finishes terminating pods in the end
  bool timers_anytime = false;
  std::vector<std::string> properties;  ///< to check; empty: all
  std::vector<Expectation> expectations;

  std::vector<std::string> resources;  ///< names: "cpu", "memory", "pods", then extended ones
  std::vector<NodeSpec> nodes;
  std::vector<PodSpec> pods;
  std::vector<PdbSpec> pdbs;

  std::vector<SourceText> sources;
  std::vector<std::string> warnings;  ///< what the manifests ask for and the model does not do
};

}  // namespace preemptcheck::model
