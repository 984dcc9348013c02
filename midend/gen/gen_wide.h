/* Operations on the halves of integers of 128 bits (gen_wide.c, gen_special_wide.c): values of i64. */
#ifndef OCC_MIDEND_GEN_GEN_WIDE_H
#define OCC_MIDEND_GEN_GEN_WIDE_H

#include "midend/gen/gen_internal.h"

static inline ir_id
constant64(struct gen *g, uint64_t bits)
{
    return ir_build_int(&g->b, IR_I64, bits);
}

static inline ir_id
op64(struct gen *g, enum ir_op op, ir_id a, ir_id b)
{
    return ir_build2(&g->b, op, IR_I64, a, b);
}

/* A comparison. */
static inline ir_id
test64(struct gen *g, enum ir_op op, ir_id a, ir_id b)
{
    return ir_build2(&g->b, op, IR_I1, a, b);
}

#endif
