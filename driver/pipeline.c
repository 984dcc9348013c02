#include "driver/pipeline.h"

#include "backend-gcn/backend.h"
#include "backend-gcn/object/code_object.h"
#include "driver/time_trace.h"
#include "libclc-lite/libclc.h"
#include "midend/gen/gen.h"
#include "sema/builtin.h"
#include "sema/sema.h"

#include <string.h>
#include <time.h>

struct state {
    struct pipeline *pipeline;
    struct frontend frontend;
    struct sema sema;
    struct ir_module *module;
    struct pass_options pass;
    struct backend_options backend;
    struct mir_function **kernels;
};

static bool
has_builtin(const char *name)
{
    uint32_t count;
    return builtin_find(name, &count) != NULL;
}

static bool
is_preprocessed(const struct options *options, const char *name)
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
                                    .is_preprocessed = is_preprocessed(options, job->name),
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
                                    .has_builtin = has_builtin,
                                    .target_name = options->target->name};
    made.has_fp16 = frontend_extension(&made, "cl_khr_fp16");
    made.has_fp64 = frontend_extension(&made, "cl_khr_fp64");
    return made;
}

static struct sema_options
sema_options(const struct options *options, const struct frontend *macros)
{
    const struct frontend_options *frontend = &macros->options;
    struct sema_options made = {.cl_version = options->cl_version,
                                .macros = macros,
                                .has_fp64 = frontend->has_fp64,
                                .has_fp16 = frontend->has_fp16,
                                .features = frontend_features(frontend)};
    sema_image_options(&made, frontend);
    return made;
}

static bool
has_f32_denormals(const struct options *options)
{
    return options->target->f32_denormals_default && !options->flush_denormals;
}

static bool
front(struct state *state)
{
    struct pipeline *pipeline = state->pipeline;
    const struct occ_job *job = pipeline->job;
    struct sema_options sema = sema_options(pipeline->options, &state->frontend);
    uint64_t start = pass_clock(&state->pass);
    struct translation_unit *unit =
        frontend_parse(&state->frontend, job->name, job->source, job->length);
    struct gen_options gen = {.fp_contract = !pipeline->options->no_contract,
                              .exact_f32_division = pipeline->options->exact_division};
    pass_note_time(&state->pass, "parse", start);
    start = pass_clock(&state->pass);
    sema_init(&state->sema, pipeline->arena, &pipeline->diag, &state->frontend.intern, &sema);
    sema_check(&state->sema, unit);
    pass_note_time(&state->pass, "sema", start);
    if (pipeline->diag.errors || pipeline->options->output == OCC_NOTHING)
        return !pipeline->diag.errors;
    start = pass_clock(&state->pass);
    state->module = ir_module_new(pipeline->arena, pipeline->guard);
    state->module->target = pipeline->options->target;
    state->module->f32_flush = !has_f32_denormals(pipeline->options);
    state->module->library = libclc_find;
    state->module->diag = &pipeline->diag;
    gen_module(state->module, &pipeline->diag, unit, &gen);
    pass_note_time(&state->pass, "gen", start);
    return !pipeline->diag.errors;
}

static void
output_text(struct pipeline *pipeline, const struct strbuf *text)
{
    pipeline->bytes = text->text ? text->text : "";
    pipeline->size = text->length;
}

static void
output_ir(struct state *state)
{
    struct strbuf text = strbuf_new(state->pipeline->arena);
    ir_print_module(&text, state->module);
    output_text(state->pipeline, &text);
}

/* Each kernel to machine code; false when -stop-after ended the work. */
static bool
back(struct state *state)
{
    struct pipeline *pipeline = state->pipeline;
    bool stopped = false;
    unsigned count = 0;
    for (struct ir_function *f = state->module->functions; f; f = f->next)
        count += f->is_kernel;
    state->kernels = ARENA_ARRAY(pipeline->arena, count + 1u, struct mir_function *);
    for (struct ir_function *f = state->module->functions; f; f = f->next) {
        if (!f->is_kernel)
            continue;
        state->pass.subject = f->name;
        struct mir_function *kernel =
            backend_compile(pipeline->arena, f, &state->backend, &state->pass);
        if (kernel)
            state->kernels[pipeline->kernel_count++] = kernel;
        stopped |= !kernel;
    }
    state->pass.subject = NULL;
    return !stopped;
}

static void
describe_kernels(struct state *state)
{
    struct pipeline *pipeline = state->pipeline;
    pipeline->kernels =
        ARENA_ARRAY(pipeline->arena, pipeline->kernel_count + 1u, struct occ_kernel);
    for (unsigned i = 0; i < pipeline->kernel_count; i++) {
        const struct mir_function *kernel = state->kernels[i];
        const struct mir_usage *usage = &kernel->usage;
        const struct kernel_info *info = kernel->source->kernel;
        struct occ_kernel *out = &pipeline->kernels[i];
        *out = (struct occ_kernel){.name = info->name,
                                   .sgprs = kernel_sgprs(&state->backend, kernel),
                                   .vgprs = kernel_vgprs(kernel),
                                   .spilled_sgprs = usage->sgpr_spills,
                                   .spilled_vgprs = usage->vgpr_spills,
                                   .scratch_bytes = usage->scratch_bytes,
                                   .lds_bytes = usage->lds_bytes,
                                   .code_bytes = usage->code_bytes,
                                   .kernarg_bytes = kernel->kernarg_size};
        out->waves = gcn_occupancy(state->backend.target, out->vgprs, out->sgprs, out->lds_bytes,
                                   info->max_flat_group_size, &out->waves_limit);
    }
}

static void
report_usage(struct pipeline *pipeline)
{
    for (unsigned i = 0; i < pipeline->kernel_count; i++) {
        const struct occ_kernel *k = &pipeline->kernels[i];
        strbuf_printf(&pipeline->report,
                      "%s: %u SGPRs, %u VGPRs, %u SGPR spills, %u VGPR spills, %u bytes scratch, "
                      "%u bytes LDS, %u bytes code, %u waves per SIMD (limited by %s)\n",
                      k->name, k->sgprs, k->vgprs, k->spilled_sgprs, k->spilled_vgprs,
                      k->scratch_bytes, k->lds_bytes, k->code_bytes, k->waves, k->waves_limit);
    }
}

/* The same in the words of LLVM's remarks, which scripts look for. */
static void
remark_usage(const struct state *state)
{
    struct pipeline *pipeline = state->pipeline;
    static const char *const tag = "[-Rpass-analysis=kernel-resource-usage]";
    for (unsigned i = 0; i < pipeline->kernel_count; i++) {
        const struct occ_kernel *k = &pipeline->kernels[i];
        const struct {
            const char *what;
            unsigned value;
        } rows[] = {{"SGPRs", k->sgprs},
                    {"VGPRs", k->vgprs},
                    {"AGPRs", 0},
                    {"ScratchSize [bytes/lane]", k->scratch_bytes},
                    {"Occupancy [waves/SIMD]", k->waves},
                    {"SGPRs Spill", k->spilled_sgprs},
                    {"VGPRs Spill", k->spilled_vgprs},
                    {"LDS Size [bytes/block]", k->lds_bytes}};
        struct diag_place place = {.file = pipeline->job->name};
        frontend_place(&state->frontend, state->kernels[i]->source->loc, &place);
        strbuf_printf(&pipeline->report, "%s:%u:0: remark: Function Name: %s %s\n", place.file,
                      place.line, k->name, tag);
        for (unsigned row = 0; row < sizeof rows / sizeof *rows; row++)
            strbuf_printf(&pipeline->report, "%s:%u:0: remark:     %s: %u %s\n", place.file,
                          place.line, rows[row].what, rows[row].value, tag);
    }
}

/* What no stage accounts for is a row of its own. */
static void
report_time(struct state *state, uint64_t start)
{
    struct strbuf *report = &state->pipeline->report;
    uint64_t total = pass_clock(&state->pass) - start, other = total;
    VEC(struct pass_event) sums = {0};
    vec_foreach (const struct pass_event, event, &state->pass.events) {
        uint32_t i = 0;
        while (i < sums.count && strcmp(sums.at[i].name, event->name) != 0)
            i++;
        if (i == sums.count)
            vec_push(state->pipeline->arena, &sums, (struct pass_event){.name = event->name});
        sums.at[i].nanoseconds += event->own;
    }
    vec_foreach (const struct pass_event, sum, &sums) {
        strbuf_printf(report, "%10.3f ms  %s\n", (double)sum->nanoseconds / 1e6, sum->name);
        other -= sum->nanoseconds < other ? sum->nanoseconds : other;
    }
    strbuf_printf(report, "%10.3f ms  other\n%10.3f ms  total\n", (double)other / 1e6,
                  (double)total / 1e6);
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
                                 .kernel_count = pipeline->kernel_count};
    uint64_t start = pass_clock(&state->pass);
    if (pipeline->options->output == OCC_ASSEMBLY) {
        struct strbuf text = strbuf_new(pipeline->arena);
        asm_file(&object, &text);
        output_text(pipeline, &text);
    } else {
        pipeline->bytes = code_object_write(&object, &pipeline->size);
    }
    pass_note_time(&state->pass, "write", start);
}

static void
prepare(struct state *state)
{
    struct pipeline *pipeline = state->pipeline;
    const struct options *options = pipeline->options;
    struct frontend_options frontend = frontend_options(pipeline);
    pipeline->diag.no_warnings = options->no_warnings;
    pipeline->diag.format = options->diag_format;
    pipeline->diag.coloured = options->colour == COLOUR_ALWAYS;
    for (uint32_t i = 0; i < options->warnings.count; i++)
        diag_switch(&pipeline->diag, options->warnings.at[i]);
    if (options->backtrace_limit)
        pipeline->diag.macro_backtrace_limit = options->backtrace_limit;
    if (options->error_limit)
        pipeline->diag.error_limit = options->error_limit;
    frontend_init(&state->frontend, pipeline->arena, &pipeline->diag, &frontend);
    state->pass = (struct pass_options){
        .optimise = options->optimise,
        .print_after = options->print_after,
        .stop_after = options->stop_after,
        .only_kernel = options->only_kernel,
        .disabled = options->disabled_passes,
        .validate = options->validate,
        .stress = options->stress,
        .event_arena = options->time_report || options->time_trace ? pipeline->arena : NULL,
        .dump = &pipeline->report,
        .stop_text = &pipeline->stop_text,
        .diag = &pipeline->diag};
    state->backend = (struct backend_options){.target = options->target,
                                              .xnack = options->xnack,
                                              .sramecc = options->sramecc,
                                              .object_version = options_object_version(options),
                                              .relocatable = options->output == OCC_RELOCATABLE,
                                              .f32_denormals = has_f32_denormals(options),
                                              .wait_everything = options->wait_everything,
                                              .spill_everything = options->spill_everything,
                                              .diag = &pipeline->diag};
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

/* What -stop-after leaves is the output. */
static bool
compile(struct state *state)
{
    struct pipeline *pipeline = state->pipeline;
    if (!has_wanted_kernel(state))
        return false;
    bool lowered = pass_run_midend(state->module, &state->pass);
    if (pipeline->diag.errors)
        return false;
    if (pipeline->options->output == OCC_IR || !lowered) {
        output_ir(state);
        return true;
    }
    bool finished = back(state);
    if (pipeline->diag.errors)
        return false;
    if (!finished) {
        output_text(pipeline, &pipeline->stop_text);
        return true;
    }
    describe_kernels(state);
    write_object(state);
    if (pipeline->options->resource_usage)
        report_usage(pipeline);
    if (pipeline->options->remarks_usage)
        remark_usage(state);
    return true;
}

static void
preprocess(struct state *state)
{
    struct pipeline *pipeline = state->pipeline;
    struct strbuf text = strbuf_new(pipeline->arena);
    frontend_preprocess(&state->frontend, pipeline->job->name, pipeline->job->source,
                        pipeline->job->length, &text);
    output_text(pipeline, &text);
}

bool
pipeline_run(struct pipeline *pipeline)
{
    struct state state = {.pipeline = pipeline};
    enum occ_output output = pipeline->options->output;
    bool good;
    prepare(&state);
    uint64_t start = pass_clock(&state.pass);
    if (output == OCC_PREPROCESSED) {
        preprocess(&state);
        pass_note_time(&state.pass, "preprocess", start);
        good = !pipeline->diag.errors;
    } else {
        good = front(&state);
        if (good && output != OCC_NOTHING)
            good = compile(&state);
    }
    pipeline->headers = frontend_files(&state.frontend, &pipeline->header_count);
    if (pipeline->options->time_report)
        report_time(&state, start);
    if (pipeline->options->time_trace)
        time_trace_write(&pipeline->trace, &state.pass, pipeline->job->name, start);
    return good;
}
