/* The table of descriptor fields: no bit twice, every field written reads back and changes nothing
 * else, and the words of literal samplers that clang-16 emits for gfx803 and gfx900 read as the
 * sampler was written. */
#include "runtime/sim/format/descriptor.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const char *const targets[] = {"gfx600", "gfx700", "gfx803", "gfx900"};

static const struct {
    const char *name;
    char descriptor;
} fields[SIM_FIELDS] = {
#define FIELD(descriptor, name, gfx6, gfx7, gfx8, gfx9) {#descriptor "_" #name, #descriptor[0]},
#include "runtime/sim/format/descriptor.def"
#undef FIELD
};

static void
no_bit_twice(void **state)
{
    (void)state;
    for (unsigned t = 0; t < 4; t++) {
        const struct gcn_target *target = gcn_find_target(targets[t], 6);
        unsigned owner[128][256] = {{0}};
        for (unsigned field = 0; field < SIM_FIELDS; field++) {
            unsigned first, count, end = fields[field].descriptor == 'T' ? 256 : 128;
            sim_field_bits(target, field, &first, &count);
            assert_in_range(first + count, 0, end);
            for (unsigned k = 0; k < count && field != SIM_V_STRIDE_HIGH; k++) {
                unsigned *at = &owner[(unsigned)fields[field].descriptor][first + k];
                if (*at)
                    fail_msg("%s: %s and %s", targets[t], fields[*at - 1].name, fields[field].name);
                *at = field + 1;
            }
        }
    }
}

static void
written_reads_back(void **state)
{
    (void)state;
    for (unsigned t = 0; t < 4; t++) {
        const struct gcn_target *target = gcn_find_target(targets[t], 6);
        for (unsigned field = 0; field < SIM_FIELDS; field++) {
            uint32_t zeros[8] = {0}, ones[8];
            unsigned first, count, bits = 0;
            sim_field_bits(target, field, &first, &count);
            uint64_t all = (UINT64_C(1) << count) - 1;
            memset(ones, 0xFF, sizeof ones);
            assert_int_equal(sim_field_exists(target, field), count != 0);
            assert_false(sim_field_set(target, zeros, field, all + 1));
            assert_true(sim_field_set(target, zeros, field, all));
            assert_true(sim_field_set(target, ones, field, 0));
            assert_true(sim_field_get(target, zeros, field) == all);
            assert_true(sim_field_get(target, ones, field) == 0);
            for (unsigned k = 0; k < 8; k++) {
                assert_int_equal(zeros[k], ~ones[k]);
                bits += (unsigned)__builtin_popcount(zeros[k]);
            }
            assert_int_equal(bits, count);
        }
    }
}

struct expected {
    enum sim_field field;
    unsigned value;
};

/* CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST and
 * CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR. */
static void
samplers_of_clang(void **state)
{
    static const uint32_t nearest[4] = {0x1000B092, 0xFFF000, 0, 0};
    static const uint32_t linear[4] = {0x10003000, 0xFFF000, 0x500000, 0};
    static const struct expected of_nearest[] = {{SIM_S_CLAMP_X, SIM_CLAMP_LAST_TEXEL},
                                                 {SIM_S_CLAMP_Y, SIM_CLAMP_LAST_TEXEL},
                                                 {SIM_S_CLAMP_Z, SIM_CLAMP_LAST_TEXEL},
                                                 {SIM_S_UNNORMALIZED, 1},
                                                 {SIM_S_MAX_LOD, 0xFFF},
                                                 {SIM_S_MAG_FILTER, SIM_XY_POINT},
                                                 {SIM_S_DISABLE_CUBE_WRAP, 1},
                                                 {SIM_S_COMPARE, SIM_COMPARE_LESS_EQUAL}};
    static const struct expected of_linear[] = {{SIM_S_CLAMP_X, SIM_CLAMP_WRAP},
                                                {SIM_S_UNNORMALIZED, 0},
                                                {SIM_S_MAG_FILTER, SIM_XY_LINEAR},
                                                {SIM_S_MIN_FILTER, SIM_XY_LINEAR},
                                                {SIM_S_MIN_LOD, 0}};
    const struct gcn_target *target = gcn_find_target("gfx803", 6);
    (void)state;
    for (unsigned i = 0; i < sizeof of_nearest / sizeof *of_nearest; i++)
        assert_int_equal(sim_field_get(target, nearest, of_nearest[i].field), of_nearest[i].value);
    for (unsigned i = 0; i < sizeof of_linear / sizeof *of_linear; i++)
        assert_int_equal(sim_field_get(target, linear, of_linear[i].field), of_linear[i].value);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_bit_twice),
        cmocka_unit_test(written_reads_back),
        cmocka_unit_test(samplers_of_clang),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
