# manual_page(NAME SECTION PAGE WHAT SEE): NAME(SECTION) of docs/PAGE.md, installed.
find_program(AWK NAMES awk mawk gawk REQUIRED)
add_custom_target(manual-pages ALL)
function(manual_page name section page what see)
    set(output ${CMAKE_CURRENT_BINARY_DIR}/${name}.${section})
    set(from ${CMAKE_SOURCE_DIR}/docs/${page}.md)
    set(maker ${CMAKE_SOURCE_DIR}/docs/manual.awk)
    add_custom_command(OUTPUT ${output} COMMAND ${AWK} -v name=${name} -v section=${section}
        -v "version=occ ${PROJECT_VERSION}" -v "what=${what}" -v "see=${see}" -f ${maker} ${from} > ${output}
        DEPENDS ${maker} ${from} VERBATIM)
    add_custom_target(manual-${name} DEPENDS ${output})
    add_dependencies(manual-pages manual-${name})
    install(FILES ${output} DESTINATION ${CMAKE_INSTALL_MANDIR}/man${section})
endfunction()
