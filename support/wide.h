/* Integers of 128 bits: what OpenCL C's long long is for clang on AMD GCN.  Where memory is dear they are kept
 * as two halves. */
#ifndef OCC_SUPPORT_WIDE_H
#define OCC_SUPPORT_WIDE_H

#include "support/arena.h"

#include <stdbool.h>
#include <stdint.h>

typedef __int128 wide_int;
typedef unsigned __int128 wide_uint;

static inline wide_uint
wide_join(uint64_t low, uint64_t high)
{
    return (wide_uint)high << 64 | low;
}
static inline uint64_t
wide_high(wide_uint value)
{
    return (uint64_t)(value >> 64);
}
/* In decimal; lives in the arena. */
const char *wide_text(struct arena *arena, wide_uint value, bool is_signed);

#endif
