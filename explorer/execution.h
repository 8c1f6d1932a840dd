// A program at a point of a schedule: who is enabled, take one transition.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "explorer/actor.h"
#include "explorer/byte_stack.h"
#include "explorer/program.h"
#include "explorer/schedule.h"

namespace preemptcheck::explorer {

class RunningActor;

/// What may be taken in a state.
struct Enabled {
  std::vector<Transition> transitions;  ///< by actor, then choice; timers last
  bool quiescent = true;                ///< no system actor is enabled
};

class Execution {
 public:
  explicit Execution(const Program& program);
  ~Execution();
  Execution(const Execution&) = delete;
  Execution& operator=(const Execution&) = delete;

  /// Goes to the initial state.
  void restart();
  /// Fills `out` with what is enabled now. Timers count only where no system actor is enabled,
  /// unless the program lets them race.
  void enabled(Enabled& out) const;
  /// Number of successors of one actor's next transition, timers' last-resort rule left aside.
  [[nodiscard]] unsigned successors(ActorId actor) const;
  /// Takes an enabled transition; its choice is checked by who asks for it.
  void take(Transition transition);

  [[nodiscard]] const std::byte* world() const { return world_; }
  [[nodiscard]] SiteId site(ActorId actor) const { return static_cast<SiteId>(state_[actor]); }
  /// The whole state: where each actor stands, then the world's prefix that counts.
  [[nodiscard]] std::span<const std::byte> state() const { return {state_, state_bytes_}; }
  [[nodiscard]] std::uint64_t fingerprint() const;
  /// Whether the actor's next transition may send the others that are restartable() back, and so
  /// change their stacks too.
  [[nodiscard]] bool may_restart_others(ActorId actor) const;
  /// The actors that are declared restartable.
  [[nodiscard]] std::span<const ActorId> restartable() const { return restartable_; }
  [[nodiscard]] const Program& program() const { return program_; }

  // For backtracking by checkpoint: an actor's suspended stack with what its boundary asks for.
  /// The image is the new top piece of `out`.
  std::span<const std::byte> save_actor(ActorId actor, ByteStack& out) const;
  void restore_actor(ActorId actor, std::span<const std::byte> image);
  void restore_state(std::span<const std::byte> state);

  /// For the audit: a hash of all that one actor remembers outside the state.
  [[nodiscard]] std::uint64_t stack_fingerprint(ActorId actor) const;
  /// Whether all beyond the state's prefix is what it was initially, as the program promises.
  [[nodiscard]] bool rest_is_untouched() const;

 private:
  void restart_others(ActorId but_for);

  const Program& program_;
  std::size_t sites_bytes_;  ///< one byte an actor, padded so that the world is aligned
  std::size_t state_bytes_;  ///< sites_bytes_ + program.state_bytes
  std::unique_ptr<std::byte[]> memory_;
  std::byte* state_ = nullptr;  ///< 64-byte aligned in memory_: sites, then the world
  std::byte* world_ = nullptr;
  bool started_ = false;
  std::vector<std::unique_ptr<RunningActor>> actors_;
  std::vector<ActorId> restartable_;
};

}  // namespace preemptcheck::explorer
