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
  bool unschedulable = false;   ///< spec.unschedulable: cordoned
  bool may_be_deleted = false;  ///< somebody may delete it (faults.nodeDeletes)
};

enum class Arrival : std::uint8_t {
  at_start,   ///< exists when the exploration starts, known to every view
  anytime,    ///< created by a client at any point
  after_pod,  ///< created by a client at any point after `arrives_after` was created and scheduled
              ///< for the first time (has left its first scheduling cycle)
  while_preempting,  ///< created by a client while a preemption for `arrives_after` is in flight
  when_gone,         ///< created by a controller once `arrives_after` has gone
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
  PodId arrives_after = no_pod;   ///< with after_pod, while_preempting and when_gone
  bool may_be_deleted = false;    ///< an external client may delete it (faults.externalDeletes)
  bool may_be_bound = false;      ///< another scheduler may bind it (faults.externalBinds)
  bool waits_in_permit = false;   ///< a Permit plugin makes it wait
  bool has_prebind_work = false;  ///< a PreBind plugin has something to do for it
  std::uint8_t generation = 0;    ///< how often a pod of that name was there before it

  /// As kubectl users write it; a later pod of the same name has a number: "default/a#2".
  [[nodiscard]] std::string full_name() const {
    const std::string text = namespace_name + "/" + name;
    return generation == 0 ? text : text + "#" + std::to_string(generation + 1);
  }
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
  std::uint8_t api_errors = 0;         ///< failed API calls of the scheduler
  std::uint8_t external_deletes = 0;   ///< pods deleted by somebody else
  std::uint8_t lost_replies = 0;       ///< calls that take effect and yet fail for the caller
  std::uint8_t conflicts = 0;          ///< status patches that meet a conflict
  std::uint8_t permit_rejections = 0;  ///< pods that a Permit plugin rejects after all
  std::uint8_t external_binds = 0;     ///< pods bound by another scheduler
  std::uint8_t node_deletes = 0;       ///< nodes deleted
  std::uint8_t scheduler_restarts = 0;
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
  bool flush_fair = true;        ///< the 5-minute flush comes in the end; for runs without end
  bool binding_finishes = true;  ///< waits in Permit and PreBind come to an end by themselves
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
