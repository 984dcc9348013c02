/* The units of isel_unit.def: each space is reached on each chip that code is made for, by
 * instructions that the chip has, whose offsets it takes. */
#include "backend-gcn/isel/isel.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
/* cmocka wants those before it */
#include <cmocka.h>

static const unsigned spaces[] = {0, 1, 2, 3, 5};

/* Can a dword be loaded with that offset in the instruction? */
static bool
takes_offset(struct arena *arena, const struct gcn_target *target, const struct isel_unit *unit,
             int32_t offset)
{
    static const char *const loads[ISEL_UNITS] = {
        [ISEL_UNIT_ds] = "ds_read_b32 v1, v2",
        [ISEL_UNIT_global] = "global_load_dword v1, v[2:3], off",
        [ISEL_UNIT_flat] = "flat_load_dword v1, v[2:3]",
        [ISEL_UNIT_global_buffer] = "buffer_load_dword v1, v[2:3], s[4:7], 0 addr64",
        [ISEL_UNIT_scratch] = "scratch_load_dword v1, v2, off",
        [ISEL_UNIT_scratch_buffer] = "buffer_load_dword v1, v2, s[4:7], s8 offen",
    };
    const char *text = arena_printf(arena, offset ? "%s offset:%d" : "%s", loads[unit->id], offset);
    struct gcn_inst inst;
    uint32_t words[3];
    const char *why;
    return !gcn_parse(arena, target, text, strlen(text), &inst) &&
           inst.op == unit->load[ISEL_ACCESS_X1] && gcn_encode(target, &inst, words, &why) != 0;
}

/* Accesses of three dwords and of four are made of smaller ones where the chip has none. */
static bool
is_there(const struct gcn_target *target, unsigned access, unsigned op)
{
    bool is_optional = access == ISEL_ACCESS_X3 || access == ISEL_ACCESS_X4;
    return op == GCN_NO_OP || gcn_has_op(target, op) || (is_optional && !target->has_flat);
}

static void
check_unit(struct arena *arena, const struct gcn_target *target, const struct isel_unit *unit)
{
    for (unsigned i = 0; i < ISEL_LOADS; i++)
        assert_true(is_there(target, i, unit->load[i]));
    for (unsigned i = 0; i < ISEL_STORES; i++)
        assert_true(is_there(target, i, unit->store[i]));
    assert_true(takes_offset(arena, target, unit, unit->lowest));
    assert_true(takes_offset(arena, target, unit, unit->highest));
    bool unused = unit->id == ISEL_UNIT_flat && target->has_flat_offset;
    assert_true(takes_offset(arena, target, unit, unit->highest + 1) == unused);
}

static void
test_units(void **state)
{
    (void)state;
    struct guard guard = {.pass = NULL};
    struct arena arena;
    arena_init(&arena, NULL, &guard);
    if (setjmp(guard.target) != 0)
        fail_msg("%s", guard.message);
    for (unsigned i = 0; i < gcn_target_count; i++) {
        struct isel isel = {.target = &gcn_targets[i], .guard = &guard};
        for (unsigned k = 0; k < sizeof spaces / sizeof *spaces; k++)
            if (spaces[k] != IR_SPACE_GENERIC || gcn_targets[i].has_flat) /* lower_generic */
                check_unit(&arena, isel.target, isel_unit(&isel, spaces[k]));
    }
    arena_free(&arena);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_units)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
