/* Lines "chips: assembly => words" and "chips: assembly => error" of the files given: the text must
 * parse and encode to the words, these must decode, print and parse to themselves again.
 * '#' starts a comment. */
#include "gcn/isa/gcn_target.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct checker {
    const char *file;
    unsigned line, checks, failures;
    struct guard guard;
};

static void
complain(struct checker *c, const char *chip, const char *text, const char *what)
{
    c->failures++;
    fprintf(stderr, "%s:%u: %s: %s: %s\n", c->file, c->line, chip, text, what);
}

static unsigned
read_words(const char *text, uint32_t words[3])
{
    unsigned count = 0;
    char *stop;
    while (count < 3) {
        unsigned long word = strtoul(text, &stop, 16);
        if (stop == text)
            break;
        words[count++] = (uint32_t)word;
        text = stop;
    }
    return count;
}

static void
check(struct checker *c, const char *chip, const char *text, const char *expected)
{
    const struct gcn_target *target = gcn_find_target(chip, strlen(chip));
    struct arena arena;
    struct gcn_inst inst;
    uint32_t words[3] = {0}, want[3] = {0};
    const char *why;
    c->checks++;
    if (!target) {
        complain(c, chip, text, "no such chip");
        return;
    }
    arena_init(&arena, NULL, &c->guard);
    memset(&inst, 0, sizeof inst);
    why = gcn_parse(&arena, target, text, strlen(text), &inst);
    unsigned count = why ? 0 : gcn_encode(target, &inst, words, &why);
    if (!strcmp(expected, "error")) {
        if (!why)
            complain(c, chip, text, "was accepted");
        arena_free(&arena);
        return;
    }
    unsigned length = read_words(expected, want);
    if (why) {
        complain(c, chip, text, why);
    } else if (count != length || memcmp(words, want, count * sizeof *words)) {
        complain(
            c, chip, text,
            arena_printf(&arena, "%u words %08x %08x %08x", count, words[0], words[1], words[2]));
    } else if (gcn_decode(target, words, count, &inst) != count) {
        complain(c, chip, text, "does not decode");
    } else {
        struct strbuf printed = strbuf_new(&arena);
        uint32_t again[3] = {0};
        gcn_print(&printed, target, &inst, NULL);
        why = gcn_parse(&arena, target, printed.text, printed.length, &inst);
        if (why || gcn_encode(target, &inst, again, &why) != count ||
            memcmp(words, again, count * sizeof *words))
            complain(c, chip, printed.text, why ? why : "printed text has other bytes");
    }
    arena_free(&arena);
}

static void
check_line(struct checker *c, char *line)
{
    char *colon = strchr(line, ':'), *arrow = strstr(line, " => "), *save = NULL;
    line[strcspn(line, "\n")] = 0;
    if (*line == '#' || !*line)
        return;
    if (!colon || !arrow || arrow < colon) {
        complain(c, "", line, "malformed line");
        return;
    }
    *colon = *arrow = 0;
    for (char *chip = strtok_r(line, ",", &save); chip; chip = strtok_r(NULL, ",", &save))
        check(c, chip, colon + 2, arrow + 4);
}

int
main(int argc, char **argv)
{
    struct checker c = {0};
    static char line[2000];
    if (setjmp(c.guard.target)) {
        fprintf(stderr, "%s\n", c.guard.message);
        return 1;
    }
    for (int i = 1; i < argc; i++) {
        FILE *file = fopen(argv[i], "r");
        if (!file) {
            perror(argv[i]);
            return 1;
        }
        c.file = argv[i];
        c.line = 0;
        while (fgets(line, sizeof line, file)) {
            c.line++;
            check_line(&c, line);
        }
        fclose(file);
    }
    printf("%u checks, %u failures\n", c.checks, c.failures);
    return c.failures != 0 || c.checks == 0;
}
