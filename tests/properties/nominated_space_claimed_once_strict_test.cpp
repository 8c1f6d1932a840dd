#include "properties/nominated_space_claimed_once_strict.h"

#include <gtest/gtest.h>

#include "tests/properties/claim.h"

namespace preemptcheck::properties {
namespace {

TEST(NominatedSpaceClaimedOnceStrict, IsViolatedWhateverThePriority) {
  for (const std::int32_t nominated_priority : {4, 5, 6}) {
    Claim claim(5, nominated_priority);
    claim.has_nomination();
    claim.is_assumed();
    EXPECT_EQ(claim.violation_of(nominated_space_claimed_once_strict),
              "default/p0 is assumed on n0, where room for it is promised to a nominated pod");
  }
}

TEST(NominatedSpaceClaimedOnceStrict, HoldsWhereNothingIsPromised) {
  Claim claim(5, 4);
  claim.is_assumed();
  EXPECT_FALSE(claim.violates(nominated_space_claimed_once_strict));
}

}  // namespace
}  // namespace preemptcheck::properties
