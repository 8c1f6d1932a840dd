#include "properties/only_the_selected_pod_is_deleted.h"

#include <gtest/gtest.h>

#include "tests/properties/transition.h"

namespace preemptcheck::properties {
namespace {

/// Pod 3 has pod 2's name; pod 2 was chosen, and pod 3 is deleted.
Transition successor_deleted() {
  model::ClusterBuilder builder;
  builder.node({10});
  builder.pending(5, {5});
  builder.pending(5, {5});
  builder.bound(0, {5}, 0);
  builder.bound(0, {5}, 0);
  builder.spec(3).name = builder.spec(2).name;
  builder.spec(3).generation = 1;
  Transition state(builder);
  for (model::TestCluster* one : {&state.before, &state.after})
    model::put_preemption(*one, 0, 0, 0, model::only(2));
  state.after.pod(3).api = {};
  return state;
}

TEST(OnlyTheSelectedPodIsDeleted, IsViolatedWhereASuccessorGoes) {
  EXPECT_EQ(successor_deleted().violation_of(only_the_selected_pod_is_deleted),
            "default/p2#2 is deleted, which nobody has chosen: it has the name of the victim "
            "default/p2");
}

TEST(OnlyTheSelectedPodIsDeleted, HoldsWhereTheVictimItselfGoes) {
  Transition state = successor_deleted();
  state.after.pod(3).api = state.before.pod(3).api;
  state.after.pod(2).api = {};
  EXPECT_FALSE(state.violates(only_the_selected_pod_is_deleted));
}

TEST(OnlyTheSelectedPodIsDeleted, HoldsWhereTheSuccessorWasChosenToo) {
  Transition state = successor_deleted();
  model::put_preemption(state.before, 1, 1, 0, model::only(3));
  EXPECT_FALSE(state.violates(only_the_selected_pod_is_deleted));
}

}  // namespace
}  // namespace preemptcheck::properties
