/* What the debugger says of the source: objects with line tables have one. */
#include "runtime/gcnsim/debug.h"

#include <string.h>

enum { AROUND = 5 };

void
debug_tell_source(struct debugger *d, const struct sim_wave *wave)
{
    struct sim_wave_info info;
    struct sim_place source;
    sim_wave_describe(wave, &info);
    if (!sim_find_source(d->device, info.pc, &source))
        return;
    const char *text = source_text(&d->sources, &source);
    printf("%s%s%s\n", sim_source_text(d->command->arena, &source), *text ? "  " : "", text);
}

bool
debug_where(struct debugger *d, char **words, unsigned count)
{
    (void)words;
    if (count)
        return debug_error(d, "the command is: where");
    debug_tell_place(d, d->wave);
    return true;
}

/* ---- FILE:LINE ---- */

/* The name before the last colon, and the number after it. */
static bool
split(struct debugger *d, const char *text, const char **name, unsigned *line)
{
    const char *colon = strrchr(text, ':');
    uint64_t number;
    if (!colon || colon == text || !parse_count(colon + 1, &number) || !number ||
        number > UINT32_MAX)
        return false;
    *name = arena_printf(d->command->arena, "%.*s", (int)(colon - text), text);
    *line = (unsigned)number;
    return true;
}

/* A decimal number where the code has lines: other numbers are offsets. */
static bool
of_this_file(struct debugger *d, const char *text, const char **name, unsigned *line)
{
    struct sim_wave_info info;
    struct sim_place source;
    uint64_t number;
    bool is_decimal = text[strspn(text, "0123456789")] == '\0' && text[0] != '0';
    if (!is_decimal || !parse_count(text, &number) || number > UINT32_MAX)
        return false;
    sim_wave_describe(d->wave, &info);
    if (!sim_find_source(d->device, info.pc, &source))
        return false;
    *name = source.name;
    *line = (unsigned)number;
    return true;
}

bool
debug_break_line(struct debugger *d, const char *text, bool *told)
{
    const char *name;
    const uint64_t *places;
    unsigned line, wanted;
    *told = false;
    if (!split(d, text, &name, &line) && !of_this_file(d, text, &name, &line))
        return false;
    wanted = line;
    unsigned count = sim_find_line(d->device, d->command->arena, name, &line, &places);
    if (!count) {
        *told = true;
        debug_error(d, "no code is known of %s", text);
        return true;
    }
    if (line != wanted)
        printf("line %u has no code, line %u has\n", wanted, line);
    struct breakpoint point = {.number = d->next_number++,
                               .place = arena_printf(d->command->arena, "%s:%u", name, line)};
    for (unsigned i = 0; i < count; i++) {
        point.pc = places[i];
        vec_push(d->command->arena, &d->breakpoints, point);
    }
    return true;
}

/* ---- list ---- */

static bool
place_of(struct debugger *d, char **words, unsigned count, struct sim_place *source)
{
    struct sim_wave_info info;
    const uint64_t *places;
    const char *name;
    unsigned line, wanted;
    sim_wave_describe(d->wave, &info);
    if (!count)
        return sim_find_source(d->device, info.pc, source) ||
               debug_error(d, "nothing is known of the source of this code");
    if (count > 1 || !split(d, words[0], &name, &line))
        return debug_error(d, "the command is: list [FILE:LINE]");
    wanted = 1; /* any line of the file will do, to know what it is called */
    if (!sim_find_line(d->device, d->command->arena, name, &wanted, &places) ||
        !sim_find_source(d->device, places[0], source))
        return debug_error(d, "no code is known of %s", words[0]);
    source->line = line;
    return true;
}

bool
debug_list(struct debugger *d, char **words, unsigned count)
{
    struct sim_place source, here = {0};
    struct sim_wave_info info;
    bool has_any = false;
    if (!place_of(d, words, count, &source))
        return false;
    const struct source_file *file = source_open(&d->sources, &source);
    sim_wave_describe(d->wave, &info);
    sim_find_source(d->device, info.pc, &here);
    unsigned first = source.line > AROUND ? source.line - AROUND : 1;
    for (unsigned line = first; line <= source.line + AROUND; line++) {
        int length;
        const char *text = source_line(file, line, &length);
        bool is_here = here.name && line == here.line && !strcmp(here.name, source.name);
        has_any |= text != NULL;
        if (text)
            printf("%s%5u  %.*s\n", is_here ? "=>" : "  ", line, length, text);
    }
    return has_any || debug_error(d, "%s cannot be read, or has no such line", source.name);
}
