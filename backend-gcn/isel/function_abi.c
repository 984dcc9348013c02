/* Functions that are called: registers of their interface, their start and return, and calls of
 * them (docs/abi.md, "Calls").
 *
 *     s[0:3], s4    private segment buffer and the wave's offset, where scratch goes through MUBUF;
 *                   nothing else is passed there, because spilling may need them later
 *     pair          where callers compute the address of the function
 *     pair          queue pointer, where casts to generic pointers need it
 *     ...           uniform arguments, then the return address
 *     v0 ...        arguments that differ between lanes
 *
 * Results likewise.  A function that calls others gets its return address in registers above all
 * that they overwrite, so that it can stay there. */
#include "backend-gcn/abi/calls.h"
#include "backend-gcn/isel/isel.h"
#include "backend-gcn/abi/kernel_start.h"
#include "backend-gcn/mir/mir_effects.h"
#include "support/limit.h"
#include "support/number.h"

enum {
    SCRATCH_SGPRS = 6, /* s5 stays unused: pairs begin at even registers */
    MAX_OPERANDS = 512 /* more than the registers that travel */
};

struct assigner {
    const struct gcn_target *target;
    const struct call_registers *excluded;
    struct guard *guard;
    unsigned next[2]; /* per class: the first register not given out */
};

static bool
is_excluded(const struct assigner *assigner, unsigned reg, unsigned dwords)
{
    for (unsigned i = 0; i < dwords; i++)
        if (call_has(assigner->excluded, reg + i))
            return true;
    return false;
}

static struct call_place
assign(struct assigner *assigner, enum mir_class reg_class, unsigned dwords)
{
    unsigned *next = &assigner->next[reg_class];
    unsigned align = mir_alignment(assigner->target, reg_class, dwords);
    *next = (*next + align - 1) / align * align;
    while (is_excluded(assigner, *next, dwords))
        *next += align;
    struct call_place place = {(uint16_t)*next, (uint8_t)dwords};
    *next += dwords;
    return place;
}

static struct call_place
assign_value(struct assigner *assigner, const uint8_t *uniform, uint32_t i, enum ir_type type)
{
    unsigned dwords = ir_type_bits(type) == 64 ? 2 : 1;
    bool scalar = uniform && uniform[i] &&
                  !LIMIT_MET(assigner->guard, ARGUMENT_SGPRS,
                             assigner->next[MIR_SGPR] + dwords > LIMIT_ARGUMENT_SGPRS);
    return assign(assigner, scalar ? MIR_SGPR : MIR_VGPR, dwords);
}

static bool
has_mubuf_scratch(const struct isel *isel)
{
    return !isel->target->private_by_scratch;
}

/* Above all SGPRs that callees overwrite, unless it costs occupancy there. */
static struct call_place
assign_return_address(const struct isel *isel, struct assigner *assigner)
{
    struct call_registers clobbers = {{0}};
    ir_foreach_block (block, isel->kernel) {
        ir_foreach_inst (inst, block) {
            if (inst->op == IR_OP_call)
                call_union(
                    &clobbers,
                    &call_interface_of(isel->function->calls->program, inst->callee)->clobbers);
        }
    }
    for (unsigned reg = LIMIT_RETURN_SGPR; reg > assigner->next[MIR_SGPR]; reg--) {
        if (call_has(&clobbers, reg - 1)) {
            if (!LIMIT_MET(isel->guard, RETURN_SGPR, reg > LIMIT_RETURN_SGPR - 2))
                assigner->next[MIR_SGPR] = reg;
            break;
        }
    }
    return assign(assigner, MIR_SGPR, 2);
}

void
function_abi_assign(struct isel *isel)
{
    const struct ir_function *source = isel->kernel;
    struct call_context *calls = isel->function->calls;
    struct call_interface *interface = calls->interface;
    struct assigner params = {isel->target, &calls->excluded, isel->guard, {0, GCN_VGPR0}}, results;
    interface->needs_scratch = isel->has_private;
    interface->has_flat_private = isel->has_flat_private;
    interface->has_lds = isel->has_lds;
    if (has_mubuf_scratch(isel))
        params.next[MIR_SGPR] = SCRATCH_SGPRS;
    interface->target = assign(&params, MIR_SGPR, 2);
    results = params;
    if (isel->user[KERNEL_USER_QUEUE_PTR].kind != MIR_NONE)
        interface->queue_ptr = assign(&params, MIR_SGPR, 2);
    struct arena *arena = calls->program->arena;
    interface->params = ARENA_ARRAY(arena, source->param_count + 1, struct call_place);
    interface->results = ARENA_ARRAY(arena, source->result_count + 1, struct call_place);
    for (uint32_t i = 0; i < source->param_count; i++) {
        if (ir_value(source, source->params[i])->uses)
            interface->params[i] = assign_value(&params, source->param_uniform, i,
                                                (enum ir_type)source->param_types[i]);
    }
    for (uint32_t i = 0; i < source->result_count; i++)
        interface->results[i] = assign_value(&results, source->result_uniform, i,
                                             (enum ir_type)source->result_types[i]);
    params.next[MIR_SGPR] = (unsigned)larger(params.next[MIR_SGPR], results.next[MIR_SGPR]);
    unsigned top = (unsigned)larger(params.next[MIR_VGPR], results.next[MIR_VGPR]);
    calls->program->argument_top = (unsigned)larger(calls->program->argument_top, top);
    interface->return_address = assign_return_address(isel, &params);
}

/* ---- inside of the function ---- */

/* A new temp that is defined in the place. */
static struct mir_operand
arrival(struct isel *isel, const struct call_place *place)
{
    enum mir_class reg_class = place->reg >= GCN_VGPR0 ? MIR_VGPR : MIR_SGPR;
    uint32_t temp = mir_temp_new(isel->function, reg_class, place->dwords);
    isel->function->temps.at[temp].hint = place->reg;
    return mir_temp_at(isel->function, temp, place->reg);
}

static struct mir_operand
loose(struct mir_operand operand)
{
    operand.is_fixed = false;
    operand.reg = GCN_NO_REG;
    return operand;
}

static struct mir_operand
placed(struct mir_operand operand, const struct call_place *place)
{
    operand.is_fixed = true;
    operand.reg = place->reg;
    operand.neg = operand.abs = 0;
    return operand;
}

static bool
calls_others(const struct ir_function *source)
{
    ir_foreach_block (block, source) {
        ir_foreach_inst (inst, block) {
            if (inst->op == IR_OP_call)
                return true;
        }
    }
    return false;
}

/* Arguments that have arrived become copies, which may have registers that no call overwrites. */
static void
settle(struct isel *isel, struct mir_operand *arrived, unsigned count)
{
    struct mir_operand all[MAX_OPERANDS];
    for (unsigned i = 0; i < count; i++) {
        uint32_t temp =
            mir_temp_new(isel->function, (enum mir_class)arrived[i].reg_class, arrived[i].dwords);
        all[count + i] = loose(arrived[i]);
        all[i] = arrived[i] = mir_temp(isel->function, temp);
    }
    if (count)
        mir_emit(&isel->b, MIR_P_PARALLEL_COPY, all, 2 * count, count);
}

void
function_abi_start(struct isel *isel)
{
    const struct ir_function *source = isel->kernel;
    struct call_interface *interface = isel->function->calls->interface;
    struct mir_operand operands[MAX_OPERANDS];
    unsigned count = 0;
    operands[count++] = arrival(isel, &interface->return_address);
    isel->return_address = loose(operands[0]);
    if (interface->queue_ptr.dwords) {
        operands[count] = arrival(isel, &interface->queue_ptr);
        isel->user[KERNEL_USER_QUEUE_PTR] = loose(operands[count++]);
    }
    for (uint32_t i = 0; i < source->param_count; i++) {
        if (interface->params[i].dwords)
            operands[count++] = arrival(isel, &interface->params[i]);
    }
    mir_emit(&isel->b, MIR_P_START, operands, count, count);
    if (isel->has_private) {
        kernel_start_need_scratch(isel->function);
        isel->scratch_rsrc = isel->wave_offset = mir_none();
        if (isel->function->scratch_rsrc) {
            isel->scratch_rsrc = mir_temp(isel->function, isel->function->scratch_rsrc);
            isel->wave_offset = mir_temp(isel->function, isel->function->scratch_offset);
        }
    }
    unsigned first = 1u + (interface->queue_ptr.dwords != 0);
    if (calls_others(source))
        settle(isel, operands + first, count - first);
    for (uint32_t i = 0; i < source->param_count; i++) {
        if (interface->params[i].dwords)
            isel_define(isel, source->params[i], loose(operands[first++]));
    }
}

/* Values that go to their places all at once, in copies that die there: the spiller sees what they
 * take besides the values, which may live on or travel twice. */
struct departures {
    struct mir_operand to[MAX_OPERANDS / 2], from[MAX_OPERANDS / 2];
    unsigned count;
};

static void
depart(struct isel *isel, struct departures *departures, ir_id value,
       const struct call_place *place)
{
    bool vector = place->reg >= GCN_VGPR0;
    struct mir_operand from = vector ? isel_use(isel, value) : isel_use_scalar(isel, value);
    from.neg = from.abs = 0;
    if (departures->count == MAX_OPERANDS / 2)
        ice(isel->guard, "isel: too many values travel at once");
    departures->from[departures->count] = from;
    departures->to[departures->count++] = arrival(isel, place);
}

/* Makes the copies; returns how many operands it added. */
static unsigned
emit_departures(struct isel *isel, const struct departures *departures,
                struct mir_operand *operands)
{
    struct mir_operand all[MAX_OPERANDS];
    unsigned count = departures->count;
    for (unsigned i = 0; i < count; i++) {
        operands[i] = departures->to[i];
        all[i] = loose(departures->to[i]);
        all[count + i] = departures->from[i];
    }
    if (count)
        mir_emit(&isel->b, MIR_P_PARALLEL_COPY, all, 2 * count, count);
    return count;
}

/* What a callee keeps, or needs, of scratch memory that is reached through MUBUF. */
static unsigned
add_scratch(const struct isel *isel, const struct call_interface *interface,
            struct mir_operand *operands)
{
    if (!interface->scratch_rsrc.dwords)
        return 0;
    operands[0] = placed(isel->scratch_rsrc, &interface->scratch_rsrc);
    operands[1] = placed(isel->wave_offset, &interface->scratch_offset);
    return 2;
}

void
function_abi_return(struct isel *isel, struct ir_inst *inst)
{
    const struct call_interface *interface = isel->function->calls->interface;
    struct mir_operand operands[MAX_OPERANDS];
    struct departures results = {.count = 0};
    unsigned count = 0;
    operands[count++] = placed(isel->return_address, &interface->return_address);
    count += add_scratch(isel, interface, operands + count);
    for (uint32_t i = 0; i < inst->arg_count; i++)
        depart(isel, &results, inst->args[i].value, &interface->results[i]);
    count += emit_departures(isel, &results, operands + count);
    mir_emit(&isel->b, MIR_P_RETURN, operands, count, 0);
}

/* ---- calls ---- */

struct call {
    struct isel *isel;
    const struct call_interface *interface;
    struct call_registers clobbers; /* not defined yet */
    struct mir_operand operands[MAX_OPERANDS];
    unsigned count;
};

static struct mir_operand
call_define(struct call *call, unsigned reg, unsigned dwords)
{
    enum mir_class reg_class = reg >= GCN_VGPR0 ? MIR_VGPR : MIR_SGPR;
    uint32_t temp = mir_temp_new(call->isel->function, reg_class, dwords);
    call_remove(&call->clobbers, reg, dwords);
    if (call->count == MAX_OPERANDS)
        ice(call->isel->guard, "isel: too many operands of a call");
    call->operands[call->count] = mir_temp_at(call->isel->function, temp, reg);
    return call->operands[call->count++];
}

/* The size of the largest tuple of overwritten registers that may begin here. */
static unsigned
clobbered_tuple(const struct call *call, unsigned reg)
{
    bool is_vector = reg >= GCN_VGPR0;
    bool even = mir_alignment(call->isel->target, MIR_VGPR, 2) == 2;
    unsigned most = is_vector ? (even && reg % 2 ? 1 : 16) : reg % 4 == 0 ? 16 : reg % 2 ? 1 : 2;
    unsigned dwords = 0;
    while (dwords < most && call_has(&call->clobbers, reg + dwords))
        dwords++;
    if (!is_vector && dwords > 2) /* tuples of SGPRs take whole steps of four */
        dwords = dwords == 3 ? 2 : dwords & ~3u;
    return dwords;
}

static void
define_clobbers(struct call *call)
{
    enum { SGPRS = 104 };
    for (unsigned reg = 0; reg < CALL_REGS; reg++) {
        unsigned dwords = reg >= SGPRS && reg < GCN_VGPR0 ? 0 : clobbered_tuple(call, reg);
        if (!dwords)
            continue;
        call_define(call, reg, dwords);
        reg += dwords - 1;
    }
}

static void
use_arguments(struct call *call, const struct ir_inst *inst)
{
    struct isel *isel = call->isel;
    const struct call_interface *interface = call->interface;
    call->count += add_scratch(isel, interface, call->operands + call->count);
    if (interface->queue_ptr.dwords)
        call->operands[call->count++] =
            placed(isel->user[KERNEL_USER_QUEUE_PTR], &interface->queue_ptr);
    struct departures arguments = {.count = 0};
    for (uint32_t i = 0; i < inst->arg_count; i++) {
        if (interface->params[i].dwords)
            depart(isel, &arguments, inst->args[i].value, &interface->params[i]);
    }
    call->count += emit_departures(isel, &arguments, call->operands + call->count);
}

/* Registers that the caller's inline assembly names may hold values from one text to the next: those
 * that the callee overwrites are saved around the call.  Made after the results are defined. */
struct saved {
    struct mir_operand value;
    unsigned reg;
};
typedef VEC(struct saved) saved_list;

static saved_list
save_named(struct isel *isel, const struct call *call)
{
    saved_list list = {0};
    for (unsigned reg = 0; reg < CALL_REGS; reg++) {
        bool is_general = reg < GCN_VCC_LO || reg >= GCN_VGPR0;
        if (!is_general || !call_has(&isel->function->calls->named, reg) ||
            !call_has(&call->clobbers, reg))
            continue;
        struct mir_operand value =
            reg >= GCN_VGPR0 ? mir_new_vgpr(&isel->b, 1) : mir_new_sgpr(&isel->b, 1);
        mir_build(&isel->b, MIR_P_COPY, 1, value, mir_fixed(reg, 1));
        vec_push(isel->arena, &list, (struct saved){value, reg});
    }
    return list;
}

static void
restore_named(struct isel *isel, const saved_list *list)
{
    vec_foreach (const struct saved, saved, list) {
        uint32_t temp = mir_temp_new(isel->function, (enum mir_class)saved->value.reg_class, 1);
        mir_build(&isel->b, MIR_P_COPY, 1, mir_temp_at(isel->function, temp, saved->reg),
                  saved->value);
    }
}

void
isel_call(struct isel *isel, struct ir_inst *inst)
{
    struct call_context *calls = isel->function->calls;
    struct call *call = ARENA_NEW(isel->arena, struct call);
    struct mir_operand *results =
        ARENA_ARRAY(isel->arena, inst->def_count + 1u, struct mir_operand);
    call->isel = isel;
    call->interface = call_interface_of(calls ? calls->program : NULL, inst->callee);
    call->clobbers = call->interface->clobbers;
    for (unsigned i = 0; i < CALL_REGS / 64; i++) /* nothing is kept there anyway */
        call->clobbers.words[i] &= ~calls->excluded.words[i];
    call_define(call, call->interface->target.reg, 2);
    call_define(call, call->interface->return_address.reg, 2);
    for (unsigned i = 0; i < inst->def_count; i++)
        results[i] =
            call_define(call, call->interface->results[i].reg, call->interface->results[i].dwords);
    saved_list saved = save_named(isel, call);
    define_clobbers(call);
    call->operands[call->count++] = mir_fixed(GCN_SCC, 1);
    if (call->interface->clobbers_vcc)
        call->operands[call->count++] = mir_fixed(GCN_VCC_LO, 2);
    unsigned defs = call->count;
    use_arguments(call, inst);
    struct mir_inst *made = mir_emit(&isel->b, MIR_P_CALL, call->operands, call->count, defs);
    made->callee = inst->callee;
    made->no_reorder = true;
    restore_named(isel, &saved);
    for (unsigned i = 0; i < inst->def_count; i++)
        isel_define(isel, inst->def + i, loose(results[i]));
}
