#include "model/narrate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "explorer/execution.h"
#include "model/program_of.h"
#include "model/sites.h"

namespace preemptcheck::model {
namespace {

Scenario two_pods_on_a_node() {
  Scenario scenario;
  scenario.resources = {"cpu", "memory", "pods"};
  NodeSpec node;
  node.name = "node-1";
  node.allocatable = {2000, std::int64_t{4} << 30, 110};
  scenario.nodes = {node};
  PodSpec victim;
  victim.namespace_name = "default";
  victim.name = "victim";
  victim.node = 0;
  victim.requests = {1500, std::int64_t{1} << 30, 1};
  victim.feasible_nodes = 1;
  PodSpec preemptor = victim;
  preemptor.name = "preemptor";
  preemptor.node = no_node;
  preemptor.priority = 1000;
  scenario.pods = {victim, preemptor};
  return scenario;
}

class Narrate : public testing::Test {
 protected:
  static constexpr PodId victim = 0;
  static constexpr PodId preemptor = 1;

  using Lines = std::vector<std::string>;
  Lines told() { return changes(model, before, after); }

  const Model model = make_model(two_pods_on_a_node());
  const World before = initial_world(model);
  World after = before;
};

TEST_F(Narrate, NothingIsToldWhereNothingChanges) { EXPECT_EQ(told(), Lines()); }

TEST_F(Narrate, EachViewOfADeletedPodIsToldApart) {
  after.pods[victim].api = {};
  EXPECT_EQ(told(), Lines{"API: default/victim deleted"});
  after.pods[victim].lister = {};
  after.pods[victim].cache = {};
  EXPECT_EQ(told(), (Lines{"API: default/victim deleted", "lister: default/victim gone",
                           "cache: default/victim gone"}));
}

TEST_F(Narrate, TheWayThroughTheQueueIsTold) {
  after.pods[preemptor].place = QueuePlace::unschedulable;
  after.pods[preemptor].queued.set(QueuedPodInfo::gated_bit, true);
  EXPECT_EQ(told(), Lines{"queue: default/preemptor active -> unschedulable (gated)"});
  after = before;
  after.pods[preemptor].place = QueuePlace::none;
  after.pods[preemptor].flight = PodState::in_flight_bit;
  EXPECT_EQ(told(), Lines{"queue: default/preemptor active -> in flight"});
}

TEST_F(Narrate, NominationGateAndLastVictimAreTold) {
  after.pods[preemptor].nominated_node = 0;
  after.pods[preemptor].set(PodState::preempting_bit, true);
  EXPECT_EQ(told(), (Lines{"nominator: default/preemptor -> node-1",
                           "preempting += default/preemptor", "gate of default/preemptor closes"}));
  const World gated = after;
  after.pods[preemptor].last_victim = victim;
  EXPECT_EQ(changes(model, gated, after),
            Lines{"last victim of default/preemptor registered: default/victim"});
  const World registered = after;
  after.pods[victim].lister = {};
  EXPECT_EQ(changes(model, registered, after),
            (Lines{"lister: default/victim gone", "gate of default/preemptor opens"}));
}

TEST_F(Narrate, TheWatchStreamIsTold) {
  WatchEvent event;
  event.pod = victim;
  event.before = before.pods[victim].api;
  after.events[0] = event;
  after.events_count = 1;
  EXPECT_EQ(told(), Lines{"watch event queued: default/victim deleted"});
  EXPECT_EQ(changes(model, after, before), Lines{"watch event done: default/victim deleted"});
}

TEST_F(Narrate, BookkeepingOfPropertiesIsNotTold) {
  after.pods[preemptor].set(PodState::attempted_bit, true);
  after.pods[preemptor].set(PodState::has_preempted_bit, true);
  after.pods[preemptor].order = 3;
  EXPECT_EQ(told(), Lines());
}

TEST_F(Narrate, EverySiteCanBeDescribed) {
  for (std::size_t site = 0; site < sites.size(); ++site) {
    const std::string_view name = sites[site].name;
    std::string actor(name.substr(0, name.find('/')));
    if (actor == "executor") actor = "executor/1";
    if (actor == "worker") actor = "worker/1.1";
    if (actor == "binding") actor = "binding/default/preemptor";
    const std::string text =
        describe_step(model, before, {actor, static_cast<explorer::SiteId>(site)}, "ok");
    EXPECT_TRUE(text.starts_with(sites[site].label)) << text;
  }
}

TEST_F(Narrate, AStepNamesWhomItIsAbout) {
  World world = before;
  world.thread.cycle.pod = preemptor;
  EXPECT_NE(describe_step(model, world, {"scheduler", at("scheduler/post-filter")}, "")
                .find("(default/preemptor)"),
            std::string::npos);
  world.preemptions[0] = {.victims = 1, .to_call = 1};
  world.preemptions[0].preemptor = preemptor;
  EXPECT_NE(describe_step(model, world, {"executor/1", at("executor/delete-last-victim")}, "error")
                .find("(default/victim, for default/preemptor): the call fails"),
            std::string::npos);
}

TEST_F(Narrate, AStateShowsNodesWaitingPodsAndActorsAtWork) {
  const std::vector<ActorAt> actors{{"scheduler", at("scheduler/filter")},
                                    {"reflector", at("reflector/list")}};
  const Lines lines = describe_state(model, before, actors);
  const auto has = [&](const std::string& part) {
    return std::ranges::any_of(
        lines, [&](const std::string& line) { return line.find(part) != std::string::npos; });
  };
  EXPECT_TRUE(has("node-1: cpu 1500m of 2, memory 1Gi of 4Gi, pods 1 of 110"));
  EXPECT_TRUE(has("default/preemptor: priority 1000, active"));
  EXPECT_TRUE(has("scheduler: at scheduler/filter"));
  EXPECT_FALSE(has("reflector"));
}

TEST(DescribeState, NoActorIsAtWorkBeforeTheFirstStep) {
  Scenario scenario = two_pods_on_a_node();
  scenario.graceful_termination = true;
  scenario.faults = {.api_errors = 1,
                     .external_deletes = 1,
                     .permit_rejections = 1,
                     .external_binds = 1,
                     .node_deletes = 1,
                     .scheduler_restarts = 1};
  scenario.pods[1].waits_in_permit = true;
  for (const Arrival arrival : {Arrival::anytime, Arrival::when_gone}) {
    PodSpec later = scenario.pods[1];
    later.name += std::to_string(scenario.pods.size());
    later.arrival = arrival;
    later.arrives_after = 0;
    scenario.pods.push_back(later);
  }
  for (const ReleaseInfo& release : all_releases()) {
    scenario.switches = Switches::of(*find_release(release.name));
    const auto model = std::make_shared<const Model>(make_model(scenario));
    const explorer::Program program = program_of(model);
    explorer::Execution execution(program);
    std::vector<ActorAt> actors;
    for (std::size_t i = 0; i < program.actors.size(); ++i)
      actors.push_back({program.actors[i].name, execution.site(static_cast<explorer::ActorId>(i))});
    EXPECT_GT(actors.size(), 20U);
    for (const std::string& line : describe_state(*model, initial_world(*model), actors))
      EXPECT_EQ(line.find("actors at work"), std::string::npos) << release.name;
  }
}

TEST(AmountOf, AmountsReadLikeAManifest) {
  EXPECT_EQ(amount_of("cpu", 2000), "2");
  EXPECT_EQ(amount_of("cpu", 250), "250m");
  EXPECT_EQ(amount_of("memory", std::int64_t{3} << 29), "1536Mi");
  EXPECT_EQ(amount_of("memory", 1000), "1000");
  EXPECT_EQ(amount_of("memory", 0), "0");
  EXPECT_EQ(amount_of("nvidia.com/gpu", 4), "4");
}

}  // namespace
}  // namespace preemptcheck::model
