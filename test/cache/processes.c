/* Processes that find and store in one cache at once, and are killed while they do.
 *
 *   cache-processes FOLDER PROCESSES SECONDS
 *
 * A value is made of its key, so that each that is found is looked at whole.  One process in four
 * is killed at any moment, and another one begins.  At the end what killed processes have left is
 * counted, and the limit looked at. */
#define _GNU_SOURCE
#include "runtime/cache/cache.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { KEYS = 2500, MAX_WORDS = 4000, ROOM = 3 << 20 }; /* all together: six times the room */

struct counts {
    _Atomic unsigned found, stored, wrong;
};

static uint64_t
next(uint64_t *random)
{
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    return *random;
}

static size_t
make_value(uint32_t *words, uint64_t key)
{
    uint64_t random = key * UINT64_C(0x9E3779B97F4A7C15) + 1;
    size_t count = next(&random) % MAX_WORDS;
    for (size_t i = 0; i < count; i++)
        words[i] = (uint32_t)next(&random);
    return count * sizeof *words;
}

static void
find_or_store(const struct cache *cache, uint64_t key, struct counts *counts)
{
    static uint32_t words[MAX_WORDS];
    const struct cache_part key_part = {&key, sizeof key};
    struct cache_part found;
    size_t size = make_value(words, key);
    if (cache_find(cache, (struct cache_parts){&key_part, 1}, &found, 1)) {
        counts->found++;
        counts->wrong += found.size != size || memcmp(found.bytes, words, size) != 0;
        free((void *)(uintptr_t)found.bytes);
        return;
    }
    const struct cache_part value = {words, size};
    const struct cache_entry entry = {.key = {&key_part, 1}, .value = {&value, 1}};
    cache_store(cache, &entry);
    counts->stored++;
}

static _Noreturn void
work(const char *folder, uint64_t seed, struct counts *counts)
{
    uint64_t random = seed * UINT64_C(0xD1B54A32D192ED03) + 1;
    struct cache *cache = cache_new(folder, ROOM);
    for (;;) {
        /* not all at once: who is killed must get a moment of the processor to go */
        struct timespec pause = {0, (long)(next(&random) % (200 * 1000 * 1000))};
        nanosleep(&pause, NULL);
        for (int i = 0; i < 2; i++) /* some keys are asked for more than others */
            find_or_store(cache, next(&random) % (next(&random) % KEYS + 1), counts);
    }
}

static pid_t
begin(const char *folder, uint64_t seed, struct counts *counts)
{
    pid_t process = fork();
    if (process == 0)
        work(folder, seed, counts);
    return process;
}

/* false: it has ended by itself. */
static bool
end(pid_t process)
{
    int status;
    kill(process, SIGKILL);
    return waitpid(process, &status, 0) == process && WIFSIGNALED(status) &&
           WTERMSIG(status) == SIGKILL;
}

static bool
look_at(const char *folder, unsigned *unfinished, uint64_t *bytes)
{
    DIR *names = opendir(folder);
    *unfinished = 0, *bytes = 0;
    for (struct dirent *entry; names && (entry = readdir(names));) {
        struct stat about;
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (stat(path, &about) != 0 || !S_ISREG(about.st_mode))
            continue;
        *bytes += (uint64_t)about.st_size;
        *unfinished += entry->d_name[0] == 't';
    }
    if (names)
        closedir(names);
    return names;
}

/* What is there now, without anybody at work. */
static unsigned
check_all(const char *folder)
{
    struct counts counts = {0};
    struct cache *cache = cache_new(folder, ROOM);
    for (uint64_t key = 0; key < KEYS; key++) {
        const struct cache_part part = {&key, sizeof key};
        static uint32_t words[MAX_WORDS];
        struct cache_part found;
        if (!cache_find(cache, (struct cache_parts){&part, 1}, &found, 1))
            continue;
        size_t size = make_value(words, key);
        counts.wrong += found.size != size || memcmp(found.bytes, words, size) != 0;
        counts.found++;
        free((void *)(uintptr_t)found.bytes);
    }
    cache_free(cache);
    return counts.wrong ? 0 : counts.found;
}

int
main(int argc, char **argv)
{
    char command[4096];
    unsigned count = argc == 4 ? (unsigned)atoi(argv[2]) : 0, killed = 0, crashed = 0, unfinished;
    uint64_t bytes, seed = 1;
    if (!count)
        return 2;
    snprintf(command, sizeof command, "rm -rf '%s'", argv[1]);
    struct counts *counts =
        mmap(NULL, sizeof *counts, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pid_t *processes = calloc(count, sizeof *processes);
    if (system(command) != 0 || counts == MAP_FAILED || !processes)
        return 2;
    for (unsigned i = 0; i < count; i++)
        processes[i] = begin(argv[1], seed++, counts);
    struct timespec now, first, pause = {0, 5 * 1000 * 1000};
    clock_gettime(CLOCK_MONOTONIC, &first);
    do {
        nanosleep(&pause, NULL);
        for (unsigned i = 0; i < 1 + count / 20; i++, killed++) {
            unsigned at = (unsigned)(seed * 7919 % count);
            crashed += !end(processes[at]);
            processes[at] = begin(argv[1], seed++, counts);
        }
        clock_gettime(CLOCK_MONOTONIC, &now);
    } while (now.tv_sec - first.tv_sec < atoi(argv[3]) || killed < count / 4);
    for (unsigned i = 0; i < count; i++)
        crashed += !end(processes[i]);
    bool is_there = look_at(argv[1], &unfinished, &bytes);
    unsigned whole = check_all(argv[1]);
    printf("%u processes, %u killed and begun again, %u crashed: %u found, %u wrong, %u stored; "
           "at the end %u whole, %u not finished, %llu bytes of %d\n",
           count, killed, crashed, counts->found, counts->wrong, counts->stored, whole, unfinished,
           (unsigned long long)bytes, ROOM);
    /* what is not finished counts to the limit, and each process may have an entry of the usual
     * size more */
    bool is_good = is_there && !crashed && !counts->wrong && counts->found && counts->stored &&
                   whole && bytes < ROOM + ROOM / 4 + (uint64_t)count * 2 * MAX_WORDS;
    puts(is_good ? "1 passed, 0 failed" : "0 passed, 1 failed");
    return !is_good;
}
