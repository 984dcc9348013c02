/* OCC_RECORD: launches as folders that `gcnsim replay` runs again.
 *
 * Memory lies at its own addresses there, so pointers are values.  What is compared afterwards is the memory that
 * arguments point into; of the GPU's other memory is recorded what it held before. */
#include "runtime/kfd/packet.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ARGUMENTS = 128 };

struct launch {
    const struct hsa_kernel_dispatch_packet *packet;
    const struct sim_kernel *kernel;
    const uint8_t *kernargs;
    uint64_t global[3], local[3], offset[3];
    uint64_t pointers[MAX_ARGUMENTS];
    unsigned pointer_count;
};

/* ---- what the launch is ---- */

/* false: its arguments are not all there. */
static bool
read_arguments(struct launch *launch)
{
    const struct sim_kernel *kernel = launch->kernel;
    for (unsigned i = 0; i < kernel->arg_count; i++) {
        const struct sim_arg_info *info = &kernel->args[i];
        unsigned d = info->kind - SIM_ARG_HIDDEN_GLOBAL_OFFSET_X;
        if (info->offset > kernel->kernarg_size || info->size > kernel->kernarg_size - info->offset)
            return false;
        if (info->kind == SIM_ARG_LOCAL_POINTER && info->size != sizeof(uint32_t))
            return false;
        if (info->size != sizeof(uint64_t))
            continue;
        if (d < 3)
            memcpy(&launch->offset[d], launch->kernargs + info->offset, sizeof(uint64_t));
        else if (info->kind < SIM_ARG_HIDDEN_NONE && info->kind != SIM_ARG_LOCAL_POINTER &&
                 launch->pointer_count < MAX_ARGUMENTS)
            memcpy(&launch->pointers[launch->pointer_count++], launch->kernargs + info->offset,
                   sizeof(uint64_t));
    }
    return true;
}

/* false: the runtime has not said what its kernels take. */
static bool
describe(struct kfd_gpu *gpu, const struct hsa_kernel_dispatch_packet *packet,
         struct launch *launch)
{
    *launch = (struct launch){
        .packet = packet,
        .kernel = sim_kernel_of(gpu->sim, packet->kernel_object),
        .global = {packet->grid_size_x, packet->grid_size_y, packet->grid_size_z},
        .local = {packet->workgroup_size_x, packet->workgroup_size_y, packet->workgroup_size_z},
    };
    if (!launch->kernel || !launch->kernel->has_metadata)
        return false;
    uint64_t size = launch->kernel->kernarg_size;
    launch->kernargs = sim_host_pointer(gpu->sim, packet->kernarg_address, size);
    return (launch->kernargs || !size) && read_arguments(launch);
}

/* Of what tells it from others: the object, the kernel, sizes. */
static uint64_t
sum_of(const struct launch *launch)
{
    size_t size;
    const void *bytes = sim_object_bytes(launch->kernel->object, &size);
    uint64_t sum = record_mix(RECORD_SUM, bytes, size);
    sum = record_mix(sum, launch->kernel->name, strlen(launch->kernel->name));
    sum = record_mix(sum, launch->global, sizeof launch->global);
    sum = record_mix(sum, launch->local, sizeof launch->local);
    return record_mix(sum, launch->offset, sizeof launch->offset);
}

/* ---- files ---- */

static uint32_t
local_offset(const struct launch *launch, const struct sim_arg_info *info)
{
    uint32_t offset;
    memcpy(&offset, launch->kernargs + info->offset, sizeof offset);
    return offset;
}

/* Up to the next local memory that an argument points to, or the end. */
static uint32_t
local_size(const struct launch *launch, uint32_t offset)
{
    const struct sim_kernel *kernel = launch->kernel;
    uint32_t end = launch->packet->group_segment_size;
    for (unsigned i = 0; i < kernel->arg_count; i++)
        if (kernel->args[i].kind == SIM_ARG_LOCAL_POINTER) {
            uint32_t other = local_offset(launch, &kernel->args[i]);
            end = other > offset && other < end ? other : end;
        }
    return end > offset ? end - offset : 0;
}

/* Local memory that arguments point to, or, if none does, that the kernel finds behind its own. */
static void
put_local(FILE *out, const struct launch *launch)
{
    const struct sim_kernel *kernel = launch->kernel;
    for (unsigned i = 0; i < kernel->arg_count; i++)
        if (kernel->args[i].kind == SIM_ARG_LOCAL_POINTER)
            return;
    if (launch->packet->group_segment_size > kernel->group_size)
        fprintf(out, "--dynamic-local=%u\n",
                launch->packet->group_segment_size - kernel->group_size);
}

static void
put_arguments(FILE *out, const struct launch *launch)
{
    const struct sim_kernel *kernel = launch->kernel;
    for (unsigned i = 0; i < kernel->arg_count; i++) {
        const struct sim_arg_info *info = &kernel->args[i];
        if (info->kind == SIM_ARG_LOCAL_POINTER)
            fprintf(out, "--arg=local:%u\n", local_size(launch, local_offset(launch, info)));
        else if (info->kind < SIM_ARG_HIDDEN_NONE)
            record_put_value(out, launch->kernargs + info->offset, info->size);
    }
}

static bool
write_memory(const struct kfd_recorded *recorded, unsigned index, const char *suffix)
{
    const struct kfd_memory *memory = recorded->memory[index];
    char name[32];
    snprintf(name, sizeof name, "shared%u.%s", index, suffix);
    return record_write(&recorded->folder, name, memory->bytes, memory->size);
}

static bool
put_memory(FILE *out, const struct kfd_recorded *recorded)
{
    bool good = true;
    for (unsigned i = 0; i < recorded->count; i++) {
        fprintf(out, "--memory=0x%" PRIx64 "=./shared%u.in", recorded->memory[i]->base, i);
        if (i < recorded->named)
            fprintf(out, "@expect=shared%u.out", i);
        fputs("\n", out);
        good &= write_memory(recorded, i, "in");
    }
    return good;
}

static bool
write_launch(const struct launch *launch, const struct kfd_recorded *recorded)
{
    size_t size;
    const void *bytes = sim_object_bytes(launch->kernel->object, &size);
    FILE *out = record_open(&recorded->folder, "launch");
    unsigned dims = launch->packet->setup & AQL_SETUP_DIMENSIONS;
    if (!out)
        return false;
    fprintf(out, "--kernel=%s\n", launch->kernel->name);
    record_put_sizes(out, "global", launch->global, dims);
    record_put_sizes(out, "local", launch->local, dims);
    record_put_sizes(out, "offset", launch->offset, dims);
    fputs("--partial\n", out); /* what the packet processor takes OpenCL may not allow */
    record_put_limits(out, &the_kfd.settings);
    put_local(out, launch);
    put_arguments(out, launch);
    bool good = put_memory(out, recorded);
    return fclose(out) == 0 && good && record_write(&recorded->folder, "object.co", bytes, size);
}

/* ---- before and after ---- */

static void
let_go(struct kfd_recorded *recorded)
{
    for (unsigned i = 0; i < recorded->count; i++)
        kfd_memory_release(recorded->memory[i]);
    free(recorded->memory);
    recorded->memory = NULL;
    recorded->count = 0;
}

void
kfd_record_before(struct kfd_gpu *gpu, const struct hsa_kernel_dispatch_packet *packet,
                  struct kfd_recorded *recorded)
{
    struct launch launch;
    recorded->folder.path[0] = '\0';
    recorded->memory = NULL;
    recorded->count = 0;
    if (!the_kfd.record || !describe(gpu, packet, &launch) ||
        !record_begin(the_kfd.record, &recorded->folder, launch.kernel->name, sum_of(&launch)))
        return;
    recorded->memory = kfd_memory_list(gpu->node, launch.pointers, launch.pointer_count,
                                       &recorded->count, &recorded->named);
    if (recorded->memory && write_launch(&launch, recorded))
        return;
    record_end(the_kfd.record, &recorded->folder, false);
    let_go(recorded);
}

void
kfd_record_after(struct kfd_recorded *recorded, const char *failure)
{
    if (!*recorded->folder.path)
        return;
    bool good = !failure || record_write_failure(&recorded->folder, failure);
    for (unsigned i = 0; i < recorded->named; i++)
        good &= write_memory(recorded, i, "out");
    record_end(the_kfd.record, &recorded->folder, good);
    let_go(recorded);
}
