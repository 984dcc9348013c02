/* Fork and join of control flow: s_cbranch_g_fork, s_cbranch_i_fork, s_cbranch_join, and the mode in
 * which vector instructions are left out.
 *
 * A fork whose lanes disagree goes on with the smaller half and pushes the other one, its mask and
 * where it goes on, onto a stack of four SGPRs an entry, s0 first; MODE's CSP (bits 31:29) counts
 * the entries.  GcnInstrsSop1, Sop2, Sopk, Sopc; GcnState, "MODE Register". */
#include "runtime/sim/exec/salu.h"

enum { CSP_SHIFT = 29, CSP_MAX = 7, ENTRY_DWORDS = 4 };

static unsigned
stack_pointer(const struct sim_wave *wave)
{
    return wave->mode >> CSP_SHIFT;
}

static void
set_stack_pointer(struct sim_wave *wave, unsigned entries)
{
    wave->mode = (wave->mode & ~(7u << CSP_SHIFT)) | entries << CSP_SHIFT;
}

static void
push(struct sim_wave *wave, const struct sim_op *op, uint64_t mask, uint64_t pc)
{
    unsigned entries = stack_pointer(wave);
    if (entries == CSP_MAX)
        sim_fault(wave, op, -1, "the stack of forks is full: %u entries", entries);
    OBSERVE(wave->device, registers, wave, op, false, entries * ENTRY_DWORDS, ENTRY_DWORDS, true);
    sim_write_scalar(wave, op, entries * ENTRY_DWORDS, 2, mask, 0);
    sim_write_scalar(wave, op, entries * ENTRY_DWORDS + 2, 2, pc, 0);
    set_stack_pointer(wave, entries + 1);
}

static uint64_t
defined(struct sim_wave *wave, const struct sim_op *op, unsigned source)
{
    uint64_t shadow;
    if (source >= op->source_count || op->source[source].kind != SIM_SRC_SGPR)
        sim_fault(wave, op, -1, "a fork and a join take registers, not constants");
    uint64_t value = sim_scalar(wave, op, &op->source[source], &shadow);
    sim_need_defined(wave, op, -1, shadow != 0, "a branch");
    return value;
}

void
salu_exec_fork(struct sim_wave *wave, const struct sim_op *op)
{
    uint64_t condition = defined(wave, op, 0), exec = sim_exec(wave), next = wave->pc;
    uint64_t passes = exec & condition, failures = exec & ~condition;
    uint64_t target = op->inst.op == GCN_s_cbranch_g_fork
                          ? defined(wave, op, 1)
                          : next + (uint64_t)(int64_t)op->inst.imm * 4;
    if (passes == exec) {
        sim_jump(wave, op, target);
    } else if (failures == exec) {
        sim_jump(wave, op, next);
    } else if (__builtin_popcountll(failures) < __builtin_popcountll(passes)) {
        push(wave, op, passes, target);
        sim_set64(wave, GCN_EXEC_LO, failures, 0);
    } else {
        push(wave, op, failures, next);
        sim_set64(wave, GCN_EXEC_LO, passes, 0);
        sim_jump(wave, op, target);
    }
}

void
salu_exec_join(struct sim_wave *wave, const struct sim_op *op)
{
    uint64_t wanted = defined(wave, op, 0), shadow = 0;
    unsigned entries = stack_pointer(wave);
    if (wanted == entries)
        return;
    if (!entries)
        sim_fault(wave, op, -1, "a join to %llu entries, but the stack of forks is empty",
                  (unsigned long long)wanted);
    unsigned at = --entries * ENTRY_DWORDS;
    OBSERVE(wave->device, registers, wave, op, false, at, ENTRY_DWORDS, false);
    salu_check_sgpr(wave, op, at, ENTRY_DWORDS);
    shadow = sim_shadow64(wave, at) | sim_shadow64(wave, at + 2);
    sim_need_defined(wave, op, -1, shadow != 0, "a branch");
    set_stack_pointer(wave, entries);
    sim_set64(wave, GCN_EXEC_LO, sim_get64(wave, at), 0);
    sim_jump(wave, op, sim_get64(wave, at + 2));
}

/* Vector instructions that are left out do not count, so none may be outstanding: AMD's manuals,
 * S_SETVSKIP. */
void
salu_set_vskip(struct sim_wave *wave, const struct sim_op *op, bool on)
{
    OBSERVE(wave->device, leave_out, wave, op);
    wave->state->vskip = on;
    wave->watched = on || wave->device->options.removed;
}

void
salu_exec_setvskip(struct sim_wave *wave, const struct sim_op *op)
{
    uint64_t sa, sb;
    uint64_t value = sim_scalar(wave, op, &op->source[0], &sa),
             bit = sim_scalar(wave, op, &op->source[1], &sb) & 31;
    sim_need_defined(wave, op, -1, (sa >> bit & 1) || (sb & 31), "MODE.vskip");
    salu_set_vskip(wave, op, value >> bit & 1);
}
