/* Folders of launches: record.h. */
#include "runtime/record/record.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
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

struct record {
    const struct settings *settings;
    pthread_mutex_t lock;
    struct seen *seen;
    unsigned next;   /* number of a folder */
    bool has_failed; /* no folder can be made: it was told */
};

struct record *
record_new(const struct settings *settings)
{
    struct record *record = settings->record ? calloc(1, sizeof *record) : NULL;
    if (!record)
        return NULL;
    record->settings = settings;
    pthread_mutex_init(&record->lock, NULL);
    return record;
}

/* ---- files ---- */

FILE *
record_open(const struct record_folder *folder, const char *name)
{
    char path[sizeof folder->path + 64];
    snprintf(path, sizeof path, "%s/%s", folder->path, name);
    return fopen(path, "wb");
}

bool
record_write(const struct record_folder *folder, const char *name, const uint8_t *bytes,
             size_t size)
{
    static const uint8_t zeros[BLOCK];
    FILE *file = record_open(folder, name);
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

bool
record_write_failure(const struct record_folder *folder, const char *failure)
{
    FILE *out = record_open(folder, "failure");
    bool good = out && fprintf(out, "%s\n", failure) > 0;
    return out && fclose(out) == 0 && good;
}

void
record_put_sizes(FILE *out, const char *name, const uint64_t *sizes, unsigned dims)
{
    fprintf(out, "--%s=", name);
    for (unsigned d = 0; d < dims; d++)
        fprintf(out, "%s%" PRIu64, d ? "," : "", sizes[d]);
    fputs("\n", out);
}

void
record_put_value(FILE *out, const void *bytes, size_t size)
{
    fputs("--arg=hex:", out);
    for (size_t i = 0; i < size; i++)
        fprintf(out, "%02x", ((const uint8_t *)bytes)[i]);
    fputs("\n", out);
}

void
record_put_limits(FILE *out, const struct settings *settings)
{
    fprintf(out, "--no-strict\n--max-seconds=%u\n--max-instructions=0\n", settings->seconds);
}

/* ---- which launches ---- */

uint64_t
record_mix(uint64_t sum, const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ at[i]) * UINT64_C(0x100000001B3);
    return sum;
}

/* Notes it; false: it was seen before. */
static bool
is_new(struct record *record, uint64_t sum)
{
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

/* ---- folders ---- */

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
name_folder(const struct record *record, const struct record_folder *folder, char *path,
            size_t size)
{
    snprintf(path, size, "%s/%05u-%.100s", record->settings->record, folder->number,
             folder->kernel);
}

/* Makes the folder of the next number that is free. */
static bool
make_folder(struct record *record, struct record_folder *folder)
{
    char name[sizeof folder->path - sizeof UNFINISHED];
    make_folders(record->settings->record);
    while (record->next < MAX_FOLDERS) {
        folder->number = ++record->next;
        name_folder(record, folder, name, sizeof name);
        snprintf(folder->path, sizeof folder->path, "%s" UNFINISHED, name);
        bool is_taken = access(name, F_OK) == 0;
        if (!is_taken && mkdir(folder->path, 0777) == 0)
            return true;
        if (!is_taken && errno != EEXIST)
            break;
    }
    folder->path[0] = '\0';
    return false;
}

/* Gives the folder its name; another process may have taken it. */
static bool
finish_folder(const struct record *record, struct record_folder *folder)
{
    char name[sizeof folder->path];
    do
        name_folder(record, folder, name, sizeof name);
    while (rename(folder->path, name) != 0 && (errno == EEXIST || errno == ENOTEMPTY) &&
           ++folder->number < MAX_FOLDERS);
    return access(folder->path, F_OK) != 0;
}

static void
tell(const struct record *record, const char *path)
{
    fprintf(stderr, "occ: %s: %s: %s\n", record->settings->record_name, path, strerror(errno));
}

/* Tells why, and removes what was written. */
static void
give_up(const struct record *record, struct record_folder *launch)
{
    char path[sizeof launch->path + 256];
    name_folder(record, launch, path, sizeof path);
    tell(record, path);
    DIR *folder = opendir(launch->path);
    for (const struct dirent *entry; folder && (entry = readdir(folder));) {
        snprintf(path, sizeof path, "%s/%s", launch->path, entry->d_name);
        unlink(path);
    }
    if (folder)
        closedir(folder);
    rmdir(launch->path);
    launch->path[0] = '\0';
}

bool
record_begin(struct record *record, struct record_folder *folder, const char *kernel, uint64_t sum)
{
    pthread_mutex_lock(&record->lock);
    folder->path[0] = '\0';
    folder->kernel = kernel;
    if (is_new(record, sum) && !make_folder(record, folder)) {
        if (!record->has_failed)
            tell(record, record->settings->record);
        record->has_failed = true;
    }
    pthread_mutex_unlock(&record->lock);
    return *folder->path;
}

void
record_end(struct record *record, struct record_folder *folder, bool good)
{
    pthread_mutex_lock(&record->lock);
    if (!good || !finish_folder(record, folder))
        give_up(record, folder);
    pthread_mutex_unlock(&record->lock);
}
