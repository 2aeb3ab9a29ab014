# workshop_target_defaults(target): what every target of ours has in common.
# Nothing is set globally, so packages that are built along keep their own flags.

set(_workshop_warnings_gnu
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor
    -Woverloaded-virtual -Wold-style-cast -Wcast-qual -Wundef -Werror)
set(_workshop_warnings_msvc /W4 /WX /permissive- /utf-8)

function(workshop_target_defaults target)
  target_compile_features(${target} PRIVATE cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF C_EXTENSIONS OFF)
  if(MSVC)
    target_compile_options(${target} PRIVATE ${_workshop_warnings_msvc})
  else()
    target_compile_options(${target} PRIVATE
      "$<$<COMPILE_LANGUAGE:CXX>:${_workshop_warnings_gnu}>")
  endif()
  if(MINGW)
    # A learner copies one .exe: no MinGW runtime DLLs beside it.
    target_link_options(${target} PRIVATE -static)
  endif()
  if(WORKSHOP_FUZZ)
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
  endif()
  if(WORKSHOP_SANITIZE)
    target_compile_options(${target} PRIVATE
      -fsanitize=${WORKSHOP_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${target} PRIVATE -fsanitize=${WORKSHOP_SANITIZE})
  endif()
endfunction()
