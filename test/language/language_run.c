/* language-run: compiles and runs the programs of test/language on the strict simulator.
 *
 *   language-run [-v] [-O3] [-mcpu=TARGET]... [-fSWITCH]... FILE.cl...
 *   language-run [-v] --object=FILE.co FILE.cl
 *
 * Every program is built for each target (gfx900 and gfx803 when none is named), optimised and,
 * without -O3, not; each time with the switches given.  A line per value that is not as expected:
 * "FILE:LINE: TARGET LEVEL: ...".  Programs marked xfail must fail in at least one of these ways;
 * -v tells their messages too. --object runs an object that another compiler made of the program;
 * what is said about resources and assembly is then ignored, as with -fspill-everything and -fsanitize=.  Ends with
 * "N passed, M failed, K expected failures"; exit status 1 if any failed. */
#include "examples/host/sim_environment.h"
#include "driver/occ.h"
#include "support/file.h"
#include "support/strbuf.h"
#include "runtime/selftest/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TARGETS = 16, MAX_SWITCHES = 8, MAX_SHOWN = 10 };

struct run {
    struct arena arena;
    struct guard guard;
    occ_compiler *compiler;
    const char *targets[MAX_TARGETS];
    unsigned target_count;
    const char *switches[MAX_SWITCHES];
    unsigned switch_count;
    bool verbose, only_optimised, only_values;
    const char *object; /* a foreign object's file, or NULL */
    unsigned passed, failed, xfailed;
    /* of the file at hand */
    const char *file, *source;
    const char *target, *level;
    struct case_program program;
    struct strbuf messages;
    unsigned bad;
};

static void report(struct run *run, unsigned line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void
report(struct run *run, unsigned line, const char *format, ...)
{
    va_list arguments;
    char text[4096];
    if (run->bad++ >= MAX_SHOWN)
        return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    strbuf_printf(&run->messages, "%s:%u: %s %s: %s\n", run->file, line, run->target, run->level,
                  text);
}

static enum occ_status
compile(struct run *run, const char *more, occ_result **result)
{
    VEC(const char *) options = {0};
    struct arena *arena = &run->arena;
    const char *slash = strrchr(run->file, '/');
    int folder = slash ? (int)(slash - run->file) : 1;
    vec_push(arena, &options, arena_printf(arena, "-mcpu=%s", run->target));
    vec_push(arena, &options, arena_printf(arena, "-I%.*s", folder, slash ? run->file : "."));
    vec_push(arena, &options, run->level);
    vec_push(arena, &options, "-w");
    for (unsigned i = 0; i < run->program.options.count; i++)
        vec_push(arena, &options, run->program.options.at[i]);
    for (unsigned i = 0; i < run->switch_count; i++)
        vec_push(arena, &options, run->switches[i]);
    if (more)
        vec_push(arena, &options, more);
    struct occ_job job = {.size = sizeof job,
                          .name = run->file,
                          .source = run->source,
                          .length = strlen(run->source),
                          .options = options.at,
                          .option_count = options.count,
                          .use_disk = 1};
    return occ_compile(run->compiler, &job, result);
}

static void
check_one(struct run *run, const struct sim_kernel *kernel, const struct sim_stats *stats,
          const struct case_check *check)
{
    const struct {
        const char *field;
        uint64_t value;
    } fields[] = {
        {"vgprs", stats->vgprs},
        {"sgprs", stats->sgprs},
        {"lds", kernel->group_size},
        {"scratch", kernel->private_size},
        {"required_x", kernel->required_size[0]},
        {"required_y", kernel->required_size[1]},
        {"required_z", kernel->required_size[2]},
        {"max_size", kernel->max_size},
        {"occupancy", stats->occupancy},
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        uint64_t value = fields[i].value;
        if (strcmp(check->field, fields[i].field) != 0)
            continue;
        if (!strcmp(check->relation, "<=")   ? value > check->value
            : !strcmp(check->relation, ">=") ? value < check->value
                                             : value != check->value)
            report(run, check->line, "%s is %llu, not %s %llu", check->field,
                   (unsigned long long)value, check->relation, (unsigned long long)check->value);
        return;
    }
    report(run, check->line, "nothing is called %s", check->field);
}

static void
tell(void *data, unsigned line, const char *text)
{
    report(data, line, "%s", text);
}

static void
execute(struct run *run, const void *bytes, size_t size)
{
    /* with -fsanitize=race: in many programs all work-items store the same */
    struct sim_options options = {
        .strict = true, .foreign = -1, .benign = true, .max_instructions = 20000000};
    if (!sim_environment(&options))
        abort();
    struct machine *machine = machine_simulator(&run->arena, &options);
    struct case_run launches = {&run->arena, machine, tell, run, {NULL}};
    struct sim_object *object;
    if (!machine || machine_load(machine, bytes, size, NULL, &object) != SIM_OK)
        report(run, 1, "load: %s", machine ? machine_message(machine) : "no memory");
    else
        vec_foreach (const struct case_launch, launch, &run->program.launches) {
            const struct sim_kernel *kernel = case_run(&launches, object, launch);
            for (unsigned i = 0; kernel && i < launch->checks.count && !run->only_values; i++)
                check_one(run, kernel, sim_stats(machine_device(machine)), &launch->checks.at[i]);
        }
    machine_free(machine);
}

static void
check_assembly(struct run *run)
{
    occ_result *result = NULL;
    size_t size = 0;
    const char *bytes = NULL;
    if (compile(run, "-S", &result) == OCC_OK)
        bytes = occ_result_bytes(result, &size);
    const char *text = arena_strndup(&run->arena, bytes ? bytes : "", size);
    for (unsigned i = 0; i < run->program.texts.count; i++) {
        const struct case_text *row = &run->program.texts.at[i];
        if ((strstr(text, row->text) != NULL) == row->absent)
            report(run, row->line, "the assembly %s '%s'", row->absent ? "has" : "lacks",
                   row->text);
    }
    occ_result_free(result);
}

static void
run_way(struct run *run, const char *target, const char *level)
{
    occ_result *result = NULL;
    size_t size;
    run->target = target;
    run->level = level;
    if (compile(run, NULL, &result) == OCC_OK) {
        const void *bytes = occ_result_bytes(result, &size);
        execute(run, bytes, size);
        if (run->program.texts.count && !strcmp(level, "-O3") && !run->only_values)
            check_assembly(run);
    } else {
        report(run, 1, "does not compile%s%s", run->bad ? "" : ":\n",
               run->bad ? "" : occ_result_log(result));
    }
    occ_result_free(result);
}

static void
run_foreign(struct run *run)
{
    size_t size = 0;
    const char *bytes = file_read(&run->arena, run->object, &size);
    run->target = "foreign";
    run->level = "object";
    if (bytes)
        execute(run, bytes, size);
    else
        report(run, 1, "no file %s", run->object);
}

static void
run_ways(struct run *run)
{
    for (unsigned i = 0; i < run->target_count; i++)
        if (!run->program.targets || strstr(run->program.targets, run->targets[i])) {
            run_way(run, run->targets[i], "-O3");
            if (!run->only_optimised)
                run_way(run, run->targets[i], "-O0");
        }
}

static void
run_file(struct run *run)
{
    struct case_program *program = &run->program;
    run->messages = strbuf_new(&run->arena);
    run->bad = 0;
    run->source = file_read(&run->arena, run->file, NULL);
    case_read(program, &run->arena, run->source ? run->source : "");
    if (!program->error)
        (run->object ? run_foreign : run_ways)(run);
    if (program->error)
        printf("%s:%s\n", run->file, program->error);
    else if (program->xfail && !run->bad)
        printf("%s:1: passes, though marked xfail: %s\n", run->file, program->xfail);
    else if (run->bad && (!program->xfail || run->verbose))
        printf("%s%s", run->messages.text, run->bad > MAX_SHOWN ? "...\n" : "");
    if (program->error || !program->xfail != !run->bad)
        run->failed++;
    else
        (program->xfail ? &run->xfailed : &run->passed)[0]++;
}

int
main(int argc, char **argv)
{
    static struct run run;
    int first = 1;
    for (; first < argc && argv[first][0] == '-'; first++) {
        if (!strncmp(argv[first], "-mcpu=", 6) && run.target_count < MAX_TARGETS)
            run.targets[run.target_count++] = argv[first] + 6;
        else if (!strncmp(argv[first], "-f", 2) && run.switch_count < MAX_SWITCHES)
            run.switches[run.switch_count++] = argv[first];
        else if (!strncmp(argv[first], "--object=", 9))
            run.object = argv[first] + 9;
        else if (!strcmp(argv[first], "-v"))
            run.verbose = true;
        else if (!strcmp(argv[first], "-O3"))
            run.only_optimised = true;
        run.only_values |= run.object || !strcmp(argv[first], "-fspill-everything") ||
                           !strncmp(argv[first], "-fsanitize=", 11);
    }
    if (!run.target_count) {
        run.targets[run.target_count++] = "gfx900";
        run.targets[run.target_count++] = "gfx803";
    }
    run.compiler = occ_compiler_create(NULL);
    for (int i = first; i < argc; i++) {
        if (setjmp(run.guard.target) != 0) {
            fprintf(stderr, "language-run: %s\n", run.guard.message);
            return 4;
        }
        arena_init(&run.arena, NULL, &run.guard);
        run.file = argv[i];
        run_file(&run);
        arena_free(&run.arena);
    }
    occ_compiler_destroy(run.compiler);
    printf("%u passed, %u failed, %u expected failures\n", run.passed, run.failed, run.xfailed);
    return run.failed ? 1 : 0;
}
