/* Inside of spilling: spill.c decides the budgets, spill_class.c walks one register class (after
 * Braun and Hack, "Register Spilling and Live-Range Splitting for SSA-Form Programs", CC 2009),
 * spill_distance.c measures how far away next uses are, spill_edges.c makes the ends of edges
 * agree, spill_repair.c restores SSA after reloads, spill_share.c shares slots. */
#ifndef OCC_BACKEND_GCN_REGS_SPILL_H
#define OCC_BACKEND_GCN_REGS_SPILL_H

#include "backend-gcn/backend.h"
#include "backend-gcn/mir/mir_effects.h"
#include "support/map.h"

enum {
    SPILL_FAR = 100000, /* added where an edge leaves a loop */
    SPILL_NEVER = UINT32_MAX
};

struct spill_distance { /* of a temp that is live into a block: instructions to its next use */
    uint32_t temp, distance;
};
typedef VEC(struct spill_distance) spill_distances;

struct spiller {
    struct arena *arena; /* of the pass */
    struct mir_function *function;
    const struct mir_live *live;
    enum mir_class reg_class;
    unsigned limit;                  /* weight that may be in registers */
    bool everything;                 /* keep nothing longer than one instruction needs */
    uint32_t temp_count;             /* temps from here on are made by spilling */
    const struct mir_inst *ready;    /* of the entry: scratch is set up, nothing is evicted before;
                                        NULL: there is no p_start */
    spill_distances *at_entry;       /* per block id */
    uint32_t *cursor;                /* per block id: the last position looked up in at_entry */
    struct sparse_set *entry, *exit; /* per block id: in registers then */
    uint32_t *pred_at; /* per block id: its index among its one successor's predecessors */
    uint32_t *fed[2];  /* per temp: a phi of that successor of a block takes it: stamp */
    const struct mir_block *fed_by; /* the block of the current stamp */
    uint32_t fed_stamp;
    bool *done;               /* per block id */
    uint32_t *length;         /* per block id: instructions */
    uint32_t *pressure;       /* per block id: weight at its worst point */
    bool *in_memory;          /* per temp: needs its slot written */
    bool *memory_phi;         /* per temp: a phi that lives in its slot from the start */
    bool *reloaded;           /* per temp: has further definitions */
    uint32_t *slot;           /* per temp: slot + 1 */
    struct mir_inst **remat;  /* per temp: cheap constant to rematerialise, or NULL */
    VEC(uint32_t) variables;  /* temp - temp_count -> the temp that a reload stands for */
    uint32_t reloads, spills; /* counts of dwords for reports */
};

/* Does the temp belong to the class that is being spilled? */
static inline bool
spill_is_mine(const struct spiller *s, uint32_t temp)
{
    return s->function->temps.at[temp].reg_class == s->reg_class;
}
static inline unsigned
spill_phi_op(const struct spiller *s)
{
    return s->reg_class == MIR_VGPR ? MIR_P_PHI : MIR_P_LINEAR_PHI;
}

/* Fills at_entry and length of every block. */
void spill_measure(struct spiller *s);
/* From the block's end, over its successors. */
uint32_t spill_exit_distance(struct spiller *s, const struct mir_block *block, uint32_t temp);

/* The walk over all blocks. */
void spill_class(struct spiller *s);
/* A new definition of the variable before `at` (NULL: at the block's end), from its slot or by
 * rematerialising the constant. */
void spill_reload(struct spiller *s, struct mir_block *block, struct mir_inst *at, uint32_t temp);
/* The first of the temp's slots, given out on demand. */
uint32_t spill_slot(struct spiller *s, uint32_t temp);
/* p_spill or p_reload of `value` with the operands that the target's scratch needs. */
struct mir_inst *spill_access(struct spiller *s, unsigned op, struct mir_operand value,
                              uint32_t slot);

/* At each edge: reloads what the successor expects in registers, stores what it expects in memory.
 */
void spill_edges(struct spiller *s);
/* spill_share.c: fewer slots for the accesses of the class, once all of them are there. */
void spill_share(struct mir_function *function, enum mir_class reg_class);
/* Makes reloaded variables SSA again, with phis where definitions meet. */
void spill_repair(struct spiller *s);

#endif
