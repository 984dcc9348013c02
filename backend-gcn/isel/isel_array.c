/* Private arrays in consecutive VGPRs (midend/memory/opt_register_arrays.c marks them): which find room, and
 * their loads and stores.
 *
 * Such registers are storage, not values: p_array_read and p_array_write name places in them, and
 * register assignment puts them above all others (mir.h: array_dwords). An access at a place that all
 * lanes share has its index in an SGPR; where lanes differ it compares with every index. */
#include "backend-gcn/abi/calls.h"
#include "backend-gcn/isel/isel.h"
#include "backend-gcn/abi/budget.h"
#include "midend/memory/object_uses.h"
#include "support/limit.h"
#include "support/number.h"

enum {
    CALL_VGPRS = 96, /* that calls may need: tuned */
    MAX_WORDS = 32   /* of an access */
};

/* ---- room ---- */

static bool
has_vgpr(const struct call_registers *set)
{
    for (unsigned i = GCN_VGPR0 / 64; i < CALL_REGS / 64; i++)
        if (set->words[i])
            return true;
    return false;
}

static unsigned
overwritten_by_callees(const struct isel *isel)
{
    unsigned top = GCN_VGPR0;
    ir_foreach_block (block, isel->kernel) {
        ir_foreach_inst (inst, block) {
            if (inst->op != IR_OP_call)
                continue;
            const struct call_interface *callee =
                call_interface_of(isel->function->calls->program, inst->callee);
            for (unsigned reg = top; reg < CALL_REGS; reg++)
                if (call_has(&callee->clobbers, reg))
                    top = reg + 1;
        }
    }
    return top - GCN_VGPR0;
}

static bool
calls_or_is_called(const struct isel *isel)
{
    if (!isel->kernel->is_kernel)
        return true;
    ir_foreach_block (block, isel->kernel) {
        ir_foreach_inst (inst, block) {
            if (inst->op == IR_OP_call)
                return true;
        }
    }
    return false;
}

/* VGPRs for arrays.  None where lanes of other functions or names in inline assembly may be in the
 * way: arrays want one range. */
static unsigned
room_for_arrays(const struct isel *isel)
{
    const struct call_context *calls = isel->function->calls;
    unsigned most = budget_most_vgprs(isel->function, isel->options), taken = 0;
    if (calls && (has_vgpr(&calls->excluded) || has_vgpr(&calls->named)))
        return 0;
    if (calls && calls_or_is_called(isel))
        taken = (unsigned)larger(CALL_VGPRS, overwritten_by_callees(isel) + CALL_VGPRS / 2);
    return most > taken ? (unsigned)smaller(most / LIMIT_ARRAY_SHARE, most - taken) : 0;
}

void
isel_find_arrays(struct isel *isel)
{
    struct object_uses uses;
    unsigned room = 0;
    isel->arrays = map_new(isel->arena);
    ir_foreach_inst (inst, isel->kernel->entry) {
        unsigned dwords = (inst->size + 3) / 4, first = isel->function->array_dwords;
        if (inst->op != IR_OP_alloca || !inst->memory.in_registers)
            continue;
        room = room ? room : room_for_arrays(isel);
        if (LIMIT_MET(isel->guard, ARRAY_SHARE, first + dwords > room) ||
            !object_uses_collect(&uses, isel->arena, isel->kernel, inst))
            continue;
        struct isel_array *array = ARENA_NEW(isel->arena, struct isel_array);
        *array = (struct isel_array){.object = inst->def, .first = first, .dwords = dwords};
        isel->function->array_dwords += dwords;
        map_put(&isel->arrays, MAP_KEY(inst), array);
        vec_foreach (struct object_access, access, &uses.accesses)
            map_put(&isel->arrays, MAP_KEY(access->inst), array);
    }
}

const struct isel_array *
isel_array_of(const struct isel *isel, const struct ir_inst *inst)
{
    return map_get(&isel->arrays, MAP_KEY(inst));
}

/* ---- places ---- */

/* The registers from `first` + index on. */
struct place {
    struct mir_operand index; /* an SGPR or VGPR; kind NONE: 0 */
    unsigned first;
};

/* bytes / 4, or what was multiplied to make them and did not wrap.  Bytes may be negative, a constant is still to be
 * added: M0 counts modulo 2^32, not modulo 2^30. */
static struct mir_operand
element_number(struct isel *isel, ir_id bytes)
{
    const struct ir_inst *def = ir_def(isel->kernel, bytes);
    uint64_t by;
    bool is_shifted =
        def && def->op == IR_OP_shl && isel_const(isel, def->args[1].value, &by) && by == 2;
    if (is_shifted && def->no_wrap & IR_NO_SIGNED_WRAP)
        return isel_use(isel, def->args[0].value);
    if (is_shifted && isel_in_sgpr(isel, bytes)) /* its low 30 bits */
        return isel_salu2(isel, GCN_s_bfe_i32, isel_use(isel, def->args[0].value),
                          mir_const(30 << 16));
    struct mir_operand value = isel_use(isel, bytes);
    return isel_in_sgpr(isel, bytes) ? isel_salu2(isel, GCN_s_ashr_i32, value, mir_const(2))
                                     : isel_valu2(isel, GCN_v_ashrrev_i32, mir_const(2), value);
}

static struct mir_operand
plus(struct isel *isel, struct mir_operand index, int32_t more)
{
    struct mir_operand constant = mir_const((uint32_t)more);
    return mir_is_sgpr(&index) ? isel_salu2(isel, GCN_s_add_u32, index, constant)
                               : isel_vadd(isel, index, constant);
}

/* Objects have as addresses the bytes before them in the registers of all arrays.  A constant that is
 * added to the index becomes part of the first register only if the index alone is not negative. */
static struct place
place_of(struct isel *isel, const struct isel_array *array, ir_id pointer)
{
    int32_t bytes = 0;
    const struct ir_inst *def;
    uint64_t more;
    while ((def = ir_def(isel->kernel, pointer)) && def->op == IR_OP_ptradd &&
           isel_const(isel, def->args[1].value, &more)) {
        bytes += (int32_t)more;
        pointer = def->args[0].value;
    }
    struct place place = {mir_none(), array->first + (unsigned)(bytes / 4)};
    if (pointer == array->object)
        return place;
    bool is_near = def && def->op == IR_OP_ptradd && def->args[0].value == array->object;
    if (is_near) {
        place.index = element_number(isel, def->args[1].value);
    } else {
        place.index = element_number(isel, pointer); /* counts from the first array */
        place.first = (unsigned)(bytes / 4);
    }
    bool stays = is_near && bytes > 0 && place.first < array->first + array->dwords &&
                 isel_is_nonnegative(isel, def->args[1].value);
    if (bytes && !stays) {
        place.index = plus(isel, place.index, bytes / 4);
        place.first = is_near ? array->first : 0;
    }
    return place;
}

/* ---- accesses ---- */

static void
set_memory(struct mir_inst *inst, const struct place *place, unsigned words)
{
    inst->mods.imm = (int32_t)place->first;
    inst->memory.spaces = IR_SPACE_MASK(PRIVATE);
    inst->memory.size = (uint8_t)(words * 4);
}

static void
read_words(struct isel *isel, const struct place *place, struct mir_operand *words, unsigned count)
{
    struct mir_operand operands[MAX_WORDS + 1];
    for (unsigned i = 0; i < count; i++)
        words[i] = operands[i] = mir_new_vgpr(&isel->b, 1);
    operands[count] = place->index;
    set_memory(mir_emit(&isel->b, MIR_P_ARRAY_READ, operands, count + 1, count), place, count);
}

static void
write_words(struct isel *isel, const struct place *place, const struct mir_operand *words,
            unsigned count)
{
    struct mir_operand operands[MAX_WORDS + 1];
    bool by_movrel = gcn_has_op(isel->target, GCN_v_movreld_b32) && place->index.kind != MIR_NONE;
    operands[0] = place->index; /* v_movreld reads VGPRs alone: M0 is on the constant bus */
    for (unsigned i = 0; i < count; i++)
        operands[i + 1] = by_movrel ? isel_to_vgpr(isel, words[i]) : words[i];
    set_memory(mir_emit(&isel->b, MIR_P_ARRAY_WRITE, operands, count + 1, 0), place, count);
}

/* Lanes differ: each element in turn, for those lanes that mean it. */
static void
access_each(struct isel *isel, const struct isel_array *array, const struct place *place,
            struct mir_operand *words, unsigned count, bool is_store)
{
    struct mir_operand chosen[MAX_WORDS];
    for (unsigned k = 0; k < count; k++)
        chosen[k] = mir_const(0);
    for (unsigned i = 0; i + count <= array->dwords; i++) {
        struct place at = {mir_none(), array->first + i};
        struct mir_operand old[MAX_WORDS];
        struct mir_operand mask =
            isel_vcmp(isel, GCN_v_cmp_eq_u32, mir_const(at.first - place->first), place->index);
        read_words(isel, &at, old, count);
        for (unsigned k = 0; k < count; k++)
            chosen[k] = isel_vcndmask(isel, is_store ? old[k] : chosen[k],
                                      is_store ? words[k] : old[k], mask);
        if (is_store)
            write_words(isel, &at, chosen, count);
    }
    for (unsigned k = 0; !is_store && k < count; k++)
        words[k] = chosen[k];
}

void
isel_array_load(struct isel *isel, const struct isel_array *array, struct ir_inst *inst,
                struct mir_operand *words, unsigned count)
{
    struct place place = place_of(isel, array, inst->args[0].value);
    if (mir_is_vgpr(&place.index))
        access_each(isel, array, &place, words, count, false);
    else
        read_words(isel, &place, words, count);
}

void
isel_array_store(struct isel *isel, const struct isel_array *array, struct ir_inst *inst,
                 struct mir_operand *words, unsigned count)
{
    struct place place = place_of(isel, array, inst->args[0].value);
    if (mir_is_vgpr(&place.index))
        access_each(isel, array, &place, words, count, true);
    else
        write_words(isel, &place, words, count);
}
