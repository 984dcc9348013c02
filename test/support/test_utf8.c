/* What counts as a character: RFC 3629, section 4, at its ends. */
#include "support/utf8.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

static void
characters_have_lengths(void **state)
{
    static const struct {
        const char *text;
        unsigned length;
    } rows[] = {
        {"a", 1},
        {"\x7F", 1},
        {"\xC2\x80", 2},
        {"\xDF\xBF", 2},
        {"\xE0\xA0\x80", 3},
        {"\xED\x9F\xBF", 3},
        {"\xEE\x80\x80", 3},
        {"\xF0\x90\x80\x80", 4},
        {"\xF4\x8F\xBF\xBF", 4},
        {"\x80", 0},
        {"\xC1\xBF", 0},         /* overlong */
        {"\xE0\x9F\xBF", 0},     /* overlong */
        {"\xF0\x8F\xBF\xBF", 0}, /* overlong */
        {"\xED\xA0\x80", 0},     /* a surrogate */
        {"\xED\xBF\xBF", 0},     /* a surrogate */
        {"\xF4\x90\x80\x80", 0}, /* beyond Unicode */
        {"\xF5\x80\x80\x80", 0},
        {"\xE2\x82", 0}, /* ends too early */
        {"\xC2", 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (utf8_length(rows[i].text) != rows[i].length)
            fail_msg("row %zu: %u, not %u", i, utf8_length(rows[i].text), rows[i].length);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(characters_have_lengths)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
