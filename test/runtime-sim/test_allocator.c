/* Memory that runs out: whichever allocation fails, the call says so, nothing leaks, and the device
 * still does what needs no memory.   test_allocator OBJECT...   objects of printf.cl */
#include "test/runtime-sim/fixture.h"

#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { ITEMS = 4, IMAGE = 8, MAX_COUNT = 100000 };

/* Fails once, at the allocation of that number (from 1; 0: never), or at it and all later ones. */
struct failing {
    unsigned long at, count, live;
    bool for_good;
};

static void *
failing_alloc(void *data, size_t size)
{
    struct failing *failing = data;
    failing->count++;
    if (failing->at &&
        (failing->for_good ? failing->count >= failing->at : failing->count == failing->at))
        return NULL;
    failing->live++;
    return malloc(size);
}

static void
failing_release(void *data, void *block)
{
    struct failing *failing = data;
    failing->live -= block != NULL;
    free(block);
}

static void *object_bytes;
static size_t object_size;

static void
count_text(void *data, const char *text, size_t length)
{
    (void)text;
    *(size_t *)data += length;
}

/* Everything that takes memory; true when all of it went well.  A call that fails has a message. */
struct steps {
    struct sim_device *device;
    bool good;
};

static bool
took(struct steps *steps, bool good)
{
    if (!good) {
        assert_int_not_equal(*sim_message(steps->device), 0);
        steps->good = false;
    }
    return good;
}

static void
make_images(struct steps *steps)
{
    const struct sim_image_info info = {.geometry = SIM_GEOMETRY_2D,
                                        .order = SIM_ORDER_RGBA,
                                        .type = SIM_TYPE_UNORM_INT8,
                                        .width = IMAGE,
                                        .height = IMAGE,
                                        .depth = 1,
                                        .layers = 1,
                                        .levels = 1};
    const struct sim_image_box box = {.width = IMAGE, .height = IMAGE, .depth = 1};
    const struct sim_sampler_info sampler = {.addressing = SIM_ADDRESSING_CLAMP};
    uint32_t texels[IMAGE * IMAGE] = {0};
    uint64_t handle;
    if (took(steps, sim_image_new(steps->device, &info, &handle) == SIM_OK)) {
        took(steps, sim_image_write(steps->device, handle, &box, texels) == SIM_OK);
        took(steps, sim_image_read(steps->device, handle, &box, texels) == SIM_OK);
        sim_image_free(steps->device, handle);
    }
    if (took(steps, sim_sampler_new(steps->device, &sampler, &handle) == SIM_OK))
        sim_free(steps->device, handle);
    took(steps, sim_gds_write(steps->device, 0, texels, 4) == SIM_OK);
    took(steps, sim_gds_read(steps->device, 0, texels, 4) == SIM_OK);
}

static void
print(struct steps *steps, const struct sim_kernel *kernel)
{
    uint64_t in = sim_alloc(steps->device, 4 * ITEMS),
             out = sim_alloc_raw(steps->device, 4 * ITEMS);
    uint64_t buffer = sim_printf_new(steps->device, 1024);
    const struct sim_arg args[] = {{.bytes = &in, .size = 8}, {.bytes = &out, .size = 8}};
    struct sim_launch launch = {.dims = 1,
                                .global = {ITEMS},
                                .local = {ITEMS},
                                .args = args,
                                .arg_count = 2,
                                .printf_buffer = buffer};
    uint32_t results[ITEMS];
    size_t length = 0;
    struct sim_printf_report report;
    if (!took(steps, in) || !took(steps, out) || !took(steps, buffer))
        return;
    /* A second launch works though the first one failed. */
    for (unsigned i = 0; i < 2; i++)
        if (took(steps, sim_launch(steps->device, kernel, &launch) == SIM_OK))
            took(steps, sim_read(steps->device, out, results, sizeof results) == SIM_OK);
    if (took(steps, sim_printf_flush(steps->device, kernel->object, buffer, count_text, &length,
                                     &report) == SIM_OK) &&
        steps->good)
        assert_int_equal(length, 2 * ITEMS * strlen("item 0\n"));
    sim_free(steps->device, buffer);
    sim_free(steps->device, in);
    sim_free(steps->device, out);
}

static bool
ask_profile(struct sim_device *device, const struct allocator *allocator)
{
    struct guard guard = {0};
    struct arena arena;
    volatile bool good = false;
    arena_init(&arena, allocator, &guard);
    if (setjmp(guard.target) == 0) {
        assert_non_null(sim_profile(device, &arena));
        good = true;
    }
    arena_free(&arena);
    return good;
}

static bool
everything(struct failing *failing)
{
    const struct allocator allocator = {failing_alloc, failing_release, failing, NULL};
    const struct sim_options options = {
        .allocator = &allocator, .strict = true, .foreign = -1, .profile = true};
    struct steps steps = {.device = sim_device_new(&options), .good = true};
    struct sim_object *object;
    if (!steps.device)
        return false;
    if (took(&steps, sim_load(steps.device, object_bytes, object_size, &object) == SIM_OK)) {
        const struct sim_kernel *kernel = sim_find_kernel(object, "results");
        assert_non_null(kernel);
        make_images(&steps);
        print(&steps, kernel);
        if (steps.good) /* of a launch that ended well; its guard is its own */
            steps.good = ask_profile(steps.device, &allocator);
        uint64_t memory = sim_alloc(steps.device, 64);
        if (took(&steps, memory))
            took(&steps,
                 sim_set_trap_handler(steps.device, object_bytes, object_size, memory) == SIM_OK);
    }
    sim_device_free(steps.device);
    return steps.good;
}

static void
fail_each(unsigned long count)
{
    for (unsigned long at = 1; at <= count; at++)
        for (int for_good = 0; for_good < 2; for_good++) {
            struct failing failing = {.at = at, .for_good = for_good};
            if (everything(&failing))
                fail_msg("allocation %lu fails and nobody says so", at);
            if (failing.live)
                fail_msg("allocation %lu fails and %lu leak", at, failing.live);
        }
}

/* What libraries take for themselves is seen by malloc alone, whose caches count as used (CMake turns
 * them off): a leak grows every time. */
static void
every_allocation_may_fail(void **state)
{
    (void)state;
    enum { TIMES = 8 };
    struct failing never = {0};
    size_t used = 0;
    assert_true(everything(&never));
    assert_int_equal(never.live, 0);
    assert_in_range(never.count, 10, MAX_COUNT);
    for (unsigned i = 0; i < TIMES; i++) {
        fail_each(never.count);
        size_t now = mallinfo2().uordblks;
        if (i && now <= used)
            return;
        used = now;
    }
    fail_msg("memory of libraries leaks");
}

/* Objects come and go on one device, broken ones too: it holds no more than before. */
static void
what_is_unloaded_is_given_back(void **state)
{
    (void)state;
    enum { TIMES = 6 };
    struct failing never = {0};
    const struct allocator allocator = {failing_alloc, failing_release, &never, NULL};
    const struct sim_options options = {
        .allocator = &allocator, .strict = true, .foreign = -1, .profile = true};
    struct steps steps = {.device = sim_device_new(&options), .good = true};
    unsigned long live[TIMES];
    assert_non_null(steps.device);
    for (unsigned i = 0; i < TIMES; i++) {
        struct sim_object *object, *broken;
        assert_int_equal(sim_load(steps.device, object_bytes, object_size, &object), SIM_OK);
        assert_int_equal(sim_load(steps.device, object_bytes, object_size / 2, &broken), SIM_ERROR);
        assert_null(broken);
        print(&steps, sim_find_kernel(object, "results"));
        sim_unload(steps.device, object);
        live[i] = never.live;
    }
    assert_true(steps.good);
    assert_int_equal(live[TIMES - 1], live[1]);
    sim_device_free(steps.device);
    assert_int_equal(never.live, 0);
}

static void *
many_times(void *result)
{
    bool *good = result;
    *good = true;
    for (unsigned i = 0; i < 50; i++) {
        struct failing never = {0};
        *good &= everything(&never);
    }
    return NULL;
}

static void
threads_have_devices_of_their_own(void **state)
{
    (void)state;
    pthread_t other;
    bool good[2];
    assert_int_equal(pthread_create(&other, NULL, many_times, &good[1]), 0);
    many_times(&good[0]);
    pthread_join(other, NULL);
    assert_true(good[0] && good[1]);
}

static void
read_object(const char *path)
{
    enum { MAX_SIZE = 1 << 20 };
    FILE *file = fopen(path, "rb");
    object_bytes = malloc(MAX_SIZE);
    object_size = file && object_bytes ? fread(object_bytes, 1, MAX_SIZE, file) : 0;
    if (file)
        fclose(file);
}

int
main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(what_is_unloaded_is_given_back),
        cmocka_unit_test(threads_have_devices_of_their_own),
    };
    int failures = 0;
    for (int i = 1; i < argc; i++) {
        read_object(argv[i]);
        failures += cmocka_run_group_tests_name(argv[i], tests, NULL, NULL);
        free(object_bytes);
    }
    return failures != 0 || argc < 2;
}
