/* The timing model: one compute unit, four SIMDs, after the cost tables (GcnTimings; AMD's GCN
 * white paper), each parameter with its source in timing.def.
 *
 * Each wave keeps a clock as if it ran alone: an instruction takes its issue cycles, a load is back
 * after its latency (in order within its kind), s_waitcnt waits for what it names, a barrier for
 * the slowest wave.  The sum of issue cycles is also kept for each unit.  A dispatch then takes the
 * largest of: each unit's work, divided by how many there are; all waves' lone times, divided by
 * the waves that registers and LDS let run at once; the longest wave alone.  So a dependent chain
 * costs its latency sum, more waves hide latency until a unit is full, and more work never costs
 * less. */
#include "runtime/sim/timing/timing.h"
#include "runtime/sim/dispatch/dispatch.h"

enum {
#define TIMING(name, value, source) TIMING_##name = value,
#include "runtime/sim/timing/timing.def"
#undef TIMING
};

enum unit { UNIT_NONE, UNIT_VALU, UNIT_SALU, UNIT_SMEM, UNIT_VMEM, UNIT_LDS };

enum { QUEUE = 64 };

/* When the operations in flight come back, by kind; the last QUEUE of each. */
struct sim_time {
    uint64_t vm[QUEUE], lds[QUEUE];
    uint32_t vm_count, lds_count;
    uint64_t smem; /* the last one: no order, so all are waited for */
    uint64_t last_vm, last_lds;
    bool branch;      /* the last instruction was a branch */
    uint64_t next_pc; /* where it falls through to */
};

static struct sim_time *
time_of(const struct sim_wave *wave)
{
    return wave->observed[OBSERVER_timing];
}

/* ---- issue cycles ---- */

static unsigned
valu_cycles(const struct gcn_target *target, const struct sim_op *op)
{
    unsigned factor = target->f64_factor ? target->f64_factor : 8;
    switch (op->info->cost) {
    case GCN_COST_TRANS:
    case GCN_COST_MUL32:
        return 16;
    case GCN_COST_FMA32:
        return target->fast_fma32 ? 4 : 16;
    case GCN_COST_F64_ADD:
        return 4 * factor;
    case GCN_COST_F64_MUL:
        return 8 * factor;
    case GCN_COST_SWAP:
        return 8;
    case GCN_COST_MFMA:
        return 32;
    default:
        return 4;
    }
}

static unsigned
lds_cycles(const struct sim_op *op)
{
    switch (op->info->cost) {
    case GCN_COST_LDS_2:
        return 2;
    case GCN_COST_LDS_4:
        return 4;
    case GCN_COST_LDS_6:
        return 6;
    case GCN_COST_LDS_8:
        return 8;
    default:
        return 10;
    }
}

static unsigned
vmem_cycles(const struct sim_op *op)
{
    if (op->image & IMAGE_SAMPLE)
        return TIMING_VMEM_SAMPLE;
    switch (op->memory.kind) {
    case MEMORY_LOAD:
        return op->memory.bytes <= 4 ? TIMING_VMEM_LOAD : TIMING_VMEM_LOAD_X2;
    case MEMORY_STORE:
        return TIMING_VMEM_STORE;
    case MEMORY_ATOMIC:
        return op->memory.atomic == ATOMIC_CMPSWAP ? TIMING_VMEM_CMPSWAP : TIMING_VMEM_ATOMIC;
    default:
        return 4;
    }
}

static unsigned
smem_cycles(const struct sim_op *op)
{
    return op->memory.bytes == 64   ? TIMING_SMEM_X16
           : op->memory.bytes == 32 ? TIMING_SMEM_X8
                                    : TIMING_WAVE_ISSUE;
}

static void
classify(struct sim_wave *wave, struct sim_op *op)
{
    const struct gcn_target *target = wave->device->target;
    switch (op->sim_class) {
    case SIM_CLASS_VALU:
        op->unit = UNIT_VALU;
        op->issue_cycles = (uint16_t)valu_cycles(target, op);
        break;
    case SIM_CLASS_SALU:
        op->unit = UNIT_SALU;
        op->issue_cycles = op->info->cost == GCN_COST_SALU_SLOW ? 8 : 4;
        break;
    case SIM_CLASS_SMEM:
        op->unit = UNIT_SMEM;
        op->issue_cycles = (uint16_t)smem_cycles(op);
        break;
    case SIM_CLASS_VMEM:
    case SIM_CLASS_FLAT:
        op->unit = UNIT_VMEM;
        op->issue_cycles = (uint16_t)vmem_cycles(op);
        break;
    case SIM_CLASS_LDS:
        op->unit = UNIT_LDS;
        op->issue_cycles = TIMING_WAVE_ISSUE;
        break;
    case SIM_CLASS_WAIT:
        op->unit = UNIT_NONE;
        op->issue_cycles = (uint16_t)(TIMING_WAVE_ISSUE * op->wait_states);
        break;
    default:
        op->unit = UNIT_NONE;
        op->issue_cycles = TIMING_WAVE_ISSUE;
        break;
    }
}

/* ---- while it runs ---- */

static void
begin_wave(struct sim_wave *wave)
{
    memset(time_of(wave), 0, sizeof(struct sim_time));
}

void
timing_issue(struct sim_wave *wave, const struct sim_op *op)
{
    struct sim_stats *stats = &wave->device->stats;
    struct sim_time *time = time_of(wave);
    if (time->branch && op->pc != time->next_pc)
        wave->clock += TIMING_BRANCH_TAKEN - TIMING_WAVE_ISSUE;
    time->branch = op->sim_class == SIM_CLASS_BRANCH;
    time->next_pc = op->pc + 4u * op->inst.words;
    wave->clock += op->issue_cycles;
    switch (op->unit) {
    case UNIT_VALU:
        stats->busy_valu += op->issue_cycles;
        break;
    case UNIT_SALU:
    case UNIT_SMEM:
        stats->busy_salu += op->issue_cycles;
        break;
    default:
        break;
    }
}

void
timing_issue_block(struct sim_wave *wave, const struct sim_block *block)
{
    struct sim_stats *stats = &wave->device->stats;
    struct sim_time *time = time_of(wave);
    if (time->branch && block->steps[0].op->pc != time->next_pc)
        wave->clock += TIMING_BRANCH_TAKEN - TIMING_WAVE_ISSUE;
    time->branch = false;
    time->next_pc = block->end;
    wave->clock += block->cycles;
    stats->busy_valu += block->valu_cycles;
    stats->busy_salu += block->cycles - block->valu_cycles;
}

static uint64_t
later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static void
touch_memory(struct sim_wave *wave, const struct sim_op *op, unsigned transactions)
{
    struct sim_stats *stats = &wave->device->stats;
    struct sim_time *time = time_of(wave);
    if (op->unit == UNIT_LDS) {
        unsigned cycles = lds_cycles(op);
        if (transactions > cycles) {
            stats->lds_conflict_cycles += transactions - cycles;
            cycles = transactions;
        }
        stats->busy_lds += cycles;
        time->last_lds = later(wave->clock + TIMING_LDS_LATENCY, time->last_lds) + cycles;
        /* in order: no operation is done before the one issued before it */
        time->lds[time->lds_count++ % QUEUE] = time->last_lds;
    } else if (op->unit == UNIT_SMEM) {
        time->smem = later(time->smem, wave->clock + TIMING_SMEM_LATENCY);
    } else {
        unsigned lines = transactions * TIMING_LINES_PER_CYCLE;
        unsigned cycles = lines > op->issue_cycles ? lines : op->issue_cycles;
        stats->busy_vmem += cycles;
        time->last_vm = later(wave->clock + TIMING_VMEM_LATENCY + lines, time->last_vm);
        time->vm[time->vm_count++ % QUEUE] = time->last_vm;
        /* FLAT may go to LDS: lgkmcnt counts it too, out of order as it counts SMEM */
        if (op->info->format == GCN_FLAT)
            time->smem = later(time->smem, wave->clock + TIMING_LDS_LATENCY + TIMING_FLAT_EXTRA);
    }
}

/* When all but the last `allowed` operations of a queue are back, or now. */
static uint64_t
back_at(const struct sim_wave *wave, const uint64_t *queue, uint32_t count, unsigned allowed)
{
    if (count <= allowed)
        return wave->clock;
    return later(wave->clock, queue[(count - 1 - allowed) % QUEUE]);
}

uint64_t
timing_wait(const struct sim_wave *wave, unsigned vm, unsigned lgkm)
{
    const struct sim_time *time = time_of(wave);
    uint64_t end = wave->clock;
    if (!time)
        return 0;
    if (vm < QUEUE)
        end = back_at(wave, time->vm, time->vm_count, vm);
    if (lgkm < wave->device->target->lgkmcnt_max)
        end = later(end, back_at(wave, time->lds, time->lds_count, lgkm));
    if (lgkm == 0)
        end = later(end, time->smem);
    return end - wave->clock;
}

static void
after_wait(struct sim_wave *wave, unsigned vm, unsigned exp, unsigned lgkm)
{
    (void)exp;
    wave->clock += timing_wait(wave, vm, lgkm);
}

static void
barrier(struct sim_group *group)
{
    uint64_t latest = 0;
    for (unsigned i = 0; i < group->wave_count; i++)
        latest = later(latest, group->waves[i].clock);
    for (unsigned i = 0; i < group->wave_count; i++)
        if (!group->waves[i].done)
            group->waves[i].clock = latest;
}

static void
end_dispatch(struct sim_device *device, const struct sim_dispatch *dispatch)
{
    struct sim_stats *stats = &device->stats;
    uint64_t cycles = stats->cycles;
    (void)dispatch;
    cycles = later(cycles, (stats->busy_valu + SIM_SIMDS - 1) / SIM_SIMDS);
    cycles = later(cycles, (stats->busy_salu + SIM_SIMDS - 1) / SIM_SIMDS);
    cycles = later(cycles, stats->busy_lds);
    stats->cycles = later(cycles, stats->busy_vmem);
}

static void
classify_block(const struct gcn_target *target, struct sim_block *block)
{
    (void)target;
    for (unsigned i = 0; i < block->count; i++) {
        const struct sim_op *op = block->steps[i].op;
        block->cycles += op->issue_cycles;
        if (op->sim_class == SIM_CLASS_VALU)
            block->valu_cycles += op->issue_cycles;
    }
}

static bool
is_wanted(const struct sim_device *device)
{
    return !device->options.fast;
}

const struct sim_observer sim_observer_timing = {
    .name = "timing",
    .moves_clock = true,
    .wave_size = sizeof(struct sim_time),
    .is_wanted = is_wanted,
    .decode = classify,
    .block = classify_block,
    .end_dispatch = end_dispatch,
    .begin_wave = begin_wave,
    .issue = timing_issue,
    .wait = after_wait,
    .memory = touch_memory,
    .barrier = barrier,
};
