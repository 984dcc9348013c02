/* `gcnsim debug`: a session with the waves of a launch.  The simulator asks before each
 * instruction; where a wave is to stop, commands are carried out until one lets it go on. */
#include "runtime/gcnsim/debug_source.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_LINE = 1024 };

bool
debug_error(struct debugger *d, const char *format, ...)
{
    va_list args;
    if (d->is_quiet)
        return false;
    fflush(stdout); /* in the order in which it happened */
    fprintf(stderr, "gcnsim: %s:%u: ", d->input_name, d->line);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputs("\n", stderr);
    return false;
}

/* ---- waves ---- */

struct wave_name
debug_name_of(const struct sim_wave *wave)
{
    struct sim_wave_info info;
    struct wave_name name;
    sim_wave_describe(wave, &info);
    memcpy(name.group, info.group, sizeof name.group);
    name.index = info.index;
    return name;
}

bool
debug_is_same(const struct wave_name *a, const struct wave_name *b)
{
    return memcmp(a->group, b->group, sizeof a->group) == 0 && a->index == b->index;
}

struct sim_wave *
debug_find_wave(const struct debugger *d, const struct wave_name *wanted)
{
    struct sim_wave *wave;
    for (unsigned i = 0; (wave = sim_wave_at(d->device, i)) != NULL; i++) {
        struct wave_name name = debug_name_of(wave);
        if (debug_is_same(&name, wanted))
            return wave;
    }
    return NULL;
}

/* "(1,0,0) wave 0" */
static void
put_wave_name(struct strbuf *out, const struct wave_name *name)
{
    strbuf_printf(out, "(%u,%u,%u) wave %u", name->group[0], name->group[1], name->group[2],
                  name->index);
}

void
debug_tell_place(struct debugger *d, struct sim_wave *wave)
{
    struct sim_wave_info info;
    unsigned size;
    struct wave_name name = debug_name_of(wave);
    struct strbuf line = strbuf_new(d->command->arena);
    sim_wave_describe(wave, &info);
    put_wave_name(&line, &name);
    const char *text = sim_wave_disassemble(wave, d->command->arena, info.pc, &size);
    if (info.state == SIM_WAVE_ENDED)
        strbuf_puts(&line, " has ended");
    else
        strbuf_printf(&line, " 0x%llx exec %016llx: %s%s",
                      (unsigned long long)(text ? info.offset : info.pc),
                      (unsigned long long)info.exec, text ? text : "no code is there",
                      info.state == SIM_WAVE_AT_BARRIER ? " (waits here)" : "");
    puts(line.text);
    if (info.state != SIM_WAVE_ENDED)
        debug_tell_source(d, wave);
}

uint64_t
debug_base(const struct debugger *d)
{
    struct sim_wave_info info = {0};
    struct sim_wave *wave = d->wave ? d->wave : sim_wave_at(d->device, 0);
    if (wave)
        sim_wave_describe(wave, &info);
    return info.pc - info.offset;
}

/* ---- input ---- */

/* The command has another one, debug_line.c. */
__attribute__((weak)) char *
debug_read_line(const char *prompt)
{
    char *line = NULL;
    size_t room = 0;
    fputs(prompt, stdout);
    fflush(stdout);
    if (getline(&line, &room, stdin) < 0) {
        free(line);
        return NULL;
    }
    line[strcspn(line, "\n")] = '\0';
    return line;
}

/* A line that somebody types; an empty one is the last command again. */
static char *
type_line(struct debugger *d, char line[MAX_LINE])
{
    char *typed = debug_read_line("(gcnsim) ");
    if (!typed)
        return NULL;
    const char *text = *typed || !d->last ? typed : d->last;
    snprintf(line, MAX_LINE, "%s", text);
    if (*typed)
        d->last = arena_strdup(d->command->arena, typed);
    free(typed);
    return line;
}

/* The next line, without its newline; NULL: there is none. */
static char *
read_line(struct debugger *d, char line[MAX_LINE])
{
    fflush(stdout);
    if (!(d->is_terminal ? type_line(d, line) : fgets(line, MAX_LINE, d->input))) {
        if (d->is_terminal)
            puts(""); /* ends the line of the prompt */
        return NULL;
    }
    d->line++;
    line[strcspn(line, "\n")] = '\0';
    line[strcspn(line, "#")] = '\0';
    line += strspn(line, " \t");
    if (!d->is_terminal && *line)
        printf("(gcnsim) %s\n", line);
    return line;
}

/* Commands up to one that lets the waves go on, or to the end. */
static void
read_commands(struct debugger *d)
{
    char line[MAX_LINE];
    d->resumes = false;
    while (!d->resumes && !d->quits) {
        char *words = read_line(d, line);
        if (!words)
            d->quits = true;
        else if (!debug_command(d, words) && !d->is_terminal)
            d->quits = d->has_erred = true;
    }
}

/* ---- where to stop ---- */

static const struct breakpoint *
breakpoint_at(const struct debugger *d, const struct sim_wave *wave)
{
    struct sim_wave_info info;
    sim_wave_describe(wave, &info);
    vec_foreach (const struct breakpoint, point, &d->breakpoints)
        if (point->pc == info.pc)
            return point;
    return NULL;
}

/* Has the current wave ended?  Says so. */
static bool
has_ended(struct debugger *d)
{
    struct sim_wave *wave = debug_find_wave(d, &d->current);
    struct sim_wave_info info = {.state = SIM_WAVE_ENDED};
    if (wave)
        sim_wave_describe(wave, &info);
    if (info.state != SIM_WAVE_ENDED)
        return false;
    struct strbuf text = strbuf_new(d->command->arena);
    put_wave_name(&text, &d->current);
    printf("%s has ended\n", text.text);
    d->only = d->has_item = false;
    return true;
}

/* Stops after the steps of the current wave, or once it has ended. */
static bool
has_stepped(struct debugger *d, const struct wave_name *name)
{
    return debug_is_same(name, &d->current) ? --d->steps == 0 : has_ended(d);
}

static bool
is_breaking(struct debugger *d, const struct sim_wave *wave, const struct wave_name *name)
{
    bool is_current = debug_is_same(name, &d->current);
    if (d->awaited && is_current) {
        d->awaited = false;
        return true;
    }
    struct sim_wave_info info;
    sim_wave_describe(wave, &info);
    if ((d->only && !is_current) || (d->has_item && !(info.exec >> d->lane & 1)))
        return false;
    const struct breakpoint *point = breakpoint_at(d, wave);
    if (point)
        printf("breakpoint %u, %s\n", point->number, point->place);
    return point != NULL;
}

static bool
is_to_stop(struct debugger *d, struct sim_wave *wave)
{
    struct wave_name name = debug_name_of(wave);
    switch (d->goal) {
    case GOAL_STEP:
        return has_stepped(d, &name);
    case GOAL_BREAK:
        return (d->breakpoints.count || d->awaited) && is_breaking(d, wave, &name);
    case GOAL_LINE:
    case GOAL_NEXT:
    case GOAL_FINISH:
        if (!debug_is_same(&name, &d->current))
            return has_ended(d);
        return debug_has_gone(d, wave) || (d->breakpoints.count && is_breaking(d, wave, &name));
    default:
        return true;
    }
}

/* What sim_options.debug calls. */
static bool
look(void *data, struct sim_wave *wave, enum sim_status status)
{
    struct debugger *d = data;
    if (status == SIM_OK)
        debug_follow(d, wave);
    if (status == SIM_OK && !is_to_stop(d, wave) && !debug_is_watched(d, wave))
        return true;
    if (d->quits)
        return true; /* the launch ends because of that */
    if (status != SIM_OK) {
        printf("%s%s\n", status == SIM_FAULT ? "fault: " : "", sim_message(d->device));
        d->has_failed = d->command->failure_is_told = true;
    }
    d->wave = d->stopped = wave;
    d->frame = 0;
    d->current = debug_name_of(wave);
    debug_tell_place(d, wave);
    read_commands(d);
    d->wave = d->stopped = NULL;
    d->command->failure_is_told |= d->quits;
    return !d->quits;
}

/* ---- the session ---- */

static void
tell(void *data, const char *line)
{
    (void)data;
    fflush(stdout);
    fprintf(stderr, "%s\n", line);
}

static struct debugger *
debugger_new(struct command *command)
{
    struct debugger *d = ARENA_NEW(command->arena, struct debugger);
    d->command = command;
    d->input = command->script ? fopen(command->script, "r") : stdin;
    d->input_name = command->script ? command->script : "standard input";
    if (!d->input) {
        fprintf(stderr, "gcnsim: %s: %s\n", command->script, strerror(errno));
        return NULL;
    }
    d->is_terminal = isatty(fileno(d->input));
    d->next_number = 1;
    d->sources.arena = command->arena;
    d->sources.object = command->file;
    size_t size;
    const uint8_t *bytes = object_bytes(command, &size);
    d->dies = die_read(command->arena, bytes, bytes ? size : 0);
    return d;
}

static enum exit_status
debug_launch(struct debugger *d)
{
    enum exit_status status = run_kernel(d->command);
    if (!d->quits && status == EXIT_GOOD) {
        puts("the kernel has ended");
        read_commands(d);
    }
    if (d->has_failed)
        return status;
    return d->has_erred ? EXIT_USAGE : d->quits ? EXIT_GOOD : status;
}

enum exit_status
debug_kernel(struct command *command)
{
    struct debugger *d = debugger_new(command);
    if (!d)
        return EXIT_FAILED;
    command->options.debug = look;
    command->options.warn = tell;
    command->options.trace = command->options.trace ? tell : NULL;
    command->options.data = d;
    command->machine = machine_simulator(command->arena, &command->options);
    d->device = command->device = command->machine ? machine_device(command->machine) : NULL;
    enum exit_status status = command->device ? debug_launch(d) : EXIT_FAILED;
    if (d->input != stdin)
        fclose(d->input);
    return status;
}
