#include <array>
#include <utility>

#include "tests/explorer/naive_programs.h"

namespace preemptcheck::explorer::naive {

namespace {

struct TimerState {
  int asked = 0;
  int done = 0;
  int asks = 0;
  int fires = 0;
  auto operator<=>(const TimerState&) const = default;
};

struct DoorbellState {
  int rings = 0;
  bool ringing = false;
  bool opening = false;
  int opened = 0;
  auto operator<=>(const DoorbellState&) const = default;
};

struct CounterState {
  int value = 0;
  std::array<int, 3> steps{};  // odd: has read, not written
  std::array<int, 3> read{};
  auto operator<=>(const CounterState&) const = default;
};

struct CrashState {
  std::array<int, 2> steps{};  // of each worker: 3 is its end
  bool locked = false;
  std::size_t holder = 0;  // 0 too while not locked
  unsigned crashes = 0;
  auto operator<=>(const CrashState&) const = default;
};

}  // namespace

Answers dice(std::uint64_t depth_limit) {
  using Eyes = std::pair<int, int>;
  Model<Eyes> model;
  for (const bool is_first : {true, false})
    model.add(ActorKind::system, [is_first](Eyes s) {
      std::vector<Eyes> next;
      int& die = is_first ? s.first : s.second;
      if (die != 0) return next;
      for (die = 1; die <= 6; ++die) next.push_back(s);
      return next;
    });
  model.promise(PredicateKind::always, [](const Eyes&, const Eyes& s) { return s == Eyes{6, 6}; });
  return enumerate(model, depth_limit);
}

Answers timer(bool anytime, std::uint64_t depth_limit) {
  Model<TimerState> model;
  model.timers_anytime = anytime;
  model.add(ActorKind::system, [](TimerState s) -> std::vector<TimerState> {
    if (s.asked == 0) return {};
    return {{s.asked - 1, s.done + 1, s.asks, s.fires}};
  });
  model.add(ActorKind::timer, [](TimerState s) -> std::vector<TimerState> {
    if (s.fires == 2) return {};
    return {{s.asked + 1, s.done, s.asks, s.fires + 1}};
  });
  model.add(ActorKind::system, [](TimerState s) -> std::vector<TimerState> {
    if (s.asks == 2) return {};
    return {{s.asked + 1, s.done, s.asks + 1, s.fires}};
  });
  model.promise(PredicateKind::step, [](const TimerState& before, const TimerState& after) {
    return after.fires != before.fires && after.asks != 2;
  });
  return enumerate(model, depth_limit);
}

Answers doorbell(std::uint64_t depth_limit) {
  Model<DoorbellState> model;
  model.add(ActorKind::environment, [](DoorbellState s) -> std::vector<DoorbellState> {
    if (s.rings == 3) return {};
    return {{s.rings + 1, true, s.opening, s.opened}};
  });
  model.add(ActorKind::system, [](DoorbellState s) -> std::vector<DoorbellState> {
    if (s.opening) return {{s.rings, s.ringing, false, s.opened + 1}};
    if (s.ringing) return {{s.rings, false, true, s.opened}};
    return {};
  });
  model.promise(PredicateKind::at_quiescence,
                [](const DoorbellState&, const DoorbellState& s) { return s.opened != s.rings; });
  return enumerate(model, depth_limit);
}

Answers counter(unsigned actors, unsigned rounds, std::uint64_t depth_limit) {
  Model<CounterState> model;
  for (std::size_t me = 0; me < actors; ++me)
    model.add(ActorKind::system, [=](CounterState s) -> std::vector<CounterState> {
      if (s.steps[me] == 2 * static_cast<int>(rounds)) return {};
      if (s.steps[me]++ % 2 == 0)
        s.read[me] = s.value;
      else
        s.value = s.read[me] + 1;
      return {s};
    });
  model.promise(PredicateKind::step, [](const CounterState& before, const CounterState& after) {
    return after.value < before.value;
  });
  model.promise(PredicateKind::at_quiescence, [=](const CounterState&, const CounterState& s) {
    return s.value != static_cast<int>(actors * rounds);
  });
  return enumerate(model, depth_limit);
}

Answers overfull(std::uint64_t depth_limit) {
  using Items = std::vector<int>;  // ends with 0 once it ran over
  Model<Items> model;
  for (int actor = 0; actor < 2; ++actor)
    model.add(ActorKind::system, [](const Items& s) {
      std::vector<Items> next;
      for (const int item : {1, 2}) {
        next.push_back(s);
        next.back().push_back(s.size() == 3 ? 0 : item);
      }
      return next;
    });
  model.at_bound = [](const Items& s) { return s.size() == 4; };
  model.promise(PredicateKind::always, [](const Items&, const Items&) { return false; });
  model.promise(PredicateKind::step, [](const Items&, const Items&) { return false; });
  return enumerate(model, depth_limit);
}

Answers coin(unsigned boundaries, std::uint64_t depth_limit) {
  using State = std::array<int, 3>;  // steps of the coin, what it shows, looks
  Model<State> model;
  model.add(ActorKind::system, [boundaries](const State& s) -> std::vector<State> {
    if (s[0] == 0) return {{1, 0, s[2]}, {1, 1, s[2]}};
    if (s[0] <= static_cast<int>(boundaries)) return {{s[0] + 1, s[1], s[2]}};
    return {};
  });
  model.add(ActorKind::system, [](const State& s) -> std::vector<State> {
    if (s[2] == 1) return {};
    return {{s[0], s[1], 1}};
  });
  return enumerate(model, depth_limit);
}

Answers crash(unsigned crashes, bool forgotten, std::uint64_t depth_limit) {
  Model<CrashState> model;
  for (std::size_t me = 0; me < 2; ++me)
    model.add(ActorKind::system, [me](CrashState s) -> std::vector<CrashState> {
      if (s.steps[me] == 3 || (s.steps[me] == 0 && s.locked)) return {};
      s.locked = ++s.steps[me] < 3;
      s.holder = s.locked ? me : 0;
      return {s};
    });
  model.add(ActorKind::environment, [=](const CrashState& s) -> std::vector<CrashState> {
    if (s.crashes == crashes) return {};
    const bool stays = forgotten && s.locked;
    return {{{}, stays, stays ? s.holder : 0, s.crashes + 1}};
  });
  model.promise(PredicateKind::at_quiescence,
                [](const CrashState&, const CrashState& s) { return s.locked; });
  model.promise(PredicateKind::step, [](const CrashState& before, const CrashState& after) {
    return after.crashes != before.crashes && before.locked;
  });
  return enumerate(model, depth_limit);
}

}  // namespace preemptcheck::explorer::naive
