/* Kernels that move rows and fill, compiled when they are first needed: the functions are those of libclc-lite/blit. */
#include "runtime/icd/hsa/hsa_engine.h"
#include "runtime/icd/program.h"

#include <stdlib.h>
#include <string.h>

static const char source[] =
    "void __amd_copyBufferRect(global uchar *, global uchar *, ulong4, ulong4, ulong4);\n"
    "void __amd_copyBufferRectAligned(global uint *, global uint *, ulong4, ulong4, ulong4);\n"
    "void __amd_fillBufferAligned(global uchar *, global ushort *, global uint *, global ulong *,\n"
    "                             constant uchar *, uint, ulong, ulong);\n"
    "kernel void move(global uchar *from, global uchar *to, ulong4 a, ulong4 b, ulong4 size)\n"
    "{ __amd_copyBufferRect(from, to, a, b, size); }\n"
    "kernel void move_aligned(global uint *from, global uint *to, ulong4 a, ulong4 b, ulong4 "
    "size)\n"
    "{ __amd_copyBufferRectAligned(from, to, a, b, size); }\n"
    "kernel void fill(global uchar *u8, global ushort *u16, global uint *u32, global ulong *u64,\n"
    "                 constant uchar *pattern, ulong count, uint length)\n"
    "{ __amd_fillBufferAligned(u8, u16, u32, u64, pattern, length, 0, count); }\n";

bool
hsa_own_kernels(struct icd_engine *engine, const char *text, const char *const *names,
                unsigned count, struct gpu_object **object, struct gpu_kernel *kernels)
{
    struct hsa_engine *hsa = hsa_of(engine);
    struct icd_question question = {.action = OCC_BUILD, .source = text};
    struct icd_compiled made = {.status = OCC_MEMORY};
    char *why = NULL;
    if (*object)
        return true;
    if (icd_compile(engine->device, &question, &made) && made.status == OCC_OK)
        *object = gpu_object_load(hsa->gpu, made.binary, made.size, NULL, 0, &why);
    else
        why = made.log ? strdup(made.log) : NULL;
    bool good = *object;
    for (unsigned i = 0; good && i < count; i++)
        good = gpu_object_kernel(*object, names[i], &kernels[i]);
    free(made.log);
    free(made.binary);
    free(made.attributes);
    return good || hsa_fails(engine, why);
}

static bool
load_blits(struct icd_engine *engine)
{
    static const char *const names[HSA_BLITS] = {"move", "move_aligned", "fill"};
    struct hsa_engine *hsa = hsa_of(engine);
    return hsa_own_kernels(engine, source, names, HSA_BLITS, &hsa->blits, hsa->blit);
}

/* Whole groups of the widest row that helps; the kernels look where they are. */
static void
choose_sizes(struct gpu_launch *launch, const uint64_t items[3])
{
    const uint32_t sides[3] = {items[1] == 1 ? 256 : 64, items[1] == 1 ? 1 : 4, 1};
    launch->dims = 3;
    for (unsigned d = 0; d < 3; d++) {
        launch->local[d] = sides[d];
        launch->global[d] = (uint32_t)((items[d] + sides[d] - 1) / sides[d] * sides[d]);
    }
}

static struct gpu_fence *
run(const struct hsa_command *command, enum hsa_blit blit, const void *arguments, size_t size,
    const uint64_t items[3], char **why)
{
    struct hsa_engine *hsa = hsa_of(command->engine);
    const struct gpu_kernel *kernel = &hsa->blit[blit];
    uint8_t kernarg[512] = {0}; /* hidden arguments are zero */
    struct gpu_launch launch = {.kernel = kernel,
                                .arguments = kernarg,
                                .group_size = kernel->group_size,
                                .is_quiet = command->flight->is_quiet};
    memcpy(kernarg, arguments, size);
    choose_sizes(&launch, items);
    return gpu_submit(command->queue, &launch, command->waits, command->wait_count, why);
}

/* ---- rectangles ---- */

struct rectangle_arguments {
    uint64_t from, to;
    uint64_t zero[2]; /* ulong4 is aligned to its size */
    uint64_t from_rectangle[4], to_rectangle[4], size[4];
};

struct gpu_fence *
hsa_blit_move(const struct hsa_command *command, const struct icd_place *to,
              const struct icd_place *from, const size_t size[3], char **why)
{
    static const unsigned units[] = {16, 4, 1};
    uint64_t all =
        to->address | from->address | to->row | from->row | to->slice | from->slice | size[0];
    unsigned unit = 1;
    for (unsigned i = 0; i < 3 && unit == 1; i++)
        if (all % units[i] == 0)
            unit = units[i];
    struct rectangle_arguments arguments = {
        .from = from->address,
        .to = to->address,
        .from_rectangle = {from->row / unit, from->slice / unit, 0, 0},
        .to_rectangle = {to->row / unit, to->slice / unit, 0, 0},
        .size = {size[0] / unit, size[1], size[2], unit},
    };
    return load_blits(command->engine) ? run(command, unit == 1 ? HSA_MOVE : HSA_MOVE_ALIGNED,
                                             &arguments, sizeof arguments, arguments.size, why)
                                       : NULL;
}

/* ---- fills ---- */

struct fill_arguments {
    uint64_t pointers[4]; /* of 8, 16, 32 and 64 bits; all but one are null */
    uint64_t pattern, count;
    uint32_t length; /* elements of the pattern */
};

struct gpu_fence *
hsa_blit_fill(const struct hsa_command *command, uint64_t address, size_t size, const void *pattern,
              size_t pattern_size, char **why)
{
    unsigned which = 0;
    while (which < 3 && pattern_size % (2u << which) == 0)
        which++;
    struct fill_arguments arguments = {.pattern = (uintptr_t)pattern,
                                       .count = size / pattern_size,
                                       .length = (uint32_t)(pattern_size >> which)};
    const uint64_t items[3] = {arguments.count, 1, 1};
    arguments.pointers[which] = address;
    return load_blits(command->engine)
               ? run(command, HSA_FILL, &arguments, sizeof arguments, items, why)
               : NULL;
}
