// What the program prints, compared with what was approved. To accept changes, look at the diff of:
//   PREEMPTCHECK_APPROVE=1 build/debug/tests/cli_tests --gtest_filter='Approved.*'
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "tests/cli/manifests.h"
#include "tests/cli/program.h"

namespace preemptcheck::tests {
namespace {

void expect_approved(const std::string& name, const std::string& text) {
  const std::string path = PREEMPTCHECK_SOURCE_DIR "/tests/cli/approved/" + name + ".txt";
  if (std::getenv("PREEMPTCHECK_APPROVE") != nullptr) {
    std::ofstream(path, std::ios::binary) << text;
    return;
  }
  EXPECT_EQ(text, read_text(path)) << "to accept it, see the top of approved_test.cpp";
}

TEST(Approved, HelpOfTheProgramAndOfEachCommand) {
  const Folder folder;
  for (const char* command : {"", "explore", "replay", "list"}) {
    std::vector<std::string> arguments{command, "--help"};
    if (arguments[0].empty()) arguments.erase(arguments.begin());
    const Outcome result = run(folder, arguments);
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_TRUE(result.err.empty()) << result.err;
    expect_approved(std::string("help") + (*command == 0 ? "" : "-") + command, result.out);
  }
}

TEST(Approved, ACounterexampleAsReplayed) {
  const Folder folder;
  const std::string file = folder.write("a.yaml", stranding());
  ASSERT_EQ(run(folder, {"explore", file, "--save", "."}).exit_code, 1);
  const Outcome result = run(folder, {"replay", "small-1.37-preemptor-not-stranded.trace.json"});
  EXPECT_EQ(result.exit_code, 1) << result.err;
  expect_approved("replay", result.out);
}

TEST(Approved, HelpIsAsWideAsATerminal) {
  const Folder folder;
  for (const char* command : {"explore", "replay", "list"}) {
    const std::string text = run(folder, {command, "--help"}).out;
    std::size_t at = 0;
    while (at < text.size()) {
      const std::size_t end = text.find('\n', at);
      EXPECT_LE(end - at, 100U) << text.substr(at, end - at);
      at = end + 1;
    }
  }
}

}  // namespace
}  // namespace preemptcheck::tests
