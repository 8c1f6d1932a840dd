// Two-phase commit.
#include <algorithm>
#include <array>
#include <cstdint>

#include "tests/explorer/programs.h"

namespace preemptcheck::explorer::programs {

namespace {

constexpr std::array<Site, 2> commit_sites{
    {{"transaction-manager/act", "receives, commits or aborts", "Gray and Lamport", true},
     {"resource-manager/act", "prepares, aborts or receives", "Gray and Lamport", true}}};

constexpr unsigned managers_max = 5;

enum class Manager : std::uint8_t { working, prepared, committed, aborted };
enum class Transaction : std::uint8_t { open, committed, aborted };

struct CommitWorld {
  std::array<Manager, managers_max> managers{};
  Transaction transaction = Transaction::open;
  std::uint8_t known_prepared = 0;  // a bit for each resource manager
  std::uint8_t prepared_messages = 0;
  std::uint8_t commit_message = 0;
  std::uint8_t abort_message = 0;
};

/// What an actor may do now; one of it is chosen.
template <class Action>
class Menu {
 public:
  void add_if(bool condition, Action action, unsigned argument = 0) {
    if (condition) items_[count_++] = {action, argument};
  }
  struct Item {
    Action action;
    unsigned argument;
  };
  unsigned count() const { return count_; }
  Item operator[](unsigned i) const { return items_[i]; }

 private:
  std::array<Item, managers_max + 2> items_{};
  unsigned count_ = 0;
};

enum class TransactionAction { note_prepared, commit, abort };

Menu<TransactionAction> transaction_menu(const CommitWorld& world, unsigned managers) {
  Menu<TransactionAction> menu;
  if (world.transaction != Transaction::open) return menu;
  for (unsigned i = 0; i < managers; ++i)
    menu.add_if((world.prepared_messages >> i & 1U) != 0, TransactionAction::note_prepared, i);
  menu.add_if(world.known_prepared == (1U << managers) - 1, TransactionAction::commit);
  menu.add_if(true, TransactionAction::abort);
  return menu;
}

void transaction_manager(Actor& actor, CommitWorld& world, unsigned managers) {
  while (true) {
    const unsigned choice = actor.choose(site_id(commit_sites, "transaction-manager/act"),
                                         [&] { return transaction_menu(world, managers).count(); });
    const auto [action, argument] = transaction_menu(world, managers)[choice];
    switch (action) {
      case TransactionAction::note_prepared:
        world.known_prepared = static_cast<std::uint8_t>(world.known_prepared | 1U << argument);
        break;
      case TransactionAction::commit:
        world.transaction = Transaction::committed;
        world.commit_message = 1;
        break;
      case TransactionAction::abort:
        world.transaction = Transaction::aborted;
        world.abort_message = 1;
        break;
    }
  }
}

enum class ManagerAction { prepare, give_up, hear_commit, hear_abort };

Menu<ManagerAction> manager_menu(const CommitWorld& world, unsigned me) {
  Menu<ManagerAction> menu;
  menu.add_if(world.managers[me] == Manager::working, ManagerAction::prepare);
  menu.add_if(world.managers[me] == Manager::working, ManagerAction::give_up);
  menu.add_if(world.commit_message != 0, ManagerAction::hear_commit);
  menu.add_if(world.abort_message != 0, ManagerAction::hear_abort);
  return menu;
}

void resource_manager(Actor& actor, CommitWorld& world, unsigned me) {
  while (true) {
    const unsigned choice = actor.choose(site_id(commit_sites, "resource-manager/act"),
                                         [&] { return manager_menu(world, me).count(); });
    switch (manager_menu(world, me)[choice].action) {
      case ManagerAction::prepare:
        world.managers[me] = Manager::prepared;
        world.prepared_messages = static_cast<std::uint8_t>(world.prepared_messages | 1U << me);
        break;
      case ManagerAction::hear_commit:
        world.managers[me] = Manager::committed;
        break;
      case ManagerAction::give_up:
      case ManagerAction::hear_abort:
        world.managers[me] = Manager::aborted;
        break;
    }
  }
}

unsigned how_many(const CommitWorld& world, Manager state) {
  return static_cast<unsigned>(std::ranges::count(world.managers, state));
}

}  // namespace

Program two_phase_commit(unsigned managers) {
  Program program = program_over(CommitWorld{}, commit_sites);
  add_actor<CommitWorld>(program, "transaction manager", ActorKind::system,
                         [managers](Actor& actor, CommitWorld& world) {
                           transaction_manager(actor, world, managers);
                         });
  for (unsigned me = 0; me < managers; ++me)
    add_actor<CommitWorld>(
        program, "resource manager " + std::to_string(me), ActorKind::system,
        [me](Actor& actor, CommitWorld& world) { resource_manager(actor, world, me); });
  add_predicate<CommitWorld>(
      program, "consistent", PredicateKind::always, [](const CommitWorld& world) {
        return how_many(world, Manager::aborted) > 0 && how_many(world, Manager::committed) > 0;
      });
  add_predicate<CommitWorld>(program, "all abort", PredicateKind::sometimes,
                             [managers](const CommitWorld& world) {
                               return how_many(world, Manager::aborted) == managers;
                             });
  add_predicate<CommitWorld>(program, "all commit", PredicateKind::sometimes,
                             [managers](const CommitWorld& world) {
                               return how_many(world, Manager::committed) == managers;
                             });
  return program;
}

}  // namespace preemptcheck::explorer::programs
