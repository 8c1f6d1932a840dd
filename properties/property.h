// What a property is. One is one small header: a constexpr value with its texts and its check.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <variant>

#include "model/cluster.h"

namespace preemptcheck::properties {

enum class PropertyKind : std::uint8_t {
  always,         ///< an invariant: holds in every state
  step,           ///< holds of every transition
  at_quiescence,  ///< holds wherever nothing is enabled but timers and optional actions of clients
  eventually,     ///< of every pod: what is pending comes to an end in each weakly fair run
  sometimes,      ///< some state must satisfy it: guards against vacuous success
};

/// Whom a finding is about.
struct Entity {
  enum class Kind : std::uint8_t { none, pod, node };
  Kind kind = Kind::none;
  std::uint8_t id = 0;
};
constexpr Entity pod(model::PodId id) { return {Entity::Kind::pod, id}; }
constexpr Entity node(model::NodeId id) {
  return {Entity::Kind::node, static_cast<std::uint8_t>(id)};
}

inline constexpr std::size_t entities_max = 4;

/// What one evaluation says, and about whom. Trivially copyable: the hot loop allocates nothing.
struct Finding {
  bool violated = false;
  std::string_view text = {};  ///< a sentence with one {} for each of `about`
  std::array<Entity, entities_max> about{};
};

inline constexpr Finding holds{};

/// A sentence with exactly `count` places for entities; checked where it is written.
template <std::size_t count>
struct ViolationText {
  std::string_view text;
  consteval ViolationText(const char* literal) : text(literal) {  // NOLINT: reads as a string
    static_assert(count <= entities_max);
    std::size_t places = 0;
    for (std::size_t i = 0; i + 1 < text.size(); ++i)
      if (text[i] == '{' && text[i + 1] == '}') ++places;
    if (places != count) throw "a violation text needs one {} for each entity";
  }
};

template <class... E>
constexpr Finding violated(ViolationText<sizeof...(E)> text, E... about) {
  return {.violated = true, .text = text.text, .about = {about...}};
}

/// A name in kebab-case; it stands in traces and scenarios.
struct Name {
  std::string_view text;
  consteval Name(const char* literal) : text(literal) {  // NOLINT
    if (text.empty()) throw "a property needs a name";
    for (const char ch : text)
      if (!((ch >= 'a' && ch <= 'z') || (ch >= '0' && ch <= '9') || ch == '-'))
        throw "a property's name is kebab-case";
  }
};

/// One sentence, with its full stop.
struct Sentence {
  std::string_view text;
  consteval Sentence(const char* literal) : text(literal) {  // NOLINT
    if (text.empty() || text.back() != '.') throw "a description is a sentence with a full stop";
  }
};

/// KEP section, code, issue: what the promise rests on.
struct Source {
  std::string_view text;
  consteval Source(const char* literal) : text(literal) {  // NOLINT
    if (text.empty()) throw "a property needs a source";
  }
};

/// A property's check. There is always one, with these arguments: nothing else compiles. (It is a
/// type since a comparison with null is no constant expression under GCC's -fsanitize=undefined.)
template <class Result, class... Arguments>
class CheckOf {
 public:
  template <std::convertible_to<Result (*)(Arguments...)> Function>
    requires(!std::is_null_pointer_v<Function>)
  constexpr CheckOf(Function function) : function_(function) {}  // NOLINT: reads as a function
  Result operator()(Arguments... arguments) const { return function_(arguments...); }

 private:
  Result (*function_)(Arguments...);
};

template <PropertyKind of_kind, class Check>
struct PropertyOf {
  static constexpr PropertyKind kind = of_kind;
  Name name;             ///< stable
  Sentence description;  ///< what holds, for whom, and when
  Source source;
  Check check;
};

// The kind of a property is its type, so that a check with the wrong arguments does not compile.
// Checks only read the world.
using Always = PropertyOf<PropertyKind::always, CheckOf<Finding, const model::Cluster&>>;
/// Told the cluster before the transition, then after it.
using Step =
    PropertyOf<PropertyKind::step, CheckOf<Finding, const model::Cluster&, const model::Cluster&>>;
using AtQuiescence =
    PropertyOf<PropertyKind::at_quiescence, CheckOf<Finding, const model::Cluster&>>;
using Sometimes = PropertyOf<PropertyKind::sometimes, CheckOf<bool, const model::Cluster&>>;

/// A promise about runs without end (explorer/fair_loop.h), one for each pod that the scheduler is
/// to place. A run breaks it in which, from some point on, it is pending for ever.
// NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): one without `pending` does not compile
struct Eventually {
  static constexpr PropertyKind kind = PropertyKind::eventually;
  using Busy = CheckOf<bool, const model::Cluster&, const model::Cluster&, model::PodId>;

  Name name;
  Sentence description;
  Source source;
  CheckOf<bool, const model::Cluster&, model::PodId> pending;
  ViolationText<1> text;          ///< what is to be said of the pod in such a run
  std::optional<Busy> busy = {};  ///< only runs count in which some transition does this for ever
  bool without_flush = false;     ///< only runs that need no 5-minute flush to go on
};

using Property = std::variant<Always, Step, AtQuiescence, Eventually, Sometimes>;

/// A list that does not compile if two entries have the same name.
template <class... P>
consteval std::array<Property, sizeof...(P)> property_list(const P&... properties) {
  const std::array<std::string_view, sizeof...(P)> names{properties.name.text...};
  for (std::size_t i = 0; i < names.size(); ++i)
    for (std::size_t j = i + 1; j < names.size(); ++j)
      if (names[i] == names[j]) throw "two properties have the same name";
  return {Property(properties)...};
}

}  // namespace preemptcheck::properties
