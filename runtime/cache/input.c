/* Looking at files: input.h. */
#include "runtime/cache/input.h"

#include "support/sum.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The sum of all that can be read. */
static bool
add_content(struct cache_state *state, int file)
{
    enum { PIECE = 8192 }; /* the program's thread may have a small stack */
    struct sum sum = SUM_START;
    char piece[PIECE];
    ssize_t got;
    while ((got = read(file, piece, sizeof piece)) != 0) {
        if (got < 0 && errno != EINTR)
            return false;
        sum_add(&sum, piece, got > 0 ? (size_t)got : 0);
        state->size += got > 0 ? (size_t)got : 0;
    }
    unsigned __int128 value = sum_end(&sum);
    memcpy(state->sum, &value, sizeof state->sum);
    return true;
}

static bool
is_later(const struct timespec *one, const struct timespec *other)
{
    return one->tv_sec != other->tv_sec ? one->tv_sec > other->tv_sec
                                        : one->tv_nsec > other->tv_nsec;
}

static void
add_place(struct cache_look *looks, unsigned index, const struct stat *about)
{
    struct cache_look *look = &looks[index];
    look->device = about->st_dev;
    look->inode = about->st_ino;
    look->changed = is_later(&about->st_ctim, &about->st_mtim) ? about->st_ctim : about->st_mtim;
    for (unsigned i = 0; i < index && !look->state.twin; i++)
        if (looks[i].state.is_there && looks[i].device == look->device &&
            looks[i].inode == look->inode)
            look->state.twin = i + 1;
}

bool
cache_look_at(struct cache_look *looks, unsigned index, const char *path)
{
    struct cache_look *look = &looks[index];
    struct stat about;
    *look = (struct cache_look){0};
    /* as the preprocessor asks */
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode))
        return true;
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    bool is_good = file >= 0 && fstat(file, &about) == 0 && S_ISREG(about.st_mode) &&
                   add_content(&look->state, file);
    if (file >= 0)
        close(file);
    look->state.is_there = 1;
    add_place(looks, index, &about);
    return is_good;
}
