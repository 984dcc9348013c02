/* Fused multiplications of all lanes.  The rest of the simulator is compiled for any rounding mode of
 * the host, with which the compiler makes no vectors of these; they are the host's own instruction
 * whatever its mode. */
#include "runtime/sim/exec/valu.h"

#include <math.h>

#define FMA(name, type, float_type, read, bits, function)                                          \
    VALU_CLONES bool name(type *to, const type *a, const type *b, const type *c)                   \
    {                                                                                              \
        type odd = 0;                                                                              \
        VALU_INDEPENDENT                                                                           \
        EACH_LANE(i)                                                                               \
        {                                                                                          \
            float_type r = function(read(a[i]), read(b[i]), read(c[i]));                           \
            odd |= __builtin_isunordered(r, r) ? ~(type)0 : (type)0;                               \
            to[i] = bits(r);                                                                       \
        }                                                                                          \
        return odd;                                                                                \
    }
FMA(valu_fma32, uint32_t, float, as_f32, f32_bits, fmaf)
FMA(valu_fma64, uint64_t, double, as_f64, f64_bits, fma)

/* ---- doubles in the halves that registers have ---- */

typedef uint32_t half8 __attribute__((vector_size(32), aligned(4), may_alias));
typedef double double4 __attribute__((vector_size(32), may_alias));
typedef int64_t mask4 __attribute__((vector_size(32), may_alias));

/* Eight lanes: which of them lie in which vector does not matter to what is done lane by lane. */
struct eight {
    double4 first, second;
};

VALU_INLINE void
join8(struct eight *to, const struct valu_wide *source, unsigned i)
{
    half8 low = *(const half8 *)(source->low + i), high = *(const half8 *)(source->high + i);
    high = (high & source->keep) ^ source->turn;
    to->first = (double4)__builtin_shufflevector(low, high, 0, 8, 1, 9, 4, 12, 5, 13);
    to->second = (double4)__builtin_shufflevector(low, high, 2, 10, 3, 11, 6, 14, 7, 15);
}

VALU_INLINE void
split8(uint32_t *low, uint32_t *high, unsigned i, const struct eight *from)
{
    half8 first = (half8)from->first, second = (half8)from->second;
    *(half8 *)(low + i) = __builtin_shufflevector(first, second, 0, 2, 8, 10, 4, 6, 12, 14);
    *(half8 *)(high + i) = __builtin_shufflevector(first, second, 1, 3, 9, 11, 5, 7, 13, 15);
}

VALU_INLINE void
fma4(double4 *r, const double4 *a, const double4 *b, const double4 *c)
{
    for (unsigned k = 0; k < 4; k++)
        (*r)[k] = fma((*a)[k], (*b)[k], (*c)[k]);
}

/* operation: of r, a, b and c. */
#define WIDE(name, count, operation)                                                               \
    VALU_CLONES static bool w_##name(uint32_t *low, uint32_t *high,                                \
                                     const struct valu_wide source[3])                             \
    {                                                                                              \
        const struct valu_wide s0 = source[0], s1 = source[1], s2 = source[(count)-1];             \
        mask4 odd = {0};                                                                           \
        for (unsigned i = 0; i < SIM_LANES; i += 8) {                                              \
            struct eight a, b, c = {{0}, {0}}, r;                                                  \
            join8(&a, &s0, i);                                                                     \
            join8(&b, &s1, i);                                                                     \
            if ((count) == 3)                                                                      \
                join8(&c, &s2, i);                                                                 \
            operation(r.first, a.first, b.first, c.first);                                         \
            operation(r.second, a.second, b.second, c.second);                                     \
            odd |= (r.first != r.first) | (r.second != r.second);                                  \
            split8(low, high, i, &r);                                                              \
        }                                                                                          \
        return odd[0] | odd[1] | odd[2] | odd[3];                                                  \
    }
#define ADD(r, a, b, c)      (r = a + b)
#define MULTIPLY(r, a, b, c) (r = a * b)
#define FUSED(r, a, b, c)    fma4(&r, &a, &b, &c)
WIDE(add, 2, ADD)
WIDE(mul, 2, MULTIPLY)
WIDE(fma, 3, FUSED)

valu_wide_fn *
valu_choose_wide(unsigned op)
{
    switch (op) {
    case GCN_v_add_f64:
        return w_add;
    case GCN_v_mul_f64:
        return w_mul;
    case GCN_v_fma_f64:
    case GCN_v_fmac_f64:
        return w_fma;
    default:
        return NULL;
    }
}
