// Two switches of the queue that matter only after a long schedule: what each changes, in a run
// that is written out. Both rest on the gate closing again without a new preemption: it reads the
// last victim from the lister by name, and a controller has brought a pod of that name back.
#include <gtest/gtest.h>

#include "model/executor.h"
#include "tests/model/drive.h"

namespace preemptcheck::model::scheduling_queue_switches_test {
namespace {

constexpr PodId p = 0;
constexpr PodId unrelated = 2;
constexpr PodId later = 3;

/// The preemptor, its victim on n0, an unrelated pod on n1, and the pod that a controller creates
/// in the victim's place.
ClusterBuilder cluster() {
  ClusterBuilder builder;
  builder.node({2});
  builder.node({1});
  builder.pending(10, {2});
  const PodId victim = builder.bound(1, {2}, 0);
  builder.bound(1, {1}, 1);
  builder.pending(1, {2});
  builder.spec(victim).may_be_deleted = true;
  builder.spec(unrelated).may_be_deleted = true;
  builder.spec(later).name = builder.spec(victim).name;
  builder.spec(later).generation = 1;
  builder.spec(later).arrival = Arrival::when_gone;
  builder.spec(later).arrives_after = victim;
  return builder;
}

constexpr unsigned first_pod = 0;  // choices of the deleting client
constexpr unsigned last_pod = 1;
constexpr unsigned fails = 1;  // choice of an API call

bool gate_is_closed(Drive& drive) { return IsPodRunningPreemption(drive.view(), p); }

/// The first goroutine has failed and is about to activate the preemptor, which meanwhile has
/// preempted once more, was moved to the backoff queue while the victim was gone, and whose gate is
/// closed again.
QueuePlace place_after_late_activation(bool skips_gate) {
  ClusterBuilder builder = cluster();
  builder.with(Switch::activate_from_backoff_skips_gate, skips_gate);
  builder.scenario.faults = {.api_errors = 1, .external_deletes = 2};
  Drive drive(builder);
  drive.run("scheduler");
  drive.run_to("executor/1", "executor/patch-last-victim");
  drive.step("executor/1", fails);
  drive.run_to("executor/1", "executor/activate");
  drive.step("deleting-client", last_pod);
  drive.deliver();
  drive.run("scheduler");
  EXPECT_EQ(drive.taken("scheduler/post-filter"), 2);
  drive.run_to("executor/2", "executor/patch-last-victim");
  drive.step("deleting-client", first_pod);
  drive.deliver();
  EXPECT_EQ(drive.pod(p).place, QueuePlace::backoff);
  drive.run("controller");
  drive.deliver();
  EXPECT_TRUE(gate_is_closed(drive));
  drive.step("executor/1");
  return drive.pod(p).place;
}

TEST(ActivateFromBackoffSkipsGate, DecidesWhetherAGatedPodBecomesActive) {
  EXPECT_EQ(place_after_late_activation(true), QueuePlace::active);
  EXPECT_EQ(place_after_late_activation(false), QueuePlace::unschedulable);
}

/// A Permit plugin rejects the preemptor while its first preemption is still at work; its gate is
/// closed again, and opens silently. Then a pod is bound, an event for which only the Permit
/// plugin has registered.
QueuePlace place_after_an_event_that_the_gate_is_deaf_to(bool skips_events) {
  ClusterBuilder builder = cluster();
  builder.with(Switch::gated_pods_skip_events, skips_events);
  builder.spec(p).waits_in_permit = true;
  builder.scenario.faults = {.external_deletes = 2, .permit_rejections = 1};
  builder.scenario.binding_finishes = false;
  Drive drive(builder);
  drive.run("scheduler");
  drive.run_to("executor/1", "executor/patch-last-victim");
  drive.step("deleting-client", first_pod);
  drive.deliver();
  drive.run("scheduler");
  drive.run("binding/default/p0");
  drive.run("rejecting-permit-plugin");
  drive.step("deleting-client");  // the unrelated pod: an event of the cycle, replayed at its end
  drive.deliver();
  drive.run("controller");
  drive.run("reflector");
  drive.run("binding/default/p0");
  EXPECT_TRUE(drive.pod(p).queued.has(QueuedPodInfo::gated_bit));
  EXPECT_TRUE(drive.pod(p).queued.has(QueuedPodInfo::rejected_by_permit_bit));
  drive.deliver();
  drive.run("scheduler");
  drive.run("binding/default/p1#2");
  EXPECT_EQ(drive.pod(later).api.node, 0);
  drive.run("executor/1");
  EXPECT_FALSE(gate_is_closed(drive));
  while (!drive.pod(later).lister.assigned() && drive.step("reflector")) {
  }
  drive.run("event-handler");
  return drive.pod(p).place;
}

TEST(GatedPodsSkipEvents, DecidesWhetherAnEventOfAnotherPluginEndsTheWait) {
  EXPECT_EQ(place_after_an_event_that_the_gate_is_deaf_to(true), QueuePlace::unschedulable);
  EXPECT_EQ(place_after_an_event_that_the_gate_is_deaf_to(false), QueuePlace::backoff);
}

}  // namespace
}  // namespace preemptcheck::model::scheduling_queue_switches_test
