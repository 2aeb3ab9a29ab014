# Settings that belong to the whole build and to no single target.

if(PROJECT_SOURCE_DIR STREQUAL PROJECT_BINARY_DIR)
  message(FATAL_ERROR "Build outside the source tree: cmake --preset linux && cmake --build --preset linux")
endif()

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "Build type" FORCE)
endif()

option(WORKSHOP_BUILD_TESTS "Build the tests" ON)
option(WORKSHOP_BUILD_BENCHMARKS "Build the benchmarks in tests/bench (Linux only)" ON)
option(WORKSHOP_FUZZ "Build the libFuzzer target (clang only)" OFF)
set(WORKSHOP_SANITIZE "" CACHE STRING "Sanitizers for our targets: empty, address,undefined or thread")

if(WORKSHOP_FUZZ AND NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  message(FATAL_ERROR "libFuzzer comes with clang: cmake --preset linux-fuzz")
endif()

set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
