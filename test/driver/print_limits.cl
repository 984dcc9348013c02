/* Each kernel runs into the limit of its name (support/limit.def), and the one with _below after its name
 * does not: print_limits.py.  printf is made code of for the whole program at once. */
#define GID get_global_id(0)

#define TIMES_8(x)   x x x x x x x x
#define TIMES_128(x) TIMES_8(TIMES_8(x x))

#define LOOP(name, n, step)                                                                        \
    kernel void name(global float *p)                                                              \
    {                                                                                              \
        float x = p[GID];                                                                          \
        for (int i = 0; i < n; i++)                                                                \
            x = step;                                                                              \
        p[GID] = x;                                                                                \
    }
LOOP(unroll_trips, 258, x * x + 1)
LOOP(unroll_trips_below, 256, x * x + 1)
LOOP(unroll_code, 200, sqrt(x) * i + 1 / x)
LOOP(unroll_code_below, 20, sqrt(x) * i + 1 / x)

#define STEPS(name, count, step)                                                                   \
    kernel void name(global const float *p, global float *q, int n)                                \
    {                                                                                              \
        float s = 0;                                                                               \
        _Pragma(count)                                                                             \
        for (int i = GID; i < n; i += step)                                                        \
            s += p[i];                                                                             \
        q[GID] = s;                                                                                \
    }
STEPS(steps_asked, "unroll 17", 1)
STEPS(steps_asked_below, "unroll 16", 1)
STEPS(stepped_by, "unroll 4", 65)
STEPS(stepped_by_below, "unroll 4", 64)

#define BITS(name, sum)                                                                            \
    kernel void name(global const uchar *p, global ulong *q)                                       \
    {                                                                                              \
        uint x = p[GID], y = p[GID + 1];                                                           \
        q[GID] = (ulong)(sum) * 3;                                                                 \
    }
BITS(bits_depth, (((((((x | y) & 99) ^ x) & 77) | y) & 55) ^ x) / 3)
#define TEST(name, test)                                                                           \
    kernel void name(global int *p)                                                                \
    {                                                                                              \
        int n = p[GID];                                                                            \
        for (int i = 0; test; i++)                                                                 \
            p[GID + i] = n;                                                                        \
    }
TEST(test_depth, i TIMES_8(% 1009 * 5 / 3) + 2 != 3)
TEST(test_depth_below, i % 1009 * 5 / 3 + 2 != 3)

#define POINTERS(name, more)                                                                       \
    kernel void name(global float *a, global float *b, global float *c, global float *d,           \
                     global float *e, global float *f, global float *g, global float *h,           \
                     global float *j, int n)                                                       \
    {                                                                                              \
        for (int i = GID; i < n; i++) {                                                            \
            a[i] = b[i] = c[i] = d[i] = e[i] = f[i] = g[i] = h[i] = i;                             \
            more;                                                                                  \
        }                                                                                          \
    }
POINTERS(loop_pointers, j[i] = 3)
POINTERS(loop_pointers_below, )

#define PRODUCTS(name, more)                                                                       \
    kernel void name(global int *p, int n, int a, int b, int c)                                    \
    {                                                                                              \
        int s = 0, k = GID;                                                                        \
        _Pragma("unroll 1")                                                                      \
        for (int i = 0; i < n; i++)                                                                \
            s = s / 3 ^ (i + k) * a ^ (i + k) * b more;                                            \
        p[k] = s;                                                                                  \
    }
PRODUCTS(loop_products, ^ (i + k) * c)
PRODUCTS(loop_products_below, )

struct block {
    int words[64];
};
struct block_and_more {
    int words[65];
};
#define COPY(name, type)                                                                           \
    kernel void name(global struct type *p)                                                        \
    {                                                                                              \
        p[GID + 1] = p[GID];                                                                       \
        barrier(CLK_GLOBAL_MEM_FENCE);                                                             \
        p[GID + 2] = p[GID];                                                                       \
    }
COPY(copy_bytes, block_and_more)
COPY(copy_bytes_below, block)

#define ARRAY(name, n)                                                                             \
    kernel void name(global int *p, int k, int m)                                                  \
    {                                                                                              \
        int a[n];                                                                                  \
        for (int i = 0; i < n; i++)                                                                \
            a[i] = p[i * n + GID];                                                                 \
        a[(k + GID) & (n - 1)] = m;                                                                \
        p[GID] = a[(m ^ GID) & (n - 1)];                                                           \
    }
ARRAY(small_array_dwords, 81)
ARRAY(small_array_dwords_below, 80)
ARRAY(small_array_choices, 32)
ARRAY(small_array_choices_below, 16)

#define OBJECT(name, n)                                                                            \
    kernel void name(global int *p)                                                                \
    {                                                                                              \
        volatile int a[n];                                                                         \
        a[3] = p[GID];                                                                             \
        p[GID] = a[p[GID + 1]];                                                                    \
    }
OBJECT(object_bytes, 16385)
OBJECT(object_bytes_below, 16384)

kernel void
printf_string(constant char *s)
{
    printf("%s", s);
}

typedef read_only image2d_t image;
#define READ(i) read_imagef(i, (int2)(GID, 1))
kernel void
descriptor_dwords(image a, image b, image c, image d, image e, image f, image g, global float4 *p)
{
    p[GID] = READ(a) + READ(b) + READ(c) + READ(d) + READ(e) + READ(f) + READ(g);
}
kernel void
descriptor_dwords_below(image a, image b, image c, image d, image e, image f, global float4 *p)
{
    p[GID] = READ(a) + READ(b) + READ(c) + READ(d) + READ(e) + READ(f);
}

#ifdef WITH_scratch_bytes /* is refused */
kernel void
scratch_bytes(global int *p)
{
    volatile int a[32765];
    a[p[GID]] = 1;
    p[GID] = a[p[0]];
}
#endif

uint mixed(uint x, uint y) /* no kernel */
{
    TIMES_8(x = x * y ^ x >> 3; y += x / 7;)
    return x + y;
}
#ifdef WITH_inlined_program
kernel void
inlined_program(global uint *p)
{
    uint x = p[GID], y = 5;
    TIMES_128(x = mixed(x, y); y += x;)
    p[GID] = x;
}
#endif
#ifdef WITH_inlined_program_below /* as large, but nothing is called that might stay a function */
kernel void
inlined_program_below(global uint *p)
{
    uint x = p[GID], y = 5;
    TIMES_128(TIMES_8(x = x * y ^ x >> 3; y += x / 7;))
    p[GID] = x;
}
#endif
