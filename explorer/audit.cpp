#include "explorer/audit.h"

#include <xxhash.h>

#include <algorithm>
#include <array>

#include "explorer/contract.h"

namespace preemptcheck::explorer {

namespace {

constexpr std::uint64_t node_bytes = 48;  // node and bucket of an unordered container, roughly

std::ptrdiff_t choices(const std::vector<Transition>& enabled, std::size_t actor) {
  return std::ranges::count_if(enabled, [actor](Transition t) { return t.actor == actor; });
}

/// The first actor whose choices differ. Timers come last: whether they are enabled depends on the
/// others.
ActorId first_to_differ(const Program& program, const std::vector<Transition>& before,
                        const std::vector<Transition>& now) {
  for (const bool timers : {false, true})
    for (std::size_t i = 0; i < program.actors.size(); ++i)
      if ((program.actors[i].kind == ActorKind::timer) == timers &&
          choices(before, i) != choices(now, i))
        return static_cast<ActorId>(i);
  INVARIANT(false);
  return 0;
}

}  // namespace

bool Audit::note_stacks(std::uint64_t state) {
  bool some_new = false;
  const std::size_t actors_count = execution_.program().actors.size();
  for (std::size_t i = 0; i < actors_count; ++i) {
    const std::array<std::uint64_t, 3> key{state, i,
                                           execution_.stack_fingerprint(static_cast<ActorId>(i))};
    if (!stacks_.insert(XXH3_64bits(key.data(), sizeof key)).second) continue;
    some_new = true;
    bytes_ += node_bytes;
  }
  return some_new;
}

void Audit::arrive_first(std::uint64_t state, const Enabled& enabled) {
  const std::size_t count = enabled.transitions.size();
  const bool is_new =
      expansions_
          .try_emplace(state, Expansion{enabled.transitions,
                                        std::vector<std::optional<std::uint64_t>>(count)})
          .second;
  INVARIANT(is_new);
  bytes_ += node_bytes + sizeof(Expansion) +
            count * (sizeof(Transition) + sizeof(std::optional<std::uint64_t>));
  note_stacks(state);
}

bool Audit::arrive_again(std::uint64_t state) {
  const bool is_bounded = !expansions_.contains(state);  // known, and not to be expanded ever
  return !is_bounded && note_stacks(state);
}

std::optional<AuditFailure> Audit::compare(std::uint64_t state, const Enabled& enabled) const {
  const std::vector<Transition>& before = expansions_.at(state).enabled;
  if (before == enabled.transitions) return std::nullopt;
  const ActorId actor = first_to_differ(execution_.program(), before, enabled.transitions);
  return AuditFailure{.schedule = {},
                      .actor = actor,
                      .site = execution_.site(actor),
                      .what = "the same state has other transitions enabled than before"};
}

std::optional<AuditFailure> Audit::take(std::uint64_t from, Transition transition, SiteId site,
                                        std::uint64_t to) {
  Expansion& expansion = expansions_.at(from);
  const auto found = std::ranges::find(expansion.enabled, transition);
  INVARIANT(found != expansion.enabled.end());  // compare() came first
  std::optional<std::uint64_t>& recorded =
      expansion.successors[static_cast<std::size_t>(found - expansion.enabled.begin())];
  if (!recorded) recorded = to;
  if (*recorded == to) return std::nullopt;
  return AuditFailure{.schedule = {},
                      .actor = transition.actor,
                      .site = site,
                      .what = "the same transition of the same state has another successor"};
}

}  // namespace preemptcheck::explorer
