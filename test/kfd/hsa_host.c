#include "test/kfd/hsa_host.h"
#include "driver/occ.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the machine ---- */

static hsa_status_t
find_pool(hsa_amd_memory_pool_t pool, void *data)
{
    struct machine *machine = data;
    struct gpu *gpu = &machine->gpu[machine->gpu_count];
    hsa_amd_segment_t segment;
    uint32_t flags;
    assert_ok(hsa_amd_memory_pool_get_info(pool, HSA_AMD_MEMORY_POOL_INFO_SEGMENT, &segment));
    if (segment != HSA_AMD_SEGMENT_GLOBAL)
        return HSA_STATUS_SUCCESS;
    assert_ok(hsa_amd_memory_pool_get_info(pool, HSA_AMD_MEMORY_POOL_INFO_GLOBAL_FLAGS, &flags));
    if (flags & HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_KERNARG_INIT)
        machine->kernargs = pool;
    else if (flags & HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_FINE_GRAINED)
        machine->fine = pool;
    else
        gpu->local = pool;
    return HSA_STATUS_SUCCESS;
}

static hsa_status_t
find_agent(hsa_agent_t agent, void *data)
{
    struct machine *machine = data;
    struct gpu *gpu = &machine->gpu[machine->gpu_count];
    hsa_device_type_t type;
    assert_ok(hsa_agent_get_info(agent, HSA_AGENT_INFO_DEVICE, &type));
    assert_ok(hsa_amd_agent_iterate_memory_pools(agent, find_pool, machine));
    if (type == HSA_DEVICE_TYPE_CPU)
        machine->host = agent;
    if (type != HSA_DEVICE_TYPE_GPU)
        return HSA_STATUS_SUCCESS;
    gpu->agent = agent;
    assert_ok(hsa_agent_get_info(agent, HSA_AGENT_INFO_NAME, gpu->name));
    machine->gpu_count++;
    return HSA_STATUS_SUCCESS;
}

struct machine
machine_begin(void)
{
    struct machine machine = {.gpu_count = 0};
    assert_ok(hsa_init());
    assert_ok(hsa_iterate_agents(find_agent, &machine));
    assert_true(machine.gpu_count > 0);
    return machine;
}

void
machine_end(struct machine *machine)
{
    assert_ok(hsa_shut_down());
    machine->gpu_count = 0;
}

static void
allow_all(const struct machine *machine, void *memory)
{
    hsa_agent_t agents[MAX_GPUS];
    for (unsigned i = 0; i < machine->gpu_count; i++)
        agents[i] = machine->gpu[i].agent;
    assert_ok(hsa_amd_agents_allow_access(machine->gpu_count, agents, NULL, memory));
}

void *
machine_memory(const struct machine *machine, size_t size)
{
    void *memory;
    assert_ok(hsa_amd_memory_pool_allocate(machine->fine, size, 0, &memory));
    allow_all(machine, memory);
    memset(memory, 0, size);
    return memory;
}

/* ---- programs ---- */

uint8_t *
program_compile(const struct gpu *gpu, const char *source, unsigned version, size_t *size)
{
    char target[NAME_BYTES + 8], form[32];
    snprintf(target, sizeof target, "-mcpu=%s", gpu->name);
    snprintf(form, sizeof form, "-mcode-object-version=%u", version);
    const char *options[] = {target, form, "-g", "-cl-std=CL2.0"};
    occ_compiler *compiler = occ_compiler_create(NULL);
    struct occ_job job = {.size = sizeof job,
                          .name = "kernels.cl",
                          .source = source,
                          .length = strlen(source),
                          .options = options,
                          .option_count = sizeof options / sizeof *options};
    occ_result *result;
    if (occ_compile(compiler, &job, &result) != OCC_OK)
        fail_msg("%s", occ_result_log(result));
    const void *bytes = occ_result_bytes(result, size);
    uint8_t *copy = malloc(*size);
    memcpy(copy, bytes, *size);
    occ_result_free(result);
    occ_compiler_destroy(compiler);
    return copy;
}

struct program
program_load(const struct gpu *gpu, uint8_t *bytes, size_t size, unsigned version)
{
    struct program program = {.bytes = bytes, .version = version};
    assert_ok(hsa_code_object_reader_create_from_memory(bytes, size, &program.reader));
    assert_ok(hsa_executable_create_alt(HSA_PROFILE_BASE, HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT,
                                        NULL, &program.executable));
    assert_ok(hsa_executable_load_agent_code_object(program.executable, gpu->agent, program.reader,
                                                    NULL, NULL));
    assert_ok(hsa_executable_freeze(program.executable, NULL));
    return program;
}

struct program
program_make(const struct gpu *gpu, const char *source, unsigned version)
{
    size_t size;
    uint8_t *bytes = program_compile(gpu, source, version, &size);
    return program_load(gpu, bytes, size, version);
}

void
program_end(struct program *program)
{
    assert_ok(hsa_executable_destroy(program->executable));
    assert_ok(hsa_code_object_reader_destroy(program->reader));
    free(program->bytes);
}

static uint32_t
symbol_number(hsa_executable_symbol_t symbol, hsa_executable_symbol_info_t what)
{
    uint32_t number;
    assert_ok(hsa_executable_symbol_get_info(symbol, what, &number));
    return number;
}

struct kernel
program_kernel(const struct program *program, const struct gpu *gpu, const char *name)
{
    struct kernel kernel = {.version = program->version};
    char full[NAME_BYTES];
    hsa_executable_symbol_t symbol;
    snprintf(full, sizeof full, "%s%s", name, program->version == 2 ? "" : ".kd");
    assert_ok(hsa_executable_get_symbol_by_name(program->executable, full, &gpu->agent, &symbol));
    assert_ok(hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT,
                                             &kernel.object));
    kernel.private_bytes =
        symbol_number(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_PRIVATE_SEGMENT_SIZE);
    kernel.group_bytes =
        symbol_number(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_GROUP_SEGMENT_SIZE);
    kernel.kernarg_bytes =
        symbol_number(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_SIZE);
    return kernel;
}

/* ---- queues ---- */

hsa_queue_t *
queue_make(const struct gpu *gpu, unsigned packets, report_function *report, void *data)
{
    hsa_queue_t *queue;
    assert_ok(hsa_queue_create(gpu->agent, packets, HSA_QUEUE_TYPE_MULTI, report, data, UINT32_MAX,
                               UINT32_MAX, &queue));
    return queue;
}

void *
queue_slot(hsa_queue_t *queue, uint64_t *index)
{
    enum { PACKET = 64 };
    *index = hsa_queue_add_write_index_relaxed(queue, 1);
    while (*index - hsa_queue_load_read_index_scacquire(queue) >= queue->size)
        ;
    uint8_t *slot = (uint8_t *)queue->base_address + (*index & (queue->size - 1)) * PACKET;
    memset(slot + 2, 0, PACKET - 2); /* its header says that it is free */
    return slot;
}

void
queue_release(hsa_queue_t *queue, uint64_t index, uint16_t header)
{
    enum { PACKET = 64 };
    uint8_t *slot = (uint8_t *)queue->base_address + (index & (queue->size - 1)) * PACKET;
    __atomic_store_n((uint16_t *)(void *)slot, header, __ATOMIC_RELEASE);
    hsa_signal_store_screlease(queue->doorbell_signal, (int64_t)index);
}

static uint16_t
header_of(hsa_packet_type_t type, bool barrier)
{
    return (uint16_t)(type << HSA_PACKET_HEADER_TYPE | barrier << HSA_PACKET_HEADER_BARRIER |
                      HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_SCACQUIRE_FENCE_SCOPE |
                      HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_SCRELEASE_FENCE_SCOPE);
}

/* Hidden arguments of version 5 as far as code without printf and enqueueing reads them (AMDGPUUsage, "Code Object
 * V5 Metadata"); in versions before, zeros are right: offsets. */
static void
put_sizes(uint8_t *hidden, const struct launch *launch, uint16_t group)
{
    enum { GROUPS = 0, SIZES = 12, REMAINDERS = 18, DIMENSIONS = 64 };
    uint32_t groups[3] = {launch->items / group, 1, 1};
    uint16_t sizes[3] = {group, 1, 1}, rest[3] = {(uint16_t)(launch->items % group), 0, 0};
    uint16_t dimensions = 1;
    memcpy(hidden + GROUPS, groups, sizeof groups);
    memcpy(hidden + SIZES, sizes, sizeof sizes);
    memcpy(hidden + REMAINDERS, rest, sizeof rest);
    memcpy(hidden + DIMENSIONS, &dimensions, sizeof dimensions);
}

static void *
put_arguments(const struct machine *machine, const struct launch *launch, uint16_t group)
{
    enum { ROOM = 512 };
    void *memory;
    assert_ok(hsa_amd_memory_pool_allocate(machine->kernargs, ROOM, 0, &memory));
    allow_all(machine, memory);
    memset(memory, 0, ROOM);
    memcpy(memory, launch->arguments, launch->size);
    if (launch->kernel->version >= 5)
        put_sizes((uint8_t *)memory + (launch->size + 7) / 8 * 8, launch, group);
    return memory;
}

void *
queue_launch(const struct machine *machine, hsa_queue_t *queue, const struct launch *launch)
{
    uint64_t index;
    uint16_t group = launch->group        ? launch->group
                     : launch->items < 64 ? (uint16_t)launch->items
                                          : 64;
    void *arguments = put_arguments(machine, launch, group);
    hsa_kernel_dispatch_packet_t *packet = queue_slot(queue, &index);
    packet->setup = 1 << HSA_KERNEL_DISPATCH_PACKET_SETUP_DIMENSIONS;
    packet->workgroup_size_x = group;
    packet->workgroup_size_y = packet->workgroup_size_z = 1;
    packet->grid_size_x = launch->items;
    packet->grid_size_y = packet->grid_size_z = 1;
    packet->private_segment_size =
        launch->private_bytes ? launch->private_bytes : launch->kernel->private_bytes;
    packet->group_segment_size = launch->kernel->group_bytes + launch->group_bytes;
    packet->kernel_object = launch->kernel->object;
    packet->kernarg_address = arguments;
    packet->completion_signal = launch->signal;
    queue_release(queue, index, header_of(HSA_PACKET_TYPE_KERNEL_DISPATCH, launch->barrier));
    return arguments;
}

void
queue_run(const struct machine *machine, hsa_queue_t *queue, const struct kernel *kernel,
          const void *arguments, size_t size, uint32_t items)
{
    struct launch launch = {.kernel = kernel,
                            .arguments = arguments,
                            .size = size,
                            .items = items,
                            .signal = signal_make(1)};
    void *memory = queue_launch(machine, queue, &launch);
    signal_wait(launch.signal);
    assert_ok(hsa_signal_destroy(launch.signal));
    assert_ok(hsa_amd_memory_pool_free(memory));
}

void
queue_barrier(hsa_queue_t *queue, bool all, const hsa_signal_t *signals, unsigned count,
              hsa_signal_t completion)
{
    uint64_t index;
    hsa_barrier_and_packet_t *packet = queue_slot(queue, &index);
    for (unsigned i = 0; i < 5; i++)
        packet->dep_signal[i].handle = i < count ? signals[i].handle : 0;
    packet->completion_signal = completion;
    queue_release(queue, index,
                  header_of(all ? HSA_PACKET_TYPE_BARRIER_AND : HSA_PACKET_TYPE_BARRIER_OR, false));
}

/* ---- signals ---- */

hsa_signal_t
signal_make(int64_t value)
{
    hsa_signal_t signal;
    assert_ok(hsa_signal_create(value, 0, NULL, &signal));
    return signal;
}

void
signal_wait(hsa_signal_t signal)
{
    uint64_t frequency;
    assert_ok(hsa_system_get_info(HSA_SYSTEM_INFO_TIMESTAMP_FREQUENCY, &frequency));
    assert_int_equal(hsa_signal_wait_scacquire(signal, HSA_SIGNAL_CONDITION_EQ, 0, 10 * frequency,
                                               HSA_WAIT_STATE_BLOCKED),
                     0);
}
