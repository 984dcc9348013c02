/* Every .cl file named on the command line is lowered, validated and read back; its lines
 * `// CHECK: text` must appear in the IR in that order, `// ERROR: text` in the messages. */
#include "test/midend/gen/lower.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static bool
check_lines(const char *path, const char *word, const char *text, bool *any)
{
    FILE *file = fopen(path, "r");
    char line[512];
    bool good = true;
    while (file && fgets(line, sizeof line, file)) {
        char *at = strstr(line, word);
        if (!at)
            continue;
        *any = true;
        at += strlen(word);
        at[strcspn(at, "\n")] = '\0';
        const char *found = text ? strstr(text, at) : NULL;
        if (!found) {
            printf("%s: missing '%s'\n", path, at);
            good = false;
        } else {
            text = found + strlen(at);
        }
    }
    if (file)
        fclose(file);
    return good;
}

static bool
check_file(const char *path)
{
    struct arena arena;
    struct guard guard = {0};
    bool wants_error = false, any = false;
    arena_init(&arena, NULL, &guard);
    struct strbuf out = strbuf_new(&arena), log = strbuf_new(&arena);
    enum lower_status status = lower_file(&arena, &guard, path, &out, &log);
    bool good = check_lines(path, "// ERROR: ", log.text, &wants_error);
    good = check_lines(path, "// CHECK: ", out.text, &any) && good;
    if (status != (wants_error ? LOWER_ERRORS : LOWER_GOOD)) {
        printf("%s: status %d\n%s", path, (int)status, log.text ? log.text : "");
        good = false;
    }
    if (!good && out.length)
        fputs(out.text, stdout);
    arena_free(&arena);
    return good;
}

int
main(int argc, char **argv)
{
    int failed = 0;
    for (int i = 1; i < argc; i++)
        failed += !check_file(argv[i]);
    printf("%d files, %d failed\n", argc - 1, failed);
    return failed != 0;
}
