/* occ with a fault in one pass: the linker redirects calls of some passes here (--wrap), and
 * OCC_FAULT says which of them misbehave.  For the test of tools/bisect. */
#include "backend-gcn/backend.h"
#include "backend-gcn/mir/mir_build.h"
#include "midend/ir/ir_build.h"
#include "midend/pass.h"

#include <stdlib.h>
#include <string.h>

static bool
is_faulty(const char *name)
{
    const char *fault = getenv("OCC_FAULT");
    return fault && strstr(fault, name) != NULL;
}

/* The value that the last instruction of the operation uses there, of an i32: one more. */
static void
add_one(struct ir_function *function, enum ir_op op, uint32_t argument)
{
    struct ir_inst *last = NULL;
    ir_foreach_block (block, function)
        ir_foreach_inst (inst, block)
            if (inst->op == op && inst->arg_count > argument &&
                ir_type_of(function, inst->args[argument].value) == IR_I32)
                last = inst;
    if (!last)
        return;
    struct ir_inst *sum =
        ir_inst_new(function, IR_OP_add, IR_I32, 1,
                    (const ir_id[]){last->args[argument].value, ir_const(function, IR_I32, 1)}, 2);
    ir_insert_before(last, sum);
    ir_set_arg(last, argument, sum->def);
}

static bool
has_op(const struct ir_function *function, enum ir_op op)
{
    ir_foreach_block (block, function)
        ir_foreach_inst (inst, block)
            if (inst->op == op)
                return true;
    return false;
}

#define WRAP_IR(name)                                                                              \
    bool __real_##name(struct ir_function *function);                                              \
    bool __wrap_##name(struct ir_function *function);                                              \
    bool __wrap_##name(struct ir_function *function)
#define WRAP_MACHINE(name)                                                                         \
    bool __real_##name(struct mir_function *function, const struct backend_options *options);      \
    bool __wrap_##name(struct mir_function *function, const struct backend_options *options);      \
    bool __wrap_##name(struct mir_function *function, const struct backend_options *options)

WRAP_IR(opt_memory)
{
    __real_opt_memory(function);
    if (is_faulty("opt_memory"))
        add_one(function, IR_OP_store, 1);
    return true;
}

/* In the one row that sees divisions lowered. */
WRAP_IR(opt_gvn)
{
    __real_opt_gvn(function);
    if (is_faulty("opt_gvn:4") && has_op(function, IR_OP_hw_rcp))
        add_one(function, IR_OP_store, 1);
    return true;
}

WRAP_IR(opt_dce)
{
    __real_opt_dce(function);
    if (is_faulty("callee.opt_dce") && !function->is_kernel)
        add_one(function, IR_OP_ret, 0);
    return true;
}

/* What is broken, not wrong: the validator's to find. */
WRAP_IR(lower_div)
{
    return is_faulty("lower_div") || __real_lower_div(function);
}

/* Must run, and no slow mode helps. */
WRAP_IR(lower_memory)
{
    __real_lower_memory(function);
    if (is_faulty("lower_memory"))
        add_one(function, IR_OP_store, 1);
    return true;
}

/* A number that an instruction has in it: one more. */
static void
change_constant(struct mir_function *function)
{
    mir_foreach_block (block, function)
        mir_foreach_inst (inst, block)
            for (unsigned i = 0; i < inst->operand_count; i++)
                if (inst->operands[i].kind == MIR_CONST && inst->operands[i].value == 777) {
                    inst->operands[i].value++;
                    return;
                }
}

WRAP_MACHINE(opt_combine)
{
    __real_opt_combine(function, options);
    if (is_faulty("opt_combine"))
        change_constant(function);
    return true;
}

WRAP_MACHINE(ra)
{
    __real_ra(function, options);
    if (is_faulty("ra") && !options->spill_everything)
        change_constant(function);
    return true;
}

WRAP_MACHINE(insert_waitcnt)
{
    __real_insert_waitcnt(function, options);
    mir_foreach_block (block, function)
        mir_foreach_inst_safe (inst, block)
            if (is_faulty("insert_waitcnt") && !options->wait_everything &&
                inst->op == GCN_s_waitcnt)
                mir_remove(inst);
    return true;
}
