#include "model/release.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace preemptcheck::model {
namespace {

constexpr std::array all_four = {Release::v1_31, Release::v1_33, Release::v1_35, Release::v1_37};

std::string on_in(Switch s) {
  std::string releases;
  for (const Release release : all_four) {
    if (Switches::of(release).on(s)) releases += std::string(info(release).name) + " ";
  }
  return releases;
}

TEST(Release, IsFoundByItsName) {
  EXPECT_EQ(all_releases().size(), release_count);
  for (const Release release : all_four) EXPECT_EQ(find_release(info(release).name), release);
  EXPECT_EQ(find_release("1.37"), newest_release);
  EXPECT_FALSE(find_release("1.30"));
  EXPECT_FALSE(find_release(""));
}

TEST(Release, SwitchesAreFoundByNamesInKebabCase) {
  std::set<std::string_view> names;
  for (const SwitchInfo& row : all_switches()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name << " is named twice";
    EXPECT_EQ(row.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz-"), row.name.npos);
    EXPECT_FALSE(row.effect.empty()) << row.name;
    EXPECT_FALSE(row.source.empty()) << row.name;
    ASSERT_TRUE(find_switch(row.name));
    EXPECT_EQ(info(*find_switch(row.name)).name, row.name);
  }
  EXPECT_EQ(names.size(), switch_count);
  EXPECT_FALSE(find_switch("activate-on-complet"));
}

TEST(Release, ProposalsAreOffAndDesignIsOnEverywhere) {
  for (const SwitchInfo& row : all_switches()) {
    if (row.group == SwitchGroup::release) continue;
    for (const bool on : row.default_on)
      EXPECT_EQ(on, row.group == SwitchGroup::design) << row.name;
  }
  EXPECT_EQ(info(Switch::activate_on_completion).group, SwitchGroup::proposed);
  EXPECT_EQ(info(Switch::update_keeps_nomination).group, SwitchGroup::design);
}

TEST(Release, RowsStandUnderTheirEnumerators) {
  EXPECT_EQ(info(Switch::async_preemption).name, "async-preemption");
  EXPECT_EQ(info(Switch::gated_pods_skip_flush).name, "gated-pods-skip-flush");
  EXPECT_EQ(info(Switch::preenqueue_gate).name, "preenqueue-gate");
  EXPECT_EQ(info(Switch::update_keeps_nomination).name, "update-keeps-nomination");
}

TEST(Release, Release131PreemptsOnTheSchedulingThread) {
  const Switches switches = Switches::of(Release::v1_31);
  EXPECT_FALSE(switches.on(Switch::async_preemption));
  EXPECT_FALSE(switches.on(Switch::queueing_hints));
  EXPECT_FALSE(switches.on(Switch::pop_from_backoff_queue));
  EXPECT_FALSE(switches.on(Switch::delete_not_found_is_success));
}

TEST(Release, Release133OpensTheGateEarlyAnd135Undid) {
  EXPECT_EQ(on_in(Switch::gate_opens_before_last_victim), "1.33 ");
  EXPECT_EQ(on_in(Switch::gate_consults_lister), "1.35 1.37 ");
  EXPECT_EQ(on_in(Switch::async_preemption), "1.33 1.35 1.37 ");
}

TEST(Release, TheFlushPassesGatedPodsOverOnlyIn135) {
  EXPECT_EQ(on_in(Switch::gated_pods_skip_events), "1.35 1.37 ");
  EXPECT_EQ(on_in(Switch::gated_pods_skip_flush), "1.35 ");
}

TEST(Release, WhatOnlyTheNewestDoes) {
  EXPECT_EQ(on_in(Switch::skip_last_victim_after_error), "1.37 ");
  EXPECT_EQ(on_in(Switch::status_patch_from_lister), "1.37 ");
}

TEST(Release, TheExtraClearingPatchWentWith134) {
  EXPECT_EQ(on_in(Switch::clear_patch_without_potential_node), "1.31 1.33 ");
}

TEST(Release, ActivationWhenAllAreGoneIsInNoReleaseOfTheTable) {
  EXPECT_EQ(on_in(Switch::activate_when_all_gone), "");
}

TEST(Release, GatesKeepUpstreamNamesAndLocks) {
  const FeatureGateInfo* const hints = find_feature_gate("SchedulerQueueingHints");
  ASSERT_NE(hints, nullptr);
  EXPECT_EQ(hints->controls, Switch::queueing_hints);
  EXPECT_EQ(hints->settable, (std::array{true, true, false, false}));
  const FeatureGateInfo* const async = find_feature_gate("SchedulerAsyncPreemption");
  ASSERT_NE(async, nullptr);
  EXPECT_EQ(async->settable, (std::array{false, true, true, true}));
  EXPECT_EQ(find_feature_gate("SchedulerAsyncPreemptions"), nullptr);
}

TEST(Release, ASwitchIsSetByItself) {
  Switches switches = Switches::of(newest_release);
  switches.set(Switch::activate_on_completion, true);
  EXPECT_TRUE(switches.on(Switch::activate_on_completion));
  switches.set(Switch::activate_on_completion, false);
  EXPECT_EQ(switches, Switches::of(newest_release));
}

}  // namespace
}  // namespace preemptcheck::model
