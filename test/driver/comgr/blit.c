#include "blit.h"

#include <stdio.h>

void
blit_fail(struct blit *blit, const char *kernel, const char *why)
{
    if (!blit->quiet)
        printf("FAIL %s, %s%s, case %u: %s\n", blit->what, blit->prefix, kernel, blit->cases, why);
    blit->failures++;
}

static const struct sim_kernel *
find(const struct blit *blit, const char *kernel)
{
    char name[100];
    snprintf(name, sizeof name, "%s%s", blit->prefix, kernel);
    return sim_find_kernel(blit->object, name);
}

bool
blit_has(const struct blit *blit, const char *kernel)
{
    return find(blit, kernel) != NULL;
}

void
blit_bytes(struct blit *blit, const void *bytes, size_t size)
{
    memcpy(blit->bytes[blit->count], bytes, size);
    blit->arguments[blit->count] =
        (struct sim_arg){.bytes = blit->bytes[blit->count], .size = size};
    blit->count++;
}

void
blit_u32(struct blit *blit, uint32_t value)
{
    blit_bytes(blit, &value, sizeof value);
}

void
blit_u64(struct blit *blit, uint64_t value)
{
    blit_bytes(blit, &value, sizeof value);
}

static bool
launch(struct blit *blit, const char *name, const struct sim_launch *launch)
{
    const struct sim_kernel *kernel = find(blit, name);
    bool good = kernel && sim_launch(blit->device, kernel, launch) == SIM_OK;
    if (!good)
        blit_fail(blit, name, kernel ? sim_message(blit->device) : "no such kernel");
    blit->count = 0;
    blit->cases++;
    return good;
}

bool
blit_run(struct blit *blit, const char *kernel, unsigned dims, const uint32_t size[3])
{
    static const uint32_t groups[4][3] = {{0}, {256, 1, 1}, {16, 16, 1}, {8, 8, 4}};
    struct sim_launch plan = {.dims = 3, .args = blit->arguments, .arg_count = blit->count};
    for (unsigned i = 0; i < 3; i++) {
        plan.local[i] = groups[dims][i];
        plan.global[i] = (size[i] + plan.local[i] - 1) / plan.local[i] * plan.local[i];
    }
    return launch(blit, kernel, &plan);
}

bool
blit_run_groups(struct blit *blit, const char *kernel, uint32_t size, uint32_t group)
{
    struct sim_launch plan = {.dims = 1,
                              .global = {size, 1, 1},
                              .local = {group, 1, 1},
                              .args = blit->arguments,
                              .arg_count = blit->count};
    return launch(blit, kernel, &plan);
}

struct blit_buffer
blit_buffer(struct blit *blit, size_t size, unsigned skip)
{
    static uint32_t seed = 1;
    struct blit_buffer made = {.size = size, .copy = malloc(size + 1)};
    made.allocation = sim_alloc_raw(blit->device, size + skip);
    made.address = made.allocation + skip;
    for (size_t i = 0; i < size; i++) {
        seed = seed * 1664525 + 1013904223;
        made.copy[i] = (uint8_t)(seed >> 24);
    }
    if (!made.allocation || sim_write(blit->device, made.address, made.copy, size) != SIM_OK)
        blit_fail(blit, "buffer", sim_message(blit->device));
    return made;
}

void
blit_compare(struct blit *blit, const char *kernel, const struct blit_buffer *buffer)
{
    uint8_t *is = malloc(buffer->size + 1);
    if (sim_read(blit->device, buffer->address, is, buffer->size) != SIM_OK)
        blit_fail(blit, kernel, sim_message(blit->device));
    for (size_t i = 0; i < buffer->size; i++) {
        if (is[i] == buffer->copy[i])
            continue;
        char why[100];
        snprintf(why, sizeof why, "byte %zu is %02x, not %02x", i, is[i], buffer->copy[i]);
        blit_fail(blit, kernel, why);
        break;
    }
    free(is);
}

void
blit_drop(struct blit *blit, struct blit_buffer *buffer)
{
    sim_free(blit->device, buffer->allocation);
    free(buffer->copy);
}
