/* Fused multiplications of all lanes.  The rest of the simulator is compiled for any rounding mode of
 * the host, with which the compiler makes no vectors of these; they are the host's own instruction
 * whatever its mode. */
#include "runtime/sim/valu.h"

#include <math.h>

VALU_CLONES void
valu_fma32(uint32_t *to, const uint32_t *a, const uint32_t *b, const uint32_t *c)
{
    VALU_INDEPENDENT
    EACH_LANE(i) to[i] = f32_bits(fmaf(as_f32(a[i]), as_f32(b[i]), as_f32(c[i])));
}

VALU_CLONES void
valu_fma64(uint64_t *to, const uint64_t *a, const uint64_t *b, const uint64_t *c)
{
    VALU_INDEPENDENT
    EACH_LANE(i) to[i] = f64_bits(fma(as_f64(a[i]), as_f64(b[i]), as_f64(c[i])));
}
