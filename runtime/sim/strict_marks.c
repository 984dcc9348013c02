/* How marks of uninitialised bits flow through vector operations.
 *
 * The rule of each operation says which result bits may depend on which source bits, given the
 * values (an AND with a known zero is known).  It is the scheme of Valgrind's Memcheck (Seward and
 * Nethercote, "Using Valgrind to detect undefined value errors with bit-precision", 2005): exact
 * for bit operations and moves, a safe over-estimate for the rest. */
#include "runtime/sim/valu.h"

/* All bits from the lowest marked one upwards: where a carry can reach. */
static uint32_t
upwards(uint32_t marks)
{
    return marks | (0 - marks);
}

static uint32_t
all_if(uint32_t marks)
{
    return marks ? 0xFFFFFFFF : 0;
}

static uint32_t
shift_left(uint32_t value, uint32_t amount, uint32_t amount_marks)
{
    return amount_marks & 31 ? 0xFFFFFFFF : value << (amount & 31);
}

static uint32_t
shift_right(uint32_t value, uint32_t amount, uint32_t amount_marks)
{
    return amount_marks & 31 ? 0xFFFFFFFF : value >> (amount & 31);
}

static uint32_t
shift_signed(uint32_t value, uint32_t amount, uint32_t amount_marks)
{
    return amount_marks & 31 ? 0xFFFFFFFF : (uint32_t)((int32_t)value >> (amount & 31));
}

static uint32_t
and_marks(uint32_t a, uint32_t am, uint32_t b, uint32_t bm)
{
    return (am | bm) & (a | am) & (b | bm);
}

static uint32_t
or_marks(uint32_t a, uint32_t am, uint32_t b, uint32_t bm)
{
    return (am | bm) & (~a | am) & (~b | bm);
}

static uint32_t
field_marks(uint32_t value_marks, uint32_t offset, uint32_t width)
{
    width &= 31;
    return width ? value_marks >> (offset & 31) & ((1u << width) - 1) : 0;
}

/* The sign bit of a field fills what is above it, its mark too. */
static uint32_t
extend(uint32_t marks, unsigned width)
{
    bool top = width && marks >> (width - 1) & 1;
    return top ? marks | ~((1u << width) - 1) : marks;
}

static uint32_t
perm_marks(uint32_t am, uint32_t bm, uint32_t selector)
{
    uint64_t marks = (uint64_t)am << 32 | bm;
    uint32_t result = 0;
    for (unsigned k = 0; k < 4; k++) {
        unsigned sel = selector >> 8 * k & 0xFF;
        uint32_t byte = sel <= 7    ? marks >> 8 * sel & 0xFF
                        : sel <= 11 ? (marks >> (16 * (sel - 8) + 15) & 1 ? 0xFF : 0)
                                    : 0;
        result |= byte << 8 * k;
    }
    return result;
}

/* a, b, c: values; am, bm, cm: their marks; select: the carry or select bit. */
static uint32_t
rule32(unsigned rule, uint32_t a, uint32_t am, uint32_t b, uint32_t bm, uint32_t c, uint32_t cm)
{
    switch (rule) {
    case MARK_MOVE:
    case MARK_BITREV: {
        uint32_t r = am;
        if (rule == MARK_BITREV) {
            r = 0;
            for (unsigned k = 0; k < 32; k++)
                r |= (am >> k & 1) << (31 - k);
        }
        return r;
    }
    case MARK_AND:
        return and_marks(a, am, b, bm);
    case MARK_OR:
        return or_marks(a, am, b, bm);
    case MARK_XOR:
        return am | bm;
    case MARK_ADD:
        return upwards(am | bm | cm);
    case MARK_BFI:
        return and_marks(a, am, b, bm) | and_marks(~a, am, c, cm);
    case MARK_SHL:
        return shift_left(am, b, bm);
    case MARK_SHLREV:
        return shift_left(bm, a, am);
    case MARK_SHR:
        return shift_right(am, b, bm);
    case MARK_SHRREV:
        return shift_right(bm, a, am);
    case MARK_ASHR:
        return shift_signed(am, b, bm);
    case MARK_ASHRREV:
        return shift_signed(bm, a, am);
    case MARK_BFE:
        return (bm | cm) & 31 ? 0xFFFFFFFF : field_marks(am, b, c);
    case MARK_SBFE:
        return (bm | cm) & 31 ? 0xFFFFFFFF : extend(field_marks(am, b, c), c & 31);
    case MARK_PERM:
        return cm ? 0xFFFFFFFF : perm_marks(am, bm, c);
    case MARK_ALIGNBIT:
        return cm & 31 ? 0xFFFFFFFF : (uint32_t)(((uint64_t)am << 32 | bm) >> (c & 31));
    case MARK_ALIGNBYTE:
        return cm & 3 ? 0xFFFFFFFF : (uint32_t)(((uint64_t)am << 32 | bm) >> 8 * (c & 3));
    case MARK_LSHL_OR: {
        uint32_t shifted = a << (b & 31), marks = shift_left(am, b, bm);
        return or_marks(shifted, marks, c, cm);
    }
    case MARK_LSHL_ADD:
        return upwards(shift_left(am, b, bm) | cm);
    case MARK_AND_OR:
        return or_marks(a & b, and_marks(a, am, b, bm), c, cm);
    case MARK_OR3:
        return or_marks(a | b, or_marks(a, am, b, bm), c, cm);
    case MARK_UBYTE0:
    case MARK_UBYTE1:
    case MARK_UBYTE2:
    case MARK_UBYTE3:
        return all_if(am >> 8 * (rule - MARK_UBYTE0) & 0xFF);
    case MARK_PACKED:
        return ((am | bm | cm) & 0xFFFF ? 0xFFFF : 0) | ((am | bm | cm) >> 16 ? 0xFFFF0000 : 0);
    case MARK_PACK16:
        return (am & 0xFFFF) | bm << 16;
    case MARK_LOW24:
        return upwards((am | bm) & 0xFFFFFF) | upwards(cm);
    default:
        return all_if(am | bm | cm);
    }
}

void
marks_combine(const struct sim_op *op, const struct valu *x,
              const uint32_t *const marks[SIM_MAX_SOURCES], uint64_t carry_marks,
              uint32_t result[SIM_LANES])
{
    static const uint32_t none[SIM_LANES];
    const uint32_t *m[3], *v[3];
    for (unsigned k = 0; k < 3; k++) {
        m[k] = k < op->source_count && marks[k] ? marks[k] : none;
        v[k] = k < op->source_count && op->source[k].dwords < 2 && x->s[k] &&
                       op->source[k].kind != SIM_SRC_NONE
                   ? x->s[k]
                   : none;
    }
    unsigned rule = op->mark_rule;
    EACH_LANE(i)
    {
        bool carry_marked = carry_marks >> i & 1;
        if (rule == MARK_SELECT)
            result[i] = carry_marked ? 0xFFFFFFFF : x->carry >> i & 1 ? m[1][i] : m[0][i];
        else if (carry_marked)
            result[i] = 0xFFFFFFFF;
        else
            result[i] = rule32(rule, v[0][i], m[0][i], v[1][i], m[1][i], v[2][i], m[2][i]);
    }
}

static uint64_t
rule64(unsigned rule, const struct valu *x, unsigned lane, uint64_t am, uint64_t bm, uint64_t cm)
{
    uint64_t all = am | bm | cm ? ~UINT64_C(0) : 0;
    switch (rule) {
    case MARK_MAD64:
        return am | bm ? all : cm | (0 - cm); /* upwards from the addend's lowest */
    case MARK_SHL64:
        return bm ? all : am << (x->s[1][lane] & 63);
    case MARK_SHLREV64:
        return am ? all : bm << (x->s[0][lane] & 63);
    case MARK_SHR64:
        return bm ? all : (uint64_t)((int64_t)am >> (x->s[1][lane] & 63));
    case MARK_SHRREV64:
        return am ? all : (uint64_t)((int64_t)bm >> (x->s[0][lane] & 63));
    default:
        return all;
    }
}

void
marks_combine64(const struct sim_op *op, const struct valu *x, uint64_t (*marks)[SIM_LANES],
                uint64_t carry_marks, uint64_t result[SIM_LANES])
{
    EACH_LANE(i)
    {
        uint64_t m[3];
        for (unsigned k = 0; k < 3; k++)
            m[k] = k < op->source_count ? marks[k][i] : 0;
        result[i] =
            carry_marks >> i & 1 ? ~UINT64_C(0) : rule64(op->mark_rule, x, i, m[0], m[1], m[2]);
    }
}
