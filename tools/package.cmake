# Read by cpack: a package without dependencies would install and not run.
if(CPACK_GENERATOR MATCHES "DEB")
    foreach(program dpkg-shlibdeps file)
        find_program(found_${program} ${program})
        if(NOT found_${program})
            message(FATAL_ERROR "cpack -G DEB needs the program ${program}: install dpkg-dev and file")
        endif()
    endforeach()
endif()
