/* Work-group functions (OpenCL C 2.0, 6.13.15): each wave does its part (subgroup.cl) and leaves
 * what the others need in local memory.  The barrier before that waits for waves that still read
 * the values of the previous call. */
enum { WAVES = 16 };

__local ulong __occ_work_group[WAVES];

static OVERLOAD ulong bits(int x) { return as_uint(x); }
static OVERLOAD ulong bits(uint x) { return x; }
static OVERLOAD ulong bits(long x) { return as_ulong(x); }
static OVERLOAD ulong bits(ulong x) { return x; }
static OVERLOAD ulong bits(float x) { return as_uint(x); }
static OVERLOAD ulong bits(double x) { return as_ulong(x); }
static OVERLOAD ulong bits(half x) { return as_ushort(x); }

/* Stores every wave's value for all waves to read. */
static void
share(ulong value)
{
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_sub_group_local_id() == 0)
        __occ_work_group[get_sub_group_id()] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
}

OVERLOAD int
work_group_any(int predicate)
{
    int any = 0;
    share((ulong)sub_group_any(predicate));
    for (uint i = 0; i < get_num_sub_groups(); i++)
        any |= (int)__occ_work_group[i];
    return any;
}

OVERLOAD int
work_group_all(int predicate)
{
    return !work_group_any(predicate == 0);
}

#define ADD(a, b)  ((a) + (b))
#define MIN(a, b)  min(a, b)
#define MAX(a, b)  max(a, b)
#define FMIN(a, b) fmin(a, b)
#define FMAX(a, b) fmax(a, b)

#define REDUCE(T, FROM, name, OP, IDENTITY)                                                        \
    OVERLOAD T work_group_reduce_##name(T x)                                                       \
    {                                                                                              \
        T sum = IDENTITY;                                                                          \
        share(bits(sub_group_reduce_##name(x)));                                                   \
        for (uint i = 0; i < get_num_sub_groups(); i++)                                            \
            sum = OP(sum, FROM(__occ_work_group[i]));                                              \
        return sum;                                                                                \
    }                                                                                              \
    static OVERLOAD T before_##name(T x)                                                           \
    {                                                                                              \
        T sum = IDENTITY;                                                                          \
        share(bits(sub_group_reduce_##name(x)));                                                   \
        for (uint i = 0; i < get_sub_group_id(); i++)                                              \
            sum = OP(sum, FROM(__occ_work_group[i]));                                              \
        return sum;                                                                                \
    }                                                                                              \
    OVERLOAD T work_group_scan_inclusive_##name(T x)                                               \
    {                                                                                              \
        return OP(before_##name(x), sub_group_scan_inclusive_##name(x));                           \
    }                                                                                              \
    OVERLOAD T work_group_scan_exclusive_##name(T x)                                               \
    {                                                                                              \
        return OP(before_##name(x), sub_group_scan_exclusive_##name(x));                           \
    }

#define BROADCAST(T, FROM)                                                                         \
    static OVERLOAD T from_item(T x, bool is_source)                                               \
    {                                                                                              \
        barrier(CLK_LOCAL_MEM_FENCE);                                                              \
        if (is_source)                                                                             \
            __occ_work_group[0] = bits(x);                                                         \
        barrier(CLK_LOCAL_MEM_FENCE);                                                              \
        return FROM(__occ_work_group[0]);                                                          \
    }                                                                                              \
    OVERLOAD T work_group_broadcast(T a, size_t x)                                                 \
    {                                                                                              \
        return from_item(a, get_local_id(0) == x);                                                 \
    }                                                                                              \
    OVERLOAD T work_group_broadcast(T a, size_t x, size_t y)                                       \
    {                                                                                              \
        return from_item(a, get_local_id(0) == x && get_local_id(1) == y);                         \
    }                                                                                              \
    OVERLOAD T work_group_broadcast(T a, size_t x, size_t y, size_t z)                             \
    {                                                                                              \
        return from_item(a, get_local_id(0) == x && get_local_id(1) == y && get_local_id(2) == z); \
    }

#define TO_INT(x)    as_int((uint)(x))
#define TO_UINT(x)   (uint)(x)
#define TO_LONG(x)   as_long(x)
#define TO_ULONG(x)  (x)
#define TO_FLOAT(x)  as_float((uint)(x))
#define TO_DOUBLE(x) as_double(x)
#define TO_HALF(x)   as_half((ushort)(x))

#define ALL(T, FROM, MIN, MAX, least, greatest)                                                    \
    BROADCAST(T, FROM)                                                                             \
    REDUCE(T, FROM, add, ADD, (T)0)                                                                \
    REDUCE(T, FROM, min, MIN, greatest)                                                            \
    REDUCE(T, FROM, max, MAX, least)

ALL(int, TO_INT, MIN, MAX, INT_MIN, INT_MAX)
ALL(uint, TO_UINT, MIN, MAX, 0u, UINT_MAX)
ALL(long, TO_LONG, MIN, MAX, LONG_MIN, LONG_MAX)
ALL(ulong, TO_ULONG, MIN, MAX, 0ul, ULONG_MAX)
ALL(float, TO_FLOAT, FMIN, FMAX, -INF_F32, INF_F32)
ALL(double, TO_DOUBLE, FMIN, FMAX, -INF_F64, INF_F64)
ALL(half, TO_HALF, FMIN, FMAX, as_half((ushort)0xfc00), as_half((ushort)0x7c00))
