// The forms of the matrix.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "cli/race_matrix.h"
#include "cli/text_layout.h"
#include "preemptcheck/version.h"
#include "properties/registry.h"

namespace preemptcheck::cli {

namespace {

using Json = nlohmann::ordered_json;
using model::Verdict;

std::string release_name(model::Release release) { return std::string(model::info(release).name); }

/// "1.31, 1.33..1.36": neighbours in the list of releases together.
std::string releases_text(const MatrixScenario& scenario, const std::vector<std::size_t>& which) {
  std::string text;
  for (std::size_t i = 0; i < which.size(); ++i) {
    std::size_t last = i;
    while (last + 1 < which.size() && which[last + 1] == which[last] + 1) ++last;
    text += (text.empty() ? "" : ", ") + release_name(scenario.searches[which[i]].release);
    if (last > i)
      text += (last == i + 1 ? ", " : "..") + release_name(scenario.searches[which[last]].release);
    i = last;
  }
  return text;
}

template <class Wanted>
std::vector<std::size_t> searches_where(const MatrixScenario& scenario, std::size_t property,
                                        const Wanted& wanted) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < scenario.searches.size(); ++i) {
    const MatrixSearch& search = scenario.searches[i];
    if (search.is_done && wanted(search.properties[property])) found.push_back(i);
  }
  return found;
}

/// "holds on 1.31, 1.32; violated on 1.33..1.37".
std::string verdicts_text(const MatrixScenario& scenario, std::size_t property) {
  std::string text;
  const auto add = [&](std::string_view what, const std::vector<std::size_t>& which) {
    if (which.empty()) return;
    text += fmt::format("{}{} {}", text.empty() ? "" : "; ", what, releases_text(scenario, which));
  };
  for (const Verdict verdict : {Verdict::holds, Verdict::violated, Verdict::inconclusive})
    add(fmt::format("{} on", name_of(verdict)),
        searches_where(scenario, property,
                       [&](const PropertyReport& report) { return report.verdict == verdict; }));
  add("NOT AS EXPECTED on", searches_where(scenario, property, is_unexpected));
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < scenario.searches.size(); ++i)
    if (!scenario.searches[i].is_done) open.push_back(i);
  add("not explored on", open);
  return text;
}

const MatrixSearch* first_done(const MatrixScenario& scenario) {
  const auto found = std::ranges::find_if(scenario.searches, &MatrixSearch::is_done);
  return found == scenario.searches.end() ? nullptr : &*found;
}

std::string markdown_cell(const MatrixSearch& search, std::size_t property) {
  if (!search.is_done) return "not explored";
  const PropertyReport& report = search.properties[property];
  std::string text(report.verdict == Verdict::inconclusive ? "?" : name_of(report.verdict));
  if (report.verdict == Verdict::violated) text = "**violated**";
  if (report.expected && is_unexpected(report))
    text += fmt::format(" (expected: {})", name_of(*report.expected));
  return text;
}

std::string sites_sentence(const Matrix& matrix) {
  const std::vector<std::string> never = never_reached_sites(matrix);
  if (never.empty()) return "Every site of the model was reached by some search.";
  return fmt::format("Sites that no search reached: {}.", fmt::join(never, ", "));
}

Json search_json(const MatrixScenario& scenario, const MatrixSearch& search) {
  Json object{{"scenario", scenario.name},
              {"release", release_name(search.release)},
              {"states", search.result.states},
              {"transitions", search.result.transitions},
              {"exhausted", search.result.exhausted}};
  Json properties = Json::array();
  for (const PropertyReport& report : search.properties) {
    Json one{{"name", properties::name_of(*report.property)}, {"verdict", name_of(report.verdict)}};
    if (!report.why.empty()) one["why"] = report.why;
    if (report.expected) one["expected"] = name_of(*report.expected);
    properties.push_back(std::move(one));
  }
  object["properties"] = std::move(properties);
  object["never_reached_sites"] = never_reached_sites(search);
  return object;
}

}  // namespace

std::string matrix_text(const Matrix& matrix, std::size_t width) {
  std::string text;
  for (const MatrixScenario& scenario : matrix.scenarios) {
    text += scenario.name + "\n";
    const MatrixSearch* const known = first_done(scenario);
    if (known == nullptr) text += "  not explored\n";
    for (std::size_t i = 0; known != nullptr && i < known->properties.size(); ++i)
      text += wrapped(fmt::format("  {}: ", properties::name_of(*known->properties[i].property)),
                      verdicts_text(scenario, i), 6, width);
  }
  return text + "\n" + wrapped("", sites_sentence(matrix), 2, width);
}

std::string matrix_json(const Matrix& matrix) {
  Json releases = Json::array();
  for (const model::Release release : matrix.releases) releases.push_back(release_name(release));
  Json searches = Json::array();
  for (const MatrixScenario& scenario : matrix.scenarios)
    for (const MatrixSearch& search : scenario.searches)
      if (search.is_done) searches.push_back(search_json(scenario, search));
  return Json{{"schema", 1},
              {"tool_version", tool_version},
              {"releases", std::move(releases)},
              {"searches", std::move(searches)},
              {"never_reached_sites", never_reached_sites(matrix)}}
             .dump(2) +
         "\n";
}

std::string matrix_markdown(const MatrixScenario& scenario) {
  const MatrixSearch* const known = first_done(scenario);
  std::string text;
  for (std::size_t i = 0; known != nullptr && i < known->properties.size(); ++i) {
    text += fmt::format("| `{}` | `{}` |", scenario.name,
                        properties::name_of(*known->properties[i].property));
    for (const MatrixSearch& search : scenario.searches)
      text += fmt::format(" {} |", markdown_cell(search, i));
    text += "\n";
  }
  return text;
}

std::string matrix_markdown(const Matrix& matrix) {
  std::string text =
      "# Race matrix\n\n"
      "Made by `preemptcheck matrix --format markdown`; a test keeps it true. A scenario is\n"
      "`scenarios/NAME.yaml`, with an explanation at its head; what a promise says is told by\n"
      "`preemptcheck list properties`. `?`: the space was too large for the limit of states, and "
      "no\nviolation was found up to there.\n\n";
  text += "| scenario | property |";
  std::string rule = "| --- | --- |";
  for (const model::Release release : matrix.releases) {
    text += fmt::format(" {} |", release_name(release));
    rule += " --- |";
  }
  text += "\n" + rule + "\n";
  for (const MatrixScenario& scenario : matrix.scenarios) text += matrix_markdown(scenario);
  return text;
}

}  // namespace preemptcheck::cli
