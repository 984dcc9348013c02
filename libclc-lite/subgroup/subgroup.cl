/* Sub-groups (OpenCL C 3.0, 6.15.19): a sub-group is a wave.  Work-items fill the waves in the order
 * of their linear ids, so a lane's number is the id modulo 64.
 *
 * Reductions and scans are prefix scans over the lanes.  The last wave of a group may lack lanes. */

static uint
group_size(void)
{
    return (uint)get_local_size(0) * (uint)get_local_size(1) * (uint)get_local_size(2);
}

/* Of the largest groups of the launch. */
static uint
enqueued_size(void)
{
    return (uint)__builtin_amdgcn_workgroup_size_x() * (uint)__builtin_amdgcn_workgroup_size_y() *
           (uint)__builtin_amdgcn_workgroup_size_z();
}

OVERLOAD uint
get_sub_group_local_id(void)
{
    return (uint)__occ_mbcnt(~0ul, 0);
}

OVERLOAD uint
get_sub_group_id(void)
{
    return __occ_readfirstlane((uint)get_local_linear_id() >> 6);
}

OVERLOAD uint
get_num_sub_groups(void)
{
    return (group_size() + 63) >> 6;
}

OVERLOAD uint
get_enqueued_num_sub_groups(void)
{
    return (enqueued_size() + 63) >> 6;
}

OVERLOAD uint
get_max_sub_group_size(void)
{
    uint size = enqueued_size();
    return size < 64 ? size : 64;
}

OVERLOAD uint
get_sub_group_size(void)
{
    uint left = group_size() - (get_sub_group_id() << 6);
    return left < 64 ? left : 64;
}

OVERLOAD int
sub_group_all(int predicate)
{
    return __occ_ballot(predicate == 0) == 0;
}

OVERLOAD int
sub_group_any(int predicate)
{
    return __occ_ballot(predicate != 0) != 0;
}

/* The value of another lane; its number is the same for all. */
static OVERLOAD int
lane(int x, uint from)
{
    return __builtin_amdgcn_readlane(x, (int)from);
}

static OVERLOAD uint
lane(uint x, uint from)
{
    return as_uint(lane(as_int(x), from));
}

static OVERLOAD float
lane(float x, uint from)
{
    return as_float(lane(as_int(x), from));
}

static OVERLOAD half
lane(half x, uint from)
{
    return as_half((ushort)lane((int)as_ushort(x), from));
}

static OVERLOAD ulong
lane(ulong x, uint from)
{
    return (ulong)lane((uint)(x >> 32), from) << 32 | lane((uint)x, from);
}

static OVERLOAD long
lane(long x, uint from)
{
    return as_long(lane(as_ulong(x), from));
}

static OVERLOAD double
lane(double x, uint from)
{
    return as_double(lane(as_ulong(x), from));
}

#define ADD(a, b)  ((a) + (b))
#define MUL(a, b)  ((a) * (b))
#define AND(a, b)  ((a) & (b))
#define OR(a, b)   ((a) | (b))
#define XOR(a, b)  ((a) ^ (b))
#define MIN(a, b)  min(a, b)
#define MAX(a, b)  max(a, b)
#define FMIN(a, b) min(a, b)
#define FMAX(a, b) max(a, b)

/* What step k of a scan adds before this lane's sum, or `none`; the sum of the lane before (6). */
#define WORD(T, sum, none, k) as_##T(__occ_scan_source(as_int(sum), as_int(none), k))
#define SHORT(T, sum, none, k)                                                                     \
    as_##T((ushort)__occ_scan_source((int)as_ushort(sum), (int)as_ushort(none), k))
#define PAIR(T, sum, none, k) as_##T(__occ_scan_source(as_long(sum), as_long(none), k))

#define STEP(T, PART, OP, none, k)                                                                 \
    part = PART(T, sums.up_to, none, k);                                                           \
    sums.up_to = OP(part, sums.up_to);

/* Six steps where the active lanes are the first ones; one lane after the other where they are not,
 * because sums are missing in the gaps.  OP(none, x) is x, whatever x is. */
#define SCAN(T, PART, name, OP, none, IDENTITY)                                                    \
    OVERLOAD struct sums_##T __occ_scan_##name(T x)                                                \
    {                                                                                              \
        struct sums_##T sums = {x, IDENTITY, IDENTITY};                                            \
        ulong lanes = __occ_ballot(true);                                                          \
        if (__occ_first_lanes() || (lanes & (lanes + 1)) == 0) {                                   \
            T part;                                                                                \
            STEP(T, PART, OP, none, 0)                                                             \
            STEP(T, PART, OP, none, 1)                                                             \
            STEP(T, PART, OP, none, 2)                                                             \
            STEP(T, PART, OP, none, 3)                                                             \
            STEP(T, PART, OP, none, 4)                                                             \
            STEP(T, PART, OP, none, 5)                                                             \
            sums.before = PART(T, sums.up_to, IDENTITY, 6);                                        \
            sums.all = lane(sums.up_to, __occ_last_lane());                                        \
            return sums;                                                                           \
        }                                                                                          \
        for (; lanes; lanes &= lanes - 1) {                                                        \
            uint at = (uint)__occ_ctz(lanes);                                                      \
            bool is_mine = at == get_sub_group_local_id();                                         \
            sums.before = is_mine ? sums.all : sums.before;                                        \
            sums.all = OP(sums.all, lane(x, at));                                                  \
            sums.up_to = is_mine ? sums.all : sums.up_to;                                          \
        }                                                                                          \
        return sums;                                                                               \
    }                                                                                              \
    SUB_GROUP(T, name)

#define SUB_GROUP(T, name)                                                                         \
    OVERLOAD T sub_group_reduce_##name(T x) { return __occ_scan_##name(x).all; }                   \
    OVERLOAD T sub_group_scan_inclusive_##name(T x) { return __occ_scan_##name(x).up_to; }         \
    OVERLOAD T sub_group_scan_exclusive_##name(T x) { return __occ_scan_##name(x).before; }

#define INTEGER(T, PART, least, greatest)                                                          \
    SUMS(T)                                                                                        \
    OVERLOAD T sub_group_broadcast(T x, uint from) { return lane(x, from); }                       \
    SCAN(T, PART, add, ADD, (T)0, (T)0)                                                            \
    SCAN(T, PART, mul, MUL, (T)1, (T)1)                                                            \
    SCAN(T, PART, min, MIN, greatest, greatest)                                                    \
    SCAN(T, PART, max, MAX, least, least)

/* minNum(NaN, x) is x. */
#define FLOATING(T, PART, zero, infinity, nan)                                                     \
    SUMS(T)                                                                                        \
    OVERLOAD T sub_group_broadcast(T x, uint from) { return lane(x, from); }                       \
    SCAN(T, PART, add, ADD, zero, (T)0)                                                            \
    SCAN(T, PART, mul, MUL, (T)1, (T)1)                                                            \
    SCAN(T, PART, min, FMIN, nan, infinity)                                                        \
    SCAN(T, PART, max, FMAX, nan, -infinity)

INTEGER(int, WORD, INT_MIN, INT_MAX)
INTEGER(uint, WORD, 0u, UINT_MAX)
INTEGER(long, PAIR, LONG_MIN, LONG_MAX)
INTEGER(ulong, PAIR, 0ul, ULONG_MAX)
FLOATING(float, WORD, -0.0f, INF_F32, as_float(0x7fc00000u))
FLOATING(double, PAIR, 0.0, INF_F64, as_double(0x7ff8000000000000ul))
FLOATING(half, SHORT, as_half((ushort)0x8000), as_half((ushort)0x7c00), as_half((ushort)0x7e00))

#define BITWISE(T)                                                                                 \
    SCAN(T, WORD, and, AND, (T)~0u, (T)~0u)                                                        \
    SCAN(T, WORD, or, OR, (T)0, (T)0)                                                              \
    SCAN(T, WORD, xor, XOR, (T)0, (T)0)
BITWISE(int)
BITWISE(uint)

/* Bits do not know of each other: 64 of them are two words. */
#define JOIN(T, member) ((T)((ulong)high.member << 32 | low.member))
#define HALVES(T, name)                                                                            \
    OVERLOAD struct sums_##T __occ_scan_##name(T x)                                                \
    {                                                                                              \
        struct sums_uint low = __occ_scan_##name((uint)x),                                         \
                         high = __occ_scan_##name((uint)((ulong)x >> 32));                         \
        return (struct sums_##T){JOIN(T, up_to), JOIN(T, before), JOIN(T, all)};                   \
    }                                                                                              \
    SUB_GROUP(T, name)
HALVES(long, and)
HALVES(long, or)
HALVES(long, xor)
HALVES(ulong, and)
HALVES(ulong, or)
HALVES(ulong, xor)

/* Small integers as ints; what is before the first lane is limited to the type. */
#define SAME(a, b) a
#define SMALL(T, name, LIMIT, limit)                                                               \
    OVERLOAD T sub_group_reduce_##name(T x) { return (T)sub_group_reduce_##name((int)x); }         \
    OVERLOAD T sub_group_scan_inclusive_##name(T x)                                                \
    {                                                                                              \
        return (T)sub_group_scan_inclusive_##name((int)x);                                         \
    }                                                                                              \
    OVERLOAD T sub_group_scan_exclusive_##name(T x)                                                \
    {                                                                                              \
        int before = sub_group_scan_exclusive_##name((int)x);                                      \
        return (T)LIMIT(before, limit);                                                            \
    }
#define ALL_SMALL(T, least, greatest)                                                              \
    OVERLOAD T sub_group_broadcast(T x, uint from) { return (T)lane((int)x, from); }               \
    SMALL(T, add, SAME, 0)                                                                         \
    SMALL(T, mul, SAME, 0)                                                                         \
    SMALL(T, min, MIN, greatest)                                                                   \
    SMALL(T, max, MAX, least)                                                                      \
    SMALL(T, and, SAME, 0)                                                                         \
    SMALL(T, or, SAME, 0)                                                                          \
    SMALL(T, xor, SAME, 0)
ALL_SMALL(char, CHAR_MIN, CHAR_MAX)
ALL_SMALL(uchar, 0, UCHAR_MAX)
ALL_SMALL(short, SHRT_MIN, SHRT_MAX)
ALL_SMALL(ushort, 0, USHRT_MAX)

/* Truth values: counts of a ballot. */
#define LOGICAL(name, PREDICATE, RESULT)                                                           \
    OVERLOAD int sub_group_reduce_logical_##name(int x)                                            \
    {                                                                                              \
        return RESULT((int)__occ_popcount(__occ_ballot(x PREDICATE 0)));                           \
    }                                                                                              \
    OVERLOAD int sub_group_scan_inclusive_logical_##name(int x)                                    \
    {                                                                                              \
        return RESULT(__occ_mbcnt(__occ_ballot(x PREDICATE 0), x PREDICATE 0));                    \
    }                                                                                              \
    OVERLOAD int sub_group_scan_exclusive_logical_##name(int x)                                    \
    {                                                                                              \
        return RESULT(__occ_mbcnt(__occ_ballot(x PREDICATE 0), 0));                                \
    }
#define NONE(count) ((count) == 0)
#define SOME(count) ((count) != 0)
#define IS_ODD(count) ((count) & 1)
LOGICAL(and, ==, NONE)
LOGICAL(or, !=, SOME)
LOGICAL(xor, !=, IS_ODD)
