// A subcommand of the program.
#pragma once

#include <functional>

#include "cli/exit_code.h"

namespace CLI {
class App;
}

namespace preemptcheck::cli {

struct Command {
  CLI::App* app = nullptr;  ///< says whether it was given
  std::function<ExitCode()> run;
};

// Each adds its options to the program's; one file a command.
Command add_explore(CLI::App& program);
Command add_replay(CLI::App& program);
Command add_matrix(CLI::App& program);
Command add_list(CLI::App& program);

}  // namespace preemptcheck::cli
