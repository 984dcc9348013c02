/* The last SGPRs of an allocation have two names: VCC is the last pair; below it lie XNACK_MASK and
 * FLAT_SCRATCH, on GFX7 FLAT_SCRATCH alone (LLVM 16's getNumExtraSGPRs; GCN3 ISA manual, "SGPRs").
 * A kernel that asks for too few SGPRs has its own ones there.
 *
 * Reading by one name what was written last by the other is a fault.  Using a register by both names
 * at all is one in our objects and a warning in foreign ones, where it may be meant.  With XNACK on,
 * the hardware writes XNACK_MASK whenever it replays an access.
 *
 * Slots count from the top of the allocation, VCC_HI being 0.  A wave whose allocation reaches beyond
 * the SGPRs that have numbers shares nothing. */
#include "runtime/sim/strict/strict.h"
#include "support/number.h"

enum {
    SLOTS_VCC = 0x03,
    SLOTS_XNACK_MASK = 0x0C,
    NUMBERED = 104, /* scalar registers below this have a number only */
    NO_SLOT = 8,
    SGPRS_INIT_BUG = 96 /* gfx802, gfx805: LLVM 16, FIXED_NUM_SGPRS_FOR_INIT_BUG */
};

/* Slot of a register that has a name, or NO_SLOT. */
static unsigned
slot_of_name(const struct gcn_target *target, unsigned index)
{
    if (index == GCN_VCC_LO || index == GCN_VCC_HI)
        return GCN_VCC_HI - index;
    unsigned flat_scratch = index - SREG_FLAT_SCRATCH, xnack_mask = flat_scratch - 2;
    if (flat_scratch < 2 && target->has_flat)
        return target->extra_sgprs - 1u - flat_scratch;
    if (xnack_mask < 2 && target->has_xnack_mask)
        return 3 - xnack_mask;
    return NO_SLOT;
}

static bool
is_numbered(unsigned index)
{
    return index < NUMBERED;
}

/* FLAT reads FLAT_SCRATCH only when an address is private: vmem.c says when. */
static bool
counts(const struct sim_op *op, const struct sim_range *range)
{
    return !range->vector && !(op->info->format == GCN_FLAT && range->first == SREG_FLAT_SCRATCH);
}

static void
classify(struct sim_wave *wave, struct sim_op *op)
{
    const struct gcn_target *target = wave->device->target;
    for (unsigned i = 0; i < op->read_count + op->write_count; i++) {
        const struct sim_range *range =
            i < op->read_count ? &op->reads[i] : &op->writes[i - op->read_count];
        unsigned end = range->first + range->count;
        if (!counts(op, range))
            continue;
        for (unsigned reg = range->first; reg < end && is_numbered(range->first); reg++)
            op->numbers[reg / 64 & 1] |= UINT64_C(1) << reg % 64;
        for (unsigned reg = range->first; reg < end; reg++)
            op->top_names |= (uint8_t)(1u << slot_of_name(target, reg));
    }
}

/* Is this number of SGPRs one that the chip allocates, and enough for what the launch sets? */
static void
begin_dispatch(struct sim_device *device, const struct sim_dispatch *dispatch, struct arena *arena,
               unsigned sgprs)
{
    const struct gcn_target *target = device->target;
    unsigned most = round_up(target->max_sgprs, target->sgpr_granule);
    /* user SGPRs, three ids of the work-group, its size, the offset of the scratch */
    unsigned set = (dispatch->rsrc2 >> 1 & 31) + (dispatch->rsrc2 & 1) +
                   (unsigned)__builtin_popcount(dispatch->rsrc2 >> 7 & 15);
    (void)arena;
    if (target->sgpr_init_bug && sgprs != SGPRS_INIT_BUG)
        sim_error(device, "kernel %s allocates %u SGPRs; all kernels of %s must allocate %u",
                  device->kernel->name, sgprs, target->name, SGPRS_INIT_BUG);
    if (sgprs > most) {
        sim_blame(device, SIM_CAUSE_REGISTERS, 0);
        sim_error(device, "kernel %s allocates %u SGPRs; %s has %u", device->kernel->name, sgprs,
                  target->name, most);
    }
    if (set > sgprs && !device->foreign)
        sim_error(device, "kernel %s allocates %u SGPRs; the launch sets %u", device->kernel->name,
                  sgprs, set);
}

static void
begin_wave(struct sim_wave *wave)
{
    const struct gcn_target *target = wave->device->target;
    struct top_wave *top = strict_top_of(wave);
    *top = (struct top_wave){.first = UINT8_MAX, .settled = UINT8_MAX};
    if (wave->sgprs > NUMBERED)
        return;
    top->first = (uint8_t)(wave->sgprs - target->extra_sgprs);
    top->settled = 0;
    if (wave->device->xnack && target->has_xnack_mask)
        top->named = SLOTS_XNACK_MASK;
}

/* The launch put a value into this SGPR. */
static void
initial(struct sim_wave *wave, unsigned index)
{
    struct top_wave *top = strict_top_of(wave);
    if (index >= top->first && index < wave->sgprs)
        top->numbered_last |= (uint8_t)(1u << (wave->sgprs - 1 - index));
}

static const char *
top_name(const struct sim_wave *wave, unsigned slot)
{
    if (1u << slot & SLOTS_VCC)
        return "VCC";
    bool has_mask = wave->device->target->extra_sgprs > 4;
    return has_mask && 1u << slot & SLOTS_XNACK_MASK ? "XNACK_MASK" : "FLAT_SCRATCH";
}

static void
use_slot(struct sim_wave *wave, const struct sim_op *op, unsigned slot, bool numbered, bool write)
{
    struct top_wave *top = strict_top_of(wave);
    uint8_t bit = (uint8_t)(1u << slot);
    uint8_t *mine = numbered ? &top->numbered : &top->named;
    uint8_t *last_mine = numbered ? &top->numbered_last : &top->named_last;
    uint8_t *last_other = numbered ? &top->named_last : &top->numbered_last;
    uint8_t other = numbered ? top->named : top->numbered;
    unsigned reg = wave->sgprs - 1 - slot;
    if (!write && *last_other & bit)
        sim_fault(wave, op, -1,
                  "s%u of the %u allocated SGPRs is %s: written by the %s, read by the %s", reg,
                  wave->sgprs, top_name(wave, slot), numbered ? "name" : "number",
                  numbered ? "number" : "name");
    if (other & bit)
        sim_warn(wave, op, "s%u of the %u allocated SGPRs is %s: both are used", reg, wave->sgprs,
                 top_name(wave, slot));
    *mine |= bit;
    if (write) {
        *last_mine |= bit;
        *last_other &= (uint8_t)~bit;
    }
    top->settled = top->named & (uint8_t) ~(top->numbered | top->numbered_last);
    unsigned numbers = top->numbered & top->numbered_last & ~(top->named | top->named_last);
    unsigned extra = wave->sgprs - top->first;
    top->settled_numbers = 0;
    for (unsigned i = 0; i < extra; i++)
        top->settled_numbers |= (uint8_t)((numbers >> (extra - 1 - i) & 1) << i);
}

static void
use_registers(struct sim_wave *wave, const struct sim_op *op, bool vector, unsigned first,
              unsigned count, bool write)
{
    const struct gcn_target *target = wave->device->target;
    if (vector || strict_top_of(wave)->first == UINT8_MAX)
        return;
    for (unsigned reg = first; reg < first + count; reg++) {
        unsigned slot = is_numbered(reg) ? wave->sgprs - 1 - reg : slot_of_name(target, reg);
        if (slot < target->extra_sgprs) /* beyond the allocation is another fault */
            use_slot(wave, op, slot, is_numbered(reg), write);
    }
}

void
strict_top_check(struct sim_wave *wave, const struct sim_op *op)
{
    for (unsigned i = 0; i < op->read_count; i++)
        if (counts(op, &op->reads[i]))
            use_registers(wave, op, false, op->reads[i].first, op->reads[i].count, false);
    for (unsigned i = 0; i < op->write_count; i++)
        if (counts(op, &op->writes[i]))
            use_registers(wave, op, false, op->writes[i].first, op->writes[i].count, true);
}

static void
issue(struct sim_wave *wave, const struct sim_op *op)
{
    if (op->relative || strict_touches_top(wave, op->numbers, op->top_names))
        strict_top_check(wave, op);
}

static void
classify_block(const struct gcn_target *target, struct sim_block *block)
{
    (void)target;
    for (unsigned i = 0; i < block->count; i++) {
        const struct sim_op *op = block->steps[i].op;
        block->numbers[0] |= op->numbers[0];
        block->numbers[1] |= op->numbers[1];
        block->top_names |= op->top_names;
    }
}

const struct sim_observer sim_observer_top = {
    .name = "top",
    .wave_size = sizeof(struct top_wave),
    .is_wanted = sim_is_strict,
    .decode = classify,
    .block = classify_block,
    .begin_dispatch = begin_dispatch,
    .begin_wave = begin_wave,
    .initial = initial,
    .issue = issue,
    .registers = use_registers,
};
