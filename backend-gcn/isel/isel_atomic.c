/* Selection of atomics: read-modify-write and compare-exchange.  isel_order.c makes what goes
 * around them. */
#include "backend-gcn/isel/isel.h"

struct rmw {
    uint16_t ds, ds_return;
    uint16_t vmem[ISEL_UNITS]; /* GCN_NO_OP: that unit has none */
};

#define VMEM(name)                                                                                 \
    {                                                                                              \
        [ISEL_UNIT_flat] = GCN_flat_atomic_##name, [ISEL_UNIT_global] = GCN_global_atomic_##name,  \
        [ISEL_UNIT_global_buffer] = GCN_buffer_atomic_##name                                       \
    }
/* An operation of 32 and of 64 bits: ds_<ds>_<type>32, ds_<ds>_rtn_<type>32, *_atomic_<vmem>. */
#define RMW(name, ds, type, vmem)                                                                  \
    [IR_RMW_##name] = {{GCN_ds_##ds##_##type##32, GCN_ds_##ds##_rtn_##type##32, VMEM(vmem)},       \
                       {GCN_ds_##ds##_##type##64, GCN_ds_##ds##_rtn_##type##64, VMEM(vmem##_x2)}}

static const struct rmw rmws[][2] = {
    [IR_RMW_XCHG] = {{GCN_NO_OP, GCN_ds_wrxchg_rtn_b32, VMEM(swap)},
                     {GCN_NO_OP, GCN_ds_wrxchg_rtn_b64, VMEM(swap_x2)}},
    RMW(ADD, add, u, add),
    RMW(SUB, sub, u, sub),
    RMW(AND, and, b, and),
    RMW(OR, or, b, or),
    RMW(XOR, xor, b, xor),
    RMW(SMIN, min, i, smin),
    RMW(SMAX, max, i, smax),
    RMW(UMIN, min, u, umin),
    RMW(UMAX, max, u, umax),
    RMW(INC, inc, u, inc),
    RMW(DEC, dec, u, dec),
    [IR_RMW_FADD] = {{GCN_ds_add_f32,
                      GCN_ds_add_rtn_f32,
                      {[ISEL_UNIT_global] = GCN_global_atomic_add_f32,
                       [ISEL_UNIT_global_buffer] = GCN_buffer_atomic_add_f32}},
                     {GCN_ds_add_f64, GCN_ds_add_rtn_f64, VMEM(add_f64)}},
    [IR_RMW_FMIN] = {{GCN_ds_min_f32, GCN_ds_min_rtn_f32, {GCN_NO_OP}},
                     {GCN_ds_min_f64, GCN_ds_min_rtn_f64, VMEM(min_f64)}},
    [IR_RMW_FMAX] = {{GCN_ds_max_f32, GCN_ds_max_rtn_f32, {GCN_NO_OP}},
                     {GCN_ds_max_f64, GCN_ds_max_rtn_f64, VMEM(max_f64)}},
};
static const struct rmw cmpswaps[2] = {{GCN_ds_cmpst_b32, GCN_ds_cmpst_rtn_b32, VMEM(cmpswap)},
                                       {GCN_ds_cmpst_b64, GCN_ds_cmpst_rtn_b64, VMEM(cmpswap_x2)}};

/* Of global memory instructions are right only where the program says so (-munsafe-fp-atomics): those on f32 flush
 * denormals whatever the mode, and memory of the host that is fine-grained drops them all (LLVM's User Guide for
 * AMDGPU Backend, "Floating-Point Atomics" and the memory model of gfx90a).  LDS follows the mode and rounds to
 * nearest even.  min and max compare, and a comparison with NaN fails: a NaN in memory would stay (AMD's ISA
 * manuals, DS_MIN_F32), where cl_ext_float_atomics wants the other number. */
uint32_t
backend_float_atomics(const struct gcn_target *target, bool is_finite, bool is_unsafe)
{
    uint32_t set = 0;
    /* gfx908 adds f32 in global memory without a result */
    bool adds_globally = gcn_has_op(target, GCN_global_atomic_add_f64);
    for (unsigned rmw = IR_RMW_FADD; rmw <= IR_RMW_FMAX; rmw++)
        for (unsigned wide = 0; wide < 2; wide++) {
            const struct rmw *row = &rmws[rmw][wide];
            const uint16_t ops[][2] = {{IR_SPACE_LOCAL, row->ds},
                                       {IR_SPACE_GLOBAL, row->vmem[ISEL_UNIT_global]},
                                       {IR_SPACE_GENERIC, row->vmem[ISEL_UNIT_flat]}};
            for (unsigned i = 0; i < sizeof ops / sizeof *ops; i++) {
                bool is_right = ops[i][0] == IR_SPACE_LOCAL
                                    ? rmw == IR_RMW_FADD || is_finite || is_unsafe
                                    : is_unsafe && adds_globally;
                bool is_there =
                    ops[i][1] != GCN_NO_OP && gcn_has_op(target, (enum gcn_op)ops[i][1]);
                if (is_right && is_there)
                    set |= UINT32_C(1) << IR_FLOAT_ATOMIC(rmw, wide ? 64 : 32, ops[i][0]);
            }
        }
    return set;
}

/* op, if the chip has it: what a table leaves out is GCN_NO_OP. */
static enum gcn_op
atomic_op(const struct isel *isel, enum gcn_op op)
{
    if (op == GCN_NO_OP || !gcn_has_op(isel->target, op))
        ice(isel->guard, "isel: no such atomic on %s", isel->target->name);
    return op;
}

static void
ds_atomic(struct isel *isel, const struct ir_inst *inst, const struct rmw *row,
          const struct isel_address *at, bool returns, struct mir_operand result)
{
    struct mir_operand data[2];
    unsigned count = 0;
    returns = returns || !row->ds;
    for (uint32_t i = 1; i < inst->arg_count; i++) /* ds_cmpst: expected, then new */
        data[count++] = isel_use_vgpr(isel, inst->args[i].value);
    enum gcn_op op = atomic_op(isel, returns ? row->ds_return : row->ds);
    struct mir_inst *real = isel_unit_access(isel, isel_unit(isel, at->space), op, at,
                                             returns ? &result : NULL, data, count);
    real->memory = isel_memory(isel, inst, at->space, data[count - 1].dwords * 4);
}

static void
vmem_atomic(struct isel *isel, const struct ir_inst *inst, const struct rmw *row,
            const struct isel_address *at, bool returns, struct mir_operand result)
{
    struct mir_operand whole = result, parts[2];
    const struct isel_unit *unit = isel_unit(isel, at->space);
    enum gcn_op op = atomic_op(isel, row->vmem[unit->id]);
    struct mir_operand data = isel_use_vgpr(isel, inst->args[1].value);
    unsigned bytes = data.dwords * 4u;
    if (inst->op == IR_OP_cmpxchg) /* new value low, expected value high */
        data = isel_to_vgpr(isel, isel_join2(isel, isel_use_vgpr(isel, inst->args[2].value), data));
    bool pair = unit->form == ISEL_FORM_ADDR64 && inst->op == IR_OP_cmpxchg;
    if (pair) /* the old value comes back in place of the new one, the other is of no use */
        whole = mir_new_vgpr(&isel->b, data.dwords);
    if (!returns)
        whole = mir_none();
    struct mir_inst *real = isel_unit_access(isel, unit, op, at, &whole, &data, 1);
    real->mods.glc = returns;
    real->memory = isel_memory(isel, inst, at->space, bytes);
    if (!returns || !pair)
        return;
    isel_split(isel, whole, parts, 2, result.dwords);
    mir_build(&isel->b, MIR_P_COPY, 1, result, parts[0]);
}

/* Private memory belongs to one lane: a load, the operation and a store would be enough, but no
 * language construct needs it. */
void
isel_atomic(struct isel *isel, struct ir_inst *inst)
{
    enum ir_space space = ir_space_of(ir_type_of(isel->kernel, inst->args[0].value));
    if (space != IR_SPACE_GLOBAL && space != IR_SPACE_LOCAL && space != IR_SPACE_GENERIC)
        ice(isel->guard, "isel: atomic in address space %s", ir_space_name[space]);
    bool wide = ir_type_bits(inst->type) == 64;
    const struct rmw *row =
        inst->op == IR_OP_cmpxchg ? &cmpswaps[wide] : &rmws[inst->memory.rmw][wide];
    bool returns = inst->def && ir_value(isel->kernel, inst->def)->uses;
    isel_order_before(isel, inst);
    struct isel_address at = isel_address(isel, inst->args[0].value, wide ? 8 : 4);
    struct mir_operand result = mir_new_vgpr(&isel->b, wide ? 2 : 1);
    if (space == IR_SPACE_LOCAL)
        ds_atomic(isel, inst, row, &at, returns, result);
    else
        vmem_atomic(isel, inst, row, &at, returns, result);
    isel_order_after(isel, inst);
    if (returns)
        isel_define(isel, inst->def, result);
}
