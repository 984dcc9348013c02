/* How the shadow of uninitialised bits goes through vector operations.
 *
 * The rule of each operation says which result bits may depend on which source bits, given the
 * values (an AND with a known zero is known).  It is the scheme of Valgrind's Memcheck (Seward and
 * Nethercote, "Using Valgrind to detect undefined value errors with bit-precision", 2005): exact
 * for bit operations and moves, a safe over-estimate for the rest. */
#include "runtime/sim/exec/valu.h"

/* All bits from the lowest undefined one upwards: where a carry can reach. */
static uint32_t
upwards(uint32_t shadow)
{
    return shadow | (0 - shadow);
}

static uint32_t
all_if(uint32_t shadow)
{
    return shadow ? 0xFFFFFFFF : 0;
}

static uint32_t
shift_left(uint32_t value, uint32_t amount, uint32_t amount_shadow)
{
    return amount_shadow & 31 ? 0xFFFFFFFF : value << (amount & 31);
}

static uint32_t
shift_right(uint32_t value, uint32_t amount, uint32_t amount_shadow)
{
    return amount_shadow & 31 ? 0xFFFFFFFF : value >> (amount & 31);
}

static uint32_t
shift_signed(uint32_t value, uint32_t amount, uint32_t amount_shadow)
{
    return amount_shadow & 31 ? 0xFFFFFFFF : (uint32_t)((int32_t)value >> (amount & 31));
}

static uint32_t
and_shadow(uint32_t a, uint32_t sa, uint32_t b, uint32_t sb)
{
    return (sa | sb) & (a | sa) & (b | sb);
}

static uint32_t
or_shadow(uint32_t a, uint32_t sa, uint32_t b, uint32_t sb)
{
    return (sa | sb) & (~a | sa) & (~b | sb);
}

static uint32_t
field_shadow(uint32_t value_shadow, uint32_t offset, uint32_t width)
{
    width &= 31;
    return width ? value_shadow >> (offset & 31) & ((1u << width) - 1) : 0;
}

/* The sign bit of a field fills what is above it, its shadow too. */
static uint32_t
extend(uint32_t shadow, unsigned width)
{
    bool top = width && shadow >> (width - 1) & 1;
    return top ? shadow | ~((1u << width) - 1) : shadow;
}

static uint32_t
perm_shadow(uint32_t sa, uint32_t sb, uint32_t selector)
{
    uint64_t shadow = (uint64_t)sa << 32 | sb;
    uint32_t result = 0;
    for (unsigned k = 0; k < 4; k++) {
        unsigned sel = selector >> 8 * k & 0xFF;
        uint32_t byte = sel <= 7    ? shadow >> 8 * sel & 0xFF
                        : sel <= 11 ? (shadow >> (16 * (sel - 8) + 15) & 1 ? 0xFF : 0)
                                    : 0;
        result |= byte << 8 * k;
    }
    return result;
}

/* a, b, c: values; sa, sb, sc: their shadow; select: the carry or select bit. */
static uint32_t
rule32(unsigned rule, uint32_t a, uint32_t sa, uint32_t b, uint32_t sb, uint32_t c, uint32_t sc)
{
    switch (rule) {
    case SHADOW_MOVE:
    case SHADOW_BITREV: {
        uint32_t r = sa;
        if (rule == SHADOW_BITREV) {
            r = 0;
            for (unsigned k = 0; k < 32; k++)
                r |= (sa >> k & 1) << (31 - k);
        }
        return r;
    }
    case SHADOW_AND:
        return and_shadow(a, sa, b, sb);
    case SHADOW_OR:
        return or_shadow(a, sa, b, sb);
    case SHADOW_XOR:
        return sa | sb;
    case SHADOW_ADD:
        return upwards(sa | sb | sc);
    case SHADOW_BFI:
        return and_shadow(a, sa, b, sb) | and_shadow(~a, sa, c, sc);
    case SHADOW_SHL:
        return shift_left(sa, b, sb);
    case SHADOW_SHLREV:
        return shift_left(sb, a, sa);
    case SHADOW_SHR:
        return shift_right(sa, b, sb);
    case SHADOW_SHRREV:
        return shift_right(sb, a, sa);
    case SHADOW_ASHR:
        return shift_signed(sa, b, sb);
    case SHADOW_ASHRREV:
        return shift_signed(sb, a, sa);
    case SHADOW_BFE:
        return (sb | sc) & 31 ? 0xFFFFFFFF : field_shadow(sa, b, c);
    case SHADOW_SBFE:
        return (sb | sc) & 31 ? 0xFFFFFFFF : extend(field_shadow(sa, b, c), c & 31);
    case SHADOW_PERM:
        return sc ? 0xFFFFFFFF : perm_shadow(sa, sb, c);
    case SHADOW_ALIGNBIT:
        return sc & 31 ? 0xFFFFFFFF : (uint32_t)(((uint64_t)sa << 32 | sb) >> (c & 31));
    case SHADOW_ALIGNBYTE:
        return sc & 3 ? 0xFFFFFFFF : (uint32_t)(((uint64_t)sa << 32 | sb) >> 8 * (c & 3));
    case SHADOW_LSHL_OR: {
        uint32_t shifted = a << (b & 31), shadow = shift_left(sa, b, sb);
        return or_shadow(shifted, shadow, c, sc);
    }
    case SHADOW_LSHL_ADD:
        return upwards(shift_left(sa, b, sb) | sc);
    case SHADOW_AND_OR:
        return or_shadow(a & b, and_shadow(a, sa, b, sb), c, sc);
    case SHADOW_OR3:
        return or_shadow(a | b, or_shadow(a, sa, b, sb), c, sc);
    case SHADOW_UBYTE0:
    case SHADOW_UBYTE1:
    case SHADOW_UBYTE2:
    case SHADOW_UBYTE3:
        return all_if(sa >> 8 * (rule - SHADOW_UBYTE0) & 0xFF);
    case SHADOW_PACKED:
        return ((sa | sb | sc) & 0xFFFF ? 0xFFFF : 0) | ((sa | sb | sc) >> 16 ? 0xFFFF0000 : 0);
    case SHADOW_PACK16:
        return (sa & 0xFFFF) | sb << 16;
    case SHADOW_LOW24:
        return upwards((sa | sb) & 0xFFFFFF) | upwards(sc);
    default:
        return all_if(sa | sb | sc);
    }
}

void
shadow_combine(const struct sim_op *op, const struct valu *x,
               const uint32_t *const shadow[SIM_MAX_SOURCES], uint64_t carry_shadow,
               uint32_t result[SIM_LANES])
{
    static const uint32_t none[SIM_LANES];
    const uint32_t *m[3], *v[3];
    for (unsigned k = 0; k < 3; k++) {
        m[k] = k < op->source_count && shadow[k] ? shadow[k] : none;
        v[k] = k < op->source_count && op->source[k].dwords < 2 && x->s[k] &&
                       op->source[k].kind != SIM_SRC_NONE
                   ? x->s[k]
                   : none;
    }
    unsigned rule = op->shadow_rule;
    EACH_LANE(i)
    {
        bool carry_undefined = carry_shadow >> i & 1;
        /* only the chosen source counts, if the choice itself is defined */
        if (rule == SHADOW_SELECT)
            result[i] = carry_undefined ? 0xFFFFFFFF : x->carry >> i & 1 ? m[1][i] : m[0][i];
        else if (carry_undefined)
            result[i] = 0xFFFFFFFF;
        else
            result[i] = rule32(rule, v[0][i], m[0][i], v[1][i], m[1][i], v[2][i], m[2][i]);
    }
}

static uint32_t
chosen_half(uint64_t shadow, unsigned select, unsigned source)
{
    return (uint32_t)(shadow >> (select >> source & 1 ? 32 : 0));
}

static uint64_t
pair_shadow(const struct gcn_inst *inst, uint64_t sa, uint64_t sb, uint64_t sc)
{
    uint32_t half[2];
    for (unsigned high = 0; high < 2; high++) {
        unsigned select = high ? inst->op_sel_hi : inst->op_sel;
        half[high] = all_if(chosen_half(sa, select, 0) | chosen_half(sb, select, 1) |
                            chosen_half(sc, select, 2));
    }
    return half[0] | (uint64_t)half[1] << 32;
}

static uint64_t
rule64(unsigned rule, const struct valu *x, unsigned lane, uint64_t sa, uint64_t sb, uint64_t sc)
{
    uint64_t all = sa | sb | sc ? ~UINT64_C(0) : 0;
    switch (rule) {
    case SHADOW_MAD64:
        return sa | sb ? all : sc | (0 - sc); /* upwards from the addend's lowest */
    case SHADOW_SHL64:
        return sb ? all : sa << (x->s[1][lane] & 63);
    case SHADOW_SHLREV64:
        return sa ? all : sb << (x->s[0][lane] & 63);
    case SHADOW_SHR64:
        return sb ? all : (uint64_t)((int64_t)sa >> (x->s[1][lane] & 63));
    case SHADOW_SHRREV64:
        return sa ? all : (uint64_t)((int64_t)sb >> (x->s[0][lane] & 63));
    case SHADOW_PAIR:
        return pair_shadow(&x->op->inst, sa, sb, sc);
    case SHADOW_PAIR_MOVE:
        return chosen_half(sa, x->op->inst.op_sel, 0) |
               (uint64_t)chosen_half(sb, x->op->inst.op_sel, 1) << 32;
    default:
        return all;
    }
}

void
shadow_combine64(const struct sim_op *op, const struct valu *x, uint64_t (*shadow)[SIM_LANES],
                 uint64_t carry_shadow, uint64_t result[SIM_LANES])
{
    EACH_LANE(i)
    {
        uint64_t m[3];
        for (unsigned k = 0; k < 3; k++)
            m[k] = k < op->source_count ? shadow[k][i] : 0;
        result[i] =
            carry_shadow >> i & 1 ? ~UINT64_C(0) : rule64(op->shadow_rule, x, i, m[0], m[1], m[2]);
    }
}
