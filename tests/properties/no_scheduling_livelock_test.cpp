#include "properties/no_scheduling_livelock.h"

#include <gtest/gtest.h>

#include "tests/properties/pending.h"
#include "tests/properties/transition.h"

namespace preemptcheck::properties {
namespace {

TEST(NoSchedulingLivelock, IsPendingWhileAPodThatHasPreemptedWaits) {
  Pending world;
  EXPECT_FALSE(world.is_pending(no_scheduling_livelock));
  world.preemptor().set(model::PodState::has_preempted_bit, true);
  EXPECT_TRUE(world.is_pending(no_scheduling_livelock));
  world.preemptor().api = model::bound_object(0);
  EXPECT_FALSE(world.is_pending(no_scheduling_livelock));
}

TEST(NoSchedulingLivelock, IsBusyWhereItsOwnPodChoosesVictims) {
  Selection selection(10, 5);
  const auto is_busy = [&](model::PodId pod) {
    return (*no_scheduling_livelock.busy)(selection.before.view(), selection.after.view(), pod);
  };
  EXPECT_FALSE(is_busy(Selection::first));
  selection.chooses(Selection::first, model::PodSet{1} << Selection::victim);
  EXPECT_TRUE(is_busy(Selection::first));
  EXPECT_FALSE(is_busy(Selection::second)) << "somebody else's preemption";
}

}  // namespace
}  // namespace preemptcheck::properties
