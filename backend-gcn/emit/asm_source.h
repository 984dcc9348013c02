/* Lines of the source in assembly text. */
#ifndef OCC_BACKEND_GCN_EMIT_ASM_SOURCE_H
#define OCC_BACKEND_GCN_EMIT_ASM_SOURCE_H

#include "backend-gcn/backend.h"

/* What has been told in this text. */
struct asm_source {
    const struct backend_options *options;
    VEC(const char *) files; /* that .file has declared, as they are written */
    const char *file;        /* of the last instruction; NULL: none */
    uint32_t line, column;
    bool is_way; /* .loc said last that no statement begins, which holds on */
};

/* Before a function: nothing of the one before counts. */
void asm_source_start(struct asm_source *source);
/* Before an instruction of that location: what has changed.  source NULL: nothing is told. */
void asm_source_line(struct strbuf *buf, struct asm_source *source, loc_t loc, bool is_statement);
/* Declares the next file, by its name as it is written. */
void asm_source_file(struct strbuf *buf, struct asm_source *source, const char *name);

#endif
