// Searches in all ways, and what they must agree upon.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "explorer/search.h"
#include "tests/explorer/naive.h"

namespace preemptcheck::explorer {

/// A program with the known answers for it, by limit on depth (0: none).
struct Sample {
  std::string name;
  Program program;
  std::function<naive::Answers(std::uint64_t depth_limit)> answers;
};

/// Every program of programs.h that hides nothing.
std::vector<Sample> all_samples();

/// Both orders, both ways of backtracking, both sets, and the audit: nine ways.
std::vector<Options> all_ways();
std::string name_of(const Options& options);

/// Says how `result` differs from what is known, or nothing. Replays its schedules.
std::string difference(const Program& program, const Options& options, const SearchResult& result,
                       const naive::Answers& answers);

/// Whether the schedule can be run, transition by transition, and ends where the predicate is hit.
bool is_schedule_to_hit(const Program& program, std::size_t predicate, const Schedule& schedule);

}  // namespace preemptcheck::explorer
