/* Where an instruction comes from, for debug information, where more is to be said than a location: which inlined
 * call it is of, and what each variable holds there by the source.
 *
 * A side table that no pass reads.  A point is a number in the place of a location (ir_inst.loc), so that whatever
 * makes an instruction for another one hands it on; it stays with the instruction wherever that goes.  ssa_build
 * notes which values the variables hold at each point: if such a value is to be found when an instruction of the
 * point begins, it is what the source says there, however the code around it was moved.  What is forgotten on the
 * way is not known; nothing that is known is wrong:
 *   - one value in place of another (ir_replace_uses) is the same number;
 *   - a copy of an instruction (ir_inst_clone) has a point of which nothing is known: the values of the original are
 *     those of another time, unless whoever copies knows the values' copies (inlining does);
 *   - a pass that leaves bits of a value undefined says so (debug_lose). */
#ifndef OCC_MIDEND_IR_DEBUG_POINT_H
#define OCC_MIDEND_IR_DEBUG_POINT_H

#include "midend/ir/debug_info.h"

#define DEBUG_POINT UINT32_C(0x80000000) /* locations from here on are points */

/* What has become of the values of a function. */
struct debug_values {
    const struct ir_function *function;
    uint32_t generation; /* ids of an earlier one mean something else now */
    VEC(ir_id) now;      /* by id: the value in its place; 0: the same; UINT32_MAX: it is lost */
};

static inline bool
debug_is_point(loc_t loc)
{
    return loc >= DEBUG_POINT;
}
/* The location itself; site: the inlined call that it is of, or NULL. */
loc_t debug_plain(const struct ir_module *module, loc_t loc, uint32_t *site);
/* NULL: it is no point. */
const struct debug_point *debug_point_of(const struct ir_module *module, loc_t loc);

/* The alloca's variable, or part of one, as an object; 0: it is of none. */
uint32_t debug_object_of(struct ir_module *module, const struct ir_inst *alloca);
/* A number for the part of the variable, for an alloca that holds only that. */
uint32_t debug_part(struct ir_module *module, uint32_t number, uint32_t offset);

/* The list with one more entry; value 0: nothing is known from here on. */
const struct debug_known *debug_know(struct ir_function *function, const struct debug_known *older,
                                     uint32_t object, ir_id value);
/* The location of an instruction with what is known before it. */
loc_t debug_note(struct ir_function *function, loc_t loc, const struct debug_known *known);
/* The same without: for a copy. */
loc_t debug_forget(struct ir_module *module, loc_t loc);

/* Hooks of ir.c and ir_signature.c. */
void debug_replaced(struct ir_function *function, ir_id old, ir_id with);
void debug_renumbered(struct ir_function *function);
/* Some of the value's bits are not what they were. */
void debug_lose(struct ir_function *function, ir_id value);
/* Stores to private memory were left out or moved: what it holds is no longer what variables do. */
void debug_distrust(struct ir_function *function);
/* What the value is now; 0: nothing is known. */
ir_id debug_now(const struct ir_module *module, const struct debug_lists *list, ir_id value);

/* Points of a function's body that is inlined: values[] has the caller's for the callee's. */
struct debug_inlining {
    struct ir_function *caller;
    const struct ir_function *callee;
    const ir_id *values;
    loc_t call;                             /* as the call has it */
    struct map locs, known, sites, objects; /* what has been translated */
};
void debug_inline_begin(struct debug_inlining *in, struct arena *arena);
/* Once all values are copied: of an instruction of the copy that still has the callee's location. */
loc_t debug_inline(struct debug_inlining *in, loc_t loc);
/* The same of an alloca, which comes before: without what is known. */
loc_t debug_inline_site(struct debug_inlining *in, loc_t loc);

/* Instructions of a function that are copied in it: values[] has the copies of so many values; 0: the value itself. */
struct debug_copying {
    struct ir_function *function;
    const ir_id *values;
    uint32_t count;
    struct map locs, known; /* what has been translated */
};
void debug_copy_begin(struct debug_copying *copying, struct arena *arena);
/* Once all values are copied: the location of the copy of an instruction that has this one. */
loc_t debug_copy(struct debug_copying *copying, loc_t loc);

#endif
