/* The table of object versions: each row is whole, each chip has one, hidden arguments do not overlap. */
#include "gcn/object/object_version.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void
rows_are_whole(void **state)
{
    (void)state;
    for (unsigned i = 0; i < object_version_count; i++) {
        const struct object_version *version = &object_versions[i];
        const struct object_launch *launch = version->launch;
        assert_ptr_equal(object_version_find(version->name), version); /* no name twice */
        assert_true(version->notes->write && version->notes->print_head);
        assert_true(version->notes->form != METADATA_NONE && version->notes->directive);
        assert_true(version->notes->is_yaml == (version->notes->form != METADATA_MSGPACK));
        assert_true(version->targets->name && version->targets->elf_flags);
        assert_true(!launch->write_header == !launch->print_header);
        assert_true(!launch->write_header == !launch->header_size);
        assert_true(!launch->write_descriptor == !launch->print_descriptor);
        assert_true(!launch->write_descriptor == !launch->descriptor_suffix);
        assert_true(!launch->write_header != !launch->write_descriptor);
    }
    assert_null(object_version_find("7"));
    assert_null(object_version_find(""));
}

static void
names_of(const struct gcn_target *target, char *names)
{
    struct guard guard = {.pass = NULL};
    struct arena arena;
    arena_init(&arena, NULL, &guard);
    if (setjmp(guard.target) != 0)
        fail_msg("%s", guard.message);
    struct strbuf buf = strbuf_new(&arena);
    object_version_list(&buf, target, " or ");
    strcpy(names, buf.text);
    arena_free(&arena);
}

static void
chips_have_versions(void **state)
{
    (void)state;
    char names[64];
    for (unsigned i = 0; i < gcn_target_count; i++)
        assert_non_null(object_version_default(&gcn_targets[i]));
    names_of(NULL, names);
    assert_string_equal(names, "2, 2d, 3, 4, 5 or 6");
    names_of(gcn_find_target("gfx906", 6), names);
    assert_string_equal(names, "2, 2d, 3, 4, 5 or 6");
    names_of(gcn_find_target("gfx9-generic", 12), names);
    assert_string_equal(names, "6");
    static const char *const late[] = {"gfx908", "gfx909", "gfx90a", "gfx90c"};
    for (unsigned i = 0; i < 4; i++) {
        names_of(gcn_find_target(late[i], 6), names);
        assert_string_equal(names, "3, 4, 5 or 6");
        assert_string_equal(object_version_default(gcn_find_target(late[i], 6))->name, "4");
    }
}

/* A chip that LLVM does not know has the facts of the one whose number its objects carry. */
static void
relatives_are_alike(void **state)
{
    (void)state;
    unsigned relatives = 0;
    for (unsigned i = 0; i < gcn_target_count; i++) {
        struct gcn_target target = gcn_targets[i];
        const struct gcn_target *like = gcn_find_target(target.like, strlen(target.like));
        assert_non_null(like);
        assert_string_equal(like->like, like->name);
        relatives += like != &gcn_targets[i];
        target.name = like->name;
        target.step = like->step;
        assert_memory_equal(&target, like, sizeof target);
    }
    assert_int_equal(relatives, 2);
    for (unsigned i = 0; i < gcn_name_count; i++) {
        const struct gcn_name *name = &gcn_names[i];
        assert_non_null(gcn_find_target(name->chip, strlen(name->chip)));
        assert_null(gcn_find_target(name->name, strlen(name->name)));
    }
}

static const struct hidden_kind *
hole(void)
{
    return &hidden_kinds[HIDDEN_COUNT];
}

/* The first ones, whose values the compiler loads, in whole dwords and in the order of the kinds, which is what a list
 * with named holes needs; none overlaps another, but for two that are the same place. */
static void
hidden_arguments_have_places(void **state)
{
    (void)state;
    for (unsigned i = 0; i < object_version_count; i++) {
        const struct hidden_layout *layout = object_versions[i].hidden;
        unsigned end = 0;
        for (unsigned kind = 0; kind <= HIDDEN_COMPLETION_ACTION; kind++) {
            const struct hidden_place *place = &layout->places[kind];
            assert_true(place->size && place->size % 4 == 0);
            assert_true(layout->block_size ? place->offset >= end : place->offset == end);
            end = place->offset + place->size;
            assert_non_null(hidden_kinds[kind].word.yaml);
            assert_string_not_equal(hidden_kinds[kind].word.yaml, hole()->word.yaml);
        }
        for (unsigned kind = 0; kind < HIDDEN_COUNT; kind++) {
            const struct hidden_place *place = &layout->places[kind];
            assert_true(!place->size || !layout->block_size ||
                        place->offset + place->size <= layout->block_size);
            for (unsigned other = 0; place->size && other < kind; other++) {
                const struct hidden_place *at = &layout->places[other];
                assert_true(!at->size || at->offset + at->size <= place->offset ||
                            place->offset + place->size <= at->offset ||
                            (at->offset == place->offset && at->size == place->size));
            }
        }
    }
}

/* The second of three entries is a hole: it lies where the kind lay that it replaces. */
static void
a_hole_keeps_its_place(void **state)
{
    (void)state;
    const struct hidden_layout *layout = object_version_find("2")->hidden;
    const uint8_t listed[] = {HIDDEN_GLOBAL_OFFSET_X, HIDDEN_COUNT, HIDDEN_GLOBAL_OFFSET_Z};
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(hidden_place(layout, listed, i)->offset, 8 * i);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_whole),         cmocka_unit_test(chips_have_versions),
        cmocka_unit_test(relatives_are_alike),    cmocka_unit_test(hidden_arguments_have_places),
        cmocka_unit_test(a_hole_keeps_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
