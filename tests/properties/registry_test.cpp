// The list of properties: complete, named as their files are, and only reading what they check.
#include "properties/registry.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstring>
#include <filesystem>
#include <set>
#include <string>

#include "properties/bind.h"
#include "tests/model/random_cluster.h"

namespace preemptcheck::properties {
namespace {

std::string without_extension(const std::filesystem::path& path) { return path.stem().string(); }

std::string in_kebab_case(std::string name) {
  for (char& ch : name)
    if (ch == '_') ch = '-';
  return name;
}

TEST(Registry, ListsEveryFileOfTheFolderUnderItsName) {
  const std::set<std::string> parts{"property", "registry", "bind", "bind_runs", "claims", "view"};
  std::set<std::string> files;
  const std::filesystem::path folder = PREEMPTCHECK_SOURCE_DIR "/properties";
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    const std::string name = without_extension(file.path());
    if (file.path().extension() == ".h" && !parts.contains(name)) files.insert(in_kebab_case(name));
  }
  std::set<std::string> listed;
  for (const Property& property : builtin_properties())
    EXPECT_TRUE(listed.emplace(name_of(property)).second) << name_of(property) << " twice";
  EXPECT_EQ(listed, files);
}

TEST(Registry, EveryPropertyHasATestFileOfItsName) {
  for (const Property& property : builtin_properties()) {
    std::string name(name_of(property));
    for (char& ch : name)
      if (ch == '-') ch = '_';
    EXPECT_TRUE(
        std::filesystem::exists(PREEMPTCHECK_SOURCE_DIR "/tests/properties/" + name + "_test.cpp"))
        << name;
  }
}

TEST(Registry, FindsAPropertyByItsName) {
  for (const Property& property : builtin_properties())
    EXPECT_EQ(find_property(name_of(property)), &property);
  EXPECT_EQ(find_property("victim-selected-twice"), nullptr);
}

TEST(Registry, EveryPropertySaysWhatItPromisesAndOnWhatGround) {
  for (const Property& property : builtin_properties()) {
    EXPECT_EQ(description_of(property).back(), '.') << name_of(property);
    EXPECT_FALSE(source_of(property).empty()) << name_of(property);
    EXPECT_FALSE(name_of(kind_of(property)).empty()) << name_of(property);
  }
}

TEST(SentenceOf, PutsTheNamesOfPodsAndNodesInOrder) {
  model::ClusterBuilder builder;
  builder.node({1});
  builder.node({1});
  builder.pending(0, {1});
  builder.pending(0, {1});
  const Finding finding = violated("{} takes {} from {}.", pod(1), node(0), pod(0));
  EXPECT_EQ(sentence_of(finding, builder.scenario), "default/p1 takes n0 from default/p0.");
  EXPECT_EQ(sentence_of(violated("no names"), builder.scenario), "no names");
  EXPECT_EQ(sentence_of(holds, builder.scenario), "");
}

model::PodSet any_pods(const model::TestCluster& cluster) {
  const int all = (1 << cluster.model->pods_count) - 1;
  return static_cast<model::PodSet>(model::any_number(0, all));
}

model::PodId any_pod(const model::TestCluster& cluster) {
  return static_cast<model::PodId>(model::any_number(0, cluster.model->pods_count - 1));
}

/// A state, with preemptions and a cycle of the scheduling thread in any stage.
void scramble(model::TestCluster& cluster) {
  for (model::PreemptionId id = 0; id < cluster.model->preemptions_count; ++id) {
    model::Preemption& preemption = cluster.world.preemptions[id];
    preemption.phase = static_cast<model::PreemptionPhase>(model::any_number(0, 2));
    preemption.preemptor = any_pod(cluster);
    preemption.victims = any_pods(cluster);
    preemption.node = 0;
    preemption.victim_failed = model::rarely(3) ? 1 : 0;
  }
  model::SchedulingThread& thread = cluster.world.thread;
  thread.cycle.pod = any_pod(cluster);
  thread.selected = model::rarely(2) ? any_pods(cluster) : 0;
  thread.selected_node = 0;
  for (model::PodId p = 0; p < cluster.model->pods_count; ++p) {
    cluster.pod(p).set(model::PodState::has_preempted_bit, model::rarely(2));
    cluster.pod(p).set(model::PodState::preempting_bit, model::rarely(4));
    const bool assumed = cluster.pod(p).cache.assigned() && model::rarely(2);
    cluster.pod(p).set(model::PodState::assumed_bit, assumed);
  }
}

/// Asks all that an `eventually` property may ask, of every pod.
void ask(const Eventually& property, model::TestCluster& before, model::TestCluster& after) {
  for (model::PodId p = 0; p < before.model->pods_count; ++p) {
    static_cast<void>(property.pending(after.view(), p));
    if (property.busy) static_cast<void>((*property.busy)(before.view(), after.view(), p));
  }
}

void check_on_some_transition() {
  model::TestCluster before = model::any_cluster();
  model::TestCluster after = before;
  scramble(before);
  scramble(after);
  const model::World before_was = before.world;
  const model::World after_was = after.world;
  for (const Property& property : builtin_properties()) {
    if (const auto* eventually = std::get_if<Eventually>(&property)) {
      ask(*eventually, before, after);
      RC_ASSERT(std::memcmp(&before.world, &before_was, sizeof before_was) == 0);
      RC_ASSERT(std::memcmp(&after.world, &after_was, sizeof after_was) == 0);
      continue;
    }
    const explorer::Predicate predicate = predicate_of(property, before.model);
    const bool hit = predicate.hit(reinterpret_cast<const std::byte*>(&before.world),
                                   reinterpret_cast<const std::byte*>(&after.world));
    const Finding finding = evaluate(property, *before.model, before.world, after.world);
    if (kind_of(property) != PropertyKind::sometimes) RC_ASSERT(finding.violated == hit);
    RC_ASSERT(std::memcmp(&before.world, &before_was, sizeof before_was) == 0);
    RC_ASSERT(std::memcmp(&after.world, &after_was, sizeof after_was) == 0);
    RC_ASSERT(finding.violated == !sentence_of(finding, before.model->scenario).empty());
  }
}

RC_GTEST_PROP(EveryCheck, OnlyReadsTheWorldAndSaysTheSameToSearchesAndReports, ()) {
  for (int round = 0; round < 10; ++round) check_on_some_transition();
}

}  // namespace
}  // namespace preemptcheck::properties
