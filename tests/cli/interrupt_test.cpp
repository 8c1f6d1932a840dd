#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/cli/manifests.h"
#include "tests/cli/program.h"

namespace preemptcheck::tests {
namespace {

TEST(Interrupt, EndsALongSearchWithAReport) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const Folder folder;
    const std::string file = folder.write("a.yaml", endless());
    const pid_t process = start(folder, {"explore", file, "--format", "json", "--output", "r.json",
                                         "--property", "node-not-overcommitted", "--no-save"});
    // The program watches for signals before it opens its output.
    while (!std::filesystem::exists(folder.file("r.json"))) {
      ASSERT_EQ(::kill(process, 0), 0);
      ::usleep(10000);
    }
    ::kill(process, signal);
    const Outcome result = wait_for(process, folder);
    EXPECT_EQ(result.exit_code, 3) << result.err;
    const nlohmann::json json = nlohmann::json::parse(read_text(folder.file("r.json")));
    EXPECT_EQ(json["verdict"], "inconclusive");
    EXPECT_EQ(json["limit"], "interrupted");
    EXPECT_EQ(json["properties"][0]["why"], "interrupted");
  }
}

}  // namespace
}  // namespace preemptcheck::tests
