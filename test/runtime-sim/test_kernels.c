/* Kernels compiled by clang run on the simulator; each result is checked against the host.  The
 * arguments are code objects of kernels.cl. */
#include "examples/host/sim_environment.h"
#include "runtime/sim/sim.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 256 };

struct run {
    struct sim_device *device;
    struct sim_object *object;
    const char *file;
    /* At -O0 clang 16 reloads spilled values at the start of a join block, before it restores
     * EXEC: lanes that come from elsewhere keep stale registers.  What that breaks is left out. */
    bool unoptimised;
    int failures;
    struct sim_arg args[8];
    uint64_t values[8];
    unsigned count;
};

static uint32_t seed;

static uint32_t
next(void)
{
    seed = seed * 1664525 + 1013904223;
    return seed ^ seed >> 15;
}

static uint64_t
buffer(struct run *run, const void *bytes, uint64_t size)
{
    uint64_t address = bytes ? sim_alloc(run->device, size) : sim_alloc_raw(run->device, size);
    if (bytes)
        sim_write(run->device, address, bytes, size);
    run->values[run->count] = address;
    run->args[run->count] = (struct sim_arg){.bytes = &run->values[run->count], .size = 8};
    run->count++;
    return address;
}

static void
by_value(struct run *run, const void *bytes, uint64_t size)
{
    run->args[run->count++] = (struct sim_arg){.bytes = bytes, .size = size};
}

static bool
launch3(struct run *run, const char *name, unsigned dims, const uint32_t *global,
        const uint32_t *local)
{
    const struct sim_kernel *kernel = sim_find_kernel(run->object, name);
    struct sim_launch launch = {.dims = dims, .args = run->args, .arg_count = run->count};
    for (unsigned d = 0; d < dims; d++) {
        launch.global[d] = global[d];
        launch.local[d] = local[d];
    }
    if (kernel && sim_launch(run->device, kernel, &launch) == SIM_OK)
        return true;
    fprintf(stderr, "%s: %s: %s\n", run->file, name,
            kernel ? sim_message(run->device) : "no such kernel");
    run->failures++;
    return false;
}

static bool
launch(struct run *run, const char *name, uint32_t global, uint32_t local)
{
    return launch3(run, name, 1, &global, &local);
}

/* The buffer's bytes on the host; uninitialised data is a failure. */
static void
fetch(struct run *run, const char *name, uint64_t address, void *bytes, uint64_t size)
{
    if (sim_read(run->device, address, bytes, size) == SIM_OK)
        return;
    fprintf(stderr, "%s: %s: %s\n", run->file, name, sim_message(run->device));
    run->failures++;
}

static void
expect(struct run *run, const char *name, unsigned index, bool good, double got, double wanted)
{
    if (good)
        return;
    if (run->failures++ < 20)
        fprintf(stderr, "%s: %s: element %u is %.17g, not %.17g\n", run->file, name, index, got,
                wanted);
}

static void
expect_int(struct run *run, const char *name, unsigned index, int64_t got, int64_t wanted)
{
    if (got == wanted)
        return;
    if (run->failures++ < 20)
        fprintf(stderr, "%s: %s: element %u is %lld, not %lld\n", run->file, name, index,
                (long long)got, (long long)wanted);
}

static void
expect_float(struct run *run, const char *name, unsigned index, double got, double wanted,
             double tolerance)
{
    bool good = got == wanted || (isnan(got) && isnan(wanted)) ||
                fabs(got - wanted) <= tolerance * fabs(wanted) + 1e-30;
    expect(run, name, index, good, got, wanted);
}

static void
random_ints(int32_t *a, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        a[i] = (int32_t)(next() >> (next() % 24)) * (next() & 1 ? 1 : -1);
}

static void
random_floats(float *a, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        a[i] = (float)((int32_t)next() % 20000) / 137.0f + 0.01f;
}

static void
test_vadd(struct run *run)
{
    float a[N], b[N], o[N];
    int32_t n = 200;
    random_floats(a, N);
    random_floats(b, N);
    memset(o, 0, sizeof o);
    buffer(run, a, sizeof a);
    buffer(run, b, sizeof b);
    uint64_t out = buffer(run, o, sizeof o);
    by_value(run, &n, 4);
    if (!launch(run, "vadd", N, 64))
        return;
    fetch(run, "vadd", out, o, sizeof o);
    for (unsigned i = 0; i < N; i++)
        expect_float(run, "vadd", i, (double)o[i], i < 200 ? (double)(a[i] + b[i]) : 0, 0);
}

static void
test_loops(struct run *run)
{
    int32_t a[N], o[N], n = N;
    random_ints(a, N);
    buffer(run, a, sizeof a);
    uint64_t out = buffer(run, NULL, sizeof o);
    by_value(run, &n, 4);
    if (!launch(run, "loops", N, 128))
        return;
    fetch(run, "loops", out, o, sizeof o);
    for (int i = 0; i < N; i++) {
        int32_t s = 0;
        for (int k = 0; k < (a[i] & 31); k++) {
            if ((k ^ i) & 1)
                s = (int32_t)((uint32_t)s + (uint32_t)a[(i + k) % n]);
            else
                s = (int32_t)((uint32_t)s - (uint32_t)k * 3);
            if (s > 100000)
                break;
        }
        expect_int(run, "loops", (unsigned)i, o[i], s);
    }
}

static void
test_div32(struct run *run)
{
    int32_t a[N], b[N], o[4 * N];
    random_ints(a, N);
    random_ints(b, N);
    for (int i = 0; i < N; i++)
        if (b[i] == 0 || b[i] == -1)
            b[i] = 3;
    buffer(run, a, sizeof a);
    buffer(run, b, sizeof b);
    uint64_t out = buffer(run, NULL, sizeof o);
    if (!launch(run, "div32", N, 64))
        return;
    fetch(run, "div32", out, o, sizeof o);
    for (unsigned i = 0; i < N; i++) {
        expect_int(run, "div32", 4 * i, o[4 * i], a[i] / b[i]);
        expect_int(run, "div32", 4 * i + 1, o[4 * i + 1], a[i] % b[i]);
        expect_int(run, "div32", 4 * i + 2, (uint32_t)o[4 * i + 2],
                   (uint32_t)a[i] / (uint32_t)b[i]);
        expect_int(run, "div32", 4 * i + 3, (uint32_t)o[4 * i + 3],
                   (uint32_t)a[i] % (uint32_t)b[i]);
    }
}

static void
test_div64(struct run *run)
{
    int64_t a[N], b[N], o[4 * N];
    for (int i = 0; i < N; i++) {
        a[i] = (int64_t)(((uint64_t)next() << 32 | next()) >> (next() % 50));
        b[i] = (int64_t)(((uint64_t)next() << 32 | next()) >> (next() % 50)) | 2;
        if (i & 1)
            a[i] = -a[i];
        if (i & 2)
            b[i] = -b[i];
    }
    buffer(run, a, sizeof a);
    buffer(run, b, sizeof b);
    uint64_t out = buffer(run, NULL, sizeof o);
    if (!launch(run, "div64", N, 64))
        return;
    fetch(run, "div64", out, o, sizeof o);
    for (unsigned i = 0; i < N; i++) {
        expect_int(run, "div64", 4 * i, o[4 * i], a[i] / b[i]);
        expect_int(run, "div64", 4 * i + 1, o[4 * i + 1], a[i] % b[i]);
        expect_int(run, "div64", 4 * i + 2, o[4 * i + 2],
                   (int64_t)((uint64_t)a[i] / (uint64_t)b[i]));
        expect_int(run, "div64", 4 * i + 3, o[4 * i + 3],
                   (int64_t)((uint64_t)a[i] % (uint64_t)b[i]));
    }
}

static void
test_floats(struct run *run)
{
    float a[N], b[N], o[8 * N];
    random_floats(a, N);
    random_floats(b, N);
    a[0] = 1e-38f, b[0] = 1e30f, a[1] = 3e38f, b[1] = 2e30f, a[2] = 1.0f, b[2] = 3.0f;
    a[3] = 3e38f, b[3] = 0.5f, a[4] = 0.0f, b[4] = -5.0f, a[5] = 7.0f, b[5] = 1.5e38f;
    buffer(run, a, sizeof a);
    buffer(run, b, sizeof b);
    uint64_t out = buffer(run, NULL, sizeof o);
    if (!launch(run, "floats", N, 64))
        return;
    fetch(run, "floats", out, o, sizeof o);
    for (unsigned i = 0; i < N; i++) {
        double x = (double)a[i], y = (double)b[i];
        const float *r = o + 8 * i;
        double ulp = 1.2e-7, small = fabs(x / y) < 1.2e-38 ? 1 : 2.5 * ulp;
        expect_float(run, "floats /", i, (double)r[0], (double)(float)(x / y), small);
        if (fabs(x) > 1.2e-38) /* v_sqrt_f32 flushes denormals */
            expect_float(run, "floats sqrt", i, (double)r[1], sqrt(fabs(x)), 3 * ulp);
        expect_float(run, "floats fma", i, (double)r[2], (double)fmaf(a[i], b[i], a[i]),
                     x < 1e-37 ? 1 : 0);
        if (fabs(x) < 1e30) /* huge arguments are the library's matter */
            expect(run, "floats sin", i, fabs((double)r[3] - sin(x)) <= 6e-7, (double)r[3], sin(x));
        expect_float(run, "floats exp", i, (double)r[4], (double)(float)exp((double)(b[i] * 0.1f)),
                     6 * ulp);
        expect(run, "floats log", i,
               fabs((double)r[5] - log((double)(float)(fabs(x) + 1))) <=
                   4 * ulp * (1 + fabs((double)r[5])),
               (double)r[5], log(fabs(x) + 1));
        if (x > 1e-30 || x < -1e-30)
            expect_float(run, "floats pow", i, (double)r[6], pow(fabs(x), 0.75), 16 * ulp);
        if (fabs(x / y) < 1e6 && !run->unoptimised)
            expect_float(run, "floats mod", i, (double)r[7],
                         (double)((floorf(a[i]) + rintf(b[i])) + fmodf(a[i], b[i])), ulp);
    }
}

static void
test_doubles(struct run *run)
{
    double a[N], b[N], o[4 * N];
    for (int i = 0; i < N; i++) {
        a[i] = (double)(int32_t)next() / 1e7;
        b[i] = (double)(int32_t)next() / 1e8 + 0.001;
    }
    a[0] = 1e-300, b[0] = 1e200, a[1] = 1e300, b[1] = 3e250, a[2] = 1, b[2] = 3;
    buffer(run, a, sizeof a);
    buffer(run, b, sizeof b);
    uint64_t out = buffer(run, NULL, sizeof o);
    if (!launch(run, "doubles", N, 64))
        return;
    fetch(run, "doubles", out, o, sizeof o);
    for (unsigned i = 0; i < N; i++) {
        double sum = sin(a[i]) + exp(b[i] * 0.1);
        expect_float(run, "doubles /", i, o[4 * i], a[i] / b[i], 0);
        expect_float(run, "doubles sqrt", i, o[4 * i + 1], sqrt(fabs(a[i])), 0);
        expect_float(run, "doubles fma", i, o[4 * i + 2], fma(a[i], b[i], a[i]), 0);
        if (fabs(a[i]) < 1e15)
            expect_float(run, "doubles sin exp", i, o[4 * i + 3], sum, 1e-14);
    }
}

static void
test_reduce(struct run *run)
{
    int32_t a[1024], o[4];
    random_ints(a, 1024);
    buffer(run, a, sizeof a);
    uint64_t out = buffer(run, NULL, sizeof o);
    run->args[run->count++] = (struct sim_arg){.local = true, .size = 256 * 4};
    if (!launch(run, "reduce", 1024, 256))
        return;
    fetch(run, "reduce", out, o, sizeof o);
    for (unsigned g = 0; g < 4; g++) {
        uint32_t s = 0;
        for (unsigned i = 0; i < 256; i++)
            s += (uint32_t)a[256 * g + i];
        expect_int(run, "reduce", g, o[g], (int32_t)s);
    }
}

static void
test_histogram(struct run *run)
{
    uint32_t a[1024], o[64], wanted[64] = {0};
    for (int i = 0; i < 1024; i++) {
        a[i] = next();
        wanted[a[i] & 63]++;
    }
    memset(o, 0, sizeof o);
    buffer(run, a, sizeof a);
    uint64_t out = buffer(run, o, sizeof o);
    if (!launch(run, "histogram", 1024, 256))
        return;
    fetch(run, "histogram", out, o, sizeof o);
    for (unsigned i = 0; i < 64; i++)
        expect_int(run, "histogram", i, o[i], wanted[i]);
}

static void
test_branches(struct run *run)
{
    int32_t a[N], o[N];
    random_ints(a, N);
    buffer(run, a, sizeof a);
    uint64_t out = buffer(run, NULL, sizeof o);
    if (!launch(run, "branches", N, 64))
        return;
    fetch(run, "branches", out, o, sizeof o);
    for (int i = 0; i < N; i++) {
        int32_t values[] = {i, i * i, ~i, 7, 7, 1234, a[i] >> 2, -1};
        expect_int(run, "branches", (unsigned)i, o[i], values[a[i] & 7]);
    }
}

static void
test_spill(struct run *run)
{
    float a[N], o[N];
    random_floats(a, N);
    buffer(run, a, sizeof a);
    uint64_t out = buffer(run, NULL, sizeof o);
    if (!launch(run, "spill", N, 64))
        return;
    fetch(run, "spill", out, o, sizeof o);
    for (int i = 0; i < N; i++) {
        double v[64], s = 0;
        for (int k = 0; k < 64; k++)
            v[k] = (double)a[(i * 7 + k * 13) & 255];
        for (int r = 0; r < 3; r++)
            for (int k = 0; k < 64; k++)
                v[k] = v[k] * 0.5 + v[(k * 5 + r + (i & 3)) & 63];
        for (int k = 0; k < 64; k++)
            s += v[k] * (k + 1);
        expect(run, "spill", (unsigned)i, fabs((double)o[i] - s) < 0.5, (double)o[i], s);
    }
}

static uint32_t
helper(uint32_t a, uint32_t b)
{
    return a * 31 + (b ^ (uint32_t)((int32_t)a >> 3));
}

static void
test_calls(struct run *run)
{
    int32_t a[N], o[N];
    random_ints(a, N);
    buffer(run, a, sizeof a);
    uint64_t out = buffer(run, NULL, sizeof o);
    if (!launch(run, "calls", N, 64))
        return;
    fetch(run, "calls", out, o, sizeof o);
    for (unsigned i = 0; i < N; i++) {
        uint32_t s = 0;
        for (unsigned k = 0; k < 4; k++) {
            uint32_t x = (uint32_t)a[(i + k) & 255];
            s = helper(s, helper(x, i + k) + (x & 1 ? 3 : 5));
        }
        expect_int(run, "calls", i, o[i], (int32_t)s);
    }
}

static void
test_bytes(struct run *run)
{
    uint8_t a[N + 4], o[2 * N];
    int16_t p[N];
    for (int i = 0; i < N + 4; i++)
        a[i] = (uint8_t)next();
    buffer(run, a, sizeof a);
    uint64_t out = buffer(run, NULL, sizeof o), out2 = buffer(run, NULL, sizeof p);
    if (!launch(run, "bytes", N, 64))
        return;
    fetch(run, "bytes", out, o, sizeof o);
    fetch(run, "bytes", out2, p, sizeof p);
    for (unsigned i = 0; i < N; i++) {
        const uint8_t *v = a + 4 * (i & 63);
        expect_int(run, "bytes", i, o[i], (uint8_t)(a[i] + a[(i + 1) & 255]));
        expect_int(run, "bytes", i, p[i], (int16_t)(a[i] * -3));
        expect_int(run, "bytes", N + i, o[N + i], (uint8_t)(v[0] + v[1] * v[2] - v[3]));
    }
}

static void
test_halves(struct run *run)
{
    uint16_t a[N], o[N];
    float f[N];
    for (unsigned i = 0; i < N; i++)
        a[i] = (uint16_t)(0x3C00 + i * 7); /* 1 and above */
    buffer(run, a, sizeof a);
    uint64_t out = buffer(run, NULL, sizeof o), out2 = buffer(run, NULL, sizeof f);
    if (!launch(run, "halves", N, 64))
        return;
    fetch(run, "halves", out, o, sizeof o);
    fetch(run, "halves", out2, f, sizeof f);
    for (unsigned i = 0; i < N; i++) {
        double x = ldexp(1024 + (a[i] & 0x3FF), (a[i] >> 10) - 25);
        double y = x * 2.5 + 1, back = ldexp(1024 + (o[i] & 0x3FF), (o[i] >> 10) - 25);
        expect_float(run, "halves", i, (double)f[i], x, 0);
        expect_float(run, "halves", i, back, y, 0x1p-11);
    }
}

static void
test_ids(struct run *run)
{
    uint32_t o[16 * 6 * 4], global[3] = {16, 6, 4}, local[3] = {8, 3, 2};
    uint64_t out = buffer(run, NULL, sizeof o);
    if (run->unoptimised || !launch3(run, "ids", 3, global, local))
        return;
    fetch(run, "ids", out, o, sizeof o);
    for (uint32_t i = 0; i < 16 * 6 * 4; i++) {
        uint32_t x = i % 16, y = i / 16 % 6, z = i / 96;
        expect_int(run, "ids", i, o[i],
                   x % 8 | (y % 3) << 4 | (z % 2) << 8 | (x / 8) << 12 | (y / 3) << 16 |
                       (z / 2) << 20 | 2u << 24);
    }
}

static void
test_conversions(struct run *run)
{
    float a[N];
    int32_t o[4 * N];
    random_floats(a, N);
    a[0] = 1e20f, a[1] = -1e20f, a[2] = 2.5f, a[3] = 3.5f, a[4] = 300, a[5] = -7;
    buffer(run, a, sizeof a);
    uint64_t out = buffer(run, NULL, sizeof o);
    if (!launch(run, "conversions", N, 64))
        return;
    fetch(run, "conversions", out, o, sizeof o);
    for (unsigned i = 0; i < N; i++) {
        float x = a[i], y = x * 1e8f;
        uint32_t bits;
        memcpy(&bits, &x, 4);
        float from = (float)bits;
        memcpy(&bits, &from, 4);
        int32_t big = y >= 2147483648.0f ? INT32_MAX : y <= -2147483648.0f ? INT32_MIN : (int32_t)y;
        expect_int(run, "conversions int", 4 * i, o[4 * i], big);
        if (fabsf(x) < 4e9f)
            expect_int(run, "conversions rte", 4 * i + 1, (uint32_t)o[4 * i + 1],
                       (uint32_t)rintf(fabsf(x)));
        expect_int(run, "conversions uchar", 4 * i + 2, o[4 * i + 2],
                   x < 0     ? 0
                   : x > 255 ? 255
                             : (int)x);
        expect_int(run, "conversions uint", 4 * i + 3, o[4 * i + 3], (int32_t)bits);
    }
}

static void
test_atomics64(struct run *run)
{
    uint64_t a[N], o[2] = {5, 6}, sum = 5, max = 6;
    for (int i = 0; i < N; i++) {
        a[i] = (uint64_t)next() << 31 | next();
        sum += a[i];
        max = a[i] > max ? a[i] : max;
    }
    uint64_t out = buffer(run, o, sizeof o);
    buffer(run, a, sizeof a);
    if (!launch(run, "atomics64", N, 64))
        return;
    fetch(run, "atomics64", out, o, sizeof o);
    expect_int(run, "atomics64", 0, (int64_t)o[0], (int64_t)sum);
    expect_int(run, "atomics64", 1, (int64_t)o[1], (int64_t)max);
}

static void
test_matmul(struct run *run)
{
    float a[32 * 32], b[32 * 32], o[32 * 32];
    uint32_t global[2] = {32, 32}, local[2] = {8, 8};
    int32_t n = 32;
    for (int i = 0; i < 32 * 32; i++) {
        a[i] = (float)(next() % 16);
        b[i] = (float)(next() % 16);
    }
    buffer(run, a, sizeof a);
    buffer(run, b, sizeof b);
    uint64_t out = buffer(run, NULL, sizeof o);
    by_value(run, &n, 4);
    if (run->unoptimised || !launch3(run, "matmul", 2, global, local))
        return;
    fetch(run, "matmul", out, o, sizeof o);
    for (unsigned i = 0; i < 32 * 32; i++) {
        float s = 0;
        for (unsigned k = 0; k < 32; k++)
            s += a[i / 32 * 32 + k] * b[k * 32 + i % 32];
        expect_float(run, "matmul", i, (double)o[i], (double)s, 0);
    }
}

struct pair {
    int8_t tag;
    int32_t value;
    int16_t rest;
};

static void
test_structs(struct run *run)
{
    struct pair a[N], o[N], c = {85, 1000, 3};
    for (int i = 0; i < N; i++)
        a[i] = (struct pair){(int8_t)next(), (int32_t)next() / 4, (int16_t)(next() % 999)};
    memset(o, 0, sizeof o);
    buffer(run, a, sizeof a);
    uint64_t out = buffer(run, o, sizeof o);
    by_value(run, &c, sizeof c);
    if (!launch(run, "structs", N, 64))
        return;
    fetch(run, "structs", out, o, sizeof o);
    for (unsigned i = 0; i < N; i++) {
        expect_int(run, "structs tag", i, o[i].tag, (int8_t)(a[i].tag ^ 85));
        expect_int(run, "structs value", i, o[i].value, a[i].value + 1000);
        expect_int(run, "structs rest", i, o[i].rest, (int16_t)(a[i].rest * (int)((i + 2) & 3)));
    }
}

static void
test_tables(struct run *run)
{
    static const int32_t table[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
    int32_t a[N], o[N];
    random_ints(a, N);
    buffer(run, a, sizeof a);
    uint64_t out = buffer(run, NULL, sizeof o);
    if (!launch(run, "tables", N, 64))
        return;
    fetch(run, "tables", out, o, sizeof o);
    for (int i = 0; i < N; i++) {
        uint32_t x = (uint32_t)a[i], s = (uint32_t)table[x & 15] * (x << 7 | x >> 25);
        s += (uint32_t)__builtin_popcount(x) + (x ? (uint32_t)__builtin_clz(x) : 32);
        s += (uint32_t)(((int64_t)a[i] * 12345) >> 32) + (uint32_t)i;
        s += (uint32_t)(i * 77);
        s += a[i] > i ? x - (uint32_t)i : (uint32_t)i - x;
        s += ((uint32_t)i & ~0xFFu) | (x & 0xFF);
        expect_int(run, "tables", (unsigned)i, o[i], (int32_t)s);
    }
}

static void
test_vectors(struct run *run)
{
    float a[64][4], o[64][4], n[64];
    random_floats(a[0], 256);
    buffer(run, a, sizeof a);
    uint64_t out = buffer(run, NULL, sizeof o), out2 = buffer(run, NULL, sizeof n);
    if (!launch(run, "vectors", 64, 64))
        return;
    fetch(run, "vectors", out, o, sizeof o);
    fetch(run, "vectors", out2, n, sizeof n);
    for (unsigned i = 0; i < 64; i++) {
        const float *v = a[i], *w = a[(i + 1) & 63];
        double dot = 0, length = 0;
        for (unsigned k = 0; k < 4; k++) {
            double cross = k < 3 ? (double)v[(k + 1) % 3] * (double)w[(k + 2) % 3] -
                                       (double)v[(k + 2) % 3] * (double)w[(k + 1) % 3]
                                 : 0;
            double wanted = (double)v[3 - k] * (double)w[k] + cross;
            expect(run, "vectors", 4 * i + k, fabs((double)o[i][k] - wanted) < 0.02,
                   (double)o[i][k], wanted);
            dot += (double)v[k] * (double)w[k];
            length += (double)v[k] * (double)v[k];
        }
        expect(run, "vectors n", i, fabs((double)n[i] - (dot + sqrt(length))) < 0.05, (double)n[i],
               dot + sqrt(length));
    }
}

typedef void test(struct run *run);

static test *const tests[] = {
    test_vadd,      test_loops,  test_div32,     test_div64,    test_floats,
    test_doubles,   test_reduce, test_histogram, test_branches, test_spill,
    test_calls,     test_bytes,  test_halves,    test_ids,      test_conversions,
    test_atomics64, test_matmul, test_structs,   test_tables,   test_vectors,
};

static void
print_warning(void *data, const char *line)
{
    fprintf(data, "warning: %s\n", line);
}

static int
run_object(const char *path)
{
    struct run run = {.file = strrchr(path, '/') ? strrchr(path, '/') + 1 : path};
    run.unoptimised = strstr(run.file, "-O0") != NULL;
    FILE *file = fopen(path, "rb");
    static char bytes[1 << 20];
    size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (file)
        fclose(file);
    for (unsigned i = 0; i < sizeof tests / sizeof *tests; i++) {
        struct sim_options options = {
            .strict = true, .foreign = -1, .warn = print_warning, .data = stderr};
        if (!sim_environment(&options))
            abort();
        run.device = sim_device_new(&options);
        run.count = 0;
        if (!run.device || sim_load(run.device, bytes, size, &run.object) != SIM_OK) {
            fprintf(stderr, "%s: %s\n", path, run.device ? sim_message(run.device) : "no memory");
            sim_device_free(run.device);
            return 1;
        }
        seed = 12345;
        tests[i](&run);
        sim_device_free(run.device);
    }
    printf("%s: %s\n", run.file, run.failures ? "FAILED" : "ok");
    return run.failures;
}

int
main(int argc, char **argv)
{
    int failures = argc < 2;
    for (int i = 1; i < argc; i++)
        failures += run_object(argv[i]);
    return failures != 0;
}
