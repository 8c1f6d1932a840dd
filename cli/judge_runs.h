// Promises about runs without end, judged on the graph of all schedules.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "explorer/fair_loop.h"
#include "model/cluster.h"
#include "properties/property.h"

namespace preemptcheck::cli {

/// A run without end that breaks a promise made to a pod, run again and checked.
struct BrokenPromise {
  model::PodId pod = model::no_pod;
  explorer::Lasso lasso;
  std::vector<explorer::FairnessWitness> witnesses;
};

struct RunsResult {
  explorer::SearchResult search;                     ///< of the graph
  std::vector<std::optional<BrokenPromise>> broken;  ///< by property: of the first such pod
};

/// Each property must be about runs. Of the options, order, `exact` and `audit` are left aside.
/// Throws InternalError where a lasso that was found turns out to be none.
RunsResult judge_runs(const std::shared_ptr<const model::Model>& model,
                      const std::vector<const properties::Property*>& properties,
                      const explorer::Options& options);

/// Whether a run breaks what a property promises some pod; else `fault` says why not.
struct RunJudgement {
  std::optional<BrokenPromise> broken;
  std::string fault;
};
RunJudgement judge_run(const std::shared_ptr<const model::Model>& model,
                       const properties::Property& property, const explorer::Lasso& lasso);

/// "The loop is fair: scheduler runs at step 12, kubelet cannot before step 14." `first` is the
/// number of the loop's first step.
std::string fairness_text(const std::vector<explorer::FairnessWitness>& witnesses,
                          const explorer::Program& program, std::size_t first);

}  // namespace preemptcheck::cli
