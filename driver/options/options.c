#include "driver/options/options.h"

#include "gcn/object/object_version.h"
#include "driver/options/option_row.h"
#include "driver/options/option_targets.h"
#include "support/sanitize.h"
#include "support/suggest.h"

#include <string.h>

void
option_fail(struct options *options, const char *what, const char *value)
{
    if (!options->error)
        options->error = arena_printf(options->arena, what, value);
}

/* The longest spelling: -include is not -I nclude. */
const struct option_row *
option_find(const char *arg)
{
    const struct option_row *best = NULL;
    size_t best_length = 0;
    for (size_t i = 0; *arg == '-' && i < option_row_count; i++) {
        if (option_rows[i].spelling[1] != arg[1])
            continue;
        size_t length = option_rows[i].length;
        bool exact = option_rows[i].form == FLAG || option_rows[i].form == SEPARATE ||
                     option_rows[i].form == CARRIER;
        bool fits = exact ? strcmp(arg, option_rows[i].spelling) == 0
                          : strncmp(arg, option_rows[i].spelling, length) == 0;
        if (fits && length > best_length) {
            best = &option_rows[i];
            best_length = length;
        }
    }
    return best;
}

void
option_notice(struct options *options, enum diag_id id)
{
    const char *text = options->current;
    if (options->current_value)
        text = arena_printf(options->arena, "%s %s", text, options->current_value);
    if (options->carrier)
        text = arena_printf(options->arena, "%s %s", options->carrier, text);
    struct option_notice notice = {id, text};
    if (id != DIAG_argument_unused || !options->ignore_unknown)
        vec_push(options->arena, &options->notices, notice);
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
    if (arg[1] == '0' && arg[2]) /* a zero for the letter: -02 */
        near.best = arena_printf(options->arena, "-O%s", arg + 2);
    if (near.best)
        option_fail(
            options,
            arena_printf(options->arena, "unknown option '%%s'; did you mean '%s'?", near.best),
            arg);
    else
        option_fail(options, "unknown option '%s' (--help lists all)", arg);
}

static unsigned parse_switch(struct options *options, const char *const *args, unsigned left);

/* The preprocessor's own -MD and -MMD, in -Wp,-MD,FILE, take the file as value. */
static bool
is_depend_file(const char *const *args, unsigned i)
{
    return i > 0 && *args[i] != '-' &&
           (strcmp(args[i - 1], "-MD") == 0 || strcmp(args[i - 1], "-MMD") == 0);
}

static void
parse_carried(struct options *options, const char *const *args, unsigned count)
{
    for (unsigned i = 0; i < count && !options->error;) {
        const char *const file[] = {"-MF", args[i]};
        if (is_depend_file(args, i))
            i += parse_switch(options, file, 2) - 1;
        else
            i += parse_switch(options, args + i, count - i);
    }
}

/* The switches that adjacent carriers carry, such as -Xclang -include -Xclang FILE. */
static unsigned
parse_carriers(struct options *options, const char *const *args, unsigned left)
{
    VEC(const char *) carried = {0};
    unsigned taken = 0;
    for (; taken + 1 < left && strcmp(args[taken], args[0]) == 0; taken += 2)
        vec_push(options->arena, &carried, args[taken + 1]);
    options->carrier = args[0];
    parse_carried(options, carried.at, carried.count);
    options->carrier = NULL;
    return taken;
}

/* -Wp,-DA=1,-U,B: the switches as they would stand alone. */
static void
parse_list(struct options *options, const char *list)
{
    VEC(const char *) args = {0};
    while (*list) {
        size_t length = strcspn(list, ",");
        vec_push(options->arena, &args, arena_strndup(options->arena, list, length));
        list += length + (list[length] == ',');
    }
    parse_carried(options, args.at, args.count);
}

static void
note_use(struct options *options, const struct option_row *row, const char *const *args,
         unsigned count)
{
    struct option_use use = {row, options->carrier, {args[0], count > 1 ? args[1] : NULL}};
    vec_push(options->arena, &options->uses, use);
}

/* Obeys a switch that takes `count` arguments; its value is the second one or joined to the
 * first. */
static void
obey(struct options *options, const struct option_row *row, const char *const *args, unsigned count)
{
    options->current_value = count > 1 ? args[1] : NULL;
    if (row->kind == OPTION_COMMAND) {
        option_notice(options, DIAG_argument_unused); /* which the command does not show */
        options->output_place = options->place;
    }
    if (row->handler != option_add_targets) /* each of them is a job of its own */
        note_use(options, row, args, count);
    row->handler(options, count > 1 ? args[1] : args[0] + strlen(row->spelling));
}

bool
option_takes_next(const struct option_row *row, const char *arg)
{
    return row->form == SEPARATE || row->form == CARRIER ||
           (row->form == EITHER && strcmp(arg, row->spelling) == 0);
}

/* Returns how many arguments the switch took. */
static unsigned
parse_switch(struct options *options, const char *const *args, unsigned left)
{
    const struct option_row *row = option_find(args[0]);
    unsigned count = row && option_takes_next(row, args[0]) ? 2 : 1;
    bool is_known = row && count <= left;
    options->current = args[0];
    options->current_value = NULL;
    if (!is_known && options->carrier) {
        option_notice(options, DIAG_argument_unused);
        note_use(options, NULL, args, 1);
    } else if (!row) {
        unknown_switch(options, args[0]);
    } else if (!is_known) {
        option_fail(options, "option '%s' needs a value", args[0]);
    } else if (row->form == CARRIER) {
        return parse_carriers(options, args, left);
    } else if (row->form == LIST) {
        parse_list(options, args[0] + strlen(row->spelling));
    } else {
        obey(options, row, args, count);
        return count;
    }
    return 1;
}

/* Switches that others leave without effect. */
static void
note_idle(struct options *options)
{
    options->current_value = NULL;
    vec_foreach (const char *const, change, &options->extensions) {
        options->current = *change;
        if (options->cl_version < 200 && strncmp(*change + 1, "__opencl_c_", 11) == 0)
            option_notice(options, DIAG_feature_ignored);
    }
}

/* -fsanitize=: accesses stay those of the source, each in its place, and objects in theirs; lines are known. */
static void
keep_accesses(struct options *options)
{
    static const char *const moving[] = {
        "opt_bytes",           "opt_constant_arrays",
        "opt_dead_stores",     "opt_first_lanes",
        "opt_hoist",           "opt_join",
        "opt_lds_pairs",       "opt_licm",
        "opt_memory",          "opt_packed",
        "opt_register_arrays", "opt_short_circuit",
        "opt_sink_stores",     "opt_slots",
        "opt_small_arrays",
    };
    for (size_t i = 0; i < sizeof moving / sizeof *moving; i++)
        vec_push(options->arena, &options->disabled_passes, moving[i]);
    if (!options->debug_is_given)
        options->debug = DEBUG_LINES;
}

/* How switches affect each other, once all are known. */
static void
check_together(struct options *options)
{
    const struct depend_options *depend = &options->depend;
    option_check_targets(options);
    if (options->no_unroll)
        vec_push(options->arena, &options->disabled_passes, "opt_unroll");
    if (options->sanitize & SANITIZE_OPENCL)
        keep_accesses(options);
    const char *single = options->output_file       ? "-o"
                         : depend->file             ? "-MF"
                         : options->time_trace_file ? "-ftime-trace="
                         : options->pass_html_file  ? "-fpass-html="
                                                    : NULL;
    if (depend->file && !depend->wanted)
        option_fail(options, "-MF %s needs one of -M, -MM, -MD and -MMD", depend->file);
    else if (depend->missing_are_made && !depend->only)
        option_fail(options, "%s", "-MG needs -M or -MM");
    else if (single && options->inputs.count > 1 && options->keeps_ir &&
             options->output != OCC_EXECUTABLE && options->output != OCC_RELOCATABLE)
        option_fail(options, "-flto links to a program, and %s asks for something else",
                    options->output_switch);
    else if (single && options->inputs.count > 1 &&
             (!options->output_file || options->output != OCC_EXECUTABLE)) /* a link may be */
        option_fail(options, "%s with more than one input file", single);
    else if (!*options->triple->os && options->output == OCC_EXECUTABLE)
        option_fail(options, "%s",
                    "without an operating system in the target triple nothing can load the object: "
                    "-c and -S only");
    else if (!*options->triple->os && options->object_version)
        option_fail(options, "%s",
                    "without an operating system in the target triple there are no code object "
                    "versions");
    else if (!object_version_knows(options_object_version(options), options->target))
        option_fail(options,
                    arena_printf(options->arena, "code object version %s does not know %%s",
                                 options->object_version->name),
                    options->target->name);
}

void
options_parse(struct options *options, struct arena *arena, const char *const *args, unsigned count)
{
    *options = (struct options){.arena = arena,
                                .triple = triple_default(),
                                .cl_version = 120,
                                .optimise = 3,
                                .dwarf_version = 2,
                                .inlining = PASS_INLINE_PLAN};
    option_set_target(options, "gfx900");
    options->target_is_given = false;
    bool only_files = false; /* after -- */
    options->output_place = OPTION_NOWHERE;
    for (unsigned i = 0; i < count && !options->error;) {
        options->place = (int)i;
        if (!only_files && strcmp(args[i], "--") == 0) {
            only_files = true;
            i++;
        } else if (!*args[i]) {
            option_fail(options, "argument %s is empty: a file needs a name",
                        arena_printf(arena, "%u", i + 1));
        } else if (!only_files && args[i][0] == '-' && args[i][1]) {
            i += parse_switch(options, args + i, count - i);
        } else {
            vec_push(arena, &options->inputs, args[i]);
            i++;
        }
    }
    if (!options->error) {
        note_idle(options);
        check_together(options);
    }
    if (options->depend.only)
        options->output = OCC_PREPROCESSED;
}

void
options_words(const struct options *options, unsigned without, argument_vec *words)
{
    vec_foreach (const struct option_use, use, &options->uses)
        for (int i = 0; i < 2 && use->words[i] && !(use->row && use->row->kind & without); i++) {
            if (use->carrier)
                vec_push(options->arena, words, use->carrier);
            vec_push(options->arena, words, use->words[i]);
        }
}

const struct object_version *
options_object_version(const struct options *options)
{
    if (!*options->triple->os)
        return &object_version_bare;
    return options->object_version ? options->object_version
                                   : object_version_default(options->target);
}

void
options_print_help(struct strbuf *buf)
{
    strbuf_puts(buf, "usage: occ [options] FILE.cl...\n"
                     "       occ run FILE.cl [KERNEL] [options] --global N [--arg SPEC]...\n"
                     "       occ selftest [SWITCH]... [NAME]...\n"
                     "       occ devices\n\n"
                     "Compiles OpenCL C to a code object for AMD GCN GPUs.  Without -c, -S, -E,\n"
                     "-emit-ir or -fsyntax-only the output is FILE.co, a loadable ELF file.\n"
                     "With -c, FILE.s is assembled.\n\n");
    for (size_t i = 0; i < option_row_count; i++) {
        if (!option_rows[i].help)
            continue;
        bool is_joined = option_rows[i].form == JOINED || option_rows[i].form == LIST;
        const char *gap = is_joined || option_rows[i].form == FLAG ? "" : " ";
        strbuf_printf(buf, "  %s%s%s", option_rows[i].spelling, gap,
                      option_rows[i].value ? option_rows[i].value : "");
        strbuf_column(buf, 30);
        strbuf_printf(buf, "%s\n", option_rows[i].help);
    }
    strbuf_puts(
        buf, "\nEnvironment: CPATH and C_INCLUDE_PATH, folders as if in -I and -isystem after the\n"
             "others; SOURCE_DATE_EPOCH, the time that __DATE__ says; NO_COLOR.\n");
    strbuf_puts(buf, "\nExit status: 0 done, 1 errors in the program, 2 wrong command line or "
                     "unreadable file,\n3 out of memory, 4 internal error of the compiler.\n");
}

static void
print_loaders(struct strbuf *buf, const struct gcn_target *target)
{
    unsigned loaders = gcn_loaders(target);
    strbuf_printf(buf, "; %s%sgcnsim", loaders & GCN_ROCR_2017 ? "ROCr 2017, " : "",
                  loaders & GCN_ROCR_2024 ? "ROCr 2024, " : "");
}

static void
print_target(struct strbuf *buf, const struct gcn_target *target)
{
    strbuf_puts(buf, target->name);
    strbuf_column(buf, 10);
    strbuf_printf(buf, "AMD:AMDGPU:%u:%u:%u", target->major, target->minor, target->step);
    strbuf_column(buf, 30);
    strbuf_printf(buf, "GFX%u, %u VGPRs, %u SGPRs, %u KiB LDS, %u waves; code object ",
                  target->major, target->max_vgprs, target->max_sgprs, target->lds_size / 1024,
                  target->max_waves);
    object_version_list(buf, target, ", ");
    print_loaders(buf, target);
    if (strcmp(target->like, target->name) != 0)
        strbuf_printf(buf, "; to LLVM %s", target->like);
    strbuf_printf(buf, "%s%s\n", target->xnack_default ? "; xnack on by default" : "",
                  target->sramecc_supported ? "; sramecc" : "");
}

static void
print_name(struct strbuf *buf, const struct gcn_name *name)
{
    const struct gcn_target *target = gcn_find_target(name->chip, strlen(name->chip));
    strbuf_puts(buf, name->name);
    strbuf_column(buf, 10);
    strbuf_printf(buf, "AMD:AMDGPU:%u:%u:%u", target->major, target->minor,
                  target->step + (name->xnack && target->steps_for_xnack));
    strbuf_column(buf, 30);
    strbuf_printf(buf, "%s%s", name->chip, name->xnack ? ":xnack+" : "");
    if (*name->clang)
        strbuf_printf(buf, " (clang 16: %s)", name->clang);
    strbuf_puts(buf, "\n");
}

void
options_print_targets(struct strbuf *buf)
{
    for (unsigned i = 0; i < gcn_target_count; i++)
        print_target(buf, &gcn_targets[i]);
    strbuf_puts(buf, "\nOther names:\n");
    for (unsigned i = 0; i < gcn_name_count; i++)
        print_name(buf, &gcn_names[i]);
    strbuf_puts(buf, "\nSold as:\n");
    for (unsigned i = 0; i < gcn_product_count; i++)
        strbuf_printf(buf, "%-9s %s\n", gcn_products[i].chip, gcn_products[i].names);
    strbuf_puts(
        buf,
        "\nSGPRs: without VCC and the like.  LDS and registers: of a work-group of up to 1024\n"
        "work-items, of a work-item.  Loaders: ROCr 2017 (ROCm 1.6, code object 2) and\n"
        "2024 (ROCm 6; ROCm 7 refuses GFX8); gcnsim, the simulator.\n");
}
