/* The memory model: what memory_model.def asks for around atomic accesses, and for fences and
 * barriers.
 *
 * Each step takes its own place among the memory operations of the work-item: the scheduler sees
 * what comes before an access as a releasing fence, what comes after it as an acquiring one.  A
 * fence without steps is the pseudo operation p_fence, which keeps accesses in their places. */
#include "backend-gcn/isel/isel.h"

enum step {
    NONE = 0,
    WRITE_BACK = 1,
    VM = 2,
    LGKM = 4,
    LGKM_JOINED = 8,
    INVALIDATE = 16,
    VM_JOINED = 32,
    GLC = 1
};

/* Steps of memory_model.def around an operation, and whether it bypasses the vector L1 cache. */
struct sequence {
    uint8_t before, after, glc;
};

struct row {
    uint8_t access, order; /* enum ir_access, enum ir_order */
    uint8_t scopes;        /* a set of enum ir_scope */
    ir_space_set spaces;
    struct sequence sequence;
};

enum {
    NEAR = 1 << IR_SCOPE_SINGLETHREAD | 1 << IR_SCOPE_WAVEFRONT,
    GROUP = 1 << IR_SCOPE_WORKGROUP,
    WIDE = 1 << IR_SCOPE_AGENT | 1 << IR_SCOPE_SYSTEM,
    LOCAL_WIDE = GROUP | WIDE,
    GENERIC = IR_SPACE_MASK(GENERIC),
    GLOBAL = IR_SPACE_MASK(GLOBAL),
    LOCAL = IR_SPACE_MASK(LOCAL),
};

static const struct row rows[] = {
#define SEQUENCE(access, order, scopes, spaces, before, glc, after)                                \
    {IR_ACCESS_##access, IR_##order, scopes, spaces, {before, after, glc}},
#include "backend-gcn/isel/memory_model.def"
};

/* The row's space of an operation: a fence of both memories counts as generic.  Where one
 * happens-before holds for both memories, every fence orders both. */
static ir_space_set
space_of(const struct isel *isel, const struct ir_ordering *ordering)
{
    bool global = ordering->spaces & IR_SPACES_TO_GLOBAL;
    bool local = ordering->spaces & IR_SPACES_TO_LOCAL;
    if (ordering->access != IR_ACCESS_FENCE)
        return ordering->spaces;
    if ((global && local) || isel->options->joined_memory_model)
        return GENERIC;
    return global ? GLOBAL : local ? LOCAL : 0;
}

static struct sequence
sequence_of(const struct isel *isel, const struct ir_ordering *ordering)
{
    ir_space_set space = space_of(isel, ordering);
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct row *row = &rows[i];
        if (row->access == ordering->access && row->order == ordering->order &&
            row->scopes >> ordering->scope & 1 && row->spaces & space)
            return row->sequence;
    }
    return (struct sequence){0};
}

bool
isel_bypasses_cache(const struct isel *isel, const struct ir_ordering *ordering, bool is_volatile)
{
#define VOLATILE(access_, spaces_, glc_)                                                           \
    if (is_volatile && ordering->access == IR_ACCESS_##access_ && ordering->spaces & (spaces_))    \
        return glc_;
#include "backend-gcn/isel/memory_model.def"
    return sequence_of(isel, ordering).glc;
}

/* ---- steps ---- */

/* Instructions of one sequence stay together; `as` is what they are among memory operations. */
static void
place(struct mir_inst *inst, const struct ir_ordering *as, bool *is_first)
{
    inst->no_reorder = !*is_first;
    inst->memory =
        (struct mir_memory){.spaces = as->spaces, .order = as->order, .scope = as->scope};
    *is_first = false;
}

static void
cache(struct isel *isel, enum step step, const struct ir_ordering *as, bool *is_first)
{
    static const struct {
        uint8_t kind, least; /* enum step, enum ir_scope */
        uint16_t op, other;  /* enum gcn_op */
    } caches[] = {
#define CACHE(step, scope, op, other) {step, IR_SCOPE_##scope, GCN_##op, GCN_##other},
#include "backend-gcn/isel/memory_model.def"
    };
    for (unsigned i = 0; i < sizeof caches / sizeof *caches; i++) {
        unsigned op = gcn_has_op(isel->target, caches[i].op) ? caches[i].op : caches[i].other;
        if (caches[i].kind == step && caches[i].least <= as->scope && op != GCN_NO_OP)
            place(mir_emit(&isel->b, op, NULL, 0, 0), as, is_first);
    }
}

static void
wait(struct isel *isel, bool vm, bool lgkm, const struct ir_ordering *as, bool *is_first)
{
    if (!vm && !lgkm)
        return;
    const struct gcn_target *target = isel->target;
    struct mir_inst *inst = mir_build(&isel->b, GCN_s_waitcnt, 0, mir_none());
    inst->mods.imm = gcn_waitcnt_encode(target, vm ? 0 : target->vmcnt_max, target->expcnt_max,
                                        lgkm ? 0 : target->lgkmcnt_max);
    place(inst, as, is_first);
}

/* Returns whether there were any. */
static bool
carry_out(struct isel *isel, unsigned steps, const struct ir_ordering *as, bool is_first)
{
    bool joined = isel->options->joined_memory_model;
    if (steps & WRITE_BACK)
        cache(isel, WRITE_BACK, as, &is_first);
    bool lgkm = steps & LGKM || (joined && steps & LGKM_JOINED);
    wait(isel, steps & VM || (joined && steps & VM_JOINED) || (lgkm && isel->loads_to_local), lgkm,
         as, &is_first);
    if (steps & INVALIDATE)
        cache(isel, INVALIDATE, as, &is_first);
    return !is_first;
}

void
isel_order_before(struct isel *isel, const struct ir_inst *inst)
{
    struct ir_ordering ordering = ir_ordering_of(isel->kernel, inst), as = ordering;
    as.access = IR_ACCESS_FENCE;
    as.order = ordering.order == IR_SEQ_CST ? IR_SEQ_CST : IR_RELEASE;
    carry_out(isel, sequence_of(isel, &ordering).before, &as, true);
}

void
isel_order_after(struct isel *isel, const struct ir_inst *inst)
{
    struct ir_ordering ordering = ir_ordering_of(isel->kernel, inst), as = ordering;
    as.access = IR_ACCESS_FENCE;
    as.order = IR_ACQUIRE;
    carry_out(isel, sequence_of(isel, &ordering).after, &as, true);
}

void
isel_fence(struct isel *isel, struct ir_inst *inst)
{
    struct ir_ordering ordering = ir_ordering_of(isel->kernel, inst);
    struct sequence sequence = sequence_of(isel, &ordering);
    if (ordering.order == IR_NOT_ATOMIC)
        return;
    if (carry_out(isel, sequence.before, &ordering, true)) {
        carry_out(isel, sequence.after, &ordering, false);
        return;
    }
    bool is_first = true;
    place(mir_build(&isel->b, MIR_P_FENCE, 0, mir_none()), &ordering, &is_first);
}

/* Has each work-group one wave?  Its lanes are at one place anyway, and what they access happens in the order of their
 * instructions.  LLVM leaves s_barrier out there, too. */
static bool
is_one_wave(const struct isel *isel)
{
    enum { WAVE_LANES = 64 };
    const struct kernel_info *info = isel->kernel->kernel;
    return isel->kernel->is_kernel && info && info->max_flat_group_size &&
           info->max_flat_group_size <= WAVE_LANES &&
           !isel->options->sanitize; /* which orders work-items by it */
}

/* The waits are insert_waitcnt's, which knows what is outstanding.  A group of one wave needs only the order of the
 * instructions. */
void
isel_barrier(struct isel *isel, struct ir_inst *inst)
{
    if (is_one_wave(isel)) {
        struct mir_inst *fence = mir_build(&isel->b, MIR_P_FENCE, 0, mir_none());
        fence->memory = (struct mir_memory){
            .spaces = IR_SPACES_ALL, .order = IR_ACQ_REL, .scope = IR_SCOPE_WORKGROUP};
        return;
    }
    struct mir_inst *barrier = mir_emit(&isel->b, GCN_s_barrier, NULL, 0, 0);
    barrier->memory.spaces = inst->memory.spaces;
}
