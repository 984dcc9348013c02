/* A rule of algebraic.def as opt_algebraic.c matches it, and what its conditions may ask. */
#ifndef OCC_MIDEND_VALUES_ALGEBRAIC_H
#define OCC_MIDEND_VALUES_ALGEBRAIC_H

#include "midend/ir/ir.h"
#include "midend/ir/ir_info.h"

/* clang-format off */
enum token {
    A = IR_OPS, B, C, D, K, L, /* captures */
    ZERO, ZERO32, ONE, ONES, TRUE, FALSE, POWER, FONE, FMINUS1, FNZERO, ONCE,
    LOG2_K, RCP_K, LOW_K, AMOUNT_K, AS_C, AS_K, AS_L, AS_A_ZERO, AS_I32,
    END
};
/* clang-format on */

enum { CAPTURES = 6, MAX_TERMS = 18 }; /* a longer rule is not compiled */

enum types { ANY, INT, I1, I32, I64, WIDE, FLOAT, F32, F64, POINTER, POINTER32 };

struct match {
    struct ir_function *function;
    const struct ir_inst *inst;
    bool (*holds)(const struct match *m); /* NULL: always */
    ir_id at[CAPTURES];
    uint32_t todo_count;
    ir_id todo[MAX_TERMS]; /* what the rest of the pattern must fit, the next one last */
};

static inline uint64_t
bits_of(const struct match *m, enum token capture)
{
    return ir_value(m->function, m->at[capture - A])->bits;
}

static inline enum ir_type
type_of(const struct match *m, enum token capture)
{
    return ir_type_of(m->function, m->at[capture - A]);
}

static inline unsigned
width_of(const struct match *m)
{
    return ir_type_bits((enum ir_type)m->inst->type);
}

/* Of a match of all letters, whether the rule holds. */
typedef bool condition(const struct match *m);

/* Pattern and replacement in prefix order, with END after them. */
struct rule {
    uint8_t types;    /* enum types, of the result */
    condition *holds; /* NULL: always */
    uint16_t pattern[MAX_TERMS], replacement[MAX_TERMS];
};

enum {
    RULE_COUNT = 0
#define RULE(types, condition, pattern, replacement) +1
#include "midend/values/algebraic.def"
#undef RULE
};

extern const struct rule algebraic_table[RULE_COUNT];

/* opt_algebraic.c: the first `count` rules of the table by their root operations, for
 * module->algebraic_rules; at most RULE_COUNT.  A test gives one rule. */
struct algebraic_rules *algebraic_index(struct arena *arena, const struct rule *table,
                                        uint32_t count);

/* Is the operation promised to be IR_FINITE and IR_NO_SIGNED_ZEROS? */
bool algebraic_is_relaxed(const struct ir_inst *inst);
/* The bits of 1 / K in the type of the result. */
uint64_t algebraic_reciprocal(const struct match *m);

#endif
