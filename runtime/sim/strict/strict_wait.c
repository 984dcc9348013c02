/* Loads that have not been waited for (GCN3 ISA manual, "Data Dependency Resolution"; the table of
 * counters in docs/hazards.md).
 *
 * Each outstanding operation has a sequence number of its kind, and each kind returns in order among
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
#include "runtime/sim/strict/strict_race.h"
#include "runtime/sim/exec/unit.h"

bool
strict_wait_is_done(const struct sim_wave *wave, enum sim_pending_kind kind, uint32_t seq)
{
    switch (kind) {
    case PENDING_VM:
    case PENDING_SAMPLE:
    case PENDING_FLAT_VM:
        return seq <= wave->vm_done;
    case PENDING_LDS:
        return seq <= wave->lds_done;
    case PENDING_GDS:
        return seq <= wave->gds_done;
    case PENDING_SMEM:
        return seq <= wave->smem_done;
    case PENDING_MESSAGE:
        return seq <= wave->message_done;
    case PENDING_EXP:
        return seq <= wave->exp_done;
    case PENDING_EXP_GDS:
        return seq <= wave->exp_gds_done;
    case PENDING_FLAT_LDS:
        return seq <= wave->flat_lgkm_done;
    case PENDING_FLAT_MEMORY:
        return seq <= wave->flat_vm_done;
    default:
        return seq <= wave->flat_vm_done && seq <= wave->flat_lgkm_done;
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
        return &wave->vm_seq;
    case PENDING_LDS:
        return &wave->lds_seq;
    case PENDING_GDS:
        return &wave->gds_seq;
    case PENDING_SMEM:
        return &wave->smem_seq;
    case PENDING_MESSAGE:
        return &wave->message_seq;
    case PENDING_EXP:
        return &wave->exp_seq;
    case PENDING_EXP_GDS:
        return &wave->exp_gds_seq;
    default:
        return &wave->flat_seq;
    }
}

uint32_t
strict_wait_next(struct sim_wave *wave, enum sim_pending_kind kind)
{
    return *last_number(wave, kind) + 1;
}

static void
count_registers(struct sim_wave *wave, const struct sim_pending *pending, int change)
{
    uint32_t *counts = pending->vector ? wave->v_pending : wave->s_pending;
    for (unsigned k = 0; k < pending->count; k++) {
        unsigned reg = pending->first + k, bit = sim_register_bit(pending->vector, reg);
        counts[reg] += (uint32_t)change;
        uint64_t *word = &wave->pending_registers[bit / 64], mask = UINT64_C(1) << bit % 64;
        *word = counts[reg] ? *word | mask : *word & ~mask;
    }
}

static void
retire(struct sim_wave *wave)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < wave->pending.count; i++) {
        struct sim_pending *pending = &wave->pending.at[i];
        if (strict_wait_is_done(wave, pending->kind, pending->seq))
            count_registers(wave, pending, -1);
        else
            wave->pending.at[kept++] = *pending;
    }
    wave->pending.count = kept;
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
    if (lgkm == 0)
        wave->scalar_increments = 0;
    if (!wave->device->strict && !wave->group->unit)
        return;
    const struct gcn_target *target = wave->device->target;
    if (vm == 0 || (vm < target->vmcnt_max && wave->flat_vm_done == wave->flat_seq))
        prove(&wave->vm_done, wave->vm_seq, vm);
    if (lgkm == 0 || (lgkm < target->lgkmcnt_max && wave->flat_lgkm_done == wave->flat_seq)) {
        prove(&wave->lds_done, wave->lds_seq, lgkm);
        prove(&wave->gds_done, wave->gds_seq, lgkm);
        prove(&wave->message_done, wave->message_seq, lgkm);
    }
    if (exp < target->expcnt_max) {
        prove(&wave->exp_done, wave->exp_seq, exp);
        prove(&wave->exp_gds_done, wave->exp_gds_seq, exp);
    }
    if (vm == 0)
        wave->flat_vm_done = wave->flat_seq;
    if (lgkm == 0) {
        wave->smem_done = wave->smem_seq;
        wave->flat_lgkm_done = wave->flat_seq;
    }
    if (wave->pending.count)
        retire(wave);
    if (wave->group->unit)
        flight_wait(wave);
    if (wave->device->order)
        order_wait(wave);
}

bool
strict_wait_would_prove(const struct sim_wave *wave, enum sim_pending_kind kind, uint32_t seq,
                        unsigned vm, unsigned lgkm)
{
    switch (kind) {
    case PENDING_LDS:
        return seq + lgkm <= wave->lds_seq;
    case PENDING_SMEM:
        return lgkm == 0;
    case PENDING_FLAT_LDS:
        return lgkm == 0 || seq <= wave->flat_lgkm_done;
    case PENDING_FLAT_MEMORY:
        return vm == 0 || seq <= wave->flat_vm_done;
    default:
        return seq + vm <= wave->vm_seq;
    }
}

static uint32_t
at_most(uint32_t count, uint32_t limit)
{
    return count < limit ? count : limit;
}

/* VM_CNT in bits 3:0 (on GFX9 the upper two of six in 23:22), EXP_CNT in 6:4, LGKM_CNT in 11:8. */
uint32_t
strict_wait_counters(const struct sim_wave *wave)
{
    const struct gcn_target *target = wave->device->target;
    uint32_t vm = wave->vm_seq - wave->vm_done + wave->flat_seq - wave->flat_vm_done;
    uint32_t exp = wave->exp_seq - wave->exp_done + wave->exp_gds_seq - wave->exp_gds_done;
    uint32_t lgkm = wave->lds_seq - wave->lds_done + wave->gds_seq - wave->gds_done +
                    wave->message_seq - wave->message_done + wave->flat_seq - wave->flat_lgkm_done +
                    wave->scalar_increments;
    vm = at_most(vm, target->vmcnt_max);
    return (vm & 15) | at_most(exp, target->expcnt_max) << 4 |
           at_most(lgkm, target->lgkmcnt_max) << 8 | (vm >> 4) << 22;
}

const char *
strict_wait_outstanding(const struct sim_wave *wave)
{
    bool vm = wave->vm_done != wave->vm_seq || wave->flat_vm_done != wave->flat_seq;
    bool lgkm = wave->lds_done != wave->lds_seq || wave->gds_done != wave->gds_seq ||
                wave->smem_done != wave->smem_seq || wave->message_done != wave->message_seq ||
                wave->flat_lgkm_done != wave->flat_seq;
    return vm && lgkm ? "vmcnt and lgkmcnt" : vm ? "vmcnt" : lgkm ? "lgkmcnt" : NULL;
}

bool
strict_wait_only_reads(const struct sim_wave *wave)
{
    return wave->vm_done == wave->vm_seq && wave->gds_done == wave->gds_seq &&
           wave->smem_done == wave->smem_seq && wave->message_done == wave->message_seq &&
           wave->flat_vm_done == wave->flat_seq && wave->flat_lgkm_done == wave->flat_seq &&
           wave->lds_change <= wave->lds_done;
}

const char *
strict_wait_counter(unsigned kind)
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

/* An operation that still reads the register, which only forbids overwriting it. */
static bool
reads_late(unsigned kind)
{
    return kind == PENDING_EXP || kind == PENDING_EXP_GDS;
}

/* Instructions with a sampler take another way to the registers than the other vector memory. */
static bool
samples(const struct sim_op *op)
{
    for (unsigned i = 0; op->info->format == GCN_MIMG && i < op->info->operand_count; i++)
        if (op->info->operands[i].role == GCN_ROLE_SSAMP)
            return true;
    return false;
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
               samples(op) == (kind == PENDING_SAMPLE);
    if (kind == PENDING_LDS || kind == PENDING_GDS)
        return op->info->format == GCN_DS && op->inst.gds == (kind == PENDING_GDS);
    return false;
}

/* LLVM knows no such order of FLAT: there it lets what is sampled overwrite a register that waits for
 * FLAT alone.  GCN3's manual has all memory reads return in order. */
static bool
is_disputed(const struct sim_op *op, unsigned kind, bool write)
{
    return write && kind == PENDING_FLAT_VM && samples(op);
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
    const uint32_t *counts = range->vector ? wave->v_pending : wave->s_pending;
    for (unsigned reg = range->first; reg < range->first + range->count; reg++) {
        if (!counts[reg])
            continue;
        for (uint32_t i = 0; i < wave->pending.count; i++) {
            const struct sim_pending *pending = &wave->pending.at[i];
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
                      strict_wait_counter(pending->kind));
        }
    }
}

void
strict_wait_register(struct sim_wave *wave, const struct sim_op *op, bool vector, unsigned first,
                     unsigned count, bool write)
{
    struct sim_range range = {(uint16_t)first, (uint8_t)count, vector};
    if (wave->pending.count)
        check_range(wave, op, &range, write, false);
}

void
strict_wait_check(struct sim_wave *wave, const struct sim_op *op)
{
    if (!wave->pending.count)
        return;
    for (unsigned i = 0; i < op->read_count; i++)
        check_range(wave, op, &op->reads[i], false, true);
    for (unsigned i = 0; i < op->write_count; i++)
        check_range(wave, op, &op->writes[i], true, true);
}

/* ---- issue ---- */

static bool
changes_lds(const struct sim_op *op)
{
    return op->memory.kind == MEMORY_STORE || op->memory.kind == MEMORY_ATOMIC ||
           op->inst.op == GCN_ds_append || op->inst.op == GCN_ds_consume;
}

void
strict_wait_issue(struct sim_wave *wave, const struct sim_op *op, enum sim_pending_kind kind,
                  bool vector, unsigned first, unsigned count)
{
    if (!wave->device->strict && !wave->group->unit)
        return;
    if (kind == PENDING_VM && samples(op))
        kind = PENDING_SAMPLE;
    if (kind == PENDING_VM && op->info->format == GCN_FLAT)
        kind = PENDING_FLAT_VM;
    struct sim_pending pending = {.kind = (uint8_t)kind,
                                  .count = (uint8_t)count,
                                  .vector = vector,
                                  .first = (uint16_t)first,
                                  .seq = ++*last_number(wave, kind),
                                  .offset = (uint32_t)(op->pc - wave->code->base)};
    if (kind == PENDING_LDS && changes_lds(op))
        wave->lds_change = wave->lds_seq;
    /* Here LLVM relies on the stall: three bits are too few for a series of stores. */
    if (kind == PENDING_EXP && wave->exp_seq - wave->exp_done > wave->device->target->expcnt_max) {
        wave->exp_done = wave->exp_seq - wave->device->target->expcnt_max;
        retire(wave);
    }
    if (!count)
        return;
    /* Only now it is known that the access went to LDS, out of order with what is pending. */
    if (kind == PENDING_FLAT)
        strict_wait_register(wave, op, vector, first, count, true);
    count_registers(wave, &pending, 1);
    vec_push(wave->group->arena, &wave->pending, pending);
}
