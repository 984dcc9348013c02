/* Every malloc fails in turn, also those of libelf, libyaml, msgpack-c and stdio, and every call that gives a
 * file for libelf to write or pages to it: what comes out is OCC_MEMORY, or what comes out without a failure,
 * and nothing stays. */
#define _GNU_SOURCE
#include "driver/occ.h"

#include <errno.h>
#include <malloc.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cmocka.h>

/* ---- malloc and its like, for the whole process ---- */

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void __libc_free(void *block);

/* The calls of an armed time are counted; the one that is to fail fails. */
static struct {
    bool is_armed;
    unsigned long calls, fails_at;
    long live;         /* blocks, files */
    size_t held, most; /* bytes of blocks */
} heap;

static bool
fails(int error)
{
    if (!heap.is_armed || ++heap.calls != heap.fails_at)
        return false;
    errno = error;
    return true;
}

static void *
note(void *block)
{
    if (heap.is_armed && block) {
        heap.live++;
        heap.held += malloc_usable_size(block);
        heap.most = heap.held > heap.most ? heap.held : heap.most;
    }
    return block;
}

static void
forget(void *block)
{
    if (heap.is_armed && block) {
        heap.live--;
        heap.held -= malloc_usable_size(block);
    }
}

#pragma GCC visibility push(default)

void *
malloc(size_t size)
{
    return fails(ENOMEM) ? NULL : note(__libc_malloc(size));
}

void *
calloc(size_t count, size_t size)
{
    return fails(ENOMEM) ? NULL : note(__libc_calloc(count, size));
}

void *
realloc(void *block, size_t size)
{
    if (fails(ENOMEM))
        return NULL;
    forget(block);
    return note(__libc_realloc(block, size));
}

void
free(void *block)
{
    forget(block);
    __libc_free(block);
}

int
memfd_create(const char *name, unsigned flags)
{
    int file = fails(EMFILE) ? -1 : (int)syscall(SYS_memfd_create, name, flags);
    heap.live += heap.is_armed && file >= 0;
    return file;
}

int
close(int file)
{
    heap.live -= heap.is_armed;
    return (int)syscall(SYS_close, file);
}

void *
mmap(void *at, size_t size, int rights, int flags, int file, off_t offset)
{
    if (fails(ENOMEM))
        return MAP_FAILED;
    return (void *)syscall(SYS_mmap, at, size, rights, flags, file, offset);
}

ssize_t
pwrite(int file, const void *bytes, size_t size, off_t at)
{
    return fails(ENOSPC) ? -1 : syscall(SYS_pwrite64, file, bytes, size, at);
}

ssize_t
pwrite64(int file, const void *bytes, size_t size, off_t at)
{
    return pwrite(file, bytes, size, at);
}

#pragma GCC visibility pop

/* ---- jobs ---- */

static const char program[] =
    "#define TIMES(x) ((x) * 3)\n"
    "struct pair { int a; float b; };\n"
    "float helper(struct pair p, int n) { float s = p.b; for (int i = 0; i < n; i++) s += p.a; "
    "return s; }\n"
    "__constant int table[4] = {1, 2, 3, 4};\n"
    "__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void\n"
    "first(__global int *x, __global float *y, __local int *l, read_only image2d_t i, sampler_t s) "
    "{\n"
    "    int g = get_global_id(0), unused;\n"
    "    l[get_local_id(0)] = x[g] / 7;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    struct pair p = {TIMES(g), y[g]};\n"
    "    y[g] = helper(p, x[g]) + read_imagef(i, s, (int2)(g, g)).x + table[g & 3];\n"
    "    printf(\"%d %s %v4f\\n\", g, \"text\", (float4)(y[g]));\n"
    "}\n"
    "__kernel void second(__global int *x) { atomic_add(x, 1); }\n";
static const char wrong[] = "#include \"none.h\"\n"
                            "__kernel void k(__global int *x) { int unused; x[0] = y; x[1] = ; }\n";
static const char uses[] = "int helper(int x);\nextern constant int table[2];\n"
                           "kernel void k(global int *r) { r[0] = helper(r[0]) + table[r[1] & 1];"
                           " printf(\"%d\", r[0]); }\n";
static const char offers[] =
    "constant int table[2] = {1, 2};\nint helper(int x) { return x * 5; }\n";

enum { OPTIONS = 4, MAX_BYTES = 1 << 16 };

struct outcome {
    enum occ_status status;
    size_t size;
    uint8_t bytes[MAX_BYTES];
    char key[OCC_KEY_SIZE];
};

static struct outcome usual, now;

/* What a job of a host is, from beginning to end. */
static void
run(const struct occ_job *job, unsigned long fails_at, struct outcome *outcome)
{
    occ_result *result = NULL, *key = NULL, *checked = NULL;
    *outcome = (struct outcome){.status = OCC_MEMORY};
    heap.calls = 0;
    heap.fails_at = fails_at;
    heap.live = 0;
    heap.held = heap.most = 0;
    heap.is_armed = true;
    occ_compiler *compiler = occ_compiler_create(NULL);
    if (compiler) {
        outcome->status = occ_check_options(compiler, job, &checked);
        if (outcome->status == OCC_OK)
            outcome->status = occ_compile(compiler, job, &result);
        if (outcome->status == OCC_OK)
            outcome->status = occ_cache_key(compiler, job, outcome->key, &key);
        struct occ_binary binary = {.size = sizeof binary};
        const void *bytes = occ_result_bytes(result, &outcome->size);
        if (outcome->status == OCC_OK && outcome->size)
            outcome->status = occ_inspect(compiler, bytes, outcome->size, &binary);
        if (outcome->size && outcome->size <= MAX_BYTES)
            memcpy(outcome->bytes, bytes, outcome->size);
    }
    occ_result_free(checked);
    occ_result_free(result);
    occ_result_free(key);
    occ_compiler_destroy(compiler);
    heap.is_armed = false;
}

static void
describe(char *text, size_t room, const struct occ_job *job)
{
    size_t length = (size_t)snprintf(text, room, "action %d", job->action);
    for (unsigned i = 0; i < job->option_count && length < room; i++)
        length += (size_t)snprintf(text + length, room - length, " %s", job->options[i]);
}

/* All of the job's calls fail, one after the other. */
static void
fail_everywhere(const struct occ_job *job, enum occ_status expected)
{
    char text[256];
    unsigned long refused = 0, count;
    describe(text, sizeof text, job);
    run(job, 0, &usual); /* what the C library keeps for later is there now */
    run(job, 0, &usual);
    count = heap.calls;
    if (usual.status != expected || heap.live)
        fail_msg("%s: status %d, %ld blocks leak", text, usual.status, heap.live);
    for (unsigned long n = 1; n <= count; n++) {
        run(job, n, &now);
        if (heap.live)
            fail_msg("%s: call %lu of %lu fails, %ld blocks leak", text, n, count, heap.live);
        refused += now.status == OCC_MEMORY;
        if (now.status != OCC_MEMORY && memcmp(&now, &usual, sizeof now) != 0)
            fail_msg("%s: call %lu of %lu fails, status %d", text, n, count, now.status);
    }
    print_message("%s: %lu of %lu calls end the job\n", text, refused, count);
    assert_true(refused > 1);
}

static struct occ_job
job_of(const char *source, const char *const *options, enum occ_action action)
{
    static const long long epoch = 0;
    unsigned count = 0;
    while (count < OPTIONS && options[count])
        count++;
    return (struct occ_job){.size = sizeof(struct occ_job),
                            .name = "test.cl",
                            .source = source,
                            .length = strlen(source),
                            .options = options,
                            .option_count = count,
                            .use_disk = 1,
                            .source_date_epoch = &epoch,
                            .action = action};
}

static void
test_outputs(void **state)
{
    static const char *const options[][OPTIONS] = {
        {"-mcpu=gfx900"},
        {"-mcpu=gfx803", "-mcode-object-version=2"},
        {"-mcpu=gfx600", "-mcode-object-version=4", "-O0"},
        {"-mcpu=gfx90a", "-mcode-object-version=4", "-ftime-trace"},
        {"-mcpu=gfx900", "-fpass-html"},
        {"-c"},
        {"-S"},
        {"-S", "-mcode-object-version=4"},
        {"-emit-ir"},
        {"-E"},
        {"-E", "-dM"},
        {"-M"},
        {"-g", "-Wall", "-fdiagnostics-format=json"},
        {"-fsyntax-only", "-Wall", "-fdiagnostics-format=sarif"}};
    (void)state;
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        struct occ_job job = job_of(program, options[i], OCC_BUILD);
        fail_everywhere(&job, OCC_OK);
    }
    struct occ_job unit = job_of(program, options[0], OCC_COMPILE);
    fail_everywhere(&unit, OCC_OK);
}

static void
test_errors(void **state)
{
    static const char *const options[][OPTIONS] = {
        {"-Wall"}, {"-fdiagnostics-format=json"}, {"-fdiagnostics-format=sarif"}};
    (void)state;
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        struct occ_job job = job_of(wrong, options[i], OCC_BUILD);
        fail_everywhere(&job, OCC_ERROR);
    }
}

/* Headers on disk are read by stdio. */
static void
test_headers(void **state)
{
    static const char *const options[OPTIONS] = {"-I."};
    struct occ_job job = job_of("#include \"malloc_test.h\"\n"
                                "kernel void k(global int *x) { x[0] = HERE; }\n",
                                options, OCC_BUILD);
    (void)state;
    FILE *file = fopen("malloc_test.h", "w");
    assert_non_null(file);
    fputs("#define HERE 5\n", file);
    fclose(file);
    fail_everywhere(&job, OCC_OK);
    remove("malloc_test.h");
}

static void
test_links(void **state)
{
    static const char *const options[][OPTIONS] = {
        {"-mcpu=gfx900"}, {"-mcpu=gfx900", "-create-library"}, {"-S"}};
    const char *const sources[] = {uses, offers}, *const none[OPTIONS] = {NULL};
    occ_compiler *compiler = occ_compiler_create(NULL);
    occ_result *results[2];
    struct occ_unit units[2];
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        struct occ_job job = job_of(sources[i], none, OCC_COMPILE);
        assert_int_equal(occ_compile(compiler, &job, &results[i]), OCC_OK);
        units[i].name = i ? "offers.cl" : "uses.cl";
        units[i].bytes = occ_result_bytes(results[i], &units[i].size);
    }
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        struct occ_job job = job_of("", options[i], OCC_LINK);
        job.units = units;
        job.unit_count = 2;
        fail_everywhere(&job, OCC_OK);
    }
    struct occ_job lacking = job_of("", options[0], OCC_LINK);
    lacking.units = units;
    lacking.unit_count = 1;
    fail_everywhere(&lacking, OCC_ERROR);
    occ_result_free(results[0]);
    occ_result_free(results[1]);
    occ_compiler_destroy(compiler);
}

/* From little memory up to enough: what all libraries have taken together is not more than the limit, but
 * for the result itself. */
static void
keep_ceiling(const struct occ_job *given)
{
    char text[256];
    struct occ_job job = *given;
    describe(text, sizeof text, &job);
    for (job.memory_limit = 64 << 10;; job.memory_limit += job.memory_limit / 8) {
        occ_result *result;
        occ_compiler *compiler = occ_compiler_create(NULL);
        heap.fails_at = 0;
        heap.held = heap.most = 0;
        heap.is_armed = true;
        enum occ_status status = occ_compile(compiler, &job, &result);
        heap.is_armed = false;
        if (status == OCC_ERROR)
            print_message("%s", occ_result_log(result));
        occ_result_free(result);
        occ_compiler_destroy(compiler);
        if (heap.most > job.memory_limit + (16 << 10))
            fail_msg("%s: %zu bytes with a limit of %zu", text, heap.most, job.memory_limit);
        if (status == OCC_OK)
            break;
        assert_int_equal(status, OCC_MEMORY_LIMIT);
        assert_in_range(job.memory_limit, 0, 1 << 30);
    }
    print_message("%s: %zu bytes with a limit of %zu are enough\n", text, heap.most,
                  job.memory_limit);
}

/* Names and printfs of as many letters as they may have, very many kernels. */
static void
test_ceiling(void **state)
{
    static const char *const options[][OPTIONS] = {{"-mcpu=gfx900"},
                                                   {"-mcpu=gfx900", "-mcode-object-version=4"},
                                                   {"-S", "-mcode-object-version=4"}};
    enum { LONG = 60000, NAMES = 5, KERNELS = 2000 };
    char *names = calloc(3 * NAMES, LONG), *many = calloc(KERNELS, 64), *end = many;
    (void)state;
    char *at = names;
    for (int letter = 'a'; letter < 'a' + NAMES; letter++) {
        at += sprintf(at, "kernel void ");
        memset(at, letter, LONG);
        at += LONG;
        at += sprintf(at, "(global int *x) { printf(\"");
        memset(at, letter, LONG);
        at += LONG;
        at += sprintf(at, "\"); }\n");
    }
    for (unsigned i = 0; i < KERNELS; i++)
        end += sprintf(end, "kernel void k%u(global int *x) { x[%u] = 1; }\n", i, i);
    const char *const sources[] = {program, names, many};
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
        for (size_t k = 0; k < sizeof options / sizeof *options; k++) {
            struct occ_job job = job_of(sources[i], options[k], OCC_BUILD);
            keep_ceiling(&job);
        }
    free(names);
    free(many);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_outputs), cmocka_unit_test(test_errors),
        cmocka_unit_test(test_headers), cmocka_unit_test(test_links),
        cmocka_unit_test(test_ceiling),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
