// Why a counterexample ends as it does, as far as its states show.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/recording.h"

namespace preemptcheck::cli {

struct Explanation {
  std::string text;                ///< sentences; may be empty
  std::vector<std::size_t> steps;  ///< the steps that decide, from 1, ascending
};

/// `finding` is what a property finds at the end of the recording.
Explanation explain(const properties::Property& property, const model::Model& model,
                    const Recording& recording, const properties::Finding& finding);

}  // namespace preemptcheck::cli
