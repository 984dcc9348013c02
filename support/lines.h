/* Which line of the source an instruction belongs to: line tables of DWARF 2 to 5, of any compiler.
 * The reader shares nothing with the one that writes them.  Whatever a section holds, reading takes
 * time and memory in proportion to its size; what is malformed has no lines. */
#ifndef OCC_SUPPORT_LINES_H
#define OCC_SUPPORT_LINES_H

#include "support/vec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* From this address of the image on, up to the next row. */
struct lines_row {
    uint32_t address;
    uint32_t file; /* of lines_table.files */
    uint32_t line; /* 0: of no line */
    uint32_t column;
    bool is_statement; /* a debugger may stop here for the line */
};

/* A folder is "" where the name does not count from one that is known. */
struct lines_file {
    const char *folder, *name;
};

struct lines_table {
    VEC(struct lines_row) rows; /* ascending */
    VEC(struct lines_file) files;
};

/* A section's bytes; NULL and 0: there is none. */
struct lines_section {
    const uint8_t *bytes;
    size_t size;
};

/* Reads .debug_line with the strings of .debug_line_str and .debug_str, which stay where they are:
 * names point into them.  Rows outside of [first, end) are left out.  The table lies in the arena. */
void lines_read(struct lines_table *table, struct arena *arena, struct lines_section line,
                struct lines_section line_str, struct lines_section str, uint64_t first,
                uint64_t end);
/* The row of an address; NULL: none. */
const struct lines_row *lines_find(const struct lines_table *table, uint64_t address);

#endif
