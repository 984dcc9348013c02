#include "driver/options.h"

#include "backend-gcn/object/object_version.h"
#include "driver/option_row.h"
#include "support/suggest.h"

#include <string.h>

void
option_fail(struct options *options, const char *what, const char *value)
{
    if (!options->error)
        options->error = arena_printf(options->arena, what, value);
}

/* The row with the longest spelling that fits: -include is no -I nclude. */
static const struct option_row *
find_row(const char *arg)
{
    const struct option_row *best = NULL;
    size_t best_length = 0;
    for (size_t i = 0; i < option_row_count; i++) {
        if (option_rows[i].spelling[1] != arg[1])
            continue;
        size_t length = strlen(option_rows[i].spelling);
        bool exact = option_rows[i].form == FLAG || option_rows[i].form == SEPARATE;
        bool fits = exact ? strcmp(arg, option_rows[i].spelling) == 0
                          : strncmp(arg, option_rows[i].spelling, length) == 0;
        if (fits && length > best_length) {
            best = &option_rows[i];
            best_length = length;
        }
    }
    return best;
}

static void
unknown_switch(struct options *options, const char *arg)
{
    if (options->ignore_unknown)
        return;
    const char *value = strchr(arg, '=');
    struct suggestion near =
        suggest_begin(value ? arena_strndup(options->arena, arg, (size_t)(value + 1 - arg)) : arg);
    for (size_t i = 0; i < option_row_count; i++)
        suggest_offer(&near, option_rows[i].spelling, strlen(option_rows[i].spelling));
    if (near.best)
        option_fail(
            options,
            arena_printf(options->arena, "unknown option '%%s'; did you mean '%s'?", near.best),
            arg);
    else
        option_fail(options, "unknown option '%s' (--help lists all)", arg);
}

/* Returns how many arguments the switch took. */
static unsigned
parse_switch(struct options *options, const char *const *args, unsigned left)
{
    const struct option_row *row = find_row(args[0]);
    const char *rest = row ? args[0] + strlen(row->spelling) : NULL;
    if (!row) {
        unknown_switch(options, args[0]);
        return 1;
    }
    bool separate = row->form == SEPARATE || (row->form == EITHER && !*rest);
    if (separate && left < 2) {
        option_fail(options, "option '%s' needs a value", args[0]);
        return 1;
    }
    row->handler(options, separate ? args[1] : rest);
    return separate ? 2 : 1;
}

/* The refusal of a target whose ways the code generator does not know, else NULL. */
static const char *
no_code_because(const struct gcn_target *target)
{
    if (!target->has_flat)
        return "no code generation for %s yet: it lacks FLAT instructions";
    if (target->unified_agprs)
        return "no code generation for %s yet: its work-item ids are packed, register pairs "
               "aligned";
    return NULL;
}

/* What switches mean to each other, when all are known. */
static void
check_together(struct options *options)
{
    const struct depend_options *depend = &options->depend;
    const char *single = options->output_file       ? "-o"
                         : depend->file             ? "-MF"
                         : options->time_trace_file ? "-ftime-trace="
                                                    : NULL;
    bool wants_code = options->output == OCC_EXECUTABLE || options->output == OCC_RELOCATABLE ||
                      options->output == OCC_ASSEMBLY;
    if (depend->file && !depend->wanted)
        option_fail(options, "-MF %s needs one of -M, -MM, -MD and -MMD", depend->file);
    else if (depend->missing_are_made && !depend->only)
        option_fail(options, "%s", "-MG needs -M or -MM");
    else if (single && options->inputs.count > 1)
        option_fail(options, "%s with more than one input file", single);
    else if (!object_version_knows(options_object_version(options), options->target))
        option_fail(options,
                    arena_printf(options->arena, "code object version %s does not know %%s",
                                 options->object_version->name),
                    options->target->name);
    else if (wants_code && !depend->only && no_code_because(options->target))
        option_fail(options, no_code_because(options->target), options->target->name);
}

void
options_parse(struct options *options, struct arena *arena, const char *const *args, unsigned count)
{
    static const char *const default_target = "-mcpu=gfx900";
    *options = (struct options){.arena = arena, .cl_version = 120, .optimise = 3};
    parse_switch(options, &default_target, 1);
    bool only_files = false; /* after -- */
    for (unsigned i = 0; i < count && !options->error;) {
        if (!only_files && strcmp(args[i], "--") == 0) {
            only_files = true;
            i++;
        } else if (!only_files && args[i][0] == '-' && args[i][1]) {
            i += parse_switch(options, args + i, count - i);
        } else {
            vec_push(arena, &options->inputs, args[i]);
            i++;
        }
    }
    if (!options->error)
        check_together(options);
    if (options->depend.only)
        options->output = OCC_PREPROCESSED;
}

const struct object_version *
options_object_version(const struct options *options)
{
    return options->object_version ? options->object_version
                                   : object_version_default(options->target);
}

void
options_print_help(struct strbuf *buf)
{
    strbuf_puts(buf, "usage: occ [options] FILE.cl\n\n"
                     "Compiles OpenCL C to a code object for AMD GCN GPUs.  Without -c, -S, -E,\n"
                     "-emit-ir or -fsyntax-only the output is FILE.co, a loadable ELF file.\n\n");
    for (size_t i = 0; i < option_row_count; i++) {
        if (!option_rows[i].help)
            continue;
        const char *gap =
            option_rows[i].form == SEPARATE || option_rows[i].form == EITHER ? " " : "";
        strbuf_printf(buf, "  %s%s%s", option_rows[i].spelling, gap,
                      option_rows[i].value ? option_rows[i].value : "");
        strbuf_column(buf, 30);
        strbuf_printf(buf, "%s\n", option_rows[i].help);
    }
    strbuf_puts(buf, "\nExit status: 0 done, 1 errors in the program, 2 wrong command line or "
                     "unreadable file,\n3 out of memory, 4 internal error of the compiler.\n");
}

void
options_print_targets(struct strbuf *buf)
{
    for (unsigned i = 0; i < gcn_target_count; i++) {
        const struct gcn_target *target = &gcn_targets[i];
        strbuf_puts(buf, target->name);
        strbuf_column(buf, 10);
        strbuf_printf(buf, "AMD:AMDGPU:%u:%u:%u", target->major, target->minor, target->step);
        strbuf_column(buf, 30);
        strbuf_puts(buf, "code object ");
        object_version_list(buf, target, ", ");
        strbuf_printf(buf, "%s%s\n", target->xnack_default ? ", xnack on by default" : "",
                      no_code_because(target) ? ", no code generation yet" : "");
    }
}
