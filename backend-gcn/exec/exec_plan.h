/* What insert_exec has found out about a kernel before it changes anything: exec_plan.c fills it
 * from the plan of ana_linear, insert_exec.c carries it out, exec_scalars.c repairs scalar values.
 */
#ifndef OCC_BACKEND_GCN_EXEC_EXEC_PLAN_H
#define OCC_BACKEND_GCN_EXEC_EXEC_PLAN_H

#include "backend-gcn/mir/linear_ssa.h"
#include "midend/analysis/analysis.h"

enum { EXEC_NONE = UINT32_MAX };

struct exec_wait {
    uint32_t target;         /* block that the lanes wait for */
    struct mir_operand mask; /* its waiting mask after the branch */
};

typedef VEC(uint32_t) exec_numbers;

/* One block of the logical graph, by its number in linear order. */
struct exec_step {
    struct mir_block *block;
    struct mir_block *head;  /* linear-only block before it, which joins and skips, or NULL */
    struct mir_inst *branch; /* logical terminator */
    uint32_t succ[2];        /* logical, EXEC_NONE: absent */
    uint32_t next;           /* masked: where the wave goes */
    uint32_t skip;           /* EXEC_NONE, or where to go when entered without lanes */
    bool skip_in_pred;       /* its only predecessor tests */
    bool own_lanes;          /* some edge into it brings lanes of its own */
    bool joins;              /* lanes may wait for it */
    uint32_t meets; /* its lanes are those that this step had; EXEC_NONE: gathered in a mask */
    bool is_saved;  /* by the step that it meets */
    struct mir_operand
        saved; /* EXEC at the end, for steps that meet its lanes; kind EXEC_NONE: not needed */
    bool may_be_empty; /* may be entered without lanes */
    struct exec_wait waits[2];
    unsigned wait_count;
    exec_numbers waiters; /* steps whose waits have this one as their target, in order */
};

struct exec_plan {
    struct mir_function *function;
    struct arena *arena;
    const struct gcn_target *target;
    struct linear_plan *plan;
    struct exec_step *steps;
    uint32_t count;
    uint32_t *number;  /* block id -> number, of the blocks that the pass found */
    uint32_t numbered; /* ids from here on: blocks made here */
    uint32_t *seen;    /* per step: stamp of the region walked last */
    uint32_t seen_stamp;
    uint32_t waited_for; /* target of the current waiting mask */
    struct linear_ssa ssa;
};

static inline bool
exec_is_back_edge(uint32_t from, uint32_t to)
{
    return to <= from;
}

static inline bool
exec_has_successor(const struct exec_step *step, uint32_t number)
{
    return step->succ[0] == number || step->succ[1] == number;
}

/* Numbers the blocks, asks ana_linear, finds meeting points, waiting masks and skips. */
void exec_plan_make(struct exec_plan *pass);
/* Blocks that the wave enters from step i, without skips; returns how many. */
unsigned exec_wave_successors(const struct exec_plan *pass, uint32_t i, uint32_t to[2]);
/* The first block that waits for lanes after the loop whose latch is step i, or EXEC_NONE. */
uint32_t exec_loop_exit(const struct exec_plan *pass, uint32_t i);
/* exec_scalars.c: phis of uniform values on the linear graph; SSA of all SGPR values there. */
void exec_scalars(struct exec_plan *pass);

#endif
