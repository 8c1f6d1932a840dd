// Programs that each use one thing the explorer offers.
#include <array>
#include <cstdint>

#include "tests/explorer/programs.h"

namespace preemptcheck::explorer::programs {

namespace {

constexpr std::array<Site, 1> dice_sites{{{"die/throw", "is thrown", "", true}}};

struct DiceWorld {
  std::array<std::uint8_t, 2> eyes{};
};

constexpr std::array<Site, 3> timer_sites{{{"worker/work", "does what is asked", ""},
                                           {"client/ask", "asks", ""},
                                           {"timer/fire", "asks, for lack of a client", ""}}};

struct TimerWorld {
  std::uint8_t asked = 0;
  std::uint8_t done = 0;
  std::uint8_t asks_left = 2;
  std::uint8_t fires_left = 2;
};

constexpr std::array<Site, 3> doorbell_sites{{{"guest/ring", "rings", ""},
                                              {"keeper/hear", "hears the bell", ""},
                                              {"keeper/open", "opens", ""}}};

struct DoorbellWorld {
  std::uint8_t rings_left = 3;
  std::uint8_t ringing = 0;
  std::uint8_t opened = 0;
};

constexpr std::array<Site, 2> counter_sites{
    {{"adder/read", "reads the counter", ""}, {"adder/write", "writes it, one higher", ""}}};

struct CounterWorld {
  std::uint8_t value = 0;
  std::array<std::uint8_t, 3> read{};
  std::array<std::uint8_t, 3> rounds{};
};

constexpr std::array<Site, 1> overfull_sites{{{"filler/fill", "adds an item", "", true}}};

struct OverfullWorld {
  std::array<std::uint8_t, 3> items{};
  std::uint8_t length = 0;
  std::uint8_t overflow = 0;
};

constexpr std::array<Site, 4> coin_sites{{{"coin/throw", "throws", "", true},
                                          {"coin/wait", "waits", ""},
                                          {"coin/store", "stores what it threw", ""},
                                          {"bystander/look", "looks", ""}}};

struct CoinWorld {
  std::uint8_t kept = 0;
  std::uint8_t waits_left = 0;
  std::uint8_t stored = 0;
  std::uint8_t looks_left = 1;
};

constexpr std::array<Site, 4> crash_sites{
    {{"worker/acquire", "takes the lock", ""},
     {"worker/write", "writes half of it", ""},
     {"worker/release", "writes the rest and gives the lock back", ""},
     {"power/fail", "fails: both workers begin again", "", false, true}}};

struct CrashWorld {
  std::uint8_t holder = 0;  // a worker's number from 1, or 0
  std::uint8_t half_written = 0;
  std::uint8_t crashes_left = 0;
};

void crashing_worker(Actor& actor, CrashWorld& world, unsigned me) {
  actor.await(site_id(crash_sites, "worker/acquire"), [&] { return world.holder == 0; });
  world.holder = static_cast<std::uint8_t>(me + 1);
  actor.step(site_id(crash_sites, "worker/write"));
  world.half_written = 1;
  actor.step(site_id(crash_sites, "worker/release"));
  world.half_written = 0;
  world.holder = 0;
}

void fail_power(Actor& actor, CrashWorld& world, bool forgotten) {
  while (true) {
    actor.await(site_id(crash_sites, "power/fail"), [&] { return world.crashes_left > 0; });
    --world.crashes_left;
    world.half_written = 0;
    if (!forgotten) world.holder = 0;
    actor.restart_others();
  }
}

}  // namespace

Program dice() {
  Program program = program_over(DiceWorld{}, dice_sites);
  for (unsigned me = 0; me < 2; ++me)
    add_actor<DiceWorld>(program, "die " + std::to_string(me), ActorKind::system,
                         [me](Actor& actor, DiceWorld& world) {
                           const unsigned thrown =
                               actor.choose(site_id(dice_sites, "die/throw"), [] { return 6; });
                           world.eyes[me] = static_cast<std::uint8_t>(thrown + 1);
                         });
  add_predicate<DiceWorld>(
      program, "no two sixes", PredicateKind::always,
      [](const DiceWorld& world) { return world.eyes[0] == 6 && world.eyes[1] == 6; });
  return program;
}

Program timer(bool anytime) {
  Program program = program_over(TimerWorld{}, timer_sites);
  program.timers_anytime = anytime;
  add_actor<TimerWorld>(program, "timer", ActorKind::timer, [](Actor& actor, TimerWorld& world) {
    while (true) {
      actor.await(site_id(timer_sites, "timer/fire"), [&] { return world.fires_left > 0; });
      --world.fires_left;
      ++world.asked;
    }
  });
  add_actor<TimerWorld>(program, "worker", ActorKind::system, [](Actor& actor, TimerWorld& world) {
    while (true) {
      actor.await(site_id(timer_sites, "worker/work"), [&] { return world.asked > 0; });
      --world.asked;
      ++world.done;
    }
  });
  add_actor<TimerWorld>(program, "client", ActorKind::system, [](Actor& actor, TimerWorld& world) {
    while (world.asks_left > 0) {
      actor.step(site_id(timer_sites, "client/ask"));
      --world.asks_left;
      ++world.asked;
    }
  });
  add_predicate<TimerWorld>(program, "the timer fires after the client is done",
                            PredicateKind::step,
                            [](const TimerWorld& before, const TimerWorld& after) {
                              return after.fires_left < before.fires_left && after.asks_left > 0;
                            });
  return program;
}

Program doorbell() {
  Program program = program_over(DoorbellWorld{}, doorbell_sites);
  add_actor<DoorbellWorld>(
      program, "guest", ActorKind::environment, [](Actor& actor, DoorbellWorld& world) {
        while (true) {
          actor.await(site_id(doorbell_sites, "guest/ring"), [&] { return world.rings_left > 0; });
          --world.rings_left;
          world.ringing = 1;
        }
      });
  add_actor<DoorbellWorld>(
      program, "keeper", ActorKind::system, [](Actor& actor, DoorbellWorld& world) {
        while (true) {
          actor.await(site_id(doorbell_sites, "keeper/hear"), [&] { return world.ringing != 0; });
          world.ringing = 0;
          actor.step(site_id(doorbell_sites, "keeper/open"));
          ++world.opened;
        }
      });
  add_predicate<DoorbellWorld>(
      program, "every ring opens", PredicateKind::at_quiescence,
      [](const DoorbellWorld& world) { return world.opened + world.rings_left != 3; });
  return program;
}

Program counter(unsigned actors, unsigned rounds) {
  Program program = program_over(CounterWorld{}, counter_sites);
  for (unsigned me = 0; me < actors; ++me)
    add_actor<CounterWorld>(program, "adder " + std::to_string(me), ActorKind::system,
                            [me, rounds](Actor& actor, CounterWorld& world) {
                              while (world.rounds[me] < rounds) {
                                actor.step(site_id(counter_sites, "adder/read"));
                                world.read[me] = world.value;
                                actor.step(site_id(counter_sites, "adder/write"));
                                world.value = static_cast<std::uint8_t>(world.read[me] + 1);
                                ++world.rounds[me];
                              }
                            });
  add_predicate<CounterWorld>(program, "never goes down", PredicateKind::step,
                              [](const CounterWorld& before, const CounterWorld& after) {
                                return after.value < before.value;
                              });
  add_predicate<CounterWorld>(
      program, "counts all", PredicateKind::at_quiescence,
      [sum = actors * rounds](const CounterWorld& world) { return world.value != sum; });
  return program;
}

Program overfull() {
  Program program = program_over(OverfullWorld{}, overfull_sites);
  for (unsigned me = 0; me < 2; ++me)
    add_actor<OverfullWorld>(program, "filler " + std::to_string(me), ActorKind::system,
                             [](Actor& actor, OverfullWorld& world) {
                               while (true) {
                                 const unsigned item = actor.choose(
                                     site_id(overfull_sites, "filler/fill"), [] { return 2; });
                                 if (world.length == world.items.size())
                                   world.overflow = 1;
                                 else
                                   world.items[world.length++] =
                                       static_cast<std::uint8_t>(item + 1);
                               }
                             });
  program.bound_reached = [](const std::byte* state) -> const char* {
    return reinterpret_cast<const OverfullWorld*>(state)->overflow != 0 ? "items" : nullptr;
  };
  add_predicate<OverfullWorld>(program, "judged although at the bound", PredicateKind::always,
                               [](const OverfullWorld& world) { return world.overflow != 0; });
  add_predicate<OverfullWorld>(
      program, "judged on the way to the bound", PredicateKind::step,
      [](const OverfullWorld&, const OverfullWorld& after) { return after.overflow != 0; });
  return program;
}

Program coin(unsigned boundaries, bool hidden) {
  CoinWorld initial;
  initial.waits_left = static_cast<std::uint8_t>(boundaries - 1);
  Program program = program_over(initial, coin_sites);
  add_actor<CoinWorld>(program, "bystander", ActorKind::system, [](Actor& actor, CoinWorld& world) {
    actor.step(site_id(coin_sites, "bystander/look"));
    --world.looks_left;
  });
  add_actor<CoinWorld>(program, "coin", ActorKind::system,
                       [hidden](Actor& actor, CoinWorld& world) {
                         const volatile unsigned thrown =
                             actor.choose(site_id(coin_sites, "coin/throw"), [] { return 2; });
                         if (!hidden) world.kept = static_cast<std::uint8_t>(thrown);
                         while (world.waits_left > 0) {
                           actor.step(site_id(coin_sites, "coin/wait"));
                           --world.waits_left;
                         }
                         actor.step(site_id(coin_sites, "coin/store"));
                         world.stored = static_cast<std::uint8_t>(hidden ? thrown : world.kept);
                       });
  return program;
}

Program crash(unsigned crashes, bool forgotten) {
  CrashWorld initial;
  initial.crashes_left = static_cast<std::uint8_t>(crashes);
  Program program = program_over(initial, crash_sites);
  for (unsigned me = 0; me < 2; ++me) {
    add_actor<CrashWorld>(
        program, "worker " + std::to_string(me), ActorKind::system,
        [me](Actor& actor, CrashWorld& world) { crashing_worker(actor, world, me); });
    program.actors.back().restartable = true;
  }
  add_actor<CrashWorld>(
      program, "power", ActorKind::environment,
      [forgotten](Actor& actor, CrashWorld& world) { fail_power(actor, world, forgotten); });
  add_predicate<CrashWorld>(program, "the lock is not left locked", PredicateKind::at_quiescence,
                            [](const CrashWorld& world) { return world.holder != 0; });
  add_predicate<CrashWorld>(program, "nobody crashes in the middle", PredicateKind::step,
                            [](const CrashWorld& before, const CrashWorld& after) {
                              return after.crashes_left < before.crashes_left && before.holder != 0;
                            });
  return program;
}

}  // namespace preemptcheck::explorer::programs
