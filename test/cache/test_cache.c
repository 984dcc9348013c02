/* The cache by itself: what it finds again, what it must not find, what it survives.
 *
 *   test-cache FOLDER */
#define _GNU_SOURCE
#include "runtime/cache/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

/* ---- what goes wrong outside (--wrap) ---- */

static struct {
    int allocations; /* that succeed; -1: all */
    int writes;      /* bytes that fit; -1: all */
    int write_size;  /* bytes that one call takes at most; 0: all */
    uid_t user;      /* who we are; 0: who we are */
} outside = {-1, -1, 0, 0};

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
ssize_t __real_write(int file, const void *bytes, size_t size);
uid_t __real_geteuid(void);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
ssize_t __wrap_write(int file, const void *bytes, size_t size);
uid_t __wrap_geteuid(void);

static bool
gives(void)
{
    return outside.allocations < 0 || outside.allocations-- > 0;
}

void *
__wrap_malloc(size_t size)
{
    return gives() ? __real_malloc(size) : NULL;
}

void *
__wrap_calloc(size_t count, size_t size)
{
    return gives() ? __real_calloc(count, size) : NULL;
}

void *
__wrap_realloc(void *block, size_t size)
{
    return gives() ? __real_realloc(block, size) : NULL;
}

ssize_t
__wrap_write(int file, const void *bytes, size_t size)
{
    static bool is_interrupted;
    if (outside.write_size && (is_interrupted = !is_interrupted)) {
        errno = EINTR;
        return -1;
    }
    if (outside.write_size && size > (size_t)outside.write_size)
        size = (size_t)outside.write_size;
    if (outside.writes >= 0 && size > (size_t)outside.writes) {
        errno = ENOSPC;
        return -1;
    }
    if (outside.writes >= 0)
        outside.writes -= (int)size;
    return __real_write(file, bytes, size);
}

uid_t
__wrap_geteuid(void)
{
    return outside.user ? outside.user : __real_geteuid();
}

/* ---- a cache, and one small entry ---- */

static const char *base;
static char folder[256], path[512];

static struct cache *
new_cache(uint64_t bytes)
{
    char command[300];
    snprintf(folder, sizeof folder, "%s/unit/cache", base);
    snprintf(command, sizeof command, "rm -rf '%s/unit'", base);
    assert_int_equal(system(command), 0);
    struct cache *cache = cache_new(folder, bytes);
    assert_non_null(cache);
    return cache;
}

#define PART(text)                                                                                 \
    {                                                                                              \
        text, sizeof(text) - 1                                                                     \
    }
static const struct cache_part key_parts[] = {PART("build"), PART(""), PART("source\0text")};
static const struct cache_part value_parts[] = {PART("log\n"), PART("\177ELF\0\1"), PART("")};
static const struct cache_parts key = {key_parts, 3};

static struct cache_entry
entry_of(struct cache_parts the_key)
{
    struct cache_entry entry = {.key = the_key, .value = {value_parts, 3}};
    clock_gettime(CLOCK_REALTIME, &entry.begun);
    return entry;
}

/* Finds the key's value: all of it, or nothing. */
static bool
finds(const struct cache *cache, struct cache_parts the_key)
{
    struct cache_part found[3];
    if (!cache_find(cache, the_key, found, 3))
        return false;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(found[i].size, value_parts[i].size);
        assert_memory_equal(found[i].bytes, value_parts[i].bytes, found[i].size);
        assert_int_equal(((const char *)found[i].bytes)[found[i].size], 0);
        free((void *)(uintptr_t)found[i].bytes);
    }
    return true;
}

static void
store(const struct cache *cache)
{
    struct cache_entry entry = entry_of(key);
    cache_store(cache, &entry);
}

/* Calls for each file; returns how many there are. */
static int
each_file(void (*call)(const char *name))
{
    DIR *names = opendir(folder);
    int count = 0;
    for (struct dirent *entry; names && (entry = readdir(names));)
        if (entry->d_name[0] != '.') {
            count++;
            if (call)
                call(entry->d_name);
        }
    if (names)
        closedir(names);
    return count;
}

static void
note_path(const char *name)
{
    snprintf(path, sizeof path, "%s/%s", folder, name);
}

/* The path of the only file. */
static const char *
the_file(void)
{
    assert_int_equal(each_file(note_path), 1);
    return path;
}

static size_t
read_file(char *bytes, size_t room)
{
    int file = open(path, O_RDONLY);
    ssize_t size = read(file, bytes, room);
    assert_true(size > 0);
    close(file);
    return (size_t)size;
}

static void
write_file(const char *name, const void *bytes, size_t size)
{
    int file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_true(file >= 0);
    assert_int_equal(__real_write(file, bytes, size), size);
    close(file);
}

/* ---- finding ---- */

static void
what_is_stored_is_found(void **state)
{
    (void)state;
    struct cache *cache = new_cache(1 << 20);
    struct stat about;
    assert_false(finds(cache, key));
    assert_int_equal(each_file(NULL), 0);
    assert_int_not_equal(access(folder, F_OK), 0); /* who only looks makes nothing */
    mode_t mask = umask(0277);
    store(cache);
    umask(mask);
    assert_int_equal(stat(the_file(), &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
    for (int i = 0; i < 2; i++)
        assert_true(finds(cache, key));
    store(cache);
    assert_int_equal(each_file(NULL), 1);
    cache_free(cache);
    cache = cache_new(folder, 1 << 20); /* another process */
    assert_true(finds(cache, key));
    cache_free(cache);
    cache = new_cache(1 << 20);
    store(cache);
    assert_int_equal(stat(folder, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0700);
    cache_free(cache);
    assert_false(cache_find(NULL, key, NULL, 0));
    cache_store(NULL, NULL);
    cache_free(NULL);
}

/* Other bytes, parts cut elsewhere, more and fewer of them; and such an entry under the name of
 * this one. */
static void
other_keys_are_not(void **state)
{
    (void)state;
    static const struct cache_part others[][4] = {
        {PART("build"), PART(""), PART("source\0texu")},
        {PART("buile"), PART(""), PART("source\0text")},
        {PART("build"), PART("s"), PART("ource\0text")},
        {PART("builds"), PART(""), PART("ource\0text")},
        {PART(""), PART("build"), PART("source\0text")},
        {PART("build"), PART("source\0text"), PART("")},
        {PART("build"), PART(""), PART("source\0text"), PART("")},
        {PART("build"), PART(""), PART("source\0tex")},
        {PART("build"), PART(""), PART("source")},
        {PART("build"), PART(""), PART("source\0text+")},
        {PART("build"), PART("")},
    };
    static const unsigned counts[] = {3, 3, 3, 3, 3, 3, 4, 3, 3, 3, 2};
    struct cache *cache = new_cache(1 << 20);
    char bytes[1024];
    store(cache);
    size_t size = (the_file(), read_file(bytes, sizeof bytes));
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        const struct cache_parts other = {others[i], counts[i]};
        assert_false(finds(cache, other));
        struct cache_entry entry = entry_of(other);
        struct sum sum = SUM_START;
        char name[CACHE_NAME];
        for (unsigned k = 0; k < other.count; k++)
            sum_add_text(&sum, other.at[k].bytes, other.at[k].size);
        cache_name(name, sum_end(&sum));
        note_path(name);
        write_file(path, bytes, size); /* as if the sums were the same */
        assert_false(finds(cache, other));
        cache_store(cache, &entry);
        assert_true(finds(cache, other));
    }
    assert_true(finds(cache, key));
    cache_free(cache);
}

/* Every byte changed in two ways, every length: found it is not, but removed. */
static void
damage_is_a_miss(void **state)
{
    (void)state;
    struct cache *cache = new_cache(1 << 20);
    char good[1024], bad[1024];
    unsigned cases = 0;
    store(cache);
    size_t size = (the_file(), read_file(good, sizeof good));
    for (size_t at = 0; at < size; at++)
        for (int way = 0; way < 3; way++, cases++) {
            memcpy(bad, good, size);
            bad[at] = (char)(way == 0 ? bad[at] ^ 1 : way == 1 ? ~bad[at] : bad[at]);
            write_file(path, bad, way == 2 ? at : size);
            assert_false(finds(cache, key));
            assert_int_not_equal(access(path, F_OK), 0);
        }
    for (size_t more = 1; more <= 16; more++, cases++) {
        memset(bad, 0, sizeof bad);
        memcpy(bad, good, size);
        write_file(path, bad, size + more);
        assert_false(finds(cache, key));
    }
    write_file(path, good, size);
    assert_true(finds(cache, key));
    print_message("%u damaged entries of %zu bytes\n", cases, size);
    cache_free(cache);
}

/* A sum that is right over what no cache writes: lengths and counts that lead outside. */
static void
lies_are_misses(void **state)
{
    (void)state;
    static const uint64_t lies[] = {
        0,         1, 2, 7, 1000, UINT32_MAX, UINT64_C(1) << 32, UINT64_MAX >> 1, UINT64_MAX - 7,
        UINT64_MAX};
    enum { HEAD = 24, LIES = sizeof lies / sizeof *lies };
    struct cache *cache = new_cache(1 << 20);
    struct cache_entry entry = entry_of(key);
    const struct cache_input input = {"/", false};
    char good[1024], bad[1024];
    unsigned cases = 0;
    entry.inputs = &input;
    entry.input_count = 1;
    cache_store(cache, &entry);
    size_t size = (the_file(), read_file(good, sizeof good));
    for (size_t at = HEAD; at + 8 <= size; at++)
        for (int i = 0; i < LIES; i++, cases++) {
            struct sum sum = SUM_START;
            memcpy(bad, good, size);
            memcpy(bad + at, &lies[i], 8);
            sum_add(&sum, bad + HEAD, size - HEAD);
            unsigned __int128 value = sum_end(&sum);
            memcpy(bad + 8, &value, sizeof value);
            write_file(path, bad, size);
            struct cache_part found[3];
            if (cache_find(cache, key, found, 3)) /* then it was in the value, or changed nothing */
                for (int k = 0; k < 3; k++)
                    free((void *)(uintptr_t)found[k].bytes);
        }
    print_message("%u entries with right sums and wrong numbers\n", cases);
    cache_free(cache);
}

/* ---- files that a value was made from ---- */

static char input_a[300], input_b[300];

static void
age(const char *name)
{
    (void)name;
    struct timespec wait = {0, 20 * 1000 * 1000};
    nanosleep(&wait, NULL);
}

static bool
stores_with(struct cache *cache, const struct cache_input *inputs, unsigned count, int later)
{
    struct cache_entry entry = entry_of(key);
    entry.inputs = inputs;
    entry.input_count = count;
    entry.begun.tv_sec += later;
    cache_store(cache, &entry);
    return finds(cache, key);
}

static void
inputs_are_compared(void **state)
{
    (void)state;
    struct cache *cache = new_cache(1 << 20);
    snprintf(input_a, sizeof input_a, "%s/input_a", base);
    snprintf(input_b, sizeof input_b, "%s/input_b", base);
    unlink(input_a), unlink(input_b);
    write_file(input_a, "one", 3);
    const struct cache_input inputs[] = {{input_a, true}, {input_b, false}};
    assert_false(stores_with(cache, inputs, 2, 0)); /* written just now: maybe after it was read */
    assert_false(stores_with(cache, inputs, 2, 2));
    assert_int_equal(each_file(NULL), 0);
    assert_true(stores_with(cache, inputs, 2, 5));
    age(input_a);
    write_file(input_a, "one", 3); /* the same */
    assert_true(finds(cache, key));
    write_file(input_a, "two", 3);
    assert_false(finds(cache, key));
    write_file(input_a, "on", 2);
    assert_false(finds(cache, key));
    write_file(input_a, "one", 3);
    assert_true(finds(cache, key));
    write_file(input_b, "", 0); /* what was looked for before is there now */
    assert_false(finds(cache, key));
    unlink(input_b);
    assert_int_equal(mkdir(input_b, 0700), 0); /* no file */
    assert_true(finds(cache, key));
    rmdir(input_b);
    assert_int_equal(link(input_a, input_b), 0);
    assert_false(finds(cache, key));
    unlink(input_b);
    unlink(input_a);
    assert_false(finds(cache, key));
    /* they are not what the maker says */
    assert_int_equal(each_file(NULL), 1);
    unlink(the_file());
    assert_false(stores_with(cache, inputs, 2, 5));
    const struct cache_input turned[] = {{input_b, true}, {input_a, false}};
    assert_false(stores_with(cache, turned, 2, 5));
    cache_free(cache);
}

/* #pragma once knows when two names are one file. */
static void
names_of_one_file(void **state)
{
    (void)state;
    struct cache *cache = new_cache(1 << 20);
    const struct cache_input inputs[] = {{input_a, true}, {input_b, true}};
    write_file(input_a, "one", 3);
    assert_int_equal(link(input_a, input_b), 0);
    assert_true(stores_with(cache, inputs, 2, 5));
    unlink(input_b);
    write_file(input_b, "one", 3);
    assert_false(finds(cache, key));
    unlink(input_b);
    assert_int_equal(symlink(input_a, input_b), 0);
    assert_true(finds(cache, key));
    unlink(input_a), unlink(input_b);
    cache_free(cache);
}

/* ---- room ---- */

/* An entry of so many bytes, with the number in its key. */
static void
store_large(struct cache *cache, unsigned number, size_t size)
{
    const struct cache_part parts[] = {{&number, sizeof number}};
    char *bytes = calloc(1, size);
    const struct cache_part value[] = {{bytes, size}, {NULL, 0}, {NULL, 0}};
    struct cache_entry entry = entry_of((struct cache_parts){parts, 1});
    entry.value.at = value;
    cache_store(cache, &entry);
    free(bytes);
}

static bool
has_large(struct cache *cache, unsigned number)
{
    const struct cache_part parts[] = {{&number, sizeof number}};
    struct cache_part value[3];
    bool has = cache_find(cache, (struct cache_parts){parts, 1}, value, 3);
    for (int i = 0; has && i < 3; i++)
        free((void *)(uintptr_t)value[i].bytes);
    return has;
}

static uint64_t all_bytes;

static void
add_bytes(const char *name)
{
    struct stat about;
    note_path(name);
    if (stat(path, &about) == 0)
        all_bytes += (uint64_t)about.st_size;
}

static void
the_least_used_goes_first(void **state)
{
    (void)state;
    enum { SIZE = 60000, ROOM = 1 << 20 }; /* a trim each time */
    struct cache *cache = new_cache(ROOM);
    for (unsigned i = 0; i < 100; i++) {
        store_large(cache, i, SIZE);
        assert_true(has_large(cache, i));
        assert_true(has_large(cache, 0)); /* it is in use */
        all_bytes = 0;
        each_file(add_bytes);
        assert_true(all_bytes <= ROOM);
        struct timespec wait = {0, 1000 * 1000}; /* times of files are coarse */
        nanosleep(&wait, NULL);
    }
    int there = 0;
    for (unsigned i = 1; i < 100; i++)
        there += has_large(cache, i);
    assert_in_range(there, 10, 16);
    for (unsigned i = 99; i > 99 - 10; i--)
        assert_true(has_large(cache, i));
    assert_false(has_large(cache, 1));
    store_large(cache, 200, ROOM + 1); /* more than all */
    assert_false(has_large(cache, 200));
    assert_true(has_large(cache, 99));
    cache_free(cache);
}

/* Small ones are not counted each time. */
static void
many_stay_near_the_limit(void **state)
{
    (void)state;
    enum { SIZE = 5000, ROOM = 2 << 20, MANY = 2000 };
    struct cache *cache = new_cache(ROOM);
    uint64_t most = 0;
    for (unsigned i = 0; i < MANY; i++) {
        store_large(cache, i, SIZE);
        if (i % 50 == 0) {
            all_bytes = 0;
            each_file(add_bytes);
            most = most < all_bytes ? all_bytes : most;
        }
    }
    print_message("%d entries of %d bytes: at most %llu bytes of %d\n", MANY, SIZE,
                  (unsigned long long)most, ROOM);
    assert_in_range(most, ROOM / 2, ROOM + ROOM / 4);
    cache_free(cache);
}

/* What a cache did not make stays; what it could not finish goes after an hour. */
static void
other_files_stay(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int hours, stays;
    } rows[] = {{"thesis.tex", 9, 1},
                {"0123456789abcdef0123456789ABCDEF", 9, 1},
                {"0123456789abcdef0123456789abcdef0", 9, 1},
                {"0123456789abcdef0123456789abcde", 9, 1},
                {"0123456789abcdef0123456789abcdef.old", 9, 1},
                {"0123456789abcdef0123456789abcdef", 9, 0},
                {"tmp-0123456789abcdef0123456789abcdef", 0, 1},
                {"tmp-0123456789abcdef0123456789abcdee", 2, 0},
                {"tmp-thesis", 9, 1}};
    struct cache *cache = new_cache(1 << 20);
    store_large(cache, 0, 1000);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct timespec times[2];
        clock_gettime(CLOCK_REALTIME, &times[0]);
        times[0].tv_sec -= rows[i].hours * 3600;
        times[1] = times[0];
        note_path(rows[i].name);
        write_file(path, "text", 4);
        assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
    }
    for (unsigned i = 1; i < 40; i++)
        store_large(cache, i, 60000);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        note_path(rows[i].name);
        if ((access(path, F_OK) == 0) != rows[i].stays)
            fail_msg("%s", rows[i].name);
    }
    cache_free(cache);
}

/* ---- what others have put there, and what is not to be had ---- */

static void
only_the_users_own(void **state)
{
    (void)state;
    struct cache *cache = new_cache(1 << 20);
    char kept[600];
    store(cache);
    snprintf(kept, sizeof kept, "%s/unit/kept", base);
    assert_int_equal(rename(the_file(), kept), 0);
    assert_int_equal(symlink(kept, path), 0);
    assert_false(finds(cache, key));
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0); /* nobody writes into it: who opens it must not wait */
    assert_false(finds(cache, key));
    unlink(path);
    assert_int_equal(mkdir(path, 0700), 0);
    assert_false(finds(cache, key));
    store(cache); /* it is not to be replaced */
    assert_int_equal(each_file(NULL), 1);
    rmdir(path);
    assert_int_equal(rename(kept, path), 0);
    assert_true(finds(cache, key));
    outside.user = __real_geteuid() + 1; /* it is another user's */
    assert_false(finds(cache, key));
    unlink(path);
    store(cache);
    outside.user = 0;
    assert_int_equal(each_file(NULL), 0);
    /* a link that the user put where an entry goes is replaced, not followed */
    write_file(kept, "thesis", 6);
    assert_int_equal(symlink(kept, path), 0);
    store(cache);
    assert_true(finds(cache, key));
    struct stat about;
    assert_int_equal(stat(kept, &about), 0);
    assert_int_equal(about.st_size, 6);
    cache_free(cache);
}

static void
no_folder_is_no_cache(void **state)
{
    (void)state;
    struct cache *cache = new_cache(1 << 20);
    char name[300];
    cache_free(cache);
    snprintf(name, sizeof name, "%s/unit/none/none/cache",
             base); /* two folders are made, not three */
    cache = cache_new(name, 1 << 20);
    store(cache);
    assert_false(finds(cache, key));
    cache_free(cache);
    snprintf(name, sizeof name, "%s/unit", base);
    mkdir(name, 0700);
    snprintf(name, sizeof name, "%s/unit/file", base);
    write_file(name, "", 0);
    cache = cache_new(name, 1 << 20);
    store(cache);
    assert_false(finds(cache, key));
    cache_free(cache);
    snprintf(name, sizeof name, "%s/unit/file/cache", base);
    cache = cache_new(name, 1 << 20);
    store(cache);
    assert_false(finds(cache, key));
    cache_free(cache);
    assert_null(cache_new("cache", 1 << 20));
    assert_null(cache_new("/tmp", 0));
    char longest[PATH_MAX];
    memset(longest, 'a', sizeof longest);
    longest[0] = '/', longest[PATH_MAX - 1] = '\0';
    assert_null(cache_new(longest, 1 << 20));
}

/* A full disk, files that may not be so large, calls that are cut short. */
static void
what_does_not_fit_leaves_nothing(void **state)
{
    (void)state;
    struct cache *cache = new_cache(1 << 20);
    unsigned cases = 0;
    char bytes[1024];
    store(cache);
    int size = (int)(the_file(), read_file(bytes, sizeof bytes));
    unlink(path);
    for (outside.write_size = 3; outside.write_size < 100; outside.write_size += 48) {
        for (int room = 0; room < size; room++, cases++) {
            outside.writes = room;
            store(cache);
            outside.writes = -1;
            assert_false(finds(cache, key));
            assert_int_equal(each_file(NULL), 0);
        }
        store(cache);
        assert_true(finds(cache, key));
        unlink(the_file());
    }
    outside.write_size = 0;
    struct rlimit old, small;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    small = (struct rlimit){100, old.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    store(cache); /* SIGXFSZ would end us */
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    assert_int_equal(each_file(NULL), 0);
    print_message("%u writes that fail\n", cases);
    cache_free(cache);
}

static void
without_memory_it_is_a_miss(void **state)
{
    (void)state;
    struct cache *cache = new_cache(1 << 20);
    struct cache_entry entry = entry_of(key);
    const struct cache_input input = {"/", false};
    int count = 0;
    bool is_found = false;
    entry.inputs = &input;
    entry.input_count = 1;
    for (bool is_stored = false; !is_stored; count++) {
        outside.allocations = count;
        cache_store(cache, &entry);
        outside.allocations = -1;
        is_stored = each_file(NULL) == 1;
        assert_true(count < 20);
    }
    for (int have = 0; !is_found; have++, count++) {
        outside.allocations = have;
        is_found = finds(cache, key);
        outside.allocations = -1;
        assert_int_equal(each_file(NULL), 1); /* nothing is wrong with it */
        assert_true(have < 20);
    }
    outside.allocations = 0;
    assert_null(cache_new(folder, 1));
    outside.allocations = -1;
    print_message("%d allocations that fail\n", count);
    cache_free(cache);
}

/* ---- the environment ---- */

static void
set(const char *name, const char *value)
{
    if (value)
        setenv(name, value, 1);
    else
        unsetenv(name);
}

static void
the_environment_says_where(void **state)
{
    (void)state;
    static const struct {
        const char *own, *xdg, *home, *size, *folder;
        unsigned megabytes;
        bool is_wrong;
    } rows[] = {
        {NULL, NULL, "/home/x", NULL, "/home/x/.cache/occ", 256, false},
        {NULL, "/var/x", "/home/x", NULL, "/var/x/occ", 256, false},
        {NULL, "", "/home/x", NULL, "/home/x/.cache/occ", 256, false},
        {NULL, "var", "/home/x", NULL, "/home/x/.cache/occ", 256, false},
        {"/my", "/var/x", "/home/x", "7", "/my", 7, false},
        {"none", "/var/x", "/home/x", NULL, NULL, 0, false},
        {"", "/var/x", "/home/x", NULL, NULL, 0, false},
        {"/none", NULL, NULL, NULL, "/none", 256, false},
        {NULL, NULL, NULL, NULL, NULL, 0, false},
        {NULL, NULL, "x", NULL, NULL, 0, false},
        {"/my", NULL, NULL, "0", NULL, 0, false},
        {"/my", NULL, NULL, "1048576", "/my", 1048576, false},
        {"/my", NULL, NULL, "1048577", "/my", 256, true},
        {"/my", NULL, NULL, "-1", "/my", 256, true},
        {"/my", NULL, NULL, " 1", "/my", 256, true},
        {"/my", NULL, NULL, "1G", "/my", 256, true},
        {"/my", NULL, NULL, "", "/my", 256, true},
        {"/my", NULL, NULL, "99999999999999999999999", "/my", 256, true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *wrong = "";
        set("OCC_CACHE_DIR", rows[i].own);
        set("XDG_CACHE_HOME", rows[i].xdg);
        set("HOME", rows[i].home);
        set("OCC_CACHE_SIZE", rows[i].size);
        struct cache *cache = cache_new_by_environment(&wrong);
        if (!cache != !rows[i].folder || (cache && strcmp(cache->folder, rows[i].folder) != 0) ||
            (cache && cache->bytes != (uint64_t)rows[i].megabytes << 20) ||
            (wrong != NULL) != rows[i].is_wrong)
            fail_msg("row %zu: %s", i, cache ? cache->folder : "none");
        cache_free(cache);
    }
    char here[PATH_MAX], wanted[2 * PATH_MAX];
    const char *wrong;
    set("OCC_CACHE_DIR", "below/here");
    set("OCC_CACHE_SIZE", NULL);
    struct cache *cache = cache_new_by_environment(&wrong);
    snprintf(wanted, sizeof wanted, "%s/below/here", getcwd(here, sizeof here));
    assert_string_equal(cache->folder, wanted);
    cache_free(cache);
}

int
main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_stored_is_found),
                                       cmocka_unit_test(other_keys_are_not),
                                       cmocka_unit_test(damage_is_a_miss),
                                       cmocka_unit_test(lies_are_misses),
                                       cmocka_unit_test(inputs_are_compared),
                                       cmocka_unit_test(names_of_one_file),
                                       cmocka_unit_test(the_least_used_goes_first),
                                       cmocka_unit_test(many_stay_near_the_limit),
                                       cmocka_unit_test(other_files_stay),
                                       cmocka_unit_test(only_the_users_own),
                                       cmocka_unit_test(no_folder_is_no_cache),
                                       cmocka_unit_test(what_does_not_fit_leaves_nothing),
                                       cmocka_unit_test(without_memory_it_is_a_miss),
                                       cmocka_unit_test(the_environment_says_where)};
    if (argc != 2)
        return 2;
    base = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
