/* Life times: what goes while something needs it. */
#include "test/hsa-check/test_misuse.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define FAILS(call) assert_int_not_equal(call, HSA_STATUS_SUCCESS)
/* Of a wrong packet, which was not handed over. */
static void
drop(struct held *held)
{
    assert_ok(hsa_queue_inactivate(held->queue));
    assert_ok(hsa_queue_destroy(held->queue));
    assert_ok(hsa_signal_destroy(held->gate));
    assert_ok(hsa_signal_destroy(held->done));
    assert_ok(hsa_amd_memory_pool_free(held->arguments));
}

/* A wrong call while a dispatch waits. */
#define WHILE_HELD(name, call)                                                                     \
    static void name(void)                                                                         \
    {                                                                                              \
        struct held held = held_begin();                                                           \
        call;                                                                                      \
        held_end(&held);                                                                           \
    }

WHILE_HELD(gate, FAILS(hsa_signal_destroy(held.gate)))
WHILE_HELD(completion, FAILS(hsa_signal_destroy(held.done)))
WHILE_HELD(queue, FAILS(hsa_queue_destroy(held.queue)))
WHILE_HELD(arguments, FAILS(hsa_amd_memory_pool_free(held.arguments)))
WHILE_HELD(pointed_to, FAILS(hsa_amd_memory_pool_free(bench.words)))
WHILE_HELD(executable, FAILS(hsa_executable_destroy(bench.program.executable)))
WHILE_HELD(changed, ((uint32_t *)held.arguments)[2] = 7)
WHILE_HELD(stored, hsa_signal_store_relaxed(held.done, 2))
WHILE_HELD(added, hsa_signal_add_relaxed(held.done, 1))
/* It is told of by the next one; with the call that tells left out, by another one. */
WHILE_HELD(packet_changed, {
    hsa_kernel_dispatch_packet_t *packet = held.queue->base_address;
    packet[1].grid_size_x = 128;
    hsa_signal_store_relaxed(held.queue->doorbell_signal, 1);
})
WHILE_HELD(times, {
    hsa_amd_profiling_dispatch_time_t time;
    FAILS(hsa_amd_profiling_get_dispatch_time(bench.gpu->agent, held.done, &time));
})

/* ---- a packet of any header ---- */

enum {
    SYSTEM = HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_SCACQUIRE_FENCE_SCOPE |
             HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_SCRELEASE_FENCE_SCOPE,
    AGENT = HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_SCACQUIRE_FENCE_SCOPE |
            HSA_FENCE_SCOPE_AGENT << HSA_PACKET_HEADER_SCRELEASE_FENCE_SCOPE
};

static void
barrier(hsa_queue_t *queue, bool is_ordered, hsa_signal_t done)
{
    uint64_t index;
    hsa_barrier_and_packet_t *packet = queue_slot(queue, &index);
    packet->completion_signal = done;
    queue_release(
        queue, index,
        (uint16_t)(HSA_PACKET_TYPE_BARRIER_AND | SYSTEM | is_ordered << HSA_PACKET_HEADER_BARRIER));
    signal_wait(done);
    hsa_signal_store_relaxed(done, 1);
}

/* Runs `put` without the barrier bit; its arguments are the caller's to free. */
static void *
dispatch(hsa_queue_t *queue, uint16_t scopes, hsa_signal_t done)
{
    uint64_t index;
    void **arguments;
    assert_ok(hsa_amd_memory_pool_allocate(bench.machine.kernargs, 4096, 0, (void **)&arguments));
    assert_ok(hsa_amd_agents_allow_access(1, &bench.gpu->agent, NULL, arguments));
    memset(arguments, 0, 4096);
    arguments[0] = bench.words;
    hsa_kernel_dispatch_packet_t *packet = queue_slot(queue, &index);
    packet->setup = packet->workgroup_size_y = packet->workgroup_size_z = 1;
    packet->grid_size_y = packet->grid_size_z = 1;
    packet->workgroup_size_x = 64;
    packet->grid_size_x = 64;
    packet->kernel_object = bench.put.object;
    packet->kernarg_address = arguments;
    packet->completion_signal = done;
    queue_release(queue, index, (uint16_t)(HSA_PACKET_TYPE_KERNEL_DISPATCH | scopes));
    return arguments;
}

/* A dispatch is not over because a later packet is, unless that has the barrier bit. */
static void
unordered(void)
{
    hsa_queue_t *queue = queue_make(bench.gpu, 64, NULL, NULL);
    hsa_signal_t last = signal_make(1);
    void *memory = dispatch(queue, SYSTEM, (hsa_signal_t){0});
    barrier(queue, false, last);
    FAILS(hsa_amd_memory_pool_free(memory));
    barrier(queue, true, last);
    assert_ok(hsa_amd_memory_pool_free(memory));
    assert_ok(hsa_queue_destroy(queue));
    assert_ok(hsa_signal_destroy(last));
}

/* The host waits for a packet that releases to its agent alone. */
static void
scope(void)
{
    hsa_queue_t *queue = queue_make(bench.gpu, 64, NULL, NULL);
    hsa_signal_t done = signal_make(1);
    void *memory = dispatch(queue, AGENT, done);
    signal_wait(done);
    assert_ok(hsa_queue_destroy(queue));
    assert_ok(hsa_signal_destroy(done));
    assert_ok(hsa_amd_memory_pool_free(memory));
}

static void *
wait_there(void *data)
{
    hsa_signal_wait_scacquire(*(hsa_signal_t *)data, HSA_SIGNAL_CONDITION_EQ, 0, UINT64_MAX,
                              HSA_WAIT_STATE_BLOCKED);
    return NULL;
}

/* Until the thread waits. */
static void
waited_for(void)
{
    pthread_t thread;
    hsa_signal_t signal = signal_make(1);
    assert_int_equal(pthread_create(&thread, NULL, wait_there, &signal), 0);
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    FAILS(hsa_signal_destroy(signal));
    hsa_signal_store_screlease(signal, 0);
    pthread_join(thread, NULL);
    assert_ok(hsa_signal_destroy(signal));
}

static bool
note(hsa_signal_value_t value, void *data)
{
    (void)value;
    __atomic_store_n((bool *)data, true, __ATOMIC_RELEASE);
    return false;
}

static void
handled(void)
{
    hsa_signal_t signal = signal_make(1);
    bool is_called = false;
    assert_ok(hsa_amd_signal_async_handler(signal, HSA_SIGNAL_CONDITION_LT, 1, note, &is_called));
    FAILS(hsa_signal_destroy(signal));
    hsa_signal_store_screlease(signal, 0);
    while (!__atomic_load_n(&is_called, __ATOMIC_ACQUIRE))
        ;
    assert_ok(hsa_signal_destroy(signal));
}

/* ---- copies ---- */

struct copying {
    hsa_signal_t gate, done;
    void *memory;
    uint8_t *host;
};

static struct copying
copying_begin(void)
{
    struct copying c = {.gate = signal_make(1), .done = signal_make(1), .host = malloc(8192)};
    void *there;
    assert_ok(hsa_amd_memory_pool_allocate(bench.gpu->local, 4096, 0, &c.memory));
    assert_ok(hsa_amd_memory_lock(c.host, 8192, NULL, 0, &there));
    assert_ok(hsa_amd_memory_async_copy(c.memory, bench.gpu->agent, there, bench.machine.host, 4096,
                                        1, &c.gate, c.done));
    return c;
}

static void
copying_end(struct copying *c)
{
    hsa_signal_store_screlease(c->gate, 0);
    signal_wait(c->done);
    assert_ok(hsa_amd_memory_pool_free(c->memory));
    assert_ok(hsa_amd_memory_unlock(c->host));
    assert_ok(hsa_signal_destroy(c->gate));
    assert_ok(hsa_signal_destroy(c->done));
    free(c->host);
}

#define WHILE_COPYING(name, call)                                                                  \
    static void name(void)                                                                         \
    {                                                                                              \
        struct copying c = copying_begin();                                                        \
        FAILS(call);                                                                               \
        copying_end(&c);                                                                           \
    }
WHILE_COPYING(copied_to, hsa_amd_memory_pool_free(c.memory))
WHILE_COPYING(copied_from, hsa_amd_memory_unlock(c.host))
WHILE_COPYING(copy_gate, hsa_signal_destroy(c.gate))
WHILE_COPYING(copy_signal, hsa_signal_destroy(c.done))

/* ---- code ---- */

/* Its bytes are changed before it is used. */
static void
bytes_changed(void)
{
    size_t size;
    uint8_t *bytes =
        program_compile(bench.gpu, "kernel void f(global int *a) { a[0] = 1; }", 4, &size);
    hsa_code_object_reader_t reader;
    assert_ok(hsa_code_object_reader_create_from_memory(bytes, size, &reader));
    bytes[size - 1] ^= 1;
    FAILS(hsa_code_object_reader_destroy(reader));
    bytes[size - 1] ^= 1;
    assert_ok(hsa_code_object_reader_destroy(reader));
    free(bytes);
}

static void
reader(void)
{
    FAILS(hsa_code_object_reader_destroy(bench.program.reader));
}

static void
frozen_twice(void)
{
    FAILS(hsa_executable_freeze(bench.program.executable, NULL));
}

static void
loaded_frozen(void)
{
    FAILS(hsa_executable_load_agent_code_object(bench.program.executable, bench.gpu->agent,
                                                bench.program.reader, NULL, NULL));
}

static void
defined_frozen(void)
{
    FAILS(hsa_executable_agent_global_variable_define(bench.program.executable, bench.gpu->agent,
                                                      "v", bench.device));
}

/* An executable of that profile, for that agent; its state afterwards is the case's. */
static hsa_status_t
load(hsa_profile_t profile, hsa_agent_t agent, hsa_executable_t *executable)
{
    assert_ok(hsa_executable_create_alt(profile, HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT, NULL,
                                        executable));
    return hsa_executable_load_agent_code_object(*executable, agent, bench.program.reader, NULL,
                                                 NULL);
}

static void
other_profile(void)
{
    hsa_executable_t executable;
    FAILS(load(HSA_PROFILE_FULL, bench.gpu->agent, &executable));
    assert_ok(hsa_executable_destroy(executable));
}

static void
code_of_host(void)
{
    hsa_executable_t executable;
    FAILS(load(HSA_PROFILE_BASE, bench.machine.host, &executable));
    assert_ok(hsa_executable_destroy(executable));
}

static void
defined_nowhere(void)
{
    hsa_executable_t executable;
    assert_ok(hsa_executable_create_alt(HSA_PROFILE_BASE, HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT,
                                        NULL, &executable));
    FAILS(hsa_executable_global_variable_define(executable, "v", &executable));
    assert_ok(hsa_executable_destroy(executable));
}

static hsa_status_t
object_of(hsa_executable_symbol_t symbol, uint64_t *object)
{
    return hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT, object);
}

static void
defined_other(void)
{
    hsa_executable_t executable;
    assert_ok(hsa_executable_create_alt(HSA_PROFILE_BASE, HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT,
                                        NULL, &executable));
    FAILS(hsa_executable_agent_global_variable_define(executable, bench.gpu->agent, "v",
                                                      bench.foreign));
    assert_ok(hsa_executable_destroy(executable));
}

static void
not_frozen(void)
{
    hsa_executable_t executable;
    hsa_executable_symbol_t symbol;
    uint64_t object;
    assert_ok(load(HSA_PROFILE_BASE, bench.gpu->agent, &executable));
    assert_ok(hsa_executable_get_symbol_by_name(executable, "put.kd", &bench.gpu->agent, &symbol));
    FAILS(object_of(symbol, &object));
    assert_ok(hsa_executable_destroy(executable));
}

/* Symbols and kernel objects go with their executable. */
static void
symbol_ended(void)
{
    hsa_executable_t executable;
    hsa_executable_symbol_t symbol;
    uint64_t object;
    assert_ok(load(HSA_PROFILE_BASE, bench.gpu->agent, &executable));
    assert_ok(hsa_executable_get_symbol_by_name(executable, "put.kd", &bench.gpu->agent, &symbol));
    assert_ok(hsa_executable_destroy(executable));
    FAILS(object_of(symbol, &object));
}

static void
kernel_ended(void)
{
    size_t size;
    uint8_t *bytes = program_compile(
        bench.gpu, "kernel void put(global uint *a, uint n) { a[get_global_id(0)] = n; }", 4,
        &size);
    struct program program = program_load(bench.gpu, bytes, size, 4);
    struct kernel kernel = program_kernel(&program, bench.gpu, "put");
    hsa_queue_t *queue = queue_make(bench.gpu, 64, NULL, NULL);
    struct launch launch = {.kernel = &kernel, .arguments = &bench.words, .size = 8, .items = 64};
    program_end(&program);
    void *memory = queue_launch(&bench.machine, queue, &launch);
    assert_ok(hsa_queue_inactivate(queue));
    assert_ok(hsa_queue_destroy(queue));
    assert_ok(hsa_amd_memory_pool_free(memory));
}

/* ---- images ---- */

enum { SIDE = 16, TEXELS_BYTES = 1 << 16 };
static uint8_t *texels;

static const hsa_ext_image_descriptor_t picture = {
    .geometry = HSA_EXT_IMAGE_GEOMETRY_2D,
    .width = SIDE,
    .height = SIDE,
    .depth = 1,
    .format = {HSA_EXT_IMAGE_CHANNEL_TYPE_FLOAT, HSA_EXT_IMAGE_CHANNEL_ORDER_RGBA}};

static hsa_status_t
image_make(const void *at, hsa_ext_image_t *image)
{
    return hsa_ext_image_create(bench.gpu->agent, &picture, at, HSA_ACCESS_PERMISSION_RW, image);
}

static void
texels_nowhere(void)
{
    hsa_ext_image_t image;
    FAILS(image_make((void *)(uintptr_t)0x100000, &image));
}

static void
texels_unaligned(void)
{
    hsa_ext_image_t image;
    FAILS(image_make(texels + 16, &image));
}

static void
texels_end(void)
{
    hsa_ext_image_t image;
    hsa_ext_image_data_info_t info;
    uint8_t *memory;
    assert_ok(
        hsa_ext_image_data_get_info(bench.gpu->agent, &picture, HSA_ACCESS_PERMISSION_RW, &info));
    assert_ok(hsa_amd_memory_pool_allocate(bench.gpu->local, info.alignment + info.size - 16, 0,
                                           (void **)&memory));
    FAILS(image_make(memory + info.alignment, &image));
    assert_ok(hsa_amd_memory_pool_free(memory));
}

static void
texels_other(void)
{
    void *memory;
    hsa_ext_image_t image;
    assert_ok(hsa_amd_memory_pool_allocate(bench.other->local, TEXELS_BYTES, 0, &memory));
    FAILS(image_make(memory, &image));
    assert_ok(hsa_amd_memory_pool_free(memory));
}

#define ON_IMAGE(name, call)                                                                       \
    static void name(void)                                                                         \
    {                                                                                              \
        hsa_ext_image_t image;                                                                     \
        assert_ok(image_make(texels, &image));                                                     \
        FAILS(call);                                                                               \
        assert_ok(hsa_ext_image_destroy(bench.gpu->agent, image));                                 \
    }
static const hsa_ext_image_region_t outside = {{8, 0, 0}, {9, 1, 1}},
                                    empty = {{0, 0, 0}, {0, 1, 1}};
ON_IMAGE(texels_freed, hsa_amd_memory_pool_free(texels))
ON_IMAGE(image_agent, hsa_ext_image_destroy(bench.other->agent, image))
ON_IMAGE(region_outside, hsa_ext_image_import(bench.gpu->agent, bench.words, 0, 0, image, &outside))
ON_IMAGE(region_empty, hsa_ext_image_export(bench.gpu->agent, image, bench.words, 0, 0, &empty))
ON_IMAGE(region_null, hsa_ext_image_export(bench.gpu->agent, image, bench.words, 0, 0, NULL))

static void
image_twice(void)
{
    hsa_ext_image_t image;
    assert_ok(image_make(texels, &image));
    assert_ok(hsa_ext_image_destroy(bench.gpu->agent, image));
    FAILS(hsa_ext_image_destroy(bench.gpu->agent, image));
}

/* While a dispatch has it for an argument. */
#define WHILE_IMAGE_HELD(name, call)                                                               \
    static void name(void)                                                                         \
    {                                                                                              \
        hsa_ext_image_t image;                                                                     \
        assert_ok(image_make(texels, &image));                                                     \
        struct held held = held_begin_with(image.handle);                                          \
        FAILS(call);                                                                               \
        held_end(&held);                                                                           \
        assert_ok(hsa_ext_image_destroy(bench.gpu->agent, image));                                 \
    }
static const hsa_ext_image_region_t corner = {{0, 0, 0}, {1, 1, 1}};
WHILE_IMAGE_HELD(image_used, hsa_ext_image_destroy(bench.gpu->agent, image))
WHILE_IMAGE_HELD(image_read,
                 hsa_ext_image_export(bench.gpu->agent, image, bench.words, 0, 0, &corner))

static void
image_argument(void)
{
    hsa_ext_image_t image;
    assert_ok(image_make(texels, &image));
    assert_ok(hsa_ext_image_destroy(bench.gpu->agent, image));
    struct held held = held_begin_with(image.handle);
    drop(&held);
}

static void
image_other(void)
{
    enum { ROOM = 4 << 20 };
    hsa_ext_image_t image;
    hsa_ext_image_data_info_t info;
    uint8_t *memory;
    assert_ok(hsa_amd_memory_pool_allocate(bench.other->local, ROOM, 0, (void **)&memory));
    assert_ok(
        hsa_ext_image_data_get_info(bench.other->agent, &picture, HSA_ACCESS_PERMISSION_RW, &info));
    size_t skip = -(uintptr_t)memory % info.alignment;
    assert_ok(hsa_ext_image_create(bench.other->agent, &picture, memory + skip,
                                   HSA_ACCESS_PERMISSION_RW, &image));
    struct held held = held_begin_with(image.handle);
    drop(&held);
    assert_ok(hsa_ext_image_destroy(bench.other->agent, image));
    assert_ok(hsa_amd_memory_pool_free(memory));
}

static hsa_ext_sampler_t
sampler_make(void)
{
    const hsa_ext_sampler_descriptor_t descriptor = {
        .coordinate_mode = HSA_EXT_SAMPLER_COORDINATE_MODE_UNNORMALIZED,
        .filter_mode = HSA_EXT_SAMPLER_FILTER_MODE_NEAREST,
        .address_mode = HSA_EXT_SAMPLER_ADDRESSING_MODE_CLAMP_TO_EDGE};
    hsa_ext_sampler_t sampler;
    assert_ok(hsa_ext_sampler_create(bench.gpu->agent, &descriptor, &sampler));
    return sampler;
}

static void
sampler_used(void)
{
    hsa_ext_sampler_t sampler = sampler_make();
    struct held held = held_begin_with(sampler.handle);
    FAILS(hsa_ext_sampler_destroy(bench.gpu->agent, sampler));
    held_end(&held);
    assert_ok(hsa_ext_sampler_destroy(bench.gpu->agent, sampler));
}

static void
sampler_agent(void)
{
    hsa_ext_sampler_t sampler = sampler_make();
    FAILS(hsa_ext_sampler_destroy(bench.other->agent, sampler));
    assert_ok(hsa_ext_sampler_destroy(bench.gpu->agent, sampler));
}

void
misuse_life(void)
{
    static const struct misuse misuses[] = {
        {"gate", "it belongs to packet 0 of queue", gate},
        {"completion", "it belongs to packet 1 of queue", completion},
        {"queue", "it has packet 0 of queue", queue},
        {"arguments", "is used by packet 1 of queue", arguments},
        {"pointed to", "is used by packet 1 of queue", pointed_to},
        {"executable", "a kernel of it is run by packet 1", executable},
        {"changed", "were changed while packet 1 of queue", changed},
        {"times", "belongs to packet 1 of queue", times},
        {"unordered", "is used by packet 0 of queue", unordered},
        {"waited for", "1 threads wait for it", waited_for},
        {"handled", "1 handlers wait for it", handled},
        {"copied to", "is used by a copy", copied_to},
        {"copied from", "is used by a copy", copied_from},
        {"copy gate", "it belongs to a copy", copy_gate},
        {"copy signal", "it belongs to a copy", copy_signal},
        {"bytes", "was changed or freed", bytes_changed},
        {"stored", "it is the completion signal of packet 1", stored},
        {"added", "it is the completion signal of packet 1", added},
        {"packet", "packet 1 was changed after it was released", packet_changed},
        {"reader", "which is loaded from it, still lives", reader},
        {"frozen twice", "the executable is frozen", frozen_twice},
        {"loaded frozen", "the executable is frozen", loaded_frozen},
        {"defined frozen", "the executable is frozen", defined_frozen},
        {"profile", "the executable's profile is not the agent's", other_profile},
        {"code of host", "the agent runs no kernels", code_of_host},
        {"defined nowhere", "is no memory that GPUs see", defined_nowhere},
        {"defined other", "is not for the agent to use", defined_other},
        {"not frozen", "the executable is not frozen", not_frozen},
        {"symbol", "was destroyed", symbol_ended},
        {"kernel", "the executable of kernel object", kernel_ended},
        {"texels nowhere", "are in no memory that GPUs see", texels_nowhere},
        {"texels unaligned", "are not aligned to", texels_unaligned},
        {"texels end", "end after their memory of", texels_end},
        {"texels other", "texels are in memory that the agent may not use", texels_other},
        {"texels freed", "has its texels there", texels_freed},
        {"image agent", "is of another agent", image_agent},
        {"region outside", "the region is not inside of image", region_outside},
        {"region empty", "a size of the region is 0", region_empty},
        {"region null", "argument 6 is NULL", region_null},
        {"image twice", "was destroyed", image_twice},
        {"image used", "it is used by packet 1", image_used},
        {"image read", "is used by packet 1", image_read},
        {"image argument", "the argument at byte 8 is an image that was destroyed", image_argument},
        {"image other", "the argument at byte 8 is an image of another agent", image_other},
        {"sampler used", "it is used by packet 1", sampler_used},
        {"sampler agent", "the sampler is of another agent", sampler_agent},
        {"scope", "warning: hsa_signal_wait_scacquire: the host waits for packet 0", scope},
    };
    assert_ok(hsa_amd_memory_pool_allocate(bench.gpu->local, TEXELS_BYTES, 0, (void **)&texels));
    RUN(misuses);
    assert_ok(hsa_amd_memory_pool_free(texels));
}
