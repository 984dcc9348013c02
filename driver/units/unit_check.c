#include "driver/units/unit_check.h"

#include "midend/ir/ir_info.h"
#include "sema/type.h"

enum {
    MAX_KERNARG = 1 << 30,
    MAX_GROUP = 1024,
    MAX_REGISTERS = 512 /* and waves: sema_kernel.c */
};

/* Names and types of a program, which metadata repeat: libyaml takes UTF-8 alone. */
static bool
is_plain(const char *text)
{
    for (; text && *text; text++)
        if (*text < ' ' || *text == '\x7F')
            return false;
    return true;
}

static bool
has_plain_names(const struct kernel_info *info)
{
    bool are =
        is_plain(info->name) && is_plain(info->vec_type_hint) && is_plain(info->runtime_handle);
    for (uint32_t i = 0; i < info->arg_count; i++)
        are &= is_plain(info->args[i].name) && is_plain(info->args[i].type_name);
    return are;
}

/* As a type has it, or an attribute gives it. */
static bool
is_alignment(uint32_t n)
{
    return n && (n & (n - 1)) == 0 && n <= TYPE_MAX_ALIGN;
}

/* A number of the argument's size, the address of a value that does not fit, or a pointer of its kind. */
static bool
has_type(enum ir_type type, const struct kernel_arg *arg)
{
    if (arg->kind == KERNEL_ARG_BY_VALUE)
        return type == IR_P_CONSTANT ||
               (!ir_is_pointer(type) && ir_type_bits(type) == arg->size * 8);
    if (arg->kind == KERNEL_ARG_DYNAMIC_LOCAL)
        return type == IR_P_LOCAL && arg->size == 4;
    return (type == IR_P_GLOBAL || type == IR_P_CONSTANT || type == IR_P_GENERIC) && arg->size == 8;
}

/* Does each argument lie in the segment? */
static bool
has_room(const struct ir_function *kernel)
{
    const struct kernel_info *info = kernel->kernel;
    if (info->kernarg_size > MAX_KERNARG || info->arg_count != kernel->param_count)
        return false;
    for (uint32_t i = 0; i < info->arg_count; i++) {
        const struct kernel_arg *arg = &info->args[i];
        if (arg->offset > info->kernarg_size || arg->size > info->kernarg_size - arg->offset ||
            !is_alignment(arg->align) || !has_type((enum ir_type)kernel->param_types[i], arg))
            return false;
    }
    return true;
}

/* Sizes of work-groups and limits as attributes may have them. */
static bool
has_possible_groups(const struct kernel_info *info)
{
    uint64_t required = 1;
    for (int i = 0; i < 3; i++)
        required *=
            info->reqd_group_size[i] <= MAX_GROUP ? info->reqd_group_size[i] : MAX_GROUP + 1;
    return info->max_flat_group_size && info->max_flat_group_size <= MAX_GROUP &&
           required <= info->max_flat_group_size && info->least_waves <= MAX_REGISTERS &&
           info->most_waves <= MAX_REGISTERS && info->max_vgprs <= MAX_REGISTERS &&
           info->max_sgprs <= MAX_REGISTERS;
}

/* Which memory an operation reaches by which argument. */
enum {
    SHARED = IR_SPACE_MASK(GENERIC) | IR_SPACE_MASK(GLOBAL) | IR_SPACE_MASK(LOCAL),
    WRITABLE = SHARED | IR_SPACE_MASK(PRIVATE),
    READABLE = WRITABLE | IR_SPACE_MASK(CONSTANT)
};
static const struct {
    uint8_t op, argument;
    ir_space_set spaces;
} reaches[] = {{IR_OP_load, 0, READABLE},    {IR_OP_store, 0, WRITABLE},
               {IR_OP_atomic, 0, SHARED},    {IR_OP_cmpxchg, 0, SHARED},
               {IR_OP_memzero, 0, WRITABLE}, {IR_OP_memcpy, 0, WRITABLE},
               {IR_OP_memcpy, 1, READABLE}};

static enum ir_space
space_of(const struct ir_function *function, const struct ir_inst *inst, unsigned argument)
{
    return ir_space_of(ir_type_of(function, inst->args[argument].value));
}

static bool
may_reach(const struct ir_function *function, const struct ir_inst *inst)
{
    for (size_t i = 0; i < sizeof reaches / sizeof *reaches; i++)
        if (inst->op == reaches[i].op &&
            !ir_has_space(reaches[i].spaces, space_of(function, inst, reaches[i].argument)))
            return false;
    if (inst->op == IR_OP_alloca && !is_alignment(inst->align))
        return false;
    bool is_plain_access = inst->op == IR_OP_load || inst->op == IR_OP_store;
    if (!is_plain_access || !inst->memory.order)
        return true;
    enum ir_space space = space_of(function, inst, 0);
    return ir_has_space(SHARED, space);
}

/* The handle of an image is no sampler; a sampler may be an argument, too. */
static bool
has_image(const struct ir_function *function, const struct ir_inst *inst)
{
    bool is_image = inst->op == IR_OP_image_read || inst->op == IR_OP_image_sample ||
                    inst->op == IR_OP_image_write || inst->op == IR_OP_image_query;
    const struct ir_inst *handle = is_image ? ir_def(function, inst->args[0].value) : NULL;
    return !handle || handle->op != IR_OP_sampler;
}

static const char *
check_body(const struct ir_function *function, struct arena *arena)
{
    for (uint32_t i = 1; i < function->values.count; i++)
        if (function->values.at[i].type == IR_P_REGION)
            return "nothing reaches region memory";
    ir_foreach_block (block, function)
        ir_foreach_inst (inst, block)
            if (!may_reach(function, inst) || !has_image(function, inst))
                return ir_fault(arena, function, inst, "no such access");
    return NULL;
}

const char *
unit_check_global(const struct ir_global *global)
{
    for (uint32_t i = 0; i < global->reloc_count; i++)
        if (global->relocs[i].offset > global->size || global->size - global->relocs[i].offset < 8)
            return "an address lies outside of its variable";
    return is_alignment(global->align) ? NULL
                                       : "a variable's alignment is no power of two, or too large";
}

const char *
unit_check(const struct ir_function *function, struct arena *arena)
{
    const char *wrong = function->entry ? ir_validate(function, 0, arena) : NULL;
    if (!wrong && function->entry)
        wrong = check_body(function, arena);
    if (wrong)
        return wrong;
    if (function->is_kernel != (function->kernel != NULL))
        return "a kernel has no description";
    if (!function->kernel)
        return NULL;
    return !has_plain_names(function->kernel)       ? "a name is no text"
           : !has_room(function)                    ? "an argument has no place"
           : !has_possible_groups(function->kernel) ? "a kernel's limits are none"
                                                    : NULL;
}
