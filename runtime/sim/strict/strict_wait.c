/* Registers used before the wait that proves them there: loads that have not been waited for, and stores
 * that still read their data.  What proves what: exec/counters.c. */
#include "runtime/sim/strict/strict.h"

static void
clear_pending(struct sim_wave *wave)
{
    struct wait_wave *own = strict_waits(wave);
    own->pending.count = 0;
    memset(own->vector, 0, sizeof own->vector);
    memset(own->scalar, 0, sizeof own->scalar);
    memset(own->registers, 0, sizeof own->registers);
}

static void
count_registers(struct sim_wave *wave, const struct wait_pending *pending, int change)
{
    struct wait_wave *own = strict_waits(wave);
    uint32_t *counts = pending->vector ? own->vector : own->scalar;
    for (unsigned k = 0; k < pending->count; k++) {
        unsigned reg = pending->first + k, bit = sim_register_bit(pending->vector, reg);
        counts[reg] += (uint32_t)change;
        uint64_t *word = &own->registers[bit / 64], mask = UINT64_C(1) << bit % 64;
        *word = counts[reg] ? *word | mask : *word & ~mask;
    }
}

static void
retire(struct sim_wave *wave)
{
    struct wait_wave *own = strict_waits(wave);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < own->pending.count; i++) {
        struct wait_pending *pending = &own->pending.at[i];
        if (counter_is_done(wave, pending->kind, pending->seq))
            count_registers(wave, pending, -1);
        else
            own->pending.at[kept++] = *pending;
    }
    own->pending.count = kept;
}

/* An operation that still reads the register, which only forbids overwriting it. */
static bool
reads_late(unsigned kind)
{
    return kind == PENDING_EXP || kind == PENDING_EXP_GDS;
}

/* May the operation overwrite the register while the other load is in flight?  Yes if both write
 * their registers in the same order: vmcnt counts in the order of issue what is sampled and what is
 * not, but the registers are written in any order between the two. */
static bool
in_order(const struct sim_op *op, unsigned kind)
{
    if (op->memory.kind != MEMORY_LOAD && op->memory.kind != MEMORY_ATOMIC)
        return false;
    if (kind == PENDING_VM || kind == PENDING_SAMPLE || kind == PENDING_FLAT_VM)
        return op->info->format >= GCN_MUBUF && op->info->format <= GCN_SCRATCH &&
               (op->at_samp >= 0) == (kind == PENDING_SAMPLE);
    if (kind == PENDING_LDS || kind == PENDING_GDS)
        return op->info->format == GCN_DS && op->inst.gds == (kind == PENDING_GDS);
    return false;
}

/* LLVM knows no such order of FLAT: there it lets what is sampled overwrite a register that waits for
 * FLAT alone.  GCN3's manual has all memory reads return in order. */
static bool
is_disputed(const struct sim_op *op, unsigned kind, bool write)
{
    return write && kind == PENDING_FLAT_VM && (op->at_samp >= 0);
}

static void
name_register(char *name, size_t size, bool vector, unsigned reg)
{
    bool vcc = !vector && (reg == GCN_VCC_LO || reg == GCN_VCC_HI);
    bool exec = !vector && (reg == GCN_EXEC_LO || reg == GCN_EXEC_HI);
    snprintf(name, size, vector ? "v%u" : vcc ? "vcc" : exec ? "exec" : "s%u", reg);
}

/* ordered: the access returns in order with others of its kind, as far as is known. */
static void
check_range(struct sim_wave *wave, const struct sim_op *op, const struct sim_range *range,
            bool write, bool ordered)
{
    const struct wait_wave *own = strict_waits(wave);
    const uint32_t *counts = range->vector ? own->vector : own->scalar;
    for (unsigned reg = range->first; reg < range->first + range->count; reg++) {
        if (!counts[reg])
            continue;
        for (uint32_t i = 0; i < own->pending.count; i++) {
            const struct wait_pending *pending = &own->pending.at[i];
            if (pending->vector != range->vector || reg < pending->first ||
                reg >= pending->first + pending->count)
                continue;
            if (reads_late(pending->kind) ? !write
                                          : write && ordered && in_order(op, pending->kind))
                continue;
            char name[16];
            name_register(name, sizeof name, range->vector, reg);
            if (is_disputed(op, pending->kind, write)) {
                sim_warn(wave, op,
                         "%s is overwritten by a sample before its load is waited for (vmcnt)",
                         name);
                continue;
            }
            sim_fault(wave, op, -1, "%s is %s before its %s is waited for (%s)", name,
                      write ? "overwritten" : "read", reads_late(pending->kind) ? "store" : "load",
                      counter_name(pending->kind));
        }
    }
}

static void
check_registers(struct sim_wave *wave, const struct sim_op *op, bool vector, unsigned first,
                unsigned count, bool write)
{
    struct sim_range range = {(uint16_t)first, (uint8_t)count, vector};
    if (strict_waits(wave)->pending.count && wave->device->strict)
        check_range(wave, op, &range, write, false);
}

void
strict_wait_check(struct sim_wave *wave, const struct sim_op *op)
{
    if (!strict_waits(wave)->pending.count || !wave->device->strict)
        return;
    for (unsigned i = 0; i < op->read_count; i++)
        check_range(wave, op, &op->reads[i], false, true);
    for (unsigned i = 0; i < op->write_count; i++)
        check_range(wave, op, &op->writes[i], true, true);
}

/* ---- what there is to wait for ---- */

static void
add_pending(struct sim_wave *wave, const struct sim_op *op, enum sim_pending_kind kind,
            uint32_t seq, bool vector, unsigned first, unsigned count)
{
    struct wait_pending pending = {.kind = (uint8_t)kind,
                                   .count = (uint8_t)count,
                                   .vector = vector,
                                   .first = (uint16_t)first,
                                   .seq = seq,
                                   .offset = (uint32_t)(op->pc - wave->code->base)};
    if (!count)
        return;
    /* Only now it is known that the access went to LDS, out of order with what is pending. */
    if (kind == PENDING_FLAT)
        check_registers(wave, op, vector, first, count, true);
    count_registers(wave, &pending, 1);
    vec_push(wave->group->arena, &strict_waits(wave)->pending, pending);
}

static void
after_wait(struct sim_wave *wave, unsigned vm, unsigned exp, unsigned lgkm)
{
    (void)vm, (void)exp, (void)lgkm;
    if (strict_waits(wave)->pending.count)
        retire(wave);
}

/* Vector instructions that are left out do not count, so none may be outstanding: AMD's manuals,
 * S_SETVSKIP. */
static void
check_nothing_pending(struct sim_wave *wave, const struct sim_op *op)
{
    vec_foreach (const struct wait_pending, pending, &strict_waits(wave)->pending)
        if (pending->kind != PENDING_SMEM && wave->device->strict)
            sim_fault(wave, op, -1, "vector instructions are outstanding: s_waitcnt is missing");
}

static void
suspect(const struct sim_wave *wave, bool vector, unsigned reg, bool *is_suspect)
{
    const struct wait_wave *own = strict_waits(wave);
    *is_suspect |= (vector ? own->vector[reg] : own->scalar[reg]) != 0;
}

/* A debugger shows what is in flight where nothing is checked, too. */
static bool
is_wanted(const struct sim_device *device)
{
    const struct sim_options *options = &device->options;
    return device->strict || (options->debug && options->schedule != SIM_SCHEDULE_ORDER);
}

const struct sim_observer sim_observer_wait = {
    .name = "wait",
    .wave_size = sizeof(struct wait_wave),
    .is_wanted = is_wanted,
    .begin_wave = clear_pending,
    .issue = strict_wait_check,
    .registers = check_registers,
    .outstanding = add_pending,
    .wait = after_wait,
    .retire = retire,
    .suspect = suspect,
    .leave_out = check_nothing_pending,
};
