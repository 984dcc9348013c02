/* A machine pass that breaks its promise is named: for each form, the runner gets the real passes
 * up to the one that makes it, with a pass that does less in its place or with a pass after it that
 * destroys the form, as rows in place of passes.def. */
#include "backend-gcn/backend.h"
#include "backend-gcn/mir/mir_build.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static const char text[] = "machine \"f\" gfx900 {\n"
                           "b0: succs(b1 b2)\n"
                           "    %v1@v0! = p_start\n"
                           "    %m2:2 = v_cmp_lt_u32 7, %v1\n"
                           "    p_cbranch_mask %m2:2\n"
                           "b1: preds(b0) succs(b3)\n"
                           "    %v3 = v_add_u32 1, %v1\n"
                           "    p_branch\n"
                           "b2: preds(b0) succs(b3)\n"
                           "    %v4 = v_mul_f32 %v1, %v1\n"
                           "    p_branch\n"
                           "b3: preds(b1 b2)\n"
                           "    %v5 = p_phi %v3, %v4\n"
                           "    %v6 = p_phi %v3, 7\n"
                           "    ds_write_b32 %v1, %v5, _ mem(local 4)\n"
                           "    p_end\n"
                           "}\n";

static bool
do_nothing(struct mir_function *function, const struct backend_options *options)
{
    (void)function;
    (void)options;
    return true;
}

/* The first instruction that has the operation. */
static struct mir_inst *
find(struct mir_function *function, unsigned op)
{
    mir_foreach_block (block, function)
        mir_foreach_inst (inst, block)
            if (inst->op == op)
                return inst;
    fail_msg("there is no %s", mir_op_name(op));
    return NULL;
}

static bool
define_again(struct mir_function *function, const struct backend_options *options)
{
    (void)options;
    struct mir_inst *inst = find(function, GCN_v_mul_f32);
    inst->operands[0] = find(function, GCN_v_add_u32)->operands[0];
    return true;
}

static bool
swap_register(struct mir_function *function, const struct backend_options *options)
{
    (void)options;
    find(function, GCN_ds_write_b32)->operands[0].reg = GCN_VGPR0 + 77;
    return true;
}

static bool
add_pseudo(struct mir_function *function, const struct backend_options *options)
{
    (void)options;
    struct mir_inst *inst = mir_inst_new(function, MIR_P_LOGICAL_END, NULL, 0, 0);
    mir_insert_before(function->last_block->last, inst);
    return true;
}

static const struct pass_row *
find_row(const char *name)
{
    for (unsigned i = 0; i < backend_passes.count; i++)
        if (strcmp(backend_passes.rows[i].name, name) == 0)
            return &backend_passes.rows[i];
    fail_msg("there is no pass %s", name);
    return NULL;
}

enum { MAX_ROWS = 32 };

/* The table's rows up to that of the name, this one excluded; then a row of the test's own. */
static const char *
run(struct arena *arena, struct guard *guard, const char *name, const struct pass_row *own)
{
    struct pass_row rows[MAX_ROWS];
    struct pass_level level = backend_passes;
    unsigned count = (unsigned)(find_row(name) - backend_passes.rows);
    assert_true(count + 1 < MAX_ROWS);
    memcpy(rows, backend_passes.rows, count * sizeof *rows);
    rows[count] = *own;
    level.rows = rows;
    level.count = count + 1;
    struct mir_function *function;
    assert_null(mir_parse(arena, guard, text, sizeof text - 1, &function));
    struct ir_function source = {.name = "f"};
    function->source = &source;
    struct backend_options backend = {.object.target = function->target};
    struct pass_options options = {.optimise = 1, .validate = true};
    struct pass_run run = {&level, &options, arena, guard, &backend};
    if (setjmp(guard->target) != 0)
        return guard->message;
    pass_run_rows(&run, 0, function);
    return NULL;
}

/* own: a row to be in the place of that of the name. */
static void
expect(const char *name, struct pass_row own, mir_pass *pass, const char *wanted)
{
    struct arena arena;
    struct guard guard = {.pass = NULL};
    arena_init(&arena, NULL, &guard);
    own.name = "broken";
    own.pass = &pass;
    const char *message = run(&arena, &guard, name, &own);
    if (!message || strncmp(message, "after broken: f: ", 17) != 0 || !strstr(message, wanted))
        fail_msg("%s: %s instead of %s", name, message ? message : "nothing", wanted);
    arena_free(&arena);
}

/* In place of the pass that makes the form, one that does nothing. */
static void
expect_unmade(const char *name, const char *wanted)
{
    expect(name, *find_row(name), do_nothing, wanted);
}

/* In place of a pass that keeps the form, one that destroys it. */
static void
expect_destroyed(const char *name, mir_pass *pass, const char *wanted)
{
    struct pass_row row = *find_row(name);
    row.makes = row.loses = 0;
    expect(name, row, pass, wanted);
}

static void
broken_forms(void **state)
{
    (void)state;
    expect_destroyed("opt_combine", define_again, "temp 3 defined twice");
    expect_unmade("insert_exec", "the linear graph is not made");
    expect_unmade("phi_operands", "a phi joins one operand, or others than temps of its class");
    expect_unmade("ra", "registers are not assigned");
    expect_destroyed("lower_copies", swap_register, "v77");
    expect_unmade("lower_copies", "a copy, phi or vector is left");
    expect_unmade("lower_pseudo", "a pseudo operation is left");
    expect_destroyed("insert_nops", add_pseudo, "a pseudo operation is left");
    expect_unmade("encode_function", "there are no bytes");
}

static void
sound_passes(void **state)
{
    (void)state;
    struct arena arena;
    struct guard guard = {.pass = NULL};
    arena_init(&arena, NULL, &guard);
    assert_null(run(&arena, &guard, "encode_function", find_row("encode_function")));
    arena_free(&arena);
}

/* Each machine pass finds its forms, whichever optional ones ran. */
static void
forms_hold(void **state)
{
    (void)state;
    struct arena arena;
    arena_init(&arena, NULL, NULL);
    struct strbuf message = strbuf_new(&arena);
    if (!pass_check_forms(&backend_passes, 1, &message))
        fail_msg("%s", message.text);
    arena_free(&arena);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sound_passes),
                                       cmocka_unit_test(broken_forms),
                                       cmocka_unit_test(forms_hold)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
