/* A session of `gcnsim debug`: what its files share. */
#ifndef OCC_RUNTIME_GCNSIM_DEBUG_H
#define OCC_RUNTIME_GCNSIM_DEBUG_H

#include "runtime/gcnsim/die.h"
#include "runtime/gcnsim/gcnsim.h"
#include "runtime/gcnsim/source.h"
#include "runtime/gcnsim/value.h"
#include "support/strbuf.h"

struct breakpoint {
    unsigned number;
    uint64_t pc;
    const char *place; /* as it was given */
};

/* A wave by name: it may not have begun yet. */
struct wave_name {
    uint32_t group[3];
    unsigned index;
};

/* Where the waves stop next. */
enum debug_goal {
    GOAL_FIRST, /* before the first instruction */
    GOAL_BREAK, /* at a breakpoint, or where `wanted` begins */
    GOAL_STEP,  /* when the current wave has done `steps` instructions */
    GOAL_LINE,  /* when it has come to as many other lines */
    GOAL_NEXT,  /* the same, in this function and its callers */
    GOAL_FINISH /* when it has left the function */
};

enum { DEBUG_ENTRY_SGPRS = 32 };

/* A function that a wave is in. */
struct debug_call {
    const struct die_node *function; /* NULL: nothing is known of it */
    uint64_t from;                   /* offset in the object of the call */
    uint32_t entered;                /* sim_executed() when it began; 0: the kernel */
};

/* A wave that has been seen. */
struct debug_wave {
    struct wave_name name;
    uint64_t offset; /* of the instruction before */
    uint64_t called; /* of the call that it has just come back to; UINT64_MAX: to none */
    uint32_t entry[DEBUG_ENTRY_SGPRS]; /* SGPRs when it began */
    VEC(struct debug_call) calls;      /* the kernel first */
    VEC(struct debug_saved *) saved;   /* by call: registers when it began; of the kernel none */
};

/* A function with its place in the code, innermost first. */
struct debug_frame {
    const struct die_node *die;      /* a function, or an inlined call of one */
    uint64_t offset;                 /* in the object */
    const struct debug_saved *saved; /* its registers; NULL: the wave's */
    uint32_t
        entered; /* when the function began: what was written before is not its own; 0: the kernel */
    const struct die_node
        *call; /* an inlined call that stands here; NULL: the line is the code's */
};

struct debug_watch {
    unsigned number, lane;
    const char *text, *value; /* value: as it was last; NULL: not known yet */
    struct wave_name wave;
    const struct die_node *function; /* whose variables it is about */
};

struct debugger {
    struct command *command;
    struct sim_device *device;
    FILE *input;
    const char *input_name;
    unsigned line;
    bool is_terminal; /* somebody types: mistakes do not end the session */
    VEC(struct breakpoint) breakpoints;
    unsigned next_number;
    enum debug_goal goal;
    uint64_t steps;
    bool only;    /* breakpoints stop `current` alone */
    bool awaited; /* `current` has not begun yet */
    struct wave_name current;
    struct sim_wave *wave;    /* that; NULL: not in flight, or nothing runs */
    struct sim_wave *stopped; /* the one that the simulator is in */
    bool has_failed;          /* a wave has ended the launch: nothing can go on */
    bool resumes, quits, has_erred;
    struct source_files sources;
    struct die_tree *dies; /* debug information of the object */
    VEC(struct debug_wave *) seen;
    struct debug_wave *last_seen;
    VEC(struct debug_frame) frames; /* of the current wave: debug_find_frames */
    unsigned frame;                 /* which of them is looked at */
    bool has_item;                  /* a work-item is looked at, in this lane */
    unsigned lane;
    struct sim_place from;   /* GOAL_LINE and the like: where they began ... */
    unsigned depth;          /* ... and in how many functions */
    struct sim_place passed; /* by the wave: of the instruction before ... */
    bool was_active;         /* ... and whether the item took part where its line began */
    VEC(struct debug_watch) watches;
    bool is_quiet;    /* mistakes are not told */
    const char *last; /* what Enter repeats; NULL: nothing */
};

/* ---- debug.c ---- */

/* One line on standard error, with the place of the command; false. */
bool debug_error(struct debugger *d, const char *format, ...) __attribute__((format(printf, 2, 3)));
struct wave_name debug_name_of(const struct sim_wave *wave);
bool debug_is_same(const struct wave_name *a, const struct wave_name *b);
/* The wave of that name, if it is in flight. */
struct sim_wave *debug_find_wave(const struct debugger *d, const struct wave_name *name);
/* The line that says where a wave is, as the trace has it. */
void debug_tell_place(struct debugger *d, struct sim_wave *wave);

/* ---- debug_command.c ---- */

/* Carries out a line.  False: it is wrong, and that has been said. */
bool debug_command(struct debugger *d, char *line);

/* From now on this wave is looked at, and it alone stops. */
bool debug_choose_wave(struct debugger *d, const struct wave_name *name);

/* ---- debug_source.c ---- */

/* The commands; each takes the words after its name. */
bool debug_where(struct debugger *d, char **words, unsigned count);
bool debug_list(struct debugger *d, char **words, unsigned count);
/* "k.cl:12  its text" of where the wave is, if that is known. */
void debug_tell_source(struct debugger *d, const struct sim_wave *wave);
/* FILE:LINE, or LINE of the file where the wave is, as breakpoints, all with the number of the first; false: it is no such text.  *told: what
 * is wrong with it has been said. */
bool debug_break_line(struct debugger *d, const char *text, bool *told);

/* ---- debug_value.c ---- */

enum { DEBUG_LANES = 64, DEBUG_PER_LINE = 8, DEBUG_MAX_DWORDS = 16 };

/* Registers by name. */
struct place {
    enum sim_register which;
    unsigned number, count; /* of S, V and A: how many from number on */
    bool is_vector;
};

/* What they hold, one after the other. */
struct held {
    uint8_t bytes[4 * DEBUG_MAX_DWORDS], undefined[4 * DEBUG_MAX_DWORDS];
    unsigned size; /* bytes */
    bool is_pending, exists;
};

/* A number at *text; *text is then after it. */
bool debug_take_number(const char **text, unsigned most, unsigned *number);
/* s4, v[2:3], vcc, ... up to what is no part of it. */
bool debug_take_register(const char **text, struct place *place);
struct held debug_fetch(const struct sim_wave *wave, const struct place *place, unsigned lane);
/* One value; undefined: its uninitialised bits. */
void debug_put_value(struct strbuf *out, const struct value_type *type, const uint8_t *bytes,
                     const uint8_t *undefined);

/* The commands; each takes the words after its name. */
bool debug_print(struct debugger *d, char **words, unsigned count);
bool debug_registers(struct debugger *d, char **words, unsigned count);

/* ---- debug_frame.c ---- */

bool debug_backtrace(struct debugger *d, char **words, unsigned count);
bool debug_choose_frame(struct debugger *d, char **words, unsigned count);

/* ---- debug.c or debug_line.c ---- */

/* A line that is typed; NULL: the end.  It is the caller's to free. */
char *debug_read_line(const char *prompt);

/* ---- debug_memory.c ---- */

bool debug_memory(struct debugger *d, char **words, unsigned count);
bool debug_lds(struct debugger *d, char **words, unsigned count);

#endif
