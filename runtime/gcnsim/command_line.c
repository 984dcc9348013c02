/* The switches of `gcnsim run` and its like, each a row of a table: how it is read, what --help says
 * of it.  A value follows as `--name value` or `--name=value`. */
#include "runtime/gcnsim/gcnsim.h"
#include "support/suggest.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char usage[] = "usage: gcnsim run FILE.co [SWITCH]... [--arg SPEC]...\n"
                            "       gcnsim profile FILE.co [SWITCH]... [--arg SPEC]...\n"
                            "       gcnsim debug FILE.co [SWITCH]... [--arg SPEC]...\n"
                            "       gcnsim replay FOLDER [--object FILE.co] [SWITCH]...\n"
                            "       gcnsim list FILE.co\n"
                            "       gcnsim --help | --version\n";
static const char exits[] =
    "\nExit status: 0 good, 1 failed run, bad object or unreadable file, 2 wrong usage,\n"
    "3 fault: the kernel did what the hardware, or a strict reading of it, forbids\n";

struct command_switch {
    const char *name;
    const char *value; /* what --help calls its value; NULL: it takes none; "[=...]": may have one,
                          after = */
    const char *help;
    /* NULL, or what is wrong with the value ("": no more than that it is bad). */
    const char *(*set)(struct command *command, const char *value);
};

enum exit_status
usage_error(const char *what, const char *which)
{
    fprintf(stderr, "gcnsim: %s%s%s (gcnsim --help says more)\n", what, which ? ": " : "",
            which ? which : "");
    return EXIT_USAGE;
}

bool
parse_count(const char *text, uint64_t *value)
{
    char *end;
    errno = 0;
    *value = strtoull(text, &end, 0);
    return isdigit((unsigned char)*text) && !*end && !errno;
}

/* ---- what each switch does ---- */

/* X, X,Y or X,Y,Z, each at most so large */
static const char *
read_numbers(const char *text, uint64_t most, uint64_t numbers[3], unsigned *count)
{
    for (*count = 0; *count < 3;) {
        char *end;
        errno = 0;
        unsigned long long value = strtoull(text, &end, 0);
        if (!isdigit((unsigned char)*text) || errno || value > most)
            return "";
        numbers[(*count)++] = value;
        if (!*end)
            return NULL;
        if (*end != ',')
            return "";
        text = end + 1;
    }
    return "at most three dimensions";
}

static const char *
read_sizes(const char *text, uint32_t sizes[3], unsigned *count)
{
    uint64_t numbers[3];
    const char *wrong = read_numbers(text, UINT32_MAX, numbers, count);
    for (unsigned d = 0; d < *count; d++)
        sizes[d] = (uint32_t)numbers[d];
    return wrong;
}

static const char *
set_device(struct command *command, const char *value)
{
    unsigned index;
    command->device_name = value;
    return machine_gpu_named(value, &index) ? NULL : "gpu or gpu:N";
}

static const char *
set_global(struct command *command, const char *value)
{
    return read_sizes(value, command->global, &command->dims);
}

static const char *
set_local(struct command *command, const char *value)
{
    return read_sizes(value, command->local, &command->local_dims);
}

static const char *
set_offset(struct command *command, const char *value)
{
    return read_numbers(value, UINT64_MAX, command->offset, &command->offset_dims);
}

static const char *
set_kernel(struct command *command, const char *value)
{
    command->kernel = value;
    return NULL;
}

static const char *
set_max_instructions(struct command *command, const char *value)
{
    return parse_count(value, &command->options.max_instructions) ? NULL : "";
}

static const char *
set_dynamic_local(struct command *command, const char *value)
{
    uint64_t bytes;
    if (!parse_count(value, &bytes) || bytes > UINT32_MAX)
        return "";
    command->dynamic_local = (uint32_t)bytes;
    return NULL;
}

static const char *
set_rounding(struct command *command, const char *value)
{
    return sim_rounding_parse(value, &command->options) ? NULL : "nearest, worst or a number";
}

static const char *
set_schedule(struct command *command, const char *value)
{
    return sim_schedule_parse(value, &command->options) ? NULL : "order, round, all or a number";
}

static const char *
set_removed(struct command *command, const char *value)
{
    char *end;
    command->options.removed = strtoull(value, &end, 0);
    return *value && !*end && command->options.removed ? NULL : "an offset as the trace shows them";
}

static const char *
set_max_seconds(struct command *command, const char *value)
{
    uint64_t seconds;
    if (!parse_count(value, &seconds) || seconds > UINT32_MAX)
        return "";
    command->options.max_seconds = (uint32_t)seconds;
    return NULL;
}

static const char *
set_uniform(struct command *command, const char *value)
{
    (void)value;
    command->uniform = true;
    return NULL;
}

static const char *
set_partial(struct command *command, const char *value)
{
    (void)value;
    command->partial = true;
    return NULL;
}

static const char *
set_scheduler(struct command *command, const char *value)
{
    command->scheduler = value;
    return NULL;
}

static const char *
set_trap_handler(struct command *command, const char *value)
{
    command->trap_handler = value;
    return NULL;
}

static const char *
set_no_strict(struct command *command, const char *value)
{
    (void)value;
    command->options.strict = false;
    return NULL;
}

static const char *
set_fast(struct command *command, const char *value)
{
    (void)value;
    command->options.fast = true;
    return NULL;
}

static const char *
set_jobs(struct command *command, const char *value)
{
    uint64_t jobs;
    if (!parse_count(value, &jobs) || jobs > 256)
        return "a number of cores up to 256; 0: all";
    command->options.jobs = jobs ? (unsigned)jobs : (unsigned)sysconf(_SC_NPROCESSORS_ONLN);
    return NULL;
}

static const char *
set_no_races(struct command *command, const char *value)
{
    (void)value;
    command->options.no_races = true;
    return NULL;
}

static const char *
set_observed(struct command *command, const char *value)
{
    struct sim_observer_info info;
    struct strbuf names = strbuf_new(command->arena);
    if (sim_observe(&command->options, value))
        return NULL;
    strbuf_puts(&names, "a check:");
    for (unsigned i = 0; sim_observer_at(NULL, i, &info); i++)
        if (info.counted)
            strbuf_printf(&names, " %s", info.name);
    return names.text;
}

static const char *
set_same_value_races(struct command *command, const char *value)
{
    (void)value;
    command->options.same_value_races = true;
    return NULL;
}

static const char *
set_suppressions(struct command *command, const char *value)
{
    size_t size;
    command->options.suppressions = (const char *)read_whole_file(command->arena, value, &size);
    if (!command->options.suppressions)
        return "";
    unsigned line = sim_suppressions_fault(command->options.suppressions);
    return !line ? NULL
                 : arena_printf(command->arena, "line %u: KIND:PATTERN is wanted, of %s", line,
                                sim_suppression_kinds);
}

static const char *
set_reports(struct command *command, const char *value)
{
    command->reports = value;
    return NULL;
}

static const char *
set_benign(struct command *command, const char *value)
{
    (void)value;
    command->options.benign = true;
    return NULL;
}

static const char *
set_atomics(struct command *command, const char *value)
{
    bool listed = strcmp(value, "listed") == 0;
    command->options.atomics = listed ? SIM_ATOMICS_LISTED : SIM_ATOMICS_GUESSED;
    return listed || strcmp(value, "guessed") == 0 ? NULL : "listed or guessed";
}

static const char *
set_early_exit(struct command *command, const char *value)
{
    (void)value;
    command->options.early_exit = true;
    return NULL;
}

static const char *
set_foreign(struct command *command, const char *value)
{
    (void)value;
    command->options.foreign = 1;
    return NULL;
}

static const char *
set_own(struct command *command, const char *value)
{
    (void)value;
    command->options.foreign = 0;
    return NULL;
}

static const char *
set_printf_size(struct command *command, const char *value)
{
    uint64_t size;
    if (!parse_count(value, &size) || size > UINT32_MAX)
        return "";
    command->printf_size = (uint32_t)size;
    return size >= 8 ? NULL : "at least the 8 bytes of its header";
}

static const char *
set_gds_size(struct command *command, const char *value)
{
    uint64_t size;
    if (!parse_count(value, &size))
        return "";
    command->options.gds_size = (uint32_t)size;
    return size && size <= 65536 ? NULL : "1 to 65536 are possible";
}

static const char *
set_stats(struct command *command, const char *value)
{
    command->stats = value ? STATS_JSON : STATS_TEXT;
    return !value || strcmp(value, "json") == 0 ? NULL : "json is the only form besides text";
}

static void
print_line(void *data, const char *line)
{
    (void)data;
    fprintf(stderr, "%s\n", line);
}

static const char *
set_trace(struct command *command, const char *value)
{
    command->options.trace = print_line;
    if (!value || trace_filter_read(value, &command->options.trace_filter))
        return NULL;
    return "filters are group:X,Y,Z wave:N lane:N pc:FIRST[-LAST]";
}

static const char *
set_format(struct command *command, const char *value)
{
    static const char *const forms[] = {
        [PROFILE_TEXT] = "text", [PROFILE_JSON] = "json", [PROFILE_HTML] = "html"};
    for (unsigned i = 0; i < sizeof forms / sizeof *forms; i++)
        if (strcmp(value, forms[i]) == 0) {
            command->profile = i;
            return NULL;
        }
    return "text, json or html";
}

static const char *
set_output(struct command *command, const char *value)
{
    command->profile_file = value;
    return NULL;
}

static const char *
set_script(struct command *command, const char *value)
{
    command->script = value;
    return NULL;
}

/* ---- the table ---- */

/* A row without a function is the heading of those that follow, or, without a name, more help.  What
 * stands below the name of a command goes with that one only. */
static const struct command_switch switches[] = {
    {"The launch", NULL, NULL, NULL},
    {"--kernel", "NAME", "the kernel; needed when the object has several", set_kernel},
    {"--global", "X[,Y[,Z]]", "work-items in each dimension", set_global},
    {"--local", "X[,Y[,Z]]", "work-items of a work-group", set_local},
    {"--offset", "X[,Y[,Z]]", "get_global_offset", set_offset},
    {"--device", "gpu[:N]", "on the GPU of that number (0) that ROCr has, instead of the simulator",
     set_device},
    {"--uniform", NULL, "every work-group has its whole size, as objects of 1.x programs ask",
     set_uniform},
    {"--partial", NULL,
     "the last work-groups may be smaller, whatever the object asks for, and larger", set_partial},
    {"", NULL, "than the grid: what HSA's queues take", NULL},
    {"--dynamic-local", "BYTES",
     "local memory that no argument points to: extern __shared__ of HIP", set_dynamic_local},
    {"--arg", "SPEC", "the next argument of the kernel", argument_read},
    {"--memory", "ADDRESS=FILE", "memory at that address, with the file's contents; above 2^41",
     preset_set_memory},
    {"", NULL, "behind it, @expect=FILE: what should be there afterwards", NULL},
    {"--variable", "NAME=SPEC",
     "what a variable of the program holds, or one that it only uses: SPEC", preset_set_variable},
    {"", NULL, "as behind --arg buf:, with @out=, @print= and @expect=", NULL},
    {"--trap-handler", "FILE",
     "a code object whose first kernel or instruction is the trap handler", set_trap_handler},
    {"--scheduler", "FILE",
     "a code object whose kernel starts what kernels enqueue, as __amd_scheduler_rocm does",
     set_scheduler},
    {"--rounding", "nearest|worst|SEED",
     "what v_rcp, v_rsq, v_sqrt, v_exp, v_log, v_sin and v_cos give within their error",
     set_rounding},
    {"--schedule", "HOW",
     "order: one work-group after the other, as otherwise; round, or a seed:", set_schedule},
    {"", NULL, "several, on compute units with caches, memory operations in flight; all:", NULL},
    {"", NULL, "in every way there is, each outcome of buffers with @print is shown once", NULL},
    {"--remove", "PLACE", "an instruction that is left out, at this offset in the code object",
     set_removed},
    {"What is checked", NULL, NULL, NULL},
    {"--no-strict", NULL, "no check of waits, hazards, uninitialised data and races",
     set_no_strict},
    {"--observe", "NAME", "a check beside those of the other switches; --stats has its count",
     set_observed},
    {"--no-races", NULL, "no check of data races", set_no_races},
    {"-j", "N", "N cores of the host share the work-groups, 0: all; one where it would be seen",
     set_jobs},
    {"--fast", NULL, "neither checks, but of bounds, nor modelled cycles", set_fast},
    {"--same-value-races", NULL, "stores of what is there already may race, too",
     set_same_value_races},
    {"--benign", NULL,
     "of objects made with -fsanitize=race: stores of what is there already do not race",
     set_benign},
    {"--suppressions", "FILE",
     "of objects made with -fsanitize=: rows KIND:PATTERN of what is not told;", set_suppressions},
    {"", NULL, "a PATTERN is a kernel, a file or a file:line, with * for any characters", NULL},
    {"--atomics", "HOW",
     "atomic loads and stores: listed by the object, or guessed beside atomics and glc",
     set_atomics},
    {"--early-exit", NULL, "a barrier completes though waves have ended before it, as on hardware",
     set_early_exit},
    {"--foreign", NULL, "wait states that only a manual asks for are warnings", set_foreign},
    {"--own", NULL, "they are faults; without either, the object decides", set_own},
    {"--max-instructions", "N", "stops a run after N instructions of all waves, 1073741824 unless",
     set_max_instructions},
    {"--max-seconds", "N", "given, and after N seconds, 50 unless given; 0 lifts either",
     set_max_seconds},
    {"--gds-size", "BYTES", "of the global data share: what the chip has otherwise", set_gds_size},
    {"--printf-size", "BYTES", "of the buffer that printf writes to: 1048576 otherwise",
     set_printf_size},
    {"What is shown", NULL, NULL, NULL},
    {"--reports", "FILE", "what such objects were told, with places and counts, as JSON",
     set_reports},
    {"--stats", "[=json]", "counts and modelled cycles of the run, with units", set_stats},
    {"--trace", "[=FILTER,...]",
     "each executed instruction with what it wrote and the memory it touched,", set_trace},
    {"", NULL, "on standard error; filters: group:X,Y,Z wave:N lane:N pc:FIRST[-LAST]", NULL},
    {"gcnsim replay", NULL, NULL, NULL},
    {"--object", "FILE", "a code object instead of the one that was recorded", replay_set_object},
    {"gcnsim profile", NULL, NULL, NULL},
    {"--format", "text|json|html", "of the profile: text unless given", set_format},
    {"--output", "FILE", "where it goes; standard output unless given", set_output},
    {"gcnsim debug", NULL, NULL, NULL},
    {"--script", "FILE", "its commands, of which `help` is one; standard input unless given",
     set_script},
};

enum { SWITCHES = sizeof switches / sizeof *switches };

void
command_line_help(void)
{
    fputs(usage, stdout);
    for (const struct command_switch *row = switches; row < switches + SWITCHES; row++) {
        char left[80];
        if (row->set) {
            snprintf(left, sizeof left, "%s%s%s", row->name,
                     row->value && *row->value != '[' ? " " : "", row->value ? row->value : "");
            printf("  %-22s  %s\n", left, row->help);
        } else if (*row->name) {
            printf("\n%s:\n", row->name);
        } else {
            printf("  %-22s  %s\n", "", row->help);
        }
    }
    puts("\nSPEC, one for each argument, in order:");
    argument_help();
    fputs(exits, stdout);
}

/* The row of --name or --name=value. */
static const struct command_switch *
find_switch(const char *word)
{
    size_t length = strcspn(word, "=");
    for (const struct command_switch *row = switches; row < switches + SWITCHES; row++)
        if (row->set && strlen(row->name) == length && memcmp(row->name, word, length) == 0)
            return row;
    return NULL;
}

static enum exit_status
unknown_switch(struct command *command, const char *word)
{
    struct suggestion suggestion = suggest_begin(word);
    if (*word != '-')
        return usage_error("one code object, then switches", word);
    for (const struct command_switch *row = switches; row < switches + SWITCHES; row++)
        if (row->set)
            suggest_offer(&suggestion, row->name, strlen(row->name));
    if (suggestion.best)
        word = arena_printf(command->arena, "%s, did you mean %s?", word, suggestion.best);
    return usage_error("unknown switch", word);
}

/* The only command that takes the switch; NULL: all of them do. */
static const char *
owner_of(const struct command_switch *row)
{
    static const char prefix[] = "gcnsim ";
    while (row->set || !*row->name)
        row--;
    return strncmp(row->name, prefix, strlen(prefix)) == 0 ? row->name + strlen(prefix) : NULL;
}

/* What a launch is everywhere; the rest asks for what only the simulator has. */
static bool
is_for_gpus(const struct command_switch *row)
{
    static const char *const names[] = {
        "--device",      "--kernel",      "--global",        "--local", "--offset",
        "--uniform",     "--partial",     "--dynamic-local", "--arg",   "--variable",
        "--max-seconds", "--printf-size", "--object"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(row->name, names[i]) == 0)
            return true;
    return false;
}

/* Reads argv[*at], with its value if that is the next word; *at is then the last word of it. */
static enum exit_status
read_switch(struct command *command, char **argv, int *at)
{
    const char *word = argv[*at], *equals = strchr(word, '=');
    const struct command_switch *row = find_switch(word);
    if (!row)
        return unknown_switch(command, word);
    const char *owner = owner_of(row);
    if (owner && strcmp(owner, command->word) != 0)
        return usage_error(arena_printf(command->arena, "only gcnsim %s takes", owner), row->name);
    const char *value = equals ? equals + 1 : NULL;
    if (!row->value && value)
        return usage_error("the switch takes no value", word);
    if (value && !*value)
        return usage_error("the switch needs a value", word);
    if (row->value && *row->value != '[' && !value) {
        value = argv[*at + 1];
        if (!value)
            return usage_error("the switch needs a value", word);
        ++*at;
    }
    bool has_memory =
        command->simulator_switch && strcmp(command->simulator_switch, "--memory") == 0;
    if (!is_for_gpus(row) && !has_memory)
        command->simulator_switch = row->name;
    const char *why = row->set(command, value);
    if (!why)
        return EXIT_GOOD;
    return usage_error(arena_printf(command->arena, "bad value for %s", row->name),
                       *why ? arena_printf(command->arena, "%s: %s", value, why) : value);
}

enum exit_status
command_line_read(struct command *command, char **argv, int at)
{
    for (; argv[at]; at++) {
        enum exit_status status = read_switch(command, argv, &at);
        if (status != EXIT_GOOD)
            return status;
    }
    return EXIT_GOOD;
}
