/* Jumps farther than a signed 16-bit count of dwords: the arithmetic on the pc must land on the
 * target, conditional jumps must be turned round. */
#include "backend-gcn/backend.h"
#include "backend-gcn/mir/mir_effects.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
/* cmocka wants those before it */
#include <cmocka.h>

static struct mir_inst *
add(struct mir_block *block, enum gcn_op op)
{
    struct mir_inst *inst = mir_real(block->function, op, NULL, 0);
    mir_append(block, inst);
    return inst;
}

/* s_cbranch_scc1 over a long block that ends with a jump back to its own start. */
static struct mir_function *
long_function(struct arena *arena, struct guard *guard)
{
    struct mir_function *function =
        mir_function_new(arena, guard, gcn_find_target("gfx900", 6), NULL);
    struct mir_block *head = mir_block_new(function), *body = mir_block_new(function);
    struct mir_block *end = mir_block_new(function);
    function->linear_done = function->assigned = true;
    function->scratch_sgpr = 20;
    add(head, GCN_s_cbranch_scc1)->target = end;
    for (unsigned i = 0; i < 40000; i++)
        add(body, GCN_s_barrier);
    add(body, GCN_s_cbranch_scc0)->target = body;
    add(end, GCN_s_endpgm);
    mir_add_linear_edge(head, body);
    mir_add_linear_edge(head, end);
    mir_add_linear_edge(body, body);
    mir_add_linear_edge(body, end);
    return function;
}

/* Where the s_getpc_b64 at words[at] leads. */
static int64_t
landing(const uint32_t *words, unsigned at)
{
    return (int64_t)(at + 1) + (int32_t)words[at + 2] / 4;
}

static void
check_code(const struct mir_function *function)
{
    const uint32_t *words = (const uint32_t *)(const void *)function->code;
    unsigned count = function->code_size / 4, jumps = 0;
    int64_t body = 0;
    for (unsigned at = 0; at < count;) {
        struct gcn_inst inst;
        unsigned size = gcn_decode(function->target, words + at, count - at, &inst);
        assert_true(size > 0);
        if (inst.op == GCN_s_barrier && !body)
            body = at;
        if (inst.op == GCN_s_getpc_b64) {
            assert_int_equal(landing(words, at), jumps == 0 ? (int64_t)count - 1 : body);
            jumps++;
        }
        at += size;
    }
    assert_int_equal(jumps, 2);
}

static void
test_long(void **state)
{
    (void)state;
    struct guard guard = {.pass = NULL};
    struct arena arena;
    arena_init(&arena, NULL, &guard);
    if (setjmp(guard.target) != 0)
        fail_msg("%s", guard.message);
    struct mir_function *function = long_function(&arena, &guard);
    relax_branches(function, NULL);
    encode_function(function, NULL);
    check_code(function);
    arena_free(&arena);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_long)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
