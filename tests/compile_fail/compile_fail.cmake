# Compiles one file of this folder and compares with its first line: "// expect: compiles", or a
# part of the message with which the compiler must refuse it.
#   cmake -DCOMPILER=c++ -DROOT=... -DFILE=... -P compile_fail.cmake
file(STRINGS "${FILE}" lines LIMIT_COUNT 1)
string(REGEX REPLACE "^// expect: " "" expected "${lines}")
execute_process(
  COMMAND "${COMPILER}" -std=c++20 -fsyntax-only "-I${ROOT}" "${FILE}"
  RESULT_VARIABLE result
  OUTPUT_VARIABLE output
  ERROR_VARIABLE output)

if(expected STREQUAL "compiles")
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${FILE} should compile:\n${output}")
  endif()
elseif(result EQUAL 0)
  message(FATAL_ERROR "${FILE} compiles, though it should not: ${expected}")
else()
  string(FIND "${output}" "${expected}" position)
  if(position EQUAL -1)
    message(FATAL_ERROR "${FILE} is refused for another reason than '${expected}':\n${output}")
  endif()
endif()
