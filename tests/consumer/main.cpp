// A program and a property of somebody else's, on the installed package: two clerks add one to the
// same number without a lock, and one of the two additions gets lost.
#include <array>
#include <cstddef>
#include <cstdio>
#include <string>

#include "explorer/program.h"
#include "explorer/search.h"

namespace explorer = preemptcheck::explorer;

namespace {

struct Shared {
  unsigned char total;
  std::array<unsigned char, 2> read;  // what each clerk has read
  std::array<unsigned char, 2> is_done;
};

Shared& shared_in(std::byte* state) { return *reinterpret_cast<Shared*>(state); }
const Shared& shared_in(const std::byte* state) { return *reinterpret_cast<const Shared*>(state); }

constexpr std::array<explorer::Site, 2> sites{{
    {.name = "clerk/read", .label = "reads the total", .source = "folklore: the lost update"},
    {.name = "clerk/write", .label = "writes it plus one", .source = "folklore: the lost update"},
}};

explorer::ActorDeclaration clerk(std::size_t number) {
  explorer::ActorDeclaration declaration;
  declaration.name = "clerk-" + std::to_string(number);
  declaration.body = [number](explorer::Actor& actor, std::byte* state) {
    actor.step(explorer::site_id(sites, "clerk/read"));
    shared_in(state).read[number] = shared_in(state).total;
    actor.step(explorer::site_id(sites, "clerk/write"));
    shared_in(state).total = static_cast<unsigned char>(shared_in(state).read[number] + 1);
    shared_in(state).is_done[number] = 1;
  };
  return declaration;
}

}  // namespace

int main() {
  explorer::Program program;
  program.sites = sites;
  program.initial_state.resize(sizeof(Shared));
  program.state_bytes = sizeof(Shared);
  program.actors = {clerk(0), clerk(1)};
  explorer::Predicate no_lost_update;
  no_lost_update.name = "no-lost-update";
  no_lost_update.kind = explorer::PredicateKind::at_quiescence;
  no_lost_update.hit = [](const std::byte*, const std::byte* state) {
    const Shared& shared = shared_in(state);
    return shared.is_done[0] == 1 && shared.is_done[1] == 1 && shared.total != 2;
  };
  program.predicates = {no_lost_update};

  const explorer::SearchResult result = explorer::search(program, {});
  std::printf("%llu states, lost updates: %llu\n", static_cast<unsigned long long>(result.states),
              static_cast<unsigned long long>(result.predicates.at(0).hits));
  return result.exhausted && result.predicates.at(0).hits > 0 ? 0 : 1;
}
