#include "driver/command/selftest_command.h"

#include "driver/command/output.h"
#include "driver/command/selftest.h"
#include "driver/options/options.h"
#include "support/file.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_FAILED = 1, EXIT_USAGE = 2, EXIT_NOT_THERE = 3 };
/* A kernel of these takes less than a millisecond, on the simulator too. */
enum { MAX_SECONDS = 20, MAX_INSTRUCTIONS = 20000000 };

static const char help[] =
    "usage: occ selftest [SWITCH]... [NAME]...\n\n"
    "Compiles small kernels, runs them and compares with stored results: those of the groups and "
    "programs\n"
    "that are named, or all.\n\n"
    "  --device gpu[:N]    on that GPU, see occ devices; otherwise on the simulator\n"
    "  --report FILE       writes what to send in: device, versions, each failure with inputs and "
    "outputs\n"
    "  --cases FOLDER      a folder of groups instead of the installed one\n"
    "  --list              tells what there is, and runs nothing\n"
    "  -SWITCH             of the compiler, for all kernels: -mcpu=gfx803, -O0; see occ --help\n\n"
    "Exit status: 0 all that ran passed, 1 a kernel failed, 2 wrong usage, 3 no device, no "
    "kernels\n";

/* The command line, and the program at hand. */
struct testing {
    struct selftest *result;
    struct arena *arena;
    argument_vec switches, names; /* names: what is to run; empty: all */
    const char *cases, *device, *report;
    bool lists;
    occ_compiler *compiler;
    unsigned named; /* programs that are to run */
    const char *name, *path, *source;
    const struct case_program *program;
    struct selftest_group *group;
    struct selftest_failure failure; /* of the launch at hand */
};

/* ---- words ---- */

/* --NAME=VALUE or --NAME VALUE; false: args[*at] is another one. */
static bool
has_value(const char *name, const char *const *args, unsigned count, unsigned *at,
          const char **value)
{
    size_t length = strlen(name);
    if (strncmp(args[*at], name, length) != 0)
        return false;
    if (args[*at][length] == '=') {
        *value = args[*at] + length + 1;
        return true;
    }
    if (args[*at][length] || *at + 1 >= count)
        return false;
    *value = args[++*at];
    return true;
}

/* NULL, or what is wrong. */
static const char *
read_words(struct testing *testing, const char *const *args, unsigned count)
{
    unsigned index;
    for (unsigned i = 0; i < count; i++) {
        const char *word = args[i];
        if (strcmp(word, "--list") == 0)
            testing->lists = true;
        else if (has_value("--device", args, count, &i, &testing->device) ||
                 has_value("--cases", args, count, &i, &testing->cases) ||
                 has_value("--report", args, count, &i, &testing->report))
            continue;
        else if (strncmp(word, "--", 2) == 0)
            return arena_printf(testing->arena, "unknown switch, or one without its value: %s",
                                word);
        else
            vec_push(testing->arena, *word == '-' ? &testing->switches : &testing->names, word);
    }
    if (testing->device && !machine_gpu_named(testing->device, &index))
        return arena_printf(testing->arena, "--device=%s: gpu or gpu:N", testing->device);
    return NULL;
}

/* The first name that neither a group nor a program has, or NULL. */
static const char *
unknown_name(const struct testing *testing)
{
    vec_foreach (const char *const, name, &testing->names) {
        const char *path = arena_printf(testing->arena, "%s/%s", testing->cases, *name);
        if (access(path, F_OK) != 0 &&
            access(arena_printf(testing->arena, "%s.cl", path), F_OK) != 0)
            return *name;
    }
    return NULL;
}

/* Beside the program, which lies in libexec/occ, wherever that was installed. */
static const char *
find_cases(struct arena *arena)
{
    char self[4096];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    self[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(self, '/');
    if (!slash)
        return OCC_SELFTEST_FOLDER;
    *slash = '\0';
    const char *folder = arena_printf(arena, "%s/../../share/occ/selftest", self);
    return access(folder, R_OK) == 0 ? folder : OCC_SELFTEST_FOLDER;
}

/* ---- one program ---- */

static void
add_difference(void *data, unsigned line, const char *text)
{
    struct testing *testing = data;
    const struct selftest_difference difference = {line, arena_strdup(testing->arena, text)};
    vec_push(testing->arena, &testing->failure.differences, difference);
}

static void
not_run(struct testing *testing, const char *why, const struct case_launch *launch)
{
    struct selftest *result = testing->result;
    struct selftest_reason *reason = NULL;
    vec_foreach (struct selftest_reason, known, &result->reasons)
        if (strcmp(known->why, why) == 0)
            reason = known;
    if (!reason) {
        const struct selftest_reason other = {why, strbuf_new(testing->arena)};
        vec_push(testing->arena, &result->reasons, other);
        reason = &vec_last(&result->reasons);
    }
    strbuf_printf(&reason->names, " %s:%s", testing->name, launch->kernel);
    testing->group->counts[SELFTEST_NOT_RUN]++;
}

/* The launch at hand has ended; got: what its arguments held, or NULL. */
static void
end_launch(struct testing *testing, const struct case_launch *launch, uint8_t *const *got)
{
    struct selftest_failure *failure = &testing->failure;
    bool is_good = !failure->differences.count;
    testing->group->counts[is_good ? SELFTEST_PASSED : SELFTEST_FAILED]++;
    if (is_good)
        return;
    failure->name = testing->name;
    failure->program = testing->program;
    failure->launch = launch;
    failure->got = ARENA_ARRAY(testing->arena, CASE_MAX_ARGS, uint8_t *);
    if (got)
        memcpy(failure->got, got, CASE_MAX_ARGS * sizeof *got);
    vec_push(testing->arena, &testing->result->failures, *failure);
    selftest_tell(failure);
    *failure = (struct selftest_failure){.name = NULL};
}

static enum occ_status
compile(struct testing *testing, occ_result **result)
{
    struct arena *arena = testing->arena;
    argument_vec options = {0};
    if (machine_is_gpu(testing->result->machine)) {
        vec_push(arena, &options, arena_printf(arena, "-mcpu=%s", testing->result->processor));
        vec_push(arena, &options, MACHINE_OBJECT_VERSION);
    }
    vec_push(arena, &options, "-w");
    vec_push(arena, &options, arena_printf(arena, "-I%s/%s", testing->cases, testing->group->name));
    vec_foreach (const char *const, option, &testing->program->options)
        vec_push(arena, &options, *option);
    vec_foreach (const char *const, word, &testing->switches)
        vec_push(arena, &options, *word);
    const struct occ_job job = {
        .size = sizeof job,
        .name = arena_printf(arena, "%s.cl", testing->name), /* no path of the host */
        .source = testing->source,
        .length = strlen(testing->source),
        .options = options.at,
        .option_count = options.count,
        .use_disk = 1};
    return occ_compile(testing->compiler, &job, result);
}

/* Nothing of the program can run: each of its kernels has failed. */
static void
fail_all(struct testing *testing, const char *text)
{
    vec_foreach (const struct case_launch, launch, &testing->program->launches) {
        add_difference(testing, 1, text);
        end_launch(testing, launch, NULL);
    }
}

static void
launch_all(struct testing *testing, const void *bytes, size_t size)
{
    struct machine *machine = testing->result->machine;
    struct case_run run = {testing->arena, machine, add_difference, testing, {NULL}};
    struct sim_object *object = NULL;
    if (!machine_reset(machine)) {
        fail_all(testing, "out of memory");
        return;
    }
    if (machine_load(machine, bytes, size, NULL, &object) != SIM_OK) {
        fail_all(testing, arena_printf(testing->arena, "load: %s", machine_message(machine)));
        return;
    }
    vec_foreach (const struct case_launch, launch, &testing->program->launches) {
        const char *lacks = case_lacks(machine, launch);
        if (lacks) {
            not_run(testing, lacks, launch);
            continue;
        }
        case_run(&run, object, launch);
        end_launch(testing, launch, run.got);
    }
}

static void
run_program(struct testing *testing)
{
    occ_result *result = NULL;
    size_t size = 0;
    const struct case_program *program = testing->program;
    if (program->targets && !strstr(program->targets, testing->result->target->name)) {
        vec_foreach (const struct case_launch, launch, &program->launches)
            not_run(testing, "other chips have what it uses", launch);
        return;
    }
    if (compile(testing, &result) == OCC_OK) {
        const void *bytes = occ_result_bytes(result, &size);
        launch_all(testing, bytes, size);
    } else {
        fail_all(testing, arena_printf(testing->arena, "does not compile: %s",
                                       result ? occ_result_log(result) : "out of memory"));
    }
    occ_result_free(result);
}

static bool
is_named(struct testing *testing)
{
    bool is = !testing->names.count;
    vec_foreach (const char *const, name, &testing->names)
        is |= strcmp(*name, testing->name) == 0 || strcmp(*name, testing->group->name) == 0;
    return is;
}

/* Reads and runs, or lists, GROUP/FILE; false: it is broken, and that has been said. */
static bool
take_program(struct testing *testing, const char *file)
{
    struct arena *arena = testing->arena;
    struct case_program *program = ARENA_NEW(arena, struct case_program);
    testing->name =
        arena_printf(arena, "%s/%.*s", testing->group->name, (int)strlen(file) - 3, file);
    testing->path = arena_printf(arena, "%s/%s/%s", testing->cases, testing->group->name, file);
    if (!is_named(testing))
        return true;
    testing->named++;
    testing->source = file_read(arena, testing->path, NULL);
    case_read(program, arena, testing->source ? testing->source : "");
    if (program->error) {
        fprintf(stderr, "occ: error: selftest: %s:%s\n", testing->path, program->error);
        return false;
    }
    testing->program = program;
    if (testing->lists)
        printf("%-36s %2u %.*s\n", testing->name, program->launches.count,
               (int)strcspn(testing->source, "\n"), testing->source);
    else
        run_program(testing);
    return true;
}

/* ---- all of them ---- */

/* Names in a folder that end so, in order; there are none if it cannot be read. */
static void
list_folder(struct arena *arena, const char *folder, const char *ending, argument_vec *names)
{
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        size_t length = strlen(name), end = strlen(ending);
        if (*name != '.' && length > end && strcmp(name + length - end, ending) == 0)
            vec_push(arena, names, arena_strdup(arena, name));
        free(entries[i]);
    }
    free(entries);
}

static int
run_groups(struct testing *testing)
{
    argument_vec groups = {0};
    const char *unknown = unknown_name(testing);
    if (unknown) {
        fprintf(stderr,
                "occ: error: selftest: nothing is called '%s'; --list tells what there is\n",
                unknown);
        return EXIT_USAGE;
    }
    list_folder(testing->arena, testing->cases, "", &groups);
    vec_foreach (const char *const, group, &groups) {
        argument_vec files = {0};
        struct selftest *result = testing->result;
        const struct selftest_group row = {*group, {0}};
        list_folder(testing->arena, arena_printf(testing->arena, "%s/%s", testing->cases, *group),
                    ".cl", &files);
        vec_push(testing->arena, &result->groups, row);
        testing->group = &vec_last(&result->groups);
        vec_foreach (const char *const, file, &files)
            if (!take_program(testing, *file))
                return EXIT_NOT_THERE;
    }
    if (testing->named)
        return 0;
    fprintf(stderr, "occ: error: selftest: no kernels are in '%s'\n", testing->cases);
    return EXIT_NOT_THERE;
}

/* Says what is wrong with them. */
static int
check_switches(struct testing *testing, struct options *options)
{
    argument_vec words = testing->switches;
    struct strbuf text = strbuf_new(testing->arena);
    vec_foreach (const char *const, word, &testing->switches)
        strbuf_printf(&text, "%s%s", text.length ? " " : "", *word);
    testing->result->switches = text.text ? text.text : "";
    vec_push(testing->arena, &words, "selftest.cl");
    options_parse(options, testing->arena, words.at, words.count);
    if (options->error)
        fprintf(stderr, "occ: error: selftest: %s\n", options->error);
    return options->error ? EXIT_USAGE : 0;
}

static int
open_machine(struct testing *testing, const struct options *options)
{
    const struct sim_options limits = {.strict = true,
                                       .foreign = -1,
                                       .max_instructions = MAX_INSTRUCTIONS,
                                       .max_seconds = MAX_SECONDS};
    struct selftest *result = testing->result;
    const char *why = "out of memory";
    unsigned index = 0;
    result->target = options->target;
    result->processor = options->target->name;
    if (testing->device && machine_gpu_named(testing->device, &index))
        result->machine = machine_gpu(testing->arena, index, &limits, &why);
    else
        result->machine = machine_simulator(testing->arena, &limits);
    if (!result->machine) {
        fprintf(stderr, "occ: error: selftest: %s\n", why);
        return EXIT_NOT_THERE;
    }
    if (!testing->device)
        return 0;
    result->target = sim_device_target(machine_device(result->machine));
    if (options->target_is_given && options->target != result->target) {
        fprintf(stderr, "occ: error: selftest: --device=%s is a %s, no %s\n", testing->device,
                result->target->name, options->target->name);
        return EXIT_USAGE;
    }
    result->processor = machine_processor(result->machine);
    return 0;
}

static int
finish(struct testing *testing)
{
    struct selftest *result = testing->result;
    struct strbuf table = strbuf_new(testing->arena), report = strbuf_new(testing->arena);
    selftest_table(result, &table);
    fputs(table.text, stdout);
    selftest_report(result, &report);
    if (testing->report && !output_write(testing->report, report.text, report.length)) {
        fprintf(stderr, "occ: error: cannot write '%s': %s\n", testing->report, strerror(errno));
        return EXIT_USAGE;
    }
    if (selftest_count(result, SELFTEST_FAILED) && !testing->report)
        puts("--report=FILE writes what to send in");
    return selftest_count(result, SELFTEST_FAILED) ? EXIT_FAILED : 0;
}

static int
run_tests(struct testing *testing)
{
    struct options options;
    int status = check_switches(testing, &options);
    if (!status && !testing->lists)
        status = open_machine(testing, &options);
    if (status)
        return status;
    testing->compiler = occ_compiler_create(NULL);
    status = testing->compiler ? run_groups(testing) : EXIT_NOT_THERE;
    occ_compiler_destroy(testing->compiler);
    if (!status && !testing->lists)
        status = finish(testing);
    machine_free(testing->result->machine);
    return status;
}

int
selftest_command(struct arena *arena, const char *const *args, unsigned count)
{
    struct selftest result = {.arena = arena};
    struct testing testing = {.result = &result, .arena = arena};
    if (count == 1 && strcmp(args[0], "--help") == 0) {
        fputs(help, stdout);
        return 0;
    }
    const char *error = read_words(&testing, args, count);
    if (error) {
        fprintf(stderr, "occ: error: selftest: %s\n", error);
        return EXIT_USAGE;
    }
    if (!testing.cases)
        testing.cases = find_cases(arena);
    return run_tests(&testing);
}

int
devices_command(struct arena *arena, const char *const *args, unsigned count)
{
    struct strbuf text = strbuf_new(arena);
    if (count == 1 && strcmp(args[0], "--help") == 0) {
        puts("usage: occ devices\n\nTells which GPUs of this machine occ can use, by ROCr, and of "
             "others why "
             "not.\n\nExit status: 0 there is one, 1 there is none, 2 wrong usage");
        return 0;
    }
    if (count) {
        fprintf(stderr, "occ: error: devices: nothing follows it, and not '%s'\n", args[0]);
        return EXIT_USAGE;
    }
    unsigned found = machine_list_gpus(&text);
    fputs(text.text, stdout);
    return found ? 0 : EXIT_FAILED;
}
