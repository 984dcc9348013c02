/* Texts of sources that code objects name, where they can be read from here. */
#ifndef OCC_RUNTIME_GCNSIM_SOURCE_H
#define OCC_RUNTIME_GCNSIM_SOURCE_H

#include "runtime/sim/sim.h"
#include "support/strbuf.h"
#include "support/vec.h"

/* A file: its name as the object has it, and its lines. */
struct source_file {
    const char *folder, *name;
    const char *text;     /* NULL: it cannot be read */
    VEC(uint32_t) starts; /* offsets of lines, and the length after the last */
};

struct source_files {
    struct arena *arena;
    const char *object; /* the code object's file: sources may lie beside it */
    VEC(struct source_file) files;
};

/* The file of the place, read once; never NULL. */
const struct source_file *source_open(struct source_files *files, const struct sim_place *place);
/* A line, from 1, and its length without its end; NULL: there is none, or no text. */
const char *source_line(const struct source_file *file, unsigned line, int *length);
/* The line of the place with tabs as blanks and without those it begins with; "": it cannot be
 * read. */
const char *source_text(struct source_files *files, const struct sim_place *place);

#endif
