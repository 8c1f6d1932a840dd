// What may happen to a scheduling queue, as RapidCheck's commands: each is done to the model's
// queue and to the reference, and then both must show the same.
#pragma once

#include <rapidcheck.h>
#include <rapidcheck/state.h>

#include <memory>
#include <optional>
#include <ostream>
#include <string>

#include "model/executor.h"
#include "model/nominator.h"
#include "model/scheduling_queue.h"
#include "tests/model/random_cluster.h"
#include "tests/model/reference_queue.h"

namespace preemptcheck::model::commands {

using reference::Queue;

/// Pods 0 to 4 wait for a node; 5 and 6 are victims, known to the lister only.
inline constexpr int pending_count = 5;
inline constexpr int pods_count = 7;
inline constexpr int nodes_count = 2;

inline std::vector<int> priorities() { return {7, 3, 3, 3, -1, 0, 0}; }

inline TestCluster system_of(Release release) {
  ClusterBuilder builder(release);
  for (int n = 0; n < nodes_count; ++n) builder.node({10});
  for (const int priority : priorities()) builder.pending(priority, {1});
  for (PodSpec& pod : builder.scenario.pods) pod.arrival = Arrival::anytime;
  TestCluster cluster = builder.build();
  for (PodId p = 0; p < pods_count; ++p) cluster.pod(p).lister = pending_object();
  return cluster;
}

inline Queue reference_of(Release release) {
  Queue queue(reference::profile_of(release), priorities());
  for (int p = 0; p < pods_count; ++p) queue.lister[p] = {};
  return queue;
}

inline PodId id(int pod) { return static_cast<PodId>(pod); }
inline NodeId node_id(int node) { return static_cast<NodeId>(node); }
inline int any_pending() { return any_number(0, pending_count - 1); }
inline int any_node() { return any_number(-1, nodes_count - 1); }

inline PodObject object_of(const reference::Listed& listed) {
  PodObject object;
  if (!listed.present) return object;
  object = pending_object(node_id(listed.nominated));
  if (listed.assigned) object.node = 0;
  if (listed.terminating) object.bits |= PodObject::terminating_bit;
  return object;
}

/// Compares all that can be seen of both.
void compare(const Queue& expected, TestCluster& system);

class QueueCommand : public rc::state::Command<Queue, TestCluster> {
 public:
  void run(const Queue& before, TestCluster& system) const final {
    act(before, system);
    compare(nextState(before), system);
  }
  void show(std::ostream& out) const final { out << text(); }

 protected:
  virtual void act(const Queue& before, TestCluster& system) const = 0;
  [[nodiscard]] virtual std::string text() const = 0;

  static std::string call(const char* name, std::initializer_list<int> arguments) {
    std::string result = name;
    for (const int argument : arguments) result += " " + std::to_string(argument);
    return result;
  }
};

class Add : public QueueCommand {
  int pod_ = any_pending();
  int nominated_ = any_node();

  void checkPreconditions(const Queue& queue) const override { RC_PRE(!queue.queued(pod_)); }
  void apply(Queue& queue) const override { queue.add(pod_, nominated_); }
  void act(const Queue&, TestCluster& system) const override {
    PriorityQueue(system.view()).Add(id(pod_), pending_object(node_id(nominated_)));
  }
  std::string text() const override { return call("Add", {pod_, nominated_}); }
};

class Update : public QueueCommand {
  int pod_ = any_pending();
  int before_ = any_node();
  int after_ = any_node();

  void apply(Queue& queue) const override { queue.update(pod_, before_, after_); }
  void act(const Queue&, TestCluster& system) const override {
    const PodObject before = pending_object(node_id(before_));
    const PodObject after = pending_object(node_id(after_));
    PriorityQueue queue(system.view());
    if (queue.update_in_flight(id(pod_))) return;
    if (queue.update_in_queues(id(pod_), before, after)) return;
    queue.update_elsewhere(id(pod_), before, after);
  }
  std::string text() const override { return call("Update", {pod_, before_, after_}); }
};

class Delete : public QueueCommand {
  int pod_ = any_pending();

  void apply(Queue& queue) const override { queue.remove(pod_); }
  void act(const Queue&, TestCluster& system) const override {
    PriorityQueue(system.view()).Delete(id(pod_));
  }
  std::string text() const override { return call("Delete", {pod_}); }
};

class Pop : public QueueCommand {
  int early_ = any_pending();  ///< whom backoffQ gives

  void checkPreconditions(const Queue& queue) const override {
    const bool early = queue.profile.pop_from_backoff && queue.poppable_early().contains(early_);
    RC_PRE(!queue.active.empty() || early);
  }
  void apply(Queue& queue) const override { queue.pop(early_); }
  void act(const Queue& before, TestCluster& system) const override {
    PriorityQueue queue(system.view());
    const int expected = before.active.empty() ? early_ : before.active_in_order().front();
    unsigned choice = 0;
    while (choice < queue.poppable_count() && queue.poppable(choice) != expected) ++choice;
    RC_ASSERT(choice < queue.poppable_count());
    CycleFrame frame;
    Queue after = before;
    RC_ASSERT(queue.Pop(choice, frame) == after.pop(early_));
    if (frame.pod == no_pod) return;
    RC_ASSERT(frame.pod == expected);
    RC_ASSERT(frame.popped.nominated == after.popped.at(expected).nominated);
    RC_ASSERT(frame.info.has(QueuedPodInfo::backing_off_bit) ==
              after.popped.at(expected).backing_off);
  }
  std::string text() const override { return call("Pop", {early_}); }
};

class Done : public QueueCommand {
  int pod_ = any_pending();

  void apply(Queue& queue) const override { queue.done(pod_); }
  void act(const Queue&, TestCluster& system) const override {
    PriorityQueue(system.view()).Done(id(pod_));
  }
  std::string text() const override { return call("Done", {pod_}); }
};

class AddUnschedulable : public QueueCommand {
  int pod_ = any_pending();
  bool by_fit_ = !rarely(4);

  std::set<std::string> rejectors() const {
    return by_fit_ ? std::set<std::string>{"NodeResourcesFit"} : std::set<std::string>{};
  }
  void checkPreconditions(const Queue& queue) const override {
    RC_PRE(queue.popped.contains(pod_));
    RC_PRE(queue.lister.at(pod_).present && !queue.lister.at(pod_).assigned);
  }
  void apply(Queue& queue) const override { queue.add_unschedulable(pod_, rejectors()); }
  void act(const Queue& before, TestCluster& system) const override {
    CycleFrame frame;
    frame.pod = id(pod_);
    frame.info.pod = object_of(before.lister.at(pod_));
    frame.info.bits = by_fit_ ? QueuedPodInfo::rejected_by_fit_bit : std::uint8_t{0};
    PriorityQueue(system.view()).AddUnschedulableIfNotPresent(frame);
  }
  std::string text() const override { return call("AddUnschedulable", {pod_, by_fit_}); }
};

class MoveAll : public QueueCommand {
  bool had_node_ = !rarely(3);
  int nominated_ = any_node();
  std::optional<int> priority_max_ = rarely(3) ? std::optional(any_number(-1, 7)) : std::nullopt;
  std::optional<int> except_ = rarely(4) ? std::optional(any_pending()) : std::nullopt;

  void apply(Queue& queue) const override {
    queue.move_all({"AssignedPodDelete", had_node_, nominated_ != -1, std::nullopt}, priority_max_,
                   except_);
  }
  void act(const Queue&, TestCluster& system) const override {
    PodObject object = pending_object(node_id(nominated_));
    if (had_node_) object.node = 0;
    PriorityQueue(system.view())
        .MoveAllToActiveOrBackoffQueue(
            {.kind = ClusterEvent::Kind::assigned_pod_delete, .object = object},
            {.has_priority_max = priority_max_.has_value(),
             .priority_max = priority_max_.value_or(0),
             .except = except_ ? id(*except_) : no_pod});
  }
  std::string text() const override {
    return call("MoveAll",
                {had_node_, nominated_, priority_max_.value_or(-99), except_.value_or(-99)});
  }
};

class Activate : public QueueCommand {
  int pod_ = any_pending();

  void apply(Queue& queue) const override { queue.activate(pod_); }
  void act(const Queue&, TestCluster& system) const override {
    PriorityQueue(system.view()).Activate(id(pod_));
  }
  std::string text() const override { return call("Activate", {pod_}); }
};

class BackoffOver : public QueueCommand {
  PodSet pods_ = static_cast<PodSet>(any_number(1, (1 << pending_count) - 1));

  void apply(Queue& queue) const override {
    std::set<int> pods;
    for (int p = 0; p < pending_count; ++p)
      if (contains(pods_, id(p))) pods.insert(p);
    queue.backoff_over(pods);
  }
  void act(const Queue&, TestCluster& system) const override {
    PriorityQueue(system.view()).flushBackoffQCompleted(pods_);
  }
  std::string text() const override { return call("BackoffOver", {static_cast<int>(pods_)}); }
};

class Flush : public QueueCommand {
  void checkPreconditions(const Queue& queue) const override {
    RC_PRE(!queue.unschedulable.empty());
  }
  void apply(Queue& queue) const override { queue.flush(); }
  void act(const Queue&, TestCluster& system) const override {
    PriorityQueue(system.view()).flushUnschedulablePodsLeftover();
  }
  std::string text() const override { return "Flush"; }
};

/// A preemption starts or ends, or registers its last victim.
class Preempting : public QueueCommand {
  int pod_ = any_pending();
  bool inserted_ = !rarely(3);
  int last_victim_ = any_number(pending_count - 1, pods_count - 1);  ///< a pending pod: none

  [[nodiscard]] bool registers() const { return inserted_ && last_victim_ >= pending_count; }
  void apply(Queue& queue) const override {
    queue.preempting.erase(pod_);
    queue.last_victims.erase(pod_);
    if (inserted_ && queue.profile.async) queue.preempting.insert(pod_);
    if (registers() && queue.profile.gate_looks_at_lister) queue.last_victims[pod_] = last_victim_;
  }
  void act(const Queue&, TestCluster& system) const override {
    const Cluster c = system.view();
    c.pod(id(pod_)).set(PodState::preempting_bit, inserted_ && c.on(Switch::async_preemption));
    c.pod(id(pod_)).last_victim =
        registers() && c.on(Switch::gate_consults_lister) ? id(last_victim_) : no_pod;
  }
  std::string text() const override { return call("Preempting", {pod_, inserted_, last_victim_}); }
};

/// The lister sees a new version of some pod.
class List : public QueueCommand {
  int pod_ = any_number(0, pods_count - 1);
  reference::Listed listed_{!rarely(4), rarely(4), rarely(3), any_node()};

  void apply(Queue& queue) const override { queue.lister[pod_] = listed_; }
  void act(const Queue&, TestCluster& system) const override {
    system.pod(id(pod_)).lister = object_of(listed_);
  }
  std::string text() const override {
    return call("List",
                {pod_, listed_.present, listed_.assigned, listed_.terminating, listed_.nominated});
  }
};

class Nominate : public QueueCommand {
  int pod_ = any_pending();
  bool override_ = !rarely(3);
  int node_ = any_node();

  void apply(Queue& queue) const override {
    queue.nominate(pod_, override_ ? std::optional(node_) : std::nullopt);
  }
  void act(const Queue& before, TestCluster& system) const override {
    Nominator(system.view())
        .addNominatedPod(id(pod_), object_of(before.lister.at(pod_)),
                         override_ ? NominatingMode::override_with : NominatingMode::noop,
                         override_ ? node_id(node_) : no_node);
  }
  std::string text() const override { return call("Nominate", {pod_, override_, node_}); }
};

class DropNomination : public QueueCommand {
  int pod_ = any_pending();

  void apply(Queue& queue) const override { queue.drop_nomination(pod_); }
  void act(const Queue&, TestCluster& system) const override {
    Nominator(system.view()).DeleteNominatedPodIfExists(id(pod_));
  }
  std::string text() const override { return call("DropNomination", {pod_}); }
};

}  // namespace preemptcheck::model::commands
