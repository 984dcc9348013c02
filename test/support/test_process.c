/* A mark tells a process from its children, with the page and without. */
#include "support/process.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sys/wait.h>
#include <unistd.h>

static bool
is_ours_in_child(const struct process_mark *mark)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0)
        _exit(process_mark_is_ours(mark));
    assert_int_equal(waitpid(child, &status, 0), child);
    return WEXITSTATUS(status);
}

static void
test_fork(void **state)
{
    struct process_mark mark;
    (void)state;
    process_mark_begin(&mark);
    assert_non_null(mark.page);
    assert_true(process_mark_is_ours(&mark));
    assert_false(is_ours_in_child(&mark));
    assert_true(process_mark_is_ours(&mark));
    process_mark_end(&mark);
    assert_true(process_mark_is_ours(&mark)); /* the kernel is asked */
    assert_false(is_ours_in_child(&mark));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_fork)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
