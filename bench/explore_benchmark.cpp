// How fast shipped scenarios are explored: states and transitions a second, bytes a state.
#include <benchmark/benchmark.h>

#include <memory>
#include <string>

#include "explorer/search.h"
#include "model/manifest_reader.h"
#include "model/program_of.h"
#include "properties/bind.h"
#include "properties/registry.h"

namespace preemptcheck {
namespace {

explorer::Program program_of_scenario(const std::string& stem) {
  const std::string path = PREEMPTCHECK_SOURCE_DIR "/scenarios/" + stem + ".yaml";
  const auto model = std::make_shared<const model::Model>(
      model::make_model(model::read_scenario(model::read_source_files({path}))));
  explorer::Program program = model::program_of(model);
  for (const properties::Property& property : properties::builtin_properties())
    program.predicates.push_back(properties::predicate_of(property, model));
  return program;
}

void explore(benchmark::State& state, const std::string& stem, explorer::Options options) {
  const explorer::Program program = program_of_scenario(stem);
  explorer::SearchResult result;
  for (auto unused : state) {
    static_cast<void>(unused);
    result = explorer::search(program, options);
  }
  const auto runs = static_cast<double>(state.iterations());
  const auto states = static_cast<double>(result.states);
  state.counters["states"] = states;
  state.counters["states/s"] = benchmark::Counter(states * runs, benchmark::Counter::kIsRate);
  state.counters["transitions/s"] = benchmark::Counter(
      static_cast<double>(result.transitions) * runs, benchmark::Counter::kIsRate);
  state.counters["bytes/state"] = static_cast<double>(result.memory_bytes) / states;
  state.counters["state_bytes"] = static_cast<double>(result.state_bytes);
}

void add(const std::string& stem, const char* how, explorer::Order order,
         explorer::Backtracking backtracking, bool exact) {
  explorer::Options options;
  options.order = order;
  options.backtracking = backtracking;
  options.exact = exact;
  benchmark::RegisterBenchmark((stem + "/" + how).c_str(), explore, stem, options)
      ->Unit(benchmark::kMillisecond);
}

void add_all(const std::string& stem) {
  using explorer::Backtracking;
  using explorer::Order;
  add(stem, "depth-first", Order::depth_first, Backtracking::checkpoint, false);
  add(stem, "breadth-first", Order::breadth_first, Backtracking::checkpoint, false);
  add(stem, "replay", Order::depth_first, Backtracking::replay, false);
  add(stem, "exact", Order::depth_first, Backtracking::checkpoint, true);
}

}  // namespace
}  // namespace preemptcheck

int main(int argc, char** argv) {
  // The largest shipped space: more than four million states.
  preemptcheck::add("kep-4832-case-4", "depth-first", preemptcheck::explorer::Order::depth_first,
                    preemptcheck::explorer::Backtracking::checkpoint, false);
  preemptcheck::add_all("three-victims-async");
  preemptcheck::add_all("redundant-preemption");
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
