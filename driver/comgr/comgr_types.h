/* Types and numbers of comgr's interface, version 2.4, under names of our own: a program is compiled against the
 * header of comgr itself, which has the same numbers (test/driver/comgr/types.c compares them).
 *
 * Source: amd_comgr.h of comgr 2.4 (ROCm 5.2; Debian's libamd-comgr-dev). */
#ifndef OCC_DRIVER_COMGR_COMGR_TYPES_H
#define OCC_DRIVER_COMGR_COMGR_TYPES_H

#include <stddef.h>
#include <stdint.h>

enum { COMGR_MAJOR = 2, COMGR_MINOR = 4 };

enum comgr_status {
    COMGR_SUCCESS,
    COMGR_ERROR,
    COMGR_INVALID_ARGUMENT,
    COMGR_OUT_OF_RESOURCES,
};

enum comgr_language {
    COMGR_LANGUAGE_NONE,
    COMGR_LANGUAGE_OPENCL_1_2,
    COMGR_LANGUAGE_OPENCL_2_0,
    COMGR_LANGUAGE_HC,
    COMGR_LANGUAGE_HIP,
};

/* What the bytes of a data object are. */
enum comgr_data_kind {
    COMGR_DATA_UNDEF,
    COMGR_DATA_SOURCE,
    COMGR_DATA_INCLUDE,
    COMGR_DATA_PRECOMPILED_HEADER,
    COMGR_DATA_DIAGNOSTIC,
    COMGR_DATA_LOG,
    COMGR_DATA_BC,
    COMGR_DATA_RELOCATABLE,
    COMGR_DATA_EXECUTABLE,
    COMGR_DATA_BYTES,
    COMGR_DATA_FATBIN =
        0x10, /* 10 to 15 are nothing, but valid: comgr tests for the last one only */
    COMGR_DATA_LAST = COMGR_DATA_FATBIN,
};

enum comgr_action_kind {
    COMGR_SOURCE_TO_PREPROCESSOR,
    COMGR_ADD_PRECOMPILED_HEADERS,
    COMGR_COMPILE_SOURCE_TO_BC,
    COMGR_ADD_DEVICE_LIBRARIES,
    COMGR_LINK_BC_TO_BC,
    COMGR_OPTIMIZE_BC_TO_BC,
    COMGR_CODEGEN_BC_TO_RELOCATABLE,
    COMGR_CODEGEN_BC_TO_ASSEMBLY,
    COMGR_LINK_RELOCATABLE_TO_RELOCATABLE,
    COMGR_LINK_RELOCATABLE_TO_EXECUTABLE,
    COMGR_ASSEMBLE_SOURCE_TO_RELOCATABLE,
    COMGR_DISASSEMBLE_RELOCATABLE_TO_SOURCE,
    COMGR_DISASSEMBLE_EXECUTABLE_TO_SOURCE,
    COMGR_DISASSEMBLE_BYTES_TO_SOURCE,
    COMGR_COMPILE_SOURCE_TO_FATBIN,
    COMGR_COMPILE_SOURCE_WITH_DEVICE_LIBS_TO_BC,
    COMGR_ACTION_COUNT,
};

enum comgr_metadata_kind {
    COMGR_METADATA_NULL,
    COMGR_METADATA_STRING,
    COMGR_METADATA_MAP,
    COMGR_METADATA_LIST,
};

/* ELF's STT_*, as far as comgr knows them. */
enum comgr_symbol_type {
    COMGR_SYMBOL_UNKNOWN = -1,
    COMGR_SYMBOL_NOTYPE,
    COMGR_SYMBOL_OBJECT,
    COMGR_SYMBOL_FUNC,
    COMGR_SYMBOL_SECTION,
    COMGR_SYMBOL_FILE,
    COMGR_SYMBOL_COMMON,
    COMGR_SYMBOL_KERNEL = 10,
};

/* What is asked of a symbol, and what the answer is written to. */
enum comgr_symbol_info {
    COMGR_SYMBOL_INFO_NAME_LENGTH,  /* size_t, without the NUL */
    COMGR_SYMBOL_INFO_NAME,         /* so many characters and a NUL */
    COMGR_SYMBOL_INFO_TYPE,         /* enum comgr_symbol_type */
    COMGR_SYMBOL_INFO_SIZE,         /* uint64_t */
    COMGR_SYMBOL_INFO_IS_UNDEFINED, /* bool */
    COMGR_SYMBOL_INFO_VALUE,        /* uint64_t */
};

/* Every kind of handle: passed by value, an address of ours inside. */
struct comgr_handle {
    uint64_t handle;
};

/* A query for a code object in a bundle: offset and size are the answer, in bytes. */
struct comgr_code_object_info {
    const char *isa;
    size_t size;
    uint64_t offset;
};

#endif
