/* Kernels that stress one part of the compiler each, with the same computation on the host. */
#include "examples/host/run.h"
#include "support/ieee.h"
#include "test/e2e/e2e_cases.h"

#include <math.h>
#include <string.h>

typedef struct {
    float x, y, z;
    int32_t material;
} point_t;

typedef struct {
    point_t centre;
    float radius;
    uint8_t flags[3];
} sphere_t;

static float
dot_points(point_t a, point_t b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/* The nearest sphere that a ray meets; false when the decision is within rounding of going the
 * other way. */
static bool
trace(const sphere_t *spheres, int count, point_t eye, point_t direction, float *nearest,
      int *found)
{
    bool certain = true;
    *nearest = 1000.0f;
    *found = -1;
    for (int i = 0; i < count; i++) {
        const point_t *c = &spheres[i].centre;
        point_t to = {c->x - eye.x, c->y - eye.y, c->z - eye.z, 0};
        float along = dot_points(to, direction);
        float inside = spheres[i].radius * spheres[i].radius - (dot_points(to, to) - along * along);
        if (fabsf(inside) < 1e-3f)
            certain = false;
        if (inside < 0)
            continue;
        float near = along - sqrtf(inside);
        if (near < *nearest && (spheres[i].flags[1] & 1)) {
            *nearest = near;
            *found = c->material + spheres[i].flags[2];
        }
    }
    return certain;
}

static bool
struct_calls(struct run *run)
{
    enum { COUNT = 9, N = 256 };
    sphere_t spheres[COUNT];
    point_t eye = {0.1f, 0.0f, -5.0f, 3};
    float depth[N];
    int32_t material[N], count = COUNT;
    memset(spheres, 0, sizeof spheres);
    for (int i = 0; i < COUNT; i++) {
        spheres[i].centre =
            (point_t){run_random_float(run, -3, 3), run_random_float(run, -0.5f, 0.5f),
                      run_random_float(run, 0, 6), i * 100};
        spheres[i].radius = run_random_float(run, 0.3f, 1.2f);
        spheres[i].flags[1] = (uint8_t)(i != 4);
        spheres[i].flags[2] = (uint8_t)(200 + i);
    }
    uint64_t ps = run_buffer(run, spheres, sizeof spheres);
    uint64_t pd = run_buffer(run, NULL, sizeof depth), pm = run_buffer(run, NULL, sizeof material);
    if (!LAUNCH(run, "struct_calls", N, 1, 64, 1, ARG(ps), ARG(count), ARG(eye), ARG(pd),
                ARG(pm)) ||
        !run_read(run, pd, depth, sizeof depth) || !run_read(run, pm, material, sizeof material))
        return false;
    for (int i = 0; i < N; i++) {
        float angle = (float)i / N - 0.5f, scale = 1.0f / sqrtf(1.0f + angle * angle), nearest;
        point_t direction = {angle * scale, 0, scale, 0};
        int found;
        if (!trace(spheres, COUNT, eye, direction, &nearest, &found))
            continue;
        if (material[i] != found)
            return run_fail(run, "material[%d] is %d instead of %d", i, material[i], found);
        if (!run_near(run, "depth", (size_t)i, depth[i], nearest, 1e-4, 1e-4))
            return false;
    }
    return true;
}

static int
classify(int x)
{
    switch (x & 7) {
    case 0:
        return 100;
    case 1:
        return (x + 3) * 2;
    case 2:
        return x * 2;
    case 5:
        return x > 40 ? -x : ~x;
    case 6:
        for (int i = 0, skip = x & 3; i < 10; i++, skip = x & 3) {
            if (i == skip)
                continue;
            x += i;
            if (x > 60)
                break;
        }
        return x;
    default:
        return x - 9;
    }
}

/* One way through the inner loop: 0 go on, 1 break, 2 done, 3 return. */
static int
inner(int *px, int *psteps, int id)
{
    int x = *px, way = 0;
    bool twist = false;
    if (x < 0)
        return 2;
    if (x % 5 == 2)
        return 1;
    x -= 3;
    for (int j = 0; j < 4 && !twist; j++) {
        if ((x ^ j) == 9) {
            twist = true;
            break;
        }
        if (j > (id & 3))
            break;
        x += j & 1;
    }
    if (twist) {
        x += 11;
        *psteps += 2;
        way = *psteps > 10 ? 2 : 0;
    } else if (x == 1)
        way = 3;
    *px = x;
    return way;
}

static int
control_flow_host(int x, int id)
{
    int steps = 0, way;
    for (;;) {
        if (++steps > 12)
            break;
        if (x % 3 == 0) {
            x = x / 3 + 1;
            continue;
        }
        while ((way = inner(&x, &steps, id)) == 0)
            ;
        if (way == 2)
            break;
        if (way == 3)
            return -1000 - steps;
        x = classify(x);
        if (!(steps < 6 && x > 10))
            break;
    }
    return x * 16 + steps;
}

static bool
control_flow(struct run *run)
{
    enum { N = 500 };
    int32_t in[N], out[512], n = N;
    for (int i = 0; i < N; i++)
        in[i] = (int32_t)(run_random(run) % 400) - 40;
    uint64_t pi = run_buffer(run, in, sizeof in), po = run_buffer(run, NULL, sizeof out);
    if (!LAUNCH(run, "control_flow", 512, 1, 64, 1, ARG(pi), ARG(po), ARG(n)) ||
        !run_read(run, po, out, sizeof out))
        return false;
    for (int i = 0; i < 512; i++) {
        int want = i < N ? control_flow_host(in[i], i) : 0;
        if (out[i] != want)
            return run_fail(run, "out[%d] is %d instead of %d", i, out[i], want);
    }
    return true;
}

static bool
spill(struct run *run)
{
    enum { COUNT = 400, N = 64 };
    static uint32_t in[COUNT * N], out[COUNT * N];
    for (int i = 0; i < COUNT * N; i++)
        in[i] = run_random(run);
    uint64_t pi = run_buffer(run, in, sizeof in), po = run_buffer(run, NULL, sizeof out);
    if (!LAUNCH(run, "spill", N, 1, 64, 1, ARG(pi), ARG(po)) || !run_read(run, po, out, sizeof out))
        return false;
    for (uint32_t id = 0; id < N; id++) {
        uint32_t sum = id;
        for (uint32_t k = 110; k < COUNT; k++)
            if (k % 100 >= 10)
                sum = (sum << 5 | sum >> 27) ^ (in[k * N + id] + sum);
        for (uint32_t k = 110; k < COUNT; k++)
            if (k % 100 >= 10 && out[k * N + id] != in[k * N + id] * 3 + sum)
                return run_fail(run, "value %u of work-item %u is wrong", k, id);
    }
    return true;
}

static uint64_t
power_mod(uint64_t base, uint64_t exponent, uint64_t modulus)
{
    uint64_t result = 1;
    for (base %= modulus; exponent; exponent >>= 1, base = base * base % modulus)
        if (exponent & 1)
            result = result * base % modulus;
    return result;
}

static void
int64_host(int64_t x, int64_t y, uint64_t o[16])
{
    uint64_t ux = (uint64_t)x, uy = (uint64_t)y;
    int64_t divisor = y == -1 ? 1 : y;
    o[0] = ux + uy;
    o[1] = ux - uy;
    o[2] = ux * uy;
    o[3] = (uint64_t)(y ? x / divisor : 0);
    o[4] = (uint64_t)(y ? x % divisor : 0);
    o[5] = uy ? ux / uy : 0;
    o[6] = uy ? ux % uy : 0;
    o[7] = ux << (y & 63);
    o[8] = (uint64_t)(x >> (y & 63));
    o[9] = ux >> (uy & 63);
    o[10] = (uint64_t)((x < y) + 2 * (ux < uy) + 4 * (x == y) + 8 * (x >= y));
    o[11] = power_mod(ux, uy & 1023, 4294967291u);
    o[12] = x > y ? ux - uy : uy - ux;
    o[13] = (uint64_t)((int64_t)(int32_t)x * (int64_t)(int32_t)y);
    o[14] = (uint64_t)((unsigned __int128)ux * uy >> 64);
    o[15] = (uint64_t)__builtin_popcountll(ux) + (uy ? (uint64_t)__builtin_clzll(uy) : 64) * 100 +
            ((ux & ~uy) | (ux ^ uy));
}

static int64_t
random_long(struct run *run, int i)
{
    static const int64_t edges[] = {0,          1,           -1, INT64_MAX, INT64_MIN + 1,
                                    0xffffffff, 0x100000000, 63};
    uint64_t high = run_random(run), low = run_random(run);
    if (i % 4 == 0)
        return edges[high % 8];
    return (int64_t)((high << 32 | low) >> (i % 3 == 0 ? 40 : 0));
}

static bool
int64(struct run *run)
{
    enum { N = 200 };
    static int64_t a[N], b[N];
    static uint64_t out[N * 16], want[16];
    uint32_t n = N;
    for (int i = 0; i < N; i++) {
        a[i] = random_long(run, i);
        b[i] = random_long(run, i / 2 + 1);
    }
    uint64_t pa = run_buffer(run, a, sizeof a), pb = run_buffer(run, b, sizeof b);
    uint64_t po = run_buffer(run, NULL, sizeof out);
    if (!LAUNCH(run, "int64", 256, 1, 64, 1, ARG(pa), ARG(pb), ARG(po), ARG(n)) ||
        !run_read(run, po, out, sizeof out))
        return false;
    for (int i = 0; i < N; i++) {
        int64_host(a[i], b[i], want);
        for (int k = 0; k < 16; k++)
            if (out[i * 16 + k] != want[k])
                return run_fail(run, "result %d of (%lld, %lld) is %llx instead of %llx", k,
                                (long long)a[i], (long long)b[i],
                                (unsigned long long)out[i * 16 + k], (unsigned long long)want[k]);
    }
    return true;
}

static void
double_host(double x, double o[6])
{
    double series = 1;
    for (int i = 18; i > 0; i--)
        series = fma(series, x / i, 1.0);
    o[0] = cbrt(fabs(x) + 0.001);
    o[1] = series;
    o[2] = sqrt(fabs(x));
    o[3] = (x - 2.5) / (x * x + 0.25);
    o[4] = floor(x) + trunc(x) * 0.5 + (x < 0 ? -1 : 1);
    o[5] = (double)(float)x + (double)(int32_t)x + (double)(uint32_t)fabs(x);
}

static bool
double_case(struct run *run)
{
    enum { N = 100 };
    static double in[N], out[N * 6];
    static int64_t rounded[N];
    static const double relative[6] = {1e-12, 1e-11, 0, 4e-16, 0, 0};
    uint32_t n = N;
    for (int i = 0; i < N; i++)
        in[i] = (double)run_random_float(run, -1, 1) * exp2(run_random(run) % 8) +
                (double)run_random(run) * 1e-12;
    uint64_t pi = run_buffer(run, in, sizeof in), po = run_buffer(run, NULL, sizeof out);
    uint64_t pr = run_buffer(run, NULL, sizeof rounded);
    if (!LAUNCH(run, "double_math", 128, 1, 64, 1, ARG(pi), ARG(po), ARG(pr), ARG(n)) ||
        !run_read(run, po, out, sizeof out) || !run_read(run, pr, rounded, sizeof rounded))
        return false;
    for (int i = 0; i < N; i++) {
        double want[6];
        double_host(in[i], want);
        if (rounded[i] != (int64_t)(in[i] * 1e6))
            return run_fail(run, "rounded[%d] is %lld", i, (long long)rounded[i]);
        for (int k = 0; k < 6; k++)
            if (!run_near(run, "out", (size_t)(i * 6 + k), out[i * 6 + k], want[k], relative[k],
                          k == 1 ? 1e-9 : 0))
                return false;
    }
    return true;
}

/* ---- halves ---- */

/* Doubles hold sums and products of halves, and what they lose of a fma no half shows: where a term is
 * below their last digit, it is far below that of the result. */
static void
half_host(double a, double b, double c, int id, double o[16])
{
    double product = ieee_value(16, ieee_bits(16, a * b));
    o[0] = a + b;
    o[1] = a - b;
    o[2] = a * b;
    o[3] = a / b;
    o[4] = a * b + c;
    o[5] = sqrt(a);
    o[6] = -a * fabs(b) + c;
    o[7] = floor(a);
    o[8] = rint(a);
    o[9] = trunc(b);
    o[10] = fmin(a, b);
    o[11] = fmax(a, b);
    o[12] = ldexp(a, id % 60 - 30);
    o[13] = copysign(a, b);
    o[14] = product + c;
    o[15] = a < b ? a : c;
}

static int32_t
half_classes(double a, double b)
{
    bool is_normal = isfinite(a) && fabs(a) >= 0x1p-14;
    return (isnan(a) ? 1 : 0) | (isinf(a) ? 2 : 0) | (is_normal ? 4 : 0) | (isfinite(b) ? 8 : 0) |
           (signbit(b) ? 16 : 0) | (a < b ? 32 : 0) | (a == b ? 64 : 0) |
           (isunordered(a, b) ? 128 : 0) | (a >= b ? 256 : 0);
}

/* Any bits; one in two near 1, where sums cancel and round; zeros, infinities and NaN among them. */
static uint16_t
random_half(struct run *run)
{
    static const uint16_t special[] = {0, 0x8000, 0x7c00, 0xfc00, 0x7e00, 1, 0x8001, 0x3ff, 0x7bff};
    uint32_t bits = run_random(run);
    if (bits >> 28 == 0)
        return special[bits % (sizeof special / sizeof *special)];
    if (bits >> 31)
        return (uint16_t)((bits & 0x83ff) | (0x3400 + (bits >> 16 & 7) * 0x400));
    if ((bits & 0x7fff) > 0x7c00)
        bits |= 0x200; /* what fmin makes of a signalling NaN is not specified */
    return (uint16_t)bits;
}

static bool
half_is(struct run *run, int id, int k, uint16_t got, double want, bool zeros_differ)
{
    uint16_t bits = (uint16_t)ieee_bits(16, want);
    bool is_zero = !((got | bits) & 0x7fff);
    if (isnan(want) ? isnan(ieee_value(16, got)) : got == bits || (is_zero && !zeros_differ))
        return true;
    return run_fail(run, "work-item %d: result %d is %04x instead of %04x", id, k, got, bits);
}

static bool
half_case(struct run *run)
{
    enum { N = 2048, OUT = 16, FMIN = 10, FMAX = 11 };
    static uint16_t in[N * 3], out[N * OUT];
    static int32_t whole[N];
    uint32_t n = N;
    for (int i = 0; i < N * 3; i++)
        in[i] = random_half(run);
    uint64_t pi = run_buffer(run, in, sizeof in), po = run_buffer(run, NULL, sizeof out);
    uint64_t pw = run_buffer(run, NULL, sizeof whole);
    if (!LAUNCH(run, "half_math", N, 1, 64, 1, ARG(pi), ARG(po), ARG(pw), ARG(n)) ||
        !run_read(run, po, out, sizeof out) || !run_read(run, pw, whole, sizeof whole))
        return false;
    for (int i = 0; i < N; i++) {
        double want[OUT], a = ieee_value(16, in[i * 3]), b = ieee_value(16, in[i * 3 + 1]);
        half_host(a, b, ieee_value(16, in[i * 3 + 2]), i, want);
        if (whole[i] != half_classes(a, b))
            return run_fail(run, "whole[%d] is %x", i, whole[i]);
        for (int k = 0; k < OUT; k++) /* the sign of min(0, -0) is either */
            if (!half_is(run, i, k, out[i * OUT + k], want[k], k != FMIN && k != FMAX))
                return false;
    }
    return true;
}

const struct run_case e2e_cases[] = {
    {"struct_calls", struct_calls},
    {"control_flow", control_flow},
    {"spill", spill},
    {"int64", int64},
    {"double", double_case},
    {"half", half_case},
    {"image_filter", image_filter},
    {NULL, NULL},
};
