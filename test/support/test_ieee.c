/* Halves against what defines them: the neighbours of every number and the points between. */
#include "support/ieee.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <math.h>

static void
test_round_trip(void **state)
{
    (void)state;
    for (uint32_t bits = 0; bits < 0x10000; bits++) {
        double value = ieee_value(16, bits);
        if (isnan(value))
            assert_int_equal(ieee_bits(16, value) & 0x7fff, 0x7e00);
        else
            assert_int_equal(ieee_bits(16, value), bits);
    }
}

static void
test_nearest_even(void **state)
{
    (void)state;
    for (uint32_t bits = 0; bits < 0x7bff; bits++) {
        double low = ieee_value(16, bits), high = ieee_value(16, bits + 1);
        double middle = (low + high) / 2;
        assert_int_equal(ieee_bits(16, middle), bits + (bits & 1));
        assert_int_equal(ieee_bits(16, nextafter(middle, 0)), bits);
        assert_int_equal(ieee_bits(16, nextafter(middle, INFINITY)), bits + 1);
        assert_int_equal(ieee_bits(16, -middle), 0x8000 + bits + (bits & 1));
    }
}

static void
test_known(void **state)
{
    (void)state;
    assert_int_equal(ieee_bits(16, 65504), 0x7bff);
    assert_int_equal(ieee_bits(16, nextafter(65520, 0)), 0x7bff);
    assert_int_equal(ieee_bits(16, 65520), 0x7c00);
    assert_int_equal(ieee_bits(16, -INFINITY), 0xfc00);
    assert_int_equal(ieee_bits(16, -0.0), 0x8000);
    assert_int_equal(ieee_bits(16, 0x1p-25), 0);
    assert_int_equal(ieee_bits(32, 1), 0x3f800000);
    assert_int_equal(ieee_bits(32, 1 + 0x1p-24), 0x3f800000);
    assert_true(ieee_bits(64, -2) == UINT64_C(0xc000000000000000));
    assert_true(ieee_value(16, 0x3c01) == 1 + 0x1p-10);
    assert_true(ieee_value(32, 0x80000001) == -0x1p-149);
    assert_true(ieee_value(64, 1) == 0x1p-1074);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_nearest_even),
        cmocka_unit_test(test_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
