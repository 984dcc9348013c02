/* User errors: messages about the program that is compiled, with a place in its text.
 *
 * diag_error continues and counts; whether a compilation failed is asked at the end of a stage.
 * Positions are 32-bit numbers that the source manager (frontend/source.h) hands out; this layer
 * asks it back through a callback, so support depends on nothing above it. */
#ifndef OCC_SUPPORT_DIAG_H
#define OCC_SUPPORT_DIAG_H

#include "support/arena.h"
#include "support/strbuf.h"

#include <stdbool.h>

typedef uint32_t loc_t; /* a place in the sources; 0: no place */

/* A place as people see it: counted from 1, the column in bytes. */
struct diag_place {
    const char *file;
    uint32_t line, column;
    bool is_system;        /* in a system header: warnings are not shown */
    const char *line_text; /* start of the line in the file, not NUL-terminated; NULL: unknown */
    uint32_t line_length;
};

enum diag_level { DIAG_NOTE, DIAG_WARNING, DIAG_ERROR };

struct diag {
    struct arena *arena;
    struct strbuf log; /* rendered text: file:line:col: level: message, source line, caret */
    uint32_t errors, warnings;
    bool no_warnings;     /* -w */
    bool warnings_errors; /* -Werror */
    bool wrong_command;   /* an error was the command line's, not the program's */
    uint32_t error_limit; /* further errors are counted, not printed; 0: no limit */
    void *sources;
    /* Fills *place (and the chain of macro expansions or includes as notes is the resolver's own
     * matter, see frontend/source.h); returns false when loc is 0 or unknown. */
    bool (*resolve)(void *sources, loc_t loc, struct diag_place *place);
    /* Called after a message at loc: may add "expanded from macro" or "included from" notes. */
    void (*backtrace)(void *sources, struct diag *diag, loc_t loc);
};

/* Prepares an empty log in the arena, with at most 20 errors shown and no resolver. */
void diag_init(struct diag *diag, struct arena *arena);
/* The message is one sentence without a final stop, in clang's tone: "use of undeclared
 * identifier 'x'". */
void diag_error(struct diag *diag, loc_t loc, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same for errors behind which it makes no sense to go on: unwinds with GUARD_PROGRAM. */
_Noreturn void diag_fatal(struct diag *diag, loc_t loc, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Warnings obey -w and -Werror and keep quiet in system headers; a note belongs to the message
 * before it. */
void diag_warning(struct diag *diag, loc_t loc, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void diag_note(struct diag *diag, loc_t loc, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
