// A lasso is believed only when it has been run and judged apart from the graph it was found in.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "explorer/execution.h"
#include "explorer/fair_loop.h"

namespace preemptcheck::explorer {

namespace {

using Unit = std::tuple<ActorId, SiteId, std::string>;

class LassoRun {
 public:
  LassoRun(const Program& program, const Questions& questions, const Promise& promise)
      : program_(program), questions_(questions), promise_(promise), execution_(program) {}

  LassoJudgement judge(const Lasso& lasso) {
    LassoJudgement judgement;
    judgement.fault = run(lasso);
    if (judgement.fault.empty())
      for (const auto& [unit, witness] : witnesses_) judgement.witnesses.push_back(witness);
    return judgement;
  }

 private:
  std::string run(const Lasso& lasso) {
    arrive();
    for (const Transition transition : lasso.stem)
      if (!take(transition)) return "a transition of the stem is not enabled";
    const std::vector<std::byte> start(execution_.state().begin(), execution_.state().end());
    look_for_disabled(lasso, 0);
    if (!is_pending()) return "nothing is pending where the loop begins";
    bool is_busy = !promise_.busy.has_value();
    for (std::size_t step = 0; step < lasso.loop.size(); ++step) {
      const Transition transition = lasso.loop[step];
      if (!promise_.may_act[transition.actor]) return "an actor acts in the loop that may not";
      const std::optional<unsigned> amount = take_in_loop(transition, step);
      if (!amount) return "a transition of the loop is not enabled";
      is_busy = is_busy || *amount > 0;
      if (!is_pending()) return "nothing is pending at some place of the loop";
      look_for_disabled(lasso, step + 1);
    }
    if (!std::ranges::equal(start, execution_.state())) return "the loop does not close";
    if (!is_busy) return "what must happen in the loop does not";
    for (const Unit& unit : seen_)
      if (!witnesses_.contains(unit))
        return program_.actors[std::get<0>(unit)].name +
               " is enabled all along the loop and never runs: the loop is not fair";
    return {};
  }

  void arrive() { execution_.enabled(enabled_); }

  [[nodiscard]] bool is_pending() const {
    return questions_.of_states[promise_.pending](execution_.world());
  }

  [[nodiscard]] Unit unit_of(Transition transition) const {
    const SiteId site = execution_.site(transition.actor);
    if (!program_.sites[site].fair_choices || !program_.choice_name)
      return {transition.actor, site_finished, ""};
    return {transition.actor, site,
            program_.choice_name(execution_.world(), transition.actor, site, transition.choice)};
  }

  /// The fair units that are enabled.
  [[nodiscard]] std::set<Unit> units_here() const {
    std::set<Unit> units;
    for (const Transition transition : enabled_.transitions)
      if (promise_.is_fair[transition.actor] && promise_.may_act[transition.actor])
        units.insert(unit_of(transition));
    return units;
  }

  bool take(Transition transition) {
    if (std::ranges::find(enabled_.transitions, transition) == enabled_.transitions.end())
      return false;
    execution_.take(transition);
    arrive();
    return true;
  }

  /// Notes the units that are not enabled before a step of the loop. Those that never are enabled
  /// in it are dropped: they take no part.
  void look_for_disabled(const Lasso& lasso, std::size_t step) {
    const std::set<Unit> here = units_here();
    for (const Unit& unit : here)
      if (seen_.insert(unit).second && step > 0) note(unit, false, step - 1);
    for (const Unit& unit : seen_)
      if (!here.contains(unit))
        note(unit, false, lasso.loop.empty() ? 0 : step % lasso.loop.size());
  }

  /// The first witness stays, but to run says more than not to be able to.
  void note(const Unit& unit, bool is_taken, std::size_t step) {
    const auto& [actor, site, choice] = unit;
    const FairnessWitness witness{{actor, site, choice}, is_taken, step};
    const auto [at, is_new] = witnesses_.emplace(unit, witness);
    if (!is_new && is_taken && !at->second.is_taken) at->second = witness;
  }

  /// What the promise's question of transitions says (0 if it has none); null if not enabled.
  std::optional<unsigned> take_in_loop(Transition transition, std::size_t step) {
    if (std::ranges::find(enabled_.transitions, transition) == enabled_.transitions.end())
      return {};
    struct alignas(64) Line {
      std::byte bytes[64];
    };
    const std::size_t bytes = program_.initial_state.size();
    std::vector<Line> before(bytes / sizeof(Line) + 1);
    std::copy_n(execution_.world(), bytes, before.front().bytes);
    const SiteId from = execution_.site(transition.actor);
    if (promise_.is_fair[transition.actor]) note(unit_of(transition), true, step);
    take(transition);
    if (!promise_.busy) return 0;
    return questions_.of_transitions[*promise_.busy](
        {before.front().bytes, execution_.world(), transition.actor, from});
  }

  const Program& program_;
  const Questions& questions_;
  const Promise& promise_;
  Execution execution_;
  Enabled enabled_;
  std::set<Unit> seen_;  // fair and enabled somewhere in the loop
  std::map<Unit, FairnessWitness> witnesses_;
};

}  // namespace

LassoJudgement judge_lasso(const Program& program, const Questions& questions,
                           const Promise& promise, const Lasso& lasso) {
  return LassoRun(program, questions, promise).judge(lasso);
}

}  // namespace preemptcheck::explorer
