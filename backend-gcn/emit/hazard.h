/* Wait states between two instructions as the compiler knows them: the rows of hazard.def. */
#ifndef OCC_BACKEND_GCN_EMIT_HAZARD_H
#define OCC_BACKEND_GCN_EMIT_HAZARD_H

#include "backend-gcn/mir/mir_effects.h"

enum {
    /* Each operand gives at most two ranges, as a source and as a result: those of the table, the fixed
     * registers, the tied use; VCC may also be written without being an operand. */
    HAZARD_MAX_OPERANDS = GCN_MAX_OPERANDS + MIR_FIXED_SETS + 1,
    HAZARD_MAX_RANGES = 2 * HAZARD_MAX_OPERANDS + 1
};

/* Register files: bits. */
enum hazard_file {
    HAZARD_SCALARS = 1,
    HAZARD_VGPRS = 2,
    HAZARD_AGPRS = 4,
    HAZARD_VECTORS = HAZARD_VGPRS | HAZARD_AGPRS
};

/* What a predicate says of an instruction besides yes.  hazard_no_ranges before it is asked. */
struct hazard_ranges {
    struct range {
        uint16_t reg;
        uint8_t dwords;
    } at[HAZARD_MAX_RANGES];
    unsigned count;
    unsigned same;   /* enum gcn_hwreg, or 0: must agree */
    uint16_t unlike; /* enum gcn_op, or 0: must not agree */
    bool partly;     /* ranges that are the same do not count */
};

static inline void
hazard_no_ranges(struct hazard_ranges *ranges)
{
    ranges->count = ranges->same = 0;
    ranges->unlike = 0;
    ranges->partly = false;
}

typedef bool hazard_predicate(const struct gcn_target *target, const struct mir_inst *inst,
                              struct hazard_ranges *ranges);

struct hazard {
    hazard_predicate *produces, *consumes;
    hazard_predicate *between;    /* the row holds only if such a one lies between; NULL: always */
    uint8_t states[GCN_FAMILIES]; /* the largest number, where the matrix product decides */
    bool by_matrix;               /* it does: */
    uint8_t matrix[GCN_MATRICES]; /* by kind of the producing one */
};

extern const struct hazard hazards[];
extern const unsigned hazard_count;

/* How many wait states the producer of the row wants before a consumer. */
unsigned hazard_states(const struct hazard *hazard, const struct gcn_target *target,
                       const struct mir_inst *producer);
/* Does the producer concern the consumer, by what their predicates said? */
bool hazard_meets(const struct hazard_ranges *made, const struct hazard_ranges *wanted);
/* Do any two registers meet? */
bool hazard_ranges_meet(const struct hazard_ranges *a, const struct hazard_ranges *b);
/* Adds the registers of the files that the instruction writes (or reads).  Are there any in ranges? */
bool hazard_add_operands(const struct mir_inst *inst, bool written, unsigned files,
                         struct hazard_ranges *ranges);

#endif
