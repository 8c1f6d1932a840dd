#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "tests/explorer/naive_programs.h"

namespace preemptcheck::explorer::naive {

namespace {

struct PetersonState {
  std::array<int, 2> at{};  // 0, 1: before the first and second assignment; 2: waits; 3: inside
  std::array<bool, 2> wants{};
  int first = 0;
  auto operator<=>(const PetersonState&) const = default;
};

struct BufferState {
  std::string buffer;
  std::array<int, 4> made{};
  std::array<bool, 4> carries{};  // the producer made an item and has not put it
  std::array<char, 4> held{};
  std::array<int, 4> used{};
  auto operator<=>(const BufferState&) const = default;
};

struct WakeupState {
  enum class Sleeper { checks, is_about_to_sleep, sleeps, is_gone } sleeper{};
  int waker = 0;
  bool flag = false;
  bool woken = false;
  auto operator<=>(const WakeupState&) const = default;
};

/// By resource manager a letter: w, p, c, a.
struct CommitState {
  std::string managers;
  char transaction = 'o';
  std::set<int> known_prepared;
  std::set<std::string> messages;
  auto operator<=>(const CommitState&) const = default;
};

}  // namespace

Answers peterson(bool broken, std::uint64_t depth_limit) {
  Model<PetersonState> model;
  for (std::size_t me : {0U, 1U})
    model.add(ActorKind::system, [me, broken](PetersonState s) -> std::vector<PetersonState> {
      const std::size_t other = 1 - me;
      const int wants_at = broken ? 1 : 0;
      if (s.at[me] == 2 && s.wants[other] && s.first == static_cast<int>(other)) return {};
      if (s.at[me] == 3) s.wants[me] = false;
      if (s.at[me] == wants_at) s.wants[me] = true;
      if (s.at[me] == 1 - wants_at) s.first = static_cast<int>(other);
      s.at[me] = (s.at[me] + 1) % 4;
      return {s};
    });
  model.promise(PredicateKind::always, [](const PetersonState&, const PetersonState& s) {
    return s.at == std::array{3, 3};
  });
  model.promise(PredicateKind::sometimes,
                [](const PetersonState&, const PetersonState& s) { return s.at[1] == 3; });
  return enumerate(model, depth_limit);
}

Answers philosophers(unsigned count, bool ordered, std::uint64_t depth_limit) {
  using Forks = std::vector<unsigned>;  // how many each philosopher holds: that is all
  Model<Forks> model;
  model.initial = Forks(count, 0);
  for (unsigned me = 0; me < count; ++me)
    model.add(ActorKind::system, [=](Forks s) -> std::vector<Forks> {
      const auto holds = [&](unsigned who, unsigned fork) {
        const unsigned left = who;
        const bool swaps = ordered && who == count - 1;
        return s[who] == 2 ? fork == left || fork == (left + 1) % count
                           : s[who] == 1 && fork == (swaps ? (left + 1) % count : left);
      };
      const bool swaps = ordered && me == count - 1;
      const unsigned wanted = (s[me] == 0) != swaps ? me : (me + 1) % count;
      for (unsigned who = 0; who < count && s[me] < 2; ++who)
        if (who != me && holds(who, wanted)) return {};
      s[me] = (s[me] + 1) % 3;
      return {s};
    });
  model.promise(PredicateKind::at_quiescence, [](const Forks&, const Forks&) { return true; });
  return enumerate(model, depth_limit);
}

Answers bounded_buffer(const programs::BufferShape& shape, std::uint64_t depth_limit) {
  Model<BufferState> model;
  for (std::size_t me = 0; me < shape.producers; ++me)
    model.add(ActorKind::system, [=](BufferState s) -> std::vector<BufferState> {
      if (s.carries[me]) {
        if (s.buffer.size() == shape.capacity) return {};
        s.buffer += static_cast<char>('a' + me);
        s.carries[me] = false;
        return {s};
      }
      if (s.made[me] == static_cast<int>(shape.items)) return {};
      ++s.made[me];
      s.carries[me] = true;
      return {s};
    });
  for (std::size_t me = 0; me < shape.consumers; ++me)
    model.add(ActorKind::system, [=](BufferState s) -> std::vector<BufferState> {
      if (s.held[me] != 0) {
        s.held[me] = 0;
        ++s.used[me];
        return {s};
      }
      if (s.buffer.empty()) return {};
      s.held[me] = s.buffer.front();
      s.buffer.erase(0, 1);
      return {s};
    });
  model.promise(PredicateKind::at_quiescence, [=](const BufferState&, const BufferState& s) {
    int used = 0;
    for (const int count : s.used) used += count;
    return used != static_cast<int>(shape.producers * shape.items);
  });
  model.promise(PredicateKind::step, [](const BufferState&, const BufferState&) { return false; });
  return enumerate(model, depth_limit);
}

Answers lost_wakeup(bool broken, std::uint64_t depth_limit) {
  using Sleeper = WakeupState::Sleeper;
  Model<WakeupState> model;
  model.add(ActorKind::system, [broken](WakeupState s) -> std::vector<WakeupState> {
    switch (s.sleeper) {
      case Sleeper::checks:
        s.sleeper = s.flag   ? Sleeper::is_gone
                    : broken ? Sleeper::is_about_to_sleep
                             : Sleeper::sleeps;
        return {s};
      case Sleeper::is_about_to_sleep:
        s.sleeper = Sleeper::sleeps;
        return {s};
      case Sleeper::sleeps:
        if (!s.woken) return {};
        s.sleeper = Sleeper::is_gone;
        return {s};
      case Sleeper::is_gone:
        return {};
    }
    return {};
  });
  model.add(ActorKind::system, [](WakeupState s) -> std::vector<WakeupState> {
    if (s.waker == 2) return {};
    if (s.waker == 0) s.flag = true;
    if (s.waker == 1 && s.sleeper == Sleeper::sleeps) s.woken = true;
    ++s.waker;
    return {s};
  });
  model.promise(PredicateKind::at_quiescence, [](const WakeupState&, const WakeupState& s) {
    return s.sleeper == Sleeper::sleeps;
  });
  return enumerate(model, depth_limit);
}

Answers two_phase_commit(unsigned managers, std::uint64_t depth_limit) {
  Model<CommitState> model;
  model.initial.managers = std::string(managers, 'w');
  model.add(ActorKind::system, [managers](const CommitState& s) {
    std::vector<CommitState> next;
    if (s.transaction != 'o') return next;
    for (int i = 0; i < static_cast<int>(managers); ++i)
      if (s.messages.contains("prepared " + std::to_string(i))) {
        next.push_back(s);
        next.back().known_prepared.insert(i);
      }
    if (s.known_prepared.size() == managers) {
      next.push_back(s);
      next.back().transaction = 'c';
      next.back().messages.insert("commit");
    }
    next.push_back(s);
    next.back().transaction = 'a';
    next.back().messages.insert("abort");
    return next;
  });
  for (unsigned me = 0; me < managers; ++me)
    model.add(ActorKind::system, [me](const CommitState& s) {
      std::vector<CommitState> next;
      const auto becomes = [&](char state) {
        next.push_back(s);
        next.back().managers[me] = state;
      };
      if (s.managers[me] == 'w') {
        becomes('p');
        next.back().messages.insert("prepared " + std::to_string(me));
        becomes('a');
      }
      if (s.messages.contains("commit")) becomes('c');
      if (s.messages.contains("abort")) becomes('a');
      return next;
    });
  model.promise(PredicateKind::always, [](const CommitState&, const CommitState& s) {
    return s.managers.find('a') != std::string::npos && s.managers.find('c') != std::string::npos;
  });
  for (const char all : {'a', 'c'})
    model.promise(PredicateKind::sometimes, [=](const CommitState&, const CommitState& s) {
      return s.managers == std::string(managers, all);
    });
  return enumerate(model, depth_limit);
}

}  // namespace preemptcheck::explorer::naive
