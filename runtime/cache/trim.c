/* What goes when a cache is full: cache_trim of folder.h. */
#include "runtime/cache/folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define TEMPORARY "tmp-"
enum { ABANDONED = 3600 }; /* seconds after which nobody writes a file any more */

struct file {
    char name[CACHE_NAME];
    uint64_t bytes;
    struct timespec used;
};

struct list {
    struct file *files;
    size_t count, room;
    uint64_t bytes;
};

void
cache_temporary_name(char name[CACHE_NAME + 4])
{
    struct {
        struct timespec now;
        pid_t process;
        const void *thread; /* a place of its stack */
    } mine;
    struct sum sum = SUM_START;
    memset(&mine, 0, sizeof mine);
    clock_gettime(CLOCK_REALTIME, &mine.now);
    mine.process = getpid();
    mine.thread = &sum;
    sum_add(&sum, &mine, sizeof mine);
    memcpy(name, TEMPORARY, 4);
    cache_name(name + 4, sum_end(&sum));
}

static bool
is_name(const char *name)
{
    return strlen(name) == CACHE_NAME - 1 && strspn(name, "0123456789abcdef") == CACHE_NAME - 1;
}

/* What it takes on the disk, in the blocks of most file systems. */
static uint64_t
size_of(const struct stat *about)
{
    return ((uint64_t)about->st_size + 4095) & ~UINT64_C(4095);
}

/* false: no memory. */
static bool
add(struct list *list, const char *name, const struct stat *about)
{
    if (list->count == list->room) {
        size_t room = list->room ? 2 * list->room : 256;
        struct file *more = realloc(list->files, room * sizeof *more);
        if (!more)
            return false;
        list->files = more;
        list->room = room;
    }
    struct file *file = &list->files[list->count++];
    memcpy(file->name, name, CACHE_NAME);
    file->bytes = size_of(about);
    file->used = about->st_mtim;
    list->bytes += file->bytes;
    return true;
}

/* One name of the folder. */
static bool
look_at(struct list *list, int folder, const char *name, time_t now)
{
    struct stat about;
    bool is_temporary = strncmp(name, TEMPORARY, 4) == 0 && is_name(name + 4);
    if ((!is_temporary && !is_name(name)) ||
        fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(about.st_mode))
        return true;
    if (!is_temporary)
        return add(list, name, &about);
    if (about.st_mtime + ABANDONED < now)
        unlinkat(folder, name, 0);
    else
        list->bytes += size_of(&about);
    return true;
}

static bool
list_files(struct list *list, int folder)
{
    int own = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *names = own < 0 ? NULL : fdopendir(own);
    if (!names) {
        if (own >= 0)
            close(own);
        return false;
    }
    time_t now = time(NULL);
    bool is_good = true;
    for (struct dirent *entry; is_good && (entry = readdir(names));)
        is_good = look_at(list, folder, entry->d_name, now);
    closedir(names);
    return is_good;
}

/* The one that goes first comes first. */
static int
by_use(const void *one, const void *other)
{
    const struct file *a = one, *b = other;
    if (a->used.tv_sec != b->used.tv_sec)
        return a->used.tv_sec < b->used.tv_sec ? -1 : 1;
    return (a->used.tv_nsec > b->used.tv_nsec) - (a->used.tv_nsec < b->used.tv_nsec);
}

/* Several processes may do so at once: what another one has removed is gone. */
void
cache_trim(int folder, uint64_t bytes)
{
    struct list list = {0};
    if (list_files(&list, folder) && list.bytes > bytes) {
        uint64_t wanted = bytes - bytes / 8; /* so that this is not needed again at once */
        qsort(list.files, list.count, sizeof *list.files, by_use);
        for (size_t i = 0; i < list.count && list.bytes > wanted; i++) {
            unlinkat(folder, list.files[i].name, 0);
            list.bytes -= list.files[i].bytes;
        }
    }
    free(list.files);
}
