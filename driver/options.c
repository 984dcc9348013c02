/* strchrnul */
#define _GNU_SOURCE
#include "driver/options.h"

#include "backend-gcn/backend.h"
#include "driver/depend.h"
#include "midend/pass.h"
#include "support/suggest.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum form { FLAG, JOINED, SEPARATE, EITHER };

typedef void option_handler(struct options *options, const char *value);

static void
fail(struct options *options, const char *what, const char *value)
{
    if (!options->error)
        options->error = arena_printf(options->arena, what, value);
}

static void
set_feature(struct options *options, const char *feature)
{
    size_t length = strlen(feature);
    bool is_on = length && feature[length - 1] == '+';
    bool is_xnack = strcmp(feature, is_on ? "xnack+" : "xnack-") == 0;
    bool is_sramecc = strcmp(feature, is_on ? "sramecc+" : "sramecc-") == 0;
    if (is_xnack && options->target->xnack_supported)
        options->xnack = is_on;
    else if (is_sramecc && options->target->sramecc_supported)
        options->sramecc = is_on ? GCN_FEATURE_ON : GCN_FEATURE_OFF;
    else
        fail(options, "the target has no feature '%s'", feature);
}

static void
set_target(struct options *options, const char *value)
{
    const char *features = strchrnul(value, ':');
    options->target = gcn_find_target(value, (size_t)(features - value));
    if (!options->target) {
        fail(options, "unknown target '%s' (--list-targets lists them)", value);
        return;
    }
    options->xnack = options->target->xnack_default;
    options->sramecc = GCN_FEATURE_ANY;
    while (*features == ':') {
        const char *feature = features + 1;
        features = strchrnul(feature, ':');
        set_feature(options, arena_strndup(options->arena, feature, (size_t)(features - feature)));
    }
}

/* The operating system and what its environment says about the memory model: see docs/abi.md. */
static void
set_triple(struct options *options, const char *value)
{
    static const char *const known[] = {"amdgcn-amd-amdhsa", "amdgcn--amdhsa",
                                        "amdgcn-amd-amdhsa-opencl", "amdgcn-amd-amdhsa-amdgizcl",
                                        "amdgcn"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i], value) == 0)
            return;
    fail(options, "unknown target triple '%s': occ compiles for amdgcn-amd-amdhsa", value);
}

static void
set_cl_version(struct options *options, const char *value)
{
    static const struct {
        const char *name;
        uint16_t version;
    } versions[] = {{"CL1.0", 100}, {"CL1.1", 110}, {"CL1.2", 120}, {"CL2.0", 200},
                    {"CL3.0", 300}, {"cl1.0", 100}, {"cl", 100},    {"cl1.1", 110},
                    {"cl1.2", 120}, {"cl2.0", 200}, {"cl3.0", 300}};
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++)
        if (strcmp(versions[i].name, value) == 0) {
            options->cl_version = versions[i].version;
            return;
        }
    bool is_cpp = strncasecmp(value, "clc++", 5) == 0;
    fail(options,
         is_cpp ? "'%s': occ compiles OpenCL C, not C++ for OpenCL"
                : "unknown language version '%s' in -cl-std",
         value);
}

static void
set_object_version(struct options *options, const char *value)
{
    if (strcmp(value, "2") == 0 || strcmp(value, "4") == 0)
        options->object_version = (unsigned)(*value - '0');
    else
        fail(options, "code object version '%s' is not 2 or 4", value);
}

static void
set_language(struct options *options, const char *value)
{
    options->language = value;
    static const char *const sources[] = {"cl", "c", "clc"};
    static const char *const outputs[] = {"cpp-output", "cl-cpp-output", "clc-cpp-output"};
    for (int i = 0; i < 3; i++) {
        options->is_preprocessed = strcmp(value, outputs[i]) == 0;
        if (options->is_preprocessed || strcmp(value, sources[i]) == 0)
            return;
    }
    fail(options, "unknown language '%s' in -x", value);
}

static void
add_pp(struct options *options, char kind, const char *text)
{
    struct pp_option option = {kind, text};
    vec_push(options->arena, &options->pp, option);
}

static void
add_define(struct options *options, const char *value)
{
    add_pp(options, 'D', value);
}

static void
add_undefine(struct options *options, const char *value)
{
    add_pp(options, 'U', value);
}

static void
add_include(struct options *options, const char *value)
{
    add_pp(options, 'i', value);
}

static void
add_include_path(struct options *options, const char *value)
{
    vec_push(options->arena, &options->include_paths, value);
}

static void
add_quote_path(struct options *options, const char *value)
{
    vec_push(options->arena, &options->quote_paths, value);
}

static void
add_system_path(struct options *options, const char *value)
{
    vec_push(options->arena, &options->system_paths, value);
}

static void
set_depend_file(struct options *options, const char *value)
{
    options->depend.file = value;
}

static void
add_depend_target(struct options *options, const char *value)
{
    const char *before = options->depend.targets;
    options->depend.targets = before ? arena_printf(options->arena, "%s %s", before, value) : value;
}

static void
add_depend_quoted(struct options *options, const char *value)
{
    struct strbuf text = strbuf_new(options->arena);
    depend_quote(&text, value);
    add_depend_target(options, text.text ? text.text : "");
}

static void
set_contract_mode(struct options *options, const char *value)
{
    options->no_contract = strcmp(value, "off") == 0;
    if (!options->no_contract && strcmp(value, "on") != 0 && strcmp(value, "fast") != 0 &&
        strcmp(value, "fast-honor-pragmas") != 0)
        fail(options, "unknown value '%s' of -ffp-contract", value);
}

static void
set_error_limit(struct options *options, const char *value)
{
    char *end;
    unsigned long limit = strtoul(value, &end, 10);
    options->error_limit = (uint32_t)limit;
    if (*value < '0' || *value > '9' || *end || limit > UINT32_MAX)
        fail(options, "-ferror-limit is a number, not '%s'", value);
    if (limit == 0)
        options->error_limit = UINT32_MAX;
}

static void
set_remarks(struct options *options, const char *value)
{
    options->remarks_usage = strcmp(value, "kernel-resource-usage") == 0;
    if (!options->remarks_usage)
        fail(options, "-Rpass-analysis knows kernel-resource-usage, not '%s'", value);
}

static void
add_prefix_map(struct options *options, const char *value)
{
    if (!strchr(value, '='))
        fail(options, "a prefix map is OLD=NEW, not '%s'", value);
    vec_push(options->arena, &options->prefix_maps, value);
}

static void
add_warning(struct options *options, const char *value)
{
    vec_push(options->arena, &options->warnings, *value ? value : "extra"); /* gcc's old -W */
}

static void
set_diag_format(struct options *options, const char *value)
{
    static const char *const formats[] = {
        [DIAG_TEXT] = "text", [DIAG_JSON] = "json", [DIAG_SARIF] = "sarif"};
    for (unsigned i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(value, formats[i]) == 0) {
            options->diag_format = (uint8_t)i;
            return;
        }
    fail(options, "-fdiagnostics-format is text, json or sarif, not '%s'", value);
}

static void
set_colour(struct options *options, const char *value)
{
    static const char *const names[] = {
        [COLOUR_AUTO] = "auto", [COLOUR_NEVER] = "never", [COLOUR_ALWAYS] = "always"};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(value, names[i]) == 0) {
            options->colour = (uint8_t)i;
            return;
        }
    fail(options, "-fdiagnostics-color is auto, never or always, not '%s'", value);
}

static void
set_save_temps_where(struct options *options, const char *value)
{
    options->save_temps = true;
    options->save_temps_beside = strcmp(value, "obj") == 0;
    bool is_prefix = !options->save_temps_beside && strcmp(value, "cwd") != 0;
    options->save_temps_prefix = is_prefix ? value : NULL;
}

static void
change_extensions(struct options *options, const char *value)
{
    while (*value) {
        size_t length = strcspn(value, ",");
        const char *change = arena_strndup(options->arena, value, length);
        if ((*change != '+' && *change != '-') || !change[1])
            fail(options, "-cl-ext takes +NAME and -NAME, not '%s'", change);
        vec_push(options->arena, &options->extensions, change);
        value += length + (value[length] == ',');
    }
}

static void
refuse_llvm(struct options *options, const char *value)
{
    (void)value;
    if (options->ignore_unknown)
        return;
    fail(options, "%s",
         "occ is not an LLVM compiler: -emit-llvm, -mllvm and -Xclang mean nothing to it "
         "(-emit-ir writes its own IR)");
}

static void
refuse_linking(struct options *options, const char *value)
{
    (void)value;
    fail(options, "%s",
         "occ does not link programs yet: -create-library and -enable-link-options "
         "have no effect");
}

static void
refuse_32_bit(struct options *options, const char *value)
{
    (void)value;
    fail(options, "%s", "addresses have 64 bits on every target: there is no -m32");
}

static void
set_optimise(struct options *options, const char *value)
{
    if (*value == '\0' || strcmp(value, "s") == 0 || strcmp(value, "z") == 0)
        options->optimise = 2;
    else if (strcmp(value, "g") == 0)
        options->optimise = 1;
    else if (*value >= '0' && *value <= '3' && !value[1])
        options->optimise = (unsigned)(*value - '0');
    else
        fail(options, "unknown optimisation level '-O%s'", value);
}

static void
set_output(struct options *options, const char *value)
{
    options->output_file = value;
}

static bool
is_pass(const char *name)
{
    return pass_exists(name) || backend_pass_exists(name);
}

static void
set_print_after(struct options *options, const char *value)
{
    options->print_after = value;
    if (strcmp(value, "all") != 0 && !is_pass(value))
        fail(options, "unknown pass '%s' in -print-after", value);
}

static void
set_stop_after(struct options *options, const char *value)
{
    options->stop_after = value;
    if (!is_pass(value))
        fail(options, "unknown pass '%s' in -stop-after", value);
}

#define SETTER(name, statement)                                                                    \
    static void name(struct options *options, const char *value)                                   \
    {                                                                                              \
        (void)value;                                                                               \
        (void)options;                                                                             \
        statement;                                                                                 \
    }
SETTER(set_nothing, )
SETTER(set_single_constants, options->single_constants = true)
SETTER(set_exact_division, options->exact_division = true)
SETTER(set_contract, options->no_contract = false)
SETTER(set_finite_math, options->finite_math = true)
SETTER(set_fast_math, options->finite_math = options->fast_math = true)
SETTER(set_save_temps, options->save_temps = true)
SETTER(set_verbose, options->verbose = true)
SETTER(set_show_command, options->show_command = true)
SETTER(set_depend, options->depend.wanted = true)
SETTER(set_depend_user, options->depend.wanted = options->depend.no_system = true)
SETTER(set_depend_only, options->depend.wanted = options->depend.only = true)
SETTER(set_depend_only_user,
       options->depend.wanted = options->depend.only = options->depend.no_system = true)
SETTER(set_depend_missing, options->depend.missing_are_made = true)
SETTER(set_depend_phony, options->depend.phony = true)
SETTER(set_no_line_markers, options->no_line_markers = true)
SETTER(set_keep_comments, options->keep_comments = true)
SETTER(set_only_macros, options->only_macros = true)
SETTER(set_no_warnings, options->no_warnings = true)
SETTER(set_pedantic, add_warning(options, "pedantic"))
SETTER(set_pedantic_errors, add_warning(options, "error=pedantic"))
SETTER(set_coloured, options->colour = COLOUR_ALWAYS)
SETTER(set_uncoloured, options->colour = COLOUR_NEVER)
SETTER(set_debug, options->debug = true)
SETTER(set_relocatable, options->output = OCC_RELOCATABLE)
SETTER(set_assembly, options->output = OCC_ASSEMBLY)
SETTER(set_preprocess, options->output = OCC_PREPROCESSED)
SETTER(set_ir, options->output = OCC_IR)
SETTER(set_syntax_only, options->output = OCC_NOTHING)
SETTER(set_resource_usage, options->resource_usage = true)
SETTER(set_time_report, options->time_report = true)
SETTER(set_time_trace, options->time_trace = true)
SETTER(set_time_trace_file, options->time_trace = true; options->time_trace_file = value)
SETTER(set_flush_denormals, options->flush_denormals = true)
SETTER(set_no_optimise, options->optimise = 0)
SETTER(set_no_sched, options->no_sched = true)
SETTER(set_wait_everything, options->wait_everything = true)
SETTER(set_spill_everything, options->spill_everything = true)
SETTER(set_validate, options->validate = true)
SETTER(set_stress, options->stress = true)
SETTER(set_ignore_unknown, options->ignore_unknown = true)
SETTER(set_list_targets, options->list_targets = true)
SETTER(set_help, options->help = true)
SETTER(set_version, options->version = true)

static const struct option_row {
    const char *spelling;
    enum form form;
    option_handler *handler;
    const char *value, *help;
} rows[] = {
#define OPTION(spelling, form, handler, value, help) {spelling, form, handler, value, help},
#include "driver/options.def"
#undef OPTION
};

enum { ROWS = sizeof rows / sizeof *rows };

/* The row with the longest spelling that fits: -include is no -I nclude. */
static const struct option_row *
find_row(const char *arg)
{
    const struct option_row *best = NULL;
    size_t best_length = 0;
    for (size_t i = 0; i < ROWS; i++) {
        if (rows[i].spelling[1] != arg[1])
            continue;
        size_t length = strlen(rows[i].spelling);
        bool exact = rows[i].form == FLAG || rows[i].form == SEPARATE;
        bool fits = exact ? strcmp(arg, rows[i].spelling) == 0
                          : strncmp(arg, rows[i].spelling, length) == 0;
        if (fits && length > best_length) {
            best = &rows[i];
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
    for (size_t i = 0; i < ROWS; i++)
        suggest_offer(&near, rows[i].spelling, strlen(rows[i].spelling));
    if (near.best)
        fail(options,
             arena_printf(options->arena, "unknown option '%%s'; did you mean '%s'?", near.best),
             arg);
    else
        fail(options, "unknown option '%s' (--help lists all)", arg);
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
        fail(options, "option '%s' needs a value", args[0]);
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

void
options_parse(struct options *options, struct arena *arena, const char *const *args, unsigned count)
{
    *options = (struct options){.arena = arena, .cl_version = 120, .optimise = 3};
    set_target(options, "gfx900");
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
    if (options->depend.file && !options->depend.wanted)
        fail(options, "-MF %s needs one of -M, -MM, -MD and -MMD", options->depend.file);
    if (options->depend.missing_are_made && !options->depend.only)
        fail(options, "%s", "-MG needs -M or -MM");
    const char *single = options->output_file       ? "-o"
                         : options->depend.file     ? "-MF"
                         : options->time_trace_file ? "-ftime-trace="
                                                    : NULL;
    if (single && options->inputs.count > 1)
        fail(options, "%s with more than one input file", single);
    if (options->depend.only)
        options->output = OCC_PREPROCESSED;
    if (!options->error && options->object_version == 2 && options_object_version(options) != 2)
        fail(options, "code object version 2 does not know %s", options->target->name);
    bool wants_code = options->output == OCC_EXECUTABLE || options->output == OCC_RELOCATABLE ||
                      options->output == OCC_ASSEMBLY;
    if (!options->error && wants_code && no_code_because(options->target))
        fail(options, no_code_because(options->target), options->target->name);
}

/* LLVM's list for version 2 ends with gfx906 and gfx90c: FIELD notes in docs/abi.md. */
static bool
version2_knows(const struct gcn_target *target)
{
    return target->major < 9 || target->step <= 7 || target->step == 12;
}

unsigned
options_object_version(const struct options *options)
{
    if (options->object_version == 4)
        return 4;
    return version2_knows(options->target) ? 2 : 4;
}

void
options_print_help(struct strbuf *buf)
{
    strbuf_puts(buf, "usage: occ [options] FILE.cl\n\n"
                     "Compiles OpenCL C to a code object for AMD GCN GPUs.  Without -c, -S, -E,\n"
                     "-emit-ir or -fsyntax-only the output is FILE.co, a loadable ELF file.\n\n");
    for (size_t i = 0; i < ROWS; i++) {
        if (!rows[i].help)
            continue;
        const char *gap = rows[i].form == SEPARATE || rows[i].form == EITHER ? " " : "";
        strbuf_printf(buf, "  %s%s%s", rows[i].spelling, gap, rows[i].value ? rows[i].value : "");
        strbuf_column(buf, 30);
        strbuf_printf(buf, "%s\n", rows[i].help);
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
        strbuf_printf(buf, "code object %s%s%s\n", version2_knows(target) ? "2, 4" : "4",
                      target->xnack_default ? ", xnack on by default" : "",
                      no_code_because(target) ? ", no code generation yet" : "");
    }
}
