/* A session of `gcnsim debug`: what its files share. */
#ifndef OCC_RUNTIME_GCNSIM_DEBUG_H
#define OCC_RUNTIME_GCNSIM_DEBUG_H

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
};

/* ---- debug.c ---- */

/* One line on standard error, with the place of the command; false. */
bool debug_error(struct debugger *d, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The wave of that name, if it is in flight. */
struct sim_wave *debug_find_wave(const struct debugger *d, const struct wave_name *name);
/* The line that says where a wave is, as the trace has it. */
void debug_tell_place(struct debugger *d, struct sim_wave *wave);

/* ---- debug_command.c ---- */

/* Carries out a line.  False: it is wrong, and that has been said. */
bool debug_command(struct debugger *d, char *line);

/* ---- debug_source.c ---- */

/* The commands; each takes the words after its name. */
bool debug_where(struct debugger *d, char **words, unsigned count);
bool debug_list(struct debugger *d, char **words, unsigned count);
/* "k.cl:12  its text" of where the wave is, if that is known. */
void debug_tell_source(struct debugger *d, const struct sim_wave *wave);
/* FILE:LINE as breakpoints, all with the number of the first; false: it is no such text.  *told: what
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

/* ---- debug_memory.c ---- */

bool debug_memory(struct debugger *d, char **words, unsigned count);
bool debug_lds(struct debugger *d, char **words, unsigned count);

#endif
