/* Which bytes a command has touched, and how: for order.c. */
#ifndef OCC_RUNTIME_ICD_TOUCHED_H
#define OCC_RUNTIME_ICD_TOUCHED_H

#include "runtime/sim/sim.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes in a numbering that all memories share. */
struct icd_span {
    uint64_t first, end;
};

/* By kind; all zero: none. */
struct icd_touched {
    struct icd_span_list {
        struct icd_span *at;
        size_t count, room;
    } lists[SIM_TOUCHES];
};

/* Adds a span; what there is no memory for is left out. */
void icd_touched_add(struct icd_touched *touched, enum sim_touch how, struct icd_span span);
/* Ends adding: the spans of each kind ascend, and none meets another. */
void icd_touched_settle(struct icd_touched *touched);
size_t icd_touched_count(const struct icd_touched *touched);
void icd_touched_free(struct icd_touched *touched);

/* The first byte at which two commands conflict: one writes it, or changes it by an atomic operation that the other
 * has not made.  false: there is none. */
struct icd_conflict {
    uint64_t byte;
    enum sim_touch one, other;
};
bool icd_touched_conflict(const struct icd_touched *one, const struct icd_touched *other,
                          struct icd_conflict *conflict);

#endif
