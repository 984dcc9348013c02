/* OCC_ICD_RECORD: what a launch of OpenCL is made of. */
#include "runtime/icd/image.h"
#include "runtime/icd/memory.h"
#include "runtime/icd/platform.h"
#include "runtime/icd/queue.h"
#include "runtime/icd/record.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct icd_record {
    struct record *folders;
    pthread_mutex_t lock;
    struct icd_sources *sources;
};

struct icd_record *
icd_record_new(const struct settings *settings)
{
    struct record *folders = record_new(settings);
    struct icd_record *record = folders ? calloc(1, sizeof *record) : NULL;
    struct icd_sources *sources = record ? icd_sources_new() : NULL;
    if (!sources) {
        free(record);
        return NULL;
    }
    record->folders = folders;
    record->sources = sources;
    pthread_mutex_init(&record->lock, NULL);
    return record;
}

/* ---- arguments ---- */

static struct _cl_mem *
root_of(struct _cl_mem *memory)
{
    return memory->parent && !memory->image ? memory->parent : memory;
}

static bool
write_bytes(const struct icd_recorded *launch, const char *name, struct _cl_mem *root)
{
    return icd_memory_to_host(root, root->bytes, root->size) &&
           record_write(&launch->folder, name, root->bytes, root->size);
}

/* The first argument that has the same root. */
static unsigned
first_with_root(const struct icd_recorded *launch, unsigned index)
{
    const struct _cl_mem *root = root_of(launch->arguments[index].memory);
    for (unsigned i = 0; i < index; i++) {
        struct _cl_mem *memory = launch->arguments[i].memory;
        if (memory && !memory->image && root_of(memory) == root)
            return i;
    }
    return index;
}

static bool
put_buffer(FILE *out, const struct icd_recorded *launch, unsigned index)
{
    struct _cl_mem *memory = launch->arguments[index].memory, *root = root_of(memory);
    unsigned first = first_with_root(launch, index);
    char name[32];
    if (first == index)
        fprintf(out, "--arg=buf:./arg%u.in@expect=arg%u.out", index, index);
    else
        fprintf(out, "--arg=same:%u", first);
    if (memory != root)
        fprintf(out, "@at=%zu", memory->origin);
    fputs("\n", out);
    snprintf(name, sizeof name, "arg%u.in", index);
    return first != index || write_bytes(launch, name, root);
}

static bool
write_image(const struct icd_recorded *launch, unsigned index, const char *suffix)
{
    struct _cl_mem *memory = launch->arguments[index].memory;
    char name[32];
    size_t size = icd_image_packed_bytes(memory);
    uint8_t *texels = icd_image_to_host(memory, false) ? malloc(size ? size : 1) : NULL;
    if (!texels)
        return false;
    icd_image_pack(memory, texels);
    snprintf(name, sizeof name, "arg%u.%s", index, suffix);
    bool good = record_write(&launch->folder, name, texels, size);
    free(texels);
    return good;
}

static bool
put_image(FILE *out, const struct icd_recorded *launch, unsigned index)
{
    const struct icd_argument *argument = &launch->arguments[index];
    const struct sim_image_info *info = &argument->memory->image->info;
    bool is_read_only = strcmp(icd_kernel_argument(launch->owner, index)->access, "read only") == 0;
    fprintf(out, "--arg=image:%u", info->width);
    if (info->geometry == SIM_GEOMETRY_2D || info->geometry == SIM_GEOMETRY_2D_ARRAY ||
        info->geometry == SIM_GEOMETRY_3D)
        fprintf(out, "x%u", info->height);
    if (info->geometry == SIM_GEOMETRY_3D)
        fprintf(out, "x%u", info->depth);
    fprintf(out, ",%s,%s", sim_channel_order_name(info->order), sim_channel_type_name(info->type));
    if (info->geometry == SIM_GEOMETRY_1D_ARRAY || info->geometry == SIM_GEOMETRY_2D_ARRAY)
        fprintf(out, ",array:%u", info->layers);
    if (info->geometry == SIM_GEOMETRY_1D_BUFFER)
        fprintf(out, ",buffer");
    if (info->levels > 1)
        fprintf(out, ",levels:%u", info->levels);
    fprintf(out, "=./arg%u.in", index);
    if (!is_read_only)
        fprintf(out, "@expect=arg%u.out", index);
    fputs("\n", out);
    return write_image(launch, index, "in");
}

static void
put_sampler(FILE *out, const struct _cl_sampler *sampler)
{
    static const char *const addressings[] = {"none", "clamp_to_edge", "clamp", "repeat",
                                              "mirrored_repeat"};
    struct sim_sampler_info info = icd_sampler_modes(sampler);
    fprintf(out, "--arg=sampler:%s,%s,%s", info.normalized ? "normalized" : "unnormalized",
            addressings[info.addressing], info.linear ? "linear" : "nearest");
    if (info.mip_linear || info.mip_nearest)
        fprintf(out, ",%s", info.mip_linear ? "mip_linear" : "mip_nearest");
    if (info.bounds_lod)
        fprintf(out, ",lod:%.9g:%.9g", (double)info.min_lod, (double)info.max_lod);
    fputs("\n", out);
}

static bool
put_argument(FILE *out, const struct icd_recorded *launch, unsigned index)
{
    const struct icd_argument *argument = &launch->arguments[index];
    enum sim_arg_kind kind = icd_kernel_argument(launch->owner, index)->kind;
    if (kind == SIM_ARG_LOCAL_POINTER)
        fprintf(out, "--arg=local:%zu\n", argument->size);
    else if (argument->sampler)
        put_sampler(out, argument->sampler);
    else if (argument->queue)
        fprintf(out, "--arg=queue:%u\n", argument->queue->bytes);
    else if (argument->memory && argument->memory->image)
        return put_image(out, launch, index);
    else if (argument->memory && argument->memory->shared)
        record_put_value(out, &argument->memory->bytes, sizeof argument->memory->bytes);
    else if (argument->memory)
        return put_buffer(out, launch, index);
    else if (!argument->bytes)
        fputs("--arg=x64:0\n", out);
    else
        record_put_value(out, argument->bytes, argument->size);
    return true;
}

/* Is a work-group larger than the range?  gcnsim has to be told that it is meant. */
static bool
is_above(const struct icd_recorded *launch)
{
    bool above = false;
    for (unsigned d = 0; d < launch->dims; d++)
        above |= launch->local[d] > launch->global[d];
    return above;
}

static bool
write_launch(struct icd_recorded *launch)
{
    FILE *out = record_open(&launch->folder, "launch");
    bool good = out;
    if (!out)
        return false;
    fprintf(out, "--kernel=%s\n", launch->kernel->name);
    record_put_sizes(out, "global", launch->global, launch->dims);
    record_put_sizes(out, "local", launch->local, launch->dims);
    record_put_sizes(out, "offset", launch->offset, launch->dims);
    if (is_above(launch))
        fputs("--partial\n", out);
    record_put_limits(out, &launch->device->platform->settings.common);
    bool names_queue = false;
    for (unsigned i = 0; good && i < launch->argument_count; i++) {
        good = put_argument(out, launch, i);
        names_queue |= launch->arguments[i].queue != NULL;
    }
    if (launch->queue_bytes && !names_queue) /* the default one */
        fprintf(out, "--arg=queue:%u\n", launch->queue_bytes);
    good = good && icd_record_memory_before(out, launch);
    return fclose(out) == 0 && good;
}

/* The object, and what it was made from, if that is known. */
static bool
write_program(const struct icd_record *record, const struct icd_recorded *launch)
{
    const struct icd_build *build = launch->build;
    return record_write(&launch->folder, "object.co", build->binary, build->binary_size) &&
           icd_sources_write(record->sources, &launch->folder, build->binary, build->binary_size);
}

void
icd_record_made(struct icd_record *record, struct _cl_device_id *device,
                const struct icd_question *question, const uint8_t *bytes, size_t size)
{
    pthread_mutex_lock(&record->lock);
    icd_sources_note(record->sources, device, question, bytes, size);
    pthread_mutex_unlock(&record->lock);
}

/* Of all that tells it from others. */
static uint64_t
sum_of(const struct icd_recorded *launch)
{
    uint64_t sum = record_mix(launch->code_sum, launch->kernel->name, strlen(launch->kernel->name));
    sum = record_mix(sum, launch->global, sizeof launch->global);
    sum = record_mix(sum, launch->local, sizeof launch->local);
    return record_mix(sum, launch->offset, sizeof launch->offset);
}

void
icd_record_before(struct icd_record *record, struct icd_recorded *launch)
{
    pthread_mutex_lock(&record->lock);
    if (record_begin(record->folders, &launch->folder, launch->kernel->name, sum_of(launch)) &&
        (!write_launch(launch) || !write_program(record, launch)))
        record_end(record->folders, &launch->folder, false);
    pthread_mutex_unlock(&record->lock);
}

static bool
write_results(struct icd_recorded *launch)
{
    bool good = true;
    for (unsigned i = 0; *launch->folder.path && i < launch->argument_count; i++) {
        struct _cl_mem *memory = launch->arguments[i].memory;
        char name[32];
        snprintf(name, sizeof name, "arg%u.out", i);
        if (memory && memory->image)
            good &= write_image(launch, i, "out");
        else if (memory && !memory->shared && first_with_root(launch, i) == i)
            good &= write_bytes(launch, name, root_of(memory));
    }
    return good;
}

void
icd_record_after(struct icd_record *record, struct icd_recorded *launch, const char *failure)
{
    pthread_mutex_lock(&record->lock);
    bool good = write_results(launch);
    if (*launch->folder.path && failure)
        good &= record_write_failure(&launch->folder, failure);
    good &= icd_record_memory_after(launch);
    if (*launch->folder.path)
        record_end(record->folders, &launch->folder, good);
    pthread_mutex_unlock(&record->lock);
}
