/* The case of image_filter.cl. */
#include "test/e2e/e2e_cases.h"

#include <string.h>

enum { IMAGE_WIDTH = 21, IMAGE_HEIGHT = 10, IMAGE_TEXELS = IMAGE_WIDTH * IMAGE_HEIGHT };

/* A 2D image, or one of a row made of a buffer, with a copy of the texels if there are any. */
static uint64_t
new_image(struct run *run, uint32_t width, uint32_t height, enum sim_channel_type type,
          const void *texels)
{
    struct sim_image_info info = {.geometry = height ? SIM_GEOMETRY_2D : SIM_GEOMETRY_1D_BUFFER,
                                  .order = height ? SIM_ORDER_RGBA : SIM_ORDER_R,
                                  .type = type,
                                  .width = width,
                                  .height = height ? height : 1,
                                  .depth = 1,
                                  .layers = 1,
                                  .levels = 1};
    struct sim_image_box box = {.width = width, .height = info.height, .depth = 1};
    uint64_t handle = 0;
    if (sim_image_new(run->device, &info, &handle) == SIM_OK && texels)
        sim_image_write(run->device, handle, &box, texels);
    return handle;
}

/* What image_filter makes of one texel: true if it marks the texel. */
static bool
image_host(float in[IMAGE_HEIGHT][IMAGE_WIDTH][4], const float *weights, int x, int y, float *sum)
{
    for (int c = 0; c < 4; c++)
        sum[c] = 0;
    for (int i = 0; i < 9; i++) {
        int u = x + i % 3 - 1, v = y + i / 3 - 1;
        u = u < 0 ? 0 : u >= IMAGE_WIDTH ? IMAGE_WIDTH - 1 : u;
        v = v < 0 ? 0 : v >= IMAGE_HEIGHT ? IMAGE_HEIGHT - 1 : v;
        for (int c = 0; c < 4; c++)
            sum[c] += in[v][u][c] * weights[i];
    }
    return sum[0] > in[y][x][0];
}

bool
image_filter(struct run *run)
{
    static float in[IMAGE_HEIGHT][IMAGE_WIDTH][4], out[IMAGE_HEIGHT][IMAGE_WIDTH][4];
    static uint8_t marks[IMAGE_HEIGHT][IMAGE_WIDTH][4];
    float weights[9], sums[IMAGE_TEXELS], sum[4];
    uint64_t sampler = 0;
    struct sim_sampler_info info = {
        .normalized = true, .addressing = SIM_ADDRESSING_CLAMP_TO_EDGE, .linear = true};
    struct sim_image_box box = {.width = IMAGE_WIDTH, .height = IMAGE_HEIGHT, .depth = 1};
    for (int i = 0; i < 9; i++)
        weights[i] = (float)(1 + run_random(run) % 8) / 32; /* sums are exact */
    for (int i = 0; i < IMAGE_TEXELS * 4; i++)
        in[i / 4 / IMAGE_WIDTH][i / 4 % IMAGE_WIDTH][i % 4] = (float)(run_random(run) % 256);
    memset(marks, 0, sizeof marks);
    uint64_t ps = run_buffer(run, NULL, sizeof sums);
    uint64_t pi = new_image(run, IMAGE_WIDTH, IMAGE_HEIGHT, SIM_TYPE_FLOAT, in);
    uint64_t po = new_image(run, IMAGE_WIDTH, IMAGE_HEIGHT, SIM_TYPE_FLOAT, NULL);
    uint64_t pm = new_image(run, IMAGE_WIDTH, IMAGE_HEIGHT, SIM_TYPE_UNSIGNED_INT8, marks);
    uint64_t pw = new_image(run, 9, 0, SIM_TYPE_FLOAT, weights);
    sim_sampler_new(run->device, &info, &sampler);
    if (!LAUNCH(run, "image_filter", 24, 12, 8, 4, ARG(pi), ARG(pw), ARG(po), ARG(pm), ARG(sampler),
                ARG(ps)) ||
        !run_read(run, ps, sums, sizeof sums))
        return false;
    if (sim_image_read(run->device, po, &box, out) != SIM_OK ||
        sim_image_read(run->device, pm, &box, marks) != SIM_OK)
        return run_fail(run, "%s", sim_message(run->device));
    for (int i = 0; i < IMAGE_TEXELS; i++) {
        int x = i % IMAGE_WIDTH, y = i / IMAGE_WIDTH;
        bool mark = image_host(in, weights, x, y, sum);
        const float *centre = in[y][x];
        if (memcmp(sum, out[y][x], sizeof sum) != 0 || marks[y][x][0] != mark ||
            (mark && (marks[y][x][1] != x || marks[y][x][2] != y)))
            return run_fail(run, "texel (%d, %d) is another", x, y);
        if (!run_near(run, "sums", (size_t)i, (double)sums[i],
                      (double)(centre[0] + centre[1] + centre[2] + centre[3]), 0, 8))
            return false;
    }
    return true;
}
