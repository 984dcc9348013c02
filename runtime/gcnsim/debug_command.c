/* The commands of `gcnsim debug`, each a row of a table. */
#include "runtime/gcnsim/debug_source.h"

#include <string.h>

enum { MAX_WORDS = 64, DISASSEMBLED = 8, PLACES_TOLD = 4 };

struct debug_row {
    const char *name, *form, *help;
    bool needs_wave;
    bool (*work)(struct debugger *d, char **words, unsigned count);
};

static bool
bad_use(struct debugger *d, const char *form)
{
    return debug_error(d, "the command is: %s", form);
}

/* A count as the only word, or the default. */
static bool
read_count(struct debugger *d, char **words, unsigned count, const char *form, uint64_t *value)
{
    if (count > 1 || (count && (!parse_count(words[0], value) || !*value)))
        return bad_use(d, form);
    return true;
}

/* ---- breakpoints ---- */

/* NAME, NAME+N or a number: an offset in the wave's code, or a pc. */
static bool
read_place(struct debugger *d, const char *text, uint64_t *pc)
{
    struct sim_wave_info info;
    uint64_t number;
    unsigned size;
    sim_wave_describe(d->wave, &info);
    if (parse_count(text, &number)) {
        *pc = number < info.pc - info.offset ? info.pc - info.offset + number : number;
    } else {
        char *name = arena_strdup(d->command->arena, text), *plus = strrchr(name, '+');
        number = 0;
        if (plus && parse_count(plus + 1, &number))
            *plus = '\0';
        *pc = sim_find_code(d->device, name);
        if (!*pc)
            return debug_error(d, "no kernel or function is called %s", name);
        *pc += number;
    }
    if (!sim_wave_disassemble(d->wave, d->command->arena, *pc, &size))
        return debug_error(d, "no instruction is at %s", text);
    return true;
}

static void
tell_breakpoint(struct debugger *d, const struct breakpoint *point)
{
    struct sim_wave_info info;
    unsigned size;
    sim_wave_describe(d->wave, &info);
    uint64_t base = info.pc - info.offset;
    printf("breakpoint %u: 0x%llx %s\n", point->number, (unsigned long long)(point->pc - base),
           sim_wave_disassemble(d->wave, d->command->arena, point->pc, &size));
}

/* From the given one on.  Of one that lies in many places, as in the iterations of an unrolled loop, the first are
 * told, and how many more there are. */
static void
tell_breakpoints(struct debugger *d, uint32_t from)
{
    for (uint32_t i = from, first = from; i < d->breakpoints.count; i++) {
        const struct breakpoint *all = d->breakpoints.at;
        if (all[i].number != all[first].number)
            first = i;
        if (i < first + PLACES_TOLD)
            tell_breakpoint(d, &all[i]);
        else if (i + 1 == d->breakpoints.count || all[i + 1].number != all[i].number)
            printf("breakpoint %u: and %u more places\n", all[i].number,
                   i + 1 - first - PLACES_TOLD);
    }
}

static bool
do_break(struct debugger *d, char **words, unsigned count)
{
    struct breakpoint point = {.number = d->next_number};
    bool told;
    uint32_t before = d->breakpoints.count;
    if (count != 1)
        return bad_use(d, "break PLACE");
    if (debug_break_line(d, words[0], &told)) {
        tell_breakpoints(d, before);
        return !told;
    }
    bool is_inlined = debug_break_inlined(d, words[0], d->next_number);
    if ((!is_inlined || sim_find_code(d->device, words[0])) && !read_place(d, words[0], &point.pc))
        return false;
    d->next_number++;
    point.place = arena_strdup(d->command->arena, words[0]);
    if (point.pc)
        vec_push(d->command->arena, &d->breakpoints, point);
    tell_breakpoints(d, before);
    return true;
}

static bool
do_delete(struct debugger *d, char **words, unsigned count)
{
    uint64_t number = 0;
    uint32_t kept = 0, before = d->breakpoints.count;
    if (!read_count(d, words, count, "delete [N]", &number))
        return false;
    for (uint32_t i = 0; i < before; i++)
        if (number && d->breakpoints.at[i].number != number)
            d->breakpoints.at[kept++] = d->breakpoints.at[i];
    d->breakpoints.count = kept;
    uint32_t watches = d->watches.count;
    d->watches.count = 0;
    for (uint32_t i = 0; i < watches; i++)
        if (number && d->watches.at[i].number != number)
            d->watches.at[d->watches.count++] = d->watches.at[i];
    return !number || kept < before || d->watches.count < watches ||
           debug_error(d, "there is no breakpoint %llu", (unsigned long long)number);
}

/* ---- going on ---- */

static bool
can_go_on(struct debugger *d)
{
    return !d->has_failed || debug_error(d, "the launch has ended: it cannot go on");
}

static bool
do_continue(struct debugger *d, char **words, unsigned count)
{
    (void)words;
    if (count)
        return bad_use(d, "continue");
    d->goal = GOAL_BREAK;
    return d->resumes = can_go_on(d);
}

static bool
do_stepi(struct debugger *d, char **words, unsigned count)
{
    uint64_t steps = 1;
    struct sim_wave_info info;
    if (!read_count(d, words, count, "stepi [N]", &steps) || !can_go_on(d))
        return false;
    sim_wave_describe(d->wave, &info);
    /* A wave that another one's stop holds up comes by its next instruction once more before it
     * does that; one at the barrier comes by the one after. */
    d->steps = steps + (d->wave != d->stopped && info.state == SIM_WAVE_RUNS);
    d->goal = d->awaited ? GOAL_BREAK : GOAL_STEP;
    return d->resumes = true;
}

/* By lines where the code has any. */
static bool
do_step(struct debugger *d, char **words, unsigned count)
{
    struct sim_wave_info info;
    struct sim_place source;
    sim_wave_describe(d->wave, &info);
    return d->dies->units.count && sim_find_source(d->device, info.pc, &source)
               ? debug_step_lines(d, words, count)
               : do_stepi(d, words, count);
}

static bool
do_quit(struct debugger *d, char **words, unsigned count)
{
    (void)words;
    d->quits = !count;
    return !count || bad_use(d, "quit");
}

/* ---- waves ---- */

static bool
read_wave_name(char **words, unsigned count, struct wave_name *name)
{
    uint64_t index;
    if (count != 2 || !parse_count(words[1], &index) || index > UINT32_MAX)
        return false;
    name->index = (unsigned)index;
    char *text = words[0];
    for (unsigned d = 0; d < 3; d++) {
        uint64_t number;
        char *comma = text + strcspn(text, ",");
        bool is_last = !*comma;
        *comma = '\0';
        if (is_last != (d == 2) || !parse_count(text, &number) || number > UINT32_MAX)
            return false;
        name->group[d] = (uint32_t)number;
        text = comma + 1;
    }
    return true;
}

/* Does the launch have such a wave? */
static bool
exists(const struct debugger *d, const struct wave_name *name)
{
    const struct command *command = d->command;
    uint64_t items = 1;
    for (unsigned k = 0; k < 3; k++) {
        uint32_t global = k < command->dims ? command->global[k] : 1;
        uint32_t local = k < command->dims ? command->local[k] : 1;
        uint64_t first = (uint64_t)name->group[k] * local;
        if (first >= global)
            return false;
        items *= global - first < local ? global - first : local;
    }
    return name->index < (items + 63) / 64;
}

static bool
do_wave(struct debugger *d, char **words, unsigned count)
{
    struct wave_name name;
    if (count == 1 && strcmp(words[0], "any") == 0) {
        d->only = d->awaited = d->has_item = false;
        return true;
    }
    d->has_item = false;
    if (!read_wave_name(words, count, &name))
        return bad_use(d, "wave X,Y,Z N, or wave any");
    if (!exists(d, &name))
        return debug_error(d, "the launch has no such wave");
    return debug_choose_wave(d, &name);
}

bool
debug_choose_wave(struct debugger *d, const struct wave_name *name)
{
    struct sim_wave *wave = debug_find_wave(d, name);
    if (!wave && d->has_failed)
        return debug_error(d, "the wave is not in flight");
    d->only = true;
    d->current = *name;
    d->frame = 0;
    d->awaited = !wave;
    if (wave) {
        d->wave = wave;
        debug_tell_place(d, wave);
    } else {
        puts("it is not in flight: continue goes to its first instruction");
    }
    return true;
}

static void
tell_waves(struct debugger *d)
{
    struct sim_wave *wave;
    for (unsigned i = 0; (wave = sim_wave_at(d->device, i)) != NULL; i++) {
        fputs(wave == d->wave ? "* " : "  ", stdout);
        debug_tell_place(d, wave);
    }
}

static bool
do_info(struct debugger *d, char **words, unsigned count)
{
    if (count == 1 && strcmp(words[0], "waves") == 0) {
        tell_waves(d);
    } else if (count == 1 && strcmp(words[0], "breakpoints") == 0) {
        tell_breakpoints(d, 0);
        vec_foreach (const struct debug_watch, watch, &d->watches)
            debug_tell_watch(watch);
    } else if (count == 1 && strcmp(words[0], "locals") == 0) {
        return debug_tell_variables(d, false);
    } else if (count == 1 && strcmp(words[0], "args") == 0) {
        return debug_tell_variables(d, true);
    } else {
        return bad_use(d, "info waves, breakpoints, locals or args");
    }
    return true;
}

static bool
do_waits(struct debugger *d, char **words, unsigned count)
{
    (void)words;
    if (count)
        return bad_use(d, "waits");
    const char *text = sim_wave_waits(d->wave, d->command->arena);
    fputs(*text ? text : "it waits for nothing\n", stdout);
    return true;
}

static bool
do_disassemble(struct debugger *d, char **words, unsigned count)
{
    uint64_t number = DISASSEMBLED;
    struct sim_wave_info info;
    if (!read_count(d, words, count, "disassemble [N]", &number))
        return false;
    sim_wave_describe(d->wave, &info);
    uint64_t base = info.pc - info.offset, pc = info.pc;
    for (unsigned size; number; number--, pc += size) {
        const char *text = sim_wave_disassemble(d->wave, d->command->arena, pc, &size);
        bool has_point = false;
        vec_foreach (const struct breakpoint, point, &d->breakpoints)
            has_point |= point->pc == pc;
        if (!text)
            break;
        printf("%s%c 0x%llx %s\n", pc == info.pc ? "=>" : "  ", has_point ? 'b' : ' ',
               (unsigned long long)(pc - base), text);
    }
    return true;
}

/* ---- print ---- */

/* A register, unless a variable has its name. */
static bool
is_register(struct debugger *d, const char *text)
{
    struct place place;
    const char *end = text;
    return d->wave && debug_take_register(&end, &place) && !*end && !debug_find_variable(d, text);
}

static bool
do_print(struct debugger *d, char **words, unsigned count)
{
    struct strbuf text = strbuf_new(d->command->arena);
    if (!count)
        return bad_use(d, "print EXPRESSION, or print REG [LANES] [TYPE]");
    if (is_register(d, words[0]))
        return debug_print(d, words, count);
    for (unsigned i = 0; i < count; i++)
        strbuf_printf(&text, "%s%s", i ? " " : "", words[i]);
    return debug_print_expression(d, text.text);
}

/* ---- the table ---- */

static bool do_help(struct debugger *d, char **words, unsigned count);

static const struct debug_row rows[] = {
    {"break", "break PLACE",
     "stop before the instruction: LINE, FILE:LINE, NAME, NAME+N, an offset 0x..., a pc", true,
     do_break},
    {"delete", "delete [N]", "take breakpoint or watch N away, or all", false, do_delete},
    {"continue", "continue", "go on to a breakpoint, a fault or the end", true, do_continue},
    {"run", "run", "the same", true, do_continue},
    {"step", "step [N]",
     "let the wave come to another line, or N; without lines instructions; others may go on "
     "meanwhile",
     true, do_step},
    {"next", "next [N]", "the same, but functions that are called are gone through", true,
     debug_next},
    {"stepi", "stepi [N]", "let the wave do one instruction, or N", true, do_stepi},
    {"finish", "finish", "let it return from the function, inlined or not", true, debug_finish},
    {"watch", "watch EXPRESSION", "stop when that changes for the work-item", true, debug_watch},
    {"wave", "wave X,Y,Z N | any", "look at wave N of a work-group; only it stops, or any", true,
     do_wave},
    {"item", "item X,Y,Z | any",
     "look at a work-item by its place in the launch; only it stops, or any", true, debug_item},
    {"regs", "regs [LANE]", "all registers; vectors of a lane, the first active one unless given",
     true, debug_registers},
    {"print", "print EXPRESSION | REG [LANES] [TYPE]",
     "a variable, a[i].b.xy, ...; s4 s[4:5] v7 v[2:3] a0 vcc exec ..., lanes as 0-3,8", false,
     do_print},
    {"memory", "memory ADDRESS COUNT TYPE", "a number, argN, sN, v2:LANE or a pair; +N behind it",
     false, debug_memory},
    {"lds", "lds ADDRESS COUNT TYPE", "the same of the work-group's LDS", true, debug_lds},
    {"where", "where", "where the wave is: function, line, instruction", true, debug_where},
    {"backtrace", "backtrace", "the functions that it is in, inlined ones too", true,
     debug_backtrace},
    {"bt", "bt", "the same", true, debug_backtrace},
    {"frame", "frame [N]", "look at function N of these", true, debug_choose_frame},
    {"list", "list [FILE:LINE]", "the source around there, or around the wave's line", true,
     debug_list},
    {"disassemble", "disassemble [N]", "N instructions from here", true, do_disassemble},
    {"waits", "waits", "what is outstanding, and what the wave waits for", true, do_waits},
    {"info", "info locals | args | waves | breakpoints",
     "variables of the function, its arguments, the waves in flight, the breakpoints", true,
     do_info},
    {"help", "help", "this", false, do_help},
    {"quit", "quit", "end the launch where it is", false, do_quit},
};

enum { ROWS = sizeof rows / sizeof *rows };

static bool
do_help(struct debugger *d, char **words, unsigned count)
{
    (void)d, (void)words, (void)count;
    for (unsigned i = 0; i < ROWS; i++)
        printf("%-38s %s\n", rows[i].form, rows[i].help);
    return true;
}

/* The row of a name, or of the beginning of a single one; NULL: said why. */
static const struct debug_row *
find_row(struct debugger *d, const char *word)
{
    const struct debug_row *found = NULL;
    for (unsigned i = 0; i < ROWS; i++) {
        if (strcmp(rows[i].name, word) == 0)
            return &rows[i];
        if (strncmp(rows[i].name, word, strlen(word)) != 0)
            continue;
        if (found) {
            debug_error(d, "%s may be %s or %s", word, found->name, rows[i].name);
            return NULL;
        }
        found = &rows[i];
    }
    if (!found)
        debug_error(d, "unknown command: %s (help lists them)", word);
    return found;
}

bool
debug_command(struct debugger *d, char *line)
{
    char *words[MAX_WORDS], *rest;
    unsigned count = 0;
    const char *ends = " \t\r";
    for (char *word = strtok_r(line, ends, &rest); word; word = strtok_r(NULL, ends, &rest)) {
        if (!count && strcmp(word, "watch") == 0)
            ends = "\r"; /* an expression may have blanks */
        if (count == MAX_WORDS)
            return debug_error(d, "more than %d words", MAX_WORDS);
        words[count++] = word;
    }
    if (!count)
        return true;
    const struct debug_row *row = find_row(d, words[0]);
    if (!row)
        return false;
    if (row->needs_wave && !d->wave)
        return debug_error(d, "no wave is there: the kernel has ended");
    return row->work(d, words + 1, count - 1);
}
