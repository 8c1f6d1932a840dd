// The whole command line.
#pragma once

namespace preemptcheck::cli {

/// Runs the program; returns its exit code. Results on standard output, all else on standard error.
int run_command_line(int argc, char** argv);

}  // namespace preemptcheck::cli
