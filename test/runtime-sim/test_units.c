/* Kernels of units.cl compiled by clang, against what they must leave.  The arguments are code
 * objects. */
#include "runtime/sim/format/descriptor.h"
#include "runtime/sim/sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 128, TEXELS = 64, FORMAT_8_8_8_8 = 10, UNORM = 0 };

struct run {
    struct sim_device *device;
    struct sim_object *object;
    const char *file;
    int failures;
};

static bool
launch(struct run *run, const char *name, const uint64_t *addresses, unsigned count, uint32_t size)
{
    struct sim_arg args[2];
    const struct sim_kernel *kernel = sim_find_kernel(run->object, name);
    struct sim_launch launch = {
        .dims = 1, .global = {size}, .local = {size}, .args = args, .arg_count = count};
    for (unsigned i = 0; i < count; i++)
        args[i] = (struct sim_arg){.bytes = &addresses[i], .size = 8};
    if (kernel && sim_launch(run->device, kernel, &launch) == SIM_OK)
        return true;
    fprintf(stderr, "%s: %s: %s\n", run->file, name,
            kernel ? sim_message(run->device) : "no such kernel");
    run->failures++;
    return false;
}

static void
expect(struct run *run, const char *name, uint64_t address, const uint32_t *wanted, unsigned count)
{
    uint32_t got[4 * N];
    if (sim_read(run->device, address, got, 4 * count) != SIM_OK) {
        fprintf(stderr, "%s: %s: %s\n", run->file, name, sim_message(run->device));
        run->failures++;
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        if (got[i] == wanted[i])
            continue;
        fprintf(stderr, "%s: %s: dword %u is 0x%x, not 0x%x\n", run->file, name, i, got[i],
                wanted[i]);
        run->failures++;
        return;
    }
}

static uint32_t
float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* The handle of an image1d_buffer_t: the address of a V#. */
static uint64_t
make_buffer_image(struct run *run, uint64_t texels)
{
    const struct gcn_target *target = sim_device_target(run->device);
    uint32_t words[16] = {0};
    sim_field_set(target, words, SIM_V_BASE, texels);
    sim_field_set(target, words, SIM_V_STRIDE, 4);
    /* GFX8 counts bytes */
    sim_field_set(target, words, SIM_V_NUM_RECORDS, target->generation == 8 ? 4 * TEXELS : TEXELS);
    sim_field_set(target, words, SIM_V_DATA_FORMAT, FORMAT_8_8_8_8);
    sim_field_set(target, words, SIM_V_NUM_FORMAT, UNORM);
    /* blue and red change places */
    sim_field_set(target, words, SIM_V_DST_SEL_X, SIM_SEL_Z);
    sim_field_set(target, words, SIM_V_DST_SEL_Y, SIM_SEL_Y);
    sim_field_set(target, words, SIM_V_DST_SEL_Z, SIM_SEL_X);
    sim_field_set(target, words, SIM_V_DST_SEL_W, SIM_SEL_W);
    uint64_t handle = sim_alloc(run->device, sizeof words);
    sim_write(run->device, handle, words, sizeof words);
    return handle;
}

static void
test_buffer_images(struct run *run)
{
    uint32_t texels[TEXELS], floats[4 * TEXELS];
    uint64_t memory = sim_alloc(run->device, sizeof texels);
    uint64_t arguments[2] = {make_buffer_image(run, memory),
                             sim_alloc_raw(run->device, 16 * TEXELS)};
    for (uint32_t i = 0; i < TEXELS; i++) {
        texels[i] = i | 4 * i % 256 << 8 | (255 - i) << 16 | 255u << 24;
        for (unsigned k = 0; k < 4; k++) {
            static const unsigned from[] = {16, 8, 0, 24};
            floats[4 * i + k] = float_bits((float)(texels[i] >> from[k] & 255) / 255);
        }
    }
    sim_write(run->device, memory, texels, sizeof texels);
    if (launch(run, "fetch", arguments, 2, TEXELS))
        expect(run, "fetch", arguments[1], floats, 4 * TEXELS);
    memset(floats, 0, sizeof floats);
    sim_write(run->device, memory, floats, sizeof texels);
    if (launch(run, "put", arguments, 2, TEXELS))
        expect(run, "put", memory, texels, TEXELS);
}

static void
test_lanes(struct run *run)
{
    uint32_t wanted[2 * N];
    uint64_t out = sim_alloc_raw(run->device, sizeof wanted);
    for (uint32_t i = 0; i < N; i++)
        wanted[i] = i ^ 16;
    if (launch(run, "exchange", &out, 1, N))
        expect(run, "exchange", out, wanted, N);
    /* the first wave counts from 5, the second one from where that ends */
    for (uint32_t i = 0; i < N; i++) {
        wanted[2 * i] = i & 1 ? 5 + i / 64 * 32 : UINT32_MAX;
        wanted[2 * i + 1] = 5 + N / 2;
    }
    if (launch(run, "append", &out, 1, N))
        expect(run, "append", out, wanted, 2 * N);
    for (uint32_t i = 0; i < N; i++)
        wanted[i] = i % 64 + 1;
    if (launch(run, "meet", &out, 1, N))
        expect(run, "meet", out, wanted, N);
}

static int
run_file(const char *path)
{
    static unsigned char bytes[1 << 20];
    FILE *file = fopen(path, "rb");
    size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    struct sim_options options = {.strict = true, .foreign = -1, .max_instructions = 1000000};
    struct run run = {.device = sim_device_new(&options), .file = strrchr(path, '/')};
    run.file = run.file ? run.file + 1 : path;
    if (file)
        fclose(file);
    if (sim_load(run.device, bytes, size, &run.object) == SIM_OK) {
        test_buffer_images(&run);
        test_lanes(&run);
    } else {
        fprintf(stderr, "%s: %s\n", run.file, sim_message(run.device));
        run.failures++;
    }
    sim_device_free(run.device);
    return run.failures;
}

int
main(int argc, char **argv)
{
    int failures = argc < 2;
    for (int i = 1; i < argc; i++)
        failures += run_file(argv[i]);
    printf("%d objects, %d failures\n", argc - 1, failures);
    return failures != 0;
}
