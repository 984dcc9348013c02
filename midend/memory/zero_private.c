/* -ftrivial-auto-var-init=zero: private memory begins with zeros (cl_khr_initialize_memory).
 *
 *   %1 = alloca 20                          ->   %1 = alloca 20
 *   memzero %1, size 20, align 4, undefined      memzero %1, size 20, align 4
 *
 * Where an object's scope begins it becomes zeros, as clang has it; where its function begins, if some access may come
 * without passing there: by a jump into the scope, or because nothing says where that begins.  What the program never
 * set is 0 too: components that nothing fills.  Zeros that are stored over go as all dead stores do. */
#include "midend/pass.h"

#include "midend/analysis/analysis.h"
#include "midend/ir/ir_build.h"

static bool
is_begin(const struct ir_inst *inst)
{
    return inst->op == IR_OP_memzero && inst->memory.is_undefined;
}

/* Does the beginning of the scope come before the access on every way? */
static bool
is_after(const struct ana_dom *dom, const struct ir_inst *begin, const struct ir_inst *access)
{
    if (begin->block != access->block)
        return ana_dominates(dom, begin->block, access->block);
    const struct ir_inst *inst = begin;
    while (inst && inst != access)
        inst = inst->next;
    return inst;
}

static bool
begins_before_all(const struct ir_function *function, const struct ana_dom *dom, ir_id object)
{
    const struct ir_use *uses = ir_value(function, object)->uses;
    const struct ir_inst *begin = NULL;
    for (const struct ir_use *use = uses; use; use = use->next)
        begin = is_begin(use->user) ? use->user : begin;
    if (!begin)
        return false;
    for (const struct ir_use *use = uses; use; use = use->next)
        if (!is_after(dom, begin, use->user))
            return false;
    return true;
}

static void
zero_at_entry(struct ir_function *function, struct ir_inst *object)
{
    struct ir_builder b = {function, function->entry, object->next, object->loc};
    struct ir_inst *zero = ir_build(&b, IR_OP_memzero, IR_VOID, 0, &object->def, 1);
    zero->size = object->size;
    zero->memory.align = object->align;
}

static void
zero_objects(struct ir_function *function)
{
    struct arena scratch;
    arena_init_scratch(&scratch, function->module->arena->allocator, function->module->guard);
    const struct ana_dom *dom = ana_dom(&scratch, function);
    ir_foreach_inst_safe (inst, function->entry)
        if (inst->op == IR_OP_alloca && !begins_before_all(function, dom, inst->def))
            zero_at_entry(function, inst);
    arena_free(&scratch);
}

static void
zero_undefined(struct ir_function *function, struct ir_inst *inst)
{
    for (uint32_t i = 0; i < inst->arg_count; i++)
        if (ir_value(function, inst->args[i].value)->kind == IR_VALUE_UNDEF)
            ir_set_arg(inst, i, ir_const(function, ir_type_of(function, inst->args[i].value), 0));
}

bool
zero_private(struct ir_module *module)
{
    if (!module->zeroes_private)
        return false;
    for (struct ir_function *f = module->functions; f; f = f->next) {
        if (!f->entry)
            continue;
        zero_objects(f);
        ir_foreach_block (block, f)
            ir_foreach_inst (inst, block) {
                zero_undefined(f, inst);
                inst->memory.is_undefined &= !is_begin(inst);
            }
    }
    return true;
}
