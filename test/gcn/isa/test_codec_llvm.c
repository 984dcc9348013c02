/* Every printed sample must assemble to the same bytes with llvm-mc-16: one call per chip.
 * Arguments: -samples=N of each form of each row (6), chips (one of each family). */
#include "test/gcn/isa/samples.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SAMPLES_PER_FORM = 6, FORMS = 10000 /* more than any chip has */ };

struct writer {
    FILE *text;
    struct arena *arena;
    uint32_t (*words)[3];
    uint8_t *counts;
    unsigned count, capacity;
};

static void
write_sample(void *data, const struct gcn_target *target, const struct gcn_inst *inst,
             const uint32_t *words)
{
    struct writer *w = data;
    if (w->count == w->capacity)
        return;
    struct strbuf line = strbuf_new(w->arena);
    gcn_print(&line, target, inst, NULL);
    fprintf(w->text, "%s\n", line.text);
    memcpy(w->words[w->count], words, inst->words * sizeof *words);
    w->counts[w->count++] = inst->words;
}

/* The bytes of "encoding: [0x01,0x02]" as words; returns how many bytes. */
static unsigned
read_encoding(const char *line, uint8_t bytes[12])
{
    const char *at = strstr(line, "encoding: [");
    unsigned count = 0;
    if (!at)
        return 0;
    at += strlen("encoding: [");
    while (count < 12 && *at && *at != ']') {
        bytes[count++] = (uint8_t)strtoul(at, (char **)&at, 16);
        if (*at == ',')
            at++;
    }
    return count;
}

/* Lines that llvm-mc refused, from its messages "file:12:3: error: ...". */
static unsigned
mark_refused(FILE *messages, bool *refused, unsigned count, const char *chip)
{
    char line[1000];
    unsigned errors = 0;
    while (fgets(line, sizeof line, messages)) {
        const char *at = strstr(line, ": error: ");
        const char *colon = strstr(line, ".s:");
        if (!at || !colon)
            continue;
        unsigned number = (unsigned)atoi(colon + 3);
        if (number >= 1 && number <= count && !refused[number - 1]) {
            refused[number - 1] = true;
            if (errors++ < 3000)
                fprintf(stderr, "%s: line %u: %s", chip, number, at + 2);
        }
    }
    return errors;
}

static unsigned
compare(FILE *output, const struct writer *w, const bool *refused, FILE *text, const char *chip)
{
    char line[1000], source[1000];
    unsigned failures = 0;
    rewind(text);
    for (unsigned i = 0; i < w->count; i++) {
        uint8_t bytes[12];
        unsigned count = 0;
        if (!fgets(source, sizeof source, text))
            break;
        if (refused[i]) {
            if (failures++ < 3000)
                fprintf(stderr, "%s: refused: %s", chip, source);
            continue;
        }
        while (!count && fgets(line, sizeof line, output))
            count = read_encoding(line, bytes);
        if (count != w->counts[i] * 4u || memcmp(bytes, w->words[i], count)) {
            if (failures++ < 3000) {
                fprintf(stderr, "%s: differs: %s  ours ", chip, source);
                for (unsigned n = 0; n < w->counts[i]; n++)
                    fprintf(stderr, " %08x", w->words[i][n]);
                fprintf(stderr, ", llvm-mc: %s", line);
            }
        }
    }
    return failures;
}

static unsigned
check_target(const char *name, unsigned samples, struct arena *arena, const char *folder)
{
    const struct gcn_target *target = gcn_find_target(name, strlen(name));
    char path[200], command[1000];
    struct writer w = {.capacity = FORMS * samples, .arena = arena};
    if (!target)
        return 1;
    w.words = arena_array(arena, w.capacity, sizeof *w.words);
    w.counts = arena_array(arena, w.capacity, 1);
    snprintf(path, sizeof path, "%s/%s.s", folder, name);
    w.text = fopen(path, "w+");
    if (!w.text)
        return 1;
    for (unsigned op = 1; op < GCN_OPS; op++) {
        if (gcn_has_op(target, op))
            samples_of(target, op, samples, write_sample, &w);
    }
    fflush(w.text);
    snprintf(command, sizeof command,
             "llvm-mc-16 -arch=amdgcn -mcpu=%s -show-encoding %s >%s.out 2>%s.err", name, path,
             path, path);
    int status = system(command);
    (void)status; /* refused lines are counted below */
    snprintf(command, sizeof command, "%s.out", path);
    FILE *output = fopen(command, "r");
    unlink(command);
    snprintf(command, sizeof command, "%s.err", path);
    FILE *messages = fopen(command, "r");
    unlink(command);
    bool *refused = arena_array(arena, w.count + 1, sizeof *refused);
    unsigned failures = 1;
    if (output && messages) {
        mark_refused(messages, refused, w.count, name);
        failures = compare(output, &w, refused, w.text, name);
    }
    if (output)
        fclose(output);
    if (messages)
        fclose(messages);
    fclose(w.text);
    unlink(path);
    printf("%s: %u of %u samples agree with llvm-mc\n", name, w.count - failures, w.count);
    return failures;
}

int
main(int argc, char **argv)
{
    static const char *const chips[] = {"gfx600", "gfx700", "gfx803", "gfx810", "gfx900",
                                        "gfx904", "gfx906", "gfx908", "gfx90a"};
    if (system("llvm-mc-16 --version >/dev/null 2>&1") != 0) {
        fprintf(stderr, "llvm-mc-16 is not installed\n");
        return 1;
    }
    char folder[] = "/tmp/occ-codec-XXXXXX";
    struct guard guard = {0};
    struct arena arena;
    unsigned failures = 0, samples = SAMPLES_PER_FORM;
    if (argc > 1 && strncmp(argv[1], "-samples=", 9) == 0) {
        samples = (unsigned)atoi(argv[1] + 9);
        argc--, argv++;
    }
    if (!mkdtemp(folder))
        return 1;
    if (setjmp(guard.target)) {
        fprintf(stderr, "%s\n", guard.message);
        return 1;
    }
    unsigned count = argc > 1 ? (unsigned)argc - 1 : sizeof chips / sizeof *chips;
    for (unsigned i = 0; i < count; i++) {
        arena_init(&arena, NULL, &guard);
        failures += check_target(argc > 1 ? argv[i + 1] : chips[i], samples, &arena, folder);
        arena_free(&arena);
    }
    rmdir(folder);
    return failures != 0;
}
