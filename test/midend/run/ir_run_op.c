/* Values of the pure operations, written from ir_op.def and apart from ir_fold.c. */
#include "test/midend/run/ir_run.h"

#include <math.h>
#include <string.h>

static uint64_t
mask(enum ir_type type)
{
    unsigned bits = ir_type_bits(type);
    return bits ? UINT64_MAX >> (64 - bits) : 0;
}

static int64_t
as_signed(enum ir_type type, uint64_t bits)
{
    unsigned shift = 64 - ir_type_bits(type);
    return (int64_t)(bits << shift) >> shift;
}

static double
half_to_double(uint64_t bits)
{
    int exponent = bits >> 10 & 31;
    double mantissa = (double)(bits & 1023), value;
    if (exponent == 31)
        value = mantissa != 0 ? NAN : INFINITY;
    else
        value = exponent ? ldexp(1024 + mantissa, exponent - 25) : ldexp(mantissa, -24);
    return bits & 0x8000 ? -value : value;
}

static uint64_t
double_to_half(double value)
{
    uint64_t sign = signbit(value) ? 0x8000 : 0;
    double size = fabs(value);
    int exponent;
    if (isnan(value))
        return 0x7e00;
    if (size == 0) /* has no exponent */
        return sign;
    if (size >= 65520)
        return sign | 0x7c00;
    frexp(size, &exponent);
    if (exponent < -13)
        return sign | (uint64_t)rint(ldexp(size, 24));
    uint64_t units = (uint64_t)rint(ldexp(size, 11 - exponent)); /* 1024 .. 2048 */
    return sign | (((uint64_t)(exponent + 14) << 10) + units - 1024);
}

static double
real(enum ir_type type, uint64_t bits)
{
    double wide;
    float narrow;
    uint32_t word = (uint32_t)bits;
    if (type == IR_F16)
        return half_to_double(bits);
    if (type == IR_F32)
        return memcpy(&narrow, &word, 4), narrow;
    return memcpy(&wide, &bits, 8), wide;
}

static uint64_t
bits_of(enum ir_type type, double value)
{
    uint64_t wide;
    uint32_t word;
    float narrow = (float)value;
    if (type == IR_F16)
        return double_to_half(value);
    if (type == IR_F32)
        return memcpy(&word, &narrow, 4), word;
    return memcpy(&wide, &value, 8), wide;
}

static uint64_t
high_product(enum ir_type type, bool is_signed, uint64_t a, uint64_t b)
{
    if (type == IR_I64)
        return is_signed ? (uint64_t)(((__int128)(int64_t)a * (int64_t)b) >> 64)
                         : (uint64_t)(((unsigned __int128)a * b) >> 64);
    return is_signed ? (uint64_t)((as_signed(type, a) * as_signed(type, b)) >> 32) : (a * b) >> 32;
}

static uint64_t
reverse(uint64_t bits, unsigned width)
{
    uint64_t result = 0;
    for (unsigned i = 0; i < width; i++)
        result |= (bits >> i & 1) << (width - 1 - i);
    return result;
}

static uint64_t
permute(uint64_t a, uint64_t b, uint64_t selector)
{
    uint64_t bytes = a << 32 | (uint32_t)b, result = 0;
    for (unsigned i = 0; i < 4; i++) {
        unsigned s = selector >> (8 * i) & 255;
        uint64_t byte = s < 8     ? bytes >> (8 * s) & 255
                        : s < 12  ? (bytes >> (16 * (s - 8) + 15) & 1 ? 255 : 0)
                        : s == 12 ? 0
                                  : 255;
        result |= byte << (8 * i);
    }
    return result;
}

static bool
integer_op(enum ir_op op, enum ir_type type, const uint64_t *v, uint64_t *r)
{
    unsigned width = ir_type_bits(type);
    uint64_t a = v[0], b = v[1], shift = width ? b % width : 0;
    int64_t sa = as_signed(type, a), sb = as_signed(type, b);
    switch (op) {
    case IR_OP_add:
        *r = a + b;
        break;
    case IR_OP_sub:
        *r = a - b;
        break;
    case IR_OP_mul:
        *r = a * b;
        break;
    case IR_OP_udiv:
        *r = b ? a / b : 0;
        break;
    case IR_OP_urem:
        *r = b ? a % b : 0;
        break;
    case IR_OP_sdiv:
        *r = sb == 0 ? 0 : sb == -1 ? 0 - a : (uint64_t)(sa / sb);
        break;
    case IR_OP_srem:
        *r = sb == 0 || sb == -1 ? 0 : (uint64_t)(sa % sb);
        break;
    case IR_OP_and:
        *r = a & b;
        break;
    case IR_OP_or:
        *r = a | b;
        break;
    case IR_OP_xor:
        *r = a ^ b;
        break;
    case IR_OP_shl:
        *r = a << shift;
        break;
    case IR_OP_lshr:
        *r = a >> shift;
        break;
    case IR_OP_ashr:
        *r = (uint64_t)(sa >> shift);
        break;
    case IR_OP_fshr:
        shift = v[2] % width;
        *r = shift ? b >> shift | a << (width - shift) : b;
        break;
    case IR_OP_umulhi:
        *r = high_product(type, false, a, b);
        break;
    case IR_OP_smulhi:
        *r = high_product(type, true, a, b);
        break;
    case IR_OP_umul24:
        *r = (a & 0xffffff) * (b & 0xffffff);
        break;
    case IR_OP_smul24:
        *r = (uint64_t)(((int64_t)(a << 40) >> 40) * ((int64_t)(b << 40) >> 40));
        break;
    case IR_OP_umin:
        *r = a < b ? a : b;
        break;
    case IR_OP_umax:
        *r = a > b ? a : b;
        break;
    case IR_OP_smin:
        *r = sa < sb ? a : b;
        break;
    case IR_OP_smax:
        *r = sa > sb ? a : b;
        break;
    case IR_OP_uadd_sat:
        *r = b > mask(type) - a ? mask(type) : a + b;
        break;
    case IR_OP_usub_sat:
        *r = b > a ? 0 : a - b;
        break;
    case IR_OP_sadd_sat:
    case IR_OP_ssub_sat: {
        uint64_t sum = (op == IR_OP_sadd_sat ? a + b : a - b) & mask(type);
        uint64_t other = op == IR_OP_sadd_sat ? b : ~b, sign = mask(type) ^ mask(type) >> 1;
        bool overflows = ~(a ^ other) & (a ^ sum) & sign;
        *r = !overflows ? sum : a & sign ? sign : sign - 1;
        break;
    }
    case IR_OP_clz:
        *r = a ? (unsigned)__builtin_clzll(a) - (64 - width) : width;
        break;
    case IR_OP_ctz:
        *r = a ? (unsigned)__builtin_ctzll(a) : width;
        break;
    case IR_OP_popcount:
        *r = (unsigned)__builtin_popcountll(a);
        break;
    case IR_OP_bitrev:
        *r = reverse(a, width);
        break;
    case IR_OP_ubfe:
        *r = (a >> (b & 31)) & ((UINT64_C(1) << (v[2] & 31)) - 1);
        break;
    case IR_OP_sbfe:
        shift = v[2] & 31;
        a = (uint64_t)((int32_t)a >> (b & 31));
        *r = shift ? (uint64_t)((int64_t)(a << (64 - shift)) >> (64 - shift)) : 0;
        break;
    case IR_OP_bfm:
        for (unsigned i = *r = 0; i < (a & 31) && i + (b & 31) < 32; i++)
            *r |= UINT64_C(1) << (i + (b & 31));
        break;
    case IR_OP_bfi:
        *r = v[2] ^ ((b ^ v[2]) & a);
        break;
    case IR_OP_perm:
        *r = permute(a, b, v[2]);
        break;
    case IR_OP_pk_add:
    case IR_OP_pk_mul:
    case IR_OP_pk_mad:
        for (unsigned i = *r = 0; i < 32; i += 16) {
            uint64_t x = a >> i & 0xffff, y = b >> i & 0xffff;
            uint64_t half = op == IR_OP_pk_add ? x + y : x * y;
            *r |= ((op == IR_OP_pk_mad ? half + (v[2] >> i) : half) & 0xffff) << i;
        }
        break;
    case IR_OP_sad_u8:
        *r = v[2];
        for (unsigned i = 0; i < 32; i += 8) {
            int difference = (int)(a >> i & 255) - (int)(b >> i & 255);
            *r += (uint64_t)(difference < 0 ? -difference : difference);
        }
        break;
    case IR_OP_mbcnt:
        *r = b;
        break; /* one lane a wave: nothing is below it */
    default:
        return false;
    }
    *r &= mask(type);
    return true;
}

static double
median(double a, double b, double c)
{
    return fmax(fmin(a, b), fmin(fmax(a, b), c));
}

static double
fused(enum ir_type type, double a, double b, double c)
{
    return type == IR_F32 ? (double)fmaf((float)a, (float)b, (float)c) : fma(a, b, c);
}

/* v_div_fixup: the quotient with its sign and the special cases put right. */
static double
fix_quotient(double quotient, double den, double num)
{
    double sign = signbit(den) != signbit(num) ? -1 : 1;
    if (isnan(num) || isnan(den) || (num == 0 && den == 0) || (isinf(num) && isinf(den)))
        return NAN;
    if (den == 0 || isinf(num))
        return sign * INFINITY;
    if (isinf(den) || num == 0)
        return sign * 0.0;
    return copysign(quotient, sign);
}

static bool
float_op(enum ir_op op, enum ir_type type, const double *v, double *r)
{
    double a = v[0], b = v[1], c = v[2];
    int exponent;
    switch (op) {
    case IR_OP_fadd:
        *r = a + b;
        break;
    case IR_OP_fsub:
        *r = a - b;
        break;
    case IR_OP_fmul:
        *r = a * b;
        break;
    case IR_OP_fdiv:
        *r = a / b;
        break;
    case IR_OP_fcopysign:
        *r = copysign(a, b);
        break;
    case IR_OP_fma:
        *r = fused(type, a, b, c);
        break;
    case IR_OP_fmad: /* fused or not: whoever needs it fused shows */
        *r = real(type, bits_of(type, a * b)) + c;
        break;
    case IR_OP_fmin:
        *r = fmin(a, b);
        break;
    case IR_OP_fmax:
        *r = fmax(a, b);
        break;
    case IR_OP_div_fmas:
        *r = fused(type, a, b, c);
        break;
    case IR_OP_div_fixup:
        *r = fix_quotient(a, b, c);
        break;
    case IR_OP_fmed3:
        *r = median(a, b, c);
        break;
    case IR_OP_fsqrt:
    case IR_OP_hw_sqrt:
        *r = sqrt(a);
        break;
    case IR_OP_ffloor:
        *r = floor(a);
        break;
    case IR_OP_fceil:
        *r = ceil(a);
        break;
    case IR_OP_ftrunc:
        *r = trunc(a);
        break;
    case IR_OP_frint:
        *r = rint(a);
        break;
    case IR_OP_ffract:
        *r = fmin(a - floor(a), type == IR_F32 ? 0x1.fffffep-1 : 0x1.fffffffffffffp-1);
        break;
    case IR_OP_fcanonicalize:
        *r = a;
        break;
    case IR_OP_frexp_mant:
        *r = frexp(a, &exponent);
        break;
    case IR_OP_hw_rcp:
        *r = 1 / a;
        break;
    case IR_OP_hw_rsq:
        *r = 1 / sqrt(a);
        break;
    case IR_OP_hw_exp2:
        *r = exp2(a);
        break;
    case IR_OP_hw_log2:
        *r = log2(a);
        break;
    case IR_OP_hw_sin:
        *r = sin(a * 6.283185307179586);
        break;
    case IR_OP_hw_cos:
        *r = cos(a * 6.283185307179586);
        break;
    default:
        return false;
    }
    return true;
}

static uint64_t
classify(enum ir_type type, uint64_t bits)
{
    double value = real(type, bits);
    bool negative = bits >> (ir_type_bits(type) - 1) & 1;
    uint64_t low = type == IR_F16 ? 0x0400 : type == IR_F32 ? 0x00800000 : 0x0010000000000000;
    uint64_t size = bits & (mask(type) >> 1);
    if (isnan(value))
        return 2;
    if (isinf(value))
        return negative ? 4 : 512;
    if (size == 0)
        return negative ? 32 : 64;
    if (size < low)
        return negative ? 16 : 128;
    return negative ? 8 : 256;
}

static bool
compare(enum ir_op op, enum ir_type type, const uint64_t *v, uint64_t *r)
{
    if (op >= IR_OP_foeq && op <= IR_OP_fuge) {
        double a = real(type, v[0]), b = real(type, v[1]);
        bool unordered = isnan(a) || isnan(b);
        bool truth[] = {a == b, a != b, a<b, a <= b, a> b, a >= b};
        if (op == IR_OP_ford || op == IR_OP_funo)
            *r = unordered == (op == IR_OP_funo);
        else if (op < IR_OP_ford)
            *r = !unordered && truth[op - IR_OP_foeq];
        else
            *r = unordered || truth[op - IR_OP_fueq];
        return true;
    }
    int64_t a = as_signed(type, v[0]), b = as_signed(type, v[1]);
    switch (op) {
    case IR_OP_eq:
        *r = v[0] == v[1];
        break;
    case IR_OP_ne:
        *r = v[0] != v[1];
        break;
    case IR_OP_ult:
        *r = v[0] < v[1];
        break;
    case IR_OP_ule:
        *r = v[0] <= v[1];
        break;
    case IR_OP_ugt:
        *r = v[0] > v[1];
        break;
    case IR_OP_uge:
        *r = v[0] >= v[1];
        break;
    case IR_OP_slt:
        *r = a < b;
        break;
    case IR_OP_sle:
        *r = a <= b;
        break;
    case IR_OP_sgt:
        *r = a > b;
        break;
    case IR_OP_sge:
        *r = a >= b;
        break;
    default:
        return false;
    }
    return true;
}

/* Toward zero; saturates, NaN gives 0. */
static uint64_t
to_integer(double value, unsigned width, bool is_signed)
{
    double top = ldexp(1, (int)width - is_signed), bottom = is_signed ? -top : 0;
    uint64_t most = UINT64_MAX >> (64 - width + is_signed);
    if (isnan(value))
        return 0;
    value = trunc(value);
    if (value >= top)
        return most;
    if (value <= bottom)
        return is_signed ? ~most : 0;
    return is_signed ? (uint64_t)(int64_t)value : (uint64_t)value;
}

static uint64_t
from_integer(enum ir_type to, enum ir_type from, uint64_t bits, bool is_signed)
{
    int64_t value = as_signed(from, bits);
    uint32_t word;
    float narrow = is_signed ? (float)value : (float)bits; /* once rounded */
    if (to == IR_F32)
        return memcpy(&word, &narrow, 4), word;
    return bits_of(to, is_signed ? (double)value : (double)bits);
}

/* Generic addresses hold segment addresses in apertures, as flat addressing does. */
enum { LOCAL_APERTURE = 1, PRIVATE_APERTURE = 2 };

static uint64_t
change_space(enum ir_type to, enum ir_type from, uint64_t a)
{
    unsigned out = ir_space_of(to), in = ir_space_of(from);
    if (out == in)
        return a;
    if (in == 3)
        return a == UINT32_MAX ? 0 : out == 0 ? a | (uint64_t)LOCAL_APERTURE << 56 : a;
    if (in == 5)
        return a == 0 ? 0 : out == 0 ? a | (uint64_t)PRIVATE_APERTURE << 56 : a;
    if (out == 3)
        return a == 0 ? UINT32_MAX : (uint32_t)a;
    return out == 5 ? (uint32_t)a : a;
}

static bool
cast(enum ir_op op, enum ir_type to, enum ir_type from, uint64_t a, uint64_t *r)
{
    switch (op) {
    case IR_OP_trunc:
    case IR_OP_zext:
    case IR_OP_bitcast:
    case IR_OP_ptrtoint:
    case IR_OP_inttoptr:
    case IR_OP_unpack_lo:
        *r = a & mask(to);
        break;
    case IR_OP_unpack_hi:
        *r = a >> 32;
        break;
    case IR_OP_sext:
        *r = (uint64_t)as_signed(from, a) & mask(to);
        break;
    case IR_OP_fptrunc:
    case IR_OP_fpext:
        *r = bits_of(to, real(from, a));
        break;
    case IR_OP_fptosi:
    case IR_OP_fptoui:
        *r = to_integer(real(from, a), ir_type_bits(to), op == IR_OP_fptosi) & mask(to);
        break;
    case IR_OP_sitofp:
    case IR_OP_uitofp:
        *r = from_integer(to, from, a, op == IR_OP_sitofp);
        break;
    case IR_OP_addrspacecast:
        *r = change_space(to, from, a);
        break;
    case IR_OP_frexp_exp: {
        int exponent = 0;
        double value = real(from, a);
        if (isfinite(value))
            frexp(value, &exponent);
        *r = (uint32_t)exponent;
        break;
    }
    default:
        return false;
    }
    return true;
}

bool
ir_run_op(const struct ir_function *function, const struct ir_inst *inst, const uint64_t *args,
          uint64_t *result)
{
    enum ir_op op = (enum ir_op)inst->op;
    enum ir_type type = (enum ir_type)inst->type;
    enum ir_type from = inst->arg_count ? ir_type_of(function, inst->args[0].value) : IR_VOID;
    uint64_t v[4] = {0};
    double f[4], value;
    for (uint32_t i = 0; i < inst->arg_count && i < 4; i++) {
        v[i] = args[i];
        f[i] = real(ir_type_of(function, inst->args[i].value), v[i]);
    }
    for (uint32_t i = inst->arg_count; i < 4; i++)
        f[i] = 0;
    if (op == IR_OP_select)
        return *result = v[0] ? v[1] : v[2], true;
    if (op == IR_OP_pack64)
        return *result = v[1] << 32 | v[0], true;
    if (op == IR_OP_lane_copy || op == IR_OP_readfirstlane || op == IR_OP_readlane ||
        op == IR_OP_shuffle)
        return *result = v[0], true;
    if (op == IR_OP_first_lanes || op == IR_OP_last_lane)
        return *result = 0, true;
    if (op == IR_OP_ballot)
        return *result = v[0], true;
    if (op == IR_OP_bpermute || op == IR_OP_scan_source)
        return *result = v[1], true;
    if (op == IR_OP_ptradd)
        return *result = (v[0] + v[1]) & mask(type), true;
    if (op == IR_OP_fneg || op == IR_OP_fabs) {
        uint64_t sign = UINT64_C(1) << (ir_type_bits(type) - 1);
        return *result = op == IR_OP_fneg ? v[0] ^ sign : v[0] & ~sign, true;
    }
    if (op == IR_OP_fclass)
        return *result = (classify(from, v[0]) & v[1]) != 0, true;
    if (op == IR_OP_fldexp)
        return *result = bits_of(type, ldexp(f[0], (int32_t)v[1])), true;
    if (cast(op, type, from, v[0], result))
        return true;
    if (ir_is_float(type) && float_op(op, type, f, &value))
        return *result = bits_of(type, value), true;
    if (type == IR_I1 && inst->arg_count == 2 && compare(op, from, v, result))
        return true;
    uint64_t low[4] = {v[0], v[1], v[2], v[3]};
    for (unsigned i = 0; i < 2 && inst->no_wrap & (IR_UNSIGNED24 | IR_SIGNED24); i++)
        low[i] = inst->no_wrap & IR_UNSIGNED24
                     ? v[i] & 0xffffff
                     : (uint64_t)((int32_t)((uint32_t)v[i] << 8) >> 8) & mask(type);
    if (!ir_is_int(type) || !integer_op(op, type, low, result))
        return false;
    if (inst->no_wrap & IR_LOW24)
        *result ^= UINT64_C(0xa5000000); /* undefined bits: whoever reads them shows */
    return true;
}
