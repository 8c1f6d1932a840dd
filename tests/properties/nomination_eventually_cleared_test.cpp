#include "properties/nomination_eventually_cleared.h"

#include <gtest/gtest.h>

#include "tests/properties/pending.h"

namespace preemptcheck::properties {
namespace {

void nominate(Pending& world, model::NodeId in_memory, model::NodeId in_api) {
  world.preemptor().nominated_node = in_memory;
  world.preemptor().api.nominated = in_api;
}

TEST(NominationEventuallyCleared, IsNotPendingWhileItKeepsRoomForAWaitingPod) {
  Pending world;
  EXPECT_FALSE(world.is_pending(nomination_eventually_cleared));
  nominate(world, 0, 0);
  EXPECT_FALSE(world.is_pending(nomination_eventually_cleared));
}

TEST(NominationEventuallyCleared, IsPendingWhereTheApiServersIsNoLongerTheSchedulers) {
  Pending world;
  nominate(world, model::no_node, 1);
  EXPECT_TRUE(world.is_pending(nomination_eventually_cleared));
  nominate(world, 0, 1);
  EXPECT_TRUE(world.is_pending(nomination_eventually_cleared));
}

TEST(NominationEventuallyCleared, IsNotPendingWhileThePodIsAssumedWhereItIsNominated) {
  Pending world;
  nominate(world, model::no_node, 1);
  world.preemptor().cache = model::bound_object(1);
  world.preemptor().set(model::PodState::assumed_bit, true);
  EXPECT_FALSE(world.is_pending(nomination_eventually_cleared));
  world.preemptor().cache = model::bound_object(0);
  EXPECT_TRUE(world.is_pending(nomination_eventually_cleared)) << "it is to run elsewhere";
}

TEST(NominationEventuallyCleared, IsPendingWhereTheNodeIsGone) {
  Pending world;
  nominate(world, 1, 1);
  world.cluster.world.nodes_deleted |= model::NodeSet{1} << 1;
  EXPECT_TRUE(world.is_pending(nomination_eventually_cleared));
}

TEST(NominationEventuallyCleared, IsPendingInMemoryOnceThePodIsBoundOrGone) {
  Pending world;
  nominate(world, 0, 0);
  world.preemptor().api = model::bound_object(0);
  EXPECT_TRUE(world.is_pending(nomination_eventually_cleared));
  world.preemptor().api = {};
  EXPECT_TRUE(world.is_pending(nomination_eventually_cleared));
  world.preemptor().nominated_node = model::no_node;
  EXPECT_FALSE(world.is_pending(nomination_eventually_cleared));
}

}  // namespace
}  // namespace preemptcheck::properties
