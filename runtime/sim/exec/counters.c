/* The counters of memory operations: what is counted, and what a wait proves done (GCN3 ISA manual, "Data
 * Dependency Resolution"; the table of counters in docs/hazards.md).
 *
 * Each operation that is counted has a sequence number of its kind, and each kind returns in order among
 * its own: vector memory, LDS, GDS, messages, stores that read their data, GDS that does.  A counter
 * may count several kinds, in any order to each other: if an operation is still out, so are the later ones of its kind, so a counter at n
 * proves all of a kind but the last n, whatever else it counts; the others prove nothing more.
 * Scalar loads return in any order and are proved by lgkmcnt(0) only.
 *
 * A FLAT access that went to LDS is counted by vmcnt and lgkmcnt and returns out of order with
 * anything, early in one of them perhaps.  Its registers need both at zero ("Important Timing
 * Consideration" of the manuals), and as long as a counter may still count one, only zero proves anything
 * there.  What it does to memory each counter proves by itself: lgkmcnt for the lanes that went to LDS,
 * vmcnt for the others (docs/abi.md, "Memory model").  FLAT accesses whose lanes all went to memory are
 * vector memory: what a program does that cannot know is judged by the runs that do go to LDS.
 *
 * Issue stalls while a counter is full, but that proves nothing: no program should rely on it.  On
 * GFX6 expcnt says that stores have read their data. */
#include "runtime/sim/exec/unit.h"

bool
counter_is_done(const struct sim_wave *wave, enum sim_pending_kind kind, uint32_t seq)
{
    switch (kind) {
    case PENDING_VM:
    case PENDING_SAMPLE:
    case PENDING_FLAT_VM:
        return seq <= wave->counters->vm_done;
    case PENDING_LDS:
        return seq <= wave->counters->lds_done;
    case PENDING_GDS:
        return seq <= wave->counters->gds_done;
    case PENDING_SMEM:
        return seq <= wave->counters->smem_done;
    case PENDING_MESSAGE:
        return seq <= wave->counters->message_done;
    case PENDING_EXP:
        return seq <= wave->counters->exp_done;
    case PENDING_EXP_GDS:
        return seq <= wave->counters->exp_gds_done;
    case PENDING_FLAT_LDS:
        return seq <= wave->counters->flat_lgkm_done;
    case PENDING_FLAT_MEMORY:
        return seq <= wave->counters->flat_vm_done;
    default:
        return seq <= wave->counters->flat_vm_done && seq <= wave->counters->flat_lgkm_done;
    }
}

/* Where the number of the last operation of the kind is. */
static uint32_t *
last_number(struct sim_wave *wave, enum sim_pending_kind kind)
{
    switch (kind) {
    case PENDING_VM:
    case PENDING_SAMPLE:
    case PENDING_FLAT_VM:
        return &wave->counters->vm_seq;
    case PENDING_LDS:
        return &wave->counters->lds_seq;
    case PENDING_GDS:
        return &wave->counters->gds_seq;
    case PENDING_SMEM:
        return &wave->counters->smem_seq;
    case PENDING_MESSAGE:
        return &wave->counters->message_seq;
    case PENDING_EXP:
        return &wave->counters->exp_seq;
    case PENDING_EXP_GDS:
        return &wave->counters->exp_gds_seq;
    default:
        return &wave->counters->flat_seq;
    }
}

uint32_t
counter_next(struct sim_wave *wave, enum sim_pending_kind kind)
{
    return *last_number(wave, kind) + 1;
}

static void
prove(uint32_t *done, uint32_t seq, unsigned allowed)
{
    uint32_t proved = seq > allowed ? seq - allowed : 0;
    if (proved > *done)
        *done = proved;
}

void
counter_wait(struct sim_wave *wave, unsigned vm, unsigned exp, unsigned lgkm)
{
    struct sim_counters *c = wave->counters;
    const struct gcn_target *target = wave->device->target;
    if (lgkm == 0)
        c->scalar_increments = 0;
    if (!wave->device->counts) {
        OBSERVE(wave->device, wait, wave, vm, exp, lgkm);
        return;
    }
    if (vm == 0 || (vm < target->vmcnt_max && c->flat_vm_done == c->flat_seq))
        prove(&c->vm_done, c->vm_seq, vm);
    if (lgkm == 0 || (lgkm < target->lgkmcnt_max && c->flat_lgkm_done == c->flat_seq)) {
        prove(&c->lds_done, c->lds_seq, lgkm);
        prove(&c->gds_done, c->gds_seq, lgkm);
        prove(&c->message_done, c->message_seq, lgkm);
    }
    if (exp < target->expcnt_max) {
        prove(&c->exp_done, c->exp_seq, exp);
        prove(&c->exp_gds_done, c->exp_gds_seq, exp);
    }
    if (vm == 0)
        c->flat_vm_done = c->flat_seq;
    if (lgkm == 0) {
        c->smem_done = c->smem_seq;
        c->flat_lgkm_done = c->flat_seq;
    }
    if (wave->group->unit)
        flight_wait(wave);
    OBSERVE(wave->device, wait, wave, vm, exp, lgkm);
}

bool
counter_would_prove(const struct sim_wave *wave, enum sim_pending_kind kind, uint32_t seq,
                    unsigned vm, unsigned lgkm)
{
    switch (kind) {
    case PENDING_LDS:
        return seq + lgkm <= wave->counters->lds_seq;
    case PENDING_SMEM:
        return lgkm == 0;
    case PENDING_FLAT_LDS:
        return lgkm == 0 || seq <= wave->counters->flat_lgkm_done;
    case PENDING_FLAT_MEMORY:
        return vm == 0 || seq <= wave->counters->flat_vm_done;
    default:
        return seq + vm <= wave->counters->vm_seq;
    }
}

static uint32_t
at_most(uint32_t count, uint32_t limit)
{
    return count < limit ? count : limit;
}

/* VM_CNT in bits 3:0 (on GFX9 the upper two of six in 23:22), EXP_CNT in 6:4, LGKM_CNT in 11:8. */
uint32_t
counter_bits(const struct sim_wave *wave)
{
    const struct gcn_target *target = wave->device->target;
    uint32_t vm = wave->counters->vm_seq - wave->counters->vm_done + wave->counters->flat_seq -
                  wave->counters->flat_vm_done;
    uint32_t exp = wave->counters->exp_seq - wave->counters->exp_done +
                   wave->counters->exp_gds_seq - wave->counters->exp_gds_done;
    uint32_t lgkm = wave->counters->lds_seq - wave->counters->lds_done + wave->counters->gds_seq -
                    wave->counters->gds_done + wave->counters->message_seq -
                    wave->counters->message_done + wave->counters->flat_seq -
                    wave->counters->flat_lgkm_done + wave->counters->scalar_increments;
    vm = at_most(vm, target->vmcnt_max);
    return (vm & 15) | at_most(exp, target->expcnt_max) << 4 |
           at_most(lgkm, target->lgkmcnt_max) << 8 | (vm >> 4) << 22;
}

const char *
counter_outstanding(const struct sim_wave *wave)
{
    bool vm = wave->counters->vm_done != wave->counters->vm_seq ||
              wave->counters->flat_vm_done != wave->counters->flat_seq;
    bool lgkm = wave->counters->lds_done != wave->counters->lds_seq ||
                wave->counters->gds_done != wave->counters->gds_seq ||
                wave->counters->smem_done != wave->counters->smem_seq ||
                wave->counters->message_done != wave->counters->message_seq ||
                wave->counters->flat_lgkm_done != wave->counters->flat_seq;
    return vm && lgkm ? "vmcnt and lgkmcnt" : vm ? "vmcnt" : lgkm ? "lgkmcnt" : NULL;
}

bool
counter_only_reads(const struct sim_wave *wave)
{
    return wave->counters->vm_done == wave->counters->vm_seq &&
           wave->counters->gds_done == wave->counters->gds_seq &&
           wave->counters->smem_done == wave->counters->smem_seq &&
           wave->counters->message_done == wave->counters->message_seq &&
           wave->counters->flat_vm_done == wave->counters->flat_seq &&
           wave->counters->flat_lgkm_done == wave->counters->flat_seq &&
           wave->counters->lds_change <= wave->counters->lds_done;
}

const char *
counter_name(unsigned kind)
{
    switch (kind) {
    case PENDING_VM:
    case PENDING_SAMPLE:
    case PENDING_FLAT_VM:
        return "vmcnt";
    case PENDING_EXP:
    case PENDING_EXP_GDS:
        return "expcnt";
    case PENDING_FLAT:
        return "vmcnt and lgkmcnt";
    default:
        return "lgkmcnt";
    }
}

/* ---- issue ---- */

static bool
changes_lds(const struct sim_op *op)
{
    return op->memory.kind == MEMORY_STORE || op->memory.kind == MEMORY_ATOMIC ||
           op->inst.op == GCN_ds_append || op->inst.op == GCN_ds_consume;
}

void
counter_issue(struct sim_wave *wave, const struct sim_op *op, enum sim_pending_kind kind,
              bool vector, unsigned first, unsigned count)
{
    struct sim_counters *c = wave->counters;
    unsigned expcnt_max = wave->device->target->expcnt_max;
    if (!wave->device->counts)
        return;
    /* Instructions with a sampler take another way to the registers than the other vector memory. */
    if (kind == PENDING_VM && op->info->format == GCN_MIMG && op->at_samp >= 0)
        kind = PENDING_SAMPLE;
    if (kind == PENDING_VM && op->info->format == GCN_FLAT)
        kind = PENDING_FLAT_VM;
    uint32_t seq = ++*last_number(wave, kind);
    if (kind == PENDING_LDS && changes_lds(op))
        c->lds_change = c->lds_seq;
    /* Here LLVM relies on the stall: three bits are too few for a series of stores. */
    if (kind == PENDING_EXP && c->exp_seq - c->exp_done > expcnt_max) {
        c->exp_done = c->exp_seq - expcnt_max;
        OBSERVE(wave->device, retire, wave);
    }
    OBSERVE(wave->device, outstanding, wave, op, kind, seq, vector, first, count);
}
