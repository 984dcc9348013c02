/* clang's builtins for AMDGPU over the active lanes of a wave, and others that are several instructions. */

/* The strategy, a hint, is left out of account. */
#define BY_SUBGROUP(T, name)                                                                       \
    OVERLOAD T __occ_wave_reduce_##name(T x, int strategy)                                         \
    {                                                                                              \
        return sub_group_reduce_##name(x);                                                         \
    }
#define MINUS(T)                                                                                   \
    OVERLOAD T __occ_wave_reduce_sub(T x, int strategy) /* 0 - x0 - x1 ... */                      \
    {                                                                                              \
        return -sub_group_reduce_add(x);                                                           \
    }
BY_SUBGROUP(uint, add)
BY_SUBGROUP(ulong, add)
BY_SUBGROUP(int, min)
BY_SUBGROUP(uint, min)
BY_SUBGROUP(long, min)
BY_SUBGROUP(ulong, min)
BY_SUBGROUP(int, max)
BY_SUBGROUP(uint, max)
BY_SUBGROUP(long, max)
BY_SUBGROUP(ulong, max)
MINUS(uint)
MINUS(ulong)

static uint
of_lane_32(uint x, uint lane)
{
    return (uint)__builtin_amdgcn_readlane((int)x, (int)lane);
}

static ulong
of_lane_64(ulong x, uint lane)
{
    return (ulong)of_lane_32((uint)(x >> 32), lane) << 32 | of_lane_32((uint)x, lane);
}

/* Lane after lane, from the lowest active one on: sums of floats depend on the order. */
#define BY_LANE(T, bits, name, first, as_bits, from_bits, next)                                    \
    OVERLOAD T __occ_wave_reduce_##name(T x, int strategy)                                         \
    {                                                                                              \
        T all = first;                                                                             \
        for (ulong lanes = __occ_ballot(true); lanes; lanes &= lanes - 1) {                        \
            T y = from_bits(of_lane_##bits(as_bits(x), (uint)ctz(lanes)));                         \
            all = next;                                                                            \
        }                                                                                          \
        return all;                                                                                \
    }
BY_LANE(int, 32, and, ~0, (uint), (int), all & y)
BY_LANE(long, 64, and, ~0l, (ulong), (long), all & y)
BY_LANE(int, 32, or, 0, (uint), (int), all | y)
BY_LANE(long, 64, or, 0l, (ulong), (long), all | y)
BY_LANE(int, 32, xor, 0, (uint), (int), all ^ y)
BY_LANE(long, 64, xor, 0l, (ulong), (long), all ^ y)
BY_LANE(float, 32, add, -0.0f, as_uint, as_float, all + y)
BY_LANE(float, 32, sub, 0.0f, as_uint, as_float, all - y)
BY_LANE(float, 32, min, NAN_F32, as_uint, as_float, fmin(all, y))
BY_LANE(float, 32, max, NAN_F32, as_uint, as_float, fmax(all, y))

/* The bit of this lane. */
OVERLOAD bool
__occ_inverse_ballot(ulong lanes)
{
    uint lane = (uint)__occ_mbcnt(~0ul, 0);
    return lanes >> lane & 1;
}

/* Four sums of absolute differences, of the bytes of the reference that are not 0. */
OVERLOAD uint4
__occ_mqsad(ulong source, uint reference, uint4 sum)
{
    uint low = (uint)source, high = (uint)(source >> 32);
    return (uint4)(amd_msad(low, reference, sum.x),
                   amd_msad(amd_bytealign(high, low, 1u), reference, sum.y),
                   amd_msad(amd_bytealign(high, low, 2u), reference, sum.z),
                   amd_msad(amd_bytealign(high, low, 3u), reference, sum.w));
}

/* The floating-point environment as LLVM has it: all 23 bits of MODE below the five flags of TRAPSTS that say which
 * exceptions there were.  A register's part is (bits - 1) << 11 | first bit << 6 | register. */
enum { MODE = 22 << 11 | 1, TRAPSTS = 4 << 11 | 3 };
OVERLOAD ulong
__occ_get_fpenv(void)
{
    return (ulong)__builtin_amdgcn_s_getreg(TRAPSTS) << 32 | __builtin_amdgcn_s_getreg(MODE);
}
OVERLOAD void
__occ_set_fpenv(ulong environment)
{
    __builtin_amdgcn_s_setreg(MODE, (uint)environment);
    __builtin_amdgcn_s_setreg(TRAPSTS, (uint)(environment >> 32));
}
