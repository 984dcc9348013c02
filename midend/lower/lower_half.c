/* Half arithmetic where no instruction computes with halves (IR_LACKS_HALF): in f32, rounded after each
 * operation.
 *
 * f32 has more than twice the digits of f16 and two more, so that rounding a sum, difference, product,
 * quotient or square root of halves twice is rounding it once (Figueroa, "When is double rounding
 * innocuous?", 1995).  fma needs more: its sum is rounded to odd, which keeps what lies between two
 * halves between them (Boldo and Melquiond, 2008).
 *
 *   %3 = fadd f16 %1, %2   ->   %4 = fpext f32 %1
 *                               %5 = fpext f32 %2
 *                               %6 = fadd f32 %4, %5
 *                               %7 = fptrunc f16 %6 */
#include "midend/pass.h"

#include "midend/ir/ir_build.h"

enum kind {
    KEPT,     /* the target has it, or another pass replaces it */
    PROMOTED, /* the same operation in f32 */
    QUESTION, /* the same of arguments in f32; its result is no half */
    FRACTION,
    FUSED,
    CLASS
};

static const uint8_t kinds[IR_OPS] = {
    [IR_OP_fadd] = PROMOTED,       [IR_OP_fsub] = PROMOTED,      [IR_OP_fmul] = PROMOTED,
    [IR_OP_fmin] = PROMOTED,       [IR_OP_fmax] = PROMOTED,      [IR_OP_fmed3] = PROMOTED,
    [IR_OP_ffloor] = PROMOTED,     [IR_OP_fceil] = PROMOTED,     [IR_OP_ftrunc] = PROMOTED,
    [IR_OP_frint] = PROMOTED,      [IR_OP_fldexp] = PROMOTED,    [IR_OP_fcanonicalize] = PROMOTED,
    [IR_OP_frexp_mant] = PROMOTED, [IR_OP_hw_rcp] = PROMOTED,    [IR_OP_hw_rsq] = PROMOTED,
    [IR_OP_hw_sqrt] = PROMOTED,    [IR_OP_hw_exp2] = PROMOTED,   [IR_OP_hw_log2] = PROMOTED,
    [IR_OP_hw_sin] = PROMOTED,     [IR_OP_hw_cos] = PROMOTED,    [IR_OP_div_fixup] = PROMOTED,
    [IR_OP_ffract] = FRACTION,     [IR_OP_fma] = FUSED,          [IR_OP_fmad] = FUSED,
    [IR_OP_fclass] = CLASS,        [IR_OP_frexp_exp] = QUESTION, [IR_OP_fptosi] = QUESTION,
    [IR_OP_fptoui] = QUESTION,     [IR_OP_foeq] = QUESTION,      [IR_OP_fone] = QUESTION,
    [IR_OP_folt] = QUESTION,       [IR_OP_fole] = QUESTION,      [IR_OP_fogt] = QUESTION,
    [IR_OP_foge] = QUESTION,       [IR_OP_ford] = QUESTION,      [IR_OP_funo] = QUESTION,
    [IR_OP_fueq] = QUESTION,       [IR_OP_fune] = QUESTION,      [IR_OP_fult] = QUESTION,
    [IR_OP_fule] = QUESTION,       [IR_OP_fugt] = QUESTION,      [IR_OP_fuge] = QUESTION,
};

/* The operation on arguments in f32; those that are no halves (exponents) stay. */
static ir_id
in_f32(struct ir_builder *b, const struct ir_inst *inst, enum ir_type type)
{
    ir_id args[3];
    for (uint32_t i = 0; i < inst->arg_count; i++) {
        ir_id arg = inst->args[i].value;
        args[i] =
            ir_type_of(b->function, arg) == IR_F16 ? ir_build1(b, IR_OP_fpext, IR_F32, arg) : arg;
    }
    enum ir_op op = (enum ir_op)inst->op;
    return inst->arg_count == 1   ? ir_build1(b, op, type, args[0])
           : inst->arg_count == 2 ? ir_build2(b, op, type, args[0], args[1])
                                  : ir_build3(b, op, type, args[0], args[1], args[2]);
}

/* Below 1 also where only f32 can tell: of -2^-24. */
static ir_id
fraction(struct ir_builder *b, const struct ir_inst *inst)
{
    ir_id x = in_f32(b, inst, IR_F32), most = ir_build_float(b, IR_F32, 0x1.ffcp-1);
    ir_id above = ir_build2(b, IR_OP_fogt, IR_I1, x, most); /* not fmin: NaN stays */
    return ir_build1(b, IR_OP_fptrunc, IR_F16, ir_build3(b, IR_OP_select, IR_F32, above, most, x));
}

/* What rounding left of x + y, exactly: Knuth's 2Sum. */
static ir_id
error_of_sum(struct ir_builder *b, ir_id x, ir_id y, ir_id sum)
{
    ir_id y_there = ir_build2(b, IR_OP_fsub, IR_F32, sum, x);
    ir_id x_there = ir_build2(b, IR_OP_fsub, IR_F32, sum, y_there);
    ir_id x_lost = ir_build2(b, IR_OP_fsub, IR_F32, x, x_there);
    ir_id y_lost = ir_build2(b, IR_OP_fsub, IR_F32, y, y_there);
    return ir_build2(b, IR_OP_fadd, IR_F32, x_lost, y_lost);
}

/* An inexact sum with an even last bit: the neighbour on the side of the exact one, which is odd. */
static ir_id
round_to_odd(struct ir_builder *b, ir_id sum, ir_id error)
{
    struct ir_function *f = b->function;
    ir_id one = ir_const(f, IR_I32, 1), zero = ir_const(f, IR_I32, 0);
    ir_id bits = ir_build1(b, IR_OP_bitcast, IR_I32, sum);
    ir_id signs = ir_build2(b, IR_OP_xor, IR_I32, bits, ir_build1(b, IR_OP_bitcast, IR_I32, error));
    /* 1 away from zero, or -1 toward it */
    ir_id step = ir_build2(b, IR_OP_ashr, IR_I32, signs, ir_const(f, IR_I32, 31));
    step = ir_build2(b, IR_OP_or, IR_I32, step, one);
    ir_id even = ir_build2(b, IR_OP_eq, IR_I1, ir_build2(b, IR_OP_and, IR_I32, bits, one), zero);
    ir_id inexact = ir_build2(b, IR_OP_fone, IR_I1, error, ir_build_float(b, IR_F32, 0.0));
    ir_id odd = ir_build2(b, IR_OP_add, IR_I32, bits, step);
    ir_id moves = ir_build2(b, IR_OP_and, IR_I1, inexact, even);
    bits = ir_build3(b, IR_OP_select, IR_I32, moves, odd, bits);
    return ir_build1(b, IR_OP_bitcast, IR_F32, bits);
}

/* Products of halves are exact in f32, and neither they nor errors of sums are ever denormal. */
static ir_id
fused(struct ir_builder *b, const struct ir_inst *inst)
{
    ir_id x = ir_build1(b, IR_OP_fpext, IR_F32, inst->args[0].value);
    ir_id y = ir_build1(b, IR_OP_fpext, IR_F32, inst->args[1].value);
    ir_id z = ir_build1(b, IR_OP_fpext, IR_F32, inst->args[2].value);
    ir_id product = ir_build2(b, IR_OP_fmul, IR_F32, x, y);
    ir_id sum = ir_build2(b, IR_OP_fadd, IR_F32, product, z);
    sum = round_to_odd(b, sum, error_of_sum(b, product, z, sum));
    return ir_build1(b, IR_OP_fptrunc, IR_F16, sum);
}

/* The classes of fclass as ranges of bits: each begins where the one before it ends. */
static const struct {
    uint16_t mask, first;
} classes[] = {{64, 0},      {128, 0x0001}, {256, 0x0400}, {512, 0x7c00}, {1, 0x7c01}, {2, 0x7e00},
               {32, 0x8000}, {16, 0x8001},  {8, 0x8400},   {4, 0xfc00},   {1, 0xfc01}, {2, 0xfe00}};

enum { CLASSES = sizeof classes / sizeof *classes };

static bool
is_asked(const struct ir_function *f, const struct ir_inst *inst, unsigned i)
{
    return i < CLASSES && classes[i].mask & ir_value(f, inst->args[1].value)->bits;
}

/* One comparison for each run of ranges. */
static ir_id
class_of(struct ir_builder *b, const struct ir_inst *inst)
{
    struct ir_function *f = b->function;
    ir_id bits = ir_build1(b, IR_OP_bitcast, IR_I16, inst->args[0].value);
    ir_id found = ir_const(f, IR_I1, 0);
    bits = ir_build1(b, IR_OP_zext, IR_I32, bits);
    for (unsigned i = 0; i < CLASSES; i++) {
        if (!is_asked(f, inst, i))
            continue;
        uint32_t first = classes[i].first;
        while (is_asked(f, inst, i + 1))
            i++;
        uint32_t end = i + 1 < CLASSES ? classes[i + 1].first : 0x10000;
        ir_id from = ir_build2(b, IR_OP_sub, IR_I32, bits, ir_const(f, IR_I32, first));
        ir_id here = ir_build2(b, IR_OP_ult, IR_I1, from, ir_const(f, IR_I32, end - first));
        found = ir_build2(b, IR_OP_or, IR_I1, found, here);
    }
    return found;
}

static ir_id
replacement(struct ir_builder *b, const struct ir_inst *inst)
{
    switch ((enum kind)kinds[inst->op]) {
    case PROMOTED:
        return ir_build1(b, IR_OP_fptrunc, IR_F16, in_f32(b, inst, IR_F32));
    case QUESTION:
        return in_f32(b, inst, (enum ir_type)inst->type);
    case FRACTION:
        return fraction(b, inst);
    case FUSED:
        return fused(b, inst);
    case CLASS:
        return class_of(b, inst);
    case KEPT:
        break;
    }
    return 0;
}

bool
lower_half(struct ir_function *function)
{
    bool changed = false;
    if (!(function->module->lacks & IR_LACKS_HALF))
        return false;
    ir_foreach_block (block, function)
        ir_foreach_inst_safe (inst, block) {
            struct ir_builder b = {function, block, inst, inst->loc};
            if (!kinds[inst->op] || ir_type_of(function, inst->args[0].value) != IR_F16)
                continue;
            ir_replace_uses(function, inst->def, replacement(&b, inst));
            ir_remove(inst);
            changed = true;
        }
    return changed;
}
