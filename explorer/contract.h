// Contracts between this program's own parts. They stay on in every build: a checker that goes on
// after a broken assumption would report a verdict that nobody can trust.
#pragma once

namespace preemptcheck::explorer {

/// Prints the broken contract with its place on stderr and ends the process with exit code 4
/// (internal error). Never returns, never throws: it may be called on an actor's stack.
[[noreturn]] void contract_broken(const char* kind, const char* condition, const char* file,
                                  int line);

}  // namespace preemptcheck::explorer

#define PRECONDITION(condition)                                                                  \
  ((condition) ? static_cast<void>(0)                                                            \
               : ::preemptcheck::explorer::contract_broken("precondition", #condition, __FILE__, \
                                                           __LINE__))
#define INVARIANT(condition)  \
  ((condition)                \
       ? static_cast<void>(0) \
       : ::preemptcheck::explorer::contract_broken("invariant", #condition, __FILE__, __LINE__))
