/* The runner on a level of its own: a function is a text, a pass appends its letter to it. */
#include "support/pass_run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { MAIN, INNER };
enum { NONE = 0, ROUND = 1, RED = 2 };

struct trace {
    char text[32];
    const char *wrong; /* validation says so where one of bad_forms is due */
    unsigned bad_forms;
    unsigned bad_after; /* letters; before that all is well */
    unsigned rereads;
};

static bool
run_letter(const struct pass_run *run, const struct pass_row *row, void *function)
{
    struct trace *trace = function;
    size_t length = strlen(trace->text);
    (void)run;
    trace->text[length] = strchr(row->name, '.') ? strchr(row->name, '.')[1] : row->name[0];
    trace->text[length + 1] = '\0';
    return row->name[0] != 'u';
}

static const char *
validate(const void *function, unsigned forms, struct arena *scratch)
{
    const struct trace *trace = function;
    (void)scratch;
    bool is_bad = strlen(trace->text) >= trace->bad_after && forms & trace->bad_forms;
    return is_bad ? trace->wrong : NULL;
}

static void
print(struct strbuf *buf, const void *function)
{
    strbuf_printf(buf, "%s\n", ((const struct trace *)function)->text);
}

/* A function is called as its first letter. */
static void
print_named(struct strbuf *buf, void *function, const char *name)
{
    if (((const struct trace *)function)->text[0] == name[0])
        print(buf, function);
}

static const char *
reread(void *function)
{
    ((struct trace *)function)->rereads++;
    return NULL;
}

static const char nothing[] = ""; /* a pass, for run_letter */

static const struct pass_row rows[] = {
    {"gen", NULL, MAIN, NONE, NONE, NONE, PASS_LOWER},
    {"a", nothing, MAIN, NONE, ROUND, NONE, PASS_OPT},
    {"inner.x", nothing, INNER, NONE, NONE, NONE, PASS_OPT},
    {"b", nothing, MAIN, ROUND, NONE, NONE, PASS_OPT},
    {"unchanged", nothing, MAIN, NONE, NONE, NONE, PASS_OPT},
    {"b", nothing, MAIN, NONE, NONE, ROUND, PASS_LOWER},
    {"c", nothing, MAIN, NONE, RED, NONE, PASS_LOWER},
    {"b", nothing, MAIN, RED, NONE, NONE, PASS_OPT},
};

static const struct pass_level level = {.rows = rows,
                                        .count = sizeof rows / sizeof *rows,
                                        .run = run_letter,
                                        .validate = validate,
                                        .print = print,
                                        .print_named = print_named,
                                        .reread = reread};

struct fixture {
    struct arena arena;
    struct guard guard;
    struct pass_options options;
    struct strbuf dump;
    struct trace trace;
};

static void
begin(struct fixture *fixture)
{
    *fixture = (struct fixture){.options = {.optimise = 1}};
    arena_init(&fixture->arena, NULL, &fixture->guard);
    fixture->dump = strbuf_new(&fixture->arena);
    fixture->options.dump = &fixture->dump;
}

static bool
run(struct fixture *fixture, unsigned pipeline)
{
    struct pass_run run = {&level, &fixture->options, &fixture->arena, &fixture->guard, NULL};
    return pass_run_rows(&run, pipeline, &fixture->trace);
}

/* The letters of the passes that ran. */
static void
expect(struct fixture *fixture, const char *letters)
{
    assert_string_equal(fixture->trace.text, letters);
    fixture->trace.text[0] = '\0';
}

static void
disable(struct fixture *fixture, const char *selector)
{
    vec_push(&fixture->arena, &fixture->options.disabled, selector);
}

static void
test_order(void **state)
{
    struct fixture f;
    (void)state;
    begin(&f);
    assert_true(run(&f, MAIN));
    expect(&f, "abubcb");
    assert_true(run(&f, INNER));
    expect(&f, "x");
    f.options.optimise = 0;
    run(&f, MAIN);
    expect(&f, "bc");
    arena_free(&f.arena);
}

static void
test_disabled(void **state)
{
    struct fixture f;
    (void)state;
    begin(&f);
    disable(&f, "b:3");
    run(&f, MAIN);
    expect(&f, "abubc");
    disable(&f, "a"); /* the first b asks for what a makes */
    run(&f, MAIN);
    expect(&f, "ubc");
    disable(&f, "inner.x");
    run(&f, INNER);
    expect(&f, "");
    arena_free(&f.arena);
}

static void
test_stop(void **state)
{
    struct fixture f;
    (void)state;
    begin(&f);
    f.options.stop_after = "b:2";
    assert_false(run(&f, MAIN));
    expect(&f, "abub");
    f.options.stop_after = "b";
    assert_false(run(&f, MAIN));
    expect(&f, "ab");
    disable(&f, "a"); /* where the pass would have run */
    assert_false(run(&f, MAIN));
    expect(&f, "");
    f.options.stop_after = "gen";
    assert_false(run(&f, MAIN));
    arena_free(&f.arena);
}

static void
test_print(void **state)
{
    struct fixture f;
    (void)state;
    begin(&f);
    f.options.print_after = "b:2";
    run(&f, MAIN);
    assert_string_equal(f.dump.text, "; after b:2\nabub\n");
    f.trace.text[0] = '\0';
    f.dump = strbuf_new(&f.arena);
    f.options.print_after = "all";
    run(&f, INNER);
    assert_string_equal(f.dump.text, "; after inner.x\nx\n");
    arena_free(&f.arena);
}

static void
test_stress(void **state)
{
    struct fixture f;
    (void)state;
    begin(&f);
    f.options.stress = true;
    run(&f, MAIN);
    assert_int_equal(f.trace.rereads, 6); /* not where nothing changed */
    arena_free(&f.arena);
}

static void
expect_ice(struct fixture *f, const char *message, const char *pass)
{
    if (setjmp(f->guard.target) == 0) {
        run(f, MAIN);
        fail_msg("nobody said: %s", message);
    }
    assert_string_equal(f->guard.message, message);
    assert_string_equal(f->guard.pass, pass);
}

static void
test_validate(void **state)
{
    struct fixture f;
    (void)state;
    begin(&f);
    f.options.validate = true;
    f.trace.wrong = "it is square";
    f.trace.bad_forms = ROUND;
    expect_ice(&f, "after a: it is square", "a");
    f.trace.bad_forms = RED;
    expect_ice(&f, "after c: it is square", "c");
    disable(&f, "a"); /* nobody else makes it */
    f.trace.bad_forms = ROUND;
    run(&f, MAIN);
    f.options.disabled.count = 0; /* b:2 loses it: what is wrong after that is no fault */
    f.trace.text[0] = '\0';
    f.trace.bad_after = 4;
    run(&f, MAIN);
    expect(&f, "abubcb");
    arena_free(&f.arena);
}

static void
test_selectors(void **state)
{
    const struct pass_level *levels[] = {&level};
    struct fixture f;
    (void)state;
    begin(&f);
    static const struct {
        const char *selector;
        bool optional;
        const char *wrong;
    } cases[] = {
        {"b", false, NULL},
        {"b:3", true, NULL},
        {"inner.x", true, NULL},
        {"inner.x:1", true, NULL},
        {"b", true, "'b:2' must run"},
        {"c", true, "'c' must run"},
        {"b:4", false, "there is no 'b:4': that pass has 3 rows"},
        {"b:99999999999999999999", false,
         "there is no 'b:99999999999999999999': that pass has 3 rows"},
        {"a:2", true, "there is no 'a:2': that pass has 1 row"},
        {"b:0", false, "'0' is no number of a row: PASS:1 is the first"},
        {"b:", false, "'' is no number of a row: PASS:1 is the first"},
        {"b:x", false, "'x' is no number of a row: PASS:1 is the first"},
        {"x", false, "unknown pass 'x'"},
        {"iner.x", true, "unknown pass 'iner.x'; did you mean 'inner.x'?"},
        {"", false, "unknown pass ''"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *wrong =
            pass_check_selector(&f.arena, levels, 1, cases[i].selector, cases[i].optional);
        if (!cases[i].wrong)
            assert_null(wrong);
        else
            assert_string_equal(wrong ? wrong : "(nothing)", cases[i].wrong);
    }
    assert_string_equal(pass_label(&f.arena, &level, &rows[7]), "b:3");
    assert_string_equal(pass_label(&f.arena, &level, &rows[1]), "a");
    arena_free(&f.arena);
}

/* Of the one function, after passes that changed it. */
static void
test_texts(void **state)
{
    static const char *const wanted[][2] = {{"a", "a\n"},           {"b:1", "ab\n"},
                                            {"unchanged", "abu\n"}, {"b:2", "abub\n"},
                                            {"c", "abubc\n"},       {"b:3", "abubcb\n"}};
    struct fixture f;
    struct pass_texts texts = {.arena = &f.arena, .function = "a"};
    (void)state;
    begin(&f);
    f.options.texts = &texts;
    vec_push(&f.arena, &texts.at, (struct pass_text){"first", "a\n"});
    run(&f, MAIN);
    expect(&f, "abubcb");
    assert_int_equal(texts.at.count, 6);
    for (unsigned i = 1; i < 6; i++) {
        assert_string_equal(texts.at.at[i].pass, wanted[i][0]);
        assert_string_equal(texts.at.at[i].text, wanted[i][1]);
    }
    texts.function = "x";
    run(&f, MAIN);
    assert_int_equal(texts.at.count, 6);
    run(&f, INNER);
    assert_int_equal(texts.at.count, 6); /* it is "abubcbx" now */
    arena_free(&f.arena);
}

/* What must run may not ask for what an optional pass makes, or may lose. */
static void
test_forms(void **state)
{
    static const struct pass_row asks[] = {{"a", nothing, MAIN, NONE, ROUND, NONE, PASS_OPT},
                                           {"b", nothing, MAIN, ROUND, NONE, NONE, PASS_LOWER}};
    static const struct pass_row lost[] = {{"a", nothing, MAIN, NONE, ROUND, NONE, PASS_LOWER},
                                           {"b", nothing, MAIN, NONE, NONE, ROUND, PASS_OPT},
                                           {"c", nothing, MAIN, ROUND, NONE, NONE, PASS_LOWER}};
    struct pass_level broken = level;
    struct fixture f;
    (void)state;
    begin(&f);
    assert_true(pass_check_forms(&level, 1u << MAIN, &f.dump));
    broken.rows = asks;
    broken.count = 2;
    assert_false(pass_check_forms(&broken, 1u << MAIN, &f.dump));
    broken.rows = lost;
    broken.count = 3;
    assert_false(pass_check_forms(&broken, 1u << MAIN, &f.dump));
    assert_string_equal(f.dump.text, "row 2, b: a form that it requires does not hold\n"
                                     "row 3, c: a form that it requires does not hold\n");
    arena_free(&f.arena);
}

/* Times inside are the inner pass's own. */
static void
test_times(void **state)
{
    struct fixture f;
    (void)state;
    begin(&f);
    f.options.event_arena = &f.arena;
    uint64_t outer = pass_clock(&f.options), inner[2];
    for (int i = 0; i < 2; i++) {
        inner[i] = pass_clock(&f.options);
        while (pass_clock(&f.options) < inner[i] + 1000)
            continue;
        pass_note_time(&f.options, "inner", inner[i]);
    }
    pass_note_time(&f.options, "outer", outer);
    const struct pass_event *events = f.options.events.at;
    assert_int_equal(f.options.events.count, 3);
    assert_int_equal(events[2].own + events[0].nanoseconds + events[1].nanoseconds,
                     events[2].nanoseconds);
    assert_int_equal(events[1].own, events[1].nanoseconds);
    arena_free(&f.arena);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order),     cmocka_unit_test(test_disabled),
        cmocka_unit_test(test_stop),      cmocka_unit_test(test_print),
        cmocka_unit_test(test_stress),    cmocka_unit_test(test_validate),
        cmocka_unit_test(test_selectors), cmocka_unit_test(test_texts),
        cmocka_unit_test(test_forms),     cmocka_unit_test(test_times),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
