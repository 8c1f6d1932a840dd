// What a search must find, by the plainest means: a transition function over a struct that holds
// program counters and all, and a map of the states seen. No fibers, no hashing, no backtracking.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "explorer/program.h"

namespace preemptcheck::explorer::naive {

/// The known answers for a program.
struct Answers {
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint64_t deadlocks = 0;
  std::uint64_t quiescent_states = 0;
  std::uint64_t depth_max = 0;  ///< of a shortest path
  bool exhausted = true;        ///< nothing was cut
  bool at_bound = false;
  struct Hit {
    std::uint64_t count = 0;
    std::optional<std::uint64_t> distance;  ///< least number of transitions to a hit
  };
  std::vector<Hit> predicates;
};

/// `State` needs operator<.
template <class State>
struct Model {
  struct ModelActor {
    ActorKind kind = ActorKind::system;
    std::function<std::vector<State>(const State&)> successors;
  };
  struct ModelPredicate {
    PredicateKind kind = PredicateKind::always;
    std::function<bool(const State& before, const State& after)> hit;
  };

  State initial{};
  std::vector<ModelActor> actors;
  std::vector<ModelPredicate> predicates;
  std::function<bool(const State&)> at_bound = [](const State&) { return false; };
  bool timers_anytime = false;

  void add(ActorKind kind, std::function<std::vector<State>(const State&)> successors) {
    actors.push_back({kind, std::move(successors)});
  }
  void promise(PredicateKind kind, std::function<bool(const State&, const State&)> hit) {
    predicates.push_back({kind, std::move(hit)});
  }
};

template <class State>
class Enumeration {
 public:
  Enumeration(const Model<State>& model, std::uint64_t depth_limit)
      : model_(model), depth_limit_(depth_limit) {
    answers_.predicates.resize(model.predicates.size());
  }

  Answers run() {
    std::vector<State> level{model_.initial};
    seen_.emplace(model_.initial, 0);
    for (std::uint64_t depth = 0; !level.empty(); ++depth) {
      answers_.depth_max = depth;
      std::vector<State> next_level;
      for (const State& state : level) expand(state, depth, next_level);
      level = std::move(next_level);
    }
    return answers_;
  }

 private:
  void expand(const State& state, std::uint64_t depth, std::vector<State>& next_level) {
    ++answers_.states;
    if (model_.at_bound(state)) {
      answers_.at_bound = true;
      answers_.exhausted = false;
      return;
    }
    std::vector<State> moves;
    bool quiescent = true;
    for (const auto& actor : model_.actors) {
      if (actor.kind == ActorKind::timer) continue;
      const std::vector<State> successors = actor.successors(state);
      if (actor.kind == ActorKind::system && !successors.empty()) quiescent = false;
      moves.insert(moves.end(), successors.begin(), successors.end());
    }
    for (const auto& actor : model_.actors) {
      if (actor.kind != ActorKind::timer || !(quiescent || model_.timers_anytime)) continue;
      const std::vector<State> successors = actor.successors(state);
      moves.insert(moves.end(), successors.begin(), successors.end());
    }
    if (moves.empty()) ++answers_.deadlocks;
    if (quiescent) ++answers_.quiescent_states;
    judge(state, state, quiescent, false, depth);
    if (depth_limit_ != 0 && depth == depth_limit_) {
      if (!moves.empty()) answers_.exhausted = false;
      return;
    }
    for (const State& after : moves) {
      ++answers_.transitions;
      if (!model_.at_bound(after)) judge(state, after, false, true, depth + 1);
      if (seen_.emplace(after, depth + 1).second) next_level.push_back(after);
    }
  }

  void judge(const State& before, const State& after, bool quiescent, bool is_step,
             std::uint64_t depth) {
    for (std::size_t i = 0; i < model_.predicates.size(); ++i) {
      const auto& [kind, hit] = model_.predicates[i];
      if ((kind == PredicateKind::step) != is_step) continue;
      if (kind == PredicateKind::at_quiescence && !quiescent) continue;
      if (!hit(before, after)) continue;
      Answers::Hit& answer = answers_.predicates[i];
      ++answer.count;
      if (!answer.distance) answer.distance = depth;
    }
  }

  const Model<State>& model_;
  std::uint64_t depth_limit_;
  std::map<State, std::uint64_t> seen_;  // with their depth
  Answers answers_;
};

/// A `depth_limit` of 0 is none.
template <class State>
Answers enumerate(const Model<State>& model, std::uint64_t depth_limit = 0) {
  return Enumeration<State>(model, depth_limit).run();
}

}  // namespace preemptcheck::explorer::naive
