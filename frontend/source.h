/* Files and positions.
 *
 * A loc_t is a point in one 32-bit space: every file that is entered takes as many numbers as it
 * has bytes, every macro expansion as many as its body has tokens, in the order of their
 * appearance.  So a position names its file, its line and the chain of macro expansions it came
 * through, and costs four bytes.  Lines are counted on demand. */
#ifndef OCC_FRONTEND_SOURCE_H
#define OCC_FRONTEND_SOURCE_H

#include "support/diag.h"
#include "support/vec.h"

/* Before position `at` of the clean text, `shift` bytes of the original text are missing.  The last of
 * them are a backslash, these blanks and a newline. */
struct source_splice {
    uint32_t at, shift;
    const char *blanks; /* "" mostly */
};

/* A text that may be entered several times. */
struct source_text {
    char *clean; /* without spliced lines: what the lexer reads; two NULs follow */
    uint32_t clean_length;
    uint32_t length;      /* of the original */
    const char *original; /* as it was read: what messages show; NULL until needed */
    VEC(struct source_splice) splices;
    VEC(uint32_t) lines; /* offsets in the original where lines start; empty until needed */
};

/* #line: what follows offset (in the original text) is called line `line` of `name`. */
struct source_line_change {
    uint32_t offset, line;
    const char *name;
    bool is_system;
};

struct source_file {
    const char *name; /* as #include found it */
    struct source_text *text;
    loc_t base;        /* position of the clean text's start */
    loc_t included_at; /* 0: not included */
    bool is_system;    /* its warnings are not shown */
    VEC(struct source_line_change) changes;
};

/* What a position inside an expansion needs to know about the macro. */
struct source_macro {
    const char *name;
    const loc_t *spelled; /* of each body token */
};

struct source_entry {
    loc_t base;
    loc_t expanded_at;        /* expansions */
    struct source_file *file; /* NULL: an expansion */
    const struct source_macro *macro;
};

struct sources {
    struct arena *arena;
    VEC(struct source_entry) entries; /* sorted by base */
    loc_t next;
};

/* An empty space of positions in the arena. */
struct sources *sources_new(struct arena *arena);
/* Takes a text of the arena that is followed by two NULs: lines are spliced in place.  NULL when it is
 * too large. */
struct source_text *source_text_new(struct sources *sources, char *text, size_t length);
/* The same for a copy of a text. */
struct source_text *source_text_copy(struct sources *sources, const char *text, size_t length);
/* Enters a text.  NULL when there are no positions left for it. */
struct source_file *source_add(struct sources *sources, const char *name, struct source_text *text,
                               loc_t included_at);
/* Positions for the body of a macro that is expanded at the given location: result + index of token.
 */
loc_t source_expansion(struct sources *sources, const struct source_macro *macro, uint32_t count,
                       loc_t expanded_at);
/* #line at loc: the next line is `line` of `name` (NULL: the name and what it is stay). */
void source_set_line(struct sources *sources, loc_t loc, uint32_t line, const char *name,
                     bool is_system);
/* diag.resolve, diag.is_after and diag.backtrace; the first argument is a struct sources. */
bool source_resolve(void *sources, loc_t loc, struct diag_location *location);
bool source_is_after(void *sources, loc_t first, loc_t second);
void source_backtrace(void *sources, struct diag *diag, loc_t loc);

#endif
