/* User errors: messages about the program that is compiled, with a location in its text.
 *
 * Every message is a row of diag.def.  diag_error continues and counts; each stage checks at its
 * end whether the compilation failed.  Positions are 32-bit numbers that the source manager
 * (frontend/source.h) hands out; this layer asks it back through a callback, so support depends on
 * nothing above it. */
#ifndef OCC_SUPPORT_DIAG_H
#define OCC_SUPPORT_DIAG_H

#include "support/arena.h"
#include "support/strbuf.h"
#include "support/vec.h"

#include <stdbool.h>

typedef uint32_t loc_t; /* a location in the sources; 0: no location */

/* A location as people see it: counted from 1, the column in bytes. */
struct diag_location {
    const char *file;
    uint32_t line, column;
    bool is_system;        /* in a system header: warnings are not shown */
    bool is_included;      /* not in the file that is compiled */
    bool in_macro;         /* the use of a macro whose body holds the position itself */
    const char *line_text; /* start of the line in the file, not NUL-terminated; NULL: unknown */
    uint32_t line_length;
};

enum diag_level { DIAG_NOTE, DIAG_WARNING, DIAG_ERROR };

enum diag_id {
    DIAG_NONE,
#define ERROR(id, text)                        DIAG_##id,
#define WARNING(id, group, when, family, text) DIAG_##id,
#define NOTE(id, text)                         DIAG_##id,
#include "support/diag.def"
    DIAG_COUNT
};

/* The texts by name, for the macros below: the compiler then checks arguments against formats, and
 * that an error is none of the warnings. */
#define ERROR(id, text)                        static const char error_text_##id[] = text;
#define WARNING(id, group, when, family, text) static const char warning_text_##id[] = text;
#define NOTE(id, text)                         static const char note_text_##id[] = text;
#include "support/diag.def"

/* Which switch turns a warning on: none is needed, -Wall, -Wextra, only its own; none, and -Werror
 * does not make an error of it. */
enum diag_when {
    DIAG_WHEN_DEFAULT,
    DIAG_WHEN_ALL,
    DIAG_WHEN_EXTRA,
    DIAG_WHEN_OFF,
    DIAG_WHEN_SPARED
};

/* What becomes of a warning: a row's own switch decides, else -w and -Werror. */
enum diag_state {
    DIAG_UNSET,   /* as diag.def has it */
    DIAG_IGNORED, /* -Wno-<name> */
    DIAG_SHOWN,   /* -W<name> */
    DIAG_FATAL,   /* -Werror=<name> */
    DIAG_SPARED   /* shown, and a warning even with -Werror: -Wno-error=<name> */
};

/* Characters first..last of the sources, both included. */
struct diag_range {
    loc_t first, last;
};

/* What would fix the program: the text replaces the range or, if last is 0, is inserted before
 * first. */
struct diag_fixit {
    struct diag_range range;
    const char *text;
};

struct diag_message {
    enum diag_id id;
    enum diag_level level;
    loc_t loc;
    const char *text;
    VEC(struct diag_range) ranges;
    VEC(struct diag_fixit) fixits;
};

enum diag_format { DIAG_TEXT, DIAG_JSON, DIAG_SARIF };

struct diag {
    struct arena *arena;
    struct strbuf log; /* what people and tools read, in the format; empty before diag_finish */
    uint8_t format;    /* enum diag_format */
    bool coloured;     /* text: with the colours of a terminal (ECMA-48) */
    uint32_t errors, warnings;
    bool is_broken;       /* a real error, not just a promoted warning: the program is incomplete */
    uint32_t losses;      /* real errors but MISFITs */
    bool no_warnings;     /* -w */
    bool warnings_errors; /* -Werror */
    bool wrong_command;   /* an error was the command line's, not the program's */
    uint32_t error_limit; /* no message after this many errors; 0: no limit */
    uint32_t macro_backtrace_limit;    /* most notes on macro expansions per message; 0: all */
    uint8_t states[DIAG_COUNT];        /* enum diag_state of warnings */
    VEC(struct diag_message) messages; /* as they came; after diag_finish as they are shown */
    uint32_t final_from;               /* messages from here on are shown last: diag_fatal */
    bool silent;                       /* the last message is not shown, so neither are its notes */
    struct diag_message next;          /* ranges and fix-its for the next message */
    void *sources;
    /* Fills *location (and the chain of macro expansions or includes as notes is up to the
     * resolver, see frontend/source.h); returns false when loc is 0 or unknown. */
    bool (*resolve)(void *sources, loc_t loc, struct diag_location *location);
    /* Does the first location follow the second in the program?  NULL: locations have no order. */
    bool (*is_after)(void *sources, loc_t first, loc_t second);
    /* Called after a message at loc: may add "expanded from macro" or "included from" notes. */
    void (*backtrace)(void *sources, struct diag *diag, loc_t loc);
};

/* Prepares an empty log in the arena, with at most 20 errors shown and no resolver. */
void diag_init(struct diag *diag, struct arena *arena);
/* Writes the log, once, with the messages in the order of their locations in the program.  version
 * is that of occ, for SARIF. */
void diag_finish(struct diag *diag, const char *version);
/* Of a row: its id as text; for warnings the name after -W (else NULL). */
const char *diag_name(enum diag_id id);
const char *diag_group(enum diag_id id);
/* Obeys one of -W<name>, -Wno-<name>, -Werror=<name>, -Wno-error=<name>, -Werror, -Wno-error, given
 * without "-W"; names are those of diag.def, its groups, "all", "extra" and "everything".  An
 * unknown name gets a warning. */
void diag_switch(struct diag *diag, const char *text);
/* Would a warning be shown outside of system headers?  For warnings that cost work to find. */
bool diag_is_on(const struct diag *diag, enum diag_id id);

/* For the next message.  diag_range underlines characters first..last of the sources; diag_fixit
 * says what text (copied) would fix the program in their place (last 0: inserted before first), and
 * is dropped in the body of a macro, where this cannot be done. */
void diag_range(struct diag *diag, loc_t first, loc_t last);
void diag_fixit(struct diag *diag, loc_t first, loc_t last, const char *text);

/* In an argument that a row has in quotes: 'A' DIAG_AKA 'B' is shown as 'A' (aka 'B'). */
#define DIAG_AKA "\037"

/* Reports row id of diag.def; its text is one sentence without a final stop, in clang's tone: "use
 * of undeclared identifier 'x'".  Warnings obey the switches and keep quiet in system headers; a
 * note belongs to the message before it and is dropped with it. */
#define diag_error(diag, loc, id, ...)                                                             \
    diag_report_checked(diag, loc, DIAG_##id, error_text_##id, ##__VA_ARGS__)
#define diag_warning(diag, loc, id, ...)                                                           \
    diag_report_checked(diag, loc, DIAG_##id, warning_text_##id, ##__VA_ARGS__)
#define diag_note(diag, loc, id, ...)                                                              \
    diag_report_checked(diag, loc, DIAG_##id, note_text_##id, ##__VA_ARGS__)
/* The same for errors after which going on makes no sense: unwinds with GUARD_PROGRAM. */
#define diag_fatal(diag, loc, id, ...)                                                             \
    (diag_report_checked(diag, loc, DIAG_##id, error_text_##id, ##__VA_ARGS__), diag_unwind(diag))

/* The macros' functions.  diag_report is for a row chosen at run time: whoever chooses it knows
 * its arguments. */
void diag_report_checked(struct diag *diag, loc_t loc, enum diag_id id, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void diag_report(struct diag *diag, loc_t loc, enum diag_id id, ...);
_Noreturn void diag_unwind(struct diag *diag);

/* The first character that a fix-it replaces and the one past the last; false: no location is known.
 */
bool diag_fixit_locations(const struct diag *diag, const struct diag_fixit *fixit,
                          struct diag_location *first, struct diag_location *past);
/* Puts the messages in order, ends them where a header is missing, and cuts them at the limit
 * (diag_order.c); true: they were cut. */
bool diag_arrange(struct diag *diag);
/* Adds a message to the log (diag_text.c); writes all of them (diag_json.c, diag_sarif.c). */
void diag_render(struct diag *diag, const struct diag_message *message);
void diag_write_json(const struct diag *diag, struct strbuf *out);
void diag_write_sarif(const struct diag *diag, struct strbuf *out, const char *version);

#endif
