#include "explorer/fiber.h"

#include <sys/mman.h>
#include <unistd.h>

#include <boost/context/detail/fcontext.hpp>
#include <cstring>
#include <new>
#include <utility>

#include "explorer/contract.h"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

namespace preemptcheck::explorer {

namespace context = boost::context::detail;

namespace {

std::size_t page_bytes() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }

}  // namespace

struct Fiber::Trampoline {
  /// First function on every fiber's stack. Exceptions stop here: they must not cross stacks.
  static void enter(context::transfer_t from) {
    auto* fiber = static_cast<Fiber*>(from.data);
    fiber->outside_ = from.fctx;
    fiber->entered();
    try {
      fiber->entry_(fiber->argument_);
    } catch (...) {
      fiber->thrown_ = std::current_exception();
    }
    fiber->finished_ = true;
    fiber->suspend();
    contract_broken("invariant", "a finished fiber is never resumed", __FILE__, __LINE__);
  }
};

Fiber::Fiber() {
  const std::size_t guard = page_bytes();
  void* memory = mmap(nullptr, guard + stack_bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  mapping_ = static_cast<std::byte*>(memory);
  mprotect(mapping_, guard, PROT_NONE);  // an overflow faults instead of corrupting a neighbour
  base_ = mapping_ + guard + stack_bytes;
}

Fiber::~Fiber() {
#if defined(__SANITIZE_THREAD__)
  if (tsan_fiber_ != nullptr) __tsan_destroy_fiber(tsan_fiber_);
#endif
  munmap(mapping_, page_bytes() + stack_bytes);
}

void Fiber::start(Entry entry, void* argument) {
  entry_ = entry;
  argument_ = argument;
  finished_ = false;
  thrown_ = nullptr;
#if defined(__SANITIZE_ADDRESS__)
  __asan_unpoison_memory_region(base_ - stack_bytes, stack_bytes);
#endif
#if defined(__SANITIZE_THREAD__)
  // Making one takes a millisecond. On the other hand each start leaves the calls that it abandoned
  // on the shadow stack of the old one, which holds 65,536.
  if (tsan_starts_++ % 256 == 0) {
    if (tsan_fiber_ != nullptr) __tsan_destroy_fiber(tsan_fiber_);
    tsan_fiber_ = __tsan_create_fiber(0);
  }
#endif
  context_ = context::make_fcontext(base_, stack_bytes, &Trampoline::enter);
}

void Fiber::resume() {
  PRECONDITION(!finished_);
#if defined(__SANITIZE_ADDRESS__)
  void* fake_stack = nullptr;
  __sanitizer_start_switch_fiber(&fake_stack, base_ - stack_bytes, stack_bytes);
#endif
#if defined(__SANITIZE_THREAD__)
  tsan_outside_ = __tsan_get_current_fiber();
  __tsan_switch_to_fiber(tsan_fiber_, 0);
#endif
  const context::transfer_t back = context::jump_fcontext(context_, this);
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_finish_switch_fiber(fake_stack, nullptr, nullptr);
#endif
  context_ = back.fctx;
  if (thrown_ != nullptr) std::rethrow_exception(std::exchange(thrown_, nullptr));
}

void Fiber::entered() {
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_finish_switch_fiber(nullptr, &outside_stack_, &outside_stack_bytes_);
#endif
}

void Fiber::suspend() {
#if defined(__SANITIZE_ADDRESS__)
  void* fake_stack = nullptr;
  __sanitizer_start_switch_fiber(&fake_stack, outside_stack_, outside_stack_bytes_);
#endif
#if defined(__SANITIZE_THREAD__)
  __tsan_switch_to_fiber(tsan_outside_, 0);
#endif
  const context::transfer_t from = context::jump_fcontext(outside_, nullptr);
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_finish_switch_fiber(fake_stack, &outside_stack_, &outside_stack_bytes_);
#endif
  outside_ = from.fctx;
}

std::span<const std::byte> Fiber::live() const {
  const auto* top = static_cast<const std::byte*>(context_);
  return {top, static_cast<std::size_t>(base_ - top)};
}

void Fiber::restore(std::span<const std::byte> live, bool finished) {
  context_ = base_ - live.size();
  std::memcpy(context_, live.data(), live.size());
  finished_ = finished;
}

}  // namespace preemptcheck::explorer
