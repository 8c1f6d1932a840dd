#include "cli/interrupt.h"

#include <signal.h>

namespace preemptcheck::cli {

namespace {

std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may set nothing else");

void note_interrupt(int) {
  interrupted.store(true);
  for (const int signal : {SIGINT, SIGTERM}) ::signal(signal, SIG_DFL);
}

}  // namespace

const std::atomic<bool>& watch_for_interrupts() {
  struct sigaction action {};
  action.sa_handler = note_interrupt;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGINT, SIGTERM}) ::sigaction(signal, &action, nullptr);
  return interrupted;
}

}  // namespace preemptcheck::cli
