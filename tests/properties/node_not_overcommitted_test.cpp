#include "properties/node_not_overcommitted.h"

#include <gtest/gtest.h>

#include "tests/properties/claim.h"

namespace preemptcheck::properties {
namespace {

TEST(NodeNotOvercommitted, HoldsWhereANodeIsExactlyFull) {
  Claim claim(5, 5);
  claim.is_assumed();
  EXPECT_FALSE(claim.violates(node_not_overcommitted));
}

TEST(NodeNotOvercommitted, IsViolatedInTheCache) {
  Claim claim(5, 5);
  claim.is_assumed();
  claim.after.pod(Claim::nominated).cache = model::bound_object(0);
  EXPECT_EQ(claim.violation_of(node_not_overcommitted),
            "n0 holds more than it has, in the scheduler's cache");
}

TEST(NodeNotOvercommitted, IsViolatedInTheApiServer) {
  Claim claim(5, 5);
  for (const model::PodId pod : {Claim::claimant, Claim::nominated})
    claim.after.pod(pod).api = model::bound_object(0);
  EXPECT_EQ(claim.violation_of(node_not_overcommitted),
            "n0 holds more than it has, in the API server");
}

}  // namespace
}  // namespace preemptcheck::properties
