#include "tests/explorer/random_program.h"

#include <rapidcheck.h>

#include <array>
#include <cstring>

#include "tests/explorer/programs.h"

namespace preemptcheck::explorer {

namespace {

using Command = RandomProgram::Command;

constexpr unsigned sites_max = 3;
constexpr std::array<Site, sites_max> sites{{{"actor/0", "acts", "", true},
                                             {"actor/1", "acts", "", true, false, true},
                                             {"actor/2", "acts", "", true, true}}};

using World = std::array<std::uint8_t, RandomProgram::variables>;

bool is_enabled(const Command& command, const World& world) {
  return !command.is_guarded || world[command.guard] == command.guard_value;
}

void run(Actor& actor, World& world, const RandomProgram& table, std::size_t me) {
  const std::vector<std::vector<Command>>& commands = table.actors[me].sites;
  std::size_t at = 0;
  while (at < commands.size()) {
    const auto count = [&] {
      unsigned enabled = 0;
      for (const Command& command : commands[at]) enabled += is_enabled(command, world) ? 1U : 0U;
      return enabled;
    };
    unsigned choice = actor.choose(static_cast<SiteId>(at), count);
    for (const Command& command : commands[at]) {
      if (!is_enabled(command, world) || choice-- > 0) continue;
      world[command.target] =
          static_cast<std::uint8_t>((world[command.source] + command.added) % table.modulus);
      if (command.restarts) actor.restart_others();
      at = command.next_site;
      break;
    }
  }
}

/// Of the whole range even where RapidCheck would begin with small values.
unsigned below(unsigned end) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0U, end));
}

Command arbitrary_command(unsigned modulus, unsigned sites_count) {
  Command command;
  command.is_guarded = below(3) != 0;
  command.guard = below(RandomProgram::variables);
  command.guard_value = below(modulus);
  command.target = below(RandomProgram::variables);
  command.source = below(RandomProgram::variables);
  command.added = below(modulus);
  command.next_site = below(sites_count + 1);
  return command;
}

RandomProgram::RandomActor arbitrary_actor(unsigned modulus) {
  RandomProgram::RandomActor actor;
  actor.kind = *rc::gen::weightedElement<ActorKind>(
      {{3, ActorKind::system}, {1, ActorKind::environment}, {1, ActorKind::timer}});
  actor.sites.resize(1 + below(sites_max));
  actor.restartable = below(3) != 0;
  for (std::size_t at = 0; at < actor.sites.size(); ++at) {
    actor.sites[at].resize(1 + below(3));
    for (Command& command : actor.sites[at]) {
      command = arbitrary_command(modulus, static_cast<unsigned>(actor.sites.size()));
      command.restarts = sites[at].restarts && below(2) == 0;
    }
  }
  return actor;
}

using State = std::vector<unsigned>;  // the variables, then each actor's site

void send_back(State& state, const RandomProgram& table, std::size_t but_for) {
  for (std::size_t i = 0; i < table.actors.size(); ++i)
    if (table.actors[i].restartable && i != but_for) state[RandomProgram::variables + i] = 0;
}

bool hits(const RandomProgram::Promise& promise, unsigned first, unsigned second) {
  return first == promise.first_value && second == promise.second_value;
}

}  // namespace

RandomProgram arbitrary_program() {
  RandomProgram table;
  table.modulus = 2 + below(3);
  table.actors.resize(1 + below(3));
  for (auto& actor : table.actors) actor = arbitrary_actor(table.modulus);
  for (const PredicateKind kind : {PredicateKind::always, PredicateKind::step,
                                   PredicateKind::at_quiescence, PredicateKind::sometimes})
    table.promises.push_back({kind, below(RandomProgram::variables), below(table.modulus),
                              below(RandomProgram::variables), below(table.modulus)});
  table.timers_anytime = below(2) == 0;
  table.has_bound = below(4) == 0;
  table.bound_variable = below(RandomProgram::variables);
  table.bound_value = 1 + below(table.modulus - 1);
  return table;
}

Program program_of(const RandomProgram& table) {
  Program program = programs::program_over(World{}, sites);
  program.timers_anytime = table.timers_anytime;
  for (std::size_t me = 0; me < table.actors.size(); ++me) {
    programs::add_actor<World>(
        program, "actor " + std::to_string(me), table.actors[me].kind,
        [&table, me](Actor& actor, World& world) { run(actor, world, table, me); });
    program.actors.back().restartable = table.actors[me].restartable;
  }
  for (const RandomProgram::Promise& promise : table.promises) {
    if (promise.kind == PredicateKind::step)
      programs::add_predicate<World>(
          program, "step", promise.kind, [promise](const World& before, const World& after) {
            return hits(promise, before[promise.first], after[promise.second]);
          });
    else
      programs::add_predicate<World>(program, "state", promise.kind, [promise](const World& world) {
        return hits(promise, world[promise.first], world[promise.second]);
      });
  }
  program.choice_name = [&table](const std::byte* state, ActorId actor, SiteId site,
                                 unsigned choice) {
    World world;
    std::memcpy(world.data(), state, world.size());
    const std::vector<Command>& commands = table.actors[actor].sites[site];
    for (std::size_t i = 0; i < commands.size(); ++i)
      if (is_enabled(commands[i], world) && choice-- == 0) return std::to_string(i);
    return std::string();
  };
  if (table.has_bound)
    program.bound_reached = [&table](const std::byte* state) {
      return std::to_integer<unsigned>(state[table.bound_variable]) == table.bound_value
                 ? "variable"
                 : nullptr;
    };
  return program;
}

naive::Model<State> model_of(const RandomProgram& table) {
  naive::Model<State> model;
  model.initial.resize(RandomProgram::variables + table.actors.size());
  model.timers_anytime = table.timers_anytime;
  for (std::size_t me = 0; me < table.actors.size(); ++me)
    model.add(table.actors[me].kind, [&table, me](const State& state) {
      std::vector<State> next;
      const std::size_t at = RandomProgram::variables + me;
      if (state[at] == table.actors[me].sites.size()) return next;
      for (const Command& c : table.actors[me].sites[state[at]]) {
        if (c.is_guarded && state[c.guard] != c.guard_value) continue;
        next.push_back(state);
        next.back()[c.target] = (state[c.source] + c.added) % table.modulus;
        if (c.restarts) send_back(next.back(), table, me);
        next.back()[at] = c.next_site;
      }
      return next;
    });
  for (const RandomProgram::Promise& promise : table.promises)
    model.promise(promise.kind, [promise](const State& before, const State& after) {
      return before[promise.first] == promise.first_value &&
             after[promise.second] == promise.second_value;
    });
  if (table.has_bound)
    model.at_bound = [&table](const State& state) {
      return state[table.bound_variable] == table.bound_value;
    };
  return model;
}

unsigned fair_unit(const RandomProgram& table, std::size_t actor, const State& state,
                   unsigned successor) {
  const std::size_t at = state[RandomProgram::variables + actor];
  if (!sites[at].fair_choices) return static_cast<unsigned>(actor);
  const std::vector<Command>& commands = table.actors[actor].sites[at];
  for (std::size_t i = 0; i < commands.size(); ++i) {
    const Command& c = commands[i];
    if (c.is_guarded && state[c.guard] != c.guard_value) continue;
    if (successor-- == 0) return static_cast<unsigned>(100 * (at + 1) + 10 * actor + i);
  }
  return 0;
}

}  // namespace preemptcheck::explorer
