# add_windows_program(name source…): a program written for Windows, against this system's API: the
# SDK on Windows, the workshop's layer on Linux. Its code is its own: no warnings of ours, and no
# language level but the one its compiler has.

function(add_windows_program name)
  add_executable(${name} ${ARGN})
  if(WIN32)
    target_compile_definitions(${name} PRIVATE _WIN32_WINNT=0x0603)
    target_link_libraries(${name} PRIVATE ws2_32 mswsock)
  else()
    target_link_libraries(${name} PRIVATE win32)
  endif()
  target_compile_features(${name} PRIVATE cxx_std_17)
  if(MINGW)
    target_link_options(${name} PRIVATE -static)
  endif()
  if(WORKSHOP_SANITIZE)
    # Their volatile flags are no business of the thread sanitizer's, which sees the layer only.
    if(NOT WORKSHOP_SANITIZE STREQUAL "thread")
      target_compile_options(${name} PRIVATE -fsanitize=${WORKSHOP_SANITIZE})
    endif()
    target_link_options(${name} PRIVATE -fsanitize=${WORKSHOP_SANITIZE})
  endif()
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)
endfunction()
