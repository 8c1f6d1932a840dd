#include "explorer/execution.h"

#include <xxhash.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "explorer/contract.h"
#include "explorer/fiber.h"

namespace preemptcheck::explorer {

namespace {

constexpr std::size_t alignment = 64;
constexpr std::size_t actors_max = 255;

constexpr std::size_t padded(std::size_t bytes, std::size_t to) {
  return (bytes + to - 1) / to * to;
}

}  // namespace

/// An actor with its stack. What it waits for is part of a checkpoint, not of the state: it follows
/// from the site.
class RunningActor : public Actor {
 public:
  RunningActor(ActorId id, const ActorDeclaration& declaration, std::span<const Site> table)
      : Actor(id), declaration_(declaration), table_(table) {}

  void start(std::byte* sites, std::byte* world) {
    sites_ = sites;
    world_ = world;
    sites[id()] = static_cast<std::byte>(site_finished);  // nowhere: it may not restart others yet
    asks_for_restart_ = false;
    fiber_.start(&RunningActor::run, this);
    fiber_.resume();
  }

  [[nodiscard]] unsigned successors() const {
    if (fiber_.finished()) return 0;
    if (waits_.count == nullptr) return 1;
    const unsigned count = waits_.count(waits_.closure);
    PRECONDITION(count <= choices_max);
    return count;
  }

  [[nodiscard]] ActorKind kind() const { return declaration_.kind; }

  void take(unsigned choice) {
    choice_ = choice;
    fiber_.resume();
  }

  unsigned wait_at(SiteId site, CountFunction count, const void* closure) {
    PRECONDITION(site < table_.size());
    sites_[id()] = static_cast<std::byte>(site);
    waits_ = {count, closure};
    fiber_.suspend();
    return choice_;
  }

  [[nodiscard]] bool may_restart_others() const {
    const auto site = static_cast<std::size_t>(sites_[id()]);
    return site < table_.size() && table_[site].restarts;
  }
  void ask_for_restart() {
    PRECONDITION(may_restart_others());  // else nobody has saved the others' stacks
    asks_for_restart_ = true;
  }
  /// Whether the last transition asked for it; asked once.
  bool took_restart() { return std::exchange(asks_for_restart_, false); }

  std::span<const std::byte> save(ByteStack& out) const {
    const Saved saved{waits_, fiber_.finished()};
    const std::span<const std::byte> live = fiber_.live();
    const std::span<std::byte> image = out.push(sizeof saved + live.size());
    std::memcpy(image.data(), &saved, sizeof saved);
    std::memcpy(image.data() + sizeof saved, live.data(), live.size());
    return image;
  }

  void restore(std::span<const std::byte> image) {
    Saved saved;
    std::memcpy(&saved, image.data(), sizeof saved);
    waits_ = saved.waits;
    fiber_.restore(image.subspan(sizeof saved), saved.finished != 0);
  }

  [[nodiscard]] std::uint64_t stack_fingerprint() const {
    const Saved saved{waits_, fiber_.finished()};
    const std::span<const std::byte> live = fiber_.live();
    return XXH3_64bits_withSeed(live.data(), live.size(), XXH3_64bits(&saved, sizeof saved));
  }

 private:
  static constexpr unsigned choices_max = 256;  // Transition::choice is a byte

  struct Waits {
    CountFunction count = nullptr;
    const void* closure = nullptr;  ///< on the actor's own stack, so it travels with it
  };
  struct Saved {
    Waits waits{};
    std::uint64_t finished = 0;  // not bool: images are compared as bytes, so there is no padding
    Saved() = default;
    Saved(Waits w, bool f) : waits(w), finished(f ? 1 : 0) {}
  };

  static void run(void* self) {
    auto* actor = static_cast<RunningActor*>(self);
    actor->declaration_.body(*actor, actor->world_);
    actor->sites_[actor->id()] = static_cast<std::byte>(site_finished);
  }

  const ActorDeclaration& declaration_;
  std::span<const Site> table_;
  bool asks_for_restart_ = false;
  std::byte* sites_ = nullptr;
  std::byte* world_ = nullptr;
  Waits waits_;
  unsigned choice_ = 0;
  Fiber fiber_;
};

unsigned Actor::boundary(SiteId site, CountFunction count, const void* closure) {
  return static_cast<RunningActor*>(this)->wait_at(site, count, closure);
}

void Actor::restart_others() { static_cast<RunningActor*>(this)->ask_for_restart(); }

Execution::Execution(const Program& program)
    : program_(program),
      sites_bytes_(padded(program.actors.size(), 8)),
      state_bytes_(sites_bytes_ + program.state_bytes) {
  PRECONDITION(program.actors.size() <= actors_max);
  PRECONDITION(program.sites.size() <= site_finished);
  PRECONDITION(program.state_bytes <= program.initial_state.size());
  // The world is aligned, the sites stand right before it: together they are one run of bytes.
  const std::size_t front = padded(sites_bytes_, alignment);
  memory_ = std::make_unique<std::byte[]>(front + program.initial_state.size() + alignment);
  void* aligned = memory_.get();
  std::size_t space = front + program.initial_state.size() + alignment;
  std::align(alignment, front + program.initial_state.size(), aligned, space);
  world_ = static_cast<std::byte*>(aligned) + front;
  state_ = world_ - sites_bytes_;
  for (std::size_t i = 0; i < program.actors.size(); ++i) {
    const auto id = static_cast<ActorId>(i);
    actors_.push_back(std::make_unique<RunningActor>(id, program.actors[i], program.sites));
    if (program.actors[i].restartable) restartable_.push_back(id);
  }
  restart();
}

Execution::~Execution() = default;

void Execution::restart() {
  if (started_) INVARIANT(rest_is_untouched());
  started_ = true;
  std::memset(state_, 0, sites_bytes_);
  std::ranges::copy(program_.initial_state, world_);
  for (auto& actor : actors_) actor->start(state_, world_);
  INVARIANT(std::ranges::equal(program_.initial_state,
                               std::span(world_, program_.initial_state.size())));  // see `body`
}

void Execution::enabled(Enabled& out) const {
  out.transitions.clear();
  out.quiescent = true;
  for (const bool timers : {false, true}) {
    if (timers && !out.quiescent && !program_.timers_anytime) break;
    for (std::size_t i = 0; i < actors_.size(); ++i) {
      const ActorKind kind = actors_[i]->kind();
      if ((kind == ActorKind::timer) != timers) continue;
      const unsigned count = actors_[i]->successors();
      if (count > 0 && kind == ActorKind::system) out.quiescent = false;
      for (unsigned choice = 0; choice < count; ++choice)
        out.transitions.push_back({static_cast<ActorId>(i), static_cast<std::uint8_t>(choice)});
    }
  }
}

unsigned Execution::successors(ActorId actor) const { return actors_[actor]->successors(); }

void Execution::take(Transition transition) {
  RunningActor& actor = *actors_[transition.actor];
  actor.take(transition.choice);
  if (actor.took_restart()) restart_others(transition.actor);
}

void Execution::restart_others(ActorId but_for) {
  const std::vector<std::byte> before(world_, world_ + program_.state_bytes);
  for (const ActorId actor : restartable_)
    if (actor != but_for) actors_[actor]->start(state_, world_);
  INVARIANT(std::ranges::equal(before, std::span(world_, before.size())));  // see `body`
}

bool Execution::may_restart_others(ActorId actor) const {
  return actors_[actor]->may_restart_others();
}

std::uint64_t Execution::fingerprint() const { return XXH3_64bits(state_, state_bytes_); }

std::span<const std::byte> Execution::save_actor(ActorId actor, ByteStack& out) const {
  return actors_[actor]->save(out);
}

void Execution::restore_actor(ActorId actor, std::span<const std::byte> image) {
  actors_[actor]->restore(image);
}

void Execution::restore_state(std::span<const std::byte> state) {
  PRECONDITION(state.size() == state_bytes_);
  std::memcpy(state_, state.data(), state.size());
}

std::uint64_t Execution::stack_fingerprint(ActorId actor) const {
  return actors_[actor]->stack_fingerprint();
}

bool Execution::rest_is_untouched() const {
  const std::size_t used = program_.state_bytes;
  return std::equal(program_.initial_state.begin() + static_cast<std::ptrdiff_t>(used),
                    program_.initial_state.end(), world_ + used);
}

}  // namespace preemptcheck::explorer
