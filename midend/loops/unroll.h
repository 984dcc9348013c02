/* The parts of unrolling: unroll_count.c says how often a loop runs, unroll_copy.c copies an
 * iteration, unroll_steps.c takes several iterations at once, opt_unroll.c has the pass and unrolls
 * fully. */
#ifndef OCC_MIDEND_LOOPS_UNROLL_H
#define OCC_MIDEND_LOOPS_UNROLL_H

#include "midend/analysis/ana_induction.h"
#include "midend/ir/ir.h"
#include "midend/analysis/memory_address.h"

enum { UNROLL_DISABLE = 1 }; /* ir_block.unroll: #pragma nounroll, or done */

enum unroll_gain {
    UNROLL_NOTHING,
    UNROLL_OFFSETS, /* the object stays in memory, but is mostly accessed at constant offsets then */
    UNROLL_VALUES   /* the private object may become values */
};

struct unroller {
    struct ir_function *function;
    struct arena arena;
    struct ana_dom *dom;
    struct ana_loops *loops;
    struct ana_loop *loop;
    VEC(struct ir_block *) blocks; /* of the loop, in reverse post-order: header first */
    struct ana_induction at;       /* u->loop */
    const struct ir_block *exiting;
    uint32_t exit_succ, size, header_size;
    struct ana_trips trips;
    ir_id *values; /* id of the original -> copy in the current iteration, 0: itself */
    uint32_t value_count;
    VEC(struct ir_inst *)
    copied; /* in this iteration, with debug information: at their originals' locations */
    struct ir_block **copies; /* block id -> copy in the current iteration */
    uint32_t block_count;
    uint64_t total; /* instructions of all copies, as far as they are known */
    uint32_t grown;
    struct memory_objects objects; /* when steps were first looked at; function NULL: not yet */
    struct map folds;              /* values of the loop that are constants in each copy */
    struct map gains;              /* alloca -> 1 + enum unroll_gain */
    enum unroll_gain gain;         /* the most of u->loop's accesses */
    struct map too_long; /* headers of loops with a count for which copies are too much code */
    bool stays;          /* the exit is not taken in the copies that are made */
    bool leaves;         /* the exit is taken in the copy that is made */
};

static inline bool
unroll_inside(const struct unroller *u, const struct ir_block *block)
{
    return block->id < u->block_count && ana_loop_contains(u->loop, u->loops->of[block->id]);
}

/* The value's copy in the current iteration. */
static inline ir_id
unroll_value(const struct unroller *u, ir_id id)
{
    return id < u->value_count && u->values[id] ? u->values[id] : id;
}

/* unroll_count.c: facts about u->loop */
/* Warns, once per loop of the source, that it is not unrolled as often as its pragma asks; a pragma
 * without a number does not ask for a certain count. */
void unroll_tell_missed(const struct unroller *u, const struct ir_block *header, const char *why);
bool unroll_is_private(const struct unroller *u, ir_id pointer);
/* Fills blocks, sizes, gain. */
void unroll_measure(struct unroller *u);
/* About how many instructions it becomes. */
uint32_t unroll_lowered_size(const struct ir_inst *inst);
/* After unroll_measure: instructions of an iteration's copy, and of the header's part in it, without those that
 * become constants there, and with those that divisions become. */
uint32_t unroll_measure_kept(struct unroller *u, uint32_t *header);

/* unroll_fold.c, after unroll_find_count: instructions of the copies of all iterations, without those that become
 * constants or have been computed in an iteration before; counted until there are more than `most`. */
uint64_t unroll_left(struct unroller *u, uint32_t most);
/* Does a copy of it count as an instruction? */
bool unroll_is_code(struct unroller *u, const struct ir_inst *inst);

/* An exit that every iteration passes and whose condition is known: sets exiting, exit_succ, trips.
 */
bool unroll_find_count(struct unroller *u);

/* unroll_gain.c: what unrolling does for an access through the pointer. */
enum unroll_gain unroll_gain(struct unroller *u, ir_id pointer);
/* Does it lead into a private object that will be values, so that accesses cost nothing? */
bool unroll_is_value(struct unroller *u, ir_id pointer);

/* unroll_copy.c: before the first iteration */
void unroll_begin(struct unroller *u);
/* The values of the header's phis: from before the loop, or from the last iteration. */
void unroll_advance(struct unroller *u, bool first);
/* Copies an iteration into header_copy and new blocks after it; the copy continues at
 * next_header. */
void unroll_copy(struct unroller *u, struct ir_block *header_copy, struct ir_block *next_header);

/* A loop of copies: phis of the new header, without arguments yet; the first iteration starts from them. */
void unroll_make_phis(struct unroller *u, struct ir_block *header);
/* One value for each phi of the old header: what that predecessor brings, and the phi's copy now. */
ir_id *unroll_phi_args(struct unroller *u, uint32_t pred);
ir_id *unroll_phi_values(struct unroller *u);
void unroll_set_phi_args(struct ir_block *header, uint32_t pred, const ir_id *values);

/* unroll_steps.c: u->loop in steps of several iterations, if that is worth it. */
bool unroll_steps(struct unroller *u);

#endif
