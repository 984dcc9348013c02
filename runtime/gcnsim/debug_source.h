/* What `gcnsim debug` knows of the source beyond lines: functions, variables and their values. */
#ifndef OCC_RUNTIME_GCNSIM_DEBUG_SOURCE_H
#define OCC_RUNTIME_GCNSIM_DEBUG_SOURCE_H

#include "gcn/dwarf/dwarf_constant.h"
#include "runtime/gcnsim/debug.h"

/* ---- debug_frame.c ---- */

/* Says that there is no debug information of these, or why; false. */
bool debug_knows_nothing(struct debugger *d, const char *what);

/* The object's address in the device's memory: offsets of debug information count from it. */
uint64_t debug_base(const struct debugger *d);
const struct die_node *debug_function_at(const struct debugger *d, uint64_t offset);
struct debug_wave *debug_wave_of(struct debugger *d, const struct sim_wave *wave);
/* Where a function's second place of the source begins, as debuggers tell: before it stores what it was passed. */
uint64_t debug_prologue_end(struct debugger *d, const struct die_node *function);
/* Before each instruction of a wave: which function it is in now. */
void debug_follow(struct debugger *d, const struct sim_wave *wave);
/* Fills d->frames for the current wave. */
void debug_find_frames(struct debugger *d);
/* How many functions the wave is in, inlined ones too. */
unsigned debug_depth(struct debugger *d, const struct sim_wave *wave);
bool debug_frame_line(struct debugger *d, const struct debug_frame *frame,
                      struct sim_place *source);
struct debug_variables {
    const struct die_node **at;
    uint32_t count, capacity;
};
/* Where the calls of that name that are inlined begin, as breakpoints, all with the number; false: there are none. */
bool debug_break_inlined(struct debugger *d, const char *name, unsigned number);
/* Of the frame's function and the blocks that it is in, innermost first. */
struct debug_variables debug_variables_of(struct debugger *d, const struct debug_frame *frame);
/* By name, in the current frame or at program scope; NULL: there is none. */
const struct die_node *debug_find_variable(struct debugger *d, const char *name);

/* ---- debug_saved.c ---- */

/* Keeps the wave's registers, of the work-item that is looked at or of all; in what was given, if it was.  entered: when the
 * function began that has them. */
struct debug_saved *debug_save(struct debugger *d, const struct sim_wave *wave, uint32_t entered,
                               struct debug_saved *saved);
/* False: it was not kept.  is_stale: the function had not written it. */
bool debug_saved_register(const struct debug_saved *saved, bool is_vector, unsigned number,
                          unsigned lane, struct sim_register_value *value, bool *is_stale);

/* ---- debug_place.c ---- */

enum debug_space { DEBUG_GLOBAL, DEBUG_PRIVATE, DEBUG_LOCAL, DEBUG_NOWHERE };

/* Bytes of an object, each with its uninitialised bits and whether it is not known at all. */
struct debug_value {
    const struct die_node *type;    /* NULL: a number of 8 bytes */
    bool is_float, is_unsigned;     /* of no type: a double, or not below 0 */
    const struct die_node *pointee; /* of no type: an address of this in points_in */
    enum debug_space points_in;
    uint8_t *bytes, *undefined, *missing;
    uint64_t size;
    enum debug_space space; /* where it lies; NOWHERE: in registers, or it is no object */
    uint64_t address;
    unsigned bit, bits; /* a bit-field: from this bit of the first byte on; 0: none */
};

/* The value of a variable for a lane of the current wave.  NULL: it is fine; else why it has none. */
const char *debug_variable_value(struct debugger *d, const struct die_node *variable, unsigned lane,
                                 struct debug_value *value);
/* Fills value with its size of bytes from its place. */
void debug_load(struct debugger *d, unsigned lane, struct debug_value *value);

/* ---- debug_type.c ---- */

struct debug_number {
    int64_t whole;
    double real; /* of a whole one, too */
    bool is_float;
    bool is_unsigned; /* whole, of 64 bits: narrower ones are signed here, they fit */
};

/* Bytes of a type that die_type gave; 0: not known. */
uint64_t debug_size_of(const struct debugger *d, const struct die_node *type);
unsigned debug_element_count(const struct debugger *d, const struct die_node *type);
const char *debug_type_name(const struct debugger *d, const struct die_node *type);
/* The whole value as text. */
void debug_put_object(struct debugger *d, struct strbuf *out, const struct debug_value *value);
/* Is all of it known and set? */
bool debug_is_whole(const struct debug_value *value);
/* A part of the value: a member, an element, a component. */
bool debug_member_of(struct debugger *d, const struct debug_value *value, const char *name,
                     struct debug_value *part);
void debug_part_of(const struct debug_value *value, uint64_t offset, const struct die_node *type,
                   uint64_t size, struct debug_value *part);
/* A number of it; false: it is none, or not whole. */
bool debug_number_of(const struct debug_value *value, struct debug_number *number);

/* ---- debug_type_name.c ---- */

struct debug_type_name {
    char kind; /* i, u, f: a number of the size; 0: the entry's */
    unsigned size, stars;
    const struct die_node *entry; /* without the stars; NULL: it has none */
    enum debug_space space;       /* that a pointer's words name */
};

/* A type that stands there; false: none does. */
bool debug_take_type(struct debugger *d, const char **text, struct debug_type_name *type);

/* ---- debug_operator.c ---- */

/* NULL, or why it has no result. */
const char *debug_operate(const char *op, struct debug_number a, struct debug_number b,
                          struct debug_number *result);

/* ---- debug_expression.c ---- */

/* Evaluates the text for a lane.  False: said why. */
bool debug_evaluate(struct debugger *d, const char *text, unsigned lane, struct debug_value *value);

/* ---- debug_show.c ---- */

/* The lane that is looked at: the item's, or the first active one. */
unsigned debug_lane(const struct debugger *d);
/* print EXPRESSION, info locals, info args. */
bool debug_print_expression(struct debugger *d, const char *text);
bool debug_tell_variables(struct debugger *d, bool arguments);

/* ---- debug_step.c ---- */

enum debug_goal;
/* Is a wave that goes by lines to stop here? */
bool debug_has_gone(struct debugger *d, struct sim_wave *wave);
bool debug_is_watched(struct debugger *d, const struct sim_wave *wave);
bool debug_step_lines(struct debugger *d, char **words, unsigned count);
bool debug_next(struct debugger *d, char **words, unsigned count);
bool debug_finish(struct debugger *d, char **words, unsigned count);
bool debug_watch(struct debugger *d, char **words, unsigned count);
/* As the command writes it. */
void debug_tell_watch(const struct debug_watch *watch);
bool debug_item(struct debugger *d, char **words, unsigned count);

#endif
