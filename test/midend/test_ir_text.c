/* test-ir-text MODE FILE...
 *
 *   text     text/X.oir prints as it was written, and so does a clone of each instruction
 *   reject   reject/X.oir is refused with the message of its first line, "; error: ..."
 *   form     forms/FORM/X.oir, well-formed, is not of the form, with the message of its first line,
 *            or is, when that says "; holds"
 *   induction  induction/X.oir has loops of which induction_text.h says what X.out holds
 *   pass     passes/PASS/X.oir after the pass prints as X.out; OCC_BLESS=1 writes X.out; a first
 *            line "; passes: A B C" names others to run in place of PASS */
#include "test/midend/induction_text.h"
#include "test/midend/ir_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct test {
    struct arena arena;
    struct guard guard;
    const char *path;
    unsigned failures;
};

static void
fail(struct test *test, const char *what, const char *detail)
{
    fprintf(stderr, "%s: %s%s\n", test->path, what, detail ? detail : "");
    test->failures++;
}

static char *
printed(struct test *test, const struct ir_module *module)
{
    struct strbuf out = strbuf_new(&test->arena);
    ir_print_module(&out, module);
    return out.text;
}

static const char *
printed_inst(struct test *test, const struct ir_function *function, const struct ir_inst *inst)
{
    struct strbuf out = strbuf_new(&test->arena);
    ir_print_inst(&out, function, inst);
    return out.text;
}

/* A clone is detached, and with the place and results of its original it would print the same. */
static void
test_clone(struct test *test, struct ir_function *function, const struct ir_inst *inst)
{
    ir_id *args = ARENA_ARRAY(&test->arena, inst->arg_count + 1u, ir_id);
    for (uint32_t i = 0; i < inst->arg_count; i++)
        args[i] = inst->args[i].value;
    struct ir_inst *clone = ir_inst_clone(function, inst, args);
    const char *text = printed_inst(test, function, inst);
    if (clone->block || clone->prev || clone->next)
        fail(test, "the clone has a place: ", text);
    for (uint32_t i = 0; i < inst->def_count; i++)
        if (ir_def(function, clone->def + i) != clone ||
            ir_type_of(function, clone->def + i) != ir_type_of(function, inst->def + i))
            fail(test, "the clone has other results: ", text);
    clone->block = inst->block;
    clone->def = inst->def;
    const char *clone_text = printed_inst(test, function, clone);
    if (strcmp(text, clone_text) != 0)
        fail(test, "the clone differs: ", clone_text);
}

static void
test_text(struct test *test, const char *text, size_t length)
{
    const char *error;
    struct ir_module *module = ir_text_module(&test->arena, &test->guard, text, length, &error);
    if (!module) {
        fail(test, "refused: ", error);
        return;
    }
    char *once = printed(test, module);
    if (strcmp(once, text) != 0)
        fail(test, "prints otherwise:\n", once);
    for (struct ir_function *function = module->functions; function; function = function->next)
        ir_foreach_block (block, function)
            ir_foreach_inst (inst, block)
                test_clone(test, function, inst);
}

static void
test_reject(struct test *test, const char *text, size_t length)
{
    static const char key[] = "; error: ";
    const char *error;
    const char *end = strchr(text, '\n');
    if (strncmp(text, key, sizeof key - 1) != 0 || !end) {
        fail(test, "no '; error: ' in the first line", NULL);
        return;
    }
    const char *wanted =
        arena_strndup(&test->arena, text + sizeof key - 1, (size_t)(end - text) - sizeof key + 1);
    if (ir_text_module(&test->arena, &test->guard, text, length, &error))
        fail(test, "accepted", NULL);
    else if (!strstr(error, wanted))
        fail(test, "refused for another reason: ", error);
}

static unsigned
form_of(const char *folder)
{
    static const char *const names[] = {"inlined", "ssa",    "loops",   "moved",  "divided",
                                        "halved",  "narrow", "lowered", "sampled"};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(folder, names[i]) == 0)
            return 1u << i;
    return 0;
}

/* The name of the folder that holds the file. */
static const char *
folder_of(struct test *test)
{
    char *path = arena_strdup(&test->arena, test->path);
    *strrchr(path, '/') = '\0';
    return strrchr(path, '/') + 1;
}

static void
test_form(struct test *test, const char *text, size_t length)
{
    static const char key[] = "; error: ";
    const char *error, *end = strchr(text, '\n');
    bool holds = strncmp(text, "; holds", 7) == 0;
    struct ir_module *module = ir_text_module(&test->arena, &test->guard, text, length, &error);
    unsigned form = form_of(folder_of(test));
    if (!module || !form || (!holds && strncmp(text, key, sizeof key - 1) != 0)) {
        fail(test, "is no test of a form: ", module ? NULL : error);
        return;
    }
    error = ir_validate(module->last_function, form, &test->arena);
    if (holds && error)
        fail(test, "refused: ", error);
    if (holds)
        return;
    const char *wanted =
        arena_strndup(&test->arena, text + sizeof key - 1, (size_t)(end - text) - sizeof key + 1);
    if (!error || !strstr(error, wanted))
        fail(test, error ? "refused for another reason: " : "accepted", error);
}

static void
bless(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    if (file) {
        fputs(text, file);
        fclose(file);
    }
}

static void
compare(struct test *test, const char *got)
{
    size_t stem = strlen(test->path) - strlen(".oir"), wanted_length;
    const char *out = arena_printf(&test->arena, "%.*s.out", (int)stem, test->path);
    if (getenv("OCC_BLESS"))
        bless(out, got);
    char *wanted = file_read(&test->arena, out, &wanted_length);
    if (!wanted || strcmp(wanted, got) != 0)
        fail(test, "is not as expected but:\n", got);
}

/* Runs the passes that the first line names, else the one that the folder is named after. */
static bool
run_passes(struct test *test, struct ir_module *module, const char *text, const char *folder,
           const char **error)
{
    static const char key[] = "; passes: ";
    if (strncmp(text, key, sizeof key - 1) != 0)
        return ir_text_run(module, folder, error);
    const char *at = text + sizeof key - 1;
    while (*at && *at != '\n') {
        size_t length = strcspn(at, " \n");
        if (!ir_text_run(module, arena_strndup(&test->arena, at, length), error))
            return false;
        at += length + (at[length] == ' ');
    }
    return true;
}

static void
test_pass(struct test *test, const char *text, size_t length)
{
    const char *error;
    const char *pass = folder_of(test);
    struct ir_module *module = ir_text_module(&test->arena, &test->guard, text, length, &error);
    if (!module || !run_passes(test, module, text, pass, &error)) {
        fail(test, "", error);
        return;
    }
    compare(test, printed(test, module));
}

static void
test_induction(struct test *test, const char *text, size_t length)
{
    const char *error;
    struct ir_module *module = ir_text_module(&test->arena, &test->guard, text, length, &error);
    if (module)
        compare(test, induction_text(module));
    else
        fail(test, "refused: ", error);
}

static void
run(struct test *test, const char *mode)
{
    size_t length;
    char *text = file_read(&test->arena, test->path, &length);
    if (!text)
        fail(test, "cannot be read", NULL);
    else if (strcmp(mode, "text") == 0)
        test_text(test, text, length);
    else if (strcmp(mode, "reject") == 0)
        test_reject(test, text, length);
    else if (strcmp(mode, "form") == 0)
        test_form(test, text, length);
    else if (strcmp(mode, "induction") == 0)
        test_induction(test, text, length);
    else
        test_pass(test, text, length);
}

int
main(int argc, char **argv)
{
    static struct test test;
    if (argc < 3) {
        fputs("usage: test-ir-text text|reject|form|induction|pass FILE...\n", stderr);
        return 2;
    }
    arena_init(&test.arena, NULL, &test.guard);
    for (int i = 2; i < argc; i++) {
        test.path = argv[i];
        if (setjmp(test.guard.target) == 0)
            run(&test, argv[1]);
        else
            fail(&test, "internal error: ", test.guard.message);
    }
    arena_free(&test.arena);
    printf("%d files, %u failures\n", argc - 2, test.failures);
    return test.failures ? 1 : 0;
}
