/* Facts about operations, and what the sources of this folder and of check/ share. */
#ifndef OCC_MIDEND_IR_IR_INFO_H
#define OCC_MIDEND_IR_IR_INFO_H

#include "midend/ir/ir.h"

/* Type rules of ir_op.def; ir_validate.c says what each means. */
enum ir_rule {
    IR_RULE_INT,
    IR_RULE_SHIFT,
    IR_RULE_FUNNEL,
    IR_RULE_FLOAT,
    IR_RULE_LDEXP,
    IR_RULE_TOINT,
    IR_RULE_CLASS,
    IR_RULE_DIVSCALE,
    IR_RULE_DIVFMAS,
    IR_RULE_CAST,
    IR_RULE_PACK,
    IR_RULE_PK_JOIN,
    IR_RULE_COMPARE,
    IR_RULE_FCOMPARE,
    IR_RULE_SELECT,
    IR_RULE_PHI,
    IR_RULE_SAME,
    IR_RULE_LOAD,
    IR_RULE_STORE,
    IR_RULE_PTRADD,
    IR_RULE_ALLOCA,
    IR_RULE_SYMBOL,
    IR_RULE_MEMCPY,
    IR_RULE_ATOMIC,
    IR_RULE_CMPXCHG,
    IR_RULE_FENCE,
    IR_RULE_IMAGE,
    IR_RULE_BUFFER,
    IR_RULE_TO_LOCAL,
    IR_RULE_DIMENSION,
    IR_RULE_POINTER,
    IR_RULE_FLAG,
    IR_RULE_HIDDEN,
    IR_RULE_HIDDEN_PLACE,
    IR_RULE_BALLOT,
    IR_RULE_LANE,
    IR_RULE_SCAN,
    IR_RULE_ASM,
    IR_RULE_PRINTF,
    IR_RULE_ROW,
    IR_RULE_CALL,
    IR_RULE_CALL_INDIRECT,
    IR_RULE_FUNCTION_ADDRESS,
    IR_RULE_RET,
    IR_RULE_BRANCH,
    IR_RULE_CBRANCH,
    IR_RULES
};

enum { IR_ARGS_VAR = 255 };

struct ir_op_info {
    const char *name;
    uint8_t args; /* or IR_ARGS_VAR */
    uint8_t rule; /* enum ir_rule */
    uint16_t flags;
};

extern const struct ir_op_info ir_op_info[IR_OPS];

/* ir_validate.c: "function: bN: instruction: what", in the arena; inst NULL: of the function. */
const char *ir_fault(struct arena *arena, const struct ir_function *function,
                     const struct ir_inst *inst, const char *what);
/* ir_forms.c: does the well-formed function have these forms (enum ir_form)?  Returns as
 * ir_validate does. */
const char *ir_check_forms(const struct ir_function *function, unsigned forms,
                           struct arena *scratch);

/* Like ir_fold, for an operation that is not an instruction yet. */
bool ir_fold_values(const struct ir_function *function, enum ir_op op, enum ir_type type,
                    const ir_id *args, uint32_t arg_count, uint64_t *bits);

/* ir_fold_float.c: f16, f32 and f64; false where host and target may differ. */
bool ir_fold_float(enum ir_op op, enum ir_type type, enum ir_type from, const uint64_t *args,
                   uint64_t *bits);

static inline uint64_t
ir_mask(enum ir_type type)
{
    unsigned bits = ir_type_bits(type);
    return bits ? UINT64_MAX >> (64 - bits) : 0;
}

static inline int64_t
ir_signed(enum ir_type type, uint64_t bits)
{
    unsigned shift = 64 - ir_type_bits(type);
    return (int64_t)(bits << shift) >> shift;
}

/* ir.c: the constant or undefined value now has another id. */
void ir_renumber_constant(struct ir_function *function, ir_id old, ir_id id);

#endif
