# occ_add_kernels(TARGET FILES FILE.cl... [TARGETS PROCESSOR...] [OPTIONS SWITCH...] [EMBED])
#
# Compiles each file for each processor (gfx900 unless given) to kernels/TARGET/NAME-PROCESSOR.co in the
# current binary folder, again when the file or a header of it changes.  Characters that make or ninja
# cannot have in names are _ there: gfx906:xnack+ gives NAME-gfx906_xnack+.co.  TARGET may be a library or
# executable that is there already: it is built after them.  Otherwise a custom target is made, which is
# part of `all`; its property OCC_OBJECTS lists the files.  EMBED: they become part of TARGET, which is of
# this folder, as arrays NAME_PROCESSOR (NAME_gfx906_xnack_on) and NAME_PROCESSOR_size, which
# TARGET_kernels.h declares.  Calls for one TARGET add to each other.
#
# Compilations go through OCC_COMPILER_LAUNCHER, or CMAKE_C_COMPILER_LAUNCHER: ccache takes them for those of
# C, as -x c says, and keeps their objects.
#
# OPTIONS may have generator expressions: each element of what one gives is an argument, none if it gives nothing.

# Functions keep the policies of where they are written, so those of the project, which may be old, do not count:
# of CMP0116 before 3.20 ninja would compile each time.
cmake_policy(PUSH)
cmake_policy(VERSION 3.20...3.25)

# Sets `variable` to what cannot be in the names of outputs: ':' parts make's rules; CMake writes '$' into
# dependency files, and ninja reads ''' in them, as other things than these.
function(_occ_odd_characters variable)
    set(${variable} "[]:$'\"`*?<>|&#;[]" PARENT_SCOPE)
endfunction()

# Sets `variable` to the list's elements as arguments of a command whose lists are expanded: ';' stays in them, but
# in generator expressions.
function(_occ_arguments variable list)
    set(made)
    foreach(argument IN LISTS ${list})
        set(kept "\\\\;")
        if(argument MATCHES "\\$<")
            set(kept "\\;")
        endif()
        string(REPLACE ";" "${kept}" argument "${argument}")
        list(APPEND made "${argument}")
    endforeach()
    set(${variable} "${made}" PARENT_SCOPE)
endfunction()

# Sets the ending of a source for arrays in `variable`: C, or C++ in a project without C.
function(_occ_array_ending variable target)
    get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
    set(ending .c)
    if(NOT C IN_LIST languages)
        set(ending .cc)
    endif()
    if(NOT C IN_LIST languages AND NOT CXX IN_LIST languages)
        message(FATAL_ERROR "occ_add_kernels(${target} EMBED): the project has neither C nor CXX for the arrays")
    endif()
    set(${variable} ${ending} PARENT_SCOPE)
endfunction()

# The header of a target's arrays: those of all calls.
function(_occ_write_header target path declarations)
    set_property(TARGET ${target} APPEND_STRING PROPERTY OCC_DECLARATIONS "${declarations}")
    get_target_property(declarations ${target} OCC_DECLARATIONS)
    file(CONFIGURE OUTPUT ${path} @ONLY CONTENT "/* Made by occ_add_kernels. */
#include <stddef.h>
#ifdef __cplusplus
extern \"C\" {
#endif
@declarations@#ifdef __cplusplus
}
#endif
")
endfunction()

# Adds the outputs to the target, to which other calls may add.
function(_occ_attach target folder outputs is_embedded)
    get_target_property(calls ${target} OCC_CALLS)
    if(is_embedded)
        target_sources(${target} PRIVATE ${outputs})
        target_include_directories(${target} PRIVATE ${folder})
    else()
        set(number "")
        if(calls)
            list(LENGTH calls number)
            set(number -${number})
        endif()
        add_custom_target(${target}-kernels${number} DEPENDS ${outputs})
        add_dependencies(${target} ${target}-kernels${number})
        set_property(TARGET ${target} APPEND PROPERTY OCC_CALLS call)
    endif()
endfunction()

# The names that a target's outputs have already.
function(_occ_names variable target)
    set(names)
    if(TARGET ${target})
        get_target_property(names ${target} OCC_NAMES)
    endif()
    if(NOT names)
        set(names)
    endif()
    set(${variable} "${names}" PARENT_SCOPE)
endfunction()

function(occ_add_kernels target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "EMBED" "" "FILES;TARGETS;OPTIONS")
    if(arg_UNPARSED_ARGUMENTS OR NOT arg_FILES)
        message(FATAL_ERROR "occ_add_kernels(${target}): FILES are missing, or unknown: ${arg_UNPARSED_ARGUMENTS}")
    endif()
    if(NOT TARGET occ::occ)
        message(FATAL_ERROR "occ_add_kernels(${target}): occ::occ is not known in this folder; call find_package(occ) "
            "here or in a folder above it")
    endif()
    if(arg_EMBED AND NOT TARGET ${target})
        message(FATAL_ERROR "occ_add_kernels(${target} EMBED): there is no such target")
    endif()
    if(arg_EMBED)
        get_target_property(home ${target} SOURCE_DIR)
        if(NOT home STREQUAL CMAKE_CURRENT_SOURCE_DIR)
            message(FATAL_ERROR "occ_add_kernels(${target} EMBED): the target is of another folder, ${home}: "
                "call it there")
        endif()
        _occ_array_ending(ending ${target})
    endif()
    if(NOT arg_TARGETS)
        set(arg_TARGETS gfx900)
    endif()
    set(launcher ${CMAKE_C_COMPILER_LAUNCHER})
    if(DEFINED OCC_COMPILER_LAUNCHER)
        set(launcher ${OCC_COMPILER_LAUNCHER})
    endif()
    _occ_odd_characters(odd)
    _occ_arguments(options arg_OPTIONS)
    set(outputs)
    _occ_names(names ${target})
    set(declarations)
    set(folder ${CMAKE_CURRENT_BINARY_DIR}/kernels/${target})
    file(MAKE_DIRECTORY ${folder})
    foreach(file ${arg_FILES})
        cmake_path(ABSOLUTE_PATH file OUTPUT_VARIABLE source)
        cmake_path(GET file STEM LAST_ONLY stem)
        string(REPLACE ";" "\\;" input "${source}") # where lists are expanded
        foreach(processor ${arg_TARGETS})
            string(REGEX REPLACE "${odd}" "_" name "${stem}-${processor}")
            string(REPLACE "+" "_on" array "${processor}")
            string(REPLACE "-" "_off" array "${array}")
            string(MAKE_C_IDENTIFIER "${stem}_${array}" array)
            set(base ${folder}/${name})
            set(made ${name}.co)
            if(arg_EMBED)
                list(APPEND made ${array})
            endif()
            foreach(one ${made})
                if(one IN_LIST names)
                    message(FATAL_ERROR "occ_add_kernels(${target}): two files would be ${one}; "
                        "give one of them another name, or another target")
                endif()
            endforeach()
            list(APPEND names ${made})
            set(occ $<TARGET_FILE:occ::occ> -mcpu=${processor})
            set(mend)
            if(source MATCHES "${odd}")
                set(mend COMMAND ${CMAKE_COMMAND} -DRULE=${base}.d -P ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/occDepends.cmake)
            endif()
            add_custom_command(OUTPUT ${base}.o
                COMMAND ${launcher} $<TARGET_FILE:occ::occ> -x c -c -flto -mcpu=${processor} ${options}
                    "${input}" -o ${base}.o -MD -MF ${base}.d
                ${mend}
                DEPENDS ${source} DEPFILE ${base}.d COMMENT "Compiling ${file} for ${processor}"
                VERBATIM COMMAND_EXPAND_LISTS)
            set(output ${base}.co)
            set(form)
            if(arg_EMBED)
                set(output ${folder}/${array}${ending})
                set(form --emit=c-array)
                string(APPEND declarations "extern const unsigned char ${array}[];\nextern const size_t ${array}_size;\n")
            endif()
            add_custom_command(OUTPUT ${output} COMMAND ${occ} ${form} ${options} ${base}.o -o ${output}
                DEPENDS ${base}.o COMMENT "Linking ${name}" VERBATIM COMMAND_EXPAND_LISTS)
            list(APPEND outputs ${output})
        endforeach()
    endforeach()
    if(arg_EMBED)
        _occ_write_header(${target} ${folder}/${target}_kernels.h "${declarations}")
    endif()
    if(TARGET ${target})
        _occ_attach(${target} ${folder} "${outputs}" ${arg_EMBED})
    else()
        add_custom_target(${target} ALL DEPENDS ${outputs})
    endif()
    set_property(TARGET ${target} APPEND PROPERTY OCC_OBJECTS ${outputs})
    set_property(TARGET ${target} PROPERTY OCC_NAMES "${names}")
endfunction()

cmake_policy(POP)
