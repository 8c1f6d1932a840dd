#include "properties/status_patch_reaches_its_pod.h"

#include <gtest/gtest.h>

#include "tests/properties/transition.h"

namespace preemptcheck::properties {
namespace {

/// Pod 1 has pod 0's name, whose cycle runs; pod 1's status changes.
Transition misdirected() {
  model::ClusterBuilder builder;
  builder.node({10});
  builder.pending(5, {5});
  builder.pending(5, {5});
  builder.spec(1).name = builder.spec(0).name;
  builder.spec(1).generation = 1;
  Transition state(builder);
  for (model::TestCluster* one : {&state.before, &state.after}) {
    one->world.thread.cycle.pod = one->world.thread.cycle.popped_pod = 0;
    one->pod(1).api = model::pending_object();
  }
  state.after.pod(1).api.nominated = 0;
  return state;
}

TEST(StatusPatchReachesItsPod, IsViolatedWhereALaterPodGetsTheNomination) {
  EXPECT_EQ(misdirected().violation_of(status_patch_reaches_its_pod),
            "default/p0#2 is given the status of default/p0, which had its name");
}

TEST(StatusPatchReachesItsPod, IsNotAboutOtherNames) {
  Transition state = misdirected();
  model::Scenario scenario = state.before.model->scenario;
  scenario.pods[1].name = "other";
  state.before.model = std::make_shared<const model::Model>(model::make_model(scenario));
  EXPECT_FALSE(state.violates(status_patch_reaches_its_pod));
}

TEST(StatusPatchReachesItsPod, IsNotAboutItsCreation) {
  Transition state = misdirected();
  state.before.pod(1).api = {};
  EXPECT_FALSE(state.violates(status_patch_reaches_its_pod));
}

}  // namespace
}  // namespace preemptcheck::properties
