# preemptcheck_warnings: an interface target, private to us, never exported.
add_library(preemptcheck_warnings INTERFACE)
target_compile_options(preemptcheck_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wnon-virtual-dtor
  -Wold-style-cast -Wimplicit-fallthrough -Wswitch-enum -Wundef
  $<$<NOT:$<BOOL:$<TARGET_PROPERTY:PREEMPTCHECK_MAY_SHADOW>>>:-Wshadow>
  $<$<BOOL:${PREEMPTCHECK_WARNINGS_AS_ERRORS}>:-Werror>)
