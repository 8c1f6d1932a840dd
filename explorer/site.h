// A site: a place in an actor's code where it waits to be run.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace preemptcheck::explorer {

/// Index of a site in its program's table. 255 means that the actor's function has returned.
using SiteId = std::uint8_t;
inline constexpr SiteId site_finished = 255;

/// Static description of a boundary. `name` is stable: it is written into traces.
struct Site {
  std::string_view name;     ///< "scheduler/pop": kind of actor, then what the next transition does
  std::string_view label;    ///< what the transition from here does, in the words of the subject
  std::string_view source;   ///< mirrored file and function, or the paper a test program follows
  bool has_choices = false;  ///< whether the transition from here can have several outcomes
  bool restarts = false;     ///< whether it may send other actors back (Actor::restart_others)
  /// Fairness is due to each of its outcomes by itself, told apart by Program::choice_name: many
  /// that act alike are one actor here.
  bool fair_choices = false;
};

/// Finds a site by name while compiling; a name that is not in the table does not compile.
template <std::size_t N>
consteval SiteId site_id(const std::array<Site, N>& table, std::string_view name) {
  static_assert(N < site_finished);
  for (std::size_t i = 0; i < N; ++i)
    if (table[i].name == name) return static_cast<SiteId>(i);
  throw "no site of this name in the table";
}

}  // namespace preemptcheck::explorer
