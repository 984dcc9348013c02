#include "driver/options/option_targets.h"

#include "backend-gcn/backend.h"
#include "gcn/codeobj/bundle.h"
#include "gcn/object/object_version.h"
#include "driver/options/option_row.h"

#include <string.h>

/* Keeps the target that was set last, unless it was named before by the same word. */
static void
add_target(struct options *options, const char *word)
{
    const struct object_target named = {options->target, options->xnack, options->sramecc};
    const char *isa = object_targets_features.name(options->arena, &named);
    vec_foreach (const struct offload_target, target, &options->targets)
        if (strcmp(target->word, word) == 0)
            return;
    vec_push(options->arena, &options->targets, (struct offload_target){word, isa});
}

void
option_add_targets(struct options *options, const char *value)
{
    do {
        size_t length = strcspn(value, ",");
        const char *word = arena_strndup(options->arena, value, length);
        option_set_target(options, word);
        if (!options->error)
            add_target(options, word);
        value += length;
    } while (*value++ == ',' && !options->error);
}

void
option_set_bundle(struct options *options, const char *value)
{
    (void)value;
    options->bundles = true;
}

void
option_set_no_bundle(struct options *options, const char *value)
{
    (void)value;
    options->bundles = false;
}

/* Who looks for a target in a bundle must find one entry. */
static void
check_entries(struct options *options)
{
    static const char prefix[] = "amdgcn-amd-amdhsa--";
    for (uint32_t i = 0; i < options->targets.count; i++)
        for (uint32_t k = 0; k < options->targets.count; k++) {
            const struct offload_target *one = &options->targets.at[i],
                                        *other = &options->targets.at[k];
            struct target_id code, wanted;
            bool fits = i != k && target_id_parse(one->isa + sizeof prefix - 1, &code) &&
                        target_id_parse(other->isa + sizeof prefix - 1, &wanted) &&
                        strcmp(code.target->like, wanted.target->like) == 0 &&
                        target_id_fits(&code, &wanted);
            if (fits)
                option_fail(options,
                            arena_printf(options->arena,
                                         "in a bundle '%s' and '%%s' stand for the same",
                                         one->word),
                            other->word);
        }
}

static void
check_bundle(struct options *options)
{
    bool makes_objects = options->output == OCC_EXECUTABLE || options->output == OCC_RELOCATABLE;
    if (!options->targets.count)
        add_target(options, options->cpu ? options->cpu : options->target->name);
    if (!makes_objects || options->stop_after)
        option_fail(options, "%s",
                    "--gpu-bundle-output puts objects together: switches ask for something else");
    else if (!*options->triple->os)
        option_fail(options, "%s", "--gpu-bundle-output needs an operating system in the triple");
    check_entries(options);
}

/* What only one output can be. */
static void
check_several(struct options *options)
{
    bool is_text = options->output == OCC_PREPROCESSED || options->stop_after;
    bool to_stdout = options->output_file ? strcmp(options->output_file, "-") == 0 : is_text;
    bool is_one = options->bundles || options->depend.only; /* a bundle, a rule */
    if (to_stdout && !is_one)
        option_fail(options, "%s",
                    "outputs for several targets do not go to standard output: -o FILE names them");
    if (options->time_trace_file)
        option_fail(options, "-ftime-trace=%s with several targets", options->time_trace_file);
    if (options->pass_html_file)
        option_fail(options, "-fpass-html=%s with several targets", options->pass_html_file);
    vec_foreach (const char *const, input, &options->inputs)
        if (strcmp(*input, "-") == 0)
            option_fail(options, "%s",
                        "standard input is read once: several targets need a file as input");
}

void
option_check_targets(struct options *options)
{
    if (options->cpu && options->targets.count)
        option_fail(options, "both -mcpu=%s and --offload-arch= say the target", options->cpu);
    if (options->bundles)
        check_bundle(options);
    if (options->targets.count > 1)
        check_several(options);
}
