#include "driver/library/report.h"

#include "backend-gcn/object/code_object.h"

#include <string.h>

static struct occ_argument
describe_argument(const struct kernel_arg *arg)
{
    static const enum occ_address addresses[] = {[IR_SPACE_GLOBAL] = OCC_GLOBAL,
                                                 [IR_SPACE_CONSTANT] = OCC_CONSTANT,
                                                 [IR_SPACE_LOCAL] = OCC_LOCAL};
    static const enum occ_access accesses[] = {[KERNEL_ACCESS_NONE] = OCC_NO_ACCESS,
                                               [KERNEL_ACCESS_READ] = OCC_READ_ONLY,
                                               [KERNEL_ACCESS_WRITE] = OCC_WRITE_ONLY,
                                               [KERNEL_ACCESS_READ_WRITE] = OCC_READ_WRITE};
    bool is_pointer =
        arg->kind == KERNEL_ARG_GLOBAL_BUFFER || arg->kind == KERNEL_ARG_DYNAMIC_LOCAL;
    bool is_object = arg->kind == KERNEL_ARG_IMAGE || arg->kind == KERNEL_ARG_PIPE;
    return (struct occ_argument){
        .name = arg->name,
        .type_name = arg->type_name,
        .address = is_pointer  ? addresses[arg->space]
                   : is_object ? OCC_GLOBAL
                               : OCC_PRIVATE,
        .access = accesses[arg->access],
        .qualifiers = (arg->is_const ? OCC_CONST : 0u) | (arg->is_restrict ? OCC_RESTRICT : 0u) |
                      (arg->is_volatile ? OCC_VOLATILE : 0u) | (arg->is_pipe ? OCC_PIPE : 0u),
        .size = arg->size,
        .align = arg->align,
        .offset = arg->offset};
}

/* As the source has them, without blanks inside. */
static const char *
attributes_of(struct arena *arena, const struct kernel_info *info)
{
    struct strbuf text = strbuf_new(arena);
    const uint32_t *size = info->reqd_group_size, *hint = info->group_size_hint;
    for (unsigned i = 0; i < KERNEL_ATTRIBUTES && info->written[i]; i++)
        if (info->written[i] == KERNEL_ATTRIBUTE_SIZE)
            strbuf_printf(&text, " reqd_work_group_size(%u,%u,%u)", size[0], size[1], size[2]);
        else if (info->written[i] == KERNEL_ATTRIBUTE_HINT)
            strbuf_printf(&text, " work_group_size_hint(%u,%u,%u)", hint[0], hint[1], hint[2]);
        else
            strbuf_printf(&text, " vec_type_hint(%s)", info->vec_type_hint);
    return text.text ? text.text + 1 : "";
}

void
report_arguments(struct arena *arena, const struct mir_function *kernel, struct occ_kernel *made)
{
    const struct kernel_info *info = kernel->source->kernel;
    struct occ_argument *arguments = ARENA_ARRAY(arena, info->arg_count, struct occ_argument);
    for (uint32_t i = 0; i < info->arg_count; i++)
        arguments[i] = describe_argument(&info->args[i]);
    made->arguments = arguments;
    made->argument_count = info->arg_count;
    made->attributes = attributes_of(arena, info);
}

struct occ_kernel
report_kernel(const struct backend_options *options, const struct mir_function *kernel)
{
    const struct kernel_usage *usage = &kernel->usage;
    const struct kernel_info *info = kernel->source->kernel;
    struct occ_kernel made = {.name = info->name,
                              .sgprs = kernel_sgprs(&options->object, usage),
                              .vgprs = kernel_vgprs(options->object.target, usage),
                              .spilled_sgprs = usage->sgpr_spills,
                              .spilled_vgprs = usage->vgpr_spills,
                              .scratch_bytes = usage->scratch_bytes,
                              .lds_bytes = usage->lds_bytes,
                              .code_bytes = usage->code_bytes,
                              .kernarg_bytes = kernel->kernarg_size};
    made.waves = gcn_occupancy(options->object.target, made.vgprs, made.sgprs, made.lds_bytes,
                               info->max_flat_group_size, &made.waves_limit);
    return made;
}

void
report_usage(struct strbuf *out, const struct occ_kernel *kernel)
{
    strbuf_printf(out,
                  "%s: %u SGPRs, %u VGPRs, %u SGPR spills, %u VGPR spills, %u bytes scratch, "
                  "%u bytes LDS, %u bytes code, %u waves per SIMD (limited by %s)\n",
                  kernel->name, kernel->sgprs, kernel->vgprs, kernel->spilled_sgprs,
                  kernel->spilled_vgprs, kernel->scratch_bytes, kernel->lds_bytes,
                  kernel->code_bytes, kernel->waves, kernel->waves_limit);
}

void
report_remarks(struct strbuf *out, const struct occ_kernel *kernel,
               const struct diag_location *location)
{
    static const char *const tag = "[-Rpass-analysis=kernel-resource-usage]";
    const struct {
        const char *what;
        unsigned value;
    } rows[] = {{"SGPRs", kernel->sgprs},
                {"VGPRs", kernel->vgprs},
                {"AGPRs", 0},
                {"ScratchSize [bytes/lane]", kernel->scratch_bytes},
                {"Occupancy [waves/SIMD]", kernel->waves},
                {"SGPRs Spill", kernel->spilled_sgprs},
                {"VGPRs Spill", kernel->spilled_vgprs},
                {"LDS Size [bytes/block]", kernel->lds_bytes}};
    strbuf_printf(out, "%s:%u:0: remark: Function Name: %s %s\n", location->file, location->line,
                  kernel->name, tag);
    for (unsigned row = 0; row < sizeof rows / sizeof *rows; row++)
        strbuf_printf(out, "%s:%u:0: remark:     %s: %u %s\n", location->file, location->line,
                      rows[row].what, rows[row].value, tag);
}

void
report_remark(struct strbuf *out, const struct pass_remark *remark,
              const struct diag_location *location)
{
    strbuf_printf(out, "%s:%u:%u: remark: %s [-Rpass%s=%s]\n", location->file, location->line,
                  location->column, remark->text, remark->is_missed ? "-missed" : "", remark->pass);
}

/* A pass may have run several times: for each kernel, and in several rows of passes.def. */
static uint32_t
sum_events(struct pass_event *sums, const struct pass_options *pass)
{
    uint32_t count = 0;
    vec_foreach (const struct pass_event, event, &pass->events) {
        uint32_t i = 0;
        while (i < count && strcmp(sums[i].name, event->name) != 0)
            i++;
        if (i == count)
            sums[count++] = (struct pass_event){.name = event->name};
        sums[i].nanoseconds += event->own;
    }
    return count;
}

void
report_time(struct strbuf *out, const struct pass_options *pass, uint64_t total)
{
    struct pass_event *sums =
        ARENA_ARRAY(pass->event_arena, pass->events.count + 1u, struct pass_event);
    uint32_t count = sum_events(sums, pass);
    uint64_t other = total;
    for (uint32_t i = 0; i < count; i++) {
        strbuf_printf(out, "%10.3f ms  %s\n", (double)sums[i].nanoseconds / 1e6, sums[i].name);
        other -= sums[i].nanoseconds < other ? sums[i].nanoseconds : other;
    }
    strbuf_printf(out, "%10.3f ms  other\n%10.3f ms  total\n", (double)other / 1e6,
                  (double)total / 1e6);
}
