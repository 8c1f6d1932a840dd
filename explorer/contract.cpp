#include "explorer/contract.h"

#include <cstdio>
#include <cstdlib>

namespace preemptcheck::explorer {

void contract_broken(const char* kind, const char* condition, const char* file, int line) {
  std::fprintf(stderr, "internal error: %s broken at %s:%d: %s\n", kind, file, line, condition);
  std::fflush(stderr);
  std::_Exit(4);
}

}  // namespace preemptcheck::explorer
