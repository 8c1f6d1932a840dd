// activeQ, backoffQ, the unschedulable pods and the events of pods in flight. Mirrors
// pkg/scheduler/backend/queue/{scheduling_queue,active_queue,backoff_queue}.go. Each public
// function is what the original does in one section under its lock.
#pragma once

#include <cstdint>

#include "model/cluster.h"

namespace preemptcheck::model {

/// framework.ClusterEvent with the object it is about, as far as the modelled plugins look at it.
struct ClusterEvent {
  enum class Kind : std::uint8_t {
    assigned_pod_add,
    assigned_pod_delete,  ///< also: an assumed pod is forgotten, a nomination is dropped
    unschedulable_timeout,
  };
  Kind kind = Kind::assigned_pod_delete;
  PodObject object;
};

/// PreEnqueueCheck: which unschedulable pods a move is about.
struct PreCheck {
  bool has_priority_max = false;
  std::int32_t priority_max = 0;  ///< getLEPriorityPreCheck
  PodId except = no_pod;
};

class PriorityQueue {
 public:
  explicit PriorityQueue(Cluster cluster) : c(cluster) {}

  /// How many pods the next Pop may return: one from activeQ, or, where that is empty and
  /// SchedulerPopFromBackoffQ is on, any from backoffQ (their order there is by time).
  [[nodiscard]] unsigned poppable_count() const;
  /// The pod that the choice stands for.
  [[nodiscard]] PodId poppable(unsigned choice) const;
  /// activeQueue.pop. False: the popped entry was discarded, since its pod is in flight already.
  bool Pop(unsigned choice, CycleFrame& out);
  /// PriorityQueue.Done.
  void Done(PodId pod) { c.pod(pod).flight = 0; }

  /// PriorityQueue.Add: a new pending pod.
  void Add(PodId pod, const PodObject& object);
  /// First part of PriorityQueue.Update, under activeQ's lock: true when the update is dealt with.
  bool update_in_flight(PodId pod) const;
  bool update_in_queues(PodId pod, const PodObject& before, const PodObject& after);
  /// The rest of PriorityQueue.Update.
  void update_elsewhere(PodId pod, const PodObject& before, const PodObject& after);
  /// PriorityQueue.Delete.
  void Delete(PodId pod);

  /// PriorityQueue.AddUnschedulableIfNotPresent, which calls Done.
  void AddUnschedulableIfNotPresent(const CycleFrame& frame);
  /// PriorityQueue.MoveAllToActiveOrBackoffQueue.
  void MoveAllToActiveOrBackoffQueue(const ClusterEvent& event, const PreCheck& check = {});
  /// What a move does where there are no hints and no pod is to be moved: the pod that is being
  /// scheduled will not wait for another one.
  void request_move() { c.world.moved_since_pop = 1; }
  /// PriorityQueue.Activate, of one pod.
  void Activate(PodId pod);
  /// PriorityQueue.flushBackoffQCompleted, for pods whose backoff has just expired.
  void flushBackoffQCompleted(PodSet expired);
  /// Pods that flushUnschedulablePodsLeftover would look at: all, since five minutes are over.
  [[nodiscard]] PodSet flushable() const;
  void flushUnschedulablePodsLeftover();

 private:
  enum class Strategy : std::uint8_t { skip, after_backoff };

  /// The queues are keyed by name: whose entry a look-up finds. The pod itself where there is none.
  [[nodiscard]] PodId entry_of(PodId pod) const;
  [[nodiscard]] Strategy isPodWorthRequeuing(PodId pod, const ClusterEvent& event) const;
  [[nodiscard]] bool fit_hint_queues(const PodObject& deleted) const;
  [[nodiscard]] Strategy determineSchedulingHintForInFlightPod(PodId pod) const;
  void requeuePodWithQueueingStrategy(PodId pod, Strategy strategy);
  void movePodsToActiveOrBackoffQueue(PodSet pods, const ClusterEvent& event);
  void record_in_flight(const ClusterEvent& event);
  bool activate(PodId named);
  void runPreEnqueuePlugins(PodId pod);
  bool moveToActiveQ(PodId pod, bool skip_pre_enqueue, bool renominate);
  bool moveToBackoffQ(PodId pod);
  void place_entry(PodId pod, QueuePlace place);
  void drop_entry(PodId pod);
  void take_over_entry(PodId pod);
  void refresh_timestamp(PodId pod);

  Cluster c;
};

}  // namespace preemptcheck::model
