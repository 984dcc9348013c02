/* Line tables: .debug_line of the compiler and of assembly texts.
 *
 * Sources: the DWARF standard, versions 2 and 4, section 6.2, and 5, section 6.2. */
#ifndef OCC_GCN_DWARF_LINE_TABLE_H
#define OCC_GCN_DWARF_LINE_TABLE_H

#include "support/strbuf.h"
#include "support/vec.h"

enum line_flag {
    LINE_IS_STMT = 1,
    LINE_BASIC_BLOCK = 2,
    LINE_PROLOGUE_END = 4,
    LINE_EPILOGUE_BEGIN = 8
};

/* From the address on, which counts bytes in its section, the code belongs to this place. */
struct line_row {
    uint64_t address;
    uint32_t file, line, column;
    uint32_t isa, discriminator;
    uint8_t flags; /* enum line_flag, together */
};

struct line_file {
    const char *name; /* NULL: file 0 that is none */
    uint32_t directory;
    const char *md5; /* 16 bytes, written as an entry if all have one; NULL: none */
};

/* What versions of DWARF differ in. */
struct line_form {
    uint8_t number;
    bool has_operations; /* the header counts those of an instruction */
    bool has_entries;    /* files and directories are described, and numbered from 0 */
};
extern const struct line_form line_form_2, line_form_4, line_form_5;

/* A table that is being written.  Directory 0 is the compilation's; without entries it is not written, and file 0 is
 * none. */
struct line_table {
    struct strbuf *bytes; /* where to: the end of .debug_line */
    const struct line_form *form;
    VEC(const char *) directories;
    VEC(struct line_file) files;
    /* Appends the 8 bytes of an address, which the linker knows; data is the caller's. */
    void (*add_address)(void *data, uint64_t offset);
    void *data;
    size_t start; /* of the table in bytes */
};

/* Writes the header; the files are known. */
void line_table_begin(struct line_table *table);
/* Writes rows of one section, which ascend, and that code ends there. */
void line_table_sequence(struct line_table *table, const struct line_row *rows, uint32_t count,
                         uint64_t end);
void line_table_end(struct line_table *table);

#endif
