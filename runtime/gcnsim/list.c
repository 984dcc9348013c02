/* `gcnsim list`: what an object holds. */
#include "runtime/gcnsim/gcnsim.h"

#include <stdio.h>

enum exit_status
list_kernels(struct command *command)
{
    struct sim_object *object = load_object(command);
    if (!object)
        return EXIT_FAILED;
    printf("version %u target %s\n", sim_object_version(object),
           sim_device_target(command->device)->name);
    for (unsigned i = 0; i < sim_kernel_count(object); i++) {
        const struct sim_kernel *kernel = sim_kernel_at(object, i);
        printf("kernel %s kernarg %u lds %u private %u\n", kernel->name, kernel->kernarg_size,
               kernel->group_size, kernel->private_size);
        for (unsigned k = 0; k < kernel->arg_count; k++)
            printf("  arg %s kind %d offset %u size %u\n", kernel->args[k].name,
                   (int)kernel->args[k].kind, kernel->args[k].offset, kernel->args[k].size);
    }
    return EXIT_GOOD;
}
