#include "model/release.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace preemptcheck::model {
namespace {

std::vector<Release> every_release() {
  std::vector<Release> all;
  for (std::size_t i = 0; i < release_count; ++i) all.push_back(static_cast<Release>(i));
  return all;
}

std::string on_in(Switch s) {
  std::string releases;
  for (const Release release : every_release()) {
    if (Switches::of(release).on(s)) releases += std::string(info(release).name) + " ";
  }
  return releases;
}

TEST(Release, IsFoundByItsName) {
  EXPECT_EQ(all_releases().size(), release_count);
  for (const Release release : every_release())
    EXPECT_EQ(find_release(info(release).name), release);
  EXPECT_EQ(find_release("1.37"), newest_release);
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

TEST(Release, TheGateOpensEarlyUpTo134) {
  EXPECT_EQ(on_in(Switch::gate_opens_before_last_victim), "1.32 1.33 1.34.0 1.34 1.34.8 ");
  EXPECT_EQ(on_in(Switch::gate_consults_lister), "1.35.0 1.35 1.35.5 1.36 1.36.4 1.37 master ");
  EXPECT_EQ(on_in(Switch::async_preemption),
            "1.33 1.34.0 1.34 1.34.8 1.35.0 1.35 1.35.5 1.36 1.36.4 1.37 master ");
}

TEST(Release, TheFlushPassesGatedPodsOverFrom134UntilItWasMended) {
  EXPECT_EQ(on_in(Switch::gated_pods_skip_flush), "1.34.0 1.34 1.34.8 1.35.0 1.35 1.35.5 1.36 ");
}

TEST(Release, ActivationWhenAllAreGoneWasTakenBack) {
  EXPECT_EQ(on_in(Switch::activate_when_all_gone), "1.34.0 ");
  EXPECT_EQ(on_in(Switch::async_api_calls), "1.34.0 1.35.0 ");
}

TEST(Release, WhatOnlyTheNewestDo) {
  EXPECT_EQ(on_in(Switch::activate_after_in_memory_victim), "1.37 master ");
  EXPECT_EQ(on_in(Switch::status_patch_checks_uid), "master ");
}

TEST(Release, CherryPicksAreInThePatchReleasesThatHaveThem) {
  EXPECT_EQ(on_in(Switch::failure_checks_uid), "1.34.8 1.35.5 1.36 1.36.4 1.37 master ");
}

TEST(Release, APatchReleaseIsFoundByItsNumber) {
  EXPECT_EQ(find_release("1.34.1"), Release::v1_34_0);
  EXPECT_EQ(find_release("1.34.2"), Release::v1_34);
  EXPECT_EQ(find_release("v1.34.9"), Release::v1_34_8);
  EXPECT_EQ(find_release("1.35.0"), Release::v1_35_0);
  EXPECT_EQ(find_release("1.35.3"), Release::v1_35);
  EXPECT_EQ(find_release("1.31.14"), Release::v1_31);
  EXPECT_EQ(find_release("v1.36"), Release::v1_36);
  EXPECT_EQ(find_release("1.36.12"), Release::v1_36_4);
  for (const std::string_view unknown : {"1.30", "1.30.2", "1.38", "1.34.x", "1.34.", "1.", "v"})
    EXPECT_EQ(find_release(unknown), std::nullopt) << unknown;
}

TEST(Release, MainReleasesAreThoseThatAreNoPatchReleases) {
  for (const Release release : main_releases()) EXPECT_FALSE(info(release).is_patch);
  EXPECT_EQ(main_releases().size(), 9U);
}

TEST(Release, GatesKeepUpstreamNamesAndStages) {
  const FeatureGateInfo* const hints = find_feature_gate("SchedulerQueueingHints");
  ASSERT_NE(hints, nullptr);
  EXPECT_EQ(hints->controls, Switch::queueing_hints);
  EXPECT_EQ(stage_of(*hints, Release::v1_33), "beta");
  EXPECT_EQ(stage_of(*hints, Release::v1_34_8), "GA");
  const FeatureGateInfo* const async = find_feature_gate("SchedulerAsyncPreemption");
  ASSERT_NE(async, nullptr);
  EXPECT_EQ(stage_of(*async, Release::v1_31), "");
  EXPECT_EQ(stage_of(*async, Release::v1_32), "alpha");
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
