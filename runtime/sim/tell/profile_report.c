/* sim_profile: what was recorded, with each instruction of the kernel and of the functions that it
 * called disassembled, executed or not. */
#include "runtime/sim/tell/profile.h"
#include "runtime/sim/tell/tell.h"

#include <stdlib.h>

/* Code that belongs together: a function, or what no symbol names. */
struct part {
    const char *name;
    const struct sim_code *code;
    size_t first, end; /* words */
    bool is_kernel;
    bool open; /* the end is only that of the code, or the next part */
};

struct report {
    struct sim_device *device;
    struct arena *arena;
    VEC(struct part) parts;
};

const char *
sim_stall_name(enum sim_stall stall)
{
    static const char *const names[SIM_STALLS] = {
        [SIM_STALL_UNIT] = "unit",       [SIM_STALL_NOP] = "nop",
        [SIM_STALL_VMCNT] = "vmcnt",     [SIM_STALL_LGKMCNT] = "lgkmcnt",
        [SIM_STALL_BARRIER] = "barrier", [SIM_STALL_BRANCH] = "branch",
    };
    return names[stall];
}

/* ---- parts ---- */

static void
add_function(struct report *report, const struct sim_object *object,
             const struct sim_function *function)
{
    struct part part = {.name = function->name};
    uint64_t base = sim_entry(report->device, object, function, &part.is_kernel);
    struct sim_region *region = sim_region_at(report->device, base, 4);
    part.code = region ? region->code : NULL;
    if (!part.code || !part.code->profile)
        return;
    part.first = (base - part.code->base) / 4;
    part.open = function->base + function->size <= base;
    part.end =
        part.open ? part.code->words : (function->base + function->size - part.code->base) / 4;
    if (part.first < part.code->first || part.first >= part.code->words)
        return;
    if (part.end > part.code->words)
        part.end = part.code->words;
    vec_push(report->arena, &report->parts, part);
}

static int
by_place(const void *left, const void *right)
{
    const struct part *a = left, *b = right;
    if (a->code != b->code)
        return a->code->base < b->code->base ? -1 : 1;
    if (a->first != b->first)
        return a->first < b->first ? -1 : 1;
    if (a->open != b->open)
        return a->open ? 1 : -1;
    return (b->is_kernel > a->is_kernel) - (b->is_kernel < a->is_kernel);
}

static void
sort_parts(struct report *report)
{
    uint32_t kept = 0;
    if (!report->parts.count)
        return;
    qsort(report->parts.at, report->parts.count, sizeof *report->parts.at, by_place);
    for (uint32_t i = 0; i < report->parts.count; i++) {
        struct part *part = &report->parts.at[i], *last = kept ? &report->parts.at[kept - 1] : NULL;
        bool follows = last && last->code == part->code;
        if (follows && last->first == part->first)
            continue; /* two names, or a symbol in two tables */
        if (follows && last->end > part->first)
            last->end = part->first;
        report->parts.at[kept++] = *part;
    }
    report->parts.count = kept;
}

static bool
is_covered(const struct report *report, const struct sim_code *code, size_t word)
{
    vec_foreach (const struct part, part, &report->parts)
        if (part->code == code && word >= part->first && word < part->end)
            return true;
    return false;
}

/* Executed code that no symbol names: from there up to the next part. */
static void
add_unnamed(struct report *report, const struct sim_code *code)
{
    for (size_t word = code->first; word < code->words; word++) {
        if (!code->profile[word - code->first].executions || is_covered(report, code, word))
            continue;
        struct part part = {
            .name = "", .code = code, .first = word, .end = code->words, .open = true};
        vec_push(report->arena, &report->parts, part);
        sort_parts(report);
    }
}

static bool
was_executed(const struct part *part)
{
    for (size_t word = part->first; word < part->end; word++)
        if (part->code->profile[word - part->code->first].executions)
            return true;
    return false;
}

static void
find_parts(struct report *report)
{
    struct sim_device *device = report->device;
    for (const struct sim_object *object = device->objects; object; object = object->next) {
        vec_foreach (const struct sim_function, function, &object->functions)
            add_function(report, object, function);
        for (unsigned i = 0; i < object->kernel_count; i++) {
            /* whose code may have no symbol of its own */
            const struct sim_kernel *kernel = &object->kernels[i];
            add_function(report, object,
                         &(struct sim_function){.name = kernel->name, .base = kernel->descriptor});
        }
    }
    sort_parts(report);
    for (uint32_t i = 0; i < device->regions.count; i++)
        if (device->regions.at[i]->code && device->regions.at[i]->code->profile)
            add_unnamed(report, device->regions.at[i]->code);
}

/* ---- rows ---- */

static struct sim_profile_row
make_row(struct report *report, const struct sim_code *code, size_t word, unsigned *words)
{
    const struct profile_count *count = &code->profile[word - code->first];
    const struct sim_op *op = code->ops[word - code->first];
    struct sim_profile_row row = {
        .offset = 4 * word,
        .text = sim_disassemble(report->device, report->arena, code, word, words),
        .class = op ? op->sim_class : SIM_CLASS_OTHER,
        .executions = count->executions,
        .lanes = count->lanes,
        .cycles = count->cycles,
        .unit_cycles = count->unit_cycles,
        .bytes_read = count->bytes_read,
        .bytes_written = count->bytes_written,
        .lds_conflict_cycles = count->lds_conflict_cycles};
    memcpy(row.stalls, count->stalls, sizeof row.stalls);
    if (sim_find_source(report->device, code->base + 4 * word, &row.place))
        row.source = sim_source_text(report->arena, &row.place);
    row.is_vector = row.class == SIM_CLASS_VALU || row.class == SIM_CLASS_VMEM ||
                    row.class == SIM_CLASS_FLAT || row.class == SIM_CLASS_LDS;
    return row;
}

/* Nothing is known of where the part ends: after the last executed instruction it goes on to one
 * that nothing follows. */
static size_t
end_of(struct report *report, const struct part *part)
{
    const struct sim_code *code = part->code;
    size_t last = part->first;
    if (!part->open)
        return part->end;
    for (size_t word = part->first; word < part->end; word++)
        if (code->profile[word - code->first].executions)
            last = word;
    struct gcn_inst inst;
    unsigned words;
    for (size_t word = last; word < part->end; word += words) {
        words = gcn_decode(report->device->target, code->text + word, code->words - word, &inst);
        if (!words)
            return word;
        if (gcn_op_info[inst.op].flags & GCN_FLAG_END)
            return word + words;
    }
    return part->end;
}

static struct sim_profile_function
make_function(struct report *report, const struct part *part)
{
    VEC(struct sim_profile_row) rows = {0};
    unsigned words;
    size_t end = end_of(report, part);
    for (size_t word = part->first; word < end; word += words)
        vec_push(report->arena, &rows, make_row(report, part->code, word, &words));
    return (struct sim_profile_function){part->name, part->is_kernel, rows.at, rows.count};
}

const struct sim_profile *
sim_profile(struct sim_device *device, struct arena *arena)
{
    const struct profile *profile = profile_of(device);
    struct report report = {.device = device, .arena = arena};
    VEC(struct sim_profile_function) functions = {0};
    if (!profile || !profile->complete)
        return NULL;
    find_parts(&report);
    for (unsigned others = 0; others < 2; others++)
        vec_foreach (const struct part, part, &report.parts) {
            bool is_launched = part->is_kernel && strcmp(part->name, profile->kernel) == 0;
            if (is_launched != others && was_executed(part))
                vec_push(arena, &functions, make_function(&report, part));
        }
    struct sim_profile_wave *waves =
        ARENA_ARRAY(arena, profile->waves.count, struct sim_profile_wave);
    if (profile->waves.count)
        memcpy(waves, profile->waves.at, profile->waves.count * sizeof *waves);
    struct sim_profile *result = ARENA_NEW(arena, struct sim_profile);
    *result = (struct sim_profile){.kernel = profile->kernel,
                                   .functions = functions.at,
                                   .function_count = functions.count,
                                   .waves = waves,
                                   .wave_count = profile->waves.count,
                                   .waves_left_out = profile->waves_left_out,
                                   .simds = SIM_SIMDS,
                                   .wave_cycles = profile->wave_cycles};
    return result;
}
