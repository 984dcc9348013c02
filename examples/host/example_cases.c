/* Each example with its input, and the same computation on the host to judge the result by. */
#include "examples/host/run.h"

#include <math.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool
vector_add(struct run *run)
{
    enum { N = 1000 };
    float a[N], b[N], c[N];
    uint32_t n = N;
    for (int i = 0; i < N; i++) {
        a[i] = run_random_float(run, -100.0f, 100.0f);
        b[i] = run_random_float(run, -100.0f, 100.0f);
    }
    uint64_t pa = run_buffer(run, a, sizeof a), pb = run_buffer(run, b, sizeof b);
    uint64_t pc = run_buffer(run, NULL, sizeof c);
    if (!LAUNCH(run, "vector_add", 1024, 1, 64, 1, ARG(pa), ARG(pb), ARG(pc), ARG(n)) ||
        !run_read(run, pc, c, sizeof c))
        return false;
    for (int i = 0; i < N; i++)
        if (c[i] != a[i] + b[i])
            return run_fail(run, "c[%d] is %g instead of %g", i, c[i], a[i] + b[i]);
    return true;
}

static bool
matrix_multiply(struct run *run)
{
    enum { N = 64 };
    static float a[N * N], b[N * N], c[N * N];
    int32_t n = N;
    for (int i = 0; i < N * N; i++) {
        a[i] = run_random_float(run, -1.0f, 1.0f);
        b[i] = run_random_float(run, -1.0f, 1.0f);
    }
    uint64_t pa = run_buffer(run, a, sizeof a), pb = run_buffer(run, b, sizeof b);
    uint64_t pc = run_buffer(run, NULL, sizeof c);
    if (!LAUNCH(run, "matrix_multiply", N, N, 16, 16, ARG(pa), ARG(pb), ARG(pc), ARG(n)) ||
        !run_read(run, pc, c, sizeof c))
        return false;
    for (int i = 0; i < N * N; i++) {
        double sum = 0;
        for (int k = 0; k < N; k++)
            sum += (double)a[i / N * N + k] * b[k * N + i % N];
        if (!run_near(run, "c", (size_t)i, c[i], sum, 1e-5, 1e-5))
            return false;
    }
    return true;
}

static bool
reduction(struct run *run)
{
    enum { N = 5000, GROUPS = 4, SIZE = 256 };
    static int32_t values[N];
    int32_t partial[GROUPS], sum = 0, want = 0;
    uint32_t n = N;
    for (int i = 0; i < N; i++)
        want += values[i] = (int32_t)(run_random(run) % 20001) - 10000;
    uint64_t pv = run_buffer(run, values, sizeof values);
    uint64_t pp = run_buffer(run, NULL, sizeof partial);
    if (!LAUNCH(run, "reduction", GROUPS * SIZE, 1, SIZE, 1, ARG(pv), ARG(n), ARG(pp),
                ARG_LOCAL(SIZE * 4)) ||
        !run_read(run, pp, partial, sizeof partial))
        return false;
    for (int i = 0; i < GROUPS; i++)
        sum += partial[i];
    return sum == want || run_fail(run, "the sum is %d instead of %d", sum, want);
}

static int
mandelbrot_count(float cr, float ci, int limit)
{
    float zr = 0, zi = 0;
    int count = 0;
    while (count < limit && zr * zr + zi * zi <= 4.0f) {
        float next = zr * zr - zi * zi + cr;
        zi = 2 * zr * zi + ci;
        zr = next;
        count++;
    }
    return count;
}

/* A PNG file; and FILE.txt for a terminal, every second point of every fourth row.  The darker a point, the
 * longer it stayed bounded. */
static void
write_picture(const char *path, uint8_t *pixels, int width, int height, int limit)
{
    png_image image = {.version = PNG_IMAGE_VERSION,
                       .width = (png_uint_32)width,
                       .height = (png_uint_32)height,
                       .format = PNG_FORMAT_GRAY};
    char text[4096];
    for (int i = 0; i < width * height; i++)
        pixels[i] = pixels[i] >= limit ? 0 : (uint8_t)(255 - pixels[i] * 255 / limit);
    png_image_write_to_file(&image, path, 0, pixels, 0, NULL);
    snprintf(text, sizeof text, "%s.txt", path);
    FILE *file = fopen(text, "w");
    if (!file)
        return;
    for (int y = 0; y < height; y += 4)
        for (int x = 0; x < width; x += 2)
            fprintf(file, "%c%s", "@%#*+=-:. "[pixels[y * width + x] / 26],
                    x + 2 < width ? "" : "\n");
    fclose(file);
}

/* Contraction of a * b + c may move a point across the border: a few counts may differ there. */
static bool
mandelbrot(struct run *run)
{
    enum { WIDTH = 144, HEIGHT = 96, LIMIT = 64 };
    static uint8_t picture[WIDTH * HEIGHT];
    int32_t width = WIDTH, height = HEIGHT, limit = LIMIT, differ = 0;
    float left = -2.2f, top = 1.04f, step = 3.12f / WIDTH;
    uint64_t p = run_buffer(run, NULL, sizeof picture);
    if (!LAUNCH(run, "mandelbrot", WIDTH, HEIGHT, 16, 4, ARG(p), ARG(width), ARG(height), ARG(left),
                ARG(top), ARG(step), ARG(limit)) ||
        !run_read(run, p, picture, sizeof picture))
        return false;
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        float x = left + step * (float)(i % WIDTH), y = top - step * (float)(i / WIDTH);
        differ += picture[i] != mandelbrot_count(x, y, LIMIT);
    }
    if (run->picture)
        write_picture(run->picture, picture, WIDTH, HEIGHT, LIMIT);
    return differ <= WIDTH * HEIGHT / 100 || run_fail(run, "%d points differ", differ);
}

static int
compare_uint(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static bool
bitonic_sort(struct run *run)
{
    enum { LOG = 10, N = 1 << LOG };
    uint32_t keys[N], sorted[N];
    for (int i = 0; i < N; i++)
        keys[i] = run_random(run);
    uint64_t p = run_buffer(run, keys, sizeof keys);
    for (uint32_t stage = 0; stage < LOG; stage++)
        for (uint32_t pass = stage + 1; pass-- > 0;)
            if (!LAUNCH(run, "bitonic_sort", N / 2, 1, 64, 1, ARG(p), ARG(stage), ARG(pass)))
                return false;
    if (!run_read(run, p, sorted, sizeof sorted))
        return false;
    qsort(keys, N, sizeof *keys, compare_uint);
    return memcmp(keys, sorted, sizeof keys) == 0 || run_fail(run, "the keys are not sorted");
}

static bool
histogram(struct run *run)
{
    enum { N = 4096, BINS = 256 };
    static uint8_t data[N * 4];
    uint32_t bins[BINS], want[BINS] = {0}, n = N;
    for (int i = 0; i < N * 4; i++) {
        data[i] = (uint8_t)(run_random(run) % 256 * (run_random(run) % 256) / 255);
        want[data[i]]++;
    }
    uint64_t pd = run_buffer(run, data, sizeof data), pb = run_buffer(run, NULL, sizeof bins);
    if (!LAUNCH(run, "histogram", 1024, 1, 256, 1, ARG(pd), ARG(n), ARG(pb)) ||
        !run_read(run, pb, bins, sizeof bins))
        return false;
    for (int i = 0; i < BINS; i++)
        if (bins[i] != want[i])
            return run_fail(run, "bin %d is %u instead of %u", i, bins[i], want[i]);
    return true;
}

static float
stencil_at(const float *from, int x, int y, int width, int height, float rate)
{
    const float *at = from + y * width + x;
    if (x == 0 || y == 0 || x == width - 1 || y == height - 1)
        return *at;
    return *at + rate * (at[-1] + at[1] + at[-width] + at[width] - 4 * *at);
}

static bool
stencil(struct run *run)
{
    enum { W = 70, H = 50 };
    static float from[W * H], to[W * H];
    int32_t width = W, height = H;
    float rate = 0.2f;
    for (int i = 0; i < W * H; i++)
        from[i] = run_random_float(run, 0.0f, 50.0f);
    uint64_t pf = run_buffer(run, from, sizeof from), pt = run_buffer(run, NULL, sizeof to);
    /* Groups of several rows, and of one: then there are waves whose work-items all lie on the border. */
    for (unsigned rows = 4; rows; rows = rows > 1 ? 1 : 0) {
        if (!LAUNCH(run, "stencil", 128, 56, 64, rows, ARG(pf), ARG(pt), ARG(width), ARG(height),
                    ARG(rate)) ||
            !run_read(run, pt, to, sizeof to))
            return false;
        for (int i = 0; i < W * H; i++)
            if (!run_near(run, "to", (size_t)i, to[i], stencil_at(from, i % W, i / W, W, H, rate),
                          1e-5, 1e-5))
                return false;
    }
    return true;
}

static void
nbody_pull(const float (*position)[4], int n, int i, double softening, double pull[3])
{
    pull[0] = pull[1] = pull[2] = 0;
    for (int j = 0; j < n; j++) {
        double d[3], square = softening;
        for (int k = 0; k < 3; k++) {
            d[k] = (double)position[j][k] - position[i][k];
            square += d[k] * d[k];
        }
        for (int k = 0; k < 3; k++)
            pull[k] += d[k] * position[j][3] / (square * sqrt(square));
    }
}

static bool
nbody(struct run *run)
{
    enum { N = 128 };
    static float position[N][4], velocity[N][4], next_position[N][4], next_velocity[N][4];
    int32_t n = N - 1; /* odd, so that the rest of an unrolled loop runs */
    float dt = 0.01f, softening = 0.05f;
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 4; k++) {
            position[i][k] = run_random_float(run, k == 3 ? 0.1f : -1.0f, 1.0f);
            velocity[i][k] = k == 3 ? 0.0f : run_random_float(run, -0.1f, 0.1f);
        }
    uint64_t p = run_buffer(run, position, sizeof position);
    uint64_t v = run_buffer(run, velocity, sizeof velocity);
    uint64_t np = run_buffer(run, NULL, sizeof position);
    uint64_t nv = run_buffer(run, NULL, sizeof velocity);
    if (!LAUNCH(run, "nbody", N, 1, 64, 1, ARG(p), ARG(v), ARG(np), ARG(nv), ARG(n), ARG(dt),
                ARG(softening)) ||
        !run_read(run, np, next_position, sizeof position) ||
        !run_read(run, nv, next_velocity, sizeof velocity))
        return false;
    for (int i = 0; i < N; i++) {
        double pull[3];
        nbody_pull((const float(*)[4])position, n, i, softening, pull);
        for (int k = 0; k < 3; k++) {
            double want = velocity[i][k] + pull[k] * dt;
            size_t at = (size_t)(i * 4 + k);
            if (!run_near(run, "next_velocity", at, next_velocity[i][k], want, 1e-4, 1e-4) ||
                !run_near(run, "next_position", at, next_position[i][k], position[i][k] + want * dt,
                          1e-4, 1e-4))
                return false;
        }
    }
    return true;
}

/* Digests of FIPS 180-4's examples and of coreutils' sha256sum. */
static bool
sha256(struct run *run)
{
    static const struct {
        const char *message;
        uint32_t digest[8];
    } known[] = {
        {"abc",
         {0xba7816bf, 0x8f01cfea, 0x414140de, 0x5dae2223, 0xb00361a3, 0x96177a9c, 0xb410ff61,
          0xf20015ad}},
        {"",
         {0xe3b0c442, 0x98fc1c14, 0x9afbf4c8, 0x996fb924, 0x27ae41e4, 0x649b934c, 0xa495991b,
          0x7852b855}},
        {"The quick brown fox jumps over the lazy dog",
         {0xd7a8fbb3, 0x07d78094, 0x69ca9abc, 0xb0082e4f, 0x8d5651e4, 0x6d3cdb76, 0x2d02d0bf,
          0x37c9e592}},
    };
    enum { N = 64, STRIDE = 56 };
    static char messages[N][STRIDE];
    uint32_t lengths[N], digests[N][8], stride = STRIDE;
    for (int i = 0; i < N; i++) {
        const char *message = known[i % 3].message;
        lengths[i] = (uint32_t)strlen(message);
        memcpy(messages[i], message, lengths[i]);
    }
    uint64_t pm = run_buffer(run, messages, sizeof messages);
    uint64_t pl = run_buffer(run, lengths, sizeof lengths);
    uint64_t pd = run_buffer(run, NULL, sizeof digests);
    if (!LAUNCH(run, "sha256", N, 1, 64, 1, ARG(pm), ARG(pl), ARG(pd), ARG(stride)) ||
        !run_read(run, pd, digests, sizeof digests))
        return false;
    for (int i = 0; i < N; i++)
        if (memcmp(digests[i], known[i % 3].digest, sizeof digests[i]) != 0)
            return run_fail(run, "digest %d begins with %08x instead of %08x", i, digests[i][0],
                            known[i % 3].digest[0]);
    return true;
}

static bool
prefix_sum(struct run *run)
{
    enum { SIZE = 128, GROUPS = 8, N = SIZE * GROUPS };
    uint32_t in[N], out[N], totals[GROUPS], before[GROUPS], sum = 0;
    for (int i = 0; i < N; i++)
        in[i] = run_random(run) % 1000;
    uint64_t pi = run_buffer(run, in, sizeof in), po = run_buffer(run, NULL, sizeof out);
    uint64_t pt = run_buffer(run, NULL, sizeof totals);
    if (!LAUNCH(run, "scan_blocks", N, 1, SIZE, 1, ARG(pi), ARG(po), ARG(pt),
                ARG_LOCAL(SIZE * 4)) ||
        !run_read(run, pt, totals, sizeof totals))
        return false;
    for (int i = 0; i < GROUPS; i++) {
        before[i] = sum;
        sum += totals[i];
    }
    uint64_t pb = run_buffer(run, before, sizeof before);
    if (!LAUNCH(run, "add_totals", N, 1, SIZE, 1, ARG(po), ARG(pb)) ||
        !run_read(run, po, out, sizeof out))
        return false;
    sum = 0;
    for (int i = 0; i < N; i++) {
        sum += in[i];
        if (out[i] != sum)
            return run_fail(run, "out[%d] is %u instead of %u", i, out[i], sum);
    }
    return true;
}

static bool
spmv(struct run *run)
{
    enum { ROWS = 300, MAX_ROW = 40 };
    static uint32_t start[ROWS + 1], columns[ROWS * MAX_ROW];
    static float values[ROWS * MAX_ROW], x[ROWS], y[ROWS];
    uint32_t rows = ROWS, count = 0;
    for (uint32_t r = 0; r < ROWS; r++) {
        uint32_t length = run_random(run) % (r % 7 == 0 ? MAX_ROW : 6);
        x[r] = run_random_float(run, -1.0f, 1.0f);
        for (uint32_t i = 0; i < length; i++) {
            columns[count] = run_random(run) % ROWS;
            values[count++] = run_random_float(run, -2.0f, 2.0f);
        }
        start[r + 1] = count;
    }
    uint64_t ps = run_buffer(run, start, sizeof start), px = run_buffer(run, x, sizeof x);
    uint64_t pc = run_buffer(run, columns, sizeof columns);
    uint64_t pv = run_buffer(run, values, sizeof values), py = run_buffer(run, NULL, sizeof y);
    if (!LAUNCH(run, "spmv", 320, 1, 64, 1, ARG(ps), ARG(pc), ARG(pv), ARG(px), ARG(py),
                ARG(rows)) ||
        !run_read(run, py, y, sizeof y))
        return false;
    for (uint32_t r = 0; r < ROWS; r++) {
        float sum = 0;
        for (uint32_t i = start[r]; i < start[r + 1]; i++)
            sum = fmaf(values[i], x[columns[i]], sum);
        if (y[r] != sum)
            return run_fail(run, "y[%u] is %g instead of %g", r, y[r], sum);
    }
    return true;
}

const struct run_case example_cases[] = {
    {"vector_add", vector_add},
    {"matrix_multiply", matrix_multiply},
    {"reduction", reduction},
    {"mandelbrot", mandelbrot},
    {"bitonic_sort", bitonic_sort},
    {"histogram", histogram},
    {"stencil", stencil},
    {"nbody", nbody},
    {"sha256", sha256},
    {"prefix_sum", prefix_sum},
    {"spmv", spmv},
    {NULL, NULL},
};
