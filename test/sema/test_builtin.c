/* The builtin table: every row well formed, found by its name, mangled as documented. */
#include "harness.h"

#include "sema/builtin.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const struct builtin table[] = {
#define BUILTIN(name, elements, components, signature, implementation, target, flags, detail)      \
    {name, elements, components, implementation, flags, signature, target, detail},
#include "sema/builtin.def"
};

enum { ROWS = sizeof table / sizeof *table };

static void
test_every_row_is_found(void **state)
{
    (void)state;
    for (int i = 0; i < ROWS; i++) {
        uint32_t count, same = 0;
        const struct builtin *const *found = builtin_find(table[i].name, &count);
        assert_non_null(found);
        for (uint32_t k = 0; k < count; k++) {
            assert_string_equal(found[k]->name, table[i].name);
            same += strcmp(found[k]->signature, table[i].signature) == 0 &&
                    found[k]->elements == table[i].elements &&
                    found[k]->components == table[i].components;
        }
        assert_true(same >= 1);
    }
}

static void
test_unknown_names(void **state)
{
    uint32_t count;
    (void)state;
    assert_null(builtin_find("", &count));
    assert_null(builtin_find("aaa", &count));
    assert_null(builtin_find("zzz", &count));
    assert_null(builtin_find("get_global_i", &count));
}

static void
test_rows_are_sound(void **state)
{
    (void)state;
    for (int i = 0; i < ROWS; i++) {
        const struct builtin *row = &table[i];
        bool uses_t = strpbrk(row->signature, "TESUINRWM") != NULL;
        if (row->flags & BUILTIN_CUSTOM)
            continue;
        if (uses_t != (row->elements != 0))
            print_error("%s: %s\n", row->name, row->signature);
        assert_true(uses_t == (row->elements != 0));
        assert_true(!row->elements || row->components);
        if (row->implementation != BUILTIN_LIB)
            assert_non_null(row->target);
    }
}

static void
test_mangling(void **state)
{
    struct arena arena;
    struct guard guard = {0};
    (void)state;
    arena_init(&arena, NULL, &guard);
    struct type_table *types = type_table_new(&arena);
    struct type *f = type_basic(types, TYPE_FLOAT);
    struct type *in_private = type_qualified(types, f, QUAL_CONST, true, SPACE_PRIVATE);
    struct type *params[] = {type_vector(types, f, 4), type_pointer(types, in_private),
                             type_basic(types, TYPE_ULONG)};
    assert_string_equal(sema_mangle(&arena, "f", params, 3), "f.f32x4.p5f32.u64");
    assert_string_equal(sema_mangle(&arena, "f", NULL, 0), "f.void");
    assert_string_equal(sema_demangle(&arena, "f.f32x4.p5f32.u64.p1p3i8x16.ro_image2d_t.srec"),
                        "f(float4, float *, ulong, __local char16 *__global *, "
                        "__read_only image2d_t, rec)");
    assert_string_equal(sema_demangle(&arena, "f.void"), "f()");
    static const char *const others[] = {"f",           "f.",      ".f32",       "k.body",
                                         "f.f32.a4f32", "f.p9f32", "f.function", "static.0.f",
                                         "f.f32y",      "f.ro_"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_null(sema_demangle(&arena, others[i]));
    assert_string_equal(type_str(&arena, params[1]), "const __private float *");
    assert_string_equal(type_metadata_str(&arena, params[1]), "float*");
    assert_ptr_equal(type_vector(types, f, 4), params[0]);
    arena_free(&arena);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_row_is_found),
        cmocka_unit_test(test_unknown_names),
        cmocka_unit_test(test_rows_are_sound),
        cmocka_unit_test(test_mangling),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
