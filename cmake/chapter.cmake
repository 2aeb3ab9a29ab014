# add_chapter(NN-name): one folder, one main.cpp, one program of the same name.

function(add_chapter name)
  add_executable(${name} "${name}/main.cpp")
  target_link_libraries(${name} PRIVATE harness)
  workshop_target_defaults(${name})
endfunction()
