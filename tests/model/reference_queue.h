// The scheduling queue once more, for comparison: maps of entries by name, one ordered list of pods
// and events in flight that is replayed, real timestamps. Follows the Go code, not the model's.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "model/cluster.h"

namespace preemptcheck::model::reference {

/// What the compared releases differ in, from the released sources.
struct Profile {
  bool async = false;                    ///< SchedulerAsyncPreemption
  bool hints = false;                    ///< SchedulerQueueingHints
  bool pop_from_backoff = false;         ///< SchedulerPopFromBackoffQ
  bool gate_looks_at_lister = false;     ///< lastVictimsPendingPreemption
  bool gated_ignore_events = false;      ///< GatingPluginEvents
  bool gated_ignore_wildcards = false;   ///< and the flush does not match them
  bool fit_takes_nominated = false;      ///< isSchedulableAfterPodEvent asks for NominatedNodeName
  bool activate_trusts_backoff = false;  ///< movesFromBackoffQ in activate
};
Profile profile_of(Release release);

struct Entry {
  int nominated = -1;  ///< status.nominatedNodeName of the queue's copy
  std::set<std::string> rejectors;
  std::string gating_plugin;
  bool backing_off = false;
  long timestamp = 0;
  bool operator==(const Entry&) const = default;
};

struct Event {
  std::string label;  ///< "AssignedPodDelete", "UnschedulableTimeout", "ForceActivate"
  bool had_node = false;
  bool had_nomination = false;
  std::optional<int> about;  ///< newObj of a wildcard event
};

/// An element of inFlightEvents: a pod that was popped, or an event.
struct InFlight {
  std::optional<int> pod;
  Event event;
};

/// The lister's copy of a pod.
struct Listed {
  bool present = true;
  bool assigned = false;
  bool terminating = false;
  int nominated = -1;
};

class Queue {
 public:
  Queue(Profile profile, std::vector<int> priorities);

  void add(int pod, int nominated);
  void update(int pod, int old_nominated, int new_nominated);
  void remove(int pod);
  /// Pops the head; `early` is whom backoffQ gives where activeQ is empty. False: discarded.
  bool pop(std::optional<int> early);
  void done(int pod);
  /// `rejectors` of the attempt; the entry takes the lister's copy.
  void add_unschedulable(int pod, const std::set<std::string>& rejectors);
  void move_all(const Event& event, std::optional<int> priority_max, std::optional<int> except);
  void activate(int pod);
  void backoff_over(const std::set<int>& pods);
  void flush();
  void nominate(int pod, std::optional<int> override_with);
  void drop_nomination(int pod) { nominations.erase(pod); }

  /// activeQ, head first.
  [[nodiscard]] std::vector<int> active_in_order() const;
  /// The normal heap of backoffQ.
  [[nodiscard]] std::set<int> poppable_early() const;
  [[nodiscard]] bool queued(int pod) const;
  [[nodiscard]] bool in_flight(int pod) const;

  Profile profile;
  std::vector<int> priorities;
  std::map<int, Entry> active, backoff, unschedulable;
  std::map<int, Entry> popped;     ///< by cycles that have not ended
  std::map<int, int> nominations;  ///< node by pod; in memory
  std::map<int, Listed> lister;
  std::set<int> preempting;
  std::map<int, int> last_victims;
  std::vector<InFlight> in_flight_events;

 private:
  [[nodiscard]] bool gate_is_closed(int pod) const;
  void run_pre_enqueue(int pod, Entry& entry) const;
  [[nodiscard]] bool worth_requeuing(int pod, const Entry& entry, const Event& event) const;
  [[nodiscard]] bool replay_says_requeue(int pod, const Entry& entry) const;
  bool move_to_active(int pod, Entry entry, bool skip_pre_enqueue, bool renominate);
  void move_to_backoff(int pod, Entry entry);
  void requeue(int pod, const Entry& entry);
  void move(const std::vector<int>& pods, const Event& event);
  void update_nominated(int pod, int old_nominated, int new_nominated);
  void add_nominated(int pod, int node);

  long clock_ = 0;
  long scheduling_cycle_ = 0;
  long move_request_cycle_ = -1;
};

}  // namespace preemptcheck::model::reference
