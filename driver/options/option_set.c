/* What each switch does to struct options, and the table that leads there. */
/* strchrnul */
#define _GNU_SOURCE
#include "driver/options/option_row.h"
#include "driver/options/option_targets.h"

#include "backend-gcn/backend.h"
#include "gcn/object/object_version.h"
#include "driver/options/option_words.h"
#include "midend/pass.h"
#include "support/sanitize.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* named: another name that the target was given by; NULL: its own. */
static void
set_feature(struct options *options, const struct gcn_name *named, const char *feature)
{
    size_t length = strlen(feature);
    bool is_on = length && feature[length - 1] == '+';
    bool is_xnack = strcmp(feature, is_on ? "xnack+" : "xnack-") == 0;
    bool is_sramecc = strcmp(feature, is_on ? "sramecc+" : "sramecc-") == 0;
    if (is_xnack && !is_on && named && named->xnack)
        option_fail(options,
                    arena_printf(options->arena, "%s is %s with XNACK on: it takes no '%%s'",
                                 named->name, named->chip),
                    feature);
    else if (is_xnack && options->target->xnack_supported)
        options->xnack = is_on, options->xnack_is_given = true;
    else if (is_sramecc && options->target->sramecc_supported)
        options->sramecc = is_on ? GCN_FEATURE_ON : GCN_FEATURE_OFF;
    else
        option_fail(options,
                    arena_printf(options->arena, "%s has no feature '%%s'", options->target->name),
                    feature);
}

void
option_set_target(struct options *options, const char *value)
{
    const char *features = strchrnul(value, ':');
    size_t length = (size_t)(features - value);
    const struct gcn_name *named = gcn_find_name(value, length);
    options->target =
        named ? gcn_find_target(named->chip, strlen(named->chip)) : gcn_find_target(value, length);
    if (!options->target) {
        option_fail(options,
                    gcn_is_r600(value, length) ? "'%s' is not a GCN target: r600 came before GCN"
                                               : "unknown target '%s' (--list-targets lists them)",
                    value);
        return;
    }
    options->target_is_given = true;
    options->xnack_is_given = named && named->xnack;
    options->xnack = options->target->xnack_default || options->xnack_is_given;
    options->sramecc = GCN_FEATURE_ANY;
    bool seen[2] = {false, false}; /* xnack, sramecc: clang takes each once, too */
    while (*features == ':') {
        const char *feature = features + 1;
        features = strchrnul(feature, ':');
        feature = arena_strndup(options->arena, feature, (size_t)(features - feature));
        bool *again = &seen[*feature == 's'];
        if (*again)
            option_fail(options, "'%s': a feature is named twice", value);
        *again = true;
        set_feature(options, named, feature);
    }
}

static void
set_cpu(struct options *options, const char *value)
{
    options->cpu = value;
    if (strchr(value, ','))
        option_fail(options, "-mcpu=%s: several targets are for --offload-arch=", value);
    option_set_target(options, value);
}

static void
set_triple(struct options *options, const char *value)
{
    const char *wrong = NULL;
    options->triple = triple_find(options->arena, value, &wrong);
    if (wrong)
        option_fail(options, "%s", wrong);
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
    option_fail(options,
                is_cpp ? "'%s': occ compiles OpenCL C, not C++ for OpenCL"
                       : "unknown language version '%s' in -cl-std: it is one of CL1.0, CL1.1, "
                         "CL1.2, CL2.0 and CL3.0",
                value);
}

static void
set_object_version(struct options *options, const char *value)
{
    options->object_version = object_version_find(value);
    if (options->object_version)
        return;
    struct strbuf known = strbuf_new(options->arena);
    object_version_list(&known, NULL, " or ");
    option_fail(options,
                arena_printf(options->arena, "code object version '%%s' is not %s", known.text),
                value);
}

static void
set_language(struct options *options, const char *value)
{
    bool is_none = strcmp(value, "none") == 0;
    options->language = is_none ? NULL : value;
    options->is_assembly = strcmp(value, "assembler") == 0;
    options->is_preprocessed = false;
    if (options->is_assembly)
        return;
    static const char *const sources[] = {"cl", "c", "clc"};
    static const char *const outputs[] = {"cpp-output", "cl-cpp-output", "clc-cpp-output"};
    for (int i = 0; i < 3; i++) {
        options->is_preprocessed = strcmp(value, outputs[i]) == 0;
        if (is_none || options->is_preprocessed || strcmp(value, sources[i]) == 0)
            return;
    }
    option_fail(options, "unknown language '%s' in -x", value);
}

static void
add_pp(struct options *options, char kind, const char *text)
{
    struct pp_option option = {kind, text};
    vec_push(options->arena, &options->pp, option);
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
        option_fail(options, "unknown value '%s' of -ffp-contract", value);
}

static void
set_memory_init(struct options *options, bool *zeroes, const char *wrong, const char *value)
{
    *zeroes = strcmp(value, "zero") == 0;
    if (!*zeroes && strcmp(value, "uninitialized") != 0)
        option_fail(options, wrong, value);
}

static void
set_private_init(struct options *options, const char *value)
{
    set_memory_init(options, &options->zeroes_private,
                    "unknown value '%s' of -ftrivial-auto-var-init", value);
}

static void
set_local_init(struct options *options, const char *value)
{
    set_memory_init(options, &options->zeroes_local, "unknown value '%s' of -flocal-memory-init",
                    value);
}

/* A number that limits something; 0 means no limit.  what: the message for a value that is no
 * number. */
static uint32_t
read_limit(struct options *options, const char *what, const char *value)
{
    char *end;
    unsigned long limit = strtoul(value, &end, 10);
    if (*value < '0' || *value > '9' || *end || limit > UINT32_MAX)
        option_fail(options, what, value);
    return limit ? (uint32_t)limit : UINT32_MAX;
}

static void
set_max_vgprs(struct options *options, const char *value)
{
    enum { LEAST = 16 }; /* what any instruction, and addresses beside it, need */
    options->max_vgprs = read_limit(options, "-mmax-vgprs is a number, not '%s'", value);
    if (options->max_vgprs == UINT32_MAX)
        options->max_vgprs = 0;
    else if (options->max_vgprs < LEAST)
        option_fail(options, "-mmax-vgprs is 16 at least, not '%s'", value);
}

static void
set_threads(struct options *options, const char *value)
{
    options->has_threads = true;
    options->threads = read_limit(options, "-j is a number, not '%s'", value);
    if (options->threads == UINT32_MAX)
        options->threads = 0;
}

static void
set_error_limit(struct options *options, const char *value)
{
    options->error_limit = read_limit(options, "-ferror-limit is a number, not '%s'", value);
}

static void
set_backtrace_limit(struct options *options, const char *value)
{
    options->backtrace_limit =
        read_limit(options, "-fmacro-backtrace-limit is a number, not '%s'", value);
}

static void
set_remarks(struct options *options, const char *value)
{
    options->remarks_usage = strcmp(value, "kernel-resource-usage") == 0;
    if (!options->remarks_usage)
        option_fail(options, "-Rpass-analysis knows kernel-resource-usage, not '%s'", value);
}

static void
set_remarks_inline(struct options *options, const char *value, uint8_t which)
{
    if (strcmp(value, "inline") == 0)
        options->remarks_inline |= which;
    else
        option_fail(options, "-Rpass and -Rpass-missed know inline, not '%s'", value);
}

static void
set_remarks_done(struct options *options, const char *value)
{
    set_remarks_inline(options, value, PASS_REMARKS_DONE);
}

static void
set_remarks_missed(struct options *options, const char *value)
{
    set_remarks_inline(options, value, PASS_REMARKS_MISSED);
}

static void
set_inlining(struct options *options, enum pass_inlining inlining)
{
    options->inlining = inlining;
    options->inlining_is_given = true;
}

static void
add_prefix_map(struct options *options, const char *value)
{
    if (!strchr(value, '='))
        option_fail(options, "a prefix map is OLD=NEW, not '%s'", value);
    vec_push(options->arena, &options->prefix_maps, value);
}

static void
add_debug_map(struct options *options, const char *value)
{
    if (!strchr(value, '='))
        option_fail(options, "a prefix map is OLD=NEW, not '%s'", value);
    vec_push(options->arena, &options->debug_maps, value);
}

static void
add_file_map(struct options *options, const char *value)
{
    add_prefix_map(options, value);
    add_debug_map(options, value);
}

static void
set_debug_level(struct options *options, enum debug_level level)
{
    options->debug = level;
    options->debug_is_given = true;
}

/* -gdwarf-N; of the versions that are not written the one before it. */
static void
set_dwarf_version(struct options *options, const char *value)
{
    if (*value < '2' || *value > '5' || value[1])
        option_fail(options, "the version of DWARF is 2 or 4, not '%s'", value);
    if (options->debug == DEBUG_NONE)
        set_debug_level(options, DEBUG_ALL);
    options->dwarf_version = *value < '4' ? 2 : 4;
    if (*value == '3' || *value == '5')
        option_notice(options, DIAG_debug_version);
}

/* Which of the names the value is; if none, reports that and returns one all the same. */
static uint8_t
choose(struct options *options, const char *const *names, unsigned count, const char *value,
       const char *message)
{
    for (unsigned i = 0; i < count; i++)
        if (strcmp(value, names[i]) == 0)
            return (uint8_t)i;
    option_fail(options, message, value);
    return 0;
}

static void
set_diag_format(struct options *options, const char *value)
{
    static const char *const formats[] = {
        [DIAG_TEXT] = "text", [DIAG_JSON] = "json", [DIAG_SARIF] = "sarif"};
    options->diag_format = choose(options, formats, sizeof formats / sizeof *formats, value,
                                  "-fdiagnostics-format is text, json or sarif, not '%s'");
}

static void
set_colour(struct options *options, const char *value)
{
    static const char *const names[] = {
        [COLOUR_AUTO] = "auto", [COLOUR_NEVER] = "never", [COLOUR_ALWAYS] = "always"};
    options->colour = choose(options, names, sizeof names / sizeof *names, value,
                             "-fdiagnostics-color is auto, never or always, not '%s'");
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
            option_fail(options, "-cl-ext takes +NAME and -NAME, not '%s'", change);
        vec_push(options->arena, &options->extensions, change);
        value += length + (value[length] == ',');
    }
}

static void
refuse_llvm(struct options *options, const char *value)
{
    (void)value;
    if (!options->ignore_unknown)
        option_fail(options,
                    "occ is not an LLVM compiler: there is no %s (-emit-ir writes occ's own IR)",
                    options->current);
}

static void
refuse_target(struct options *options, const char *value)
{
    option_fail(
        options,
        arena_printf(options->arena, "unknown option '%%s'; did you mean '-mcpu=%s'?", value),
        options->current);
}

static void
refuse_wave32(struct options *options, const char *value)
{
    (void)value;
    option_fail(options, "waves have 64 work-items on every target: there is no %s",
                options->current);
}

static void
set_emit(struct options *options, const char *value)
{
    options->as_c_array = strcmp(value, "c-array") == 0;
    if (!options->as_c_array)
        option_fail(options, "--emit= takes c-array, not '%s'", value);
}

static void
refuse_32_bit(struct options *options, const char *value)
{
    (void)value;
    option_fail(options, "%s", "addresses have 64 bits on every target: there is no -m32");
}

/* The phase of the compilation that ends earliest wins, whatever the order of the switches, as in
 * clang and gcc. */
static void
choose_output(struct options *options, enum occ_output output)
{
    static const uint8_t ranks[] = {
        [OCC_EXECUTABLE] = 0, [OCC_RELOCATABLE] = 1, [OCC_ASSEMBLY] = 2,
        [OCC_IR] = 3,         [OCC_NOTHING] = 4,     [OCC_PREPROCESSED] = 5};
    if (ranks[output] > ranks[options->output]) {
        options->output = output;
        options->output_switch = options->current;
    }
    options->output_place = options->place;
}

static void
set_fast_math(struct options *options, const char *value)
{
    (void)value;
    options->finite_math = options->fast_math = options->unsafe_math = true;
}

static void
set_optimise(struct options *options, const char *value)
{
    options->optimise_is_given = true;
    if (*value == '\0' || strcmp(value, "s") == 0 || strcmp(value, "z") == 0)
        options->optimise = 2;
    else if (strcmp(value, "g") == 0)
        options->optimise = 1;
    else if (strcmp(value, "fast") == 0)
        options->optimise = 3, set_fast_math(options, value);
    else if (strcmp(value, "4") == 0 || strcmp(value, "5") == 0) /* 5: of AMD's OpenCL runtime */
        options->optimise = 3;
    else if (*value >= '0' && *value <= '3' && !value[1])
        options->optimise = (unsigned)(*value - '0');
    else
        option_fail(options, "unknown optimisation level '-O%s'", value);
}

static const struct pass_level *const pass_levels[] = {&pass_midend, &backend_passes};

/* The builtin library's passes are rows as well, but ran when occ was built. */
static void
check_pass(struct options *options, const char *name, const char *selector, bool optional)
{
    const char *wrong = pass_check_selector(options->arena, pass_levels, 2, selector, optional);
    if (!wrong && strncmp(selector, "library.", 8) == 0)
        wrong = arena_printf(options->arena, "'%s' ran when occ was built", selector);
    if (wrong)
        option_fail(options, arena_printf(options->arena, "%s: %%s", name), wrong);
}

/* One line each, in the order in which they run over a kernel, as -fdisable-pass spells them. */
void
options_print_passes(struct strbuf *buf)
{
    struct arena arena;
    arena_init(&arena, NULL, NULL);
    for (unsigned i = 0; i < sizeof pass_levels / sizeof *pass_levels; i++)
        for (unsigned k = 0; k < pass_levels[i]->count; k++) {
            const struct pass_row *row = &pass_levels[i]->rows[k];
            if (strncmp(row->name, "library.", 8) == 0)
                continue;
            strbuf_puts(buf, pass_label(&arena, pass_levels[i], row));
            strbuf_column(buf, 30);
            strbuf_puts(buf, row->kind == PASS_OPT ? "optional\n" : "must run\n");
        }
    arena_free(&arena);
}

static void
set_print_after(struct options *options, const char *value)
{
    options->print_after = value;
    if (strcmp(value, "all") != 0)
        check_pass(options, "-print-after", value, false);
}

static void
set_stop_after(struct options *options, const char *value)
{
    options->stop_after = value;
    options->output_place = options->place;
    check_pass(options, "-stop-after", value, false);
    if (strncmp(value, "callee.", 7) == 0)
        option_fail(options,
                    "-stop-after takes passes over kernels: '%s' is a part of prepare_callees",
                    value);
}

static void
add_disabled(struct options *options, const char *value)
{
    vec_push(options->arena, &options->disabled_passes, value);
    check_pass(options, "-fdisable-pass", value, true);
}

/* Names with commas between them; 0 if one of them is none. */
static uint32_t
sanitizers(struct options *options, const char *switched, const char *value)
{
    static const struct {
        const char *name;
        uint32_t set;
    } kinds[] = {
#define SANITIZE(name, spelling, what) {spelling, SANITIZE_##name},
#include "support/sanitize.def"
        {"opencl", SANITIZE_OPENCL},
        {"all", SANITIZE_OPENCL},
    };
    uint32_t set = 0;
    for (const char *at = value;; at++) {
        size_t length = strcspn(at, ","), kind = 0, count = sizeof kinds / sizeof *kinds;
        while (kind < count &&
               (strncmp(kinds[kind].name, at, length) != 0 || kinds[kind].name[length]))
            kind++;
        if (kind == count) {
            option_fail(options, arena_printf(options->arena, "unknown kind '%%s' of %s", switched),
                        arena_strndup(options->arena, at, length));
            return 0;
        }
        set |= kinds[kind].set;
        at += length;
        if (!*at)
            return set;
    }
}

static void
add_sanitizers(struct options *options, const char *value)
{
    options->sanitize |= sanitizers(options, "-fsanitize=", value);
}

static void
remove_sanitizers(struct options *options, const char *value)
{
    options->sanitize &= ~sanitizers(options, "-fno-sanitize=", value);
}

static void
add_recovering(struct options *options, const char *value)
{
    options->sanitize |= sanitizers(options, "-fsanitize-recover=", value) << SANITIZE_KINDS;
}

static void
remove_recovering(struct options *options, const char *value)
{
    options->sanitize &= ~(sanitizers(options, "-fno-sanitize-recover=", value) << SANITIZE_KINDS);
}

#define SETTER(name, statement)                                                                    \
    static void name(struct options *options, const char *value)                                   \
    {                                                                                              \
        (void)value;                                                                               \
        (void)options;                                                                             \
        statement;                                                                                 \
    }
SETTER(set_nothing, option_notice(options, DIAG_option_without_effect))
SETTER(set_unused, option_notice(options, DIAG_argument_unused))
SETTER(set_output, options->output_file = value)
SETTER(add_define, add_pp(options, 'D', value))
SETTER(add_undefine, add_pp(options, 'U', value))
SETTER(add_include, add_pp(options, 'i', value))
SETTER(add_include_path, vec_push(options->arena, &options->include_paths, value))
SETTER(add_quote_path, vec_push(options->arena, &options->quote_paths, value))
SETTER(add_system_path, vec_push(options->arena, &options->system_paths, value))
SETTER(set_single_constants, options->single_constants = true)
SETTER(set_exact_division, options->exact_division = true)
SETTER(set_contract, options->no_contract = false)
SETTER(set_finite_math, options->finite_math = true)
SETTER(set_unsafe_atomics, options->unsafe_atomics = true)
SETTER(set_no_unsafe_atomics, options->unsafe_atomics = false)
SETTER(set_no_finite_math, options->finite_math = false)
SETTER(set_unsafe_math, options->unsafe_math = true)
SETTER(set_no_signed_zeros, options->no_signed_zeros = true)
SETTER(set_signed_zeros, options->no_signed_zeros = false)
SETTER(set_wraps, options->wraps = true)
SETTER(set_no_wraps, options->wraps = false)
SETTER(set_strict_aliasing, options->strict_aliasing = true)
SETTER(set_no_strict_aliasing, options->strict_aliasing = false)
SETTER(set_no_unsafe_math, options->unsafe_math = false)
SETTER(set_no_fast_math, options->finite_math = options->fast_math = options->unsafe_math = false)
SETTER(set_save_temps, options->save_temps = true)
SETTER(set_verbose, options->verbose = true)
SETTER(set_show_command, options->show_command = true)
SETTER(set_depend_file, options->depend.file = value)
SETTER(set_depend, options->depend.wanted = true)
SETTER(set_depend_user, options->depend.wanted = options->depend.no_system = true)
SETTER(set_depend_only, options->depend.wanted = options->depend.only = true;
       options->output_switch = options->current; options->output_place = options->place)
SETTER(set_depend_only_user, set_depend_only(options, value); options->depend.no_system = true)
SETTER(set_depend_missing, options->depend.missing_are_made = true;
       options->output_place = options->place)
SETTER(set_depend_phony, options->depend.phony = true)
SETTER(set_no_line_markers, options->no_line_markers = true)
SETTER(set_keep_comments, options->keep_comments = true)
SETTER(set_only_macros, options->only_macros = true; options->output_place = options->place)
SETTER(set_no_warnings, options->no_warnings = true)
/* gcc's old -W is -Wextra */
SETTER(add_warning, vec_push(options->arena, &options->warnings, *value ? value : "extra"))
SETTER(set_unused_silent, add_warning(options, "no-unused-command-line-argument"))
SETTER(set_pedantic, add_warning(options, "pedantic"))
SETTER(set_pedantic_errors, add_warning(options, "error=pedantic"))
SETTER(set_coloured, options->colour = COLOUR_ALWAYS)
SETTER(set_uncoloured, options->colour = COLOUR_NEVER)
SETTER(set_debug, set_debug_level(options, DEBUG_ALL))
SETTER(set_debug_lines, set_debug_level(options, DEBUG_LINES))
SETTER(set_no_debug, set_debug_level(options, DEBUG_NONE))
SETTER(set_debug_folder, options->debug_folder = value)
SETTER(set_keeps_ir, options->keeps_ir = true; options->output_place = options->place)
SETTER(set_library, options->creates_library = true)
/* Options of the math of a library are those that its units were compiled with. */
SETTER(allow_link_options, options->enables_link_options = true)
SETTER(set_relocatable, choose_output(options, OCC_RELOCATABLE))
SETTER(set_assembly, choose_output(options, OCC_ASSEMBLY))
SETTER(set_preprocess, choose_output(options, OCC_PREPROCESSED))
SETTER(set_ir, choose_output(options, OCC_IR))
SETTER(set_syntax_only, choose_output(options, OCC_NOTHING))
SETTER(set_resource_usage, options->resource_usage = true)
SETTER(set_time_report, options->time_report = true)
SETTER(set_print_limits, options->print_limits = true)
SETTER(set_time_trace, options->time_trace = true; options->output_place = options->place)
SETTER(set_time_trace_file, options->time_trace = true; options->time_trace_file = value)
SETTER(set_pass_html, options->pass_html = true; options->output_place = options->place)
SETTER(set_pass_html_file, options->pass_html = true; options->pass_html_file = value)
SETTER(set_flush_denormals, options->flush_denormals = true)
SETTER(set_uniform_groups, options->uniform_groups = true)
SETTER(set_no_optimise, set_optimise(options, "0"))
SETTER(set_inline_marked, set_inlining(options, PASS_INLINE_MARKED))
SETTER(set_inline_plan, set_inlining(options, PASS_INLINE_PLAN))
SETTER(set_inline_all, set_inlining(options, PASS_INLINE_ALL))
SETTER(set_unroll, options->no_unroll = false)
SETTER(set_no_unroll, options->no_unroll = true)
SETTER(set_no_sched, add_disabled(options, "sched"))
SETTER(set_sanitize_recover, options->sanitize |= SANITIZE_RECOVER)
SETTER(set_no_sanitize_recover, options->sanitize &= ~(uint32_t)SANITIZE_RECOVER)
SETTER(set_only_kernel, options->only_kernel = value)
SETTER(set_wait_everything, options->wait_everything = true)
SETTER(set_spill_everything, options->spill_everything = true)
SETTER(set_no_flat_scratch, options->no_flat_scratch = true)
SETTER(set_validate, options->validate = true)
SETTER(set_stress, options->stress = true)
SETTER(set_ignore_unknown, options->ignore_unknown = true)
SETTER(set_list_targets, options->list_targets = true)
SETTER(set_list_passes, options->list_passes = true)
SETTER(set_help, options->help = true)
SETTER(set_version, options->version = true)

bool
option_has_effect(const struct option_row *row)
{
    return row->handler != set_nothing && row->handler != set_unused;
}

#define ROW(kind, spelling, form, handler, value, help)                                            \
    {spelling, sizeof spelling - 1, form, kind, handler, value, help},
#define OPTION(...)      ROW(OPTION_ANY, __VA_ARGS__)
#define FACT(...)        ROW(OPTION_ANY | OPTION_FACT, __VA_ARGS__)
#define SOURCE(...)      ROW(OPTION_SOURCE, __VA_ARGS__)
#define SOURCE_FACT(...) ROW(OPTION_SOURCE | OPTION_FACT, __VA_ARGS__)
#define PREPROCESS(...)  ROW(OPTION_PREPROCESS, __VA_ARGS__)
#define SEARCH(...)      ROW(OPTION_SEARCH, __VA_ARGS__)
#define MESSAGE(...)     ROW(OPTION_MESSAGE, __VA_ARGS__)
#define LINK(...)        ROW(OPTION_LINK, __VA_ARGS__)
#define COMMAND(...)     ROW(OPTION_COMMAND, __VA_ARGS__)

const struct option_row option_rows[] = {
#include "driver/options/options.def"
};

const unsigned option_row_count = sizeof option_rows / sizeof *option_rows;
