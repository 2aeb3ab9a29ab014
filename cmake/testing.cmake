# add_workshop_test(NAME name SOURCES … LIBRARIES … [TIMEOUT seconds] [LABELS …])
# One GoogleTest program; every test case becomes a ctest test with its own time limit. Under Wine
# the whole program is one test.

if(NOT WORKSHOP_BUILD_TESTS)
  return()
endif()

if(MINGW AND CMAKE_CROSSCOMPILING)
  if(NOT EXISTS /usr/src/googletest/CMakeLists.txt)
    message(FATAL_ERROR "The cross build takes GoogleTest from /usr/src/googletest. "
                        "Install it with: ./workshop setup --windows")
  endif()
  set(INSTALL_GTEST OFF)
  set(BUILD_GMOCK OFF)
  add_subdirectory(/usr/src/googletest "${PROJECT_BINARY_DIR}/googletest" EXCLUDE_FROM_ALL)
  add_library(workshop::gtest ALIAS gtest)
else()
  _workshop_package(gtest GTest GTest::gtest https://github.com/google/googletest.git v1.13.0)
endif()
include(GoogleTest)

function(add_workshop_test)
  cmake_parse_arguments(arg "" "NAME;TIMEOUT" "SOURCES;LIBRARIES;LABELS" ${ARGN})
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 30)
  endif()
  add_executable(${arg_NAME} ${arg_SOURCES})
  target_link_libraries(${arg_NAME} PRIVATE ${arg_LIBRARIES} workshop::gtest)
  workshop_target_defaults(${arg_NAME})
  if(MINGW AND CMAKE_CROSSCOMPILING)
    # Starting a program under Wine takes seconds: one start for all its cases.
    add_test(NAME ${arg_NAME} COMMAND ${arg_NAME})
    set_tests_properties(${arg_NAME} PROPERTIES TIMEOUT 600 LABELS "${arg_LABELS}")
    return()
  endif()
  gtest_discover_tests(${arg_NAME} TEST_PREFIX "${arg_NAME}." DISCOVERY_MODE PRE_TEST
    DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT ${arg_TIMEOUT} LABELS "${arg_LABELS}")
endfunction()
