// Who may preempt, whom, and where: examples from the rules, and random clusters against a
// reference written straight from them.
#include "model/default_preemption.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "model/cache.h"
#include "tests/model/random_cluster.h"
#include "tests/model/reference_victims.h"

namespace preemptcheck::model {
namespace {

constexpr PodId preemptor = 0;

/// One node with room for ten and a preemptor of priority 10 that asks for `request`.
ClusterBuilder one_node(std::int64_t request) {
  ClusterBuilder builder;
  builder.node({10});
  builder.pending(10, {request});
  return builder;
}

Victims victims_on(const ClusterBuilder& builder, NodeId node = 0) {
  TestCluster cluster = builder.build();
  Cache(cluster.view()).UpdateSnapshot();
  return SelectVictimsOnNode(cluster.view(), preemptor, node);
}

TEST(SelectVictimsOnNode, TheMostImportantPodsThatCanStayAreReprieved) {
  ClusterBuilder builder = one_node(4);
  builder.bound(1, {3}, 0);
  builder.bound(3, {3}, 0);
  const PodId lowest = builder.bound(0, {4}, 0);
  const Victims victims = victims_on(builder);
  EXPECT_TRUE(victims.found);
  EXPECT_EQ(victims.pods, only(lowest));
  EXPECT_EQ(victims.pdb_violations, 0);
}

TEST(SelectVictimsOnNode, OfEqualPriorityTheOneThatStartedLaterGoesFirst) {
  ClusterBuilder builder = one_node(5);
  const PodId late = builder.bound(1, {5}, 0, 200);
  builder.bound(1, {5}, 0, 100);
  EXPECT_EQ(victims_on(builder).pods, only(late));
}

TEST(SelectVictimsOnNode, PodsOfEqualOrHigherPriorityAreNoVictims) {
  ClusterBuilder builder = one_node(10);
  builder.bound(10, {5}, 0);
  builder.bound(1, {5}, 0);
  EXPECT_FALSE(victims_on(builder).found);
}

TEST(SelectVictimsOnNode, ANodeWithoutLowerPodsIsNoCandidate) {
  ClusterBuilder builder = one_node(10);
  builder.bound(10, {10}, 0);
  EXPECT_FALSE(victims_on(builder).found);
}

TEST(SelectVictimsOnNode, APodThatABudgetProtectsIsReprievedBeforeAMoreImportantOne) {
  ClusterBuilder builder = one_node(5);
  const PodId important = builder.bound(5, {5}, 0);
  const PodId is_protected = builder.bound(1, {5}, 0);
  builder.pdb(0, only(is_protected));
  const Victims victims = victims_on(builder);
  EXPECT_EQ(victims.pods, only(important));
  EXPECT_EQ(victims.pdb_violations, 0);
}

TEST(SelectVictimsOnNode, ABudgetIsUsedUpByTheMostImportantPodsFirst) {
  ClusterBuilder builder = one_node(10);
  const PodId first = builder.bound(5, {5}, 0);
  const PodId second = builder.bound(1, {5}, 0);
  builder.pdb(1, only(first) | only(second));
  const Victims victims = victims_on(builder);
  EXPECT_EQ(victims.pods, only(first) | only(second));
  EXPECT_EQ(victims.pdb_violations, 1);
}

TEST(SelectVictimsOnNode, APodWhoseDisruptionIsUnderWayUsesUpNoBudget) {
  ClusterBuilder builder = one_node(10);
  const PodId first = builder.bound(5, {5}, 0);
  const PodId second = builder.bound(1, {5}, 0);
  builder.pdb(1, only(first) | only(second), only(first));
  EXPECT_EQ(victims_on(builder).pdb_violations, 0);
}

TEST(SelectVictimsOnNode, ATerminatingPodCanBeAVictim) {
  ClusterBuilder builder = one_node(10);
  const PodId victim = builder.bound(1, {10}, 0);
  builder.spec(victim).terminating = true;
  EXPECT_EQ(victims_on(builder).pods, only(victim));
}

TEST(SelectVictimsOnNode, RoomNominatedToAPodOfEqualPriorityIsNotTaken) {
  ClusterBuilder builder = one_node(4);
  const PodId first = builder.bound(1, {5}, 0);
  const PodId second = builder.bound(0, {5}, 0);
  const PodId other = builder.pending(10, {5});
  builder.spec(other).nominated_node = 0;
  EXPECT_EQ(victims_on(builder).pods, only(first) | only(second));
  builder.spec(other).priority = 9;
  EXPECT_EQ(victims_on(builder).pods, only(second)) << "a lower nomination does not count";
}

/// Two nodes of the same size; on each the given victims are all that can be chosen.
struct Ranking {
  ClusterBuilder builder;
  std::array<Victims, max_nodes> candidates{};

  Ranking() {
    builder.node({10});
    builder.node({10});
    builder.pending(10, {10});
  }
  void victim(NodeId node, std::int32_t priority, std::int64_t start, bool violates = false) {
    const PodId pod = builder.bound(priority, {1}, node, start);
    Victims& victims = candidates[static_cast<std::size_t>(node)];
    victims.found = true;
    victims.pods |= only(pod);
    victims.pdb_violations += violates ? 1 : 0;
  }
  NodeSet best() {
    const auto model = builder.build().model;
    for (Victims& victims : candidates)
      if (victims.found) victims.first = nth_by_importance(*model, victims.pods, 0);
    return pickOneNodeForPreemption(*model, candidates);
  }
};

TEST(PickOneNodeForPreemption, FewerViolationsCountBeforeAnythingElse) {
  Ranking ranking;
  ranking.victim(0, 1, 0, true);
  ranking.victim(1, 5, 0);
  ranking.victim(1, 5, 0);
  EXPECT_EQ(ranking.best(), only_node(1));
}

TEST(PickOneNodeForPreemption, ALowerHighestVictimCountsBeforeTheSum) {
  Ranking ranking;
  ranking.victim(0, 5, 0);
  ranking.victim(1, 4, 0);
  ranking.victim(1, 4, 0);
  EXPECT_EQ(ranking.best(), only_node(1));
}

TEST(PickOneNodeForPreemption, ASmallerSumCountsBeforeTheNumberOfVictims) {
  Ranking ranking;
  ranking.victim(0, 5, 0);
  ranking.victim(0, 4, 0);
  ranking.victim(1, 5, 0);
  ranking.victim(1, 3, 0);
  EXPECT_EQ(ranking.best(), only_node(1));
}

TEST(PickOneNodeForPreemption, MoreVictimsOfNegativePriorityAreNoSmallerSum) {
  Ranking ranking;
  ranking.victim(0, -1, 0);
  ranking.victim(0, -1, 0);
  ranking.victim(1, -1, 0);
  EXPECT_EQ(ranking.best(), only_node(1));
}

TEST(PickOneNodeForPreemption, OfTheHighestVictimsTheLatestEarliestStartWins) {
  Ranking ranking;
  ranking.victim(0, 5, 10);
  ranking.victim(0, 5, 90);
  ranking.victim(1, 5, 20);
  ranking.victim(1, 5, 30);
  EXPECT_EQ(ranking.best(), only_node(1));
}

TEST(PickOneNodeForPreemption, NodesThatAreEqualInAllAreAllBest) {
  Ranking ranking;
  ranking.victim(0, 5, 10);
  ranking.victim(1, 5, 10);
  EXPECT_EQ(ranking.best(), only_node(0) | only_node(1));
}

TEST(PickOneNodeForPreemption, WithoutACandidateThereIsNoBestNode) {
  Ranking ranking;
  EXPECT_EQ(ranking.best(), 0);
}

/// A preemptor that is nominated to node 0, where a lower pod may terminate.
struct Eligibility {
  ClusterBuilder builder = one_node(5);
  PodId victim = builder.bound(1, {5}, 0);

  bool eligible(const PodObject& victim_object, NodeId nominated, NodeSet unresolvable = 0) {
    TestCluster cluster = builder.build();
    cluster.pod(victim).snapshot = victim_object;
    return PodEligibleToPreemptOthers(cluster.view(), preemptor, pending_object(nominated),
                                      unresolvable);
  }
};

TEST(PodEligibleToPreemptOthers, AVictimOfAPreemptionThatTerminatesOnItsNodeIsWaitedFor) {
  Eligibility given;
  EXPECT_FALSE(given.eligible(terminating_object(0), 0));
}

TEST(PodEligibleToPreemptOthers, APodThatTerminatesForAnotherReasonIsNotWaitedFor) {
  Eligibility given;
  EXPECT_TRUE(given.eligible(terminating_object(0, false), 0));
}

TEST(PodEligibleToPreemptOthers, ANominationThatTheListerDoesNotShowProtectsNothing) {
  Eligibility given;
  EXPECT_TRUE(given.eligible(terminating_object(0), no_node));
}

TEST(PodEligibleToPreemptOthers, ANodeThatCannotHelpAnyMoreIsNotWaitedFor) {
  Eligibility given;
  EXPECT_TRUE(given.eligible(terminating_object(0), 0, only_node(0)));
}

TEST(PodEligibleToPreemptOthers, PreemptionPolicyNeverIsObeyed) {
  Eligibility given;
  given.builder.spec(preemptor).preemption_never = true;
  EXPECT_FALSE(given.eligible(bound_object(0), no_node));
}

TEST(GetLowerPriorityNominatedPods, APodInFlightIsPassedOver) {
  ClusterBuilder builder = one_node(5);
  const PodId queued = builder.pending(1, {1});
  const PodId in_flight = builder.pending(1, {1});
  const PodId equal = builder.pending(10, {1});
  TestCluster cluster = builder.build();
  for (const PodId pod : {queued, in_flight, equal}) cluster.pod(pod).nominated_node = 0;
  cluster.pod(in_flight).place = QueuePlace::none;
  EXPECT_EQ(getLowerPriorityNominatedPods(cluster.view(), preemptor, 0), only(queued));
}

PodSet set_of(const std::vector<reference::Pod>& pods) {
  PodSet set = 0;
  for (const reference::Pod& pod : pods) set |= only(static_cast<PodId>(pod.id));
  return set;
}

/// Clusters per test case of RapidCheck, which runs a hundred.
constexpr int rounds = 20;

/// Victims on every node and the best nodes, here and in the reference. Whether there is one.
bool compare_victims_and_ranking() {
  TestCluster cluster = any_cluster();
  const reference::Cluster plain = reference::of(cluster);
  std::array<Victims, max_nodes> ours{};
  std::vector<std::optional<reference::Choice>> theirs;
  for (NodeId n = 0; n < cluster.model->nodes_count; ++n) {
    Victims& victims = ours[static_cast<std::size_t>(n)];
    victims = SelectVictimsOnNode(cluster.view(), preemptor, n);
    theirs.push_back(reference::select_victims(plain, plain.pods[preemptor], n));
    RC_ASSERT(victims.found == theirs.back().has_value());
    if (!victims.found) continue;
    RC_ASSERT(victims.pods == set_of(theirs.back()->victims));
    RC_ASSERT(victims.pdb_violations == theirs.back()->violations);
  }
  NodeSet best = 0;
  for (const int n : reference::best_nodes(theirs))
    best = static_cast<NodeSet>(best | only_node(static_cast<NodeId>(n)));
  RC_ASSERT(pickOneNodeForPreemption(*cluster.model, ours) == best);
  return best != 0;
}

RC_GTEST_PROP(RandomClusters, VictimsAndRankingAreThoseOfTheReference, ()) {
  int with_candidate = 0;
  for (int round = 0; round < rounds; ++round)
    if (compare_victims_and_ranking()) ++with_candidate;
  RC_CLASSIFY(with_candidate > rounds / 4, "a quarter has a candidate");
}

void compare_ranking_of_any_victims() {
  TestCluster cluster = any_cluster();
  const reference::Cluster plain = reference::of(cluster);
  std::array<Victims, max_nodes> ours{};
  std::vector<std::optional<reference::Choice>> theirs(cluster.model->nodes_count);
  for (std::size_t n = 0; n < theirs.size(); ++n) {
    reference::Choice choice;
    for (const reference::Pod& pod : plain.pods)
      if (rarely(3)) choice.victims.push_back(pod);
    if (choice.victims.empty()) continue;
    choice.violations = any_number(0, 1);
    const PodSet victims = set_of(choice.victims);
    ours[n] = {.pods = victims,
               .pdb_violations = choice.violations,
               .first = nth_by_importance(*cluster.model, victims, 0),
               .found = true};
    theirs[n] = choice;
  }
  NodeSet best = 0;
  for (const int n : reference::best_nodes(theirs))
    best = static_cast<NodeSet>(best | only_node(static_cast<NodeId>(n)));
  RC_ASSERT(pickOneNodeForPreemption(*cluster.model, ours) == best);
}

RC_GTEST_PROP(RandomClusters, RankingOfAnyVictimsIsThatOfTheReference, ()) {
  for (int round = 0; round < rounds; ++round) compare_ranking_of_any_victims();
}

/// Whether there is a victim to wait for.
bool compare_eligibility_and_displaced() {
  TestCluster cluster = any_cluster();
  const reference::Cluster plain = reference::of(cluster);
  const reference::Pod& self = plain.pods[preemptor];
  const NodeId nominated = cluster.pod(preemptor).lister.nominated;
  const auto unresolvable = static_cast<NodeSet>(rarely(3) ? any_number(0, 15) : 0);
  bool waits = false;
  for (const reference::Pod& pod : plain.pods)
    waits = waits || (nominated >= 0 && pod.on == nominated && pod.priority < self.priority &&
                      pod.evicted_by_scheduler);
  if (nominated >= 0 && ((unresolvable >> nominated) & 1) != 0) waits = false;
  const bool eligible = !waits && !cluster.model->scenario.pods[preemptor].preemption_never;
  RC_ASSERT(PodEligibleToPreemptOthers(cluster.view(), preemptor, cluster.pod(preemptor).lister,
                                       unresolvable) == eligible);
  for (NodeId n = 0; n < cluster.model->nodes_count; ++n) {
    PodSet displaced = 0;
    for (const reference::Pod& pod : plain.pods)
      if (pod.nominated_to == n && pod.queued && pod.priority < self.priority)
        displaced |= only(static_cast<PodId>(pod.id));
    RC_ASSERT(getLowerPriorityNominatedPods(cluster.view(), preemptor, n) == displaced);
  }
  return waits;
}

RC_GTEST_PROP(RandomClusters, EligibilityAndDisplacedNominationsAreThoseOfTheReference, ()) {
  int waiting = 0;
  for (int round = 0; round < rounds; ++round)
    if (compare_eligibility_and_displaced()) ++waiting;
  RC_CLASSIFY(waiting > 0, "some wait for a victim");
}

}  // namespace
}  // namespace preemptcheck::model
