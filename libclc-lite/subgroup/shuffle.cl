/* Values of other lanes of a wave: shuffles, rotations (cl_khr_subgroup_shuffle, _shuffle_relative,
 * _rotate).  What comes from a lane that is not active is undefined. */

enum { LANES = 64, WAVES = 16 };

__local int __occ_wave_values[WAVES * LANES];

/* A wave's accesses of LDS are done in their order: the fences only keep the compiler from changing it.  A lane
 * that is not active has written nothing: instead, each lane takes its own value. */
static int
by_memory(int x, uint index)
{
    __local int *mine = __occ_wave_values + get_sub_group_id() * LANES;
    uint lane = get_sub_group_local_id();
    mine[lane] = x;
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    x = mine[__occ_ballot(true) >> index & 1 ? index % LANES : lane];
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    return x;
}

/* From any lane, modulo 64. */
static int
word(int x, uint index)
{
    return __occ_has_permute() ? __occ_shuffle(x, index) : by_memory(x, index);
}

/* Lane + delta within the first `size` lanes; the lane is one of them. */
static uint
rotated(uint lane, int delta, uint size)
{
    if (size == LANES)
        return lane + (uint)delta; /* modulo 64 */
    int by = delta % (int)size;
    lane += (uint)(by < 0 ? by + (int)size : by);
    return lane < size ? lane : lane - size;
}

#define SMALL(T, x, index)   (T) word((int)(x), index)
#define WORD(T, x, index)    as_##T(word(as_int(x), index))
#define HALF(T, x, index)    as_##T((ushort)word((int)as_ushort(x), index))
#define PAIR(T, x, index)                                                                          \
    as_##T((ulong)(uint)word((int)(as_ulong(x) >> 32), index) << 32 |                              \
           (uint)word((int)as_ulong(x), index))

#define SHUFFLES(T, FROM)                                                                          \
    OVERLOAD T sub_group_shuffle(T x, uint index) { return FROM(T, x, index); }                    \
    OVERLOAD T sub_group_shuffle_xor(T x, uint mask)                                               \
    {                                                                                              \
        uint index = get_sub_group_local_id() ^ mask;                                              \
        return FROM(T, x, index);                                                                  \
    }                                                                                              \
    OVERLOAD T sub_group_shuffle_up(T x, uint delta)                                               \
    {                                                                                              \
        uint index = get_sub_group_local_id() - delta;                                             \
        return FROM(T, x, index);                                                                  \
    }                                                                                              \
    OVERLOAD T sub_group_shuffle_down(T x, uint delta)                                             \
    {                                                                                              \
        uint index = get_sub_group_local_id() + delta;                                             \
        return FROM(T, x, index);                                                                  \
    }                                                                                              \
    OVERLOAD T sub_group_rotate(T x, int delta)                                                    \
    {                                                                                              \
        uint index = rotated(get_sub_group_local_id(), delta, get_max_sub_group_size());           \
        return FROM(T, x, index);                                                                  \
    }                                                                                              \
    OVERLOAD T sub_group_clustered_rotate(T x, int delta, uint size) /* a power of two */          \
    {                                                                                              \
        uint lane = get_sub_group_local_id(), in_cluster = size - 1;                               \
        uint index = (lane & ~in_cluster) | ((lane + (uint)delta) & in_cluster);                   \
        return FROM(T, x, index);                                                                  \
    }

SHUFFLES(char, SMALL)
SHUFFLES(uchar, SMALL)
SHUFFLES(short, SMALL)
SHUFFLES(ushort, SMALL)
SHUFFLES(int, WORD)
SHUFFLES(uint, WORD)
SHUFFLES(long, PAIR)
SHUFFLES(ulong, PAIR)
SHUFFLES(float, WORD)
SHUFFLES(double, PAIR)
SHUFFLES(half, HALF)
