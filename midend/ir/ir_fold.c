/* Constant folding.  One row per operation; an operation without a row does not fold. */
#include "midend/ir/ir_info.h"

/* Arguments are the low bits of their types, zero above; a result is masked by the caller. */
struct fold {
    enum ir_type type; /* of the result */
    enum ir_type from; /* of the first argument */
    unsigned width;    /* bits of the first argument */
    uint64_t a, b, c;
    int64_t sa, sb; /* a and b, sign-extended */
};

typedef bool fold_function(const struct fold *f, uint64_t *r);

#define FOLD(name, expression)                                                                     \
    static bool fold_##name(const struct fold *f, uint64_t *r)                                     \
    {                                                                                              \
        *r = (uint64_t)(expression);                                                               \
        return true;                                                                               \
    }
#define FOLD_IF(name, condition, expression)                                                       \
    static bool fold_##name(const struct fold *f, uint64_t *r)                                     \
    {                                                                                              \
        if (!(condition))                                                                          \
            return false;                                                                          \
        *r = (uint64_t)(expression);                                                               \
        return true;                                                                               \
    }

static uint64_t
high_product(uint64_t a, uint64_t b, unsigned width)
{
    return (uint64_t)((unsigned __int128)a * b >> width);
}

static uint64_t
high_product_signed(int64_t a, int64_t b, unsigned width)
{
    return (uint64_t)((__int128)a * b >> width);
}

static uint64_t
funnel(const struct fold *f)
{
    unsigned by = f->c & (f->width - 1);
    return by ? f->b >> by | f->a << (f->width - by) : f->b;
}

static uint64_t
reverse(const struct fold *f)
{
    uint64_t r = 0;
    for (unsigned i = 0; i < f->width; i++)
        r |= (f->a >> i & 1) << (f->width - 1 - i);
    return r;
}

static uint64_t
bit_field(const struct fold *f, bool is_signed)
{
    unsigned offset = f->b & 31, width = f->c & 31;
    if (!width)
        return 0;
    uint64_t field = (uint32_t)f->a >> offset & ((UINT64_C(1) << width) - 1);
    uint64_t top = UINT64_C(1) << (width - 1);
    if (is_signed && offset + width >= 32) /* copies of bit 31 come in from above */
        return (uint64_t)(int64_t)((int32_t)f->a >> offset);
    return is_signed ? (field ^ top) - top : field;
}

static uint64_t
sad(const struct fold *f)
{
    uint64_t sum = f->c;
    for (unsigned i = 0; i < 32; i += 8) {
        int x = (int)(f->a >> i & 255), y = (int)(f->b >> i & 255);
        sum += (uint64_t)(x > y ? x - y : y - x);
    }
    return sum;
}

/* v_perm_b32: bytes 0-3 of b, 4-7 of a; 8-11 signs of the halves; 12 zero, above 255. */
static uint64_t
permute(const struct fold *f)
{
    uint64_t all = f->a << 32 | f->b, r = 0;
    for (unsigned i = 0; i < 4; i++) {
        unsigned s = f->c >> i * 8 & 255;
        uint64_t byte = s < 8     ? all >> s * 8 & 255
                        : s < 12  ? (all >> ((s - 8) * 16 + 15) & 1 ? 255 : 0)
                        : s == 12 ? 0
                                  : 255;
        r |= byte << i * 8;
    }
    return r;
}

static int64_t
low24(uint64_t a)
{
    return (int64_t)(a << 40) >> 40;
}

/* The number of the type that is nearest to the exact sum of a and b, or of a and -b. */
static uint64_t
saturate(const struct fold *f, bool is_signed, bool is_minus)
{
    uint64_t most = UINT64_MAX >> (64 - f->width);
    __int128 a = is_signed ? (__int128)f->sa : (__int128)f->a;
    __int128 b = is_signed ? (__int128)f->sb : (__int128)f->b;
    __int128 sum = is_minus ? a - b : a + b;
    __int128 hi = is_signed ? (__int128)(most >> 1) : (__int128)most, lo = is_signed ? -hi - 1 : 0;
    return (uint64_t)(sum < lo ? lo : sum > hi ? hi : sum);
}

#define SHIFT_AMOUNT (f->b & (f->width - 1))
#define SMALLEST     (INT64_MIN >> (64 - f->width))

FOLD(add, f->a + f->b)
FOLD(sub, f->a - f->b)
FOLD(mul, f->a * f->b)
FOLD_IF(udiv, f->b, f->a / f->b)
FOLD_IF(urem, f->b, f->a % f->b)
FOLD_IF(sdiv, f->b && !(f->sb == -1 && f->sa == SMALLEST), f->sa / f->sb)
FOLD_IF(srem, f->b && !(f->sb == -1 && f->sa == SMALLEST), f->sa % f->sb)
FOLD(and, f->a & f->b)
FOLD(or, f->a | f->b)
FOLD(xor, f->a ^ f->b)
FOLD(shl, f->a << SHIFT_AMOUNT)
FOLD(lshr, f->a >> SHIFT_AMOUNT)
FOLD(ashr, f->sa >> SHIFT_AMOUNT)
FOLD(fshr, funnel(f))
FOLD(umulhi, high_product(f->a, f->b, f->width))
FOLD(smulhi, high_product_signed(f->sa, f->sb, f->width))
FOLD(umul24, (f->a & 0xffffff) * (f->b & 0xffffff))
FOLD(smul24, low24(f->a) * low24(f->b))
FOLD(umin, f->a < f->b ? f->a : f->b)
FOLD(umax, f->a > f->b ? f->a : f->b)
FOLD(smin, f->sa < f->sb ? f->a : f->b)
FOLD(smax, f->sa > f->sb ? f->a : f->b)
FOLD(uadd_sat, saturate(f, false, false))
FOLD(sadd_sat, saturate(f, true, false))
FOLD(usub_sat, saturate(f, false, true))
FOLD(ssub_sat, saturate(f, true, true))
FOLD(clz, f->a ? (unsigned)__builtin_clzll(f->a) - (64 - f->width) : f->width)
FOLD(ctz, f->a ? (unsigned)__builtin_ctzll(f->a) : f->width)
FOLD(popcount, __builtin_popcountll(f->a))
FOLD(bitrev, reverse(f))
FOLD(ubfe, bit_field(f, false))
FOLD(sbfe, bit_field(f, true))
FOLD(bfm, ((UINT64_C(1) << (f->a & 31)) - 1) << (f->b & 31))
FOLD(bfi, (f->a & f->b) | (~f->a & f->c))
FOLD(perm, permute(f))
FOLD(sad_u8, sad(f))
FOLD(trunc, f->a)
FOLD(zext, f->a)
FOLD(sext, f->sa)
FOLD(bitcast, f->a)
FOLD(ptrtoint, f->a)
FOLD(inttoptr, f->a)
FOLD(unpack_lo, f->a &UINT32_MAX)
FOLD(unpack_hi, f->a >> 32)
FOLD(pack64, f->a | f->b << 32)
FOLD(eq, f->a == f->b)
FOLD(ne, f->a != f->b)
FOLD(ult, f->a < f->b)
FOLD(ule, f->a <= f->b)
FOLD(ugt, f->a > f->b)
FOLD(uge, f->a >= f->b)
FOLD(slt, f->sa < f->sb)
FOLD(sle, f->sa <= f->sb)
FOLD(sgt, f->sa > f->sb)
FOLD(sge, f->sa >= f->sb)
FOLD(select, f->a ? f->b : f->c)
FOLD(ptradd, f->a + f->b)

/* Null becomes null; other addresses are known only at run time. */
FOLD_IF(addrspacecast, f->a == ir_null(f->from), ir_null(f->type))

static fold_function *const folds[IR_OPS] = {
#define ROW(name) [IR_OP_##name] = fold_##name
    ROW(add),      ROW(sub),      ROW(mul),           ROW(udiv),      ROW(urem),
    ROW(sdiv),     ROW(srem),     ROW(and),           ROW(or),        ROW(xor),
    ROW(shl),      ROW(lshr),     ROW(ashr),          ROW(fshr),      ROW(umulhi),
    ROW(smulhi),   ROW(umul24),   ROW(smul24),        ROW(umin),      ROW(umax),
    ROW(smin),     ROW(smax),     ROW(uadd_sat),      ROW(sadd_sat),  ROW(usub_sat),
    ROW(ssub_sat), ROW(clz),      ROW(ctz),           ROW(popcount),  ROW(bitrev),
    ROW(ubfe),     ROW(sbfe),     ROW(bfm),           ROW(bfi),       ROW(perm),
    ROW(sad_u8),   ROW(trunc),    ROW(zext),          ROW(sext),      ROW(bitcast),
    ROW(ptrtoint), ROW(inttoptr), ROW(unpack_lo),     ROW(unpack_hi), ROW(pack64),
    ROW(eq),       ROW(ne),       ROW(ult),           ROW(ule),       ROW(ugt),
    ROW(uge),      ROW(slt),      ROW(sle),           ROW(sgt),       ROW(sge),
    ROW(select),   ROW(ptradd),   ROW(addrspacecast),
};

bool
ir_fold_values(const struct ir_function *function, enum ir_op op, enum ir_type type,
               const ir_id *args, uint32_t arg_count, uint64_t *bits)
{
    uint64_t values[4] = {0};
    if (arg_count == 0 || arg_count > 4 || !(ir_op_info[op].flags & IR_PURE))
        return false;
    for (uint32_t i = 0; i < arg_count; i++) {
        const struct ir_value *value = &function->values.at[args[i]];
        if (value->kind != IR_VALUE_CONST)
            return false;
        values[i] = value->bits;
    }
    enum ir_type from = ir_type_of(function, args[0]);
    if (!folds[op])
        return ir_fold_float(op, type, from, values, bits);
    struct fold fold = {.type = type, .from = from, .width = ir_type_bits(from)};
    fold.a = values[0];
    fold.b = values[1];
    fold.c = values[2];
    fold.sa = ir_signed(from, values[0]);
    fold.sb = ir_signed(from, values[1]);
    if (!folds[op](&fold, bits))
        return false;
    *bits &= ir_mask(type);
    return true;
}

bool
ir_fold(struct ir_function *function, const struct ir_inst *inst, uint64_t *bits)
{
    ir_id args[4];
    if (inst->arg_count > 4 || inst->def_count != 1)
        return false;
    for (uint32_t i = 0; i < inst->arg_count; i++)
        args[i] = inst->args[i].value;
    return ir_fold_values(function, (enum ir_op)inst->op, (enum ir_type)inst->type, args,
                          inst->arg_count, bits);
}
