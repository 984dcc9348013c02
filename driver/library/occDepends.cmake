# Takes the source out of a rule of make, as occ -MD writes it: its name is one that CMake or ninja would read
# as another, and it is a dependency without that.  A rule of no file would be none for them, so this one
# stands for it.
#   cmake -DRULE=FILE.d -P occDepends.cmake
file(READ ${RULE} text)
string(REPLACE " " "\\\\ " this "${CMAKE_CURRENT_LIST_FILE}")
if(text MATCHES "^[^\n]*\\\\\n") # headers follow
    string(APPEND this " \\\\")
endif()
string(REGEX REPLACE "^([^\n]*: )[^\n]*\n" "\\1${this}\n" text "${text}")
file(WRITE ${RULE} "${text}")
