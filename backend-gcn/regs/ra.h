/* Inside of register assignment: ra.c walks, ra_solve.c rearranges, ra_hint.c prefers. */
#ifndef OCC_BACKEND_GCN_REGS_RA_H
#define OCC_BACKEND_GCN_REGS_RA_H

#include "backend-gcn/backend.h"
#include "backend-gcn/mir/mir_effects.h"

enum {
    RA_REGS = 512, /* SGPRs by number (with VCC), VGPRs from GCN_VGPR0 */
    RA_BLOCKED = UINT32_MAX
};

/* What occupies each register at one point: a temp, 0, or RA_BLOCKED. */
struct ra_file {
    uint32_t owner[RA_REGS];
};

struct ra_assignment {
    uint32_t temp;
    uint16_t reg;
};
typedef VEC(struct ra_assignment) ra_assignments;

struct ra_hint; /* ra_hint.c */

struct ra {
    struct arena *arena; /* of the pass */
    struct mir_function *function;
    const struct backend_options *options;
    const struct mir_live *live;
    struct ra_file empty;  /* nothing but registers that are never given out */
    struct ra_file file;   /* at the current point */
    struct ra_file wanted; /* where a vector will be put together: its temp.  Others stay away while
                              there is room elsewhere. */
    uint16_t *reg_of;      /* per temp: where it is now, GCN_NO_REG: nowhere */
    ra_assignments *entry, *exit; /* per block id: live-in and live-out temps, both classes */
    bool *done;                   /* per block id: exit is known */
    bool *used;                   /* per temp: has a use */
    bool *vcc_ok;                 /* per temp: a short-lived lane mask that may sit in VCC */
    struct ra_hint *hints;        /* per temp */
    struct call_registers *
        *avoid;        /* per temp: what calls overwrite while it lives; NULL: nothing */
    unsigned limit[2]; /* per class: registers below it are given out */
    unsigned hard_limit[2];
};

/* One thing to place around an instruction.  It occupies its registers before it, after it, or
 * both. */
struct ra_item {
    uint32_t before, after; /* temps; 0: none.  A tied pair has two different ones. */
    uint16_t at;            /* where `before` is now; GCN_NO_REG: a definition */
    uint16_t fixed;         /* must be here, or GCN_NO_REG */
    uint16_t reg;           /* result */
    uint8_t reg_class, dwords;
    bool is_copy; /* `before` also stays where it is (tied use that lives on) */
    bool both;    /* early clobber: blocks its registers on both sides */
};
typedef VEC(struct ra_item) ra_items;

/* Finds registers for every item, moving as few as it can; avoids `clobbered` (enum mir_fixed_set).
 * Fails with an ICE when even compaction does not fit. */
void ra_solve(struct ra *ra, ra_items *items, unsigned clobbered);

/* Are all of these registers free?  Gives them an owner: a temp, 0 (free) or RA_BLOCKED. */
bool ra_is_free(const struct ra_file *file, unsigned reg, unsigned dwords);
void ra_occupy(struct ra_file *file, unsigned reg, unsigned dwords, uint32_t owner);
/* The best free register in `a` (and in `b` unless NULL) below the limit, or GCN_NO_REG. */
unsigned ra_find(const struct gcn_target *target, const struct ra_file *a, const struct ra_file *b,
                 enum mir_class reg_class, unsigned dwords, unsigned limit);

/* ra_find, first among registers that no call overwrites while the temp lives. */
unsigned ra_find_lasting(const struct ra *ra, const struct ra_file *a, const struct ra_file *b,
                         uint32_t temp, unsigned limit);

/* ra_avoid.c: finds what each temp avoids, in ra->arena. */
void ra_avoid_init(struct ra *ra);
/* Do calls overwrite a register of the range while the temp lives? */
bool ra_is_avoided(const struct ra *ra, uint32_t temp, unsigned reg, unsigned dwords);

/* Gathers the preferences of all temps, in ra->arena. */
void ra_hints_init(struct ra *ra);
/* Before the instructions of the block: keeps registers for what its end passes to phis. */
void ra_hint_block(struct ra *ra, const struct mir_block *block);
/* Does the instruction copy what a loop's phi holds, so that the phi's register can hold what comes next? */
bool ra_hands_on(const struct ra *ra, const struct mir_inst *inst);
/* A preferred register for the definition that is free in the file, or GCN_NO_REG. */
unsigned ra_hint(struct ra *ra, const struct ra_file *file, const struct mir_inst *inst,
                 uint32_t temp);
/* Tells the temp's friends where it went. */
void ra_hint_assigned(struct ra *ra, uint32_t temp, unsigned reg);

/* May it write a result before it has read all operands?  With XNACK a load may run again after it has written part of one.
 * options: NULL: none of those. */
bool ra_writes_early(const struct backend_options *options, const struct mir_inst *inst);

#endif
