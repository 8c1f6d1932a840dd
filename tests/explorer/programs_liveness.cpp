// Programs of the literature that run for ever.
#include <array>
#include <cstdint>

#include "tests/explorer/programs.h"

namespace preemptcheck::explorer::programs {

namespace liveness {

constexpr std::array<Site, 3> lock_sites{{{"process/want", "wants the lock", "Dijkstra"},
                                          {"process/enter", "takes the lock", "Dijkstra"},
                                          {"process/leave", "gives it back", "Dijkstra"}}};

struct LockWorld {
  std::array<std::uint8_t, 2> wants{};
  std::uint8_t held = 0;
};

constexpr std::array<Site, 3> ticket_sites{
    {{"process/ticket", "draws a ticket", "Mellor-Crummey and Scott"},
     {"process/enter", "enters when it is called", "Mellor-Crummey and Scott"},
     {"process/leave", "calls the next", "Mellor-Crummey and Scott"}}};

struct TicketWorld {
  std::array<std::uint8_t, 2> wants{};
  std::array<std::uint8_t, 2> tickets{};
  std::uint8_t next = 0;
  std::uint8_t called = 0;
};

constexpr std::array<Site, 2> spin_sites{{{"spinner/look", "looks at the flag", "folklore"},
                                          {"setter/set", "sets the flag", "folklore"}}};

struct SpinWorld {
  std::uint8_t flag = 0;
};

constexpr std::array<Site, 3> corridor_sites{
    {{"walker/look", "passes if nobody is in the way", "folklore"},
     {"walker/step-aside", "steps aside", "folklore"},
     {"walker/wait", "passes when nobody is in the way", "folklore"}}};

struct CorridorWorld {
  std::array<std::uint8_t, 2> side{};
  std::array<std::uint8_t, 2> passed{};
};

constexpr std::array<Site, 3> clerk_sites{
    {{"clerk/serve", "serves somebody", "folklore", true},
     {"clerk/serve-fairly", "serves somebody", "folklore", true, false, true},
     {"customer/come", "comes", "folklore"}}};

struct ClerkWorld {
  std::array<std::uint8_t, 2> waits{};
};

unsigned customers(const ClerkWorld& world) {
  return (world.waits[0] != 0 ? 1U : 0U) + (world.waits[1] != 0 ? 1U : 0U);
}

unsigned customer(const ClerkWorld& world, unsigned choice) {
  return world.waits[0] != 0 ? choice : 1U;
}

}  // namespace liveness

using namespace liveness;

Program test_and_set_lock() {
  Program program = program_over(LockWorld{}, lock_sites);
  for (unsigned me = 0; me < 2; ++me)
    add_actor<LockWorld>(program, "process " + std::to_string(me), ActorKind::system,
                         [me](Actor& actor, LockWorld& world) {
                           while (true) {
                             actor.step(site_id(lock_sites, "process/want"));
                             world.wants[me] = 1;
                             actor.await(site_id(lock_sites, "process/enter"),
                                         [&] { return world.held == 0; });
                             world.held = 1;
                             world.wants[me] = 0;
                             actor.step(site_id(lock_sites, "process/leave"));
                             world.held = 0;
                           }
                         });
  return program;
}

Program ticket_lock() {
  Program program = program_over(TicketWorld{}, ticket_sites);
  for (unsigned me = 0; me < 2; ++me)
    add_actor<TicketWorld>(program, "process " + std::to_string(me), ActorKind::system,
                           [me](Actor& actor, TicketWorld& world) {
                             while (true) {
                               actor.step(site_id(ticket_sites, "process/ticket"));
                               world.wants[me] = 1;
                               world.tickets[me] = world.next;
                               world.next = static_cast<std::uint8_t>((world.next + 1) % 4);
                               actor.await(site_id(ticket_sites, "process/enter"),
                                           [&] { return world.called == world.tickets[me]; });
                               world.wants[me] = 0;
                               actor.step(site_id(ticket_sites, "process/leave"));
                               world.called = static_cast<std::uint8_t>((world.called + 1) % 4);
                             }
                           });
  return program;
}

Program spinner(ActorKind setter) {
  Program program = program_over(SpinWorld{}, spin_sites);
  add_actor<SpinWorld>(program, "spinner", ActorKind::system, [](Actor& actor, SpinWorld& world) {
    do actor.step(site_id(spin_sites, "spinner/look"));
    while (world.flag == 0);
  });
  add_actor<SpinWorld>(program, "setter", setter, [](Actor& actor, SpinWorld& world) {
    actor.step(site_id(spin_sites, "setter/set"));
    world.flag = 1;
  });
  return program;
}

Program after_you(bool one_is_stubborn) {
  Program program = program_over(CorridorWorld{}, corridor_sites);
  for (unsigned me = 0; me < 2; ++me)
    add_actor<CorridorWorld>(
        program, "walker " + std::to_string(me), ActorKind::system,
        [me, one_is_stubborn](Actor& actor, CorridorWorld& world) {
          const auto blocked = [&] {
            return world.passed[1 - me] == 0 && world.side[me] == world.side[1 - me];
          };
          if (one_is_stubborn && me == 0)
            actor.await(site_id(corridor_sites, "walker/wait"), [&] { return !blocked(); });
          else
            while (true) {
              actor.step(site_id(corridor_sites, "walker/look"));
              if (!blocked()) break;
              actor.step(site_id(corridor_sites, "walker/step-aside"));
              world.side[me] ^= 1U;
            }
          world.passed[me] = 1;
        });
  return program;
}

Program clerk(bool fair) {
  Program program = program_over(ClerkWorld{}, clerk_sites);
  add_actor<ClerkWorld>(
      program, "clerk", ActorKind::system, [fair](Actor& actor, ClerkWorld& world) {
        const SiteId site =
            fair ? site_id(clerk_sites, "clerk/serve-fairly") : site_id(clerk_sites, "clerk/serve");
        while (true) {
          const unsigned choice = actor.choose(site, [&] { return customers(world); });
          world.waits[customer(world, choice)] = 0;
        }
      });
  for (unsigned me = 0; me < 2; ++me)
    add_actor<ClerkWorld>(program, "customer " + std::to_string(me), ActorKind::system,
                          [me](Actor& actor, ClerkWorld& world) {
                            while (true) {
                              actor.await(site_id(clerk_sites, "customer/come"),
                                          [&] { return world.waits[me] == 0; });
                              world.waits[me] = 1;
                            }
                          });
  program.choice_name = [](const std::byte* state, ActorId, SiteId, unsigned choice) {
    return std::to_string(customer(*reinterpret_cast<const ClerkWorld*>(state), choice));
  };
  return program;
}

bool is_waiting(LivenessProgram kind, const std::byte* state) {
  switch (kind) {
    case LivenessProgram::lock:
      return reinterpret_cast<const LockWorld*>(state)->wants[0] != 0;
    case LivenessProgram::ticket:
      return reinterpret_cast<const TicketWorld*>(state)->wants[0] != 0;
    case LivenessProgram::spin:
      return reinterpret_cast<const SpinWorld*>(state)->flag == 0;
    case LivenessProgram::corridor:
      return reinterpret_cast<const CorridorWorld*>(state)->passed[0] == 0;
    case LivenessProgram::clerk:
      return reinterpret_cast<const ClerkWorld*>(state)->waits[0] != 0;
  }
  return false;
}

}  // namespace preemptcheck::explorer::programs
