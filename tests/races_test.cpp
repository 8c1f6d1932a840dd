// The known races by the numbers of their reports, so that a failure says what it is about. Each
// must be violated where the report says so, and hold, with all states seen, where it was mended.
#include <gtest/gtest.h>

#include "tests/scenario_runs.h"

namespace preemptcheck::tests {
namespace {

using model::Verdict;
using Releases = std::vector<std::string>;

/// Searches of whole spaces take too long where stacks cannot be copied; the release build runs
/// them.
#define ONLY_WITHOUT_SANITIZERS() \
  if (is_sanitized()) GTEST_SKIP() << "the release build runs it"

void expect(Verdict verdict, const Releases& releases, Question question,
            std::uint64_t states_max = 2'000'000) {
  for (const std::string& release : releases) {
    question.release = release;
    EXPECT_EQ(answer(question, states_max), verdict)
        << question.scenario << ", " << question.property << " on " << release;
  }
}

/// 1.34.0 and 1.34.1 do not await status patches (SchedulerAsyncAPICalls): most spaces are too
/// large to exhaust there.
Question with_awaited_api_calls(Question question) {
  question.switches.emplace_back("async-api-calls", false);
  return question;
}

const Releases all{"1.31", "1.32", "1.33", "1.34.0", "1.34", "1.35", "1.36", "1.37", "master"};
const Releases async_by_default{"1.33", "1.34", "1.35", "1.36", "1.37", "master"};

TEST(Issue141694, ARedundantPreemptionStrandsItsPreemptor) {
  ONLY_WITHOUT_SANITIZERS();
  const Question question{"redundant-preemption", "preemptor-not-stranded"};
  expect(Verdict::violated, async_by_default, question);
  expect(Verdict::holds, {"1.31", "1.32"}, question);
  // Its call that finds the victim gone activates the preemptor there (#133213).
  expect(Verdict::holds, {"1.34.0"}, with_awaited_api_calls(question));
}

TEST(Issue142294, ActivationOnCompletionCuresTheRedundantPreemption) {
  ONLY_WITHOUT_SANITIZERS();
  Question question{"redundant-preemption", "preemptor-not-stranded"};
  question.switches = {{"activate-on-completion", true}};
  expect(Verdict::holds, {"1.35", "1.37", "master"}, question);
}

TEST(Issue140082, AVictimTakenBackInPermitStrandsItsPreemptor) {
  ONLY_WITHOUT_SANITIZERS();
  const Question question{"permit-victim", "preemptor-not-stranded"};
  expect(Verdict::violated, {"1.35", "1.36"}, question);
  expect(Verdict::holds, {"1.31", "1.32", "1.33", "1.34"}, question);
}

TEST(Issue140082, AVictimCancelledInPreBindStrandsItsPreemptor) {
  ONLY_WITHOUT_SANITIZERS();
  const Question question{"prebind-victim", "preemptor-not-stranded"};
  expect(Verdict::violated, {"1.36"}, question);
  expect(Verdict::holds, {"1.35"}, question);
}

// docs/findings.md, 6: the activation of #140054 comes before the victim has left the cache.
TEST(Issue140054, ActivatesThePreemptorTooEarlyToHelp) {
  ONLY_WITHOUT_SANITIZERS();
  Question question{"permit-victim", "preemptor-not-stranded"};
  expect(Verdict::violated, {"1.37", "master"}, question);
  question.property = "evicted-pod-holds-room";
  expect(Verdict::violated, {"1.37", "master"}, question);
  expect(Verdict::holds, {"1.35", "1.36"}, question);
}

TEST(Issue134249, TheGateOpensBeforeTheLastVictimIsDeleted) {
  ONLY_WITHOUT_SANITIZERS();
  for (const char* property : {"one-preemption-per-preemptor", "victim-selected-once"})
    expect(Verdict::violated, {"1.32", "1.33", "1.34.0", "1.34"}, {"early-gate", property});
}

TEST(Issue134730, TheGateThatLooksAtTheListerStillLetsASecondPreemptionIn) {
  ONLY_WITHOUT_SANITIZERS();
  expect(Verdict::violated, {"1.35", "1.36", "1.37"},
         {"early-gate", "one-preemption-per-preemptor"});
}

TEST(Issue134217, ADeletedPodThatIsAssumedIsFoundAgain) {
  ONLY_WITHOUT_SANITIZERS();
  expect(Verdict::violated, {"1.33", "1.34.0", "1.34"},
         {"victim-in-binding", "victim-selected-once"});
  expect(Verdict::violated, {"1.33", "1.34"}, {"prebind-victim", "preemptor-not-stranded"});
}

TEST(Issue134157, ForgettingTheDeletedPodEndsThat) {
  ONLY_WITHOUT_SANITIZERS();
  Question question{"prebind-victim", "preemptor-not-stranded", "1.35"};
  EXPECT_EQ(answer(question), Verdict::holds);
  question.switches = {{"binding-forgets-deleted-assumed-pod", false}};
  EXPECT_EQ(answer(question), Verdict::violated);
}

TEST(Issue134217, ThePreemptorCirclesWhileTheDeletedPodIsAssumed) {
  ONLY_WITHOUT_SANITIZERS();
  for (const char* scenario : {"victim-in-binding", "prebind-victim"}) {
    const Question question{scenario, "no-scheduling-livelock"};
    expect(Verdict::violated, {"1.33", "1.34"}, question);
    expect(Verdict::holds, {"1.35"}, question);
  }
}

// The nominator asks the lister by name whether the pod is still there (docs/findings.md, 12).
TEST(ObjectsByName, ADeletedPreemptorsNominationStaysWhereItsSuccessorIsListed) {
  ONLY_WITHOUT_SANITIZERS();
  expect(Verdict::violated, {"1.31", "1.37"},
         {"recreated-preemptor", "nomination-eventually-cleared"});
  expect(Verdict::holds, {"1.31", "1.37"}, {"preemptor-deleted", "nomination-eventually-cleared"});
}

TEST(Issue135495, TheLastVictimIsAttemptedAfterAnError) {
  ONLY_WITHOUT_SANITIZERS();
  const Question question{"eviction-after-error", "no-eviction-after-error"};
  expect(Verdict::violated, {"1.32", "1.33", "1.34", "1.35"}, question);
  expect(Verdict::holds, {"1.36", "1.37", "master"}, question);
}

TEST(Issue128170, WithoutActivationAFailedPreemptionStrandsItsPreemptor) {
  ONLY_WITHOUT_SANITIZERS();
  Question question{"failed-preemption", "preemptor-not-stranded"};
  expect(Verdict::holds, {"1.35", "1.36", "1.37", "master"}, question);
  question.switches = {{"activate-on-error", false}};
  expect(Verdict::violated, {"1.35", "1.36", "1.37", "master"}, question);
}

TEST(Issue72124, WithoutTheNominationInMemoryALowerPodTakesTheRoom) {
  ONLY_WITHOUT_SANITIZERS();
  Question question{"kep-4832-case-1", "nominated-space-claimed-once"};
  expect(Verdict::holds, all, question);
  question.switches = {{"nominate-in-memory", false}};
  expect(Verdict::violated, all, with_awaited_api_calls(question));
}

TEST(Kep4832Case2, AHigherPodMayTakeTheRoom) {
  ONLY_WITHOUT_SANITIZERS();
  expect(Verdict::violated, async_by_default,
         {"kep-4832-case-2", "nominated-space-claimed-once-strict"});
  expect(Verdict::holds, async_by_default, {"kep-4832-case-2", "nominated-space-claimed-once"});
}

TEST(Kep4832Case3, TheSecondPreemptorMakesRoomForBoth) {
  ONLY_WITHOUT_SANITIZERS();
  expect(Verdict::holds, async_by_default, {"kep-4832-case-3", "nominated-space-claimed-once"});
  expect(Verdict::violated, all, {"kep-4832-case-3", "victim-selected-once"});
}

TEST(Kep4832Case4, AHigherPodMayChooseTheSameVictim) {
  ONLY_WITHOUT_SANITIZERS();
  expect(Verdict::violated, async_by_default, {"kep-4832-case-4", "victim-selected-once-strict"});
  expect(Verdict::violated, async_by_default,
         {"kep-4832-case-4", "nominated-space-claimed-once-strict"});
  // 4.5 million states.
  expect(Verdict::holds, {"1.37"}, {"kep-4832-case-4", "victim-not-taken-by-equal-or-lower"},
         6'000'000);
}

TEST(Issue95752, APreemptorWaitsForAVictimThatNeverEnds) {
  ONLY_WITHOUT_SANITIZERS();
  expect(Verdict::violated, all, {"victim-never-ends", "preemptor-not-stranded"});
}

TEST(PreemptorDeleted, ItsVictimIsEvictedForNobody) {
  ONLY_WITHOUT_SANITIZERS();
  expect(Verdict::violated, all, {"preemptor-deleted", "no-eviction-for-deleted-preemptor"});
}

TEST(Issue133167, ADeletionFromOutsideStrandsThePreemptor) {
  ONLY_WITHOUT_SANITIZERS();
  Question question{"victim-deleted-externally", "preemptor-not-stranded"};
  expect(Verdict::violated, {"1.35", "1.36", "1.37", "master"}, question);
  expect(Verdict::holds, {"1.31", "1.32"}, question);
  // A PATCH that finds no pod is an error there, which activates the preemptor.
  expect(Verdict::holds, {"1.33", "1.34"}, question);
  expect(Verdict::holds, {"1.34.0"}, with_awaited_api_calls(question));
  question.switches = {{"activate-on-completion", true}};
  expect(Verdict::holds, {"1.35", "1.36", "1.37"}, question);
}

TEST(Issue139162, TheFlushPassesAPodOverThatWasGatedOnce) {
  ONLY_WITHOUT_SANITIZERS();
  const Question question{"flush-passes-gated", "flush-reaches-preemptor"};
  expect(Verdict::violated, {"1.34", "1.34.8", "1.35", "1.35.0", "1.35.5", "1.36"}, question);
  expect(Verdict::holds, {"1.33", "1.36.4", "1.37", "master"}, question);
}

TEST(Issue134927, ATerminatingVictimIsCalledAgain) {
  ONLY_WITHOUT_SANITIZERS();
  const Question question{"terminating-victim", "no-call-for-terminating-victim"};
  expect(Verdict::violated, {"1.32", "1.33", "1.34"}, question);
  expect(Verdict::holds, {"1.34.0", "1.35", "1.36", "1.37", "master"}, question);
}

TEST(Issue142294, ARejectionInPermitStrandsThePreemptor) {
  ONLY_WITHOUT_SANITIZERS();
  Question question{"rejected-in-permit", "preemptor-not-stranded"};
  expect(Verdict::violated, async_by_default, question);
  expect(Verdict::holds, {"1.31"}, question);
}

TEST(Issue135719, AVictimRejectedInPermitIsParked) {
  ONLY_WITHOUT_SANITIZERS();
  const Question question{"permit-victim-parked", "victim-not-stranded"};
  expect(Verdict::violated, {"1.32", "1.33", "1.34.0", "1.34", "1.35"}, question);
  expect(Verdict::holds, {"1.36", "1.37", "master"}, question);
}

TEST(Issue138132, ADisplacedNomineeIsNotWoken) {
  ONLY_WITHOUT_SANITIZERS();
  expect(Verdict::violated, async_by_default, {"displaced-nominee", "no-pod-stranded"});
}

TEST(Issue74931, ALateUpdateErasesTheNomination) {
  ONLY_WITHOUT_SANITIZERS();
  Question question{"late-update", "nominated-space-claimed-once"};
  expect(Verdict::holds, {"1.31", "1.35", "1.37"}, question);
  question.switches = {{"update-keeps-nomination", false}};
  expect(Verdict::violated, {"1.35", "1.37"}, question);
}

TEST(Issue54501, FiltersThatSeeNoNominationsGiveTheRoomAway) {
  ONLY_WITHOUT_SANITIZERS();
  Question question{"replaced-victims", "nominated-space-claimed-once"};
  expect(Verdict::holds, {"1.31", "1.37"}, question);
  question.switches = {{"filters-see-nominations", false}};
  expect(Verdict::violated, {"1.31", "1.37"}, question);
}

TEST(Issue138324, ARecreatedPreemptorIsPutBackInTheOldOnesPlace) {
  ONLY_WITHOUT_SANITIZERS();
  const Question question{"recreated-preemptor", "pod-not-taken-for-another"};
  expect(Verdict::violated, {"1.33", "1.34", "1.35"}, question);
  expect(Verdict::holds, {"1.35.5", "1.36", "1.37", "master"}, question);
}

TEST(ObjectsByName, AVictimsSuccessorIsDeletedInItsPlace) {
  ONLY_WITHOUT_SANITIZERS();
  expect(Verdict::violated, all, {"recreated-victim", "only-the-selected-pod-is-deleted"});
}

TEST(ObjectsByName, AStatusPatchReachesALaterPodUntilItNamesTheUid) {
  ONLY_WITHOUT_SANITIZERS();
  const Question question{"recreated-preemptor", "status-patch-reaches-its-pod"};
  expect(Verdict::violated, {"1.31", "1.35", "1.37"}, question);
  expect(Verdict::holds, {"master"}, question);
}

TEST(Restart, ANominationInMemoryIsLostAndALowerPodTakesTheRoom) {
  ONLY_WITHOUT_SANITIZERS();
  const Question question{"restart-loses-nomination", "nominated-space-claimed-once"};
  expect(Verdict::violated, {"1.31"}, question);
  // There the deletion of a pod that is gone is no error, and the new leader nominates once more.
  expect(Verdict::holds, {"1.32"}, question);
}

TEST(Issue134730, ThePreemptorWhoseRoomIsTakenComesBack) {
  ONLY_WITHOUT_SANITIZERS();
  // Known to fail by #141694 as well: docs/race-matrix.md.
  expect(Verdict::violated, {"1.33", "1.34", "1.37"},
         {"higher-takes-the-room", "preemptor-not-stranded"});
}

TEST(Issue134400, WithAsyncApiCallsTheEarlyGateIsNoBetter) {
  ONLY_WITHOUT_SANITIZERS();
  expect(Verdict::violated, {"1.34.0", "1.34", "1.35.0"},
         {"early-gate-async-api-calls", "one-preemption-per-preemptor"});
}

}  // namespace
}  // namespace preemptcheck::tests
