# Takes the source out of a rule of make, as occ -MD writes it: its name is one that CMake or ninja would read
# as another, and it is a dependency without that.
#   cmake -DRULE=FILE.d -P occDepends.cmake
file(READ ${RULE} text)
set(end "")
if(text MATCHES "^[^\n]*\\\\\n") # headers follow
    set(end "\\\\")
endif()
string(REGEX REPLACE "^([^\n]*: )[^\n]*\n" "\\1${end}\n" text "${text}")
file(WRITE ${RULE} "${text}")
