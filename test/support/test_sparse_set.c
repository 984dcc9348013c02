/* Random operations on sparse sets and dense ones side by side. */
#include "support/bitset.h"
#include "support/sparse_set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { SIZE = 1000, SETS = 3, STEPS = 20000 };

static uint64_t state = 1;

static uint32_t
random_below(uint32_t n)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state >> 33) % n;
}

static void
assert_same(const struct sparse_set *sparse, const struct bitset *dense)
{
    uint32_t n = bitset_next(dense, 0);
    sparse_foreach (member, sparse) {
        assert_int_equal(member, n);
        n = bitset_next(dense, n + 1);
    }
    assert_int_equal(n, UINT32_MAX);
    for (uint32_t i = 0; i < sparse->words.count; i++)
        assert_true(sparse->words.at[i].bits != 0);
}

static void
step(struct arena *arena, struct sparse_set *sparse, struct bitset *dense)
{
    uint32_t a = random_below(SETS), b = random_below(SETS), n = random_below(SIZE);
    switch (random_below(8)) {
    case 0:
        sparse_copy(arena, &sparse[a], &sparse[b]);
        bitset_copy(&dense[a], &dense[b]);
        break;
    case 1:
        assert_int_equal(sparse_union(arena, &sparse[a], &sparse[b]),
                         bitset_union(&dense[a], &dense[b]));
        break;
    case 2:
        if (random_below(10))
            break;
        sparse_clear(&sparse[a]);
        bitset_clear(&dense[a]);
        break;
    case 3:
    case 4:
        sparse_remove(&sparse[a], n);
        bitset_remove(&dense[a], n);
        break;
    default:
        assert_int_equal(sparse_add(arena, &sparse[a], n), !bitset_has(&dense[a], n));
        bitset_add(&dense[a], n);
    }
    assert_int_equal(sparse_has(&sparse[b], n), bitset_has(&dense[b], n));
}

static void
test_random(void **unused)
{
    (void)unused;
    struct arena arena;
    struct sparse_set sparse[SETS] = {0};
    struct bitset dense[SETS];
    arena_init(&arena, NULL, NULL);
    for (unsigned i = 0; i < SETS; i++)
        dense[i] = bitset_new(&arena, SIZE);
    for (unsigned i = 0; i < STEPS; i++) {
        step(&arena, sparse, dense);
        if (i % 50 == 0)
            for (unsigned k = 0; k < SETS; k++)
                assert_same(&sparse[k], &dense[k]);
    }
    arena_free(&arena);
}

static void
test_append(void **unused)
{
    (void)unused;
    struct arena arena;
    struct sparse_set set = {0};
    arena_init(&arena, NULL, NULL);
    assert_true(sparse_append(&arena, &set, 3));
    assert_false(sparse_append(&arena, &set, 3));
    assert_true(sparse_append(&arena, &set, 63));
    assert_true(sparse_append(&arena, &set, 1u << 30));
    assert_int_equal(set.words.count, 2);
    assert_int_equal(sparse_next(&set, 64), 1u << 30);
    assert_int_equal(sparse_next(&set, (1u << 30) + 1), UINT32_MAX);
    arena_free(&arena);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_append),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
