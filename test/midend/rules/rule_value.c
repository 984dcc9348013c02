/* What an instance returns, by the interpreter of the IR.  Where a value is undefined (a sum that wraps against
 * its promise, a division by zero), several wrong ones stand for it: a result that depends on them is undefined
 * too, and one that was not so before must not become so. */
#include "test/midend/rules/rules.h"

#include "test/midend/run/ir_run.h"

#include <math.h>

enum { UNDEFINED_VALUES = 10 };

static bool
wraps(const struct ir_inst *inst, enum ir_type type, const uint64_t *args)
{
    __int128 a = ir_signed(type, args[0]), b = ir_signed(type, args[1]), exact = 0;
    unsigned __int128 ua = args[0], ub = args[1], unsigned_exact = 0;
    unsigned count = args[1] % ir_type_bits(type);
    switch (inst->op) {
    case IR_OP_add:
        exact = a + b, unsigned_exact = ua + ub;
        break;
    case IR_OP_sub:
        exact = a - b, unsigned_exact = ua - ub;
        break;
    case IR_OP_mul:
        exact = a * b, unsigned_exact = ua * ub;
        break;
    default: /* shl */
        exact = a * ((__int128)1 << count), unsigned_exact = ua << count;
    }
    return (inst->no_wrap & IR_NO_SIGNED_WRAP &&
            exact != ir_signed(type, (uint64_t)exact & ir_mask(type))) ||
           (inst->no_wrap & IR_NO_UNSIGNED_WRAP && unsigned_exact > ir_mask(type));
}

static bool
is_finite(enum ir_type type, uint64_t bits)
{
    uint64_t exponent = type == IR_F16   ? 0x7c00
                        : type == IR_F32 ? 0x7f800000
                                         : UINT64_C(0x7ff0000000000000);
    return !ir_is_float(type) || (bits & exponent) != exponent;
}

/* Does it break the promise that all is finite, but constants? */
static bool
exceeds(const struct ir_inst *inst, const uint64_t *args)
{
    struct ir_function *f = inst->block->function;
    bool finite = true;
    uint64_t result = 0;
    for (uint32_t i = 0; i < inst->arg_count; i++) {
        ir_id id = inst->args[i].value;
        finite &= ir_is_const(f, id) || is_finite(ir_type_of(f, id), args[i]);
    }
    return !finite || !ir_run_op(f, inst, args, &result) ||
           !is_finite((enum ir_type)inst->type, result);
}

static bool
is_undefined(const struct ir_inst *inst, const uint64_t *args)
{
    enum ir_type type = (enum ir_type)inst->type;
    if (ir_is_float_op((enum ir_op)inst->op))
        return inst->no_wrap & IR_FINITE && exceeds(inst, args);
    switch (inst->op) {
    case IR_OP_udiv:
    case IR_OP_urem:
        return args[1] == 0;
    case IR_OP_sdiv:
    case IR_OP_srem:
        return args[1] == 0 ||
               (args[1] == ir_mask(type) && args[0] == UINT64_C(1) << (ir_type_bits(type) - 1));
    default:
        return inst->no_wrap && wraps(inst, type, args);
    }
}

/* What stands for the undefined value, the attempt's: corners for all of them first, then any bits. */
static uint64_t
undefined(unsigned attempt, ir_id id, enum ir_type type)
{
    uint64_t corners[] = {0, UINT64_MAX, 1, ~(ir_mask(type) >> 1)};
    struct numbers numbers = numbers_new(attempt, id, type);
    return (attempt < 4 ? corners[attempt] : random_bits(&numbers)) & ir_mask(type);
}

/* Does the value come from an undefined one?  A choice takes one argument only. */
static bool
is_tainted(const struct ir_inst *inst, const uint64_t *args, const bool *taint)
{
    if (inst->op == IR_OP_select)
        return taint[inst->args[0].value] || taint[inst->args[args[0] ? 1 : 2].value];
    bool tainted = false;
    for (uint32_t i = 0; i < inst->arg_count; i++)
        tainted |= taint[inst->args[i].value];
    return tainted;
}

/* A function of one block, its values by id, and which come from undefined ones. */
struct run {
    const struct ir_function *function;
    uint64_t *bits;
    bool *taint;
};

/* The result for the inputs; *tainted says whether it comes from an undefined value. */
static uint64_t
evaluate(const struct run *run, const uint64_t *inputs, unsigned attempt, bool *tainted)
{
    const struct ir_function *f = run->function;
    uint64_t *bits = run->bits;
    for (uint32_t i = 0; i < f->param_count; i++)
        bits[f->params[i]] = inputs[i];
    for (const struct ir_inst *inst = f->entry->first; inst; inst = inst->next) {
        uint64_t args[4] = {0};
        for (uint32_t i = 0; i < inst->arg_count; i++) {
            const struct ir_value *value = ir_value(f, inst->args[i].value);
            args[i] = value->kind == IR_VALUE_CONST ? value->bits : bits[inst->args[i].value];
        }
        bool undefined_here = inst->op != IR_OP_ret && is_undefined(inst, args);
        *tainted = undefined_here || is_tainted(inst, args, run->taint);
        if (inst->op == IR_OP_ret)
            return args[0];
        run->taint[inst->def] = *tainted;
        if (inst->op == IR_OP_symbol) {
            bits[inst->def] = SYMBOL_ADDRESS;
        } else if (inst->op == IR_OP_workitem_id) {
            bits[inst->def] = inputs[IR_I32] % 1024;
        } else if (undefined_here) {
            bits[inst->def] = undefined(attempt, inst->def, (enum ir_type)inst->type);
        } else if (!ir_run_op(f, inst, args, &bits[inst->def])) {
            ice(f->module->guard, "no value known for %s", ir_op_name[inst->op]);
        }
    }
    return 0;
}

/* Of the types of which a parameter is read; letters often have one value, or neighbours. */
void
inputs_make(struct inputs *inputs, const struct ir_function *f, struct numbers numbers)
{
    unsigned types = 0;
    for (unsigned k = 0; k < PARAMS; k++)
        if (ir_value(f, f->params[k])->uses)
            types |= 1u << f->param_types[k];
    for (unsigned i = 0; i < INPUTS; i++)
        for (unsigned k = 0; k < PARAMS; k++) {
            enum ir_type type = (enum ir_type)f->param_types[k];
            uint64_t *bits = inputs->bits[i];
            unsigned near = k < IR_TYPES ? 3 : below(&numbers, 12);
            if (!(types >> type & 1))
                bits[k] = 0;
            else if (near >= 3)
                bits[k] = random_value(&numbers, type);
            else
                bits[k] = (bits[k % IR_TYPES] + (ir_is_float(type) ? 0 : near - 1)) & ir_mask(type);
        }
}

void
values_of(struct values *values, const struct ir_function *f, const struct inputs *inputs)
{
    struct arena *arena = f->module->arena;
    struct run run = {f, ARENA_ARRAY(arena, f->values.count, uint64_t),
                      ARENA_ARRAY(arena, f->values.count, bool)};
    for (unsigned i = 0; i < INPUTS; i++) {
        bool tainted;
        values->bits[i] = evaluate(&run, inputs->bits[i], 0, &tainted);
        values->is_sound[i] = !tainted;
        values->is_defined[i] = true;
        for (unsigned k = 1; !values->is_sound[i] && values->is_defined[i] && k < UNDEFINED_VALUES;
             k++)
            values->is_defined[i] = evaluate(&run, inputs->bits[i], k, &tainted) == values->bits[i];
    }
}

/* ---- comparing ---- */

/* Does the rule turn operations that are not exact into others? */
static bool
is_approximate(const struct rule *rule)
{
    for (const uint16_t *at = rule->pattern; *at != END; at++)
        if (*at == IR_OP_hw_rcp || *at == IR_OP_hw_sqrt || *at == IR_OP_fdiv)
            return true;
    return false;
}

static bool
is_nan(enum ir_type type, uint64_t bits)
{
    uint64_t infinity = type == IR_F16   ? 0x7c00
                        : type == IR_F32 ? 0x7f800000
                                         : UINT64_C(0x7ff0000000000000);
    return (bits & (ir_mask(type) >> 1)) > infinity;
}

/* Payloads of NaN are nobody's business; an f32 quotient may be 2.5 ULP off. */
static bool
agree(const struct rule *rule, enum ir_type type, bool any_zero, uint64_t a, uint64_t b)
{
    if (a == b)
        return true;
    if (!ir_is_float(type))
        return false;
    if (is_nan(type, a) && is_nan(type, b))
        return true;
    if (any_zero && ((a | b) & (ir_mask(type) >> 1)) == 0)
        return true;
    uint64_t distance = a > b ? a - b : b - a;
    return type == IR_F32 && is_approximate(rule) && distance <= 2;
}

unsigned
values_differ(const struct instance *instance, const struct values *before,
              const struct values *after)
{
    enum ir_type type = (enum ir_type)instance->function->result_types[0];
    unsigned i = 0;
    while (i < INPUTS && (!before->is_sound[i] ||
                          (after->is_defined[i] && agree(instance->rule, type, instance->any_zero,
                                                         before->bits[i], after->bits[i]))))
        i++;
    return i;
}
