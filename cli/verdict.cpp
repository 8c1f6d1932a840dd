#include "cli/verdict.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/units.h"
#include "properties/registry.h"

namespace preemptcheck::cli {

using explorer::LimitReached;
using model::Verdict;

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::holds:
      return "holds";
    case Verdict::violated:
      return "violated";
    case Verdict::inconclusive:
      return "inconclusive";
  }
  return "";
}

std::string_view name_of(LimitReached limit) {
  switch (limit) {
    case LimitReached::none:
      return "none";
    case LimitReached::states:
      return "states";
    case LimitReached::depth:
      return "depth";
    case LimitReached::time:
      return "time";
    case LimitReached::memory:
      return "memory";
    case LimitReached::interrupted:
      return "interrupted";
    case LimitReached::bound_of_program:
      return "bound-of-model";
    case LimitReached::stopped_at_violation:
      return "stopped-at-violation";
  }
  return "";
}

std::string limit_text(const explorer::SearchResult& search, const explorer::Limits& limits) {
  switch (search.limit) {
    case LimitReached::none:
      return search.audit_failure ? "the audit failed" : "";
    case LimitReached::states:
      return fmt::format("the limit of {} states was reached", number_text(limits.states_max));
    case LimitReached::depth:
      return fmt::format("the depth was limited to {}", limits.depth_max);
    case LimitReached::time:
      return fmt::format("the time limit of {} was reached", seconds_text(limits.seconds_max));
    case LimitReached::memory:
      return fmt::format("the memory limit of {} was reached", bytes_text(limits.memory_bytes_max));
    case LimitReached::interrupted:
      return "interrupted";
    case LimitReached::bound_of_program:
      return fmt::format("a bound of the model was reached: {}", search.bound);
    case LimitReached::stopped_at_violation:
      return "stopped at the first violation";
  }
  return "";
}

PropertyReport judge(const properties::Property& property, std::uint64_t hits,
                     const explorer::SearchResult& search, const explorer::Limits& limits) {
  PropertyReport report;
  report.property = &property;
  report.hits = hits;
  const bool is_sometimes = properties::must_happen(property);
  if (hits > 0) {
    report.verdict = is_sometimes ? Verdict::holds : Verdict::violated;
  } else if (search.exhausted) {
    report.verdict = is_sometimes ? Verdict::violated : Verdict::holds;
    if (is_sometimes) report.why = "it never happens";
  } else {
    report.why = limit_text(search, limits);
    if (search.limit == LimitReached::depth)
      report.why = fmt::format("{} up to depth {}", is_sometimes ? "does not happen" : "holds",
                               limits.depth_max);
  }
  return report;
}

PropertyReport judge_run_property(const properties::Property& property, bool is_broken,
                                  const explorer::SearchResult& search,
                                  const explorer::Limits& limits) {
  PropertyReport report;
  report.property = &property;
  if (is_broken)
    report.verdict = Verdict::violated;
  else if (search.exhausted)
    report.verdict = Verdict::holds;
  else
    report.why = limit_text(search, limits);
  return report;
}

Verdict overall(const std::vector<PropertyReport>& properties, bool exhausted) {
  const auto any = [&](Verdict verdict) {
    return std::ranges::any_of(
        properties, [verdict](const PropertyReport& report) { return report.verdict == verdict; });
  };
  if (any(Verdict::violated)) return Verdict::violated;
  return any(Verdict::inconclusive) || !exhausted ? Verdict::inconclusive : Verdict::holds;
}

}  // namespace preemptcheck::cli
