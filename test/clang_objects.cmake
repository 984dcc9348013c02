# Objects that clang makes of our kernels.  The build makes each once, and tests of several folders read it: in `all`
# those that tools/check reads, in clang-objects-long those of tools/check --all, made by the fixture of that name.
# Without clang there are none, and test/peers.txt leaves their tests out.
find_program(CLANG_CL NAMES clang-16 clang PATHS /usr/lib/llvm-16/bin NO_DEFAULT_PATH)
find_program(CLANG22_CL NAMES clang-22 clang PATHS /usr/lib/llvm-22/bin NO_DEFAULT_PATH)
set(BITCODE /usr/lib/x86_64-linux-gnu/amdgcn/bitcode)
foreach(version "" 22) # lld and the libraries are packages of their own
    get_filename_component(linker "${CLANG${version}_CL}" DIRECTORY)
    if(NOT EXISTS ${linker}/ld.lld OR NOT EXISTS ${BITCODE}/ocml.bc)
        set(CLANG${version}_CL CLANG${version}_CL-NOTFOUND)
    endif()
endforeach()
add_custom_target(clang-objects ALL)
add_custom_target(clang-objects-long)
if(CLANG_CL)
    add_test(NAME clang.objects.long COMMAND
        ${CMAKE_COMMAND} --build ${CMAKE_BINARY_DIR} --target clang-objects-long)
    set_tests_properties(clang.objects.long PROPERTIES LABELS long TIMEOUT 3600
        FIXTURES_SETUP clang-objects-long)
endif()

# clang_makes(TARGET OUTPUT SOURCE COMMAND...): one object, made with all others of TARGET
function(clang_makes target output source)
    add_custom_command(OUTPUT ${output} COMMAND ${ARGN} ${source} -o ${output} DEPENDS ${source} VERBATIM)
    file(RELATIVE_PATH name ${CMAKE_BINARY_DIR} ${output})
    string(MAKE_C_IDENTIFIER ${target}_${name} name)
    add_custom_target(${name} DEPENDS ${output})
    add_dependencies(${target} ${name})
endfunction()

# With XNACK off, where a chip has a word for it.
function(clang_chip result chip)
    if(chip MATCHES "gfx9")
        set(chip ${chip}:xnack-)
    endif()
    set(${result} ${chip} PARENT_SCOPE)
endfunction()

# clang_object(LIST NAME SOURCE CHIP OPTION...) makes NAME.co in this folder and adds it to LIST.
function(clang_object objects name source chip)
    if(NOT CLANG_CL)
        return()
    endif()
    set(object ${CMAKE_CURRENT_BINARY_DIR}/${name}.co)
    clang_chip(cpu ${chip})
    set(language cl)
    if(source MATCHES "[.]s$")
        set(language assembler)
    endif()
    clang_makes(clang-objects ${object} ${CMAKE_CURRENT_SOURCE_DIR}/${source} ${CLANG_CL} -x ${language}
        -target amdgcn-amd-amdhsa -mcpu=${cpu} -w --rocm-path=/usr --rocm-device-lib-path=${BITCODE} ${ARGN})
    set(${objects} ${${objects}} ${object} PARENT_SCOPE)
endfunction()

# clang_folder(COMPILER CHIP VERSION TARGET [TEXT] [OBJECTS]): the examples and the kernels of e2e, as objects in
# e2e/COMPILER-CHIP-vVERSION of the build.  TEXT: assembly, too; OBJECTS: those of e2e/objects, too, in objects/ there.
file(GLOB CLANG_SOURCES CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR} ${CMAKE_SOURCE_DIR}/examples/*.cl
    ${CMAKE_SOURCE_DIR}/test/e2e/*.cl)
file(GLOB CLANG_OBJECTS CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR} ${CMAKE_SOURCE_DIR}/test/e2e/objects/*.cl)
# Its greedy allocators and last scheduler take seconds over spill.cl: four folders, whose cycles are known, have what
# they make of it, the others, and all texts, what clang makes without them.
set(CLANG_QUICKLY -mllvm -vgpr-regalloc=basic -mllvm -sgpr-regalloc=basic -mllvm -enable-post-misched=false)
function(clang_folder compiler chip version target)
    clang_chip(cpu ${chip})
    set(command -x cl -cl-std=CL1.2 -target amdgcn-amd-amdhsa -mcpu=${cpu} -mcode-object-version=${version}
        -cl-kernel-arg-info -O3 -w)
    if(compiler STREQUAL "clang" AND CLANG_CL)
        list(PREPEND command ${CLANG_CL})
        list(APPEND command --rocm-path=/usr --rocm-device-lib-path=${BITCODE})
    elseif(compiler STREQUAL "clang22" AND CLANG22_CL)
        # It knows version 6; clang 16's device libraries, of version 5 for it, are named one by one.
        set(abi 500)
        if(version EQUAL 4)
            set(abi 400)
        endif()
        string(REPLACE gfx "" number ${chip})
        list(PREPEND command ${CLANG22_CL})
        list(APPEND command -nogpulib)
        foreach(library opencl ocml ockl oclc_daz_opt_off oclc_unsafe_math_off oclc_finite_only_off
                oclc_correctly_rounded_sqrt_off oclc_wavefrontsize64_on oclc_isa_version_${number} oclc_abi_version_${abi})
            list(APPEND command -Xclang -mlink-builtin-bitcode -Xclang ${BITCODE}/${library}.bc)
        endforeach()
    else()
        return()
    endif()
    set(folder ${CMAKE_BINARY_DIR}/e2e/${compiler}-${chip}-v${version})
    file(MAKE_DIRECTORY ${folder}/objects)
    set(sources ${CLANG_SOURCES})
    if("OBJECTS" IN_LIST ARGN)
        list(APPEND sources ${CLANG_OBJECTS})
    endif()
    foreach(source ${sources})
        string(REGEX REPLACE "^(examples|test/e2e)/(.*)[.]cl$" "\\2" name ${source})
        # clang 16 crashes over halves on GFX6, and rounds a fma of them twice on GFX7.
        if("${compiler} ${chip} ${name}" MATCHES "^clang gfx[67].* half$")
            continue()
        endif()
        set(quickly)
        if(name STREQUAL "spill")
            set(quickly ${CLANG_QUICKLY})
        endif()
        if("TEXT" IN_LIST ARGN)
            clang_makes(${target} ${folder}/${name}.s ${CMAKE_SOURCE_DIR}/${source} ${command} ${quickly} -S)
        endif()
        if("${chip} ${version}" MATCHES "^(gfx701|gfx803|gfx900|gfx90a) 4$")
            set(quickly)
        endif()
        clang_makes(${target} ${folder}/${name}.co ${CMAKE_SOURCE_DIR}/${source} ${command} ${quickly})
    endforeach()
endfunction()

# clang_long_tests(REGEX): tests of this folder's that are labelled long and of that name want clang-objects-long.
function(clang_long_tests regex)
    get_property(tests DIRECTORY PROPERTY TESTS)
    list(FILTER tests INCLUDE REGEX ${regex})
    foreach(test ${tests})
        get_test_property(${test} LABELS labels)
        if(labels MATCHES "long")
            set_property(TEST ${test} APPEND PROPERTY FIXTURES_REQUIRED clang-objects-long)
        endif()
    endforeach()
endfunction()
