/* Every errors/X.cl: the messages are those that its comments ask for, `// error: text` on the line
 * (text: a part of the message; several with `// error: a // error: b`), nothing else.  A comment
 * `// options: fp16 cl20 nofp64 library ext=-cl_khr_fp64 -Wall` in the first line chooses the
 * language (cl10 ... cl30) and warnings (last).
 * Every dump/X.cl: the typed AST is what X.expected says; OCC_BLESS=1 rewrites that. */
#include "harness.h"
#include "sema/type.h"
#include "test/diagnostics/note_messages.h"
#include "test/frontend/ast_dump.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MAX_MESSAGES = 512 };

struct message {
    unsigned line;
    char level[16];
    char text[300];
    bool met;
};

struct messages {
    struct message at[MAX_MESSAGES];
    unsigned count;
};

static struct message *
add(struct messages *list)
{
    assert_true(list->count < MAX_MESSAGES);
    return &list->at[list->count++];
}

/* Comments of the source. */
static void
read_expected(const char *text, struct messages *list)
{
    static const char *const levels[] = {"error", "warning"};
    unsigned line = 1;
    for (const char *at = text; *at; line++) {
        const char *end = at + strcspn(at, "\n");
        for (const char *slash = at; (slash = strstr(slash, "// ")) && slash < end; slash += 3)
            for (int i = 0; i < 2; i++) {
                size_t length = strlen(levels[i]);
                if (strncmp(slash + 3, levels[i], length) != 0 || slash[3 + length] != ':')
                    continue;
                const char *start = slash + 5 + length, *stop = strstr(start, " // ");
                if (!stop || stop > end)
                    stop = end;
                struct message *message = add(list);
                message->line = line;
                strcpy(message->level, levels[i]);
                snprintf(message->text, sizeof message->text, "%.*s", (int)(stop - start), start);
            }
        at = *end ? end + 1 : end;
    }
}

/* Lines "name:line:column: level: text" of the log. */
static void
read_actual(const char *log, struct messages *list)
{
    char rest[300], level[16];
    unsigned line, column;
    for (const char *at = log; at && *at; at = strchr(at, '\n'), at += at != NULL) {
        const char *colon = strstr(at, ".cl:");
        int length = 0;
        if (!colon || colon > at + strcspn(at, "\n") ||
            sscanf(colon, ".cl:%u:%u: %15[a-z]: %n", &line, &column, level, &length) != 3 ||
            !length)
            continue;
        snprintf(rest, sizeof rest, "%.*s", (int)strcspn(colon + length, "\n"), colon + length);
        if (strcmp(level, "note") == 0)
            continue;
        struct message *message = add(list);
        message->line = line;
        snprintf(message->level, sizeof message->level, "%s", level);
        snprintf(message->text, sizeof message->text, "%s", rest);
    }
}

static unsigned
compare(const char *name, struct messages *expected, struct messages *actual)
{
    unsigned wrong = 0;
    for (unsigned i = 0; i < expected->count; i++) {
        struct message *want = &expected->at[i];
        for (unsigned k = 0; k < actual->count && !want->met; k++) {
            struct message *have = &actual->at[k];
            want->met = !have->met && have->line == want->line &&
                        strcmp(have->level, want->level) == 0 && strstr(have->text, want->text);
            have->met = have->met || want->met;
        }
        if (!want->met)
            print_error("%s:%u: missing %s: %s\n", name, want->line, want->level, want->text);
        wrong += !want->met;
    }
    for (unsigned k = 0; k < actual->count; k++) {
        if (!actual->at[k].met)
            print_error("%s:%u: unexpected %s: %s\n", name, actual->at[k].line, actual->at[k].level,
                        actual->at[k].text);
        wrong += !actual->at[k].met;
    }
    return wrong;
}

static void
set_options(struct harness_input *input)
{
    static char extension_name[80];
    static char first[200];
    snprintf(first, sizeof first, "%.*s", (int)strcspn(input->text, "\n"), input->text);
    if (!strstr(first, "// options:"))
        return;
    input->has_fp16 = strstr(first, " fp16");
    input->no_fp64 = strstr(first, " nofp64");
    input->is_library = strstr(first, " library");
    const char *version = strstr(first, " cl"), *extension = strstr(first, " ext=");
    if (version)
        input->cl_version = (uint16_t)(atoi(version + 3) * 10);
    snprintf(extension_name, sizeof extension_name, "%.*s",
             extension ? (int)strcspn(extension + 5, " ") : 0, extension ? extension + 5 : "");
    input->extension = extension ? extension_name : NULL;
    input->all_features = strstr(first, " features");
    char *word = strstr(first, " -W");
    for (unsigned i = 0; word && i < 7; i++) {
        input->switches[i] = word + 3;
        word = strchr(word + 3, ' ');
        if (word)
            *word = '\0';
        word = word && strncmp(word + 1, "-W", 2) == 0 ? word : NULL;
    }
}

static unsigned
check_errors(const char *folder, const char *name)
{
    static struct harness h;
    static struct messages expected, actual;
    char path[1000];
    struct harness_input input = {.name = name, .keep_warnings = true};
    snprintf(path, sizeof path, "%s/%s", folder, name);
    char *text = harness_read(path, &input.length);
    assert_non_null(text);
    input.text = text;
    set_options(&input);
    expected.count = actual.count = 0;
    memset(&expected, 0, sizeof expected);
    memset(&actual, 0, sizeof actual);
    read_expected(text, &expected);
    unsigned wrong = 1;
    if (harness_run(&h, &input)) {
        read_actual(h.diag.log.text, &actual);
        wrong = compare(name, &expected, &actual);
        note_messages(&h.diag);
    } else {
        print_error("%s: internal error: %s\n", name, h.guard.message);
    }
    harness_free(&h);
    free(text);
    return wrong;
}

static unsigned
check_dump(const char *folder, const char *name)
{
    static struct harness h;
    char path[1000];
    size_t length = 0;
    unsigned wrong = 1;
    struct harness_input input = {.name = name};
    snprintf(path, sizeof path, "%s/%s", folder, name);
    char *text = harness_read(path, &input.length);
    assert_non_null(text);
    input.text = text;
    set_options(&input);
    snprintf(path, sizeof path, "%s/%.*s.expected", folder, (int)(strlen(name) - 3), name);
    char *expected = harness_read(path, &length);
    if (harness_run(&h, &input) && h.ok) {
        struct strbuf out = strbuf_new(&h.arena), broken = strbuf_new(&h.arena);
        ast_dump(&out, h.unit, type_str);
        wrong = typed_validate(&broken, h.unit);
        if (wrong)
            print_error("%s: %s", name, broken.text);
        if (getenv("OCC_BLESS")) {
            FILE *file = fopen(path, "w");
            fwrite(out.text, 1, out.length, file);
            fclose(file);
        } else if (!expected || strcmp(expected, out.text) != 0) {
            print_error("%s: differs from %s:\n%s", name, path, out.text);
            wrong++;
        }
    } else {
        print_error("%s: %s\n%s", name, h.guard.message, h.diag.log.text ? h.diag.log.text : "");
    }
    harness_free(&h);
    free(expected);
    free(text);
    return wrong;
}

static void
each(const char *folder, unsigned check(const char *folder, const char *name))
{
    struct dirent **entries;
    unsigned wrong = 0, count = 0;
    int found = scandir(folder, &entries, NULL, alphasort);
    for (int i = 0; i < found; i++) {
        size_t length = strlen(entries[i]->d_name);
        if (length > 3 && strcmp(entries[i]->d_name + length - 3, ".cl") == 0) {
            wrong += check(folder, entries[i]->d_name);
            count++;
        }
        free(entries[i]);
    }
    if (found >= 0)
        free(entries);
    assert_true(count > 0);
    assert_int_equal(wrong, 0);
}

static void
test_errors(void **state)
{
    (void)state;
    each(TEST_FOLDER "/errors", check_errors);
}

static void
test_dumps(void **state)
{
    (void)state;
    each(TEST_FOLDER "/dump", check_dump);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_dumps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
