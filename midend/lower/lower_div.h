/* Division in operations that the hardware has: what the files of lower_div share. */
#ifndef OCC_MIDEND_LOWER_LOWER_DIV_H
#define OCC_MIDEND_LOWER_LOWER_DIV_H

#include "midend/ir/ir_build.h"

struct div {
    struct ir_builder b;
    enum ir_type type; /* of the operation */
    ir_id x, y;
    struct ir_inst *twin; /* its remainder or quotient, further down; or NULL */
    struct extent {
        uint64_t most; /* of the magnitude; of an unsigned operation the number itself */
        bool is_positive;
    } of_x, of_y;
    bool is_small; /* the magnitudes are below 2^FLOAT_BITS */
};

/* Of the operation's type, where it stands. */
ir_id div_op2(struct div *d, enum ir_op op, ir_id a, ir_id b);
ir_id div_number(struct div *d, uint64_t value);
/* a itself if it is shifted by 0. */
ir_id div_shift(struct div *d, enum ir_op op, ir_id a, unsigned by);
/* All ones if x is negative, else 0. */
ir_id div_sign_of(struct div *d, ir_id x);
/* x / c, whatever d->y is; 0 when there is no short way. */
ir_id div_by_constant(struct div *d, uint64_t c, bool is_signed);
/* x - q * y, where y is a constant and q the quotient. */
ir_id div_constant_remainder(struct div *d, ir_id q, bool is_signed);
/* Replaces a remainder by a constant that is only compared with one, and the comparison. */
bool div_tests_multiple(struct div *d, struct ir_inst *inst);

#endif
