/* The rows of strict_hazard.def: what strict_hazard_rows.c tells strict_hazard.c. */
#ifndef OCC_RUNTIME_SIM_STRICT_STRICT_HAZARD_H
#define OCC_RUNTIME_SIM_STRICT_STRICT_HAZARD_H

#include "runtime/sim/dispatch/dispatch.h"

/* Registers that must meet: of the producer's results, of the consumer. */
enum strict_overlap {
    OVERLAP_NONE,
    OVERLAP_SCALAR,
    OVERLAP_DESCRIPTOR_SIZE,
    OVERLAP_LANE,
    OVERLAP_HWREG,
    OVERLAP_STORE_DATA,
    OVERLAP_READ,        /* vector registers that it reads */
    OVERLAP_READ_VGPR,   /* those but AGPRs */
    OVERLAP_WRITTEN,     /* that it writes */
    OVERLAP_UNLIKE,      /* that it reads or writes, if it is another operation */
    OVERLAP_FACTOR,      /* src0 and src1 */
    OVERLAP_SUM,         /* src2 */
    OVERLAP_OTHER_SUM,   /* src2, unless that is exactly the result */
    OVERLAP_SUM_WRITTEN, /* the producer's src2, and what the consumer writes */
};

typedef bool strict_predicate(const struct sim_op *op);

struct strict_hazard {
    const char *name, *text;
    strict_predicate *producer, *consumer;
    strict_predicate *between; /* the row holds only if such a one lies between; NULL: always */
    enum strict_overlap overlap;
    uint8_t states[GCN_FAMILIES]; /* at most */
    char evidence[GCN_FAMILIES + 1];
    uint8_t by_matrix[GCN_MATRICES]; /* by kind of the producer; all 0: states holds */
};

/* STRICT_ROW_NAME: the bit of a row. */
enum {
#define HAZARD(name, ...) STRICT_ROW_##name,
#define MATRIX(name, ...) STRICT_ROW_##name,
#define TRIPLE(name, ...) STRICT_ROW_##name,
#include "runtime/sim/strict/strict_hazard.def"
#undef TRIPLE
#undef MATRIX
#undef HAZARD
    STRICT_HAZARDS
};

extern const struct strict_hazard strict_hazards[];

/* Sets what the instruction produces and consumes. */
void strict_hazard_classify(const struct gcn_target *target, struct sim_op *op);

/* How many wait states the row wants between the two, which are of its kinds, and what must be between
 * them is; 0: none. */
unsigned strict_hazard_states(const struct gcn_target *target, const struct strict_hazard *hazard,
                              const struct sim_op *producer, const struct sim_op *consumer);

#endif
