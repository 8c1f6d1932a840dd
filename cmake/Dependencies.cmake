# Other people's libraries: a folder asks for those that it alone uses.

# preemptcheck_find(PACKAGE DEBIAN_PACKAGE [arguments of find_package...]), seen by every folder.
# Remembers what is missing instead of stopping, so that one run names all of it.
macro(preemptcheck_find package debian_package)
  find_package(${package} ${ARGN} QUIET GLOBAL)
  if(NOT ${package}_FOUND)
    set_property(GLOBAL APPEND PROPERTY PREEMPTCHECK_MISSING "${debian_package}")
  endif()
endmacro()

function(preemptcheck_require_dependencies)
  get_property(missing GLOBAL PROPERTY PREEMPTCHECK_MISSING)
  if(missing)
    list(REMOVE_DUPLICATES missing)
    list(JOIN missing " " missing)
    message(FATAL_ERROR "Needed and not found; on Debian:\n"
      "  apt-get install ${missing}\n"
      "or all of them: scripts/install-packages build test")
  endif()
endfunction()
