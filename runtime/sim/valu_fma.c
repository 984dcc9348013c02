/* Fused multiplications of all lanes.  The rest of the simulator is compiled for any rounding mode of
 * the host, with which the compiler makes no vectors of these; they are the host's own instruction
 * whatever its mode. */
#include "runtime/sim/valu.h"

#include <math.h>

#define FMA(name, type, float_type, read, bits, function)                                          \
    VALU_CLONES bool name(type *to, const type *a, const type *b, const type *c)                   \
    {                                                                                              \
        type odd = 0;                                                                              \
        VALU_INDEPENDENT                                                                           \
        EACH_LANE(i)                                                                               \
        {                                                                                          \
            float_type r = function(read(a[i]), read(b[i]), read(c[i]));                           \
            odd |= __builtin_isunordered(r, r) ? (type)1 : (type)0;                                \
            to[i] = bits(r);                                                                       \
        }                                                                                          \
        return odd;                                                                                \
    }
FMA(valu_fma32, uint32_t, float, as_f32, f32_bits, fmaf)
FMA(valu_fma64, uint64_t, double, as_f64, f64_bits, fma)
