/* Work-group functions (OpenCL C 2.0, 6.13.15): each wave does its part (subgroup.cl) and leaves
 * what the others need in local memory, if there are others.  The barrier before that waits for waves
 * that still read the values of the previous call. */
enum { WAVES = 16, AT_ONCE = 4 };

__local ulong __occ_work_group[WAVES] __attribute__((aligned(16)));

/* Every group of the launch, that is; a required size says it at compile time. */
static bool
has_one_wave(void)
{
    return get_enqueued_num_sub_groups() == 1;
}

/* Stores every wave's value for all waves to read. */
#define SHARE(T)                                                                                   \
    static OVERLOAD void share(T value)                                                            \
    {                                                                                              \
        __local T *mine = (__local T *)__occ_work_group + get_sub_group_id();                      \
        barrier(CLK_LOCAL_MEM_FENCE);                                                              \
        if (get_sub_group_local_id() == 0)                                                         \
            *mine = value;                                                                         \
        barrier(CLK_LOCAL_MEM_FENCE);                                                              \
    }

/* What atomic operations make of the waves' values: which wave it is, and how many there are, need not be known. */
#define COMBINE(T, name, atomic_op, IDENTITY)                                                      \
    static OVERLOAD T combine_##name(T value)                                                      \
    {                                                                                              \
        volatile __local T *all = (volatile __local T *)__occ_work_group;                          \
        bool is_first = get_sub_group_local_id() == 0;                                             \
        barrier(CLK_LOCAL_MEM_FENCE);                                                              \
        if (is_first)                                                                              \
            __occ_atomic_store(all, IDENTITY, 0, 1);                                               \
        barrier(CLK_LOCAL_MEM_FENCE);                                                              \
        if (is_first)                                                                              \
            atomic_op(all, value);                                                                 \
        barrier(CLK_LOCAL_MEM_FENCE);                                                              \
        return *(__local T *)all;                                                                  \
    }

/* What the first `count` waves shared. */
#define FIRST(T, name, OP, IDENTITY)                                                               \
    static OVERLOAD T first_##name(T sum, uint count)                                              \
    {                                                                                              \
        __attribute__((opencl_unroll_hint(1))) for (uint i = 0; i < count; i += AT_ONCE) {         \
            T##4 value = ((__local T##4 *)__occ_work_group)[i / AT_ONCE];                          \
            sum = OP(sum, value.x);                                                                \
            sum = OP(sum, i + 1 < count ? value.y : IDENTITY);                                     \
            sum = OP(sum, i + 2 < count ? value.z : IDENTITY);                                     \
            sum = OP(sum, i + 3 < count ? value.w : IDENTITY);                                     \
        }                                                                                          \
        return sum;                                                                                \
    }

#define OR(a, b)  ((a) | (b))
#define XOR(a, b) ((a) ^ (b))
COMBINE(int, any, atomic_or, 0)

OVERLOAD int
work_group_any(int predicate)
{
    int any = sub_group_any(predicate);
    return has_one_wave() ? any : combine_any(any);
}

OVERLOAD int
work_group_all(int predicate)
{
    return !work_group_any(predicate == 0);
}

#define ADD(a, b)  ((a) + (b))
#define MUL(a, b)  ((a) * (b))
#define AND(a, b)  ((a) & (b))
#define MIN(a, b)  min(a, b)
#define MAX(a, b)  max(a, b)
#define FMIN(a, b) min(a, b)
#define FMAX(a, b) max(a, b)

#define REDUCE(T, name)                                                                            \
    OVERLOAD T work_group_reduce_##name(T x)                                                       \
    {                                                                                              \
        T sum = sub_group_non_uniform_reduce_##name(x);                                            \
        return has_one_wave() ? sum : combine_##name(sum);                                         \
    }
#define REDUCE_SHARED(T, name, IDENTITY)                                                           \
    static OVERLOAD T combine_##name(T sum)                                                        \
    {                                                                                              \
        share(sum);                                                                                \
        return first_##name(IDENTITY, get_num_sub_groups());                                       \
    }                                                                                              \
    REDUCE(T, name)

#define SCANS(T, name, OP, IDENTITY)                                                               \
    FIRST(T, name, OP, IDENTITY)                                                                   \
    static OVERLOAD T before_##name(T all)                                                         \
    {                                                                                              \
        uint self = get_sub_group_id();                                                            \
        if (has_one_wave())                                                                        \
            return IDENTITY;                                                                       \
        share(all);                                                                                \
        return first_##name(IDENTITY, self);                                                       \
    }                                                                                              \
    OVERLOAD T work_group_scan_inclusive_##name(T x)                                               \
    {                                                                                              \
        struct sums_##T sums = __occ_scan_##name(x);                                               \
        return OP(before_##name(sums.all), sums.up_to);                                            \
    }                                                                                              \
    OVERLOAD T work_group_scan_exclusive_##name(T x)                                               \
    {                                                                                              \
        struct sums_##T sums = __occ_scan_##name(x);                                               \
        return OP(before_##name(sums.all), sums.before);                                           \
    }

/* Reductions and scans, of values that LDS combines and others. */
#define FOLD(T, name, OP, IDENTITY, atomic_op)                                                     \
    SCANS(T, name, OP, IDENTITY)                                                                   \
    COMBINE(T, name, atomic_op, IDENTITY)                                                          \
    REDUCE(T, name)
#define FOLD_SHARED(T, name, OP, IDENTITY)                                                         \
    SCANS(T, name, OP, IDENTITY)                                                                   \
    REDUCE_SHARED(T, name, IDENTITY)

#define BROADCAST(T)                                                                               \
    /* lane: the item's, if there is one wave */                                                   \
    static OVERLOAD T from_item(T x, bool is_source, uint lane)                                    \
    {                                                                                              \
        __local T *shared = (__local T *)__occ_work_group;                                         \
        if (has_one_wave())                                                                        \
            return sub_group_broadcast(x, lane);                                                   \
        barrier(CLK_LOCAL_MEM_FENCE);                                                              \
        if (is_source)                                                                             \
            *shared = x;                                                                           \
        barrier(CLK_LOCAL_MEM_FENCE);                                                              \
        return *shared;                                                                            \
    }                                                                                              \
    OVERLOAD T work_group_broadcast(T a, size_t x)                                                 \
    {                                                                                              \
        return from_item(a, get_local_id(0) == x, (uint)x);                                        \
    }                                                                                              \
    OVERLOAD T work_group_broadcast(T a, size_t x, size_t y)                                       \
    {                                                                                              \
        uint lane = __occ_umul24((uint)y, (uint)get_local_size(0)) + (uint)x;                      \
        return from_item(a, get_local_id(0) == x && get_local_id(1) == y, lane);                   \
    }                                                                                              \
    OVERLOAD T work_group_broadcast(T a, size_t x, size_t y, size_t z)                             \
    {                                                                                              \
        uint row = __occ_umul24((uint)z, (uint)get_local_size(1)) + (uint)y;                       \
        return from_item(a, get_local_id(0) == x && get_local_id(1) == y && get_local_id(2) == z,  \
                         __occ_umul24(row, (uint)get_local_size(0)) + (uint)x);                    \
    }

SHARE(int)
SHARE(uint)
SHARE(long)
SHARE(ulong)
SHARE(float)
SHARE(double)
SHARE(half)

/* and, or, xor, mul: cl_khr_work_group_uniform_arithmetic */
#define INTEGERS(T, least, greatest)                                                               \
    SUMS(T)                                                                                        \
    SUMS_OF_BITS(T)                                                                                \
    BROADCAST(T)                                                                                   \
    FOLD(T, add, ADD, (T)0, atom_add)                                                              \
    FOLD(T, min, MIN, greatest, atom_min)                                                          \
    FOLD(T, max, MAX, least, atom_max)                                                             \
    FOLD_SHARED(T, mul, MUL, (T)1)                                                                 \
    FOLD(T, and, AND, (T)~(T)0, atom_and)                                                          \
    FOLD(T, or, OR, (T)0, atom_or)                                                                 \
    FOLD(T, xor, XOR, (T)0, atom_xor)
#define FLOATING(T, least, greatest)                                                               \
    SUMS(T)                                                                                        \
    BROADCAST(T)                                                                                   \
    FOLD_SHARED(T, add, ADD, (T)0)                                                                 \
    FOLD_SHARED(T, min, FMIN, greatest)                                                            \
    FOLD_SHARED(T, max, FMAX, least)                                                               \
    FOLD_SHARED(T, mul, MUL, (T)1)

INTEGERS(int, INT_MIN, INT_MAX)
INTEGERS(uint, 0u, UINT_MAX)
INTEGERS(long, LONG_MIN, LONG_MAX)
INTEGERS(ulong, 0ul, ULONG_MAX)
FLOATING(float, -INF_F32, INF_F32)
FLOATING(double, -INF_F64, INF_F64)
FLOATING(half, as_half((ushort)0xfc00), as_half((ushort)0x7c00))

/* Truth values are bits of a ballot. */
#define VOTES(name, OP, TRUTH, ATOMIC)                                                             \
    static struct sums_int __occ_scan_##name(int x)                                                \
    {                                                                                              \
        ulong votes = __occ_ballot(x != 0);                                                        \
        int before = TRUTH(__occ_mbcnt(votes, 0)), all = TRUTH((int)__occ_popcount(votes));        \
        return (struct sums_int){OP(before, x != 0), before, all};                                 \
    }                                                                                              \
    FOLD(int, name, OP, 0, ATOMIC)
#define SOME(count)   ((count) != 0)
#define IS_ODD(count) ((count) & 1)
VOTES(logical_or, OR, SOME, atomic_or)
VOTES(logical_xor, XOR, IS_ODD, atomic_xor)

#define NO_OTHER(function)                                                                         \
    OVERLOAD int work_group_##function##_logical_and(int x)                                        \
    {                                                                                              \
        return !work_group_##function##_logical_or(x == 0);                                        \
    }
NO_OTHER(reduce)
NO_OTHER(scan_inclusive)
NO_OTHER(scan_exclusive)
