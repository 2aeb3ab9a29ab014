# Reads chapters/catalog.json, the one list of chapters. CMake builds from it, the workshop
# command lists from it, tests iterate over it.
#
# Sets WORKSHOP_CHAPTERS to the chapters' folder names, in teaching order.

set(WORKSHOP_CATALOG "${PROJECT_SOURCE_DIR}/chapters/catalog.json")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${WORKSHOP_CATALOG}")

file(READ "${WORKSHOP_CATALOG}" _catalog)
string(JSON _count LENGTH "${_catalog}" chapters)
set(WORKSHOP_CHAPTERS "")
math(EXPR _last "${_count} - 1")
foreach(_index RANGE ${_last})
  string(JSON _name GET "${_catalog}" chapters ${_index} name)
  list(APPEND WORKSHOP_CHAPTERS "${_name}")
endforeach()
