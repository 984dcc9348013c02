/* Sub-groups (OpenCL C 3.0, 6.15.19): a sub-group is a wave.  Work-items fill the waves in the order
 * of their linear ids, so a lane's number is the id modulo 64.
 *
 * Reductions and scans walk through the active lanes in order, on the scalar unit: the order of
 * evaluation is obvious.  The last wave of a group may lack lanes. */

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
#define MIN(a, b)  min(a, b)
#define MAX(a, b)  max(a, b)
#define FMIN(a, b) fmin(a, b)
#define FMAX(a, b) fmax(a, b)

#define REDUCE(T, name, OP, IDENTITY)                                                              \
    OVERLOAD T sub_group_reduce_##name(T x)                                                        \
    {                                                                                              \
        T sum = IDENTITY;                                                                          \
        for (ulong lanes = __occ_ballot(true); lanes; lanes &= lanes - 1)                          \
            sum = OP(sum, lane(x, (uint)__occ_ctz(lanes)));                                        \
        return sum;                                                                                \
    }                                                                                              \
    OVERLOAD T sub_group_scan_inclusive_##name(T x)                                                \
    {                                                                                              \
        uint self = get_sub_group_local_id();                                                      \
        T sum = IDENTITY, mine = IDENTITY;                                                         \
        for (ulong lanes = __occ_ballot(true); lanes; lanes &= lanes - 1) {                        \
            uint at = (uint)__occ_ctz(lanes);                                                      \
            sum = OP(sum, lane(x, at));                                                            \
            mine = at == self ? sum : mine;                                                        \
        }                                                                                          \
        return mine;                                                                               \
    }                                                                                              \
    OVERLOAD T sub_group_scan_exclusive_##name(T x)                                                \
    {                                                                                              \
        uint self = get_sub_group_local_id();                                                      \
        T sum = IDENTITY, mine = IDENTITY;                                                         \
        for (ulong lanes = __occ_ballot(true); lanes; lanes &= lanes - 1) {                        \
            uint at = (uint)__occ_ctz(lanes);                                                      \
            mine = at == self ? sum : mine;                                                        \
            sum = OP(sum, lane(x, at));                                                            \
        }                                                                                          \
        return mine;                                                                               \
    }

#define ALL(T, MIN, MAX, least, greatest)                                                          \
    OVERLOAD T sub_group_broadcast(T x, uint from) { return lane(x, from); }                       \
    REDUCE(T, add, ADD, (T)0)                                                                      \
    REDUCE(T, min, MIN, greatest)                                                                  \
    REDUCE(T, max, MAX, least)

ALL(int, MIN, MAX, INT_MIN, INT_MAX)
ALL(uint, MIN, MAX, 0u, UINT_MAX)
ALL(long, MIN, MAX, LONG_MIN, LONG_MAX)
ALL(ulong, MIN, MAX, 0ul, ULONG_MAX)
ALL(float, FMIN, FMAX, -INF_F32, INF_F32)
ALL(double, FMIN, FMAX, -INF_F64, INF_F64)
ALL(half, FMIN, FMAX, as_half((ushort)0xfc00), as_half((ushort)0x7c00))
