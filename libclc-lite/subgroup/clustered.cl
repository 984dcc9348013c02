/* Reductions over clusters: aligned groups of `size` lanes, a power of two (cl_khr_subgroup_clustered_reduce).
 *
 * Where clusters are whole or empty, each lane's sum doubles its reach in each step: it adds that of a lane in the
 * other half, by patterns that DPP and ds_swizzle have.  Else one lane after the other. */

#define ADD(a, b)  ((a) + (b))
#define MUL(a, b)  ((a) * (b))
#define MIN(a, b)  min(a, b)
#define MAX(a, b)  max(a, b)
#define AND(a, b)  ((a) & (b))
#define OR(a, b)   ((a) | (b))
#define XOR(a, b)  ((a) ^ (b))

/* The value of lane number `index`, a pattern. */
#define WORD(T, x, index)  as_##T(__occ_shuffle(as_int(x), index))
#define SHORT(T, x, index) as_##T((ushort)__occ_shuffle((int)as_ushort(x), index))
#define PAIR(T, x, index)                                                                          \
    as_##T((ulong)(uint)__occ_shuffle((int)(as_ulong(x) >> 32), index) << 32 |                     \
           (uint)__occ_shuffle((int)as_ulong(x), index))

/* What distinguishes the halves of 2, 4, 8, 16, 32 lanes: all lanes of a half hold the same sum. */
#define STEP(T, FROM, OP, half, flip)                                                              \
    if (size > half) {                                                                             \
        T other = FROM(T, x, lane ^ flip);                                                         \
        x = OP(x, other);                                                                          \
    }

/* none: OP(none, x) is x, whatever x is */
#define CLUSTERED(T, FROM, name, OP, none)                                                         \
    OVERLOAD T sub_group_clustered_reduce_##name(T x, uint size)                                   \
    {                                                                                              \
        uint lane = get_sub_group_local_id();                                                      \
        ulong lanes = __occ_ballot(true);                                                          \
        if (size >= 64)                                                                            \
            return sub_group_non_uniform_reduce_##name(x);                                                  \
        if ((__occ_first_lanes() || (lanes & (lanes + 1)) == 0) &&                                 \
            ((uint)__occ_popcount(lanes) & (size - 1)) == 0) {                                     \
            STEP(T, FROM, OP, 1, 1)                                                                \
            STEP(T, FROM, OP, 2, 2)                                                                \
            STEP(T, FROM, OP, 4, 7)                                                                \
            STEP(T, FROM, OP, 8, 15)                                                               \
            STEP(T, FROM, OP, 16, 16)                                                              \
            return x;                                                                              \
        }                                                                                          \
        T sum = none;                                                                              \
        for (; lanes; lanes &= lanes - 1) {                                                        \
            uint at = (uint)__occ_ctz(lanes);                                                      \
            T value = sub_group_broadcast(x, at);                                                  \
            T more = OP(sum, value);                                                               \
            sum = (at ^ lane) < size ? more : sum;                                                 \
        }                                                                                          \
        return sum;                                                                                \
    }

#define NUMBERS(T, FROM, MIN_NONE, MAX_NONE, zero)                                                 \
    CLUSTERED(T, FROM, add, ADD, zero)                                                             \
    CLUSTERED(T, FROM, mul, MUL, (T)1)                                                             \
    CLUSTERED(T, FROM, min, MIN, MIN_NONE)                                                         \
    CLUSTERED(T, FROM, max, MAX, MAX_NONE)

#define INTEGERS(T, FROM, least, greatest)                                                         \
    NUMBERS(T, FROM, greatest, least, (T)0)                                                        \
    CLUSTERED(T, FROM, and, AND, (T)~(T)0)                                                         \
    CLUSTERED(T, FROM, or, OR, (T)0)                                                               \
    CLUSTERED(T, FROM, xor, XOR, (T)0)

/* minNum(NaN, x) is x. */
#define FLOATING(T, FROM, zero, nan) NUMBERS(T, FROM, nan, nan, zero)

INTEGERS(int, WORD, INT_MIN, INT_MAX)
INTEGERS(uint, WORD, 0u, UINT_MAX)
INTEGERS(long, PAIR, LONG_MIN, LONG_MAX)
INTEGERS(ulong, PAIR, 0ul, ULONG_MAX)
FLOATING(float, WORD, -0.0f, NAN_F32)
FLOATING(double, PAIR, -0.0, NAN_F64)
FLOATING(half, SHORT, as_half((ushort)0x8000), as_half((ushort)0x7e00))

/* Small integers as ints. */
#define SMALL(T, name)                                                                             \
    OVERLOAD T sub_group_clustered_reduce_##name(T x, uint size)                                   \
    {                                                                                              \
        return (T)sub_group_clustered_reduce_##name((int)x, size);                                 \
    }
#define ALL_SMALL(T)                                                                               \
    SMALL(T, add)                                                                                  \
    SMALL(T, mul)                                                                                  \
    SMALL(T, min)                                                                                  \
    SMALL(T, max)                                                                                  \
    SMALL(T, and)                                                                                  \
    SMALL(T, or)                                                                                   \
    SMALL(T, xor)
ALL_SMALL(char)
ALL_SMALL(uchar)
ALL_SMALL(short)
ALL_SMALL(ushort)

/* The lanes of this one's cluster in which the predicate holds. */
static ulong
in_cluster(bool predicate, uint size)
{
    ulong lanes = __occ_ballot(predicate) >> (get_sub_group_local_id() & ~(size - 1));
    return lanes & ~0ul >> (64 - size);
}

OVERLOAD int
sub_group_clustered_reduce_logical_and(int predicate, uint size)
{
    return in_cluster(predicate == 0, size) == 0;
}

OVERLOAD int
sub_group_clustered_reduce_logical_or(int predicate, uint size)
{
    return in_cluster(predicate != 0, size) != 0;
}

OVERLOAD int
sub_group_clustered_reduce_logical_xor(int predicate, uint size)
{
    return (int)__occ_popcount(in_cluster(predicate != 0, size)) & 1;
}
