# How each of our targets is built. Sources are found, not listed: a new file needs no edit here.

if(PREEMPTCHECK_IPO)
  include(CheckIPOSupported)
  check_ipo_supported(RESULT PREEMPTCHECK_IPO_SUPPORTED OUTPUT ipo_output LANGUAGES CXX)
  if(NOT PREEMPTCHECK_IPO_SUPPORTED)
    message(STATUS "No optimisation across files: ${ipo_output}")
  endif()
endif()

# What is the same for libraries, programs and tests.
function(preemptcheck_configure target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:preemptcheck_warnings>)
  # Paths in messages (contracts) and in debug information start at our root, on every machine.
  target_compile_options(${target} PRIVATE "-ffile-prefix-map=${PROJECT_SOURCE_DIR}/=")
endfunction()

# For what is shipped. Objects are "fat" so that the installed libraries also serve a linker
# without this optimisation, the tests' for one.
function(preemptcheck_optimise target)
  if(PREEMPTCHECK_IPO_SUPPORTED)
    set_target_properties(${target} PROPERTIES INTERPROCEDURAL_OPTIMIZATION ON)
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-ffat-lto-objects>)
  endif()
endfunction()

# For what runs once per call of the program or only in tests: compiled in half the time.
function(preemptcheck_optimise_little target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()

# preemptcheck_add_library(FOLDER [COLD] [EXCEPT file...]): preemptcheck_FOLDER, alias
# preemptcheck::FOLDER, from the sources and headers of the folder that asks; COLD where no search
# spends its time there. A folder without sources makes no target.
function(preemptcheck_add_library folder)
  cmake_parse_arguments(PARSE_ARGV 1 arg "COLD" "" "EXCEPT")
  file(GLOB sources CONFIGURE_DEPENDS RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" *.cpp)
  file(GLOB headers CONFIGURE_DEPENDS *.h)
  list(REMOVE_ITEM sources ${arg_EXCEPT})
  if(NOT sources)
    message(STATUS "${folder}/ has no sources, so preemptcheck::${folder} is not built")
    return()
  endif()
  set(target preemptcheck_${folder})
  add_library(${target} STATIC ${sources})
  add_library(preemptcheck::${folder} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${folder})
  target_sources(${target} PUBLIC
    FILE_SET HEADERS BASE_DIRS "${PROJECT_SOURCE_DIR}" FILES ${headers})
  preemptcheck_configure(${target})
  if(arg_COLD)
    preemptcheck_optimise_little(${target})
  else()
    preemptcheck_optimise(${target})
  endif()
endfunction()
