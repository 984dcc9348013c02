/* Random functions through liveness, spilling, assignment, its validator and copy lowering: what
 * they compute stays the same. */
#include "test/backend-gcn/mir_random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/* cmocka wants those before it */
#include <cmocka.h>

struct plan {
    struct mir_random_options random;
    struct backend_options options;
    bool finish; /* all the way to bytes */
};

static const char *
run(struct arena *arena, struct guard *guard, const struct plan *plan, const char *stage)
{
    struct mir_function *function = mir_random(arena, guard, &plan->random);
    uint64_t before, after;
    const char *fault = mir_interpret(arena, function, &before);
    bool verbose = getenv("OCC_TEST_PRINT") != NULL;
    struct strbuf text = strbuf_new(arena);
    struct backend_options options = plan->options;
    options.object.target = function->target;
    if (fault)
        return fault;
    if (verbose)
        mir_print(&text, function);
    fault = mir_validate(function, 0, arena);
    if (!fault) {
        phi_operands(function, &options);
        spill(function, &options);
        fault = mir_validate(function, MIR_FORM_REGULAR, arena);
    }
    if (verbose)
        mir_print(&text, function);
    if (!fault && mir_interpret(arena, function, &after) == NULL && before != after)
        fault = "spilling changed results";
    if (!fault) {
        sched(function, &options);
        fault = mir_validate(function, MIR_FORM_REGULAR, arena);
    }
    if (verbose)
        mir_print(&text, function);
    if (!fault && mir_interpret(arena, function, &after) == NULL && before != after)
        fault = "scheduling changed results";
    if (!fault) {
        opt_rotations(function, &options);
        fault = mir_validate(function, MIR_FORM_REGULAR, arena);
    }
    if (!fault && mir_interpret(arena, function, &after) == NULL && before != after)
        fault = "copies before loads changed results";
    if (!fault)
        ra(function, &options);
    if (verbose)
        mir_print(&text, function);
    if (!fault)
        fault = ra_validate(function, arena);
    if (!fault && share_parts(function, &options))
        fault = ra_validate(function, arena);
    if (!fault)
        lower_copies(function, &options);
    if (!fault && plan->finish) {
        lower_pseudo(function, &options);
        insert_waitcnt(function, &options);
        insert_nops(function, &options);
        rotate_loops(function, &options);
        relax_branches(function, &options);
        encode_function(function, &options);
        asm_listing(&text, function, NULL);
        struct strbuf listing = strbuf_new(arena);
        asm_listing(&listing, function, NULL);
    }
    if (verbose)
        mir_print(&text, function);
    if (!fault)
        fault = mir_interpret(arena, function, &after);
    if (verbose)
        puts(text.text);
    if (!fault && before != after)
        fault = "results differ";
    (void)stage;
    return fault;
}

static void
check(const struct plan *plan)
{
    struct guard guard = {.pass = NULL};
    struct arena arena;
    arena_init(&arena, NULL, &guard);
    const char *fault;
    if (setjmp(guard.target) == 0)
        fault = run(&arena, &guard, plan, "ra");
    else
        fault = guard.message;
    if (fault)
        fail_msg("%s seed %u size %u pool %u: %s", plan->random.target, (unsigned)plan->random.seed,
                 plan->random.size, plan->random.pool, fault);
    arena_free(&arena);
}

static unsigned
seeds(unsigned normal)
{
    const char *text = getenv("OCC_TEST_SEEDS");
    return text ? (unsigned)atoi(text) : normal;
}

static unsigned
first_seed(void)
{
    const char *text = getenv("OCC_TEST_FIRST");
    return text ? (unsigned)atoi(text) : 1;
}

static void
test_small(void **state)
{
    (void)state;
    for (unsigned seed = first_seed(); seed <= seeds(300); seed++) {
        struct plan plan = {.random = {"gfx900", seed, 30, 12, seed % 2, seed % 5 >= 3, false},
                            .finish = seed % 5 < 3};
        if (seed % 3 == 0)
            plan.random.target = seed % 2 ? "gfx803" : "gfx90a";
        check(&plan);
    }
}

static void
test_large(void **state)
{
    (void)state;
    for (unsigned seed = first_seed(); seed <= seeds(60); seed++) {
        struct plan plan = {.random = {"gfx803", seed, 300, 40, seed % 2, seed % 5 >= 3, false},
                            .finish = seed % 5 < 3};
        if (seed % 3 == 0)
            plan.random.target = "gfx900";
        check(&plan);
    }
}

static void
test_spills(void **state)
{
    (void)state;
    for (unsigned seed = first_seed(); seed <= seeds(100); seed++) {
        struct plan plan = {.random = {"gfx803", seed, 30 + seed % 7 * 20, 20 + seed % 5 * 8,
                                       seed % 2, false, false},
                            .finish = true};
        plan.options.max_vgprs = 16 + seed % 3 * 8;
        plan.options.max_sgprs = 36 + seed % 4 * 16;
        plan.options.spill_everything = seed % 4 == 1;
        if (seed % 3 == 0)
            plan.random.target = "gfx900";
        check(&plan);
    }
}

static void
test_calls(void **state)
{
    (void)state;
    for (unsigned seed = first_seed(); seed <= seeds(120); seed++) {
        struct plan plan = {.random = {.target = seed % 3 ? "gfx900" : "gfx803",
                                       .seed = seed,
                                       .size = 30 + seed % 5 * 30,
                                       .pool = 12 + seed % 4 * 10,
                                       .wide = seed % 2,
                                       .calls = true}};
        if (seed % 7 == 0)
            plan.random.target = "gfx90a";
        if (seed % 2) {
            plan.options.max_vgprs = 20 + seed % 3 * 8;
            plan.options.max_sgprs = 40 + seed % 4 * 16;
        }
        plan.options.spill_everything = seed % 8 == 1;
        check(&plan);
    }
}

/* Moves one operand of an assigned function elsewhere: the validator has to see it, unless nothing
 * hangs on the register.  Counts what it saw. */
static unsigned
spoil(struct arena *arena, struct mir_function *function, unsigned *spoilt)
{
    unsigned seen = 0;
    mir_foreach_block (block, function) {
        mir_foreach_inst (inst, block) {
            for (unsigned i = 0; i < inst->operand_count; i++) {
                struct mir_operand *operand = &inst->operands[i];
                if (operand->kind != MIR_TEMP || !mir_is_use(inst, i) || operand->is_undef)
                    continue;
                uint16_t reg = operand->reg;
                operand->reg = (uint16_t)(reg ^ 4);
                seen += ra_validate(function, arena) != NULL;
                operand->reg = reg;
                if (++*spoilt % 64 == 0)
                    return seen;
            }
        }
    }
    return seen;
}

static void
test_validator(void **state)
{
    (void)state;
    unsigned spoilt = 0, seen = 0;
    for (unsigned seed = 1; seed <= 6; seed++) {
        struct guard guard = {.pass = NULL};
        struct arena arena;
        struct mir_random_options random = {"gfx900", seed, 30, 12, true, true, true};
        arena_init(&arena, NULL, &guard);
        if (setjmp(guard.target) != 0)
            fail_msg("%s", guard.message);
        struct mir_function *function = mir_random(&arena, &guard, &random);
        struct backend_options options = {.object.target = function->target};
        phi_operands(function, &options);
        spill(function, &options);
        ra(function, &options);
        assert_null(ra_validate(function, &arena));
        seen += spoil(&arena, function, &spoilt);
        arena_free(&arena);
    }
    assert_true(seen * 100 >= spoilt * 99); /* a copy of the value may happen to be there */
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small),     cmocka_unit_test(test_large),
        cmocka_unit_test(test_spills),    cmocka_unit_test(test_calls),
        cmocka_unit_test(test_validator),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
