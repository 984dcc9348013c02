/* Rules of algebraic.def, executed: instances of their patterns, what they compute, and mutants of the
 * rules that the instances must tell from them. */
#ifndef OCC_TEST_MIDEND_RULES_RULES_H
#define OCC_TEST_MIDEND_RULES_RULES_H

#include "midend/values/algebraic.h"

enum { INPUTS = 24, PARAMS = 4 * IR_TYPES, SYMBOL_ADDRESS = 0x1240 };

/* xorshift64. */
struct numbers {
    uint64_t state;
};
struct numbers numbers_new(uint64_t a, uint64_t b, uint64_t c);
uint32_t below(struct numbers *numbers, uint32_t limit);
uint64_t random_bits(struct numbers *numbers);
/* A corner of the type, or any bits. */
uint64_t random_value(struct numbers *numbers, enum ir_type type);

/* rule_instance.c: one function with the pattern of a rule. */
struct instance {
    struct ir_module *module;
    struct ir_function *function;
    struct ir_inst *root;
    const struct rule *rule;
    bool any_zero; /* which zero the result is does not matter */
};
/* With that type of the result and random types, operands and constants for the letters; the same numbers
 * make the same instance.  False: these types do not fit. */
bool instance_make(struct instance *instance, struct arena *arena, struct guard *guard,
                   const struct rule *rule, enum ir_type type, struct numbers numbers);

/* rule_value.c: what a function of one block returns. */
struct values {
    uint64_t bits[INPUTS];
    bool is_sound[INPUTS];   /* it comes from no undefined value */
    bool is_defined[INPUTS]; /* it does not seem to depend on one */
};
struct inputs {
    uint64_t bits[INPUTS][PARAMS]; /* 0 where the function reads none of that type */
};
void inputs_make(struct inputs *inputs, const struct ir_function *function, struct numbers numbers);
void values_of(struct values *values, const struct ir_function *function,
               const struct inputs *inputs);
/* The first input for which `after` is not what `before` was, or INPUTS. */
unsigned values_differ(const struct instance *instance, const struct values *before,
                       const struct values *after);

/* rule_mutant.c: the rule with its mutation `number`, and what that is; false: there are no more. */
bool rule_mutate(struct rule *mutant, const struct rule *rule, unsigned number, char what[80]);
const char *token_name(unsigned token);

#endif
