// Programs of the literature.
#include <array>
#include <cstdint>
#include <numeric>

#include "tests/explorer/programs.h"

namespace preemptcheck::explorer::programs {

namespace {

constexpr std::array<Site, 4> peterson_sites{
    {{"process/want", "says that it wants in", "Peterson"},
     {"process/yield", "lets the other go first", "Peterson"},
     {"process/enter", "enters", "Peterson"},
     {"process/leave", "leaves", "Peterson"}}};

struct PetersonWorld {
  std::array<std::uint8_t, 2> wants{};
  std::array<std::uint8_t, 2> inside{};
  std::uint8_t first = 0;
};

constexpr std::array<Site, 3> table_sites{
    {{"philosopher/first", "takes its first fork", "Dijkstra"},
     {"philosopher/second", "takes its second fork", "Dijkstra"},
     {"philosopher/eat", "eats, puts both down", "Dijkstra"}}};

constexpr unsigned philosophers_max = 24;

struct TableWorld {
  std::array<std::uint8_t, philosophers_max> taken{};
};

constexpr std::array<Site, 4> buffer_sites{{{"producer/make", "makes an item", "Dijkstra"},
                                            {"producer/put", "puts it into the buffer", "Dijkstra"},
                                            {"consumer/take", "takes an item", "Dijkstra"},
                                            {"consumer/use", "uses it", "Dijkstra"}}};

struct BufferWorld {
  std::array<std::uint8_t, 8> slots{};
  std::uint8_t length = 0;
  std::array<std::uint8_t, 4> made{};  // by producer
  std::array<std::uint8_t, 4> held{};  // by consumer; 0: nothing
  std::array<std::uint8_t, 4> used{};  // by consumer
};

constexpr std::array<Site, 5> wakeup_sites{{{"sleeper/check", "looks at the flag", "folklore"},
                                            {"sleeper/sleep", "goes to sleep", "folklore"},
                                            {"sleeper/wake", "wakes up", "folklore"},
                                            {"waker/set", "sets the flag", "folklore"},
                                            {"waker/wake", "wakes who sleeps", "folklore"}}};

struct WakeupWorld {
  std::uint8_t flag = 0;
  std::uint8_t asleep = 0;
  std::uint8_t woken = 0;
};

}  // namespace

Program peterson(bool broken) {
  Program program = program_over(PetersonWorld{}, peterson_sites);
  for (unsigned me = 0; me < 2; ++me)
    add_actor<PetersonWorld>(program, "process " + std::to_string(me), ActorKind::system,
                             [me, broken](Actor& actor, PetersonWorld& world) {
                               const unsigned other = 1 - me;
                               const auto want = [&] {
                                 actor.step(site_id(peterson_sites, "process/want"));
                                 world.wants[me] = 1;
                               };
                               const auto yield = [&] {
                                 actor.step(site_id(peterson_sites, "process/yield"));
                                 world.first = static_cast<std::uint8_t>(other);
                               };
                               while (true) {
                                 if (!broken) want();
                                 yield();
                                 if (broken) want();
                                 actor.await(site_id(peterson_sites, "process/enter"), [&] {
                                   return world.wants[other] == 0 || world.first == me;
                                 });
                                 world.inside[me] = 1;
                                 actor.step(site_id(peterson_sites, "process/leave"));
                                 world.inside[me] = 0;
                                 world.wants[me] = 0;
                               }
                             });
  add_predicate<PetersonWorld>(
      program, "mutual exclusion", PredicateKind::always,
      [](const PetersonWorld& world) { return world.inside[0] != 0 && world.inside[1] != 0; });
  add_predicate<PetersonWorld>(program, "second gets in", PredicateKind::sometimes,
                               [](const PetersonWorld& world) { return world.inside[1] != 0; });
  return program;
}

Program philosophers(unsigned count, bool ordered) {
  Program program = program_over(TableWorld{}, table_sites);
  program.state_bytes = count;
  for (unsigned me = 0; me < count; ++me) {
    const bool swaps = ordered && me + 1 == count;
    const unsigned first = swaps ? 0 : me;
    const unsigned second = swaps ? me : (me + 1) % count;
    add_actor<TableWorld>(program, "philosopher " + std::to_string(me), ActorKind::system,
                          [first, second](Actor& actor, TableWorld& world) {
                            while (true) {
                              actor.await(site_id(table_sites, "philosopher/first"),
                                          [&] { return world.taken[first] == 0; });
                              world.taken[first] = 1;
                              actor.await(site_id(table_sites, "philosopher/second"),
                                          [&] { return world.taken[second] == 0; });
                              world.taken[second] = 1;
                              actor.step(site_id(table_sites, "philosopher/eat"));
                              world.taken[first] = 0;
                              world.taken[second] = 0;
                            }
                          });
  }
  add_predicate<TableWorld>(program, "somebody can go on", PredicateKind::at_quiescence,
                            [](const TableWorld&) { return true; });
  return program;
}

Program bounded_buffer(const BufferShape& shape) {
  Program program = program_over(BufferWorld{}, buffer_sites);
  for (unsigned me = 0; me < shape.producers; ++me)
    add_actor<BufferWorld>(program, "producer " + std::to_string(me), ActorKind::system,
                           [me, shape](Actor& actor, BufferWorld& world) {
                             while (world.made[me] < shape.items) {
                               actor.step(site_id(buffer_sites, "producer/make"));
                               ++world.made[me];
                               actor.await(site_id(buffer_sites, "producer/put"),
                                           [&] { return world.length < shape.capacity; });
                               world.slots[world.length++] = static_cast<std::uint8_t>(me + 1);
                             }
                           });
  for (unsigned me = 0; me < shape.consumers; ++me)
    add_actor<BufferWorld>(program, "consumer " + std::to_string(me), ActorKind::system,
                           [me](Actor& actor, BufferWorld& world) {
                             while (true) {
                               actor.await(site_id(buffer_sites, "consumer/take"),
                                           [&] { return world.length > 0; });
                               world.held[me] = world.slots[0];
                               --world.length;
                               for (unsigned i = 0; i < world.length; ++i)
                                 world.slots[i] = world.slots[i + 1];
                               world.slots[world.length] = 0;
                               actor.step(site_id(buffer_sites, "consumer/use"));
                               world.held[me] = 0;
                               ++world.used[me];
                             }
                           });
  const unsigned items = shape.producers * shape.items;
  add_predicate<BufferWorld>(program, "all is used in the end", PredicateKind::at_quiescence,
                             [items](const BufferWorld& world) {
                               return std::accumulate(world.used.begin(), world.used.end(), 0U) !=
                                      items;
                             });
  add_predicate<BufferWorld>(program, "an item at a time", PredicateKind::step,
                             [](const BufferWorld& before, const BufferWorld& after) {
                               return after.length > before.length + 1 ||
                                      before.length > after.length + 1;
                             });
  return program;
}

Program lost_wakeup(bool broken) {
  Program program = program_over(WakeupWorld{}, wakeup_sites);
  add_actor<WakeupWorld>(
      program, "sleeper", ActorKind::system, [broken](Actor& actor, WakeupWorld& world) {
        actor.step(site_id(wakeup_sites, "sleeper/check"));
        if (world.flag != 0) return;
        if (broken) actor.step(site_id(wakeup_sites, "sleeper/sleep"));
        world.asleep = 1;
        actor.await(site_id(wakeup_sites, "sleeper/wake"), [&] { return world.woken != 0; });
        world.asleep = 0;
      });
  add_actor<WakeupWorld>(program, "waker", ActorKind::system, [](Actor& actor, WakeupWorld& world) {
    actor.step(site_id(wakeup_sites, "waker/set"));
    world.flag = 1;
    actor.step(site_id(wakeup_sites, "waker/wake"));
    if (world.asleep != 0) world.woken = 1;
  });
  add_predicate<WakeupWorld>(program, "nobody sleeps for ever", PredicateKind::at_quiescence,
                             [](const WakeupWorld& world) { return world.asleep != 0; });
  return program;
}

}  // namespace preemptcheck::explorer::programs
