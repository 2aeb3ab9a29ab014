# Packages first; a pinned download only where a system has no packages.
# Every library is used under one name, workshop::NAME, whatever its origin.

include(FetchContent)

find_package(Threads REQUIRED)

# Header-only libraries of the Linux host, offered to the cross compiler one folder
# at a time: putting /usr/include itself on its path would shadow the Windows headers.
function(_workshop_host_headers name folder)
  set(root "${PROJECT_BINARY_DIR}/host-headers")
  file(MAKE_DIRECTORY "${root}")
  if(NOT EXISTS "/usr/include/${folder}")
    message(FATAL_ERROR "The cross build takes ${folder}/ from the host's packages. "
                        "Install them with: ./workshop setup --windows")
  endif()
  file(CREATE_LINK "/usr/include/${folder}" "${root}/${folder}" SYMBOLIC)
  add_library(workshop_${name} INTERFACE)
  target_include_directories(workshop_${name} SYSTEM INTERFACE "${root}")
  add_library(workshop::${name} ALIAS workshop_${name})
endfunction()

function(_workshop_package name package target repository tag)
  find_package(${package} QUIET)
  if(NOT TARGET ${target})
    message(STATUS "${package}: no package found, fetching ${tag}")
    FetchContent_Declare(${name} GIT_REPOSITORY ${repository} GIT_TAG ${tag} GIT_SHALLOW ON)
    FetchContent_MakeAvailable(${name})
  endif()
  add_library(workshop_${name} INTERFACE)
  target_link_libraries(workshop_${name} INTERFACE ${target})
  add_library(workshop::${name} ALIAS workshop_${name})
endfunction()

if(MINGW AND CMAKE_CROSSCOMPILING)
  _workshop_host_headers(cli11 CLI)
  _workshop_host_headers(fmt fmt)
  _workshop_host_headers(json nlohmann)
  target_compile_definitions(workshop_fmt INTERFACE FMT_HEADER_ONLY=1)
else()
  _workshop_package(cli11 CLI11 CLI11::CLI11 https://github.com/CLIUtils/CLI11.git v2.3.2)
  _workshop_package(fmt fmt fmt::fmt https://github.com/fmtlib/fmt.git 9.1.0)
  _workshop_package(json nlohmann_json nlohmann_json::nlohmann_json
                    https://github.com/nlohmann/json.git v3.11.2)
endif()
