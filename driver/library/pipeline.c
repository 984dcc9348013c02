#include "driver/library/pipeline.h"

#include "backend-gcn/backend.h"
#include "backend-gcn/abi/calls.h"
#include "backend-gcn/object/code_object.h"
#include "driver/library/assembly.h"
#include "driver/units/debug_places.h"
#include "driver/units/link.h"
#include "driver/library/link_code.h"
#include "driver/library/pass_html.h"
#include "driver/library/report.h"
#include "driver/units/stored_ir.h"
#include "driver/library/time_trace.h"
#include "libclc-lite/libclc.h"
#include "midend/ir/debug_info.h"
#include "midend/gen/gen.h"
#include "sema/builtin.h"
#include "sema/warn/warn.h"
#include "sema/sema.h"
#include "support/sanitize.h"
#include "support/number.h"

#include <string.h>
#include <time.h>

struct state {
    struct pipeline *pipeline;
    struct arena tree; /* the AST and what sema knows of it: gone once there is IR */
    struct frontend frontend;
    struct sema sema;
    struct translation_unit *unit;
    struct ir_module *module;
    struct pass_options pass;
    struct backend_options backend;
    struct debug_places places;
    struct pass_html *page; /* -fpass-html; NULL: there is nothing to show */
    struct mir_function **kernels, **functions;
    unsigned function_count;
    bool version_is_open;   /* of code objects: no unit of the link says it */
    bool is_partial;        /* the unit is kept as IR, for a linker */
    struct link_code units; /* of a link */
};

/* ---- options of the stages ---- */

bool
pipeline_is_preprocessed(const struct options *options, const char *name)
{
    const char *dot = strrchr(name, '.');
    bool is_named_so = dot && (strcmp(dot, ".i") == 0 || strcmp(dot, ".cli") == 0);
    return options->language ? options->is_preprocessed : is_named_so;
}

static struct frontend_options
frontend_options(const struct pipeline *pipeline)
{
    const struct options *options = pipeline->options;
    const struct occ_job *job = pipeline->job;
    struct virtual_file *files =
        ARENA_ARRAY(pipeline->arena, job->header_count + 1u, struct virtual_file);
    for (unsigned i = 0; i < job->header_count; i++)
        files[i] = (struct virtual_file){job->headers[i].name, job->headers[i].text,
                                         job->headers[i].length};
    struct frontend_options made = {.pp = options->pp.at,
                                    .pp_count = options->pp.count,
                                    .quote_paths = options->quote_paths.at,
                                    .quote_path_count = options->quote_paths.count,
                                    .system_paths = options->system_paths.at,
                                    .system_path_count = options->system_paths.count,
                                    .include_paths = options->include_paths.at,
                                    .include_path_count = options->include_paths.count,
                                    .virtual_files = files,
                                    .virtual_file_count = job->header_count,
                                    .use_disk = job->use_disk,
                                    .missing_are_made = options->depend.missing_are_made,
                                    .is_preprocessed = pipeline_is_preprocessed(options, job->name),
                                    .no_line_markers = options->no_line_markers,
                                    .keep_comments = options->keep_comments,
                                    .only_macros = options->only_macros,
                                    .date = job->source_date_epoch ? *job->source_date_epoch
                                                                   : (int64_t)time(NULL),
                                    .date_is_given = job->source_date_epoch,
                                    .cl_version = options->cl_version,
                                    .extensions = options->extensions.at,
                                    .extension_count = options->extensions.count,
                                    .fast_fma32 = options->target->fast_fma32,
                                    .fast_relaxed_math = options->fast_math,
                                    .finite_math = options->finite_math,
                                    .not_optimised = options->optimise == 0,
                                    .single_constants = options->single_constants,
                                    .has_xnack = options->target->xnack_supported,
                                    .xnack = options->xnack,
                                    .prefix_maps = options->prefix_maps.at,
                                    .prefix_map_count = options->prefix_maps.count,
                                    .target_name = options->target->name};
    made.lacks_mipmaps = !gcn_has_op(options->target, GCN_image_sample_l);
    made.has_realtime = gcn_has_op(options->target, GCN_s_memrealtime);
    made.has_fp16 = frontend_extension(&made, "cl_khr_fp16");
    made.has_fp64 = frontend_extension(&made, "cl_khr_fp64");
    return made;
}

/* The set of 1 << enum target_feature. */
static uint32_t
target_features(const struct gcn_target *target)
{
    static const uint16_t ops[][2] = {
#define TARGET_FEATURE(id, name, op)        {GCN_##op, GCN_##op},
#define EITHER_FEATURE(id, name, op, other) {GCN_##op, GCN_##other},
#include "sema/target_feature.def"
    };
    uint32_t set = 0;
    for (unsigned i = 0; i < TARGET_FEATURES; i++)
        for (unsigned k = 0; k < 2; k++)
            set |= (uint32_t)gcn_has_op(target, (enum gcn_op)ops[i][k]) << i;
    return set;
}

static struct sema_options
sema_options(const struct options *options, const struct frontend *macros)
{
    const struct frontend_options *frontend = &macros->options;
    struct sema_options made = {.cl_version = options->cl_version,
                                .macros = macros,
                                .has_fp64 = frontend->has_fp64,
                                .has_fp16 = frontend->has_fp16,
                                .features = frontend_features(frontend),
                                .target_features = target_features(options->target),
                                .spaces = options->triple->spaces,
                                .warnings = &warn_checks,
                                .library_defines = libclc_offers,
                                .is_partial = options->output == OCC_RELOCATABLE ||
                                              options->output == OCC_IR ||
                                              options->output == OCC_NOTHING};
    sema_image_options(&made, frontend);
    return made;
}

static bool
has_f32_denormals(const struct options *options)
{
    return options->target->f32_denormals_default && !options->flush_denormals;
}

/* Switches without effect; a job of the library has one source, and no files. */
static void
tell_notices(struct pipeline *pipeline)
{
    vec_foreach (const struct option_notice, notice, &pipeline->options->notices)
        diag_report(&pipeline->diag, 0, notice->id, notice->text);
    vec_foreach (const char *const, input, &pipeline->options->inputs)
        diag_warning(&pipeline->diag, 0, argument_unused, *input);
}

/* The target as code for it is to be made. */
static const struct gcn_target *
target_of(struct pipeline *pipeline)
{
    const struct gcn_target *target = pipeline->options->target;
    if (!pipeline->options->no_flat_scratch)
        return target;
    struct gcn_target *other = ARENA_NEW(pipeline->arena, struct gcn_target);
    *other = *target;
    other->private_by_scratch = false;
    return other;
}

/* Once: for -E not before somebody asks. */
static void
prepare_sema(struct state *state)
{
    struct sema_options options = sema_options(state->pipeline->options, &state->frontend);
    if (state->sema.state)
        return;
    sema_init(&state->sema, &state->tree, &state->pipeline->diag, &state->frontend.intern,
              &options);
    state->sema.kept = state->pipeline->arena;
}

static bool
knows(void *data, enum frontend_question question, const char *name)
{
    struct state *state = data;
    prepare_sema(state);
    return sema_knows(&state->sema, question, name);
}

static void
set_up(struct state *state)
{
    struct pipeline *pipeline = state->pipeline;
    const struct options *options = pipeline->options;
    struct frontend_options frontend = frontend_options(pipeline);
    pipeline->diag.no_warnings = options->no_warnings;
    pipeline->diag.format = options->diag_format;
    pipeline->diag.coloured = options->colour == COLOUR_ALWAYS;
    for (uint32_t i = 0; i < options->warnings.count; i++)
        diag_switch(&pipeline->diag, options->warnings.at[i]);
    tell_notices(pipeline);
    if (options->backtrace_limit)
        pipeline->diag.macro_backtrace_limit = options->backtrace_limit;
    if (options->error_limit)
        pipeline->diag.error_limit = options->error_limit;
    arena_init_scratch(&state->tree, pipeline->arena->allocator, pipeline->guard);
    frontend_init(&state->frontend, pipeline->arena, &pipeline->diag, &frontend);
    state->frontend.tree = &state->tree;
    state->frontend.options.knows = knows;
    state->frontend.options.knows_data = state;
    state->pass = (struct pass_options){
        .optimise = options->optimise,
        .print_after = options->print_after,
        .stop_after = options->stop_after,
        .only_kernel = options->only_kernel,
        .disabled = options->disabled_passes,
        .inlining = options->inlining,
        .max_vgprs = options->max_vgprs,
        .remarks = options->remarks_inline,
        .validate = options->validate,
        .stress = options->stress,
        .event_arena = options->time_report || options->time_trace ? pipeline->arena : NULL,
        .dump = &pipeline->report,
        .stop_text = &pipeline->stop_text,
        .diag = &pipeline->diag};
    state->backend =
        (struct backend_options){.object = {target_of(pipeline), options->xnack, options->sramecc},
                                 .object_version = options_object_version(options),
                                 .joined_memory_model = options->triple->joined_memory_model,
                                 .volatile_is_atomic = options->cl_version < 200,
                                 .relocatable = options->output == OCC_RELOCATABLE,
                                 .f32_denormals = has_f32_denormals(options),
                                 .sanitize = options->sanitize,
                                 .wait_everything = options->wait_everything,
                                 .spill_everything = options->spill_everything,
                                 .max_vgprs = options->max_vgprs,
                                 .diag = &pipeline->diag};
    state->places = (struct debug_places){
        .arena = pipeline->arena, .options = options, .frontend = &state->frontend};
    state->backend.dwarf = debug_places_options(&state->places, pipeline->job, options->debug);
    state->backend.notes_variables = options->debug == DEBUG_ALL;
}

/* -fonly-kernel must name one. */
static bool
has_wanted_kernel(const struct state *state)
{
    const char *name = state->pass.only_kernel;
    const struct ir_function *f = name ? ir_find_function(state->module, name) : NULL;
    if (name && !(f && f->is_kernel))
        diag_error(&state->pipeline->diag, 0, no_kernel_of_name, name);
    return !name || (f && f->is_kernel);
}

/* ---- stages; failures are reported in pipeline->diag ---- */

static void
set_output(struct pipeline *pipeline, const struct strbuf *text)
{
    pipeline->bytes = text->text ? text->text : "";
    pipeline->size = text->length;
}

/* The first bytes of what compilers write; such a file is given by mistake: occ x.o. */
static bool
is_binary(struct state *state)
{
    static const struct {
        const char *start, *what;
    } kinds[] = {{"\177ELF", "an ELF object"},
                 {"\x03\x02\x23\x07", "SPIR-V"},
                 {"\x07\x23\x02\x03", "SPIR-V"},
                 {"BC\xc0\xde", "LLVM bitcode"},
                 {"\xde\xc0\x17\x0b", "LLVM bitcode"},
                 {"!<arch>\n", "an archive"},
                 {"__CLANG_OFFLOAD_BUNDLE__", "a bundle of objects"}};
    const struct occ_job *job = state->pipeline->job;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t length = strlen(kinds[i].start);
        if (job->length < length || memcmp(job->source, kinds[i].start, length) != 0)
            continue;
        diag_error(&state->pipeline->diag, 0, input_is_binary, job->name, kinds[i].what);
        return true;
    }
    return false;
}

static void
preprocess(struct state *state)
{
    const struct occ_job *job = state->pipeline->job;
    struct strbuf text = strbuf_new(state->pipeline->arena);
    uint64_t start = pass_clock(&state->pass);
    frontend_preprocess(&state->frontend, job->name, job->source, job->length, &text);
    set_output(state->pipeline, &text);
    pass_note_time(&state->pass, "preprocess", start);
}

/* Declarations are checked as they are parsed. */
static void
declared(void *data, struct decl *decl)
{
    struct state *state = data;
    uint64_t start = pass_clock(&state->pass);
    sema_declared(&state->sema, decl);
    pass_note_time(&state->pass, "sema", start);
}

static void
parse(struct state *state)
{
    const struct occ_job *job = state->pipeline->job;
    uint64_t start = pass_clock(&state->pass);
    prepare_sema(state);
    state->frontend.options.declared = declared;
    state->frontend.options.declared_data = state;
    state->unit = frontend_parse(&state->frontend, job->name, job->source, job->length);
    pass_note_time(&state->pass, "parse", start);
}

static void
check(struct state *state)
{
    uint64_t start = pass_clock(&state->pass);
    sema_finish(&state->sema, state->unit);
    pass_note_time(&state->pass, "sema", start);
}

/* A unit that lacks a definition, or has no kernels but functions for others, is no program yet. */
static bool
is_partial(const struct state *state)
{
    bool exports = false;
    if (state->pipeline->job->action == OCC_COMPILE)
        return true;
    if (!state->sema.options.is_partial || state->sema.lacks_definitions)
        return state->sema.lacks_definitions;
    for (uint32_t i = 0; i < state->unit->decls.count; i++) {
        const struct decl *decl = state->unit->decls.at[i];
        if (decl->is_kernel && decl->body)
            return false;
        exports |= gen_is_exported(decl);
    }
    return exports;
}

/* A unit's link may be of another version; who does not want the queue is not disturbed by it. */
static bool
trap_wants_queue(const struct state *state, unsigned number)
{
    const struct options *options = state->pipeline->options;
    return state->is_partial || object_version_trap_wants_queue(options_object_version(options),
                                                                options->target, number);
}

/* What the mid-end must replace for the target. */
static uint16_t
lacks_of(const struct gcn_target *target)
{
    unsigned lacks = (target->has_flat ? 0 : IR_LACKS_GENERIC) |
                     (target->has_16bit ? 0 : IR_LACKS_HALF) |
                     (target->fract_bug ? IR_LACKS_ROUNDING : 0) |
                     (gcn_has_op(target, GCN_v_pk_add_f16) ? 0 : IR_LACKS_PACKED) |
                     (target->unaligned_global ? 0 : IR_LACKS_UNALIGNED_GLOBAL) |
                     (target->unaligned_lds ? 0 : IR_LACKS_UNALIGNED_LOCAL) |
                     (gcn_has_op(target, GCN_v_perm_b32) ? 0 : IR_LACKS_PERM) |
                     (gcn_has_op(target, GCN_ds_bpermute_b32) ? 0 : IR_LACKS_PERMUTE) |
                     (target->has_16bit ? 0 : IR_LACKS_SATURATION) |
                     (gcn_has_op(target, GCN_v_add_i32) ? 0 : IR_LACKS_SIGNED_SATURATION);
    return (uint16_t)lacks;
}

static void
make_module(struct state *state)
{
    struct pipeline *pipeline = state->pipeline;
    state->module = ir_module_new(pipeline->arena, pipeline->guard);
    state->module->f32_flush = !has_f32_denormals(pipeline->options);
    state->module->ragged_groups =
        pipeline->options->cl_version >= 200 && !pipeline->options->uniform_groups;
    state->module->zeroes_private = pipeline->options->zeroes_private;
    state->module->sanitize = pipeline->options->sanitize;
    state->module->zeroes_local = pipeline->options->zeroes_local;
    state->module->no_hidden_arguments = !pipeline->options->triple->has_hidden_arguments;
    state->module->lacks = lacks_of(pipeline->options->target);
    state->module->float_atomics =
        backend_float_atomics(pipeline->options->target, pipeline->options->finite_math,
                              pipeline->options->unsafe_atomics);
    state->module->doorbell_dwords = pipeline->options->target->doorbell_dwords;
    state->module->library = libclc_find;
    state->module->diag = &pipeline->diag;
}

/* What kernels have to know to write the arguments of others. */
static void
place_hidden(struct state *state)
{
    const struct hidden_layout *layout = state->backend.object_version->hidden;
    uint16_t *places = state->module->hidden_places;
    for (unsigned i = 0; i < IR_HIDDEN_COUNT; i++) {
        places[i] = (uint16_t)layout->places[i].offset;
        places[IR_HIDDEN_COUNT] =
            (uint16_t)larger(places[IR_HIDDEN_COUNT], places[i] + layout->places[i].size);
    }
    places[IR_HIDDEN_COUNT] = (uint16_t)larger(places[IR_HIDDEN_COUNT], layout->block_size);
}

/* Variables that begin as zeros are never undefined. */
static uint32_t
sanitized(const struct options *options)
{
    return options->sanitize & ~(options->zeroes_private ? (uint32_t)SANITIZE_UNDEFINED : 0);
}

static void
generate_ir(struct state *state)
{
    struct pipeline *pipeline = state->pipeline;
    struct gen_options options = {
        .fp_contract = !pipeline->options->no_contract,
        .exact_f32_division = pipeline->options->exact_division,
        .relaxed_math = pipeline->options->unsafe_math,
        .finite_math = pipeline->options->finite_math,
        .no_signed_zeros = pipeline->options->no_signed_zeros || pipeline->options->unsafe_math,
        .strict_aliasing = pipeline->options->strict_aliasing,
        .wraps = pipeline->options->wraps,
        .names_failures = pipeline->options->debug == DEBUG_ALL,
        .lds_size = pipeline->options->target->lds_size,
        .marks_scopes = pipeline->options->zeroes_private,
        .has_dot4 = gcn_has_op(pipeline->options->target, GCN_v_dot4_i32_i8),
        .no_trap_handler = !*pipeline->options->triple->os,
        .trap_wants_queue = trap_wants_queue(state, 2),
        .debugtrap_wants_queue = trap_wants_queue(state, 3),
        .is_partial = state->is_partial,
        .keeps_variables = !pipeline->options->optimise,
        .sanitize = sanitized(pipeline->options),
        .static_prefix = state->is_partial ? "static" : NULL};
    uint64_t start = pass_clock(&state->pass);
    make_module(state);
    if (pipeline->options->debug == DEBUG_ALL && !state->is_partial)
        state->module->debug = ARENA_NEW(pipeline->arena, struct debug_info);
    gen_module(state->module, &pipeline->diag, state->unit, &options);
    if (state->module->debug)
        debug_places_points(&state->places, state->module, &pipeline->diag);
    place_hidden(state);
    pass_note_time(&state->pass, "gen", start);
}

/* What switches of the link say counts; else what its units were compiled with. */
static void
take_facts(struct state *state, const struct link_facts *facts)
{
    const struct options *options = state->pipeline->options;
    bool is_refused = options->debug_is_given && options->debug == DEBUG_NONE;
    enum debug_level level =
        is_refused || facts->debug < options->debug ? options->debug : facts->debug;
    if (!options->optimise_is_given)
        state->pass.optimise = facts->optimise;
    if (!options->inlining_is_given)
        state->pass.inlining = facts->inlining;
    state->backend.object.xnack = facts->xnack == GCN_FEATURE_ON;
    state->backend.object.sramecc = facts->sramecc;
    state->version_is_open = !facts->object_version;
    if (!options->object_version && facts->object_version && *options->triple->os)
        state->backend.object_version = facts->object_version;
    state->backend.dwarf = debug_places_options(&state->places, state->pipeline->job, level);
    state->backend.notes_variables = level == DEBUG_ALL;
}

/* The module of units that were compiled before. */
static void
link_program(struct state *state)
{
    uint64_t start = pass_clock(&state->pass);
    const struct options *options = state->pipeline->options;
    make_module(state);
    state->places.module = state->module;
    struct link_others others = link_code_others(&state->units);
    struct link_facts facts =
        link_units(state->module, state->units.ir, state->units.ir_count, &others, options);
    state->backend.f32_denormals = !state->module->f32_flush;
    take_facts(state, &facts);
    place_hidden(state);
    debug_places_module(&state->places);
    pass_note_time(&state->pass, "link", start);
}

/* -fpass-html: from here on passes are shown. */
static void
begin_page(struct state *state)
{
    struct pipeline *pipeline = state->pipeline;
    if (!pipeline->options->pass_html)
        return;
    state->page = pass_html_begin(pipeline->arena, &pipeline->diag, state->module, state->unit,
                                  pipeline->options->only_kernel);
    state->pass.texts = state->page ? &state->page->texts : NULL;
}

static void
write_ir(struct state *state)
{
    struct strbuf text = strbuf_new(state->pipeline->arena);
    ir_print_module(&text, state->module);
    set_output(state->pipeline, &text);
}

/* -mmax-vgprs is a fact of the kernels, as amdgpu_num_vgpr is; the smaller counts. */
static void
keep_limits(struct state *state)
{
    const struct options *options = state->pipeline->options;
    uint32_t most = options->max_vgprs < options->target->max_vgprs ? options->max_vgprs : 0;
    for (struct ir_function *f = state->module->functions; most && f; f = f->next)
        if (f->is_kernel && (!f->kernel->max_vgprs || most < f->kernel->max_vgprs))
            f->kernel->max_vgprs = most;
}

/* Objects are of the version that their headers show; what is compiled for a link without a file is of what that
 * becomes, unless the switch says which. */
static bool
leaves_version_open(const struct state *state)
{
    const struct options *options = state->pipeline->options;
    bool is_link = state->pipeline->job->action == OCC_LINK;
    bool is_open = is_link ? state->version_is_open : !options->keeps_ir;
    return !*options->triple->os ||
           (state->pipeline->job->action != OCC_BUILD && is_open && !options->object_version);
}

/* docs/abi.md, Stored IR: an object without code. */
static void
write_unit(struct state *state)
{
    struct pipeline *pipeline = state->pipeline;
    struct strbuf text = strbuf_new(pipeline->arena);
    struct code_object object = {.arena = pipeline->arena,
                                 .guard = pipeline->guard,
                                 .options = &state->backend,
                                 .module = ir_module_new(pipeline->arena, pipeline->guard),
                                 .stored_ir = &text};
    struct stored_ir header = {.is_library = pipeline->job->action == OCC_LINK,
                               .xnack =
                                   state->backend.object.xnack ? GCN_FEATURE_ON : GCN_FEATURE_OFF,
                               .sramecc = state->backend.object.sramecc,
                               .optimise = state->pass.optimise,
                               .inlining = state->pass.inlining,
                               .debug = state->places.level};
    strcpy(header.target, pipeline->options->target->name);
    if (!leaves_version_open(state))
        header.object_version = state->backend.object_version;
    keep_limits(state);
    stored_ir_write(&text, state->module, &header, &state->places);
    pipeline->bytes = code_object_write(&object, &pipeline->size);
}

/* One function or kernel; NULL: stopped, or errors.  Only assembly is written from instructions:
 * otherwise their memory is for the next function. */
static struct mir_function *
compile_one(struct state *state, struct ir_function *source, struct call_program *program,
            struct pass_options *pass)
{
    struct pipeline *pipeline = state->pipeline;
    if (pipeline->options->output == OCC_ASSEMBLY)
        return backend_compile(pipeline->arena, source, program, &state->backend, pass);
    struct arena own;
    arena_init_scratch(&own, pipeline->arena->allocator, pipeline->guard);
    struct mir_function *function = backend_compile(&own, source, program, &state->backend, pass);
    if (function)
        function = backend_keep(pipeline->arena, function);
    arena_free(&own);
    return function;
}

/* Functions that kernels call, callees first.  Kernels need them finished, so -stop-after shows a
 * second compilation. */
static bool
compile_functions(struct state *state, struct call_program *program)
{
    struct pipeline *pipeline = state->pipeline;
    struct pass_options whole = state->pass;
    whole.stop_after = NULL;
    state->functions =
        ARENA_ARRAY(pipeline->arena, program->functions.count + 1u, struct mir_function *);
    vec_foreach (struct ir_function *, f, &program->functions) {
        state->pass.subject = whole.subject = (*f)->name;
        if (state->pass.stop_after)
            compile_one(state, *f, program, &state->pass);
        struct mir_function *function = compile_one(state, *f, program, &whole);
        if (!function)
            return false;
        state->functions[state->function_count++] = function;
    }
    return true;
}

/* false: -stop-after ended it. */
static bool
make_machine_code(struct state *state)
{
    struct pipeline *pipeline = state->pipeline;
    struct call_program *program =
        call_program_new(pipeline->arena, state->module, &state->backend);
    bool finished = compile_functions(state, program);
    if (!finished)
        return false;
    unsigned count = 0;
    for (struct ir_function *f = state->module->functions; f; f = f->next)
        count += f->is_kernel;
    state->kernels = ARENA_ARRAY(pipeline->arena, count + 1u, struct mir_function *);
    for (struct ir_function *f = state->module->functions; f; f = f->next) {
        if (!f->is_kernel)
            continue;
        state->pass.subject = f->name;
        struct mir_function *kernel = compile_one(state, f, program, &state->pass);
        if (kernel)
            state->kernels[pipeline->kernel_count++] = kernel;
        finished &= kernel != NULL;
    }
    state->pass.subject = NULL;
    return finished;
}

static void
write_object(struct state *state)
{
    struct pipeline *pipeline = state->pipeline;
    struct code_object object = {.arena = pipeline->arena,
                                 .guard = pipeline->guard,
                                 .options = &state->backend,
                                 .module = state->module,
                                 .kernels = state->kernels,
                                 .kernel_count = pipeline->kernel_count,
                                 .functions = state->functions,
                                 .function_count = state->function_count};
    uint64_t start = pass_clock(&state->pass);
    if (pipeline->options->output == OCC_ASSEMBLY) {
        struct strbuf text = strbuf_new(pipeline->arena);
        asm_file(&object, &text);
        set_output(pipeline, &text);
    } else {
        pipeline->bytes = code_object_write(&object, &pipeline->size);
    }
    pass_note_time(&state->pass, "write", start);
}

static void
describe_kernels(struct state *state)
{
    struct pipeline *pipeline = state->pipeline;
    pipeline->kernels =
        ARENA_ARRAY(pipeline->arena, pipeline->kernel_count + 1u, struct occ_kernel);
    for (unsigned i = 0; i < pipeline->kernel_count; i++) {
        pipeline->kernels[i] = report_kernel(&state->backend, state->kernels[i]);
        report_arguments(pipeline->arena, state->kernels[i], &pipeline->kernels[i]);
    }
    pipeline->printf_rows = state->module->printf_rows.at;
    pipeline->printf_count = state->module->printf_rows.count;
}

/* Of the sources, or of the units that are linked. */
static void
locate(const struct state *state, loc_t loc, struct diag_location *location)
{
    const struct diag *diag = &state->pipeline->diag;
    diag->resolve(diag->sources, loc, location);
}

/* What passes have told. */
static void
report_passes(struct state *state)
{
    vec_foreach (const struct pass_remark, remark, &state->pass.told) {
        struct diag_location location = {.file = state->pipeline->job->name};
        locate(state, remark->loc, &location);
        report_remark(&state->pipeline->report, remark, &location);
    }
}

static void
report_kernels(struct state *state)
{
    struct pipeline *pipeline = state->pipeline;
    for (unsigned i = 0; pipeline->options->resource_usage && i < pipeline->kernel_count; i++)
        report_usage(&pipeline->report, &pipeline->kernels[i]);
    for (unsigned i = 0; pipeline->options->remarks_usage && i < pipeline->kernel_count; i++) {
        struct diag_location location = {.file = pipeline->job->name};
        locate(state, state->kernels[i]->source->loc, &location);
        report_remarks(&pipeline->report, &pipeline->kernels[i], &location);
    }
}

/* ---- all of it ---- */

/* The stages in order, up to the one whose result was asked for. */
static void
run_stages(struct state *state)
{
    enum occ_output output = state->pipeline->options->output;
    const uint32_t *errors = &state->pipeline->diag.errors;
    if (is_binary(state))
        return;
    if (state->pipeline->job->action != OCC_LINK &&
        assembly_is_input(state->pipeline->options, state->pipeline->job->name)) {
        assembly_run(state->pipeline);
        return;
    }
    if (output == OCC_PREPROCESSED) {
        preprocess(state);
        return;
    }
    if (state->pipeline->job->action == OCC_LINK) {
        if (!link_code_sort(state->pipeline, &state->units))
            return;
        state->backend.relocatable |= state->units.code.count != 0;
        if (!state->units.ir_count) {
            link_code_with_ir(state->pipeline, &state->units);
            return;
        }
        link_program(state);
        begin_page(state);
        state->is_partial = state->pipeline->options->creates_library;
    } else {
        parse(state);
        check(state);
        if (*errors || output == OCC_NOTHING)
            return;
        state->is_partial = is_partial(state);
        generate_ir(state);
        begin_page(state);
        arena_free(&state->tree);
    }
    if (*errors || !has_wanted_kernel(state))
        return;
    if (state->is_partial && output == OCC_RELOCATABLE) {
        write_unit(state);
        return;
    }
    bool lowered = !state->is_partial && pass_run_midend(state->module, &state->pass);
    report_passes(state);
    if (*errors)
        return;
    if (output == OCC_IR || !lowered) {
        write_ir(state);
        return;
    }
    bool finished = make_machine_code(state);
    if (*errors)
        return;
    if (!finished) {
        set_output(state->pipeline, &state->pipeline->stop_text);
        return;
    }
    describe_kernels(state);
    write_object(state);
    if (state->units.code.count)
        link_code_with_ir(state->pipeline, &state->units);
    report_kernels(state);
}

bool
pipeline_run(struct pipeline *pipeline)
{
    struct state state = {.pipeline = pipeline};
    pipeline->limits =
        (struct limit_notes){.arena = pipeline->arena, .subject = &state.pass.subject};
    pipeline->guard->limits = pipeline->options->print_limits ? &pipeline->limits : NULL;
    set_up(&state);
    pipeline->frontend = &state.frontend;
    uint64_t start = pass_clock(&state.pass);
    run_stages(&state);
    arena_free(&state.tree);
    pipeline->headers = frontend_files(&state.frontend, &pipeline->header_count);
    if (pipeline->included.count) {
        pipeline->headers = pipeline->included.at;
        pipeline->header_count = pipeline->included.count;
    }
    pipeline->inputs = frontend_inputs(&state.frontend, &pipeline->input_count);
    if (pipeline->options->time_report)
        report_time(&pipeline->report, &state.pass, pass_clock(&state.pass) - start);
    if (pipeline->options->time_trace)
        time_trace_write(&pipeline->trace, &state.pass, pipeline->job->name, start);
    if (pipeline->options->pass_html)
        pass_html_write(&pipeline->page, state.page, pipeline->job->name,
                        pipeline->options->target->name);
    return !pipeline->diag.errors;
}
