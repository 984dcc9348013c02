/* Loads that have not been waited for (GCN3 ISA manual, "Data Dependency Resolution").
 *
 * Each outstanding operation has a sequence number of its kind.  vmcnt(n) proves all but the last n
 * vector memory operations; lgkmcnt(n) proves all but the last n LDS operations, whatever else it
 * counts, because those return in order among themselves; scalar loads return in any order and are
 * proved by lgkmcnt(0) only.  Issue stalls while a counter is full, but that proves nothing for
 * those: no program should rely on it.  A FLAT access that went to LDS needs both counters at zero.
 * On GFX6 expcnt says that stores have read their data. */
#include "runtime/sim/sim_internal.h"

static bool
is_done(const struct sim_wave *wave, const struct sim_pending *pending)
{
    switch (pending->kind) {
    case PENDING_VM:
        return pending->seq <= wave->vm_done;
    case PENDING_LDS:
        return pending->seq <= wave->lds_done;
    case PENDING_SMEM:
        return pending->seq <= wave->smem_done;
    case PENDING_EXP:
        return pending->seq <= wave->exp_done;
    default:
        return pending->seq <= wave->flat_vm_done && pending->seq <= wave->flat_lgkm_done;
    }
}

static void
count_registers(struct sim_wave *wave, const struct sim_pending *pending, int change)
{
    uint32_t *counts = pending->vector ? wave->v_pending : wave->s_pending;
    for (unsigned k = 0; k < pending->count; k++)
        counts[pending->first + k] += (uint32_t)change;
}

static void
retire(struct sim_wave *wave)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < wave->pending.count; i++) {
        struct sim_pending *pending = &wave->pending.at[i];
        if (is_done(wave, pending))
            count_registers(wave, pending, -1);
        else
            wave->pending.at[kept++] = *pending;
    }
    wave->pending.count = kept;
}

void
strict_wait_issue(struct sim_wave *wave, const struct sim_op *op, enum sim_pending_kind kind,
                  bool vector, unsigned first, unsigned count)
{
    (void)op;
    if (!wave->device->strict)
        return;
    struct sim_pending pending = {(uint8_t)kind, (uint8_t)count, vector, (uint16_t)first, 0};
    switch (kind) {
    case PENDING_VM:
        pending.seq = ++wave->vm_seq;
        break;
    case PENDING_LDS:
        pending.seq = ++wave->lds_seq;
        break;
    case PENDING_SMEM:
        pending.seq = ++wave->smem_seq;
        break;
    case PENDING_EXP:
        pending.seq = ++wave->exp_seq;
        /* Here LLVM relies on the stall: three bits are too few for a series of stores. */
        if (wave->exp_seq - wave->exp_done > wave->device->target->expcnt_max) {
            wave->exp_done = wave->exp_seq - wave->device->target->expcnt_max;
            retire(wave);
        }
        break;
    case PENDING_FLAT:
        pending.seq = ++wave->flat_seq;
        wave->vm_seq++;
        break;
    }
    if (!count)
        return;
    count_registers(wave, &pending, 1);
    vec_push(wave->group->arena, &wave->pending, pending);
}

static void
prove(uint32_t *done, uint32_t seq, unsigned allowed)
{
    uint32_t proved = seq > allowed ? seq - allowed : 0;
    if (proved > *done)
        *done = proved;
}

void
strict_waitcnt(struct sim_wave *wave, unsigned vm, unsigned exp, unsigned lgkm)
{
    if (!wave->device->strict)
        return;
    const struct gcn_target *target = wave->device->target;
    if (vm < target->vmcnt_max)
        prove(&wave->vm_done, wave->vm_seq, vm);
    if (lgkm < target->lgkmcnt_max)
        prove(&wave->lds_done, wave->lds_seq, lgkm);
    if (exp < target->expcnt_max)
        prove(&wave->exp_done, wave->exp_seq, exp);
    if (vm == 0)
        wave->flat_vm_done = wave->flat_seq;
    if (lgkm == 0) {
        wave->smem_done = wave->smem_seq;
        wave->flat_lgkm_done = wave->flat_seq;
    }
    if (wave->pending.count)
        retire(wave);
}

static const char *
counter_of(unsigned kind)
{
    switch (kind) {
    case PENDING_VM:
        return "vmcnt";
    case PENDING_EXP:
        return "expcnt";
    case PENDING_FLAT:
        return "vmcnt and lgkmcnt";
    default:
        return "lgkmcnt";
    }
}

/* May the operation overwrite the register while the other load is in flight?  Yes if both return
 * in the same order. */
static bool
in_order(const struct sim_op *op, unsigned kind)
{
    bool load = op->memory.kind == MEMORY_LOAD || op->memory.kind == MEMORY_ATOMIC;
    if (kind == PENDING_VM)
        return load && op->info->format >= GCN_MUBUF && op->info->format <= GCN_SCRATCH;
    if (kind == PENDING_LDS)
        return load && op->info->format == GCN_DS;
    return false;
}

static void
check_range(struct sim_wave *wave, const struct sim_op *op, const struct sim_range *range,
            bool write)
{
    const uint32_t *counts = range->vector ? wave->v_pending : wave->s_pending;
    for (unsigned reg = range->first; reg < range->first + range->count; reg++) {
        if (!counts[reg])
            continue;
        for (uint32_t i = 0; i < wave->pending.count; i++) {
            const struct sim_pending *pending = &wave->pending.at[i];
            if (pending->vector != range->vector || reg < pending->first ||
                reg >= pending->first + pending->count)
                continue;
            /* a store that is still reading its data (GFX6) forbids only overwriting it */
            if (pending->kind == PENDING_EXP ? !write : write && in_order(op, pending->kind))
                continue;
            char name[16];
            if (range->vector)
                snprintf(name, sizeof name, "v%u", reg);
            else
                snprintf(name, sizeof name, reg == GCN_VCC_LO || reg == GCN_VCC_HI ? "vcc" : "s%u",
                         reg);
            sim_fault(wave, op, -1, "%s is %s before its %s is waited for (%s)", name,
                      write ? "overwritten" : "read",
                      pending->kind == PENDING_EXP ? "store" : "load", counter_of(pending->kind));
        }
    }
}

void
strict_wait_register(struct sim_wave *wave, const struct sim_op *op, bool vector, unsigned first,
                     unsigned count, bool write)
{
    struct sim_range range = {(uint16_t)first, (uint8_t)count, vector};
    if (wave->pending.count)
        check_range(wave, op, &range, write);
}

void
strict_wait_check(struct sim_wave *wave, const struct sim_op *op)
{
    if (!wave->pending.count)
        return;
    for (unsigned i = 0; i < op->read_count; i++)
        check_range(wave, op, &op->reads[i], false);
    for (unsigned i = 0; i < op->write_count; i++)
        check_range(wave, op, &op->writes[i], true);
}
