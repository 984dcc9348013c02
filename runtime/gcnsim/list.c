/* `gcnsim list`: what an object holds, in words. */
#include "runtime/gcnsim/gcnsim.h"
#include "support/strbuf.h"

#include <stdio.h>
#include <string.h>

static const char *
kind_name(enum sim_arg_kind kind)
{
    static const char *const names[] = {
        [SIM_ARG_BY_VALUE] = "value",
        [SIM_ARG_GLOBAL_BUFFER] = "buffer",
        [SIM_ARG_LOCAL_POINTER] = "local memory",
        [SIM_ARG_SAMPLER] = "sampler",
        [SIM_ARG_IMAGE] = "image",
        [SIM_ARG_PIPE] = "pipe",
        [SIM_ARG_QUEUE] = "queue",
        [SIM_ARG_HIDDEN_NONE] = NULL,
        [SIM_ARG_HIDDEN_GLOBAL_OFFSET_X] = "global offset x",
        [SIM_ARG_HIDDEN_GLOBAL_OFFSET_Y] = "global offset y",
        [SIM_ARG_HIDDEN_GLOBAL_OFFSET_Z] = "global offset z",
        [SIM_ARG_HIDDEN_PRINTF_BUFFER] = "printf buffer",
        [SIM_ARG_HIDDEN_HOSTCALL_BUFFER] = "hostcall buffer",
        [SIM_ARG_HIDDEN_DEFAULT_QUEUE] = "default queue",
        [SIM_ARG_HIDDEN_COMPLETION_ACTION] = "completion action",
        [SIM_ARG_HIDDEN_MULTIGRID_SYNC] = "multigrid barrier",
        [SIM_ARG_HIDDEN_BLOCK_COUNT_X] = "work-groups x",
        [SIM_ARG_HIDDEN_BLOCK_COUNT_Y] = "work-groups y",
        [SIM_ARG_HIDDEN_BLOCK_COUNT_Z] = "work-groups z",
        [SIM_ARG_HIDDEN_GROUP_SIZE_X] = "work-group size x",
        [SIM_ARG_HIDDEN_GROUP_SIZE_Y] = "work-group size y",
        [SIM_ARG_HIDDEN_GROUP_SIZE_Z] = "work-group size z",
        [SIM_ARG_HIDDEN_REMAINDER_X] = "remainder x",
        [SIM_ARG_HIDDEN_REMAINDER_Y] = "remainder y",
        [SIM_ARG_HIDDEN_REMAINDER_Z] = "remainder z",
        [SIM_ARG_HIDDEN_GRID_DIMS] = "dimensions",
        [SIM_ARG_HIDDEN_HEAP] = "heap",
        [SIM_ARG_HIDDEN_PRIVATE_BASE] = "private aperture",
        [SIM_ARG_HIDDEN_SHARED_BASE] = "local aperture",
        [SIM_ARG_HIDDEN_QUEUE_PTR] = "queue address",
        [SIM_ARG_HIDDEN_DYNAMIC_LDS_SIZE] = "size of dynamic local memory",
    };
    return (size_t)kind < sizeof names / sizeof *names ? names[kind] : NULL;
}

/* "const global float *restrict, read only": what the object says of it. */
static void
describe_type(struct strbuf *text, const struct sim_arg_info *arg)
{
    if (arg->is_const)
        strbuf_puts(text, "const ");
    if (arg->is_volatile)
        strbuf_puts(text, "volatile ");
    if (*arg->address_space)
        strbuf_printf(text, "%s ", arg->address_space);
    if (arg->is_pipe)
        strbuf_puts(text, "pipe ");
    if (*arg->type_name)
        strbuf_puts(text, arg->type_name);
    else
        strbuf_printf(text, "%s%s%s", sim_value_type_name(arg->value.type),
                      arg->value.type == SIM_VALUE_UNKNOWN ? "" : " ", kind_name(arg->kind));
    if (arg->is_restrict)
        strbuf_puts(text, " restrict");
    if (*arg->access)
        strbuf_printf(text, ", %s", arg->access);
    if (*arg->actual_access && strcmp(arg->actual_access, arg->access) != 0)
        strbuf_printf(text, ", in fact %s", arg->actual_access);
}

static void
list_arguments(struct arena *arena, const struct sim_kernel *kernel)
{
    unsigned number = 0;
    for (unsigned i = 0; i < kernel->arg_count; i++) {
        const struct sim_arg_info *arg = &kernel->args[i];
        if (arg->kind >= SIM_ARG_HIDDEN_NONE)
            continue;
        struct strbuf text = strbuf_new(arena);
        strbuf_printf(&text, "  argument %u", number++);
        strbuf_column(&text, 14);
        strbuf_printf(&text, "%s", *arg->name ? arg->name : "-");
        strbuf_column(&text, 26);
        strbuf_printf(&text, "%s: ", kind_name(arg->kind));
        describe_type(&text, arg);
        strbuf_printf(&text, "; %u bytes at %u", arg->size, arg->offset);
        puts(text.text);
    }
    for (unsigned i = 0; i < kernel->arg_count; i++) {
        const struct sim_arg_info *arg = &kernel->args[i];
        if (arg->kind > SIM_ARG_HIDDEN_NONE && kind_name(arg->kind))
            printf("  hidden      %s; %u bytes at %u\n", kind_name(arg->kind), arg->size,
                   arg->offset);
    }
}

static void
list_attributes(const struct sim_kernel *kernel)
{
    const uint32_t *required = kernel->required_size, *hint = kernel->notes.hint_size;
    if (kernel->max_size)
        printf("  limit       %u work-items in a work-group\n", kernel->max_size);
    if (kernel->uniform)
        puts("  limit       all work-groups of one size");
    if (required[0])
        printf("  attribute   reqd_work_group_size(%u, %u, %u)\n", required[0], required[1],
               required[2]);
    if (hint[0])
        printf("  attribute   work_group_size_hint(%u, %u, %u)\n", hint[0], hint[1], hint[2]);
    if (*kernel->notes.vec_type_hint)
        printf("  attribute   vec_type_hint(%s)\n", kernel->notes.vec_type_hint);
}

static void
list_kernel(struct arena *arena, const struct sim_kernel *kernel)
{
    const struct sim_kernel_notes *notes = &kernel->notes;
    printf("\nkernel %s\n", kernel->name);
    if (!kernel->has_metadata)
        puts("  without metadata: arguments are placed one after the other");
    if (*notes->language && kernel->language[0])
        printf("  language    %s %u.%u\n", notes->language, kernel->language[0],
               kernel->language[1]);
    else if (*notes->language)
        printf("  language    %s\n", notes->language);
    if (notes->vgprs || notes->sgprs)
        printf("  registers   %u VGPRs, %u SGPRs a wave; spilled: %u, %u\n", notes->vgprs,
               notes->sgprs, notes->spilled_vgprs, notes->spilled_sgprs);
    printf("  memory      %u bytes of LDS a work-group, %u private a work-item, %u of arguments\n",
           kernel->group_size, kernel->private_size, kernel->kernarg_size);
    list_attributes(kernel);
    list_arguments(arena, kernel);
}

enum exit_status
list_kernels(struct command *command)
{
    command->names_missing = true;
    struct sim_object *object = load_object(command);
    if (!object)
        return EXIT_FAILED;
    const struct gcn_target *target = sim_device_target(command->device);
    unsigned count = sim_kernel_count(object);
    printf("code object of version %u for %s: %u kernel%s\n", sim_object_version(object),
           target->name, count, count == 1 ? "" : "s");
    printf("limits of %s: %u VGPRs and %u SGPRs a wave, %u waves a SIMD, %u bytes of LDS a "
           "work-group\n",
           target->name, target->max_vgprs, target->max_sgprs, target->max_waves, target->lds_size);
    for (unsigned i = 0; i < count; i++)
        list_kernel(command->arena, sim_kernel_at(object, i));
    vec_foreach (const char *const, name, &command->missing)
        printf("variable %s: used, not defined; --variable %s=SPEC defines it\n", *name, *name);
    return EXIT_GOOD;
}
