# Takes out of a rule of make, as occ -MD writes it, the files that ninja or CMake would read as others: after
# the target, one a line.  The source is a dependency without it.
#   cmake -DRULE=FILE.d -P occDepends.cmake
file(READ ${RULE} text)
string(REGEX MATCH "^[^\n]*: " rule "${text}")
string(REPLACE "\\\n  " "\n" files "${text}")
string(REGEX MATCHALL "\n[^\n]+" files "${files}")
foreach(file ${files})
    if(NOT file MATCHES "['$;]")
        string(STRIP "${file}" file)
        string(APPEND rule "\\\n  ${file} ")
    endif()
endforeach()
file(WRITE ${RULE} "${rule}\n")
