/* Buffers: thousands of small ones at once, which leave nothing, and large ones. */
#include "test/icd/host.h"

#include <stdio.h>
#include <stdlib.h>

static const char source[] = "kernel void mix(global const uint *a, global uint *b)"
                             "{ uint i = get_global_id(0); b[i] = b[i] * 3 + a[i] + i; }\n"
                             "kernel void ends(global uint *a, ulong last, uint n)"
                             "{ if (get_global_id(0) == 0) a[0] = n; else a[last] = ~n; }\n";

enum { MANY = 2000, WORDS = 16, STEP = 1009 /* has no divisor that MANY has */ };

static struct {
    cl_mem memory[MANY];
    uint32_t words[MANY][WORDS];
} many;

/* Bytes that the process has of addresses and of memory. */
static void
look_at_size(long bytes[2])
{
    FILE *file = fopen("/proc/self/statm", "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%ld %ld", &bytes[0], &bytes[1]), 2);
    fclose(file);
    for (unsigned i = 0; i < 2; i++)
        bytes[i] *= 4096;
}

/* Makes them, uses each one twice, and frees them in another order. */
static void
use_many(const struct host *host, cl_kernel mix)
{
    const size_t items = WORDS;
    uint32_t read[WORDS];
    for (unsigned i = 0; i < MANY; i++) {
        for (unsigned k = 0; k < WORDS; k++)
            many.words[i][k] = i * 2654435761u + k;
        many.memory[i] = host_words(host, many.words[i], WORDS);
    }
    for (unsigned i = 0; i < MANY; i++) {
        unsigned from = (i * STEP + 1) % MANY;
        assert_ok(clSetKernelArg(mix, 0, sizeof *many.memory, &many.memory[from]));
        assert_ok(clSetKernelArg(mix, 1, sizeof *many.memory, &many.memory[i]));
        assert_ok(clEnqueueNDRangeKernel(host->queue, mix, 1, NULL, &items, NULL, 0, NULL, NULL));
        for (unsigned k = 0; k < WORDS && from != i; k++)
            many.words[i][k] = many.words[i][k] * 3 + many.words[from][k] + k;
    }
    for (unsigned i = 0; i < MANY; i++) {
        unsigned at = (i * STEP) % MANY;
        if (i % 4 == 0) {
            host_read(host, many.memory[at], read, WORDS);
            assert_memory_equal(read, many.words[at], sizeof read);
        }
        assert_ok(clReleaseMemObject(many.memory[at]));
    }
}

/* The first rounds are those in which what is kept grows to what is needed.  Where the host is slow, more is under way
 * at once later, and another megabyte for copies is no leak; a page for each buffer would be eight of them. */
static void
many_at_once(void **state)
{
    (void)state;
    enum { BEFORE = 1, ROUNDS = 1, MAX_GROWTH = 3 << 20 };
    long before[2], after[2];
    struct host host = host_begin(0, NULL, NULL);
    cl_kernel mix = host_kernel(&host, source, "mix");
    for (unsigned i = 0; i < BEFORE; i++)
        use_many(&host, mix);
    look_at_size(before);
    for (unsigned i = 0; i < ROUNDS; i++)
        use_many(&host, mix);
    look_at_size(after);
    for (unsigned i = 0; i < 2; i++)
        if (after[i] > before[i] + MAX_GROWTH)
            fail_msg("%s: %ld bytes more after %u rounds of %u buffers", i ? "memory" : "addresses",
                     after[i] - before[i], ROUNDS, MANY);
    clReleaseKernel(mix);
    host_end(&host);
}

/* The word at that offset. */
static uint32_t
word_at(const struct host *host, cl_mem memory, size_t offset)
{
    uint32_t word;
    assert_ok(clEnqueueReadBuffer(host->queue, memory, CL_TRUE, offset, 4, &word, 0, NULL, NULL));
    return word;
}

/* A kernel stores to both ends, a copy brings the last word to the second one. */
static void
use_large(const struct host *host, cl_kernel ends, size_t bytes, cl_uint n)
{
    cl_int error;
    const size_t items = 2;
    const cl_ulong last = bytes / 4 - 1;
    cl_mem memory = clCreateBuffer(host->context, CL_MEM_READ_WRITE, bytes, NULL, &error);
    assert_ok(error);
    assert_ok(clSetKernelArg(ends, 0, sizeof memory, &memory));
    assert_ok(clSetKernelArg(ends, 1, sizeof last, &last));
    assert_ok(clSetKernelArg(ends, 2, sizeof n, &n));
    assert_ok(clEnqueueNDRangeKernel(host->queue, ends, 1, NULL, &items, NULL, 0, NULL, NULL));
    assert_ok(clEnqueueCopyBuffer(host->queue, memory, memory, 4 * last, 4, 4, 0, NULL, NULL));
    assert_int_equal(word_at(host, memory, 0), n);
    assert_int_equal(word_at(host, memory, 4), ~n);
    assert_int_equal(word_at(host, memory, 4 * last), ~n);
    assert_ok(clReleaseMemObject(memory));
}

static void
large_ones(void **state)
{
    (void)state;
    cl_int error;
    cl_ulong most;
    struct host host = host_begin(0, NULL, NULL);
    cl_kernel ends = host_kernel(&host, source, "ends");
    assert_ok(clGetDeviceInfo(host.device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof most, &most, NULL));
    const size_t sizes[] = {256 << 20, most - 4096, most};
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
        use_large(&host, ends, sizes[i], 1000 + i);
    clCreateBuffer(host.context, CL_MEM_READ_WRITE, most + 1, NULL, &error);
    assert_int_equal(error, CL_INVALID_BUFFER_SIZE);
    clReleaseKernel(ends);
    host_end(&host);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(many_at_once),
                                       cmocka_unit_test(large_ones)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
