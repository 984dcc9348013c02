/* The trace: each executed instruction as a line, with what it wrote and the memory it touched.
 *
 *     (0,0,0) wave 0 0x619c exec ffffffffffffffff: ds_read_b32 v2, v0   v2=00000007 | lane 0 reads LDS 0x10: 07000000
 *
 * The memory accesses of the instruction under way are noted where they are checked: nothing is when
 * no trace is wanted. */
#include "runtime/sim/dispatch/dispatch.h"

enum { SHOWN_BYTES = 16, SHOWN_REGISTERS = 4, RESULTS_COLUMN = 100 };

struct noted {
    uint64_t address;
    uint32_t size;
    const uint8_t *bytes;
    bool write, lds;
    int lane; /* -1: the wave */
};

/* Of the instruction under way. */
struct sim_tracing {
    struct arena arena;
    bool is_wanted;
    uint64_t exec;
    VEC(struct noted) accesses;
};

static struct sim_tracing *
tracing_of(const struct sim_wave *wave)
{
    return wave->device->observed[OBSERVER_trace];
}

static void
note_place(struct sim_wave *wave, int lane, uint64_t address, uint32_t size, const uint8_t *bytes,
           bool write, bool lds)
{
    struct sim_tracing *tracing = tracing_of(wave);
    if (tracing->is_wanted)
        vec_push(&tracing->arena, &tracing->accesses,
                 ((struct noted){address, size, bytes, write, lds, lane}));
}

/* The lane whose values are shown: the one asked for, or the first active one. */
static unsigned
shown_lane(const struct sim_wave *wave, uint64_t exec)
{
    const struct sim_trace_filter *filter = &wave->device->options.trace_filter;
    return filter->by_lane ? filter->lane : exec ? (unsigned)__builtin_ctzll(exec) : 0;
}

static bool
is_wanted(const struct sim_wave *wave, const struct sim_op *op, uint64_t exec)
{
    const struct sim_trace_filter *filter = &wave->device->options.trace_filter;
    uint64_t place = op->pc - wave->code->base;
    if (filter->by_group && memcmp(filter->group, wave->group->id, sizeof filter->group) != 0)
        return false;
    if (filter->by_wave && filter->wave != wave->index)
        return false;
    if (filter->by_lane && !(exec >> filter->lane & 1))
        return false;
    return !filter->by_place || (place >= filter->first && place <= filter->last);
}

/* The registers that the instruction wrote. */
static void
put_results(const struct sim_wave *wave, const struct sim_op *op, unsigned lane,
            struct strbuf *text)
{
    for (unsigned i = 0; i < op->write_count; i++) {
        const struct sim_range *range = &op->writes[i];
        for (unsigned k = 0; k < range->count && k < SHOWN_REGISTERS; k++) {
            unsigned reg = range->first + k;
            strbuf_puts(text, " ");
            sim_put_register(text, range->vector, reg);
            strbuf_printf(text, "=%08x", range->vector ? wave->v[reg][lane] : wave->sgpr[reg]);
        }
    }
    if (op->info->flags & GCN_FLAG_WRITES_SCC)
        strbuf_printf(text, " scc=%d", wave->scc);
}

/* What the shown lane, or the wave, read and wrote: the bytes as they are in memory now. */
static void
put_accesses(const struct sim_tracing *tracing, unsigned lane, struct strbuf *text)
{
    vec_foreach (const struct noted, access, &tracing->accesses) {
        if (access->lane >= 0 && (unsigned)access->lane != lane)
            continue;
        if (access->lane >= 0)
            strbuf_printf(text, " | lane %d %s ", access->lane, access->write ? "writes" : "reads");
        else
            strbuf_printf(text, " | the wave %s ", access->write ? "writes" : "reads");
        strbuf_printf(text, "%s0x%llx:", access->lds ? "LDS " : "",
                      (unsigned long long)access->address);
        for (uint32_t i = 0; i < access->size && i < SHOWN_BYTES; i++)
            strbuf_printf(text, "%s%02x", i % 4 ? "" : " ", access->bytes[i]);
        if (access->size > SHOWN_BYTES)
            strbuf_puts(text, " ...");
    }
}

static void
issue(struct sim_wave *wave, const struct sim_op *op)
{
    struct sim_device *device = wave->device;
    struct sim_tracing *tracing = tracing_of(wave);
    tracing->exec = sim_exec(wave);
    tracing->is_wanted = is_wanted(wave, op, tracing->exec);
    arena_init_scratch(&tracing->arena, &device->allocator, &device->guard);
    memset(&tracing->accesses, 0, sizeof tracing->accesses);
}

static void
executed(struct sim_wave *wave, const struct sim_op *op)
{
    struct sim_device *device = wave->device;
    struct sim_tracing *tracing = tracing_of(wave);
    if (!tracing->is_wanted)
        return;
    struct strbuf text = strbuf_new(&tracing->arena);
    strbuf_printf(&text, "(%u,%u,%u) wave %u 0x%llx exec %016llx: ", wave->group->id[0],
                  wave->group->id[1], wave->group->id[2], wave->index,
                  (unsigned long long)(op->pc - wave->code->base),
                  (unsigned long long)tracing->exec);
    gcn_print(&text, device->target, &op->inst, NULL);
    struct strbuf results = strbuf_new(&tracing->arena);
    unsigned lane = shown_lane(wave, tracing->exec);
    put_results(wave, op, lane, &results);
    put_accesses(tracing, lane, &results);
    if (results.text) {
        strbuf_column(&text, RESULTS_COLUMN);
        strbuf_puts(&text, results.text);
    }
    SIM_CALL_BACK(device, device->options.trace(device->options.data, text.text));
    arena_free(&tracing->arena);
}

/* A place before the first one is none. */
static void
begin_launch(struct sim_device *device)
{
    struct sim_tracing *tracing = device->observed[OBSERVER_trace];
    *tracing = (struct sim_tracing){.is_wanted = false};
}

static bool
is_traced(const struct sim_device *device)
{
    return device->options.trace;
}

const struct sim_observer sim_observer_trace = {
    .name = "trace",
    .one_core = true,
    .device_size = sizeof(struct sim_tracing),
    .is_wanted = is_traced,
    .begin_launch = begin_launch,
    .issue = issue,
    .executed = executed,
    .place = note_place,
};
