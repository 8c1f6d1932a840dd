// What explore and replay have to say, as data; and its forms.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/explain.h"
#include "cli/recording.h"
#include "explorer/search.h"
#include "model/scenario.h"
#include "properties/property.h"

namespace preemptcheck::cli {

/// A schedule that breaks a promise, run again and checked.
struct Counterexample {
  std::string finding;  ///< a sentence without its full stop
  Explanation explanation;
  Recording recording;
  std::string fairness;  ///< of a run without end: why nobody is kept from running in it
  bool is_shortest = false;
  std::string path;  ///< of the trace file; empty where none was written
};

struct PropertyReport {
  const properties::Property* property = nullptr;
  model::Verdict verdict = model::Verdict::inconclusive;
  std::string why;         ///< what bounds the verdict, or what `violated` means here; may be empty
  std::uint64_t hits = 0;  ///< states (transitions) that violate it; sometimes: that reach it
  std::optional<Counterexample> counterexample;
  std::optional<model::Verdict> expected;  ///< what the scenario says for this release
};

struct ExploreReport {
  std::shared_ptr<const model::Model> model;
  model::Verdict verdict = model::Verdict::inconclusive;
  std::vector<PropertyReport> properties;
  explorer::SearchResult search;
  explorer::Limits limits;
  std::vector<std::string> never_reached_sites;
  std::vector<std::string> notes;  ///< about how the result was obtained
};

struct ReplayReport {
  std::shared_ptr<const model::Model> model;
  const properties::Property* property = nullptr;
  std::string file;
  std::string recorded_finding;
  std::size_t steps_total = 0;             ///< in the trace; the recording may be a prefix
  std::optional<std::size_t> violated_at;  ///< the first step after which the property is violated
  std::string why_not;                     ///< of a run without end that breaks no promise
  Counterexample run;
};

/// How wide, whether in colour, how much.
struct TextStyle {
  std::size_t width = 100;
  bool colour = false;
  bool verbose = false;
};

std::string report_text(const ExploreReport& report, const TextStyle& style);
std::string report_text(const ReplayReport& report, const TextStyle& style);
/// One line.
std::string report_json(const ExploreReport& report);
std::string report_json(const ReplayReport& report);

std::string_view name_of(model::Verdict verdict);
std::string_view name_of(explorer::LimitReached limit);

}  // namespace preemptcheck::cli
