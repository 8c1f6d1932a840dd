#include "cli/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <new>
#include <vector>

#include "cli/command.h"
#include "cli/output.h"
#include "cli/resolve_trace.h"
#include "cli/text_layout.h"
#include "model/manifest_reader.h"
#include "model/trace_file.h"
#include "preemptcheck/version.h"

namespace preemptcheck::cli {

namespace {

constexpr const char* description =
    "Explores every interleaving of kube-scheduler's asynchronous preemption on the cluster you "
    "give\nit, and prints the shortest schedule that breaks a promise.";

std::string footer() {
  return std::string(exit_codes_text) +
         "\n"
         "Examples:\n"
         "  preemptcheck explore scenarios/redundant-preemption.yaml --release 1.37\n"
         "  preemptcheck replay preemptcheck-traces/TRACE.json --verbose\n"
         "  preemptcheck list properties\n";
}

ExitCode fail(ExitCode code, std::string_view what) {
  say(fmt::format("error: {}", what));
  return code;
}

ExitCode run_guarded(const std::function<ExitCode()>& run) {
  try {
    return run();
  } catch (const UsageError& error) {
    return fail(ExitCode::usage, error.what());
  } catch (const model::InputError& error) {
    return fail(ExitCode::usage, error.what());
  } catch (const model::OutputError& error) {
    return fail(ExitCode::usage, error.what());
  } catch (const TraceDiverges& error) {
    return fail(ExitCode::usage, error.what());
  } catch (const std::bad_alloc&) {
    return fail(ExitCode::internal, "out of memory; --memory sets a limit to end at in good order");
  } catch (const std::exception& error) {
    say(fmt::format("internal error: {}", error.what()));
    return ExitCode::internal;
  }
}

/// Help and version are printed and are no failure; all else is one line and a hint.
ExitCode answer(const CLI::App& program, const CLI::ParseError& error) {
  if (error.get_exit_code() != 0) {
    say(fmt::format("error: {} (--help explains)", error.what()));
    return ExitCode::usage;
  }
  return run_guarded([&] {
    Output output("");
    output.write(error.get_name() == "CallForVersion"
                     ? fmt::format("preemptcheck {}\n", tool_version)
                     : program.help());
    return ExitCode::all_hold;
  });
}

}  // namespace

int run_command_line(int argc, char** argv) {
  CLI::App program(description, "preemptcheck");
  program.set_version_flag("--version", std::string(tool_version), "Print the version");
  program.set_help_flag("-h,--help", "Print this help");
  program.get_formatter()->column_width(help_column);
  program.footer(footer());
  program.require_subcommand(1);
  const std::vector<Command> commands{add_explore(program), add_replay(program),
                                      add_matrix(program), add_list(program)};
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return static_cast<int>(answer(program, error));
  }
  for (const Command& command : commands)
    if (command.app->parsed()) return static_cast<int>(run_guarded(command.run));
  return static_cast<int>(ExitCode::usage);
}

}  // namespace preemptcheck::cli
