/* Debug information of a code object: DWARF 2, which the 2017 guide asks for, or 4.
 *
 * Sources: "DWARF Debugging Information Format" 2.0.0 and 4; AMDGPUUsage (2017 guide), "DWARF", for
 * address classes; LLVM's "User Guide for AMDGPU Backend" for numbers of registers. */
#ifndef OCC_BACKEND_GCN_DEBUG_DWARF_H
#define OCC_BACKEND_GCN_DEBUG_DWARF_H

#include "backend-gcn/backend.h"

enum dwarf_section {
    DWARF_INFO,
    DWARF_ABBREV,
    DWARF_LINE,
    DWARF_STR,
    DWARF_ARANGES,
    DWARF_RANGES,
    DWARF_LOC,
    DWARF_SECTIONS
};
extern const char *const dwarf_section_names[DWARF_SECTIONS]; /* ".debug_info" ... */

/* A number that depends on where something lies: an address in the code or of an object (8 bytes),
 * or an offset in another section of debug information (4). */
struct dwarf_fixup {
    uint8_t section; /* enum dwarf_section: which holds the number ... */
    uint8_t size;
    uint32_t offset; /* ... and where */
    uint8_t target;  /* enum dwarf_section, or DWARF_TEXT, or DWARF_OBJECT */
    const struct ir_global *object;
    uint64_t addend; /* the offset in the target */
};
enum { DWARF_TEXT = DWARF_SECTIONS, DWARF_OBJECT };

struct dwarf {
    struct strbuf sections[DWARF_SECTIONS]; /* an empty one is not written */
    VEC(struct dwarf_fixup) fixups;
    VEC(const char *) files; /* of the line table, as they are written, from number 1 on */
};

/* A function and where it begins in .text. */
struct dwarf_code {
    const struct mir_function *function;
    uint64_t start;
};

/* Everything about the functions, which come in the order of their code.  is_placed: does the object
 * file hold the object?  LDS is not asked for. */
struct dwarf *dwarf_write(const struct code_object *object, const struct dwarf_code *code,
                          uint32_t count,
                          bool (*is_placed)(const void *data, const struct ir_global *global),
                          const void *data);

#endif
