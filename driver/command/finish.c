#include "driver/command/finish.h"

#include "gcn/codeobj/bundle.h"
#include "driver/library/assembly.h"
#include "driver/command/output.h"

#include <stdio.h>
#include <string.h>

enum { EXIT_USAGE = 2 };

const char *const *
job_with_option(struct arena *arena, const struct occ_job *job, const char *more)
{
    const char **options = ARENA_ARRAY(arena, job->option_count + 1, const char *);
    if (job->option_count)
        memcpy(options, job->options, job->option_count * sizeof *options);
    options[job->option_count] = more;
    return options;
}

/* -save-temps: writes the program as -E and -S would, as far as the compilation went; its messages
 * have been shown already. */
static bool
save_temps(const occ_compiler *compiler, struct output *output, const struct occ_job *job)
{
    static const char *const kinds[][2] = {{"-E", ".i"}, {"-S", ".s"}};
    enum occ_output last = output->options->output;
    int count = last == OCC_PREPROCESSED ? 0 : last == OCC_NOTHING || last == OCC_IR ? 1 : 2;
    bool good = true;
    for (int i = 0; i < count && good; i++) {
        struct occ_job again = *job;
        occ_result *result = NULL;
        again.options = job_with_option(output->arena, job, kinds[i][0]);
        again.option_count++;
        good = occ_compile(compiler, &again, &result) == OCC_OK;
        output->result = result;
        good = good && output_temporary(output, kinds[i][1]);
        occ_result_free(result);
    }
    return good;
}

/* ---- what was told ---- */

static bool
show_report(struct arena *arena, const struct options *options, const struct compile_task *task)
{
    const char *title =
        task->target ? arena_printf(arena, "%s for %s:\n", task->path, task->target->word) : "";
    return output_report(options, title, occ_result_report(task->result));
}

static const char *
log_of(const struct compile_task *task)
{
    return task->result ? occ_result_log(task->result) : "occ: error: out of memory\n";
}

/* What all targets tell alike is told once. */
static void
show_logs(const struct options *options, const struct compile_task *tasks, unsigned count)
{
    bool are_alike = true;
    for (unsigned i = 1; i < count; i++)
        are_alike &= strcmp(log_of(&tasks[i]), log_of(&tasks[0])) == 0;
    for (unsigned i = 0; i < (are_alike ? 1 : count); i++) {
        const char *log = log_of(&tasks[i]);
        if (!are_alike && *log && options->diag_format == DIAG_TEXT)
            fprintf(stderr, "%s for %s:\n", tasks[i].path, tasks[i].target->word);
        fputs(log, stderr);
    }
}

/* ---- what is written ---- */

/* All objects in one. */
static bool
write_bundle(struct output *outputs, const struct compile_task *tasks, unsigned count)
{
    struct arena *arena = outputs->arena;
    const struct options *options = outputs->options;
    struct bundle_entry *entries = ARENA_ARRAY(arena, count, struct bundle_entry);
    struct output bundle = outputs[0];
    for (unsigned i = 0; i < count; i++) {
        entries[i].id = arena_printf(arena, "hipv4-%s", options->targets.at[i].isa);
        entries[i].bytes = occ_result_bytes(tasks[i].result, &entries[i].size);
    }
    bundle.target = NULL;
    bundle.bytes = bundle_write(arena, entries, count, &bundle.size);
    bool good = output_main(&bundle);
    outputs[0].written = bundle.written;
    return good;
}

/* Everything that was asked for, or nothing. */
static bool
write_outputs(const occ_compiler *compiler, struct output *outputs,
              const struct compile_task *tasks, unsigned count)
{
    const struct options *options = outputs->options;
    bool good = true;
    bool bundles = options->bundles && !options->depend.only;
    for (unsigned i = 0; i < count && good && !bundles; i++)
        good = output_main(&outputs[i]);
    good = good && (!bundles || write_bundle(outputs, tasks, count));
    good = good && output_dependencies(outputs, count);
    for (unsigned i = 0; i < count && good; i++)
        good = output_time_trace(&outputs[i]) && output_pass_html(&outputs[i]) &&
               (!options->save_temps || assembly_is_input(options, tasks[i].job.name) ||
                save_temps(compiler, &outputs[i], &tasks[i].job));
    return good;
}

static void
discard(struct output *outputs, unsigned count)
{
    struct output bundle = outputs[0];
    bundle.target = NULL;
    for (unsigned i = 0; i < count; i++) {
        if (!bundle.options->bundles)
            output_discard(&outputs[i]);
        vec_foreach (const char *const, path, &outputs[i].written)
            if (i)
                vec_push(bundle.arena, &bundle.written, *path);
    }
    if (bundle.options->bundles)
        output_discard(&bundle);
}

int
finish_input(const occ_compiler *compiler, struct arena *arena, const struct options *options,
             const struct compile_task *tasks, unsigned count)
{
    struct output *outputs = ARENA_ARRAY(arena, count, struct output);
    enum occ_status status = OCC_OK;
    for (unsigned i = 0; i < count; i++) {
        if (tasks[i].read_error) {
            fprintf(stderr, "occ: error: cannot read '%s': %s\n", tasks[i].path,
                    strerror(tasks[i].read_error));
            return EXIT_USAGE;
        }
        status = tasks[i].status > status ? tasks[i].status : status;
        outputs[i] = (struct output){.arena = arena,
                                     .options = options,
                                     .input = tasks[i].path,
                                     .target = tasks[i].target,
                                     .result = tasks[i].result};
    }
    show_logs(options, tasks, count);
    bool written = status == OCC_OK && write_outputs(compiler, outputs, tasks, count);
    for (unsigned i = 0; i < count; i++)
        written &= show_report(arena, options, &tasks[i]);
    if (!written)
        discard(outputs, count);
    return status != OCC_OK ? (int)status : written ? 0 : EXIT_USAGE;
}
