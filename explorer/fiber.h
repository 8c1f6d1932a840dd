// One actor's stack: start, resume, and its live part as bytes. The only user of Boost.Context.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>

namespace preemptcheck::explorer {

/// Whether a fiber's stack may be copied out and back. Sanitizers keep shadow state per stack
/// address, which a copy would contradict: under them searches backtrack by replay instead.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool stacks_can_be_copied = false;
#else
inline constexpr bool stacks_can_be_copied = true;
#endif

/// A stack that runs one function, suspended and resumed from outside.
class Fiber {
 public:
  /// Runs on the fiber's stack at the first resume.
  using Entry = void (*)(void* argument);

  Fiber();
  ~Fiber();
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  /// Forgets whatever the stack holds and stands before `entry`. What was on the stack is not
  /// destroyed: it must be trivial.
  void start(Entry entry, void* argument);
  /// From outside: runs the fiber until it suspends or its entry returns. Rethrows what entry
  /// threw.
  void resume();
  /// From inside: goes back to who resumed.
  void suspend();
  [[nodiscard]] bool finished() const { return finished_; }

  /// The live part of the suspended stack, lowest address first.
  [[nodiscard]] std::span<const std::byte> live() const;
  /// Puts a stack back that live() gave for this same fiber.
  void restore(std::span<const std::byte> live, bool finished);

  static constexpr std::size_t stack_bytes = std::size_t{256} * 1024;

 private:
  struct Trampoline;
  void entered();

  std::byte* mapping_ = nullptr;  ///< guard page, then the stack
  std::byte* base_ = nullptr;     ///< one past the highest byte
  void* context_ = nullptr;       ///< invariant: points into the stack while suspended
  void* outside_ = nullptr;       ///< who resumed, while running
  Entry entry_ = nullptr;
  void* argument_ = nullptr;
  bool finished_ = true;
  std::exception_ptr thrown_;
#if defined(__SANITIZE_THREAD__)
  void* tsan_fiber_ = nullptr;
  void* tsan_outside_ = nullptr;
  unsigned tsan_starts_ = 0;
#endif
#if defined(__SANITIZE_ADDRESS__)
  const void* outside_stack_ = nullptr;
  std::size_t outside_stack_bytes_ = 0;
#endif
};

}  // namespace preemptcheck::explorer
