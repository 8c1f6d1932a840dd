#include "properties/gate_eventually_opens.h"

#include <gtest/gtest.h>

#include "tests/properties/pending.h"

namespace preemptcheck::properties {
namespace {

TEST(GateEventuallyOpens, IsPendingWhileAPreemptionHoldsTheGate) {
  Pending world;
  EXPECT_FALSE(world.is_pending(gate_eventually_opens));
  world.preemptor().set(model::PodState::preempting_bit, true);
  EXPECT_TRUE(world.is_pending(gate_eventually_opens));
}

TEST(GateEventuallyOpens, IsNotAboutPodsThatAreBoundOrGone) {
  Pending world;
  world.preemptor().set(model::PodState::preempting_bit, true);
  world.preemptor().api = model::bound_object(0);
  EXPECT_FALSE(world.is_pending(gate_eventually_opens));
  world.preemptor().api = {};
  EXPECT_FALSE(world.is_pending(gate_eventually_opens));
}

}  // namespace
}  // namespace preemptcheck::properties
