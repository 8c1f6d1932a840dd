// Whether a program has a weakly fair run that breaks a promise, by the plainest means: the
// greatest fixpoint of Emerson and Lei (LICS 1986) over sets of states. No components.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <vector>

#include "tests/explorer/naive.h"

namespace preemptcheck::explorer::naive {

template <class State>
struct FairQuestion {
  std::function<bool(const State&)> pending;
  /// Null, or what must be the case of some transition again and again.
  std::function<bool(const State& before, const State& after)> busy;
  std::function<bool(std::size_t actor)> is_fair;
  std::function<bool(std::size_t actor)> may_act;
  std::function<unsigned(std::size_t actor, const State&, unsigned successor)> unit;
};

template <class State>
class FairRuns {
 public:
  FairRuns(const Model<State>& model, const FairQuestion<State>& question)
      : model_(model), question_(question) {
    find_states();
  }

  bool exist() {
    for (const auto& [state, moves] : moves_)
      if (question_.pending(state) && !model_.at_bound(state)) alive_.insert(state);
    while (shrink()) {
    }
    return !alive_.empty();
  }

 private:
  struct Move {
    State to;
    unsigned unit;
    bool is_fair;
    bool may_act;
    bool busy;
  };

  void find_states() {
    std::vector<State> waiting{model_.initial};
    moves_[model_.initial];
    while (!waiting.empty()) {
      const State state = waiting.back();
      waiting.pop_back();
      if (model_.at_bound(state)) continue;
      std::vector<Move> moves = moves_from(state);
      for (const Move& move : moves)
        if (moves_.try_emplace(move.to).second) waiting.push_back(move.to);
      moves_[state] = std::move(moves);
    }
  }

  std::vector<Move> moves_from(const State& state) {
    std::vector<Move> moves;
    bool quiescent = true;
    for (const bool timers : {false, true})
      for (std::size_t i = 0; i < model_.actors.size(); ++i) {
        const auto& actor = model_.actors[i];
        if ((actor.kind == ActorKind::timer) != timers) continue;
        if (timers && !quiescent && !model_.timers_anytime) continue;
        const std::vector<State> successors = actor.successors(state);
        if (actor.kind == ActorKind::system && !successors.empty()) quiescent = false;
        for (unsigned n = 0; n < successors.size(); ++n) {
          const bool may_act = question_.may_act(i);
          const unsigned unit = question_.unit(i, state, n);
          const bool is_fair = may_act && question_.is_fair(i);
          if (is_fair) units_.insert(unit);
          moves.push_back({successors[n], unit, is_fair, may_act,
                           question_.busy && question_.busy(state, successors[n])});
        }
      }
    return moves;
  }

  /// A state stays alive if from it, among those alive, a run goes on that meets each demand.
  bool shrink() {
    std::set<State> next = where_run_goes_on();
    for (const unsigned unit : units_)
      next = both(next, reaching([&](const State& state) { return !is_enabled(unit, state); },
                                 [&](const Move& move) { return move.unit == unit; }));
    if (question_.busy)
      next = both(next, reaching([](const State&) { return false; },
                                 [](const Move& move) { return move.busy; }));
    const bool smaller = next.size() < alive_.size();
    alive_ = std::move(next);
    return smaller;
  }

  static std::set<State> both(const std::set<State>& a, const std::set<State>& b) {
    std::set<State> result;
    for (const State& state : a)
      if (b.contains(state)) result.insert(state);
    return result;
  }

  bool is_enabled(unsigned unit, const State& state) {
    for (const Move& move : moves_[state])
      if (move.unit == unit && move.is_fair) return true;
    return false;
  }

  bool stays(const Move& move) { return move.may_act && alive_.contains(move.to); }

  std::set<State> where_run_goes_on() {
    std::set<State> result;
    for (const State& state : alive_) {
      bool goes_on = true;  // where nothing fair is enabled the run may stop
      for (const Move& move : moves_[state]) goes_on = goes_on && !move.is_fair;
      for (const Move& move : moves_[state]) goes_on = goes_on || stays(move);
      if (goes_on) result.insert(state);
    }
    return result;
  }

  template <class AtState, class AtMove>
  std::set<State> reaching(const AtState& at_state, const AtMove& at_move) {
    std::set<State> reached;
    for (bool grows = true; grows;) {
      grows = false;
      for (const State& state : alive_) {
        if (reached.contains(state)) continue;
        bool reaches = at_state(state);
        for (const Move& move : moves_[state])
          reaches = reaches || (stays(move) && (at_move(move) || reached.contains(move.to)));
        if (reaches) grows = reached.insert(state).second || grows;
      }
    }
    return reached;
  }

  const Model<State>& model_;
  const FairQuestion<State>& question_;
  std::map<State, std::vector<Move>> moves_;
  std::set<unsigned> units_;
  std::set<State> alive_;
};

}  // namespace preemptcheck::explorer::naive
