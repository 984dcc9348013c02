/* i8 and i16 arithmetic in 32 bits: arguments are extended, the result is truncated again.
 *
 * Loads, stores, phis, selects and conversions keep their types: a small value lives in a 32-bit
 * register with unspecified upper bits.  One row of the table for each operation.
 *
 *   %3 = lshr i8 %1, %2   ->   %4 = zext i32 %1; %5 = and i32 %2, 7; %6 = lshr i32 %4, %5; trunc */
#include "midend/pass.h"

#include "midend/ir/ir_build.h"

enum extension { NONE, ZERO, SIGN };
enum special { PLAIN, SHIFT, CLZ, CTZ, BITREV, HIGH };

static const struct row {
    uint8_t extension, special;
} rows[IR_OPS] = {
    [IR_OP_add] = {ZERO, PLAIN},     [IR_OP_sub] = {ZERO, PLAIN},
    [IR_OP_mul] = {ZERO, PLAIN},     [IR_OP_udiv] = {ZERO, PLAIN},
    [IR_OP_sdiv] = {SIGN, PLAIN},    [IR_OP_urem] = {ZERO, PLAIN},
    [IR_OP_srem] = {SIGN, PLAIN},    [IR_OP_and] = {ZERO, PLAIN},
    [IR_OP_or] = {ZERO, PLAIN},      [IR_OP_xor] = {ZERO, PLAIN},
    [IR_OP_shl] = {ZERO, SHIFT},     [IR_OP_lshr] = {ZERO, SHIFT},
    [IR_OP_ashr] = {SIGN, SHIFT},    [IR_OP_umin] = {ZERO, PLAIN},
    [IR_OP_umax] = {ZERO, PLAIN},    [IR_OP_smin] = {SIGN, PLAIN},
    [IR_OP_smax] = {SIGN, PLAIN},    [IR_OP_clz] = {ZERO, CLZ},
    [IR_OP_ctz] = {ZERO, CTZ},       [IR_OP_popcount] = {ZERO, PLAIN},
    [IR_OP_bitrev] = {ZERO, BITREV}, [IR_OP_umulhi] = {ZERO, HIGH},
    [IR_OP_smulhi] = {SIGN, HIGH},   [IR_OP_eq] = {ZERO, PLAIN},
    [IR_OP_ne] = {ZERO, PLAIN},      [IR_OP_ult] = {ZERO, PLAIN},
    [IR_OP_ule] = {ZERO, PLAIN},     [IR_OP_ugt] = {ZERO, PLAIN},
    [IR_OP_uge] = {ZERO, PLAIN},     [IR_OP_slt] = {SIGN, PLAIN},
    [IR_OP_sle] = {SIGN, PLAIN},     [IR_OP_sgt] = {SIGN, PLAIN},
    [IR_OP_sge] = {SIGN, PLAIN},     [IR_OP_sitofp] = {SIGN, PLAIN},
    [IR_OP_uitofp] = {ZERO, PLAIN},
};

static ir_id
op32(struct ir_builder *b, enum ir_op op, ir_id x, ir_id y)
{
    return ir_build2(b, op, IR_I32, x, y);
}

static ir_id
word(struct ir_builder *b, uint64_t value)
{
    return ir_const(b->function, IR_I32, value);
}

/* An argument as i32.  Selection removes an extension whose upper bits nothing reads. */
static ir_id
extend(struct ir_builder *b, ir_id id, uint8_t extension)
{
    return ir_build1(b, extension == SIGN ? IR_OP_sext : IR_OP_zext, IR_I32, id);
}

static ir_id
special(struct ir_builder *b, enum ir_op op, uint8_t kind, unsigned width, ir_id x, ir_id y)
{
    switch (kind) {
    case SHIFT:
        return op32(b, op, x, op32(b, IR_OP_and, y, word(b, width - 1)));
    case CLZ:
        return op32(b, IR_OP_sub, ir_build1(b, IR_OP_clz, IR_I32, x), word(b, 32 - width));
    case CTZ:
        x = op32(b, IR_OP_or, x, word(b, UINT64_C(1) << width));
        return ir_build1(b, IR_OP_ctz, IR_I32, x);
    case BITREV:
        return op32(b, IR_OP_lshr, ir_build1(b, IR_OP_bitrev, IR_I32, x), word(b, 32 - width));
    default: /* HIGH: the product fits in 32 bits */
        return op32(b, IR_OP_lshr, op32(b, IR_OP_mul, x, y), word(b, width));
    }
}

/* fptosi and fptoui saturate to the small type. */
static ir_id
to_small(struct ir_builder *b, const struct ir_inst *inst, unsigned width)
{
    enum ir_op op = (enum ir_op)inst->op;
    ir_id wide = ir_build1(b, op, IR_I32, inst->args[0].value);
    if (op == IR_OP_fptoui)
        return op32(b, IR_OP_umin, wide, word(b, (UINT64_C(1) << width) - 1));
    wide = op32(b, IR_OP_smin, wide, word(b, (UINT64_C(1) << (width - 1)) - 1));
    return op32(b, IR_OP_smax, wide, word(b, -(UINT64_C(1) << (width - 1))));
}

static bool
is_small(enum ir_type type)
{
    return type == IR_I8 || type == IR_I16;
}

/* The same operation on i32, or 0 when the instruction stays. */
static ir_id
widened(struct ir_builder *b, const struct ir_inst *inst)
{
    const struct row *row = &rows[inst->op];
    if (is_small((enum ir_type)inst->type) &&
        (inst->op == IR_OP_fptosi || inst->op == IR_OP_fptoui))
        return to_small(b, inst, ir_type_bits((enum ir_type)inst->type));
    if (row->extension == NONE)
        return 0;
    enum ir_type small = ir_type_of(b->function, inst->args[0].value);
    if (!is_small(small) && !(small == IR_I1 && ir_is_float((enum ir_type)inst->type)))
        return 0;
    ir_id x = extend(b, inst->args[0].value, row->extension), y = 0;
    if (row->special == SHIFT)
        y = inst->args[1].value;
    else if (inst->arg_count > 1)
        y = extend(b, inst->args[1].value, row->extension);
    if (row->special != PLAIN)
        return special(b, (enum ir_op)inst->op, row->special, ir_type_bits(small), x, y);
    enum ir_type type = is_small((enum ir_type)inst->type) ? IR_I32 : (enum ir_type)inst->type;
    return y ? ir_build2(b, (enum ir_op)inst->op, type, x, y)
             : ir_build1(b, (enum ir_op)inst->op, type, x);
}

bool
lower_small_int(struct ir_function *function)
{
    bool changed = false;
    ir_foreach_block (block, function)
        ir_foreach_inst_safe (inst, block) {
            struct ir_builder b = {function, block, inst, inst->loc};
            ir_id value = inst->arg_count && inst->def_count == 1 ? widened(&b, inst) : 0;
            if (!value)
                continue;
            if (is_small((enum ir_type)inst->type))
                value = ir_build1(&b, IR_OP_trunc, (enum ir_type)inst->type, value);
            ir_replace_uses(function, inst->def, value);
            ir_remove(inst);
            changed = true;
        }
    return changed;
}
