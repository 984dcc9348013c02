/* Files of a cache: folder.h. */
#include "runtime/cache/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

struct cache *
cache_new(const char *folder, uint64_t bytes)
{
    struct cache *cache = malloc(sizeof *cache);
    size_t length = strlen(folder);
    /* room for a slash and a name */
    if (!cache || !bytes || *folder != '/' || length + CACHE_NAME + 1 > sizeof cache->folder) {
        free(cache);
        return NULL;
    }
    cache->bytes = bytes;
    memcpy(cache->folder, folder, length + 1);
    return cache;
}

void
cache_free(struct cache *cache)
{
    free(cache);
}

void
cache_name(char name[CACHE_NAME], unsigned __int128 sum)
{
    snprintf(name, CACHE_NAME, "%016" PRIx64 "%016" PRIx64, (uint64_t)(sum >> 64), (uint64_t)sum);
}

static void
path_of(char path[PATH_MAX], const struct cache *cache, const char *name)
{
    size_t length = strlen(cache->folder);
    memcpy(path, cache->folder, length);
    path[length] = '/';
    strcpy(path + length + 1, name);
}

static bool
read_all(int file, uint8_t *bytes, size_t size)
{
    for (size_t at = 0; at < size;) {
        ssize_t got = read(file, bytes + at, size - at);
        if (got <= 0 && !(got < 0 && errno == EINTR))
            return false;
        at += got > 0 ? (size_t)got : 0;
    }
    return true;
}

/* It is read, not mapped: a file that somebody cuts short would end the process by SIGBUS.  What
 * others have put there, a link, a pipe, a file of theirs, is not looked at. */
uint8_t *
cache_read(const struct cache *cache, const char *name, size_t *size)
{
    char path[PATH_MAX];
    struct stat about;
    path_of(path, cache, name);
    int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return NULL;
    uint8_t *bytes = NULL;
    if (fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_uid == geteuid() &&
        (uint64_t)about.st_size <= cache->bytes)
        bytes = malloc((size_t)about.st_size + 1);
    if (bytes && !read_all(file, bytes, (size_t)about.st_size)) {
        free(bytes);
        bytes = NULL;
    }
    *size = bytes ? (size_t)about.st_size : 0;
    close(file);
    return bytes;
}

void
cache_touch(const struct cache *cache, const char *name)
{
    char path[PATH_MAX];
    path_of(path, cache, name);
    utimensat(AT_FDCWD, path, NULL, AT_SYMLINK_NOFOLLOW);
}

void
cache_remove(const struct cache *cache, const char *name)
{
    char path[PATH_MAX];
    path_of(path, cache, name);
    unlink(path);
}

/* ---- writing ---- */

/* The folder, made if it is not there, with the one that it lies in.  -1: it is not to be had, or
 * another user's. */
static int
open_folder(const struct cache *cache)
{
    enum { FLAGS = O_RDONLY | O_DIRECTORY | O_CLOEXEC };
    struct stat about;
    char parent[PATH_MAX];
    int folder = open(cache->folder, FLAGS);
    if (folder < 0 && errno == ENOENT) {
        strcpy(parent, cache->folder);
        char *slash = strrchr(parent, '/');
        *slash = '\0';
        if (*parent)
            mkdir(parent, 0700);
        mkdir(cache->folder, 0700);
        folder = open(cache->folder, FLAGS);
    }
    if (folder >= 0 && (fstat(folder, &about) != 0 || about.st_uid != geteuid())) {
        close(folder);
        folder = -1;
    }
    return folder;
}

static bool
write_all(int file, const char *bytes, size_t size)
{
    for (size_t at = 0; at < size;) {
        ssize_t put = write(file, bytes + at, size - at);
        if (put < 0 && errno != EINTR)
            return false;
        at += put > 0 ? (size_t)put : 0;
    }
    return true;
}

/* A file beyond the limit of the process would end it, by SIGXFSZ. */
static bool
may_be_written(size_t size)
{
    struct rlimit limit;
    return getrlimit(RLIMIT_FSIZE, &limit) == 0 &&
           (limit.rlim_cur == RLIM_INFINITY || size <= limit.rlim_cur);
}

/* The file has its name when it is whole.  What a killed process leaves has a temporary one. */
static bool
write_file(int folder, const char *name, const void *bytes, size_t size)
{
    char temporary[CACHE_NAME + 4];
    cache_temporary_name(temporary);
    int file =
        openat(folder, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0)
        return false;
    /* the umask may have taken our own rights away */
    bool is_good = fchmod(file, 0600) == 0 && write_all(file, bytes, size);
    is_good &= close(file) == 0;
    is_good = is_good && renameat(folder, temporary, folder, name) == 0;
    if (!is_good)
        unlinkat(folder, temporary, 0);
    return is_good;
}

/* How often the folder is looked through while bytes for the whole limit are written: what is
 * beyond the limit is one part of so many, mostly, and nobody counts, so that no count is wrong
 * after a process was killed. */
enum { TRIMS = 64 };

static bool
is_time_to_trim(const struct cache *cache, size_t size)
{
    struct timespec now;
    struct sum sum = SUM_START;
    clock_gettime(CLOCK_MONOTONIC, &now);
    sum_add(&sum, &now, sizeof now);
    return (uint64_t)sum_end(&sum) % cache->bytes < (uint64_t)size * TRIMS;
}

void
cache_write(const struct cache *cache, const char *name, const void *bytes, size_t size)
{
    int folder = size <= cache->bytes && may_be_written(size) ? open_folder(cache) : -1;
    if (folder < 0)
        return;
    if (write_file(folder, name, bytes, size) && is_time_to_trim(cache, size))
        cache_trim(folder, cache->bytes);
    close(folder);
}
