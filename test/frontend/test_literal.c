/* Numbers, characters, strings, and the order of the table of predefined macros. */
#include "frontend/pp.h"
#include "frontend/literal.h"

#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static double
value_of(const char *text)
{
    struct literal_number number;
    literal_number(text, (uint32_t)strlen(text), &number);
    assert_null(number.error);
    return number.is_float ? number.floating : (double)number.value;
}

/* Shortest and awkward decimals against the C library, which rounds correctly. */
static void
test_decimals(void **state)
{
    static const char *const texts[] = {
        "0.0",
        "1.0",
        "0.1",
        "3.14159265358979323846264338327950288",
        "1e22",
        "1e23",
        "8.5e-3",
        "1.7976931348623157e308",
        "1.7976931348623159e308",
        "2.2250738585072011e-308",
        "4.9e-324",
        "2.4703282292062327e-324",
        "2.4703282292062328e-324",
        "5e-325",
        "9007199254740993.0",
        "9007199254740993.00000000000000000000000000000000000000001",
        "1e-400",
        "1e400",
        "123456789012345678901234567890.0",
        "0.000000000000000000000000000000000000012345",
        "16777217.0",
        "16777217.000000001",
        "3.4028235677973366e38",
        "3.4028234e38",
        "1.4e-45",
        "7.0064923216240853e-46",
        "7.006492321624086e-46",
        "1.17549435e-38",
        "65504.0",
        "65520.0",
        "65519.99",
        "5.9604644775390625e-8",
        ".5",
        "5.",
        "00012.5e+01",
    };
    char text[200];
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        double want = strtod(texts[i], NULL);
        assert_memory_equal(&(double){value_of(texts[i])}, &want, sizeof want);
        snprintf(text, sizeof text, "%sf", texts[i]);
        want = strtof(texts[i], NULL);
        assert_memory_equal(&(double){value_of(text)}, &want, sizeof want);
    }
}

static void
test_random_decimals(void **state)
{
    uint64_t seed = 12345;
    char text[100];
    (void)state;
    for (int i = 0; i < 20000; i++) {
        seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
        int digits = 1 + (int)(seed >> 33) % 25, exponent = (int)(seed >> 40) % 700 - 350;
        int length = 0;
        uint64_t bits = seed;
        for (int d = 0; d < digits; d++, bits = bits * 31 + 7)
            length += snprintf(text + length, sizeof text - (size_t)length, "%d%s",
                               (int)(bits >> 20) % 10 < 0 ? 0 : (int)((bits >> 20) % 10),
                               d == digits / 2 ? "." : "");
        snprintf(text + length, sizeof text - (size_t)length, "e%d", exponent);
        double want = strtod(text, NULL);
        assert_memory_equal(&(double){value_of(text)}, &want, sizeof want);
        if (exponent > -60 && exponent < 50) {
            want = strtof(text, NULL);
            strcat(text, "f");
            assert_memory_equal(&(double){value_of(text)}, &want, sizeof want);
        }
    }
}

static void
test_hexadecimals(void **state)
{
    (void)state;
    assert_true(value_of("0x1.8p1") == 3.0);
    assert_true(value_of("0x.8p0f") == 0.5);
    assert_true(value_of("0x1.fffffep127f") == 0x1.fffffep127);
    assert_true(value_of("0x1.ffffffp0f") == 2.0); /* a tie, to even */
    assert_true(value_of("0x1.fffffefp0f") == 0x1.fffffep0);
    assert_true(value_of("0x1p-1074") == 0x1p-1074);
    assert_true(value_of("0x1p-1075") == 0);
    assert_true(value_of("0x1.8p-1075") == 0x1p-1074);
    assert_true(isinf(value_of("0x1.0p+999f")));
    assert_true(value_of("0x123456789abcdef012345p-20") == 0x123456789abcdef012345p-20);
    assert_true(value_of("0x1.ffcp15h") == 65504.0);
    assert_true(value_of("0.1h") == 0x1.998p-4);
}

static void
test_integers(void **state)
{
    struct literal_number number;
    (void)state;
    assert_true(value_of("0x7fffffff") == 2147483647.0);
    assert_true(value_of("0755") == 493.0);
    assert_true(value_of("0b1011") == 11.0);
    literal_number("123ull", 6, &number);
    assert_true(number.is_unsigned && number.longs == 2 && number.value == 123 && !number.error);
    literal_number("0xFFUL", 6, &number);
    assert_true(number.is_unsigned && number.longs == 1 && number.base == 16);
    literal_number("089", 3, &number);
    assert_non_null(number.error);
    literal_number("12lul", 5, &number);
    assert_non_null(number.error);
    literal_number("12lL", 4, &number);
    assert_non_null(number.error);
    literal_number("18446744073709551616", 20, &number);
    assert_true(!number.overflow && number.value == 0 && number.high == 1);
    literal_number("0xffffffffffffffffffffffffffffffff", 34, &number);
    assert_true(!number.overflow && number.value == UINT64_MAX && number.high == UINT64_MAX);
    literal_number("340282366920938463463374607431768211456", 39, &number);
    assert_true(number.overflow);
    literal_number("0x1ffffffffffffffffffffffffffffffff", 35, &number);
    assert_true(number.overflow);
    literal_number("1.0q", 4, &number);
    assert_non_null(number.error);
    literal_number("0x1.0", 5, &number);
    assert_non_null(number.error);
    literal_number("1e+", 3, &number);
    assert_non_null(number.error);
}

static void
test_text(void **state)
{
    struct guard guard = {0};
    struct arena arena;
    int32_t value = 0;
    (void)state;
    arena_init(&arena, NULL, &guard);
    assert_null(literal_char(NULL, "'a'", 3, &value));
    assert_int_equal(value, 'a');
    assert_null(literal_char(NULL, "'\\xff'", 6, &value));
    assert_int_equal(value, -1);
    assert_null(literal_char(NULL, "'\\0'", 4, &value));
    assert_int_equal(value, 0);
    assert_int_equal(DIAG_several_characters, literal_char(NULL, "'ab'", 4, &value));
    assert_int_equal(value, 'a' * 256 + 'b');
    assert_int_equal(DIAG_character_constant_too_long, literal_char(NULL, "'abcdef'", 8, &value));
    assert_int_equal(value, 0x63646566); /* "cdef" */
    assert_non_null(literal_char(NULL, "'\\q'", 4, &value));
    assert_non_null(literal_char(NULL, "'\\x100'", 7, &value));
    struct strbuf out = strbuf_new(&arena);
    assert_null(literal_string(&out, "\"a\\n\\101\\x42\\\"z\"", 16));
    assert_string_equal(out.text, "a\nAB\"z");
    arena_free(&arena);
}

static void
test_predefined_order(void **state)
{
    (void)state;
    assert_null(pp_predefined_disorder());
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_decimals),     cmocka_unit_test(test_random_decimals),
        cmocka_unit_test(test_hexadecimals), cmocka_unit_test(test_integers),
        cmocka_unit_test(test_text),         cmocka_unit_test(test_predefined_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
