// The scheduling queue: examples of what is easily got wrong, and long random histories against a
// reference that keeps the whole list of events in flight.
#include "model/scheduling_queue.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/model/scheduling_queue_commands.h"

namespace preemptcheck::model::commands {

namespace {

/// Pods of activeQ in the order in which Pop would take them.
std::vector<int> active_in_order(TestCluster system) {
  std::vector<int> order;
  const auto is_active = [&](PodId pod) { return system.pod(pod).place == QueuePlace::active; };
  PriorityQueue queue(system.view());
  while (queue.poppable_count() > 0 && is_active(queue.poppable(0))) {
    order.push_back(queue.poppable(0));
    queue.Delete(queue.poppable(0));
  }
  return order;
}

void compare_entry(const Queue& expected, int pod, const PodState& state) {
  const auto compare_with = [&](const reference::Entry& entry) {
    RC_ASSERT(state.queued.has(QueuedPodInfo::gated_bit) == !entry.gating_plugin.empty());
    RC_ASSERT(state.queued.has(QueuedPodInfo::rejected_by_fit_bit) ==
              entry.rejectors.contains("NodeResourcesFit"));
    RC_ASSERT(state.queued.has(QueuedPodInfo::rejected_by_default_preemption_bit) ==
              entry.rejectors.contains("DefaultPreemption"));
    RC_ASSERT(state.queued.has(QueuedPodInfo::backing_off_bit) == entry.backing_off);
    RC_ASSERT(state.queued.pod.nominated == entry.nominated);
  };
  if (expected.active.contains(pod)) {
    RC_ASSERT(state.place == QueuePlace::active);
    compare_with(expected.active.at(pod));
  } else if (expected.backoff.contains(pod)) {
    RC_ASSERT(state.place == QueuePlace::backoff);
    compare_with(expected.backoff.at(pod));
  } else if (expected.unschedulable.contains(pod)) {
    RC_ASSERT(state.place == QueuePlace::unschedulable);
    compare_with(expected.unschedulable.at(pod));
  } else {
    RC_ASSERT(state.place == QueuePlace::none);
    RC_ASSERT(state.queued == QueuedPodInfo{});
    RC_ASSERT(state.order == 0);
  }
}

}  // namespace

void compare(const Queue& expected, TestCluster& system) {
  for (int p = 0; p < pods_count; ++p) {
    const PodState& state = system.pod(id(p));
    compare_entry(expected, p, state);
    RC_ASSERT(state.in_flight() == expected.in_flight(p));
    const auto nomination = expected.nominations.find(p);
    RC_ASSERT(state.nominated_node ==
              (nomination == expected.nominations.end() ? -1 : nomination->second));
  }
  for (int n = 0; n < nodes_count; ++n) {
    PodSet there = 0;
    for (const auto& [pod, node] : expected.nominations)
      if (node == n && expected.queued(pod)) there |= only(id(pod));
    RC_ASSERT(Nominator(system.view()).NominatedPodsForNode(node_id(n)) == there);
  }
  RC_ASSERT(active_in_order(system) == expected.active_in_order());
  const std::size_t early =
      expected.profile.pop_from_backoff ? expected.poppable_early().size() : 0;
  RC_ASSERT(PriorityQueue(system.view()).poppable_count() == (expected.active.empty() ? early : 1));
}

namespace {

void check_history(Release release) {
  TestCluster system = system_of(release);
  // Pop and its counterpart twice: a history without cycles says little.
  rc::state::check(
      reference_of(release), system,
      rc::state::gen::execOneOfWithArgs<Add, Add, Update, Delete, Pop, Pop, Pop, Done,
                                        AddUnschedulable, AddUnschedulable, AddUnschedulable,
                                        MoveAll, MoveAll, Activate, BackoffOver, Flush, Preempting,
                                        Preempting, List, Nominate, DropNomination>());
}

/// A few histories in each of RapidCheck's hundred test cases.
void check_histories(Release release) {
  for (int i = 0; i < 5; ++i) check_history(release);
}

RC_GTEST_PROP(QueueHistories, Release131BehavesAsTheReference, ()) {
  check_histories(Release::v1_31);
}
RC_GTEST_PROP(QueueHistories, Release133BehavesAsTheReference, ()) {
  check_histories(Release::v1_33);
}
RC_GTEST_PROP(QueueHistories, Release135BehavesAsTheReference, ()) {
  check_histories(Release::v1_35);
}
RC_GTEST_PROP(QueueHistories, Release137BehavesAsTheReference, ()) {
  check_histories(Release::v1_37);
}

/// A preemptor (pod 0) and somebody else (pod 1) of lower priority.
class SchedulingQueue : public ::testing::Test {
 protected:
  void begin(Release release) { system = system_of(release); }
  PriorityQueue queue() { return PriorityQueue(system.view()); }
  CycleFrame pop() {
    CycleFrame frame;
    EXPECT_TRUE(queue().Pop(0, frame));
    return frame;
  }
  /// A cycle of pod 0 that ends without room; `during` happens in it.
  template <class During>
  void fail_cycle(const During& during) {
    queue().Add(0, pending_object());
    CycleFrame frame = pop();
    during();
    frame.info.bits = QueuedPodInfo::rejected_by_fit_bit;
    queue().AddUnschedulableIfNotPresent(frame);
  }
  void delete_assigned_pod() {
    queue().MoveAllToActiveOrBackoffQueue(
        {.kind = ClusterEvent::Kind::assigned_pod_delete, .object = bound_object(0)});
  }
  void set_preempting(bool value) { system.pod(0).set(PodState::preempting_bit, value); }
  QueuePlace place() { return system.pod(0).place; }
  bool gated() { return system.pod(0).queued.has(QueuedPodInfo::gated_bit); }

  TestCluster system = system_of(newest_release);
};

TEST_F(SchedulingQueue, AnEventDuringTheCycleMakesThePodRetry) {
  fail_cycle([&] { delete_assigned_pod(); });
  EXPECT_EQ(place(), QueuePlace::backoff);
}

TEST_F(SchedulingQueue, WithoutAnEventThePodWaitsAndIsNotGated) {
  fail_cycle([&] { set_preempting(true); });
  EXPECT_EQ(place(), QueuePlace::unschedulable);
  EXPECT_FALSE(gated()) << "a pod that stays in the pool is not asked about its gate";
}

TEST_F(SchedulingQueue, AnEventIsSpentOnAClosedGate) {
  fail_cycle([&] {
    set_preempting(true);
    delete_assigned_pod();
  });
  EXPECT_EQ(place(), QueuePlace::unschedulable);
  EXPECT_TRUE(gated());
  set_preempting(false);
  EXPECT_EQ(place(), QueuePlace::unschedulable) << "the gate opens silently";
  delete_assigned_pod();
  EXPECT_EQ(place(), QueuePlace::backoff);
}

TEST_F(SchedulingQueue, TheGateIsOpenOnceTheListerShowsTheLastVictimGone) {
  constexpr PodId victim = 5;
  for (const bool terminating : {false, true}) {
    begin(newest_release);
    system.pod(victim).lister = terminating ? terminating_object(0) : bound_object(0);
    fail_cycle([&] {
      set_preempting(true);
      system.pod(0).last_victim = victim;
      delete_assigned_pod();
    });
    EXPECT_EQ(gated(), !terminating);
  }
}

TEST_F(SchedulingQueue, ActivateInFlightIsRememberedForTheEndOfTheCycle) {
  fail_cycle([&] { queue().Activate(0); });
  EXPECT_EQ(place(), QueuePlace::backoff);
}

TEST_F(SchedulingQueue, AnErrorIsNotPoppedBeforeItsBackoffIsOver) {
  queue().Add(0, pending_object());
  CycleFrame frame = pop();
  frame.info.bits = 0;
  queue().AddUnschedulableIfNotPresent(frame);
  EXPECT_EQ(place(), QueuePlace::backoff);
  EXPECT_EQ(queue().poppable_count(), 0U);
  queue().flushBackoffQCompleted(only(0));
  EXPECT_EQ(queue().poppable_count(), 1U);
}

TEST_F(SchedulingQueue, TheFlushReachesGatedPodsIn137AndNotIn135) {
  for (const Release release : {Release::v1_35, Release::v1_37}) {
    begin(release);
    fail_cycle([&] {
      set_preempting(true);
      delete_assigned_pod();
    });
    set_preempting(false);
    queue().flushUnschedulablePodsLeftover();
    EXPECT_EQ(place() == QueuePlace::unschedulable, release == Release::v1_35);
  }
}

TEST_F(SchedulingQueue, AFlushDuringTheCycleMakesThePodRetry) {
  put_in_queue(system, 1, QueuePlace::unschedulable, QueuedPodInfo::rejected_by_fit_bit);
  fail_cycle([&] { queue().flushUnschedulablePodsLeftover(); });
  EXPECT_EQ(place(), QueuePlace::backoff);
}

TEST_F(SchedulingQueue, WithoutHintsAMoveDuringTheCycleIsRemembered) {
  begin(Release::v1_31);
  fail_cycle([&] { delete_assigned_pod(); });
  EXPECT_EQ(place(), QueuePlace::backoff);
  queue().Delete(0);
  fail_cycle([] {});
  EXPECT_EQ(place(), QueuePlace::unschedulable);
}

TEST_F(SchedulingQueue, APodThatIsPoppedWhileInFlightIsDiscarded) {
  queue().Add(0, pending_object());
  pop();
  queue().Add(0, pending_object());
  CycleFrame frame;
  EXPECT_FALSE(queue().Pop(0, frame));
  EXPECT_EQ(frame.pod, no_pod);
  EXPECT_TRUE(system.pod(0).in_flight());
}

TEST_F(SchedulingQueue, OfEqualPriorityTheOneQueuedFirstIsPoppedFirst) {
  for (const PodId pod : {PodId{3}, PodId{1}, PodId{2}, PodId{0}})
    queue().Add(pod, pending_object());
  for (const PodId expected : {PodId{0}, PodId{3}, PodId{1}, PodId{2}})
    EXPECT_EQ(pop().pod, expected);
}

}  // namespace
}  // namespace preemptcheck::model::commands
