// Random programs, searched in all ways.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "tests/explorer/agreement.h"
#include "tests/explorer/random_program.h"

namespace preemptcheck::explorer {
namespace {

/// Whether some actor has a command, not always taken, that sends another one back.
bool sends_back(const RandomProgram& table) {
  for (std::size_t i = 0; i < table.actors.size(); ++i)
    for (const auto& commands : table.actors[i].sites)
      for (const RandomProgram::Command& command : commands)
        for (std::size_t other = 0; other < table.actors.size(); ++other)
          if (command.restarts && other != i && table.actors[other].restartable) return true;
  return false;
}

TEST(RandomPrograms, AreSearchedAsANaiveEnumerationDoesInEveryWay) {
  const bool agrees =
      rc::check("counts, verdicts, schedules; with a limit on depth or without", [] {
        const RandomProgram table = arbitrary_program();
        const Program program = program_of(table);
        const auto depth = *rc::gen::element<std::uint64_t>(0, 0, 0, 1, 2, 3, 5, 8);
        const naive::Answers answers = naive::enumerate(model_of(table), depth);
        for (Options options : all_ways()) {
          options.limits.depth_max = depth;
          const std::string found = difference(program, options, search(program, options), answers);
          if (!found.empty()) RC_FAIL(found);
        }
        RC_CLASSIFY(answers.states > 100, "over 100 states");
        RC_CLASSIFY(answers.deadlocks > 0, "deadlock");
        RC_CLASSIFY(answers.at_bound, "at a bound");
        RC_CLASSIFY(sends_back(table), "sends actors back");
        RC_CLASSIFY(answers.predicates[0].count > 0, "violated");
      });
  EXPECT_TRUE(agrees);
}

}  // namespace
}  // namespace preemptcheck::explorer
