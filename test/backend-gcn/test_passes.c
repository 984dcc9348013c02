/* The second table of passes.def holds for the first: each "a before b" names passes, in that
 * order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

static const char *const names[] = {
#define MIR_PASS(name, ...) #name,
#include "backend-gcn/passes.def"
};

static const struct {
    const char *before, *after, *because;
} orders[] = {
#define MIR_ORDER(a, b, because) {#a, #b, because},
#include "backend-gcn/passes.def"
};

static int
place(const char *name)
{
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        if (!strcmp(names[i], name))
            return (int)i;
    }
    return -1;
}

static void
orders_hold(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof orders / sizeof *orders; i++) {
        int before = place(orders[i].before), after = place(orders[i].after);
        if (before < 0 || after < 0 || before >= after)
            fail_msg("%s is not before %s: %s", orders[i].before, orders[i].after,
                     orders[i].because);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(orders_hold)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
