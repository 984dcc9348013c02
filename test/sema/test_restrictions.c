/* Every restrictions/SECTION.txt: what that section of the specification refuses, in which versions.
 *
 *   # 6.9 j kernels return nothing             the restriction, in few words
 *   all | kernel must have void return type | kernel int k(void) { return 1; }
 *   10 11 12 | part of one message / part of the next | program
 *
 * The first column says where the program is refused: 10 11 12 20 30, 3- (3.0 without any optional
 * feature), all, none; it is accepted elsewhere (none 12 20: accepted there, others are not asked).  Further words there: fp16, nofp64; only, other versions are not asked.  All errors are
 * named, in their order.  In a program \n ends a line; one that begins with a brace is the body of a
 * kernel with the parameters below.  A line `see FILE` below a restriction names a test elsewhere. */
#include "harness.h"
#include "test/diagnostics/note_messages.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const char *const kernel_head =
    "kernel void test(global int *g, local int *l, constant int *c, int n, float x, float4 v, "
    "int4 w)\n";

static const struct {
    const char *name;
    uint16_t version;
    bool no_features;
} languages[] = {{"10", 100, false}, {"11", 110, false}, {"12", 120, false},
                 {"20", 200, false}, {"30", 300, false}, {"3-", 300, true}};

enum { LANGUAGES = sizeof languages / sizeof *languages };

static struct harness harness;
static unsigned files; /* of restrictions/ */

struct restriction {
    const char *file;
    unsigned line;
    unsigned asked, refused; /* sets of languages */
    bool has_fp16, no_fp64;
    char messages[400], program[2000];
};

/* The program as the compiler gets it; returns its length. */
static size_t
write_program(char *out, size_t size, const char *program)
{
    size_t length = (size_t)snprintf(out, size, "%s", program[0] == '{' ? kernel_head : "");
    for (const char *at = program; *at && length + 2 < size; at++) {
        bool ends_line = at[0] == '\\' && at[1] == 'n';
        out[length++] = ends_line ? '\n' : *at;
        at += ends_line;
    }
    out[length++] = '\n';
    out[length] = '\0';
    return length;
}

/* Whether the errors of a log are the messages, in order. */
static bool
has_messages(const char *log, const char *messages)
{
    const char *want = messages, *error = log;
    while (error && (error = strstr(error, ": error: "))) {
        char part[400], line[1000];
        const char *end = strstr(want, " / ");
        snprintf(part, sizeof part, "%.*s", (int)(end ? end - want : (long)strlen(want)), want);
        snprintf(line, sizeof line, "%.*s", (int)strcspn(error, "\n"), error);
        if (!*want || !strstr(line, part))
            return false;
        want = end ? end + 3 : "";
        error += strlen(": error: ");
    }
    return !*want;
}

static bool
check_language(const struct restriction *r, unsigned language)
{
    static char text[3000];
    bool refused = r->refused >> language & 1;
    if (!(r->asked >> language & 1))
        return true;
    struct harness_input input = {.name = "case.cl",
                                  .text = text,
                                  .length = write_program(text, sizeof text, r->program),
                                  .cl_version = languages[language].version,
                                  .no_features = languages[language].no_features,
                                  .no_fp64 = r->no_fp64,
                                  .has_fp16 = r->has_fp16};
    bool ran = harness_run(&harness, &input);
    const char *log = !ran                    ? harness.guard.message
                      : harness.diag.log.text ? harness.diag.log.text
                                              : "";
    bool ok = ran && harness.ok != refused && (!refused || has_messages(log, r->messages));
    if (!ok)
        fprintf(stderr, "%s:%u: in %s should be %s: %s\n%s", r->file, r->line,
                languages[language].name, refused ? r->messages : "accepted", r->program, log);
    if (ran)
        note_messages(&harness.diag);
    harness_free(&harness);
    return ok;
}

static bool
check_see(const char *file, unsigned line, const char *path)
{
    char full[5000];
    snprintf(full, sizeof full, "%s/../%s", TEST_FOLDER, path);
    if (access(full, R_OK) == 0)
        return true;
    print_error("%s:%u: no file %s\n", file, line, path);
    return false;
}

/* What stands before the next bar, without the blanks around; *at is after the bar then. */
static void
read_column(const char **at, char *out, size_t size)
{
    size_t length = strcspn(*at, "|"), used = length;
    while (used && (*at)[used - 1] == ' ')
        used--;
    snprintf(out, size, "%.*s", (int)used, *at);
    *at += length + ((*at)[length] == '|');
    *at += strspn(*at, " ");
}

/* The first column; false: it has an unknown word. */
static bool
read_where(struct restriction *r, char *where)
{
    unsigned named = 0;
    bool all = false, only = false, none = false, ok = true;
    for (char *word = strtok(where, " "); word; word = strtok(NULL, " ")) {
        unsigned before = named;
        for (unsigned i = 0; i < LANGUAGES; i++)
            named |= (unsigned)(strcmp(word, languages[i].name) == 0) << i;
        all |= strcmp(word, "all") == 0;
        none |= strcmp(word, "none") == 0;
        only |= strcmp(word, "only") == 0;
        r->has_fp16 |= strcmp(word, "fp16") == 0;
        r->no_fp64 |= strcmp(word, "nofp64") == 0;
        ok &= named != before || strstr("all none only fp16 nofp64", word);
    }
    r->refused = all ? ~0u : none ? 0 : named;
    r->asked = only || (none && named) ? named : ~0u;
    return ok && (all || none || named);
}

static unsigned
check_line(const char *file, unsigned number, const char *line)
{
    static struct restriction r;
    unsigned wrong = 0;
    char where[80];
    r = (struct restriction){.file = file, .line = number};
    if (line[0] == '\0' || line[0] == '#')
        return 0;
    if (strncmp(line, "see ", 4) == 0)
        return !check_see(file, number, line + 4);
    const char *at = line;
    read_column(&at, where, sizeof where);
    if (!read_where(&r, where)) {
        print_error("%s:%u: no case: %s\n", file, number, line);
        return 1;
    }
    if (r.refused)
        read_column(&at, r.messages, sizeof r.messages);
    snprintf(r.program, sizeof r.program, "%s", at);
    for (unsigned i = 0; i < LANGUAGES; i++)
        wrong += !check_language(&r, i);
    return wrong;
}

static unsigned
check_file(const char *name)
{
    char path[1000], line[4000];
    unsigned wrong = 0, number = 0;
    snprintf(path, sizeof path, TEST_FOLDER "/restrictions/%s", name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        wrong += check_line(name, ++number, line);
    }
    fclose(file);
    return wrong;
}

static void
test_restrictions(void **state)
{
    struct dirent **entries;
    unsigned wrong = 0;
    int found = scandir(TEST_FOLDER "/restrictions", &entries, NULL, alphasort);
    (void)state;
    assert_true(found > 2);
    for (int i = 0; i < found; i++) {
        if (strstr(entries[i]->d_name, ".txt")) {
            wrong += check_file(entries[i]->d_name);
            files++;
        }
        free(entries[i]);
    }
    free(entries);
    assert_int_equal(wrong, 0);
}

/* A file that docs/restrictions.md names, without its folder. */
static bool
is_somewhere(const char *name)
{
    static const char *const folders[] = {"restrictions", "errors", "../diagnostics"};
    char path[2000];
    for (unsigned i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/%s/%s", TEST_FOLDER, folders[i], name);
        if (access(path, R_OK) == 0)
            return true;
    }
    return false;
}

/* What docs/restrictions.md names exists, and it names every file of restrictions/. */
static void
test_docs(void **state)
{
    size_t length;
    unsigned sections = 0;
    char *text = harness_read(TEST_FOLDER "/../../docs/restrictions.md", &length), name[100];
    (void)state;
    assert_non_null(text);
    for (char *at = text; (at = strchr(at, '`')); at++) {
        size_t size = strcspn(++at, "`\n");
        snprintf(name, sizeof name, "%.*s", (int)size, at);
        const char *end = strrchr(name, '.');
        at += size;
        if (!end || strpbrk(name, " /(*") || (strcmp(end, ".cl") != 0 && strcmp(end, ".txt") != 0))
            continue;
        if (!is_somewhere(name))
            fail_msg("docs/restrictions.md names %s", name);
        sections += strcmp(end, ".txt") == 0;
    }
    free(text);
    assert_int_equal(sections, files);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_restrictions),
                                       cmocka_unit_test(test_docs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
