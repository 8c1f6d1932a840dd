#include "properties/nominated_space_claimed_once.h"

#include <gtest/gtest.h>

#include "tests/properties/claim.h"

namespace preemptcheck::properties {
namespace {

bool assuming_violates(std::int32_t claimant_priority, std::int32_t nominated_priority) {
  Claim claim(claimant_priority, nominated_priority);
  claim.has_nomination();
  claim.is_assumed();
  return claim.violates(nominated_space_claimed_once);
}

TEST(NominatedSpaceClaimedOnce, IsViolatedWhereAnEqualOrLowerPodIsAssumedOnIt) {
  EXPECT_TRUE(assuming_violates(5, 5));
  EXPECT_TRUE(assuming_violates(5, 6));
}

TEST(NominatedSpaceClaimedOnce, HoldsWhereAHigherPodIsAssumedOnIt) {
  EXPECT_FALSE(assuming_violates(5, 4));
}

TEST(NominatedSpaceClaimedOnce, IsViolatedWhereItIsPromisedAgain) {
  Claim claim(5, 5);
  claim.has_nomination();
  claim.is_nominated();
  EXPECT_EQ(claim.violation_of(nominated_space_claimed_once),
            "default/p0 is nominated to n0, which cannot hold it beside what stays and what is "
            "promised there");
}

TEST(NominatedSpaceClaimedOnce, HoldsWhereTheNodeHoldsBoth) {
  Claim claim(5, 5);
  claim.has_nomination();
  claim.is_assumed();
  for (model::TestCluster* state : {&claim.before, &claim.after}) {
    model::Scenario scenario = state->model->scenario;
    scenario.nodes[0].allocatable[0] = 16;
    state->model = std::make_shared<const model::Model>(model::make_model(scenario));
  }
  EXPECT_FALSE(claim.violates(nominated_space_claimed_once));
}

TEST(NominatedSpaceClaimedOnce, HoldsWhereTheNominatedPodIsGone) {
  Claim claim(5, 5);
  claim.has_nomination();
  claim.is_assumed();
  claim.after.pod(Claim::nominated).api = {};
  EXPECT_FALSE(claim.violates(nominated_space_claimed_once));
}

/// A pod of size 10 is nominated while a pod of size 4 still runs there.
Claim nominated_beside_running() {
  model::ClusterBuilder builder = Claim::cluster(5, 5);
  builder.spec(Claim::claimant).requests[0] = 10;
  Claim claim(5, 5);
  claim.before = claim.after = builder.build();
  claim.is_nominated();
  return claim;
}

TEST(NominatedSpaceClaimedOnce, CountsPodsThatStay) {
  EXPECT_TRUE(nominated_beside_running().violates(nominated_space_claimed_once));
}

TEST(NominatedSpaceClaimedOnce, DoesNotCountVictimsOfAPreemptionInFlight) {
  Claim claim = nominated_beside_running();
  model::put_preemption(claim.before, 0, Claim::claimant, 0, model::only(Claim::running));
  EXPECT_FALSE(claim.violates(nominated_space_claimed_once));
}

TEST(NominatedSpaceClaimedOnce, DoesNotCountVictimsThatTheCycleAtHandHasChosen) {
  Claim claim = nominated_beside_running();
  claim.before.world.thread.selected = model::only(Claim::running);
  EXPECT_FALSE(claim.violates(nominated_space_claimed_once));
}

}  // namespace
}  // namespace preemptcheck::properties
