/* Parts of opt_licm.c. */
#ifndef OCC_MIDEND_LOOPS_LICM_H
#define OCC_MIDEND_LOOPS_LICM_H

#include "midend/analysis/analysis.h"
#include "midend/analysis/memory_address.h"
#include "support/limit.h"

struct licm {
    struct ir_function *function;
    struct arena arena;
    struct ana_dom *dom;
    struct ana_loops *loops;
    uint32_t block_count; /* as many does the analysis know; others are new, before inner loops */
    uint32_t value_count; /* at the start */
    bool *moves;          /* per value id: licm_guard moves it */
    struct memory_objects objects; /* no function: not looked at yet */
    /* Of the loop at hand: */
    struct ana_loop *loop;
    struct ir_block *preheader;
    uint32_t first, end;  /* its blocks are among these of dom->order */
    bool is_noted;        /* what follows is known */
    ir_space_set written; /* spaces of which the loop may keep loads in place; */
    ir_space_set fenced;  /* for these it is more than the plain stores and relaxed atomics: */
    struct ir_inst *stores[LIMIT_LOOP_STORES];
    uint32_t store_count;
    struct ir_inst *loads[LIMIT_LOOP_LOADS];
    uint32_t load_count;
    bool has_other_reads;      /* than these */
    ir_space_set holds_stores; /* spaces of which an operation in the loop keeps stores before it */
    struct ir_block *always;   /* it, and what dominates it, runs before the loop is left */
    bool changed;
};

bool licm_in_loop(const struct licm *m, const struct ir_block *block);
/* licm_memory.c: the blocks of m->loop, and what it writes. */
void licm_look_at_loop(struct licm *m);
/* Is the value of the load, at an address that does not change, known in each iteration from the one
 * before?  It stays the same, or it is what the store stores, which then is not NULL. */
bool licm_keeps_value(struct licm *m, const struct ir_inst *load, struct ir_inst **store);
/* Does nothing in the loop write to the object that the load reads, which is in no inner loop? */
bool licm_stays(struct licm *m, const struct ir_inst *load);
/* The load has moved before the loop; its value in an iteration is what the last one stored, or loaded. */
void licm_carry(struct licm *m, struct ir_inst *load, struct ir_inst *from);
struct memory_address licm_address_of(struct licm *m, const struct ir_inst *access);
/* licm_next.c: the load whose value in each iteration is that of this one in the next; or NULL. */
struct ir_inst *licm_next_load(struct licm *m, const struct ir_inst *load);
/* Moves that one to the end of the preheader, at the address that it has first. */
void licm_enter(struct licm *m, struct ir_inst *load, struct ir_block *preheader);
/* Is it so that nothing else in the loop reads what the store stores, and that no release in it
 * shows others that it has been stored? */
bool licm_may_wait(struct licm *m, const struct ir_inst *store);
/* licm_guard.c: loads that run where the header does not leave the loop at once.  `always` is without
 * the header's own way out. */
bool licm_guard(struct licm *m);
/* licm_unneeded.c: is enough computed before the loop that is needed in it alone? */
bool licm_has_unneeded(struct licm *m);

#endif
