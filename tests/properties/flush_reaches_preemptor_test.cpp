#include "properties/flush_reaches_preemptor.h"

#include <gtest/gtest.h>

#include "tests/properties/transition.h"

namespace preemptcheck::properties {
namespace {

/// A stranded preemptor, gated or not.
Transition stranded(std::uint8_t bits, bool flush_skips_gated) {
  model::ClusterBuilder builder;
  builder.with(model::Switch::gated_pods_skip_flush, flush_skips_gated);
  builder.node({10});
  builder.pending(5, {6});
  builder.bound(0, {4}, 0);
  Transition state(builder);
  state.after.pod(0).set(model::PodState::has_preempted_bit, true);
  model::put_in_queue(state.after, 0, model::QueuePlace::unschedulable,
                      static_cast<std::uint8_t>(bits | model::QueuedPodInfo::rejected_by_fit_bit |
                                                model::QueuedPodInfo::backing_off_bit));
  return state;
}

TEST(FlushReachesPreemptor, IsViolatedWhereTheFlushPassesItOver) {
  EXPECT_EQ(stranded(model::QueuedPodInfo::gated_bit, true).violation_of(flush_reaches_preemptor),
            "default/p0 is stranded for good: the 5-minute flush passes it over too");
}

TEST(FlushReachesPreemptor, HoldsWhereTheFlushReachesGatedPods) {
  EXPECT_FALSE(stranded(model::QueuedPodInfo::gated_bit, false).violates(flush_reaches_preemptor));
}

TEST(FlushReachesPreemptor, HoldsForAPodThatIsNotGated) {
  EXPECT_FALSE(stranded(0, true).violates(flush_reaches_preemptor));
}

}  // namespace
}  // namespace preemptcheck::properties
