// Verdicts by scenario, property and release.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "cli/report.h"
#include "explorer/limits.h"
#include "model/manifest_reader.h"

namespace preemptcheck::cli {

/// What is searched: one scenario on one release.
struct MatrixSearch {
  model::Release release = model::newest_release;
  std::vector<PropertyReport> properties;  ///< without counterexamples
  explorer::SearchResult result;           ///< depth first
  bool is_done = false;                    ///< false: interrupted before or while it ran
};

/// One scenario, on all releases asked for.
struct MatrixScenario {
  std::string name;
  std::vector<MatrixSearch> searches;  ///< in the order of the releases
};

struct Matrix {
  std::vector<model::Release> releases;
  std::vector<MatrixScenario> scenarios;
};

struct MatrixRequest {
  std::vector<std::string> files;
  std::vector<model::Release> releases;
  /// Restricts what a scenario names; empty: what it names, or all that are no `sometimes`.
  std::vector<const properties::Property*> properties;
  explorer::Limits limits;  ///< of each search; the memory is shared out among the threads
  unsigned threads = 1;
  std::function<double()> seconds_now;  ///< needed for a limit on time
  const std::atomic<bool>* interrupted = nullptr;
  /// Told under a lock when a search ends, and in between.
  struct Progress {
    std::size_t done = 0;
    std::size_t total = 0;
    std::string now;  ///< what was begun last
  };
  std::function<void(const Progress&)> progress;
};

/// States that a search of the matrix may have, unless told otherwise.
inline constexpr std::uint64_t matrix_states_max = 2'000'000;

/// The matrix with nothing searched: reads the files. Throws model::InputError, UsageError.
Matrix make_matrix(const MatrixRequest& request);
/// Searches in parallel, each search by itself; the result does not depend on the threads. Depth
/// first, and once more breadth first for what is open where the limit of states is reached. A
/// search ends early where all its properties are violated.
Matrix explore_matrix(const MatrixRequest& request);

/// Whether a verdict is not the one that its scenario expects. What is inconclusive may yet be.
bool is_unexpected(const PropertyReport& report);
/// Sites that a search has not reached; that no search has reached.
std::vector<std::string> never_reached_sites(const MatrixSearch& search);
std::vector<std::string> never_reached_sites(const Matrix& matrix);

std::string matrix_text(const Matrix& matrix, std::size_t width);
std::string matrix_json(const Matrix& matrix);
std::string matrix_markdown(const Matrix& matrix);
/// The part of it that is about one scenario.
std::string matrix_markdown(const MatrixScenario& scenario);

}  // namespace preemptcheck::cli
