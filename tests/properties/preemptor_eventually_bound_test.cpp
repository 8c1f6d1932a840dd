#include "properties/preemptor_eventually_bound.h"

#include <gtest/gtest.h>

#include "tests/properties/pending.h"

namespace preemptcheck::properties {
namespace {

TEST(PreemptorEventuallyBound, IsPendingUntilAPodThatHasPreemptedIsBound) {
  Pending world;
  EXPECT_FALSE(world.is_pending(preemptor_eventually_bound)) << "it has not preempted";
  world.preemptor().set(model::PodState::has_preempted_bit, true);
  EXPECT_TRUE(world.is_pending(preemptor_eventually_bound));
  world.preemptor().api = model::bound_object(0);
  EXPECT_FALSE(world.is_pending(preemptor_eventually_bound)) << "it is bound";
}

TEST(PreemptorEventuallyBound, IsNotAboutDeletedPods) {
  Pending world;
  world.preemptor().set(model::PodState::has_preempted_bit, true);
  world.preemptor().api = {};
  EXPECT_FALSE(world.is_pending(preemptor_eventually_bound));
}

}  // namespace
}  // namespace preemptcheck::properties
