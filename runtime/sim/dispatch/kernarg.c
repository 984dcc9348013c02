/* The kernarg segment: explicit arguments as the launch has them, hidden ones as its sizes and the GPU say. */
#include "runtime/sim/dispatch/kernarg.h"
#include "support/number.h"

static void
put(struct kernarg *kernarg, uint32_t offset, const void *bytes, uint32_t size)
{
    uint32_t room = kernarg->kernel->kernarg_size;
    if (offset > room || size > room - offset)
        sim_error(kernarg->device, "an argument at byte %u is outside of the kernarg segment (%u)",
                  offset, room);
    memcpy(kernarg->bytes + offset, bytes, size);
    if (kernarg->given)
        memset(kernarg->given + offset, 1, size);
}

static uint32_t
add_local(struct kernarg *kernarg, uint64_t size, uint32_t align)
{
    align = align ? align : 16;
    kernarg->lds = round_up(kernarg->lds, align);
    uint32_t at = kernarg->lds;
    if (size > kernarg->device->target->lds_size)
        sim_error(kernarg->device, "a local argument of %llu bytes is too large",
                  (unsigned long long)size);
    kernarg->lds += (uint32_t)size;
    return at;
}

/* "float4 (a)": what the argument takes, then what was given. */
static _Noreturn void
wrong_type(const struct kernarg *kernarg, const struct sim_arg_info *info,
           const struct sim_arg *arg, unsigned index, const char *name)
{
    char given[32];
    snprintf(given, sizeof given, arg->value.width > 1 ? "%sx%u" : "%s",
             sim_value_type_name(arg->value.type), arg->value.width);
    const char *wanted = *info->type_name ? info->type_name : sim_value_type_name(info->value.type);
    sim_error(kernarg->device, "argument %u%s is %s, not %s", index, name, wanted, given);
}

/* A vector of three takes the place of four; the host may leave the fourth out. */
static bool
is_whole(const struct sim_arg_info *info, const struct sim_arg *arg)
{
    return arg->size == info->size ||
           (arg->value.width == 3 && arg->size + arg->size / 3 == info->size);
}

static void
put_explicit(struct kernarg *kernarg, const struct sim_arg_info *info, const struct sim_arg *arg,
             unsigned index)
{
    char name[80] = "";
    if (*info->name)
        snprintf(name, sizeof name, " (%s)", info->name);
    if (arg->local != (info->kind == SIM_ARG_LOCAL_POINTER))
        sim_error(kernarg->device, "argument %u%s is %s local pointer", index, name,
                  arg->local ? "no" : "a");
    if (arg->local) {
        uint32_t at = add_local(kernarg, arg->size, info->pointee_align);
        put(kernarg, info->offset, &at, 4);
        return;
    }
    if (!is_whole(info, arg))
        sim_error(kernarg->device, "argument %u%s takes %u bytes, not %llu", index, name,
                  info->size, (unsigned long long)arg->size);
    if (!value_fits(info->value, arg->value))
        wrong_type(kernarg, info, arg, index, name);
    put(kernarg, info->offset, arg->bytes, (uint32_t)arg->size);
}

/* The value of a hidden argument, cut to its size. */
static uint64_t
hidden_value(const struct kernarg *kernarg, enum sim_arg_kind kind)
{
    const struct sim_launch *launch = kernarg->launch;
    if (kind >= SIM_ARG_HIDDEN_GLOBAL_OFFSET_X && kind <= SIM_ARG_HIDDEN_GLOBAL_OFFSET_Z)
        return launch->offset[kind - SIM_ARG_HIDDEN_GLOBAL_OFFSET_X];
    if (kind >= SIM_ARG_HIDDEN_BLOCK_COUNT_X && kind <= SIM_ARG_HIDDEN_BLOCK_COUNT_Z) {
        unsigned d = kind - SIM_ARG_HIDDEN_BLOCK_COUNT_X;
        return launch->global[d] / launch->local[d];
    }
    if (kind >= SIM_ARG_HIDDEN_GROUP_SIZE_X && kind <= SIM_ARG_HIDDEN_GROUP_SIZE_Z)
        return launch->local[kind - SIM_ARG_HIDDEN_GROUP_SIZE_X];
    if (kind >= SIM_ARG_HIDDEN_REMAINDER_X && kind <= SIM_ARG_HIDDEN_REMAINDER_Z) {
        unsigned d = kind - SIM_ARG_HIDDEN_REMAINDER_X;
        return launch->global[d] % launch->local[d];
    }
    switch (kind) {
    case SIM_ARG_HIDDEN_PRINTF_BUFFER:
        return launch->printf_buffer;
    case SIM_ARG_HIDDEN_DEFAULT_QUEUE:
        return launch->default_queue;
    case SIM_ARG_HIDDEN_COMPLETION_ACTION:
        return launch->completion_action;
    case SIM_ARG_HIDDEN_GRID_DIMS:
        return launch->dims;
    case SIM_ARG_HIDDEN_PRIVATE_BASE:
        return kernarg->gpu.private_base;
    case SIM_ARG_HIDDEN_SHARED_BASE:
        return kernarg->gpu.shared_base;
    case SIM_ARG_HIDDEN_QUEUE_PTR:
        return kernarg->gpu.queue;
    case SIM_ARG_HIDDEN_DYNAMIC_LDS_SIZE:
        return kernarg->lds - kernarg->kernel->group_size;
    default:
        return 0;
    }
}

static void
put_hidden(struct kernarg *kernarg)
{
    const struct sim_kernel *kernel = kernarg->kernel;
    for (unsigned i = 0; i < kernel->arg_count; i++) {
        const struct sim_arg_info *info = &kernel->args[i];
        if (info->kind <= SIM_ARG_HIDDEN_NONE)
            continue;
        uint64_t value = hidden_value(kernarg, info->kind);
        put(kernarg, info->offset, &value, info->size < 8 ? info->size : 8);
    }
}

/* Without metadata, arguments follow one another, each aligned to its size. */
static void
put_unknown(struct kernarg *kernarg)
{
    uint32_t offset = 0;
    for (unsigned i = 0; i < kernarg->launch->arg_count; i++) {
        const struct sim_arg *arg = &kernarg->launch->args[i];
        uint32_t size = arg->local ? 4 : (uint32_t)arg->size, align = 1;
        while (align < size && align < 16)
            align *= 2;
        offset = round_up(offset, align);
        uint32_t at = arg->local ? add_local(kernarg, arg->size, 16) : 0;
        put(kernarg, offset, arg->local ? (const void *)&at : arg->bytes, size);
        offset += size;
    }
}

static void
put_arguments(struct kernarg *kernarg)
{
    const struct sim_kernel *kernel = kernarg->kernel;
    const struct sim_launch *launch = kernarg->launch;
    if (!kernel->has_metadata) {
        put_unknown(kernarg);
        return;
    }
    unsigned wanted = 0;
    for (unsigned i = 0; i < kernel->arg_count; i++) {
        if (kernel->args[i].kind >= SIM_ARG_HIDDEN_NONE)
            continue;
        if (wanted < launch->arg_count)
            put_explicit(kernarg, &kernel->args[i], &launch->args[wanted], wanted);
        wanted++;
    }
    if (wanted != launch->arg_count)
        sim_error(kernarg->device, "kernel %s takes %u arguments, not %u", kernel->name, wanted,
                  launch->arg_count);
    put_hidden(kernarg);
}

void
kernarg_fill(struct kernarg *kernarg)
{
    struct sim_device *device = kernarg->device;
    uint32_t dynamic = kernarg->launch->dynamic_local;
    if (dynamic > device->target->lds_size)
        sim_error(device, "%u bytes of dynamic local memory are too many", dynamic);
    kernarg->lds = kernarg->kernel->group_size + dynamic;
    put_arguments(kernarg);
}
