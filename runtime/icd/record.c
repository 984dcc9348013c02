/* OCC_ICD_RECORD: each different launch as a folder that `gcnsim replay` runs again.  Different are
 * launches of another kernel, other code or other sizes. */
#include "runtime/icd/record.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BLOCK = 4096, MAX_FOLDERS = 100000 };

/* A launch that was recorded. */
struct seen {
    struct seen *next;
    uint64_t sum; /* of all that tells it from others */
};

struct icd_record {
    const char *folder;
    pthread_mutex_t lock;
    struct seen *seen;
    unsigned next; /* number of a folder */
    struct icd_sources *sources;
    bool has_failed; /* no folder can be made: it was told */
};

struct icd_record *
icd_record_new(const char *folder)
{
    struct icd_record *record = calloc(1, sizeof *record);
    struct icd_sources *sources = record ? icd_sources_new() : NULL;
    if (!sources) {
        free(record);
        return NULL;
    }
    record->sources = sources;
    record->folder = folder;
    pthread_mutex_init(&record->lock, NULL);
    return record;
}

/* ---- files ---- */

static FILE *
open_file(const char *folder, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return fopen(path, "wb");
}

bool
icd_record_write(const char *folder, const char *name, const uint8_t *bytes, size_t size)
{
    static const uint8_t zeros[BLOCK];
    FILE *file = open_file(folder, name);
    if (!file)
        return false;
    bool good = true;
    for (size_t at = 0; good && at < size; at += BLOCK) {
        size_t part = size - at < BLOCK ? size - at : BLOCK;
        if (memcmp(bytes + at, zeros, part) == 0)
            good = fseek(file, (long)part, SEEK_CUR) == 0;
        else
            good = fwrite(bytes + at, 1, part, file) == part;
    }
    good = fflush(file) == 0 && ftruncate(fileno(file), (off_t)size) == 0 && good;
    return fclose(file) == 0 && good;
}

/* ---- what a launch is ---- */

uint64_t
icd_record_mix(uint64_t sum, const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ at[i]) * UINT64_C(0x100000001B3);
    return sum;
}

/* Notes it; false: it was seen before. */
static bool
is_new(struct icd_record *record, const struct icd_recorded *launch)
{
    uint64_t sum =
        icd_record_mix(launch->code_sum, launch->kernel->name, strlen(launch->kernel->name));
    sum = icd_record_mix(sum, launch->global, sizeof launch->global);
    sum = icd_record_mix(sum, launch->local, sizeof launch->local);
    sum = icd_record_mix(sum, launch->offset, sizeof launch->offset);
    for (const struct seen *seen = record->seen; seen; seen = seen->next)
        if (seen->sum == sum)
            return false;
    struct seen *seen = malloc(sizeof *seen);
    if (!seen)
        return false;
    *seen = (struct seen){record->seen, sum};
    record->seen = seen;
    return true;
}

/* The folder with all that it lies in, as far as they can be made: what cannot, what is made in it tells. */
static void
make_folders(const char *folder)
{
    char path[4096];
    snprintf(path, sizeof path, "%s", folder);
    for (char *slash = path + 1; (slash = strchr(slash, '/')); *slash++ = '/') {
        *slash = '\0';
        mkdir(path, 0777);
    }
    mkdir(path, 0777);
}

/* Until all is written that belongs to a launch its folder has this ending: what lacks something is not taken for
 * a whole. */
#define UNFINISHED ".part"

/* What it will be called: "FOLDER/00001-kernel". */
static void
name_folder(const struct icd_record *record, const struct icd_recorded *launch, char *path,
            size_t size)
{
    snprintf(path, size, "%s/%05u-%.100s", record->folder, launch->number, launch->kernel->name);
}

/* Makes the folder of the next number that is free. */
static bool
make_folder(struct icd_record *record, struct icd_recorded *launch)
{
    char name[sizeof launch->folder - sizeof UNFINISHED];
    make_folders(record->folder);
    while (record->next < MAX_FOLDERS) {
        launch->number = ++record->next;
        name_folder(record, launch, name, sizeof name);
        snprintf(launch->folder, sizeof launch->folder, "%s" UNFINISHED, name);
        bool is_taken = access(name, F_OK) == 0;
        if (!is_taken && mkdir(launch->folder, 0777) == 0)
            return true;
        if (!is_taken && errno != EEXIST)
            break;
    }
    launch->folder[0] = '\0';
    return false;
}

/* Gives the folder its name; another process may have taken it. */
static bool
finish_folder(const struct icd_record *record, struct icd_recorded *launch)
{
    char name[sizeof launch->folder];
    do
        name_folder(record, launch, name, sizeof name);
    while (rename(launch->folder, name) != 0 && (errno == EEXIST || errno == ENOTEMPTY) &&
           ++launch->number < MAX_FOLDERS);
    return access(launch->folder, F_OK) != 0;
}

static void
tell(const char *path)
{
    fprintf(stderr, "occ: OCC_ICD_RECORD: %s: %s\n", path, strerror(errno));
}

/* Tells why, and removes what was written. */
static void
give_up(const struct icd_record *record, struct icd_recorded *launch)
{
    char path[sizeof launch->folder + 256];
    name_folder(record, launch, path, sizeof path);
    tell(path);
    DIR *folder = opendir(launch->folder);
    for (const struct dirent *entry; folder && (entry = readdir(folder));) {
        snprintf(path, sizeof path, "%s/%s", launch->folder, entry->d_name);
        unlink(path);
    }
    if (folder)
        closedir(folder);
    rmdir(launch->folder);
    launch->folder[0] = '\0';
}

/* ---- arguments ---- */

static struct _cl_mem *
root_of(struct _cl_mem *memory)
{
    return memory->parent && !memory->image ? memory->parent : memory;
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
    return first != index || icd_record_write(launch->folder, name, root->bytes, root->size);
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
    bool good = icd_record_write(launch->folder, name, texels, size);
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
    fprintf(out, "--arg=sampler:%s,%s,%s\n", sampler->normalized ? "normalized" : "unnormalized",
            addressings[sampler->addressing - CL_ADDRESS_NONE],
            sampler->filter == CL_FILTER_LINEAR ? "linear" : "nearest");
}

static void
put_hex(FILE *out, const void *bytes, size_t size)
{
    fputs("--arg=hex:", out);
    for (size_t i = 0; i < size; i++)
        fprintf(out, "%02x", ((const uint8_t *)bytes)[i]);
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
    else if (argument->memory && argument->memory->image)
        return put_image(out, launch, index);
    else if (argument->memory && argument->memory->shared)
        put_hex(out, &argument->memory->bytes, sizeof argument->memory->bytes);
    else if (argument->memory)
        return put_buffer(out, launch, index);
    else if (!argument->bytes)
        fputs("--arg=x64:0\n", out);
    else
        put_hex(out, argument->bytes, argument->size);
    return true;
}

static void
put_sizes(FILE *out, const char *name, const uint64_t *sizes, unsigned dims)
{
    fprintf(out, "--%s=", name);
    for (unsigned d = 0; d < dims; d++)
        fprintf(out, "%s%" PRIu64, d ? "," : "", sizes[d]);
    fputs("\n", out);
}

static bool
write_launch(struct icd_recorded *launch)
{
    FILE *out = open_file(launch->folder, "launch");
    bool good = out;
    if (!out)
        return false;
    fprintf(out, "--kernel=%s\n", launch->kernel->name);
    put_sizes(out, "global", launch->global, launch->dims);
    put_sizes(out, "local", launch->local, launch->dims);
    put_sizes(out, "offset", launch->offset, launch->dims);
    fprintf(out, "--no-strict\n--max-seconds=%u\n--max-instructions=0\n",
            launch->device->platform->settings.common.seconds);
    for (unsigned i = 0; good && i < launch->argument_count; i++)
        good = put_argument(out, launch, i);
    good = good && icd_record_memory_before(out, launch);
    return fclose(out) == 0 && good;
}

/* The object, and what it was made from, if that is known. */
static bool
write_program(const struct icd_record *record, const struct icd_recorded *launch)
{
    const struct icd_build *build = launch->build;
    return icd_record_write(launch->folder, "object.co", build->binary, build->binary_size) &&
           icd_sources_write(record->sources, launch->folder, build->binary, build->binary_size);
}

void
icd_record_made(struct icd_record *record, struct _cl_device_id *device,
                const struct icd_question *question, const uint8_t *bytes, size_t size)
{
    pthread_mutex_lock(&record->lock);
    icd_sources_note(record->sources, device, question, bytes, size);
    pthread_mutex_unlock(&record->lock);
}

void
icd_record_before(struct icd_record *record, struct icd_recorded *launch)
{
    pthread_mutex_lock(&record->lock);
    launch->folder[0] = '\0';
    if (is_new(record, launch) && !make_folder(record, launch)) {
        if (!record->has_failed)
            tell(record->folder);
        record->has_failed = true;
    } else if (*launch->folder && (!write_launch(launch) || !write_program(record, launch))) {
        give_up(record, launch);
    }
    pthread_mutex_unlock(&record->lock);
}

static bool
write_failure(const struct icd_recorded *launch, const char *failure)
{
    FILE *out = open_file(launch->folder, "failure");
    bool good = out && fprintf(out, "%s\n", failure) > 0;
    return out && fclose(out) == 0 && good;
}

void
icd_record_after(struct icd_record *record, struct icd_recorded *launch, const char *failure)
{
    bool good = true;
    pthread_mutex_lock(&record->lock);
    for (unsigned i = 0; *launch->folder && i < launch->argument_count; i++) {
        struct _cl_mem *memory = launch->arguments[i].memory;
        char name[32];
        snprintf(name, sizeof name, "arg%u.out", i);
        if (memory && memory->image)
            good &= write_image(launch, i, "out");
        else if (memory && !memory->shared && first_with_root(launch, i) == i)
            good &= icd_record_write(launch->folder, name, root_of(memory)->bytes,
                                     root_of(memory)->size);
    }
    if (*launch->folder && failure)
        good &= write_failure(launch, failure);
    good &= icd_record_memory_after(launch);
    if (*launch->folder && (!good || !finish_folder(record, launch)))
        give_up(record, launch);
    pthread_mutex_unlock(&record->lock);
}
