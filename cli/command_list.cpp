// preemptcheck list
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "cli/command.h"
#include "cli/lookup.h"
#include "cli/output.h"
#include "cli/report.h"
#include "cli/table.h"
#include "cli/terminal.h"
#include "cli/text_layout.h"
#include "model/sites.h"
#include "properties/registry.h"

namespace preemptcheck::cli {

namespace {

struct ListOptions {
  std::string what;
  std::string format = "text";
  std::string output;
};

Table properties_table() {
  Table table{"Properties", {"name", "kind", "description", "source"}, {}};
  for (const properties::Property& property : properties::builtin_properties())
    table.rows.push_back({std::string(properties::name_of(property)),
                          std::string(properties::name_of(properties::kind_of(property))),
                          std::string(properties::description_of(property)),
                          std::string(properties::source_of(property))});
  return table;
}

/// The switches between releases that are on in the release of that number, or off, and were not in
/// the one before.
std::string switches_changed(std::size_t release, bool to) {
  std::string changed;
  for (const model::SwitchInfo& one : model::all_switches()) {
    const bool was = release > 0 && one.default_on[release - 1];
    if (one.group == model::SwitchGroup::release && one.default_on[release] == to && was != to)
      changed += (changed.empty() ? "" : ", ") + std::string(one.name);
  }
  return changed.empty() ? "nothing" : changed;
}

Table releases_table() {
  Table table{"Releases", {"name", "summary", "turns on", "turns off"}, {}};
  const auto releases = model::all_releases();
  for (std::size_t i = 0; i < releases.size(); ++i)
    table.rows.push_back({std::string(releases[i].name), std::string(releases[i].summary),
                          switches_changed(i, true), switches_changed(i, false)});
  return table;
}

std::string_view group_text(model::SwitchGroup group) {
  switch (group) {
    case model::SwitchGroup::release:
      return "differs between releases";
    case model::SwitchGroup::proposed:
      return "proposed, in no release";
    case model::SwitchGroup::design:
      return "part of the design; turning it off plants a bug";
  }
  return "";
}

/// "1.31, 1.33..1.35.5": the releases for which it is true, neighbours together.
template <class IsTrue>
std::string releases_where(const IsTrue& is_true) {
  const auto releases = model::all_releases();
  std::string text;
  for (std::size_t i = 0; i < releases.size(); ++i) {
    if (!is_true(static_cast<model::Release>(i))) continue;
    std::size_t last = i;
    while (last + 1 < releases.size() && is_true(static_cast<model::Release>(last + 1))) ++last;
    if (!text.empty()) text += ", ";
    text += releases[i].name;
    if (last > i) text += fmt::format("..{}", releases[last].name);
    i = last;
  }
  return text.empty() ? "no release" : text;
}

Table switches_table() {
  Table table{"Switches", {"name", "effect", "group", "on in", "source"}, {}};
  for (const model::SwitchInfo& one : model::all_switches()) {
    const std::string on = releases_where(
        [&](model::Release release) { return one.default_on[static_cast<std::size_t>(release)]; });
    table.rows.push_back({std::string(one.name), std::string(one.effect),
                          std::string(group_text(one.group)), on, std::string(one.source)});
  }
  return table;
}

Table feature_gates_table() {
  Table table{"Feature gates", {"name", "switch", "stage", "on by default in"}, {}};
  for (const model::FeatureGateInfo& gate : model::all_feature_gates()) {
    std::string stages;
    for (const std::string_view stage : {"alpha", "beta", "GA"}) {
      const std::string in = releases_where(
          [&](model::Release release) { return model::stage_of(gate, release) == stage; });
      if (in != "no release")
        stages += fmt::format("{}{} in {}", stages.empty() ? "" : ", ", stage, in);
    }
    const std::string on = releases_where(
        [&](model::Release release) { return model::Switches::of(release).on(gate.controls); });
    table.rows.push_back(
        {std::string(gate.name), std::string(model::info(gate.controls).name), stages, on});
  }
  return table;
}

Table sites_table() {
  Table table{"Sites", {"name", "what the transition does", "source"}, {}};
  for (const explorer::Site& site : model::sites)
    table.rows.push_back(
        {std::string(site.name), std::string(site.label), std::string(site.source)});
  return table;
}

/// Whether no release lies between the two, but for patch releases.
bool is_next(model::Release earlier, model::Release later) {
  for (unsigned r = static_cast<unsigned>(earlier) + 1; r < static_cast<unsigned>(later); ++r)
    if (!model::info(static_cast<model::Release>(r)).is_patch) return false;
  return earlier < later;
}

/// "preemptor-not-stranded holds on 1.31, violated on 1.33..1.37"
std::string expectations_text(const model::Scenario& scenario) {
  std::string text;
  const model::Expectation* last = nullptr;
  model::Release first = model::newest_release;  // of the releases with the verdict of `last`
  const auto end_range = [&] {
    if (last != nullptr && last->release != first)
      text += fmt::format("..{}", model::info(last->release).name);
  };
  for (const model::Expectation& one : scenario.expectations) {
    const bool is_new = last == nullptr || last->property != one.property;
    const bool other_verdict = is_new || last->verdict != one.verdict;
    if (other_verdict || !is_next(last->release, one.release)) {
      end_range();
      first = one.release;
      text += is_new ? fmt::format("{}{} ", last == nullptr ? "" : "; ", one.property) : ", ";
      if (other_verdict) text += fmt::format("{} on ", name_of(one.verdict));
      text += model::info(first).name;
    }
    last = &one;
  }
  end_range();
  return text;
}

/// The comment that a manifest begins with, in one line.
std::string leading_comment(const std::string& text) {
  std::string comment;
  std::size_t at = 0;
  while (at < text.size() && text[at] == '#') {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::size_t first = std::min(text.find_first_not_of("# ", at), end);
    if (first < end) comment += (comment.empty() ? "" : " ") + text.substr(first, end - first);
    at = end + 1;
  }
  return comment;
}

Table scenarios_table() {
  Table table{"Scenarios", {"name", "file", "about", "expected"}, {}};
  for (const std::string& path : shipped_scenarios()) {
    const std::vector<model::SourceText> sources = model::read_source_files({path});
    std::string expected;
    try {
      expected = expectations_text(model::read_scenario(sources));
    } catch (const model::InputError& error) {
      expected = fmt::format("cannot be read: {}", error.what());
    }
    table.rows.push_back({std::filesystem::path(path).stem().string(), path,
                          leading_comment(sources.front().text), expected});
  }
  if (table.rows.empty()) say("warning: no scenarios found here or where the program is installed");
  return table;
}

struct List {
  const char* name;
  Table (*make)();
};

constexpr std::array<List, 6> lists{{{"properties", properties_table},
                                     {"releases", releases_table},
                                     {"switches", switches_table},
                                     {"feature-gates", feature_gates_table},
                                     {"scenarios", scenarios_table},
                                     {"sites", sites_table}}};

ExitCode run(const ListOptions& o) {
  Output output(o.output);
  for (const List& list : lists) {
    if (o.what != list.name) continue;
    const Table table = list.make();
    const std::size_t width = width_of(Stream::output);
    output.write(o.format == "json"       ? table_json(table)
                 : o.format == "markdown" ? table_markdown(table)
                                          : table_text(table, width));
  }
  output.finish();
  return ExitCode::all_hold;
}

}  // namespace

Command add_list(CLI::App& program) {
  CLI::App* app = program.add_subcommand("list", "Print what the program knows");
  const auto options = std::make_shared<ListOptions>();
  std::vector<std::string> names;
  std::string what;
  for (const List& list : lists) {
    names.emplace_back(list.name);
    what += (what.empty() ? "" : ", ") + names.back();
  }
  app->add_option("what", options->what, help_text("One of: " + what))
      ->check(CLI::IsMember(names))
      ->option_text("LIST")
      ->required();
  app->add_option("--format", options->format, "Text (default), JSON or a Markdown table")
      ->check(CLI::IsMember({"text", "json", "markdown"}))
      ->option_text("text|json|markdown");
  app->add_option("--output", options->output, "File for the list. Default: standard output")
      ->option_text("FILE");
  app->footer(
      "\nExamples:\n"
      "  preemptcheck list properties\n"
      "  preemptcheck list switches --format markdown\n");
  return {app, [options] { return run(*options); }};
}

}  // namespace preemptcheck::cli
