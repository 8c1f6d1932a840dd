#include "cli/counterexample_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/text_layout.h"
#include "model/sites.h"
#include "properties/registry.h"

namespace preemptcheck::cli {

namespace {

// Longer than that only the end is printed: the file has it all.
constexpr std::size_t steps_printed_max = 400;
constexpr std::size_t steps_printed_then = 100;

std::size_t actor_width(const Recording& recording) {
  std::size_t width = 0;
  for (const RecordedStep& step : recording.steps) width = std::max(width, step.actor.size());
  return width;
}

/// Lays out the steps of one recording.
class Steps {
 public:
  Steps(const model::Model& model, const Counterexample& counterexample, const TextStyle& style)
      : model_(model),
        recording_(counterexample.recording),
        decisive_(counterexample.explanation.steps),
        style_(style),
        actor_width_(actor_width(recording_)),
        end_(counterexample.finding.empty() ? 0 : recording_.steps.size()) {}

  [[nodiscard]] std::string text(std::size_t number) const {
    const RecordedStep& step = recording_.steps[number - 1];
    const model::World& before = recording_.worlds[number - 1];
    std::string out;
    if (number > 1 && recording_.steps[number - 2].transition.actor != step.transition.actor)
      out += "\n";
    const bool is_decisive =
        number == end_ || std::ranges::find(decisive_, number) != decisive_.end();
    const std::string actor = in_colour_of_actor(fmt::format("{:<{}}", step.actor, actor_width_),
                                                 step.transition.actor, style_.colour);
    const std::string what =
        model::describe_step(model_, before, {step.actor, step.site}, step.choice);
    // The colour's bytes take no room, so the text is broken without them.
    const std::string blank(indent(), ' ');
    out += fmt::format("{}{:>5}  {}  ", is_decisive ? '>' : ' ', number, actor) +
           wrapped(blank, what, indent() + 2, style_.width).substr(indent());
    if (style_.verbose) out += source_of(step);
    for (const std::string& change : model::changes(model_, before, recording_.worlds[number]))
      out += dim(wrapped(std::string(indent() + 2, ' '), change, indent() + 4, style_.width));
    return out;
  }

 private:
  [[nodiscard]] std::size_t indent() const { return 1 + 5 + 2 + actor_width_ + 2; }

  [[nodiscard]] std::string dim(std::string text) const {
    if (!style_.colour) return text;
    text.pop_back();
    return coloured(text, Colour::dim, true) + "\n";
  }

  [[nodiscard]] std::string source_of(const RecordedStep& step) const {
    const explorer::Site& site = model::sites[step.site];
    return wrapped(std::string(indent() + 2, ' '), fmt::format("[{}; {}]", site.name, site.source),
                   indent() + 4, style_.width);
  }

  const model::Model& model_;
  const Recording& recording_;
  const std::vector<std::size_t>& decisive_;
  const TextStyle& style_;
  std::size_t actor_width_;
  std::size_t end_;  ///< the step that violates; 0 where none does
};

/// How a run without end goes on after its last step, and why that is fair.
std::string loop_text(const Counterexample& counterexample, const TextStyle& style) {
  const Recording& recording = counterexample.recording;
  if (!recording.loop_begins) return "";
  const std::size_t begins = *recording.loop_begins;
  const std::string goes_on =
      begins == recording.steps.size()
          ? std::string("Then nothing more happens that must.")
          : fmt::format("Then all is as before step {}, and so on for ever.", begins + 1);
  return "\n" + wrapped("", goes_on + " " + counterexample.fairness, 2, style.width);
}

}  // namespace

std::string headline(const properties::Property& property, const Counterexample& counterexample,
                     const TextStyle& style) {
  std::string text = counterexample.finding + ".";
  if (!counterexample.explanation.text.empty()) text += " " + counterexample.explanation.text;
  const std::string name(properties::name_of(property));
  const std::string lines = wrapped(name + " is violated: ", text, 2, style.width);
  return coloured(lines.substr(0, name.size()), Colour::bold, style.colour) +
         lines.substr(name.size()) +
         wrapped("  The promise: ", properties::description_of(property), 4, style.width);
}

std::string schedule_text(const model::Model& model, const Counterexample& counterexample,
                          const TextStyle& style) {
  const Recording& recording = counterexample.recording;
  const std::size_t count = recording.steps.size();
  if (count == 0) return "The initial state, before any step.\n" + loop_text(counterexample, style);
  std::string text = fmt::format("{}{} step{}, {} context switches:\n\n",
                                 counterexample.is_shortest ? "A shortest schedule, " : "", count,
                                 count == 1 ? "" : "s", context_switches(recording));
  std::size_t first = 1;
  if (count > steps_printed_max && !counterexample.path.empty() && !style.verbose) {
    first = count - steps_printed_then + 1;
    text += fmt::format("  ... {} steps before, printed by 'preemptcheck replay'\n\n", first - 1);
  }
  const Steps steps(model, counterexample, style);
  for (std::size_t number = first; number <= count; ++number) {
    if (recording.loop_begins == number - 1) text += "\nFrom here the run repeats itself:\n\n";
    text += steps.text(number);
  }
  return text + loop_text(counterexample, style);
}

std::string end_state_text(const model::Model& model, const Recording& recording,
                           std::string_view heading, const TextStyle& style) {
  std::string text = std::string(heading) + "\n";
  for (const std::string& line :
       model::describe_state(model, recording.worlds.back(), recording.end_sites)) {
    const std::size_t indent = line.find_first_not_of(' ');
    text += wrapped(std::string(2 + indent, ' '), line.substr(indent), 6 + indent, style.width);
  }
  return text;
}

std::string shell_word(const std::string& word) {
  const bool is_plain = !word.empty() && std::ranges::all_of(word, [](char ch) {
    return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || (ch >= '0' && ch <= '9') ||
           std::string_view("_-./,:=+@%").find(ch) != std::string_view::npos;
  });
  if (is_plain) return word;
  std::string quoted = "'";
  for (const char ch : word) quoted += ch == '\'' ? std::string("'\\''") : std::string(1, ch);
  return quoted + "'";
}

}  // namespace preemptcheck::cli
