/* Text tests of the front end, run in this folder:
 *   pp/NAME.cl      preprocessed, compared with pp/NAME.expected
 *   parse/NAME.cl   parsed and dumped, compared with parse/NAME.expected
 *   errors/NAME.cl  every `// error: text` (warning:, note:) of a line is reported there, nothing
 * else is A first line `// options: -DX -Idir -cl-std=CL2.0` gives options.  OCC_BLESS=1 writes
 * expectations. */
#include "test/diagnostics/note_messages.h"
#include "test/frontend/ast_dump.h"
#include "frontend/frontend.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { MAX_TESTS = 256, MAX_OPTIONS = 16 };

struct run {
    struct guard guard;
    struct arena arena;
    struct diag diag;
    struct frontend frontend;
    struct frontend_options options;
    struct pp_option pp[MAX_OPTIONS];
    const char *paths[MAX_OPTIONS], *quote_paths[MAX_OPTIONS], *system_paths[MAX_OPTIONS];
    struct strbuf text, out;
};

static struct strbuf
read_file(struct arena *arena, const char *name)
{
    struct strbuf text = strbuf_new(arena);
    FILE *file = fopen(name, "rb");
    if (!file)
        return text;
    char block[4096];
    size_t got;
    while ((got = fread(block, 1, sizeof block, file)) > 0)
        strbuf_add(&text, block, got);
    fclose(file);
    return text;
}

static void
parse_options(struct run *run)
{
    static const char start[] = "// options: ";
    run->options = (struct frontend_options){
        .pp = run->pp,
        .include_paths = run->paths,
        .quote_paths = run->quote_paths,
        .system_paths = run->system_paths,
        .date = 951782400 + 3661, /* 29 February 2000 */
        .date_is_given = true,
        .use_disk = true,
        .cl_version = 120,
        .has_fp16 = true,
        .has_fp64 = true,
        .target_name = "gfx900",
        .fast_fma32 = true,
    };
    if (!run->text.text || strncmp(run->text.text, start, sizeof start - 1) != 0)
        return;
    char *line = arena_strndup(&run->arena, run->text.text + sizeof start - 1,
                               strcspn(run->text.text, "\n") - (sizeof start - 1));
    for (char *word = strtok(line, " "); word; word = strtok(NULL, " ")) {
        if (strncmp(word, "-D", 2) == 0)
            run->pp[run->options.pp_count++] = (struct pp_option){'D', word + 2};
        else if (strncmp(word, "-U", 2) == 0)
            run->pp[run->options.pp_count++] = (struct pp_option){'U', word + 2};
        else if (strncmp(word, "-iquote", 7) == 0)
            run->quote_paths[run->options.quote_path_count++] = word + 7;
        else if (strncmp(word, "-isystem", 8) == 0)
            run->system_paths[run->options.system_path_count++] = word + 8;
        else if (strcmp(word, "-P") == 0)
            run->options.no_line_markers = true;
        else if (strcmp(word, "-x=cpp-output") == 0)
            run->options.is_preprocessed = true;
        else if (strcmp(word, "-date=now") == 0)
            run->options.date_is_given = false;
        else if (strncmp(word, "-i", 2) == 0)
            run->pp[run->options.pp_count++] = (struct pp_option){'i', word + 2};
        else if (strncmp(word, "-I", 2) == 0)
            run->paths[run->options.include_path_count++] = word + 2;
        else if (strcmp(word, "-cl-std=CL2.0") == 0)
            run->options.cl_version = 200;
        else if (strcmp(word, "-cl-fast-relaxed-math") == 0)
            run->options.fast_relaxed_math = true;
    }
}

static void
start(struct run *run, const char *name)
{
    memset(run, 0, sizeof *run);
    arena_init(&run->arena, NULL, &run->guard);
    run->text = read_file(&run->arena, name);
    run->out = strbuf_new(&run->arena);
    parse_options(run);
    diag_init(&run->diag, &run->arena);
    frontend_init(&run->frontend, &run->arena, &run->diag, &run->options);
}

static void
compare(struct run *run, const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%.*s.expected", (int)(strlen(name) - 3), name);
    if (getenv("OCC_BLESS")) {
        FILE *file = fopen(path, "wb");
        assert_non_null(file);
        fwrite(run->out.text, 1, run->out.length, file);
        fclose(file);
        return;
    }
    struct strbuf expected = read_file(&run->arena, path);
    if (!expected.text || !run->out.text || strcmp(expected.text, run->out.text) != 0)
        fail_msg("%s: not as expected; got\n%s", path, run->out.text ? run->out.text : "");
}

static void
test_output(void **state)
{
    const char *name = *state;
    struct run run;
    start(&run, name);
    if (setjmp(run.guard.target))
        fail_msg("%s: %s", name, run.guard.message);
    if (strncmp(name, "pp/", 3) == 0)
        frontend_preprocess(&run.frontend, name, run.text.text, run.text.length, &run.out);
    else
        ast_dump(&run.out, frontend_parse(&run.frontend, name, run.text.text, run.text.length),
                 NULL);
    diag_finish(&run.diag, "");
    if (run.diag.log.text)
        strbuf_puts(&run.out, run.diag.log.text);
    compare(&run, name);
    arena_free(&run.arena);
}

/* Does the log say `name:line:<column>: level: ...text...`?  Crosses the line out. */
static bool
find_message(char *log, const char *name, unsigned line, const char *text, size_t length)
{
    char head[300];
    snprintf(head, sizeof head, "%s:%u:", name, line);
    char *wanted = strndup(text, length);
    for (char *at = log; (at = strstr(at, head)); at++) {
        char *end = strchr(at, '\n');
        char *found = (at == log || at[-1] == '\n') && end ? strstr(at, wanted) : NULL;
        if (found && found < end) {
            *at = '!';
            free(wanted);
            return true;
        }
    }
    free(wanted);
    return false;
}

/* Finds `// error: text`, `// warning: text`, `// note: text` in a line of the source. */
static void
check_line(char *log, const char *name, unsigned line, const char *text, size_t length)
{
    static const char *const levels[] = {"// error: ", "// warning: ", "// note: "};
    for (int i = 0; i < 3; i++) {
        for (size_t at = 0; at + strlen(levels[i]) < length; at++) {
            if (strncmp(text + at, levels[i], strlen(levels[i])) != 0)
                continue;
            const char *wanted = text + at + 3, *end = text + length;
            for (const char *p = wanted; p + 3 < end; p++)
                if (strncmp(p, " // ", 4) == 0)
                    end = p;
            if (!find_message(log, name, line, wanted, (size_t)(end - wanted)))
                fail_msg("%s:%u: missing: %.*s\nlog:\n%s", name, line, (int)(end - wanted), wanted,
                         log);
        }
    }
}

static void
test_errors(void **state)
{
    const char *name = *state;
    struct run run;
    start(&run, name);
    if (setjmp(run.guard.target))
        fail_msg("%s: %s", name, run.guard.message);
    run.diag.error_limit = 1000;
    frontend_parse(&run.frontend, name, run.text.text, run.text.length);
    note_messages(&run.diag);
    diag_finish(&run.diag, "");
    char *log = run.diag.log.text ? run.diag.log.text : arena_strdup(&run.arena, "");
    unsigned line = 1;
    for (const char *p = run.text.text; *p; line++) {
        size_t length = strcspn(p, "\n");
        check_line(log, name, line, p, length);
        p += length + (p[length] == '\n');
    }
    for (const char *p = log; *p;) {
        size_t length = strcspn(p, "\n");
        if (strncmp(p, name, strlen(name)) == 0 && p[strlen(name)] == ':')
            fail_msg("unexpected: %.*s", (int)length, p);
        p += length + (p[length] == '\n');
    }
    arena_free(&run.arena);
}

static int
by_name(const void *a, const void *b)
{
    return strcmp(((const struct CMUnitTest *)a)->name, ((const struct CMUnitTest *)b)->name);
}

static size_t
collect(const char *folder, CMUnitTestFunction function, struct CMUnitTest *tests, size_t count)
{
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    for (struct dirent *entry; (entry = readdir(dir)) && count < MAX_TESTS;) {
        size_t length = strlen(entry->d_name);
        if (length < 4 || strcmp(entry->d_name + length - 3, ".cl") != 0)
            continue;
        char *name = malloc(strlen(folder) + length + 2);
        sprintf(name, "%s/%s", folder, entry->d_name);
        tests[count++] =
            (struct CMUnitTest){.name = name, .test_func = function, .initial_state = name};
    }
    closedir(dir);
    return count;
}

int
main(int argc, char **argv)
{
    static struct CMUnitTest tests[MAX_TESTS];
    if (argc > 1)
        (void)!chdir(argv[1]);
    size_t count = collect("pp", test_output, tests, 0);
    count = collect("parse", test_output, tests, count);
    count = collect("errors", test_errors, tests, count);
    qsort(tests, count, sizeof *tests, by_name);
    struct CMUnitTest *list = tests;
    int failed = _cmocka_run_group_tests("frontend", list, count, NULL, NULL);
    for (size_t i = 0; i < count; i++)
        free((char *)tests[i].name);
    return failed;
}
