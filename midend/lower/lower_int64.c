/* 64-bit integer operations that the hardware has no instruction for, in 32-bit pieces.
 *
 * Additions, shifts (of two words as well: fshr), logic, comparisons, selects, loads and stores stay:
 * selection takes them.
 *
 *   %3 = mul i64 %1, %2   ->   low product, high product, two cross products */
#include "midend/pass.h"

#include "midend/analysis/analysis.h"
#include "midend/ir/ir_build.h"

struct wide {
    struct ir_builder b;
    enum ir_op op;                      /* that is replaced */
    ir_id x, y;                         /* arguments */
    ir_id x_low, x_high, y_low, y_high; /* halves of the first two, once split */
};

static ir_id
op1_32(struct wide *w, enum ir_op op, ir_id a)
{
    return ir_build1(&w->b, op, IR_I32, a);
}

static ir_id
op32(struct wide *w, enum ir_op op, ir_id a, ir_id b)
{
    return ir_build2(&w->b, op, IR_I32, a, b);
}

static ir_id
op64(struct wide *w, enum ir_op op, ir_id a, ir_id b)
{
    return ir_build2(&w->b, op, IR_I64, a, b);
}

static ir_id
pick(struct wide *w, enum ir_type type, ir_id condition, ir_id a, ir_id b)
{
    return ir_build3(&w->b, IR_OP_select, type, condition, a, b);
}

static ir_id
test(struct wide *w, enum ir_op op, ir_id a, ir_id b)
{
    return ir_build2(&w->b, op, IR_I1, a, b);
}

static ir_id
word(struct wide *w, uint64_t value)
{
    return ir_const(w->b.function, IR_I32, value);
}

static ir_id
pack(struct wide *w, ir_id low, ir_id high)
{
    return ir_build2(&w->b, IR_OP_pack64, IR_I64, low, high);
}

static ir_id
widen(struct wide *w, ir_id low)
{
    return pack(w, low, word(w, 0));
}

static ir_id
low_of(struct wide *w, ir_id value)
{
    return ir_build1(&w->b, IR_OP_unpack_lo, IR_I32, value);
}

static ir_id
high_of(struct wide *w, ir_id value)
{
    return ir_build1(&w->b, IR_OP_unpack_hi, IR_I32, value);
}

static void
split(struct wide *w)
{
    w->x_low = low_of(w, w->x);
    w->x_high = high_of(w, w->x);
    if (w->y) {
        w->y_low = low_of(w, w->y);
        w->y_high = high_of(w, w->y);
    }
}

/* The 64-bit product of two words. */
static ir_id
product(struct wide *w, ir_id a, ir_id b)
{
    return pack(w, op32(w, IR_OP_mul, a, b), op32(w, IR_OP_umulhi, a, b));
}

/* Is the value an i32, sign-extended? */
static bool
is_signed_word(const struct wide *w, ir_id value)
{
    const struct ir_value *constant = ir_value(w->b.function, value);
    if (constant->kind == IR_VALUE_CONST)
        return (int64_t)constant->bits == (int32_t)constant->bits;
    const struct ir_inst *def = ir_def(w->b.function, value);
    return (def && def->op == IR_OP_sext) || ana_most_bits(w->b.function, value) < 32;
}

static ir_id
multiply(struct wide *w)
{
    split(w);
    if (is_signed_word(w, w->x) && is_signed_word(w, w->y) &&
        !(ana_most_bits(w->b.function, w->x) <= 32 && ana_most_bits(w->b.function, w->y) <= 32))
        return pack(w, op32(w, IR_OP_mul, w->x_low, w->y_low),
                    op32(w, IR_OP_smulhi, w->x_low, w->y_low));
    /* one sum goes to the high half: what selection looks for (isel_product.c) */
    ir_id cross = op32(w, IR_OP_add, op32(w, IR_OP_mul, w->x_low, w->y_high),
                       op32(w, IR_OP_mul, w->x_high, w->y_low));
    ir_id high = op32(w, IR_OP_add, op32(w, IR_OP_umulhi, w->x_low, w->y_low), cross);
    return pack(w, op32(w, IR_OP_mul, w->x_low, w->y_low), high);
}

/* Schoolbook, in words: none of the three sums can overflow 64 bits. */
static ir_id
multiply_high(struct wide *w)
{
    split(w);
    ir_id carry = widen(w, op32(w, IR_OP_umulhi, w->x_low, w->y_low));
    ir_id cross = op64(w, IR_OP_add, product(w, w->x_low, w->y_high), carry);
    ir_id other = op64(w, IR_OP_add, product(w, w->x_high, w->y_low), widen(w, low_of(w, cross)));
    ir_id high = op64(w, IR_OP_add, product(w, w->x_high, w->y_high), widen(w, high_of(w, cross)));
    return op64(w, IR_OP_add, high, widen(w, high_of(w, other)));
}

/* Two's complement: a negative factor counts 2^64 too much in the unsigned product. */
static ir_id
multiply_high_signed(struct wide *w)
{
    ir_id high = multiply_high(w), by = word(w, 63);
    ir_id x_sign = op64(w, IR_OP_ashr, w->x, by), y_sign = op64(w, IR_OP_ashr, w->y, by);
    high = op64(w, IR_OP_sub, high, op64(w, IR_OP_and, x_sign, w->y));
    return op64(w, IR_OP_sub, high, op64(w, IR_OP_and, y_sign, w->x));
}

static ir_id
choose(struct wide *w)
{
    static const uint8_t relations[IR_OPS] = {[IR_OP_umin] = IR_OP_ult,
                                              [IR_OP_umax] = IR_OP_ugt,
                                              [IR_OP_smin] = IR_OP_slt,
                                              [IR_OP_smax] = IR_OP_sgt};
    return pick(w, IR_I64, test(w, (enum ir_op)relations[w->op], w->x, w->y), w->x, w->y);
}

static ir_id
leading_zeros(struct wide *w)
{
    split(w);
    ir_id low = op32(w, IR_OP_add, op1_32(w, IR_OP_clz, w->x_low), word(w, 32));
    ir_id empty = test(w, IR_OP_eq, w->x_high, word(w, 0));
    return widen(w, pick(w, IR_I32, empty, low, op1_32(w, IR_OP_clz, w->x_high)));
}

static ir_id
trailing_zeros(struct wide *w)
{
    split(w);
    ir_id high = op32(w, IR_OP_add, op1_32(w, IR_OP_ctz, w->x_high), word(w, 32));
    ir_id empty = test(w, IR_OP_eq, w->x_low, word(w, 0));
    return widen(w, pick(w, IR_I32, empty, high, op1_32(w, IR_OP_ctz, w->x_low)));
}

static ir_id
count_bits(struct wide *w)
{
    split(w);
    return widen(w, op32(w, IR_OP_add, op1_32(w, IR_OP_popcount, w->x_low),
                         op1_32(w, IR_OP_popcount, w->x_high)));
}

static ir_id
reverse_bits(struct wide *w)
{
    split(w);
    return pack(w, op1_32(w, IR_OP_bitrev, w->x_high), op1_32(w, IR_OP_bitrev, w->x_low));
}

/* To f32 with one rounding: shift the first one bit to the top, keep 32 bits and a sticky one. */
static ir_id
unsigned_to_f32(struct wide *w, ir_id x)
{
    ir_id by = op1_32(w, IR_OP_clz, high_of(w, x));
    ir_id shifted = op64(w, IR_OP_shl, x, by);
    /* by is 32 for numbers below 2^32, which a shift by 32 brings to the high word */
    ir_id sticky = op32(w, IR_OP_umin, low_of(w, shifted), word(w, 1));
    ir_id top = op32(w, IR_OP_or, high_of(w, shifted), sticky);
    ir_id single = ir_build1(&w->b, IR_OP_uitofp, IR_F32, top);
    return ir_build2(&w->b, IR_OP_fldexp, IR_F32, single, op32(w, IR_OP_sub, word(w, 32), by));
}

static ir_id
signed_to_f32(struct wide *w)
{
    ir_id sign = op64(w, IR_OP_ashr, w->x, word(w, 63));
    ir_id size = op64(w, IR_OP_sub, op64(w, IR_OP_xor, w->x, sign), sign);
    ir_id top = ir_build1(&w->b, IR_OP_bitcast, IR_F32, high_of(w, w->x));
    return ir_build2(&w->b, IR_OP_fcopysign, IR_F32, unsigned_to_f32(w, size), top);
}

/* high * 2^32 is exact, so the sum rounds once. */
static ir_id
to_f64(struct wide *w, enum ir_op op)
{
    split(w);
    ir_id high = ir_build1(&w->b, op, IR_F64, w->x_high);
    ir_id low = ir_build1(&w->b, IR_OP_uitofp, IR_F64, w->x_low);
    high = ir_build2(&w->b, IR_OP_fldexp, IR_F64, high, word(w, 32));
    return ir_build2(&w->b, IR_OP_fadd, IR_F64, high, low);
}

/* Numbers that f16 holds are exact in f32, so its second rounding does no harm. */
static ir_id
to_float(struct wide *w, enum ir_op op, enum ir_type type)
{
    if (type == IR_F64)
        return to_f64(w, op);
    ir_id value = op == IR_OP_sitofp ? signed_to_f32(w) : unsigned_to_f32(w, w->x);
    return type == IR_F32 ? value : ir_build1(&w->b, IR_OP_fptrunc, type, value);
}

static ir_id
real(struct wide *w, enum ir_type type, double value)
{
    return ir_build_float(&w->b, type, value);
}

/* Words of a whole number in range, the upper one converted by op: of f32 only one that is not negative has
 * words that f32 holds. */
static ir_id
words_of(struct wide *w, ir_id whole, enum ir_op op)
{
    enum ir_type type = ir_type_of(w->b.function, whole);
    ir_id high = ir_build2(&w->b, IR_OP_fmul, type, whole, real(w, type, 0x1p-32));
    high = ir_build1(&w->b, IR_OP_ffloor, type, high);
    ir_id low = ir_build3(&w->b, IR_OP_fma, type, high, real(w, type, -0x1p32), whole);
    return pack(w, op1_32(w, IR_OP_fptoui, low), op1_32(w, op, high));
}

/* NaN too becomes 0. */
static ir_id
to_unsigned(struct wide *w, ir_id whole)
{
    enum ir_type type = ir_type_of(w->b.function, whole);
    whole = ir_build2(&w->b, IR_OP_fmax, type, whole, real(w, type, 0.0));
    ir_id big = test(w, IR_OP_foge, whole, real(w, type, 0x1p64));
    return pick(w, IR_I64, big, ir_const(w->b.function, IR_I64, UINT64_MAX),
                words_of(w, whole, IR_OP_fptoui));
}

static ir_id
signed_from_f32(struct wide *w, ir_id whole)
{
    ir_id bits = ir_build1(&w->b, IR_OP_bitcast, IR_I32, whole);
    ir_id half = op32(w, IR_OP_ashr, bits, word(w, 31)), sign = pack(w, half, half);
    ir_id size = ir_build1(&w->b, IR_OP_fabs, IR_F32, whole);
    ir_id value = op64(w, IR_OP_xor, words_of(w, size, IR_OP_fptoui), sign);
    ir_id most = op64(w, IR_OP_xor, sign, ir_const(w->b.function, IR_I64, INT64_MAX));
    return pick(w, IR_I64, test(w, IR_OP_foge, size, real(w, IR_F32, 0x1p63)), most,
                op64(w, IR_OP_sub, value, sign));
}

static ir_id
signed_from_f64(struct wide *w, ir_id whole)
{
    struct ir_function *f = w->b.function;
    ir_id value = words_of(w, whole, IR_OP_fptosi);
    value = pick(w, IR_I64, test(w, IR_OP_foge, whole, real(w, IR_F64, 0x1p63)),
                 ir_const(f, IR_I64, INT64_MAX), value);
    return pick(w, IR_I64, test(w, IR_OP_folt, whole, real(w, IR_F64, -0x1p63)),
                ir_const(f, IR_I64, (uint64_t)INT64_MIN), value);
}

static ir_id
from_float(struct wide *w, enum ir_op op)
{
    ir_id x = w->x;
    if (ir_type_of(w->b.function, x) == IR_F16)
        x = ir_build1(&w->b, IR_OP_fpext, IR_F32, x);
    enum ir_type type = ir_type_of(w->b.function, x);
    ir_id whole = ir_build1(&w->b, IR_OP_ftrunc, type, x);
    if (op == IR_OP_fptoui)
        return to_unsigned(w, whole);
    return type == IR_F32 ? signed_from_f32(w, whole) : signed_from_f64(w, whole);
}

/* x < 0 and x > -1 ask the upper half alone. */
static ir_id
test_sign(struct wide *w)
{
    if (!w->y || ir_type_of(w->b.function, w->x) != IR_I64 || !ir_is_const(w->b.function, w->y))
        return 0;
    uint64_t bound = ir_value(w->b.function, w->y)->bits;
    bool is_less = (w->op == IR_OP_slt && !bound) || (w->op == IR_OP_sle && bound == UINT64_MAX);
    bool is_above = (w->op == IR_OP_sge && !bound) || (w->op == IR_OP_sgt && bound == UINT64_MAX);
    if (!is_less && !is_above)
        return 0;
    return test(w, is_less ? IR_OP_slt : IR_OP_sge, high_of(w, w->x), word(w, 0));
}

static ir_id (*const expansions[IR_OPS])(struct wide *) = {
    [IR_OP_mul] = multiply,
    [IR_OP_umulhi] = multiply_high,
    [IR_OP_smulhi] = multiply_high_signed,
    [IR_OP_umin] = choose,
    [IR_OP_umax] = choose,
    [IR_OP_smin] = choose,
    [IR_OP_smax] = choose,
    [IR_OP_clz] = leading_zeros,
    [IR_OP_ctz] = trailing_zeros,
    [IR_OP_popcount] = count_bits,
    [IR_OP_bitrev] = reverse_bits,
};

static ir_id
expand(struct wide *w, const struct ir_inst *inst)
{
    enum ir_op op = (enum ir_op)inst->op;
    if (op == IR_OP_sitofp || op == IR_OP_uitofp)
        return ir_type_of(w->b.function, w->x) == IR_I64 ? to_float(w, op, (enum ir_type)inst->type)
                                                         : 0;
    if (inst->type == IR_I1)
        return test_sign(w);
    if (inst->type != IR_I64)
        return 0;
    if (op == IR_OP_fptosi || op == IR_OP_fptoui)
        return from_float(w, op);
    return expansions[op] ? expansions[op](w) : 0;
}

bool
lower_int64(struct ir_function *function)
{
    bool changed = false;
    ir_foreach_block (block, function)
        ir_foreach_inst_safe (inst, block) {
            struct wide w = {.b = {function, block, inst, inst->loc}, .op = (enum ir_op)inst->op};
            if (!inst->def_count || !inst->arg_count)
                continue;
            w.x = inst->args[0].value;
            w.y = inst->arg_count > 1 ? inst->args[1].value : 0;
            ir_id value = expand(&w, inst);
            if (!value)
                continue;
            ir_replace_uses(function, inst->def, value);
            ir_remove(inst);
            changed = true;
        }
    return changed;
}
