/* What the checks offer to those above them: to the loops of the sets that have all of them, and to who
 * tells what a wave waits for. */
#ifndef OCC_RUNTIME_SIM_STRICT_STRICT_H
#define OCC_RUNTIME_SIM_STRICT_STRICT_H

#include "runtime/sim/exec/block.h"

/* ---- strict_wait.c ---- */

/* A load or store whose effects on registers have not been waited for. */
struct wait_pending {
    uint8_t kind; /* enum sim_pending_kind */
    uint8_t count;
    bool vector;
    uint16_t first;
    uint32_t seq;
    uint32_t offset; /* of the instruction in its code: for the debugger */
};

struct wait_wave {
    VEC(struct wait_pending) pending;
    uint32_t vector[512], scalar[SIM_SREGS]; /* how many of pending a register is in */
    uint64_t registers[SIM_REGISTER_WORDS];  /* those that are in any */
};

static inline struct wait_wave *
strict_waits(const struct sim_wave *wave)
{
    return wave->observed[OBSERVER_wait];
}

void strict_wait_check(struct sim_wave *wave, const struct sim_op *op);

/* ---- strict_hazard.c ---- */

struct hazard_wave {
    struct sim_history history[SIM_HISTORY];
    uint64_t states; /* wait states so far */
    /* Hazard classes produced in this window of states and the one before. */
    uint64_t window, produced, produced_before;
};

static inline struct hazard_wave *
strict_hazards_of(const struct sim_wave *wave)
{
    return wave->observed[OBSERVER_hazard];
}

/* Might a producer of the classes be near enough? */
static inline bool
strict_hazard_is_near(const struct sim_wave *wave, uint64_t classes)
{
    const struct hazard_wave *own = strict_hazards_of(wave);
    return classes & (own->produced | own->produced_before) &&
           own->states / SIM_HISTORY <= own->window + 1;
}

void strict_hazard_check(struct sim_wave *wave, const struct sim_op *op);
/* What the block leaves for the instructions after it; none of its own were checked against those before. */
void strict_hazard_pass(struct sim_wave *wave, const struct sim_block *block);

/* ---- strict_top.c ---- */

/* The last SGPRs of the allocation, which VCC and its kind are too: bits by slot. */
struct top_wave {
    uint8_t first;                     /* number of the lowest; UINT8_MAX: there are none */
    uint8_t numbered, named;           /* used by number, by name */
    uint8_t numbered_last, named_last; /* how it was written last */
    uint8_t settled;                   /* named ones that nothing uses by number */
    uint8_t
        settled_numbers; /* numbered ones, written, that nothing uses by name: from `first` on */
};

static inline struct top_wave *
strict_top_of(const struct sim_wave *wave)
{
    return wave->observed[OBSERVER_top];
}

/* May SGPRs be touched that have two names and are not known to be in order? */
static inline bool
strict_touches_top(const struct sim_wave *wave, const uint64_t numbers[2], unsigned names)
{
    const struct top_wave *top = strict_top_of(wave);
    unsigned first = top->first;
    uint64_t from = first >= 128  ? 0
                    : first >= 64 ? numbers[1] >> (first - 64)
                    : first       ? numbers[0] >> first | numbers[1] << (64 - first)
                                  : numbers[0];
    return (uint8_t)from & ~top->settled_numbers || names & ~top->settled;
}

void strict_top_check(struct sim_wave *wave, const struct sim_op *op);

/* ---- strict_clause.c ---- */

/* Of waves with XNACK on only. */
void strict_clause_check(struct sim_wave *wave, const struct sim_op *op);

/* ---- strict_barrier.c ---- */

/* Lanes that were masked at a barrier which others of the group met, and where. */
struct barrier_wave {
    uint64_t missed, missed_at[SIM_LANES];
};

void strict_barrier_check(struct sim_wave *wave, const struct sim_op *op);

static inline void
strict_check_missed(struct sim_wave *wave, const struct sim_op *op)
{
    const struct barrier_wave *own = wave->observed[OBSERVER_barrier];
    if (own->missed)
        strict_barrier_check(wave, op);
}

/* ---- strict_encoding.c ---- */

/* Why the instruction is one that only its encoding allows; NULL: it is none.  inst and info are set. */
const char *strict_encoding_fault(const struct sim_op *op);

/* ---- all of them ---- */

/* Every check of an instruction, as the observers make them one by one. */
static inline void
strict_check(struct sim_wave *wave, const struct sim_op *op)
{
    strict_wait_check(wave, op);
    strict_hazard_check(wave, op);
    if (wave->device->xnack)
        strict_clause_check(wave, op);
    if (op->relative || strict_touches_top(wave, op->numbers, op->top_names))
        strict_top_check(wave, op);
    strict_check_missed(wave, op);
}

/* Must the instructions of the block be checked one by one? */
static inline bool
strict_must_check(const struct sim_wave *wave, const struct sim_block *block)
{
    const struct wait_wave *waits = strict_waits(wave);
    if (waits->pending.count)
        for (unsigned i = 0; i < SIM_REGISTER_WORDS; i++)
            if (block->registers[i] & waits->registers[i])
                return true;
    return wave->gpr_index_on || strict_touches_top(wave, block->numbers, block->top_names) ||
           strict_hazard_is_near(wave, block->consumes);
}

#endif
