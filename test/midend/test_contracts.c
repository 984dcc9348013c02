/* A pass that breaks its promise is named: for each form, the runner gets a row that makes it, and
 * one after it that destroys it and does not say so, in place of passes.def. */
#include "midend/ir/ir_build.h"
#include "midend/pass.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* Lanes leave the loop in different iterations; the selection reads a mask of it after it. */
static const char text[] = "function @f (p.global %1) kernel\n"
                           "info \"f\" kernarg 8 max_flat 256 version 120\n"
                           "{\n"
                           "b0 ():\n"
                           "    %2 = workitem_id i32, dim 0\n"
                           "    br b1\n"
                           "b1 (b0, b2):\n"
                           "    %3 = phi i32 [i32 0, b0], [%6, b2]\n"
                           "    %4 = ult i1 %3, %2\n"
                           "    cbr %4, b2, b3\n"
                           "b2 (b1):\n"
                           "    %6 = add i32 %3, i32 1\n"
                           "    br b1\n"
                           "b3 (b1):\n"
                           "    store i32 %1, %3, align 4\n"
                           "    ret\n"
                           "}\n";

static bool
add_call(struct ir_function *function)
{
    const uint8_t none[1] = {0};
    struct ir_function *callee = ir_function_new(function->module, "g", none, 0, none, 0);
    struct ir_inst *call = ir_inst_new(function, IR_OP_call, IR_VOID, 0, NULL, 0);
    call->callee = callee;
    ir_insert_before(function->entry->last, call);
    return true;
}

static bool
add_variable(struct ir_function *function)
{
    struct ir_builder b = {function, function->entry, function->entry->last, 0};
    struct ir_inst *variable = ir_build(&b, IR_OP_alloca, IR_P_PRIVATE, 1, NULL, 0);
    variable->size = variable->align = 4;
    struct ir_inst *load = ir_build(&b, IR_OP_load, IR_I32, 1, &variable->def, 1);
    load->memory.components = 1;
    load->memory.align = 4;
    return true;
}

/* The latch branches to the header or to the header. */
static bool
add_twin(struct ir_function *function)
{
    struct ir_block *latch = function->last_block->prev;
    ir_set_cbr(latch, ir_const(function, IR_I1, 1), latch->succs[0], latch->succs[0]);
    return true;
}

/* An operation on constants of its type, in the entry. */
static bool
add_operation(struct ir_function *function, enum ir_op op, enum ir_type type)
{
    ir_id one = ir_const(function, type, 1);
    struct ir_inst *inst = ir_inst_new(function, op, type, 1, (const ir_id[]){one, one}, 2);
    ir_insert_before(function->entry->last, inst);
    return true;
}

static bool
add_sum(struct ir_function *function)
{
    return add_operation(function, IR_OP_add, IR_I16);
}

static bool
add_product(struct ir_function *function)
{
    return add_operation(function, IR_OP_mul, IR_I64);
}

static bool
add_quotient(struct ir_function *function)
{
    return add_operation(function, IR_OP_fdiv, IR_F32);
}

static bool
add_memzero(struct ir_function *function)
{
    struct ir_inst *inst = ir_inst_new(function, IR_OP_memzero, IR_VOID, 0, function->params, 1);
    inst->size = inst->memory.align = 4;
    ir_insert_before(function->entry->last, inst);
    return true;
}

static bool
add_sample(struct ir_function *function)
{
    struct ir_builder b = {function, function->entry, function->entry->last, 0};
    ir_id handle = ir_undef(function, IR_P_CONSTANT);
    ir_id args[] = {handle, handle, ir_build_float(&b, IR_F32, 1)};
    ir_build(&b, IR_OP_image_read, IR_F32, 4, args, 3)->image.shape = IMAGE_1D;
    return true;
}

/* What was copied for each lane is read from where all share it. */
static bool
drop_lane_copy(struct ir_function *function)
{
    ir_foreach_block (block, function)
        ir_foreach_inst_safe (inst, block)
            if (inst->op == IR_OP_lane_copy) {
                ir_replace_uses(function, inst->def, inst->args[0].value);
                ir_remove(inst);
            }
    return true;
}

static bool
lie(struct ir_function *function)
{
    (void)function;
    return false;
}

/* The rows run over the kernel: what the runner says, or NULL. */
static const char *
run(struct arena *arena, struct guard *guard, const struct pass_row *rows, unsigned count)
{
    struct pass_level level = pass_midend;
    struct pass_options options = {.optimise = 1, .validate = true};
    struct ir_module *module = ir_module_new(arena, guard);
    struct pass_run run = {&level, &options, arena, guard, NULL};
    level.rows = rows;
    level.count = count;
    assert_null(ir_parse(module, text, sizeof text - 1));
    if (setjmp(guard->target) != 0)
        return guard->message;
    pass_run_rows(&run, 0, module->functions);
    return NULL;
}

static void
expect(ir_function_pass *maker, ir_function_pass *breaker, unsigned form, const char *wanted)
{
    struct arena arena;
    struct guard guard = {.pass = NULL};
    arena_init(&arena, NULL, &guard);
    struct pass_row rows[] = {
        {"lower_loops", &(struct ir_pass){.function = lower_loops}, 0, 0, IR_LOOPS, 0, PASS_LOWER},
        {"opt_maker", &(struct ir_pass){.function = maker}, 0, 0, (uint16_t)form, 0, PASS_OPT},
        {"opt_broken", &(struct ir_pass){.function = breaker}, 0, 0, 0, 0, PASS_OPT}};
    if (form == IR_LOOPS)
        rows[0].makes = 0;
    const char *message = run(&arena, &guard, rows, 2);
    assert_null(message);
    message = run(&arena, &guard, rows, 3);
    if (!message || strncmp(message, "after opt_broken: ", 18) != 0 || !strstr(message, wanted))
        fail_msg("%s instead of %s", message ? message : "nothing", wanted);
    arena_free(&arena);
}

static void
broken_forms(void **state)
{
    (void)state;
    expect(inline_calls, add_call, IR_INLINED, "a call of what is no function that stays");
    expect(ssa_build, add_variable, IR_SSA, "a variable is still in memory");
    expect(lower_loops, add_twin, IR_LOOPS, "both successors are one block");
    expect(lower_memory, add_memzero, IR_MOVED, "memory is copied or cleared as a block");
    expect(lower_div, add_quotient, IR_DIVIDED, "a division or square root is left");
    expect(lower_int64, add_product, IR_HALVED, "does not take in 64 bits");
    expect(lower_small_int, add_sum, IR_NARROW, "arithmetic on i8 or i16");
    expect(lower_images, add_sample, IR_SAMPLED, "a sampler whose coordinates are OpenCL's");
    expect(lower_divergence, drop_lane_copy, IR_LOWERED,
           "a uniform value is used after a loop that lanes leave apart");
}

/* A pass that makes a form must do so, even if it says that there was nothing to do. */
static void
form_not_made(void **state)
{
    (void)state;
    struct arena arena;
    struct guard guard = {.pass = NULL};
    arena_init(&arena, NULL, &guard);
    const struct pass_row rows[] = {
        {"lower_lie", &(struct ir_pass){.function = lie}, 0, 0, IR_LOWERED, 0, PASS_LOWER}};
    const char *message = run(&arena, &guard, rows, 1);
    assert_non_null(message);
    assert_ptr_equal(strstr(message, "after lower_lie: f: b3: store"), message);
    arena_free(&arena);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(broken_forms),
                                       cmocka_unit_test(form_not_made)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
