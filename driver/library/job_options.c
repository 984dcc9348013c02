#include "driver/library/job_options.h"

#include "driver/options/option_row.h"
#include "driver/options/option_words.h"

enum { MAKES_TEXT = 1 << OCC_PREPROCESSED | 1 << OCC_NOTHING };

/* The outputs that switches may choose. */
static unsigned
outputs_of(const struct options *options, enum occ_action action)
{
    const unsigned object = 1 << OCC_EXECUTABLE | 1 << OCC_RELOCATABLE;
    if (action == OCC_BUILD)
        return object | 1 << OCC_ASSEMBLY | 1 << OCC_IR | MAKES_TEXT;
    if (action == OCC_LINK && !options->creates_library)
        return object | 1 << OCC_ASSEMBLY | 1 << OCC_IR;
    return object;
}

/* Switches that choose the output are no options of OpenCL: who calls clBuildProgram wants a program. */
static void
check_output(struct options *options, enum occ_action action, const char *const *words,
             unsigned string_start)
{
    static const char *const makes[] = {
        [OCC_COMPILE] = "%s chooses what is written, and a compilation for a link makes a unit",
        [OCC_LINK] = "%s chooses what is written, and units are linked here"};
    int place = options->output_place;
    if (place != OPTION_NOWHERE && place >= (int)string_start)
        option_fail(options,
                    "%s chooses what is written: OpenCL's option strings are of programs alone",
                    words[place]);
    else if (!(outputs_of(options, action) & 1u << options->output))
        option_fail(options, makes[action], options->output_switch);
}

/* A link has no source.  Programs pass it their -I all the same: these are only warned of. */
static void
check_use_in_link(struct options *options, const struct option_use *use)
{
    unsigned kind = use->row ? use->row->kind : OPTION_ANY;
    options->current = use->words[0];
    options->current_value = use->words[1];
    options->carrier = use->carrier;
    if (kind & OPTION_SEARCH)
        option_notice(options, DIAG_argument_unused);
    else if (kind & (OPTION_SOURCE | OPTION_PREPROCESS) && !options->ignore_unknown)
        option_fail(options, "%s is an option of compiling, and compiled units are linked here",
                    use->words[0]);
}

static void
check_uses(struct options *options, enum occ_action action)
{
    vec_foreach (const struct option_use, use, &options->uses)
        if (action == OCC_LINK)
            check_use_in_link(options, use);
        else if (use->row && use->row->kind & OPTION_LINK)
            option_fail(options, "%s is an option of linking, and nothing is linked here",
                        use->words[0]);
    if (options->enables_link_options && !options->creates_library)
        option_fail(options, "%s", "-enable-link-options needs -create-library");
}

/* The words of a string come after those of the job, whose target is that of a device, and name no
 * files. */
static void
check_string(struct options *options, const char *const *words, unsigned string_start)
{
    struct options *before = ARENA_NEW(options->arena, struct options);
    options_parse(before, options->arena, words, string_start);
    const struct gcn_target *own = before->target, *wanted = options->target;
    if (options->inputs.count > before->inputs.count)
        option_fail(options, "'%s' is no option, and OpenCL's option strings name no files",
                    options->inputs.at[before->inputs.count]);
    if (before->error || !before->target_is_given || !wanted || wanted == own)
        return;
    uint32_t last = options->targets.count;
    options->error = last ? arena_printf(options->arena, "--offload-arch=%s: this is made for %s",
                                         options->targets.at[last - 1].word, own->name)
                          : arena_printf(options->arena, "-mcpu=%s: this is made for %s",
                                         options->cpu, own->name);
}

const char *
job_options_read(struct options *options, struct arena *arena, struct occ_job *job)
{
    unsigned string_start = job->option_count;
    const char *error = option_words(arena, job);
    options_parse(options, arena, job->options, job->option_count);
    if (string_start < job->option_count)
        check_string(options, job->options, string_start);
    if (error)
        options->error = error;
    if (options->targets.count > 1)
        option_fail(options, "%s", "a job is for one target: --offload-arch= names several");
    if (!options->error)
        check_output(options, job->action, job->options, string_start);
    if (!options->error)
        check_uses(options, job->action);
    if (job->action == OCC_COMPILE && options->is_assembly && !options->error)
        option_fail(options, "%s",
                    "-x assembler makes an object, and a compilation for a link makes a unit");
    if (job->action == OCC_COMPILE || (job->action == OCC_LINK && options->creates_library))
        options->output = OCC_RELOCATABLE;
    if (job->action == OCC_BUILD && options->keeps_ir && options->output == OCC_RELOCATABLE)
        job->action = OCC_COMPILE;
    return options->error;
}
