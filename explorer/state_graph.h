// The whole graph of a program's states, kept: for what no single state can tell, such as runs
// without end and sums along a run. It is the graph of all schedules, not a reduced one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "explorer/program.h"
#include "explorer/schedule.h"
#include "explorer/search.h"

namespace preemptcheck::explorer {

/// Index of a state, in the order in which breadth first finds them; 0 is the initial one.
using Node = std::uint32_t;

/// A transition as a question sees it. Both worlds are whole states, aligned to 64 bytes.
struct TransitionAt {
  const std::byte* before = nullptr;
  const std::byte* after = nullptr;
  ActorId actor = 0;
  SiteId from = 0;
};

/// What is asked once of each state and of each transition while the graph is built.
struct Questions {
  std::vector<std::function<bool(const std::byte* state)>> of_states;
  /// An amount; more than 255 counts as 255.
  std::vector<std::function<unsigned(const TransitionAt&)>> of_transitions;
};

/// What fairness is about: an actor, or one choice of it where the site has fair choices.
struct FairUnit {
  ActorId actor = 0;
  SiteId site = site_finished;  ///< with a choice: the site that has it
  std::string choice;           ///< its name; empty: all else that the actor does
  bool operator==(const FairUnit&) const = default;
};

struct Edge {
  Node to = 0;
  Transition by;
  std::uint16_t unit = 0;  ///< index into StateGraph::units
};

class StateGraph {
 public:
  /// Explores `program` breadth first within the limits of `options`; its order, its predicates,
  /// `exact` and `audit` are left aside. Deterministic. Throws what a question or an actor throws.
  StateGraph(const Program& program, const Options& options, const Questions& questions);

  /// Whether every state was found and expanded, and how many there are.
  [[nodiscard]] const SearchResult& search() const { return search_; }
  [[nodiscard]] Node size() const { return static_cast<Node>(parents_.size()); }
  /// False: what is enabled there is not known, for a limit or a bound of the program was reached.
  [[nodiscard]] bool is_expanded(Node node) const { return expanded_[node]; }
  [[nodiscard]] std::span<const Edge> edges_of(Node node) const {
    return std::span(edges_).subspan(first_edges_[node],
                                     first_edges_[node + 1] - first_edges_[node]);
  }
  [[nodiscard]] std::size_t first_edge_of(Node node) const { return first_edges_[node]; }
  [[nodiscard]] const std::vector<Edge>& edges() const { return edges_; }
  [[nodiscard]] const std::vector<FairUnit>& units() const { return units_; }
  [[nodiscard]] bool answer(std::size_t question, Node node) const {
    return answers_[question][node];
  }
  /// What a question of transitions said of an edge.
  [[nodiscard]] unsigned amount(std::size_t question, std::size_t edge) const {
    return amounts_[question][edge];
  }
  /// A shortest schedule to a state.
  [[nodiscard]] Schedule path_to(Node node) const;

 private:
  friend class GraphBuilder;
  struct Parent {
    Node node = 0;
    Transition by;
  };

  SearchResult search_;
  std::vector<Parent> parents_;
  std::vector<bool> expanded_;
  std::vector<std::size_t> first_edges_;  ///< by node, and one behind the last
  std::vector<Edge> edges_;
  std::vector<FairUnit> units_;
  std::vector<std::vector<bool>> answers_;          ///< by question, then node
  std::vector<std::vector<std::uint8_t>> amounts_;  ///< by question, then edge
};

}  // namespace preemptcheck::explorer
