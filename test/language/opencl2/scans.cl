// Reductions and scans of sub-groups and work-groups in groups of all shapes: against sums item by item.
// options: -cl-std=CL2.0
// kernel: test_int global=2 local=1
// arg: uint r[2]
// expect: r[0] = 0*2
// kernel: test_int global=126 local=63
// arg: uint r[126]
// expect: r[0] = 0*126
// kernel: test_int global=128 local=64
// arg: uint r[128]
// expect: r[0] = 0*128
// kernel: test_int global=130 local=65
// arg: uint r[130]
// expect: r[0] = 0*130
// kernel: test_int global=512 local=256
// arg: uint r[512]
// expect: r[0] = 0*512
// kernel: test_int global=48,5 local=24,5
// arg: uint r[240]
// expect: r[0] = 0*240
// kernel: test_int global=14,3,5 local=7,3,5
// arg: uint r[210]
// expect: r[0] = 0*210
// kernel: test_double global=2 local=1
// arg: uint r[2]
// expect: r[0] = 0*2
// kernel: test_double global=126 local=63
// arg: uint r[126]
// expect: r[0] = 0*126
// kernel: test_double global=128 local=64
// arg: uint r[128]
// expect: r[0] = 0*128
// kernel: test_double global=130 local=65
// arg: uint r[130]
// expect: r[0] = 0*130
// kernel: test_double global=512 local=256
// arg: uint r[512]
// expect: r[0] = 0*512
// kernel: test_double global=48,5 local=24,5
// arg: uint r[240]
// expect: r[0] = 0*240
// kernel: test_double global=14,3,5 local=7,3,5
// arg: uint r[210]
// expect: r[0] = 0*210
// kernel: test_uint global=130 local=65
// arg: uint r[130]
// expect: r[0] = 0*130
// kernel: test_uint global=32,16 local=16,16
// arg: uint r[512]
// expect: r[0] = 0*512
// kernel: test_long global=130 local=65
// arg: uint r[130]
// expect: r[0] = 0*130
// kernel: test_long global=32,16 local=16,16
// arg: uint r[512]
// expect: r[0] = 0*512
// kernel: test_ulong global=130 local=65
// arg: uint r[130]
// expect: r[0] = 0*130
// kernel: test_ulong global=32,16 local=16,16
// arg: uint r[512]
// expect: r[0] = 0*512
// kernel: test_float global=130 local=65
// arg: uint r[130]
// expect: r[0] = 0*130
// kernel: test_float global=32,16 local=16,16
// arg: uint r[512]
// expect: r[0] = 0*512
#define LESS(a, b) ((a) < (b) ? (a) : (b))
#define MORE(a, b) ((a) > (b) ? (a) : (b))
#define PLUS(a, b) ((a) + (b))

static uint
linear_id(void)
{
    return (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0);
}

/* Sums of them are exact in every type. */
#define VALUE(T, id) ((T)((id) * 37 % 13) - (T)(MINUS_##T))
#define MINUS_int 6
#define MINUS_long 6
#define MINUS_float 6
#define MINUS_double 6
#define MINUS_half 6
#define MINUS_uint 0
#define MINUS_ulong 0

/* Bits of `wrong`, from `at` on: reduction, inclusive and exclusive scan. */
#define TEST(T, group, op, OP, IDENTITY, first, end, at)                                        \
    {                                                                                           \
        T all = IDENTITY, up_to = IDENTITY, before = IDENTITY;                                  \
        for (uint id = first; id < (end); id++) {                                               \
            T value = VALUE(T, id);                                                             \
            all = OP(all, value);                                                               \
            up_to = id <= me ? OP(up_to, value) : up_to;                                        \
            before = id < me ? OP(before, value) : before;                                      \
        }                                                                                       \
        wrong |= (uint)(group##_reduce_##op(mine) != all) << (at);                              \
        wrong |= (uint)(group##_scan_inclusive_##op(mine) != up_to) << ((at) + 1);              \
        wrong |= (uint)(group##_scan_exclusive_##op(mine) != before) << ((at) + 2);             \
    }

#define KERNEL(T, least, greatest)                                                              \
    kernel void test_##T(global uint *r)                                                        \
    {                                                                                           \
        uint me = linear_id(), size = get_local_size(0) * get_local_size(1) * get_local_size(2); \
        uint from = me & ~63u, to = LESS(from + 64, size), wrong = 0;                           \
        T mine = VALUE(T, me);                                                                  \
        TEST(T, sub_group, add, PLUS, (T)0, from, to, 0)                                        \
        TEST(T, sub_group, min, LESS, greatest, from, to, 3)                                    \
        TEST(T, sub_group, max, MORE, least, from, to, 6)                                       \
        TEST(T, work_group, add, PLUS, (T)0, 0, size, 9)                                        \
        TEST(T, work_group, min, LESS, greatest, 0, size, 12)                                   \
        TEST(T, work_group, max, MORE, least, 0, size, 15)                                      \
        r[get_group_id(0) * size + me] = wrong;                                                 \
    }

KERNEL(int, INT_MIN, INT_MAX)
KERNEL(uint, 0u, UINT_MAX)
KERNEL(long, LONG_MIN, LONG_MAX)
KERNEL(ulong, 0ul, ULONG_MAX)
KERNEL(float, -INFINITY, INFINITY)
KERNEL(double, -(double)INFINITY, (double)INFINITY)
