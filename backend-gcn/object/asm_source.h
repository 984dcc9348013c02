/* Lines of the source in assembly text. */
#ifndef OCC_BACKEND_GCN_OBJECT_ASM_SOURCE_H
#define OCC_BACKEND_GCN_OBJECT_ASM_SOURCE_H

#include "backend-gcn/backend.h"
#include "backend-gcn/object/code_object.h"

struct dwarf;

/* What has been told in this text. */
struct asm_source {
    const struct backend_options *options;
    VEC(const char *) files; /* that .file has declared, as they are written */
    const char *file;        /* of the last instruction; NULL: none */
    uint32_t line, column;
};

/* Before a function: nothing of the one before counts. */
void asm_source_start(struct asm_source *source);
/* Before an instruction of that location: what has changed.  source NULL: nothing is told. */
void asm_source_line(struct strbuf *buf, struct asm_source *source, loc_t loc);
/* Declares the next file, by its name as it is written. */
void asm_source_file(struct strbuf *buf, struct asm_source *source, const char *name);

/* asm_debug.c: the debug information of the object; declares its files, in its order, and names the beginning of
 * .text.  NULL: none is wanted. */
struct dwarf *asm_debug_start(struct strbuf *buf, const struct code_object *object,
                              struct asm_source *source);
/* After all else: its sections. */
void asm_debug_finish(struct strbuf *buf, const struct dwarf *dwarf);

#endif
