/* -flocal-memory-init=zero: local memory begins with zeros (cl_khr_initialize_memory), that of arguments, too.
 *
 *   kernel @k (p.local %1)   ->   kernel @k (p.local %1)
 *                                     call @__occ_zero_local()
 *
 * The library's function ends with a barrier.  Kernels pay that have local memory of the program's: those with
 * variables, be it of functions that they call, or with arguments. */
#include "midend/pass.h"

#include "midend/analysis/analysis.h"
#include "midend/ir/ir_build.h"

static const char library_name[] = "__occ_zero_local";

static bool
names_local(const struct ir_function *function)
{
    ir_foreach_block (block, function)
        ir_foreach_inst (inst, block)
            if (inst->op == IR_OP_symbol && inst->global->space == IR_SPACE_LOCAL)
                return true;
    return false;
}

static bool
takes_local(const struct ir_function *kernel)
{
    for (uint32_t i = 0; i < kernel->param_count; i++)
        if (ir_type_of(kernel, kernel->params[i]) == IR_P_LOCAL)
            return true;
    return false;
}

static bool
is_kernel(const struct ir_function *function, const void *wanted)
{
    return wanted ? function == wanted : function->is_kernel;
}

static bool
has_local(struct arena *scratch, struct ir_function *kernel)
{
    if (takes_local(kernel))
        return true;
    const struct ana_calls *calls = ana_calls(scratch, kernel->module, is_kernel, kernel, false);
    for (uint32_t i = 0; i < calls->count; i++)
        if (names_local(calls->order[i]))
            return true;
    return false;
}

static void
call_library(struct ir_function *kernel, struct ir_function *callee)
{
    struct ir_inst *first = kernel->entry->first;
    while (first->op == IR_OP_alloca)
        first = first->next;
    struct ir_builder b = {kernel, kernel->entry, first, kernel->loc};
    ir_build(&b, IR_OP_call, IR_VOID, 0, NULL, 0)->callee = callee;
}

bool
zero_local(struct ir_module *module)
{
    struct ir_function *callee = NULL;
    struct arena scratch;
    if (!module->zeroes_local)
        return false;
    arena_init_scratch(&scratch, module->arena->allocator, module->guard);
    for (struct ir_function *f = module->functions; f; f = f->next) {
        if (!f->is_kernel || !f->entry || !has_local(&scratch, f))
            continue;
        if (!callee) {
            callee = ir_function_new(module, library_name, NULL, 0, NULL, 0);
            callee->is_external = true;
        }
        call_library(f, callee);
    }
    arena_free(&scratch);
    return callee;
}
