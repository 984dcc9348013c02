/* Code: readers, executables, symbols, kernels. */
#define _GNU_SOURCE
#include "test/hsa-check/check.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

/* ---- readers ---- */

void
reader_from_file(struct call *call)
{
    if (call->is_ok)
        object_new(KIND_READER, *(uint64_t *)call_pointer(call, 1));
}

/* Of memory that may be no more. */
static uint64_t
sum_there(const void *bytes, size_t size)
{
    uint8_t *copy = malloc(size);
    struct iovec to = {copy, size}, from = {(void *)(uintptr_t)bytes, size};
    bool is_there = copy && process_vm_readv(getpid(), &to, 1, &from, 1, 0) == (ssize_t)size;
    uint64_t sum = is_there ? work_sum(copy, size) : 0;
    free(copy);
    return sum;
}

void
reader_from_memory(struct call *call)
{
    if (!call->is_ok)
        return;
    const void *bytes = call_pointer(call, 0);
    object_new(KIND_READER, *(uint64_t *)call_pointer(call, 2))->reader =
        (struct reader){bytes, call->word[1], sum_there(bytes, call->word[1])};
}

/* "The lifetime of the buffer must exceed that of any associated code object reader." */
static void
check_bytes(struct call *call, const struct object *object)
{
    const struct reader *reader = &object->reader;
    if (reader->bytes && sum_there(reader->bytes, reader->size) != reader->sum)
        misuse(call, "the memory of reader 0x%" PRIx64 " was changed or freed", object->handle);
}

struct reading {
    struct call *call;
    const struct object *reader;
};

static void
tell_reader(struct object *executable, void *data)
{
    const struct reading *reading = data;
    for (size_t i = 0; i < executable->executable.reader_count; i++)
        if (executable->executable.readers[i] == reading->reader) {
            misuse(reading->call, "executable 0x%" PRIx64 ", which is loaded from it, still lives",
                   executable->handle);
            return;
        }
}

/* "If a code object reader is destroyed before all the associated executables are destroyed, the behavior is
 * undefined" (hsa_executable_load_agent_code_object). */
void
reader_destroy(struct call *call)
{
    struct object *reader = object_live(KIND_READER, call->word[0]);
    struct reading reading = {call, reader};
    object_each(KIND_EXECUTABLE, tell_reader, &reading);
    check_bytes(call, reader);
    if (call_is_made(call))
        object_end(reader);
}

/* ---- executables ---- */

void
executable_created(struct call *call)
{
    if (!call->is_ok)
        return;
    struct object *object = object_new(KIND_EXECUTABLE, *(uint64_t *)call_pointer(call, 3));
    object->executable.profile = (hsa_profile_t)call->word[0];
}

static void
end_owned(struct object *object, void *owner)
{
    if (object->owner == owner)
        object_end(object);
}

void
executable_destroy(struct call *call)
{
    struct object *executable = object_live(KIND_EXECUTABLE, call->word[0]);
    work_sweep(call, NULL);
    if (work_runs(executable))
        misuse(call, "a kernel of it is run by %s", work_runs(executable));
    if (!call_is_made(call))
        return;
    object_each(KIND_SYMBOL, end_owned, executable);
    object_each(KIND_KERNEL, end_owned, executable);
    free(executable->executable.readers);
    executable->executable.readers = NULL;
    executable->executable.reader_count = 0;
    object_end(executable);
}

void
executable_change(struct call *call)
{
    if (object_live(KIND_EXECUTABLE, call->word[0])->executable.is_frozen)
        misuse(call, "the executable is frozen");
}

void
executable_frozen(struct call *call)
{
    struct object *executable = object_live(KIND_EXECUTABLE, call->word[0]);
    if (call->is_ok && executable)
        executable->executable.is_frozen = true;
}

void
load_agent(struct call *call)
{
    const struct object *executable = object_live(KIND_EXECUTABLE, call->word[0]);
    const struct object *agent = object_live(KIND_AGENT, call->word[1]);
    executable_change(call);
    check_bytes(call, object_live(KIND_READER, call->word[2]));
    if (!agent->agent.is_gpu)
        misuse(call, "the agent runs no kernels");
    else if (executable->executable.profile != agent->agent.profile)
        misuse(call, "the executable's profile is not the agent's");
}

void
load_program(struct call *call)
{
    executable_change(call);
}

static void
loaded(struct call *call, unsigned argument)
{
    struct object *object = object_live(KIND_EXECUTABLE, call->word[0]);
    if (!call->is_ok || !object)
        return;
    struct executable *executable = &object->executable;
    executable->readers =
        realloc(executable->readers, (executable->reader_count + 1) * sizeof *executable->readers);
    executable->readers[executable->reader_count++] =
        object_find(KIND_READER, call->word[argument]);
}

void
load_agent_after(struct call *call)
{
    loaded(call, 2);
}

void
load_program_after(struct call *call)
{
    loaded(call, 1);
}

/* ---- variables of the program's: in memory of its own, or of another executable ---- */

static void
define(struct call *call, unsigned argument, uint32_t agents)
{
    const struct range *range = range_of(call->word[argument]);
    executable_change(call);
    if (!range && !memory_is_runtimes(call->word[argument], 1))
        misuse(call, "0x%" PRIx64 " is no memory that GPUs see", call->word[argument]);
    else if (range && !(range->agents & agents))
        misuse(call, "0x%" PRIx64 " is not for the agent to use", call->word[argument]);
}

void
variable_define(struct call *call)
{
    define(call, 2, UINT32_MAX);
}

void
agent_variable_define(struct call *call)
{
    define(call, 3, UINT32_C(1) << object_live(KIND_AGENT, call->word[1])->agent.index);
}

/* ---- symbols ---- */

static void
add_symbol(struct object *executable, uint64_t handle)
{
    if (!object_live(KIND_SYMBOL, handle))
        object_new(KIND_SYMBOL, handle);
    object_find(KIND_SYMBOL, handle)->owner = executable;
}

void
symbol_get(struct call *call)
{
    const hsa_agent_t *agent = call_pointer(call, 2);
    if (agent)
        object_wanted(call, "argument 3: ", KIND_AGENT, agent->handle);
}

void
symbol_got(struct call *call)
{
    if (call->is_ok)
        add_symbol(object_live(KIND_EXECUTABLE, call->word[0]), *(uint64_t *)call_pointer(call, 3));
}

void
symbol_got_old(struct call *call)
{
    if (call->is_ok)
        add_symbol(object_live(KIND_EXECUTABLE, call->word[0]), *(uint64_t *)call_pointer(call, 5));
}

/* The callback of an iteration, which tells of symbols: ours notes each. */
static hsa_status_t
note_symbol(hsa_executable_t executable, hsa_executable_symbol_t symbol, void *data)
{
    const struct call *call = data;
    symbol_callback *callback;
    memcpy(&callback, &call->old[0], sizeof callback);
    check_lock();
    add_symbol(object_live(KIND_EXECUTABLE, executable.handle), symbol.handle);
    check_unlock();
    unsigned before = check_leave();
    hsa_status_t status = callback(executable, symbol, (void *)(uintptr_t)call->old[1]);
    check_return(before);
    return status;
}

static hsa_status_t
note_agent_symbol(hsa_executable_t executable, hsa_agent_t agent, hsa_executable_symbol_t symbol,
                  void *data)
{
    const struct call *call = data;
    agent_symbol_callback *callback;
    memcpy(&callback, &call->old[0], sizeof callback);
    check_lock();
    add_symbol(object_live(KIND_EXECUTABLE, executable.handle), symbol.handle);
    check_unlock();
    unsigned before = check_leave();
    hsa_status_t status = callback(executable, agent, symbol, (void *)(uintptr_t)call->old[1]);
    check_return(before);
    return status;
}

void
symbols_iterate(struct call *call)
{
    symbol_callback *ours = note_symbol;
    memcpy(call->old, &call->word[1], sizeof call->old);
    memcpy(&call->word[1], &ours, sizeof ours);
    call->word[2] = (uintptr_t)call;
}

void
agent_symbols_iterate(struct call *call)
{
    agent_symbol_callback *ours = note_agent_symbol;
    memcpy(call->old, &call->word[2], sizeof call->old);
    memcpy(&call->word[2], &ours, sizeof ours);
    call->word[3] = (uintptr_t)call;
}

/* ---- kernels ---- */

void
symbol_info(struct call *call)
{
    const struct object *symbol = object_live(KIND_SYMBOL, call->word[0]);
    if (call->word[1] == HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT && symbol->owner &&
        !symbol->owner->executable.is_frozen)
        misuse(call, "the executable is not frozen");
}

static uint32_t
number_of(uint64_t symbol, hsa_executable_symbol_info_t what)
{
    uint32_t number = 0;
    real.hsa_executable_symbol_get_info((hsa_executable_symbol_t){symbol}, what, &number);
    return number;
}

void
symbol_info_after(struct call *call)
{
    uint64_t symbol = call->word[0];
    hsa_agent_t agent = {0};
    if (!call->is_ok || call->word[1] != HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT)
        return;
    struct object *kernel = object_new(KIND_KERNEL, *(uint64_t *)call_pointer(call, 2));
    kernel->owner = object_find(KIND_SYMBOL, symbol)->owner;
    real.hsa_executable_symbol_get_info((hsa_executable_symbol_t){symbol},
                                        HSA_EXECUTABLE_SYMBOL_INFO_AGENT, &agent);
    kernel->kernel = (struct kernel){
        .agent = agent.handle,
        .kernarg_size = number_of(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_SIZE),
        .kernarg_align =
            number_of(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_ALIGNMENT),
        .group = number_of(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_GROUP_SEGMENT_SIZE),
        .private = number_of(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_PRIVATE_SEGMENT_SIZE),
    };
}
