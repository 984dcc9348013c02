# occ_add_kernels(TARGET FILES FILE.cl... [TARGETS PROCESSOR...] [OPTIONS SWITCH...] [EMBED])
#
# Compiles each file for each processor (gfx900 unless given) to kernels/TARGET/NAME-PROCESSOR.co in the
# current binary folder, again when the file or a header of it changes.  TARGET may be a library or executable that is
# there already: it is built after them.  Otherwise a custom target is made, which is part of `all`; its
# property OCC_OBJECTS lists the files.  EMBED: they become part of TARGET as arrays NAME_PROCESSOR and
# NAME_PROCESSOR_size, which TARGET_kernels.h declares.
#
# Compilations go through OCC_COMPILER_LAUNCHER, or CMAKE_C_COMPILER_LAUNCHER: ccache takes them for those of
# C, as -x c says, and keeps their objects.
function(occ_add_kernels target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "EMBED" "" "FILES;TARGETS;OPTIONS")
    if(arg_UNPARSED_ARGUMENTS OR NOT arg_FILES)
        message(FATAL_ERROR "occ_add_kernels(${target}): FILES are missing, or unknown: ${arg_UNPARSED_ARGUMENTS}")
    endif()
    if(arg_EMBED AND NOT TARGET ${target})
        message(FATAL_ERROR "occ_add_kernels(${target} EMBED): there is no such target")
    endif()
    if(NOT arg_TARGETS)
        set(arg_TARGETS gfx900)
    endif()
    set(launcher ${CMAKE_C_COMPILER_LAUNCHER})
    if(DEFINED OCC_COMPILER_LAUNCHER)
        set(launcher ${OCC_COMPILER_LAUNCHER})
    endif()
    set(outputs)
    set(all_made)
    set(declarations)
    set(folder ${CMAKE_CURRENT_BINARY_DIR}/kernels/${target})
    file(MAKE_DIRECTORY ${folder})
    foreach(file ${arg_FILES})
        cmake_path(ABSOLUTE_PATH file OUTPUT_VARIABLE source)
        cmake_path(GET file STEM name)
        foreach(processor ${arg_TARGETS})
            set(base ${folder}/${name}-${processor})
            string(MAKE_C_IDENTIFIER ${name}_${processor} array)
            set(made ${name}-${processor}.co)
            if(arg_EMBED)
                set(made ${array})
            endif()
            if(made IN_LIST all_made)
                message(FATAL_ERROR "occ_add_kernels(${target}): two files would be ${made}; "
                    "give one of them another name, or another target")
            endif()
            list(APPEND all_made ${made})
            set(occ $<TARGET_FILE:occ::occ> -mcpu=${processor})
            add_custom_command(OUTPUT ${base}.o
                COMMAND ${launcher} $<TARGET_FILE:occ::occ> -x c -c -flto -mcpu=${processor} ${arg_OPTIONS}
                    ${source} -o ${base}.o -MD -MF ${base}.d
                DEPENDS ${source} DEPFILE ${base}.d COMMENT "Compiling ${file} for ${processor}" VERBATIM)
            set(output ${base}.co)
            set(form)
            if(arg_EMBED)
                set(output ${folder}/${array}.c)
                set(form --emit=c-array)
                string(APPEND declarations "extern const unsigned char ${array}[];\nextern const size_t ${array}_size;\n")
            endif()
            add_custom_command(OUTPUT ${output} COMMAND ${occ} ${form} ${arg_OPTIONS} ${base}.o -o ${output}
                DEPENDS ${base}.o COMMENT "Linking ${name} for ${processor}" VERBATIM)
            list(APPEND outputs ${output})
        endforeach()
    endforeach()
    if(arg_EMBED)
        set(header ${folder}/${target}_kernels.h)
        file(CONFIGURE OUTPUT ${header} @ONLY CONTENT "/* Made by occ_add_kernels. */
#include <stddef.h>
#ifdef __cplusplus
extern \"C\" {
#endif
${declarations}#ifdef __cplusplus
}
#endif
")
        target_sources(${target} PRIVATE ${outputs})
        target_include_directories(${target} PRIVATE ${folder})
    elseif(TARGET ${target})
        add_custom_target(${target}-kernels DEPENDS ${outputs})
        add_dependencies(${target} ${target}-kernels)
    else()
        add_custom_target(${target} ALL DEPENDS ${outputs})
    endif()
    set_target_properties(${target} PROPERTIES OCC_OBJECTS "${outputs}")
endfunction()
