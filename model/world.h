// The world: all shared state of a modelled cluster, and all that an actor keeps across a step.
//
// Trivially copyable, no pointers, no padding: a state is its bytes. What never changes in a run
// (names, requests, priorities) is in the Scenario instead. The pods come last, so that a scenario
// with few pods has a small state: only the used prefix is copied and hashed.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "model/ids.h"

namespace preemptcheck::model {

/// Why the last attempt to schedule a pod failed, as far as the PodScheduled condition tells it:
/// the condition is patched only when this text changes (schedule_one.go, updatePod).
enum class ScheduledCondition : std::uint8_t {
  none,
  preempting,              ///< does not fit; victims were chosen
  not_eligible,            ///< does not fit; waits for a terminating pod on its nominated node
  preemption_not_helpful,  ///< does not fit; no candidate
  preemption_failed,       ///< does not fit; the PostFilter plugin had an error
  scheduler_error,         ///< an error, not a lack of room
  preempted_in_permit,     ///< a preemptor has rejected it in Permit
  rejected_in_permit,      ///< a Permit plugin has rejected it, or its wait was over
  taken_back,              ///< a preemptor has taken it back in Permit or PreBind: an error
};

/// One version of a pod object, as much of it as changes. UID, name and spec are in the Scenario.
struct PodObject {
  NodeId node = no_node;       ///< spec.nodeName
  NodeId nominated = no_node;  ///< status.nominatedNodeName
  std::uint8_t bits = 0;

  static constexpr std::uint8_t present_bit = 1;
  static constexpr std::uint8_t terminating_bit = 2;        ///< metadata.deletionTimestamp is set
  static constexpr std::uint8_t disruption_target_bit = 4;  ///< condition by PreemptionByScheduler

  [[nodiscard]] bool present() const { return (bits & present_bit) != 0; }
  [[nodiscard]] bool terminating() const { return (bits & terminating_bit) != 0; }
  [[nodiscard]] bool disruption_target() const { return (bits & disruption_target_bit) != 0; }
  [[nodiscard]] bool assigned() const { return node != no_node; }
  [[nodiscard]] ScheduledCondition condition() const {
    return static_cast<ScheduledCondition>(bits >> 4);
  }
  void set_condition(ScheduledCondition condition) {
    bits = static_cast<std::uint8_t>((bits & 0x0FU) | (static_cast<unsigned>(condition) << 4));
  }
  bool operator==(const PodObject&) const = default;
};

/// Which of the scheduling queue's parts holds a pod's entry.
enum class QueuePlace : std::uint8_t { none, active, backoff, unschedulable };

/// The part of framework.QueuedPodInfo that matters: it travels with the pod.
struct QueuedPodInfo {
  PodObject pod;
  std::uint8_t bits = 0;

  static constexpr std::uint8_t rejected_by_fit_bit =
      1;  ///< UnschedulablePlugins: NodeResourcesFit
  static constexpr std::uint8_t rejected_by_default_preemption_bit = 2;
  static constexpr std::uint8_t gated_bit = 4;                ///< GatingPlugin is DefaultPreemption
  static constexpr std::uint8_t backing_off_bit = 8;          ///< its backoff has not expired
  static constexpr std::uint8_t rejected_by_permit_bit = 16;  ///< a Permit plugin
  /// NodeUnschedulable or NodeAffinity, which no pod's event interests.
  static constexpr std::uint8_t rejected_by_node_bit = 32;

  [[nodiscard]] bool has(std::uint8_t bit) const { return (bits & bit) != 0; }
  void set(std::uint8_t bit, bool value) {
    bits = static_cast<std::uint8_t>(value ? bits | bit : bits & ~bit);
  }
  [[nodiscard]] bool has_rejector_plugins() const {
    return has(rejected_by_fit_bit | rejected_by_default_preemption_bit | rejected_by_permit_bit |
               rejected_by_node_bit);
  }
  bool operator==(const QueuedPodInfo&) const = default;
};

/// framework.NominatingMode.
enum class NominatingMode : std::uint8_t { noop, override_with };

/// framework.NominatingInfo.
struct NominatingInfo {
  NominatingMode mode = NominatingMode::noop;
  NodeId node = no_node;  ///< with override_with: where to, no_node to clear
};

/// What one attempt (scheduling cycle, or the failure of a binding cycle) carries from step to
/// step.
struct CycleFrame {
  QueuedPodInfo info;  ///< as popped; after failure-handler/get-pod the lister's copy
  PodObject popped;    ///< the popped copy, which up to 1.35 the status patch starts from
  PodId pod = no_pod;
  PodId popped_pod = no_pod;  ///< the same, unless another pod of its name was taken for it
  NominatingMode mode = NominatingMode::noop;
  NodeId nominated_node = no_node;  ///< with override_with: where to, no_node to clear
  ScheduledCondition condition = ScheduledCondition::none;
  std::uint8_t found = 0;  ///< the lister has a pod of that name, unbound
};

/// What only the scheduling thread carries through a cycle.
struct SchedulingThread {
  std::array<PodSet, max_nodes> victims_on{};  ///< candidates of this cycle: victims by node
  PodSet selected = 0;                         ///< victims chosen in this cycle, until it ends
  CycleFrame cycle;
  NodeSet feasible = 0;            ///< nodes that passed Filter
  NodeSet unschedulable = 0;       ///< nodes with status Unschedulable: preemption may help there
  NodeSet unresolvable = 0;        ///< nodes with status UnschedulableAndUnresolvable
  NodeSet candidates = 0;          ///< equally good nodes to preempt on
  NodeId selected_node = no_node;  ///< where the victims were chosen
  std::uint8_t preemption = 255;   ///< sync: the preemption it waits for
  std::uint8_t clear_patch = 0;    ///< up to 1.33: an extra patch clears the nomination first
  PodId preemptor = no_pod;        ///< for whom victims are looked for: the lister's pod
  std::uint8_t unused[3] = {};
};

enum class PreemptionPhase : std::uint8_t {
  free,
  running,   ///< its goroutine (sync: the scheduling thread) is at work
  draining,  ///< done without error; some victim is still in the scheduler's cache
};

/// One preemption, from the choice of its victims until it has failed or the cache shows them gone.
struct Preemption {
  PodSet victims = 0;      ///< all that were chosen
  PodSet to_call = 0;      ///< those for which API calls are made
  PodSet conditioned = 0;  ///< those whose snapshot copy has the DisruptionTarget condition
  PodSet nominations_to_clear = 0;  ///< lower-priority pods nominated to the node, still to patch
  PodSet stubs_to_clear =
      0;  ///< those of them of which only the name was known: they are in flight
  std::uint32_t started_pieces = 0;   ///< which of them have been started, one bit each
  std::uint32_t finished_pieces = 0;  ///< which of those have ended, well or not
  PreemptionPhase phase = PreemptionPhase::free;
  PodId preemptor = no_pod;
  NodeId node = no_node;
  std::uint8_t is_async = 0;
  std::uint8_t error = 0;           ///< the goroutine's result is an error
  std::uint8_t victim_failed = 0;   ///< a victim's call failed: the preemption has failed
  std::uint8_t cancelled = 0;       ///< the context shared by the workers is cancelled
  std::uint8_t pieces = 0;          ///< victims handed to the parallel workers
  std::uint8_t last_in_memory = 0;  ///< the last victim was taken back without an API call
  std::uint8_t some_evicted = 0;    ///< some victim was there to be evicted
  std::uint8_t late_attempt = 0;    ///< history: a victim's eviction began after another's failed
  std::uint8_t unused = 0;
};

/// A pod's watch event: the object before (not present: added) and after (not present: deleted).
struct WatchEvent {
  PodObject before;
  PodObject after;
  PodId pod = no_pod;
};

/// What the channel of a pod that waits in Permit holds (waiting_pods_map.go, waitingPod.s).
enum class PermitSignal : std::uint8_t {
  none,
  allowed,
  rejected,             ///< by a Permit plugin, or when the wait is over
  rejected_as_deleted,  ///< by the handler of the pod's deletion
  preempted,            ///< by a preemptor
};

/// One binding goroutine of a pod.
struct BindingCycle {
  CycleFrame frame;
  NodeId host = no_node;  ///< where it binds; no_node: not started
  PermitSignal signal = PermitSignal::none;
  std::uint8_t bits = 0;

  static constexpr std::uint8_t waiting_bit = 1;      ///< in waitingPods
  static constexpr std::uint8_t in_prebind_bit = 2;   ///< in podsInPreBind
  static constexpr std::uint8_t cancelled_bit = 4;    ///< its context, while in PreBind
  static constexpr std::uint8_t prebound_bit = 8;     ///< PreBind is over: too late to cancel
  static constexpr std::uint8_t move_later_bit = 16;  ///< rejected: others are moved at the end

  [[nodiscard]] bool has(std::uint8_t bit) const { return (bits & bit) != 0; }
  void set(std::uint8_t bit, bool value) {
    bits = static_cast<std::uint8_t>(value ? bits | bit : bits & ~bit);
  }
};

/// A status patch that waits for the API dispatcher (api_calls/pod_status_patch.go), with the
/// status that it starts from.
struct StatusPatchCall {
  std::uint8_t bits = 0;
  NodeId nominated = no_node;                               ///< with override_bit
  ScheduledCondition condition = ScheduledCondition::none;  ///< none: not to be changed
  NodeId base_nominated = no_node;
  ScheduledCondition base_condition = ScheduledCondition::none;

  static constexpr std::uint8_t present_bit = 1;
  static constexpr std::uint8_t override_bit = 2;  ///< the nomination is to be changed
  static constexpr std::uint8_t executed_bit = 4;  ///< it has been sent

  [[nodiscard]] bool present() const { return (bits & present_bit) != 0; }
  [[nodiscard]] bool overrides() const { return (bits & override_bit) != 0; }
};

/// Everything about one pod that changes.
struct PodState {
  PodObject api;       ///< the API server's
  PodObject lister;    ///< the informer's indexer, read through the PodLister
  PodObject cache;     ///< the scheduler cache's
  PodObject snapshot;  ///< the snapshot's, while a cycle runs
  QueuedPodInfo queued;
  QueuePlace place = QueuePlace::none;
  std::uint8_t order = 0;           ///< rank by timestamp among queued pods of the same priority
  std::uint8_t flight = 0;          ///< in-flight marker and the events recorded since, see below
  NodeId nominated_node = no_node;  ///< the nominator's entry, in memory
  /// For properties: where the pod was nominated when a restart lost that. Until it gets a node.
  NodeId lost_nomination = no_node;
  PodId last_victim = no_pod;  ///< lastVictimsPendingPreemption, as preemptor
  std::uint8_t bits = 0;
  /// A goroutine whose bind has failed may still be at work when the pod is assumed again.
  std::array<BindingCycle, max_binding_cycles> bindings{};
  StatusPatchCall queued_call;   ///< the dispatcher's, still to be sent
  StatusPatchCall current_call;  ///< the dispatcher's, in flight

  // flight: activeQ's inFlightPods and inFlightEvents. The replay asks only whether some event
  // since the pod was popped is worth a retry, so one bit a kind of event is all that matters.
  static constexpr std::uint8_t in_flight_bit = 1;
  static constexpr std::uint8_t pod_delete_event_bit = 2;      ///< Fit's hint says Queue
  static constexpr std::uint8_t force_activate_event_bit = 4;  ///< names this pod
  static constexpr std::uint8_t other_event_bit = 8;  ///< any: a Permit plugin's hint says Queue

  // bits
  static constexpr std::uint8_t preempting_bit = 1;      ///< in the executor's `preempting` set
  static constexpr std::uint8_t assumed_bit = 2;         ///< the cache's entry is only assumed
  static constexpr std::uint8_t created_bit = 4;         ///< exists or existed
  static constexpr std::uint8_t attempted_bit = 8;       ///< has left its first scheduling cycle
  static constexpr std::uint8_t has_preempted_bit = 16;  ///< history, for properties
  static constexpr std::uint8_t bind_call_bit = 32;      ///< its binding is with the dispatcher

  [[nodiscard]] bool has(std::uint8_t bit) const { return (bits & bit) != 0; }
  void set(std::uint8_t bit, bool value) {
    bits = static_cast<std::uint8_t>(value ? bits | bit : bits & ~bit);
  }
  [[nodiscard]] bool in_flight() const { return (flight & in_flight_bit) != 0; }
};

/// A bound of the model that was reached; the state is not explored further.
enum class ModelBound : std::uint8_t { none, preemptions, watch_events, binding_cycles };

struct World {
  SchedulingThread thread;
  std::array<Preemption, max_preemptions> preemptions{};
  std::array<WatchEvent, max_watch_events> events{};  ///< oldest first
  std::uint8_t events_count = 0;
  std::uint8_t events_listed = 0;  ///< already in the lister
  std::uint8_t events_cached =
      0;  ///< already handled by the assigned-pod handler (or the one handler)
  std::uint8_t events_queued = 0;    ///< already handled by the pending-pod handler
  std::uint8_t moved_since_pop = 0;  ///< hints off: moveRequestCycle >= the cycle that runs
  std::uint8_t api_errors_left = 0;
  std::uint8_t external_deletes_left = 0;
  std::uint8_t lost_replies_left = 0;
  std::uint8_t conflicts_left = 0;
  std::uint8_t permit_rejections_left = 0;
  std::uint8_t external_binds_left = 0;
  std::uint8_t node_deletes_left = 0;
  std::uint8_t restarts_left = 0;
  NodeSet nodes_deleted = 0;    ///< in the API server
  NodeSet nodes_forgotten = 0;  ///< the cache has seen that they are deleted
  NodeSet nodes_missing = 0;    ///< from the snapshot, while a cycle runs
  ModelBound bound = ModelBound::none;
  std::uint8_t unused[3] = {};
  std::array<PodState, max_pods> pods{};
};

static_assert(std::is_trivially_copyable_v<World>);
static_assert(std::has_unique_object_representations_v<World>,
              "padding would make equal worlds differ");

}  // namespace preemptcheck::model
