// Parts of the command line that are functions of their arguments.
#include <gtest/gtest.h>

#include "cli/counterexample_text.h"
#include "cli/exit_code.h"
#include "cli/save_traces.h"
#include "cli/text_layout.h"
#include "cli/units.h"
#include "cli/verdict.h"
#include "properties/registry.h"

namespace preemptcheck::cli {
namespace {

TEST(Units, DurationsAndMemoryAreReadWithTheirUnits) {
  EXPECT_EQ(parse_seconds("--time-limit", "60"), 60);
  EXPECT_EQ(parse_seconds("--time-limit", "1.5s"), 1.5);
  EXPECT_EQ(parse_seconds("--time-limit", "5m"), 300);
  EXPECT_EQ(parse_seconds("--time-limit", "1h"), 3600);
  EXPECT_EQ(parse_bytes("--memory", "4GiB"), std::uint64_t{4} << 30);
  EXPECT_EQ(parse_bytes("--memory", "4Gi"), std::uint64_t{4} << 30);
  EXPECT_EQ(parse_bytes("--memory", "2M"), 2'000'000U);
  EXPECT_EQ(parse_seconds("--time-limit", "0"), 0) << "no limit, as everywhere";
  EXPECT_EQ(parse_bytes("--memory", "0"), 0U);
  EXPECT_THROW(parse_count("--max-states", "99999999999999999999999"), UsageError);
  for (const char* wrong : {"", "s", "-1s", "5 m", "1d", "1e9s", "nan", "inf"})
    EXPECT_THROW(parse_seconds("--time-limit", wrong), UsageError) << wrong;
  for (const char* wrong : {"", "GiB", "-1", "0.5", "1e9", "99999999999GiB"})
    EXPECT_THROW(parse_bytes("--memory", wrong), UsageError) << wrong;
}

TEST(Units, NumbersAreGroupedByThousands) {
  EXPECT_EQ(number_text(0), "0");
  EXPECT_EQ(number_text(999), "999");
  EXPECT_EQ(number_text(1000), "1,000");
  EXPECT_EQ(number_text(1234567), "1,234,567");
  EXPECT_EQ(bytes_text(1023), "1023 bytes");
  EXPECT_EQ(bytes_text(1536), "1.5 KiB");
}

TEST(TextLayout, LinesAreBrokenBetweenWords) {
  EXPECT_EQ(wrapped("> ", "one two three", 4, 10), "> one two\n    three\n");
  EXPECT_EQ(wrapped("", "unbreakable", 2, 5), "unbreakable\n");
  EXPECT_EQ(wrapped("", "", 2, 5), "\n");
  EXPECT_EQ(width_of_text("schön"), 5U);
}

TEST(TextLayout, WordsThatAShellWouldTakeApartAreQuoted) {
  EXPECT_EQ(shell_word("a/b-1.json"), "a/b-1.json");
  EXPECT_EQ(shell_word("a b"), "'a b'");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
}

TEST(SaveTraces, AFileNameHasNoPathInIt) {
  model::Scenario scenario;
  scenario.name = "../a b";
  EXPECT_EQ(trace_file_name(scenario, "p"), "-.-a-b-1.37-p.trace.json");
}

class Judge : public testing::Test {
 protected:
  const properties::Property& promise = *properties::find_property("node-not-overcommitted");
  const properties::Property& guard = *properties::find_property("preemptor-gets-bound");
  explorer::SearchResult search;
  explorer::Limits limits;
};

TEST_F(Judge, NothingHoldsThatWasNotExhausted) {
  search.limit = explorer::LimitReached::time;
  limits.seconds_max = 60;
  const PropertyReport report = judge(promise, 0, search, limits);
  EXPECT_EQ(report.verdict, model::Verdict::inconclusive);
  EXPECT_EQ(report.why, "the time limit of 60 s was reached");
  EXPECT_EQ(judge(promise, 1, search, limits).verdict, model::Verdict::violated);
}

TEST_F(Judge, AGuardIsSatisfiedByOneStateAndRefutedOnlyByAll) {
  EXPECT_EQ(judge(guard, 1, search, limits).verdict, model::Verdict::holds);
  search.limit = explorer::LimitReached::states;
  EXPECT_EQ(judge(guard, 0, search, limits).verdict, model::Verdict::inconclusive);
  search.limit = explorer::LimitReached::none;
  search.exhausted = true;
  EXPECT_EQ(judge(guard, 0, search, limits).verdict, model::Verdict::violated);
}

TEST_F(Judge, ABoundOfTheModelIsNamed) {
  search.limit = explorer::LimitReached::bound_of_program;
  search.bound = "too many of something";
  EXPECT_EQ(judge(promise, 0, search, limits).why,
            "a bound of the model was reached: too many of something");
}

TEST_F(Judge, ViolatedBeatsInconclusiveBeatsHolds) {
  using model::Verdict;
  const auto report = [](Verdict verdict) {
    PropertyReport one;
    one.verdict = verdict;
    return one;
  };
  EXPECT_EQ(
      overall({report(Verdict::holds), report(Verdict::inconclusive), report(Verdict::violated)},
              false),
      Verdict::violated);
  EXPECT_EQ(overall({report(Verdict::holds), report(Verdict::inconclusive)}, false),
            Verdict::inconclusive);
  EXPECT_EQ(overall({report(Verdict::holds)}, true), Verdict::holds);
  EXPECT_EQ(overall({report(Verdict::holds)}, false), Verdict::inconclusive);
}

}  // namespace
}  // namespace preemptcheck::cli
