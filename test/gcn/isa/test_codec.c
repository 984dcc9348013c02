/* Every row of the tables on one chip of each family: encode, decode, print and parse agree. */
#include "test/gcn/isa/samples.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { SAMPLES_PER_FORM = 8 };

struct count {
    unsigned samples, failures;
    struct guard guard;
};

static void
complain(struct count *count, const struct gcn_target *target, const struct gcn_inst *inst,
         const char *text, const char *what)
{
    if (count->failures++ < 40)
        print_error("%s %s: %s: %s\n", target->name, gcn_op_info[inst->op].name, text, what);
}

static void
round_trip(void *data, const struct gcn_target *target, const struct gcn_inst *inst,
           const uint32_t *words)
{
    struct count *count = data;
    struct arena arena;
    arena_init(&arena, NULL, &count->guard);
    struct strbuf text = strbuf_new(&arena);
    gcn_print(&text, target, inst, NULL);
    count->samples++;

    struct gcn_inst decoded, parsed;
    if (gcn_decode(target, words, inst->words, &decoded) != inst->words)
        complain(count, target, inst, text.text, "does not decode");
    else if (memcmp(&decoded, inst, sizeof decoded))
        complain(count, target, inst, text.text, "decodes to something else");
    if (gcn_decode(target, words, inst->words - 1u, &decoded) != 0)
        complain(count, target, inst, text.text, "decodes from too few words");

    memset(&parsed, 0, sizeof parsed);
    const char *why = gcn_parse(&arena, target, text.text, text.length, &parsed);
    uint32_t again[3] = {0};
    if (why)
        complain(count, target, inst, text.text, why);
    else if (gcn_encode(target, &parsed, again, &why) != inst->words ||
             memcmp(again, words, inst->words * sizeof *words))
        complain(count, target, inst, text.text, "parses to other bytes");
    else if (memcmp(&parsed, inst, sizeof parsed))
        complain(count, target, inst, text.text, "parses to something else");
    arena_free(&arena);
}

static void
check_target(const char *name)
{
    const struct gcn_target *target = gcn_find_target(name, strlen(name));
    struct count count = {0};
    unsigned missing = 0;
    assert_non_null(target);
    if (setjmp(count.guard.target))
        fail_msg("%s", count.guard.message);
    for (unsigned op = 1; op < GCN_OPS; op++) {
        if (!gcn_has_op(target, op))
            continue;
        unsigned without = samples_of(target, op, SAMPLES_PER_FORM, round_trip, &count);
        if (without)
            print_error("%s: no sample of %s in %u forms\n", name, gcn_op_info[op].name, without);
        missing += without;
    }
    print_message("%s: %u samples\n", name, count.samples);
    assert_int_equal(count.failures, 0);
    assert_int_equal(missing, 0);
}

#define TARGET_TEST(name)                                                                          \
    static void test_##name(void **state)                                                          \
    {                                                                                              \
        (void)state;                                                                               \
        check_target(#name);                                                                       \
    }
TARGET_TEST(gfx600)
TARGET_TEST(gfx700)
TARGET_TEST(gfx803)
TARGET_TEST(gfx810)
TARGET_TEST(gfx900)
TARGET_TEST(gfx904)
TARGET_TEST(gfx906)
TARGET_TEST(gfx908)
TARGET_TEST(gfx90a)

/* No bits crash the decoder, and what it accepts it can print and, mostly, encode again. */
static void
test_random_words(void **state)
{
    (void)state;
    uint32_t seed = 1;
    struct guard guard = {0};
    if (setjmp(guard.target))
        fail_msg("%s", guard.message);
    for (unsigned i = 0; i < 400000; i++) {
        const struct gcn_target *target = &gcn_targets[i % gcn_target_count];
        uint32_t words[3];
        for (unsigned w = 0; w < 3; w++) {
            seed = seed * 1664525 + 1013904223;
            words[w] = seed ^ seed >> 13;
        }
        struct gcn_inst inst;
        if (!gcn_decode(target, words, 3, &inst))
            continue;
        assert_in_range(inst.words, 1, 3);
        struct arena arena;
        arena_init(&arena, NULL, &guard);
        struct strbuf text = strbuf_new(&arena);
        gcn_print(&text, target, &inst, NULL);
        gcn_reads_m0(target, &inst);
        arena_free(&arena);
    }
}

/* Broken text is refused, never a crash; what is accepted encodes. */
static void
mutate(void *data, const struct gcn_target *target, const struct gcn_inst *inst,
       const uint32_t *words)
{
    struct count *count = data;
    static const char alphabet[] = "0123456789abcxyzvs[]():,|-+*_. \"{";
    uint32_t seed = words[0] ^ 0x5bd1e995;
    struct arena arena;
    arena_init(&arena, NULL, &count->guard);
    struct strbuf text = strbuf_new(&arena);
    gcn_print(&text, target, inst, NULL);
    for (unsigned i = 0; i < 4; i++) {
        struct gcn_inst parsed = {0};
        uint32_t again[3];
        for (unsigned n = 0; n < 2; n++) {
            seed = seed * 1664525 + 1013904223;
            text.text[(seed >> 8) % text.length] = alphabet[(seed >> 20) % (sizeof alphabet - 1)];
        }
        size_t length = seed >> 28 ? text.length : text.length / 2;
        const char *copy = arena_strndup(&arena, text.text, length);
        if (!gcn_parse(&arena, target, copy, length, &parsed) &&
            !gcn_encode(target, &parsed, again, NULL))
            complain(count, target, inst, copy, "is accepted but does not encode");
    }
    arena_free(&arena);
}

static void
test_mutated_text(void **state)
{
    (void)state;
    static const char *const chips[] = {"gfx700", "gfx900", "gfx90a"};
    struct count count = {0};
    if (setjmp(count.guard.target))
        fail_msg("%s", count.guard.message);
    for (unsigned i = 0; i < 3; i++) {
        const struct gcn_target *target = gcn_find_target(chips[i], 6);
        for (unsigned op = 1; op < GCN_OPS; op++) {
            if (gcn_has_op(target, op))
                samples_of(target, op, 1, mutate, &count);
        }
    }
    assert_int_equal(count.failures, 0);
}

static void
test_waitcnt(void **state)
{
    (void)state;
    const struct gcn_target *gfx803 = gcn_find_target("gfx803", 6);
    const struct gcn_target *gfx900 = gcn_find_target("gfx900", 6);
    unsigned vm, exp, lgkm;
    assert_int_equal(gcn_waitcnt_encode(gfx803, 0, ~0u, ~0u), 0x0f70);
    assert_int_equal(gcn_waitcnt_encode(gfx803, ~0u, ~0u, 0), 0x007f);
    assert_int_equal(gcn_waitcnt_encode(gfx900, 62, ~0u, ~0u), 0xcf7e);
    assert_int_equal(gcn_waitcnt_encode(gfx900, ~0u, ~0u, ~0u), 0xcf7f);
    gcn_waitcnt_decode(gfx900, 0xcf7e, &vm, &exp, &lgkm);
    assert_int_equal(vm, 62);
    assert_int_equal(exp, 7);
    assert_int_equal(lgkm, 15);
}

static void
test_constants(void **state)
{
    (void)state;
    const struct gcn_target *gfx600 = gcn_find_target("gfx600", 6);
    const struct gcn_target *gfx900 = gcn_find_target("gfx900", 6);
    assert_int_equal(gcn_inline_constant(gfx900, 64), 192);
    assert_int_equal(gcn_inline_constant(gfx900, 65), GCN_NO_REG);
    assert_int_equal(gcn_inline_constant(gfx900, (uint32_t)-16), 208);
    assert_int_equal(gcn_inline_constant(gfx900, 0x3f800000), 242);
    assert_int_equal(gcn_inline_constant(gfx900, 0x3e22f983), 248);
    assert_int_equal(gcn_inline_constant(gfx600, 0x3e22f983), GCN_NO_REG);
    assert_int_equal(gcn_inline_constant64(gfx900, UINT64_MAX, false), 193);
    assert_int_equal(gcn_inline_constant64(gfx900, 0x3ff0000000000000, true), 242);
    assert_int_equal(gcn_inline_constant64(gfx900, 0x3ff0000000000000, false), GCN_NO_REG);
    assert_int_equal(gcn_inline_constant64(gfx900, 0x3fc45f306dc9c882, true), 248);
}

static void
test_occupancy(void **state)
{
    (void)state;
    const struct gcn_target *gfx803 = gcn_find_target("gfx803", 6);
    const struct gcn_target *gfx600 = gcn_find_target("gfx600", 6);
    const struct gcn_target *gfx90a = gcn_find_target("gfx90a", 6);
    const char *limit;
    static const uint8_t largest[] = {24, 28, 32, 36, 40, 48, 64, 84, 128};
    for (unsigned i = 0; i < sizeof largest; i++) {
        assert_int_equal(gcn_occupancy(gfx803, largest[i], 16, 0, 64, &limit), 10 - i);
        assert_int_equal(gcn_occupancy(gfx803, largest[i] + 1u, 16, 0, 64, &limit), 9 - i);
        assert_string_equal(limit, "vgprs");
    }
    assert_int_equal(gcn_occupancy(gfx90a, 64, 16, 0, 64, &limit), 8);
    assert_int_equal(gcn_occupancy(gfx90a, 72, 16, 0, 64, &limit), 7);
    assert_int_equal(gcn_occupancy(gfx600, 8, 48, 0, 64, &limit), 10);
    assert_int_equal(gcn_occupancy(gfx600, 8, 49, 0, 64, &limit), 9);
    assert_string_equal(limit, "sgprs");
    assert_int_equal(gcn_occupancy(gfx803, 8, 16, 32768, 256, &limit), 2);
    assert_string_equal(limit, "lds");
    assert_int_equal(gcn_occupancy(gfx803, 8, 16, 0, 128, &limit), 8);
    assert_string_equal(limit, "workgroups");
    assert_null(gcn_find_target("gfx999", 6));
    assert_null(gcn_find_target("gfx90", 5));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gfx600),       cmocka_unit_test(test_gfx700),
        cmocka_unit_test(test_gfx803),       cmocka_unit_test(test_gfx810),
        cmocka_unit_test(test_gfx900),       cmocka_unit_test(test_gfx904),
        cmocka_unit_test(test_gfx906),       cmocka_unit_test(test_gfx908),
        cmocka_unit_test(test_gfx90a),       cmocka_unit_test(test_random_words),
        cmocka_unit_test(test_mutated_text), cmocka_unit_test(test_waitcnt),
        cmocka_unit_test(test_constants),    cmocka_unit_test(test_occupancy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
