/* What opt_prefetch.c and prefetch_exits.c share. */
#ifndef OCC_MIDEND_LOOPS_PREFETCH_H
#define OCC_MIDEND_LOOPS_PREFETCH_H

#include "midend/analysis/ana_induction.h"
#include "midend/analysis/memory_address.h"

enum { PREFETCH_MOST_LOADS = 16 };

/* Of what is computed before its time: the header's test and addresses of the first iteration; the test of the next one;
 * addresses of the next one, or of this one if there is none. */
enum prefetch_copy { PREFETCH_FIRST, PREFETCH_TEST, PREFETCH_NEXT, PREFETCH_COPIES };

struct prefetch {
    struct ir_function *function;
    struct arena arena;
    struct ana_dom *dom;
    struct ana_loops *loops;
    struct ana_divergence *divergence; /* NULL: not looked at yet */
    uint32_t value_count;              /* that it knows */
    struct memory_objects objects;
    struct ana_induction at;       /* the loop at hand, */
    VEC(struct ir_block *) blocks; /* its blocks, dominators first, */
    ir_id test;                    /* its header's test, */
    uint32_t leaving;              /* and which successor of the header is outside */
    bool leaves_early;             /* has it other exits? */
    struct ir_inst *loads[PREFETCH_MOST_LOADS];
    uint32_t load_count, dwords;
    /* Of the copy that is made: */
    enum prefetch_copy copying;
    struct map copies[PREFETCH_COPIES]; /* value -> copy; PREFETCH_NEXT: of loads in one block */
    ir_id goes_on;                      /* is there a next iteration? */
    struct ir_builder *b;
};

/* Which bytes the load or store accesses. */
struct memory_address prefetch_place(const struct prefetch *p, const struct ir_inst *access);

/* prefetch_exits.c: by how many bytes the load's address grows in each iteration.  False: unknown. */
bool prefetch_growth(const struct prefetch *p, const struct ir_inst *load, uint64_t *bytes);
/* Does each iteration that begins load it, whichever exit it takes, and what the next iteration loads if it leaves
 * elsewhere than in the header?  Then the next iteration's load may follow this one. */
bool prefetch_is_harmless(struct prefetch *p, const struct ir_inst *load);

#endif
