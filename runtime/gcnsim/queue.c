/* queue[:BYTES]: a queue that kernels put kernels into (OpenCL C 2.0, 6.13.17).  There is one, which is the default
 * queue, too: a kernel that uses that alone gets it unasked. */
#include "runtime/enqueue/layout.h"
#include "runtime/gcnsim/gcnsim.h"

#include <string.h>

const char *
queue_parse(struct command *command, struct argument *argument, const char *text)
{
    uint64_t *size = argument->data = ARENA_NEW(command->arena, uint64_t);
    *size = ENQUEUE_USUAL;
    if (*text && !parse_count(text, size))
        return "";
    if (*size < ENQUEUE_LEAST || *size > ENQUEUE_MOST)
        return arena_printf(command->arena, "a queue has %u to %u bytes", ENQUEUE_LEAST,
                            ENQUEUE_MOST);
    return NULL;
}

bool
queue_make(struct command *command, struct argument *argument)
{
    argument_by_value(command, argument, &command->queue, sizeof command->queue);
    argument->value.value.type = SIM_VALUE_ADDRESS;
    return true;
}

/* The kind of the kernel's explicit argument of that number. */
static enum sim_arg_kind
kind_of(const struct sim_kernel *kernel, unsigned number)
{
    for (unsigned i = 0; i < kernel->arg_count; i++)
        if (kernel->args[i].kind < SIM_ARG_HIDDEN_NONE && !number--)
            return kernel->args[i].kind;
    return SIM_ARG_HIDDEN_NONE;
}

/* Does the object have kernels that kernels enqueue?  clang -O0 lists the default queue without any. */
static bool
has_blocks(const struct sim_object *object)
{
    for (unsigned i = 0; i < sim_kernel_count(object); i++)
        if (*sim_kernel_at(object, i)->notes.runtime_handle)
            return true;
    return false;
}

bool
queue_prepare(struct command *command, const struct sim_kernel *kernel)
{
    uint64_t size = ENQUEUE_USUAL;
    bool all = command->options.schedule == SIM_SCHEDULE_ALL;
    bool wanted = machine_wants_queue(kernel) && (!all || has_blocks(kernel->object));
    unsigned kept = 0;
    for (unsigned i = 0; i < command->arguments.count; i++) {
        struct argument *argument = &command->arguments.at[i];
        bool is_queue = argument->kind->make == queue_make;
        wanted |= is_queue;
        if (is_queue)
            size = *(uint64_t *)argument->data;
        if (is_queue && kind_of(kernel, kept) != SIM_ARG_QUEUE)
            continue; /* it says how large the default queue is */
        argument->index = kept;
        command->arguments.at[kept++] = *argument;
    }
    command->arguments.count = kept;
    if (!wanted)
        return true;
    if (all) {
        fprintf(stderr, "gcnsim: --schedule=all is of kernels that enqueue no others\n");
        return false;
    }
    size_t scheduler_size = 0;
    const void *scheduler =
        command->scheduler ? read_whole_file(command->arena, command->scheduler, &scheduler_size)
                           : NULL;
    if (command->scheduler && !scheduler)
        return false;
    if (machine_queue_new(command->machine, (uint32_t)size, scheduler, scheduler_size,
                          &command->queue) == SIM_OK)
        return true;
    fprintf(stderr, "gcnsim: a queue for kernels of kernels: %s\n",
            machine_message(command->machine));
    return false;
}
