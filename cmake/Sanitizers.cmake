# Applied to everything that is built: code with and without a sanitizer must not be mixed.
if(PREEMPTCHECK_SANITIZE STREQUAL "address")
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all
    -fno-omit-frame-pointer)
  add_compile_definitions(_GLIBCXX_ASSERTIONS)
  add_link_options(-fsanitize=address,undefined)
elseif(PREEMPTCHECK_SANITIZE STREQUAL "thread")
  add_compile_options(-fsanitize=thread -fno-omit-frame-pointer)
  add_link_options(-fsanitize=thread)
elseif(PREEMPTCHECK_SANITIZE)
  message(FATAL_ERROR "PREEMPTCHECK_SANITIZE is '${PREEMPTCHECK_SANITIZE}'; "
    "it may be empty, address or thread")
endif()
