/* Machine IR to bytes, and the numbers that are known only from the finished code. */
#include "midend/ir/debug_point.h"
#include "backend-gcn/backend.h"
#include "backend-gcn/mir/mir_effects.h"
#include "backend-gcn/mir/mir_build.h"
#include "backend-gcn/emit/mir_encode.h"

#include <string.h>

/* Inline constants of 16-bit operands, by their 16 bits; without 16-bit arithmetic there are none
 * (v_cvt_f32_f16). */
static unsigned
inline_constant16(const struct gcn_target *target, unsigned type, uint32_t bits)
{
    static const uint16_t floats[] = {0x3800, 0xB800, 0x3C00, 0xBC00, 0x4000,
                                      0xC000, 0x4400, 0xC400, 0x3118};
    int32_t value = (int16_t)bits;
    if (!target->has_16bit)
        return GCN_NO_REG;
    if (bits == (uint16_t)bits || bits == (uint32_t)value) {
        if (value >= -16 && value <= 64)
            return gcn_inline_constant(target, (uint32_t)value);
        for (unsigned i = 0; i < 9 && type == GCN_F16; i++)
            if (floats[i] == (uint16_t)bits)
                return GCN_CONST_0_5 + i;
    }
    return GCN_NO_REG;
}

static unsigned
constant_code(const struct gcn_target *target, unsigned type, unsigned dwords, uint64_t bits,
              uint32_t *literal)
{
    unsigned code;
    *literal = (uint32_t)bits;
    if (type == GCN_F16 || type == GCN_I16 || type == GCN_U16 || type == GCN_B16) {
        code = inline_constant16(target, type, (uint32_t)bits);
    } else if (dwords == 2) {
        code = gcn_inline_constant64(target, bits, type == GCN_F64);
        if (type == GCN_F64)
            *literal = (uint32_t)(bits >> 32);
    } else {
        code = gcn_inline_constant(target, (uint32_t)bits);
    }
    return code == GCN_NO_REG ? (unsigned)GCN_LITERAL : code;
}

static struct gcn_operand
convert_operand(const struct gcn_target *target, const struct mir_inst *inst, unsigned i)
{
    const struct mir_operand *from = &inst->operands[i];
    const struct gcn_operand_info *info = &gcn_op_info[inst->op].operands[i];
    struct gcn_operand to = {.reg = from->reg,
                             .dwords = from->dwords,
                             .neg = from->neg,
                             .abs = from->abs,
                             .sext = from->sext};
    to.sel = from->sel ? from->sel - 1 : 6;
    switch ((enum mir_operand_kind)from->kind) {
    case MIR_NONE:
        to.reg = GCN_NO_REG;
        break;
    case MIR_CONST:
        to.reg =
            (uint16_t)constant_code(target, info->type, info->dwords, from->value, &to.literal);
        break;
    case MIR_SYMBOL:
    case MIR_CODE:
    case MIR_ROW:
        to.reg = GCN_LITERAL;
        break;
    default:
        break;
    }
    if (!to.dwords)
        to.dwords = info->dwords;
    return to;
}

static void
convert_mods(struct gcn_inst *to, const struct mir_mods *mods)
{
    to->imm = mods->imm;
    to->offset1 = mods->offset1;
    to->omod = mods->omod;
    to->clamp = mods->clamp;
    to->glc = mods->glc;
    to->slc = mods->slc;
    to->offen = mods->offen;
    to->addr64 = mods->addr64;
    to->idxen = mods->idxen;
    to->gds = mods->gds;
    to->lds = mods->lds;
    to->dmask = mods->dmask;
    to->unorm = mods->unorm;
    to->da = mods->da;
    to->d16 = mods->d16;
    to->op_sel = mods->op_sel;
    to->op_sel_hi = mods->op_sel_hi;
    to->neg_lo = mods->neg_lo;
    to->neg_hi = mods->neg_hi;
    to->literal = mods->literal;
    if (mods->has_sdwa) {
        to->ext = GCN_SDWA;
        if (to->format != GCN_VOPC) /* which write a mask */
            to->dst_sel = mods->dst_sel ? mods->dst_sel - 1 : 6;
        to->dst_unused = mods->dst_unused;
    } else if (mods->has_dpp) {
        to->ext = GCN_DPP;
        to->dpp_ctrl = mods->dpp_ctrl;
        to->row_mask = mods->row_mask;
        to->bank_mask = mods->bank_mask;
        to->bound_ctrl = mods->bound_ctrl;
    }
}

static bool
has_carry_out(const struct gcn_op_info *info)
{
    for (unsigned i = 0; i < info->operand_count; i++)
        if (info->operands[i].role == GCN_ROLE_CARRY_OUT)
            return true;
    return false;
}

static void
convert_special(const struct mir_inst *inst, struct gcn_inst *out)
{
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    for (unsigned i = 0; i < info->operand_count; i++) {
        struct gcn_operand *operand = &out->operands[i];
        if (info->format == GCN_SMEM && info->operands[i].role == GCN_ROLE_SOFFSET) {
            out->smem_imm = operand->reg == GCN_NO_REG || inst->mods.imm;
            out->soffset_en = out->smem_imm && operand->reg != GCN_NO_REG;
        }
        /* A scalar offset of none is the constant 0. */
        if (info->format == GCN_MUBUF && info->operands[i].role == GCN_ROLE_SOFFSET &&
            operand->reg == GCN_NO_REG)
            operand->reg = GCN_CONST_0;
    }
}

unsigned
mir_encode(const struct mir_function *function, const struct mir_inst *inst, struct gcn_inst *out,
           uint32_t words[3])
{
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    *out = (struct gcn_inst){.op = inst->op};
    out->format = (uint8_t)gcn_shortest_format(function->target, inst->op);
    for (unsigned i = 0; i < info->operand_count; i++)
        out->operands[i] = convert_operand(function->target, inst, i);
    convert_mods(out, &inst->mods);
    convert_special(inst, out);
    const char *why = NULL;
    unsigned size = gcn_encode(function->target, out, words, &why);
    if (!size && info->format >= GCN_VOP1 && info->format <= GCN_VOPC && out->ext == GCN_PLAIN) {
        const char *ignored;
        out->format = has_carry_out(info) ? GCN_VOP3B : GCN_VOP3A;
        size = gcn_encode(function->target, out, words, &ignored);
    }
    if (!size) {
        struct strbuf text = strbuf_new(function->arena);
        mir_print_inst(&text, function, inst);
        ice(function->guard, "cannot encode %s: %s", text.text + strspn(text.text, " "),
            why ? why : "?");
    }
    out->words = (uint8_t)size;
    return size;
}

/* ---- locations ---- */

loc_t
mir_block_loc(const struct mir_block *block, loc_t before)
{
    const struct mir_function *function = block->function;
    loc_t own = function->source ? function->source->loc : 0;
    if (block == function->entry && own)
        return own;
    mir_foreach_inst (inst, block)
        if (inst->loc && !mir_is_pseudo(inst))
            return inst->loc;
    return before;
}

/* ---- the function ---- */

/* A jump whose distance is known once all blocks have their offsets. */
struct jump {
    struct mir_inst *inst;
    uint32_t at; /* in dwords */
};

struct encoding {
    struct mir_function *function;
    bool notes_lines, volatile_is_atomic;
    loc_t loc;                /* of the last instruction */
    uint32_t row;             /* its places ... */
    struct mir_places places; /* ... without those that were written since */
    uint32_t *block_offset;   /* per block id, in dwords */
    uint32_t *code;
    uint32_t size;        /* in dwords so far */
    uint32_t after_getpc; /* in dwords: after the last s_getpc_b64 */
    VEC(struct jump) jumps;
};

/* The literal is the last dword.  Addresses count from the pc that s_getpc_b64 gave. */
static void
note_relocs(struct encoding *state, const struct mir_inst *inst, unsigned size)
{
    for (unsigned i = 0; i < inst->operand_count; i++) {
        const struct mir_operand *operand = &inst->operands[i];
        if (!mir_is_filled(operand))
            continue;
        uint32_t at = state->size + size - 1;
        bool is_row = operand->kind == MIR_ROW;
        vec_push(state->function->arena, &state->function->relocs,
                 (struct mir_reloc){.offset = at * 4,
                                    .global = operand->kind == MIR_SYMBOL ? operand->global : NULL,
                                    .callee = operand->kind == MIR_CODE ? operand->callee : NULL,
                                    .row = is_row ? (uint32_t)operand->value : 0,
                                    .addend = (int32_t)(at - state->after_getpc) * 4,
                                    .high = !is_row && operand->value});
    }
}

/* Volatile, in memory that others see, and of a size that is accessed at once. */
static bool
is_volatile_word(const struct mir_memory *memory)
{
    const ir_space_set unseen = IR_SPACE_MASK(PRIVATE) | IR_SPACE_MASK(CONSTANT);
    bool is_word = memory->size <= 8 && (memory->size & (memory->size - 1)) == 0;
    return memory->is_volatile && is_word && !memory->is_unaligned && memory->spaces & ~unseen;
}

/* Nothing in its bytes tells such an instruction from a plain one; read-modify-write instructions
 * have operations of their own. */
static bool
is_atomic_access(const struct encoding *state, const struct mir_inst *inst)
{
    uint32_t flags = gcn_op_info[inst->op].flags;
    bool is_atomic = inst->memory.order != IR_NOT_ATOMIC ||
                     (state->volatile_is_atomic && is_volatile_word(&inst->memory));
    return is_atomic && flags & (GCN_FLAG_LOAD | GCN_FLAG_STORE) && !(flags & GCN_FLAG_ATOMIC);
}

static void
write_inst(struct encoding *state, struct mir_inst *inst)
{
    struct gcn_inst ignored;
    if (inst->target) {
        inst->mods.imm = 0;
        vec_push(mir_pass_arena(state->function), &state->jumps, (struct jump){inst, state->size});
    }
    unsigned size = mir_encode(state->function, inst, &ignored, state->code + state->size);
    note_relocs(state, inst, size);
    if (is_atomic_access(state, inst))
        vec_push(state->function->arena, &state->function->atomics, state->size * 4);
    if (inst->assembly)
        vec_push(state->function->arena, &state->function->checks,
                 (struct mir_check){state->size * 4, inst->assembly->text});
    state->size += size;
    if (inst->op == GCN_s_getpc_b64)
        state->after_getpc = state->size;
}

/* Places hold before the first of the instructions that one has become. */
static void
enter_places(struct encoding *state, const struct mir_inst *inst)
{
    const struct mir_function *function = state->function;
    if (inst->places == state->row && inst->places)
        return;
    state->row = inst->places;
    state->places = (struct mir_places){0};
    if (inst->places && inst->places <= function->places.count)
        state->places = function->places.at[inst->places - 1];
}

static bool
writes_place(const struct mir_inst *inst, const struct mir_place *place)
{
    for (unsigned k = 0; k < place->dwords; k++)
        if (inst->callee || mir_writes_register(inst, place->regs[k]))
            return true;
    return false;
}

static void
leave_places(struct encoding *state, const struct mir_inst *inst)
{
    uint32_t kept = 0, count = state->places.count;
    for (uint32_t i = 0; i < count; i++)
        kept += !writes_place(inst, &state->places.at[i]);
    if (kept == count)
        return;
    struct mir_place *places = ARENA_ARRAY(state->function->arena, kept + 1u, struct mir_place);
    struct mir_places left = {0, places};
    for (uint32_t i = 0; i < count; i++)
        if (!writes_place(inst, &state->places.at[i]))
            places[left.count++] = state->places.at[i];
    state->places = left;
}

bool
mir_begins_statement(const struct mir_block *block)
{
    const struct mir_block *from =
        block->logical_preds.count == 1 ? block->logical_preds.at[0] : NULL;
    const struct mir_inst *last = from ? from->last : NULL;
    while (last && !last->loc)
        last = last->prev;
    if (!last || block->logical_succ_count != 1)
        return true;
    mir_foreach_inst (inst, block)
        if (inst->loc && inst->loc != last->loc)
            return true;
    return false;
}

static void
note_line(struct encoding *state, loc_t loc, bool is_statement)
{
    struct mir_function *function = state->function;
    struct mir_line line = {
        .offset = state->size * 4, .places = state->places, .is_statement = is_statement};
    const struct ir_module *module = function->source ? function->source->module : NULL;
    line.loc = module ? debug_plain(module, loc, &line.site) : loc;
    const struct mir_line *last = function->lines.count ? &vec_last(&function->lines) : NULL;
    bool changes = !last || last->loc != line.loc || last->site != line.site ||
                   last->is_statement != is_statement || last->places.at != line.places.at ||
                   last->places.count != line.places.count;
    state->loc = loc;
    if (changes)
        vec_push(function->arena, &function->lines, line);
}

static void
write_block(struct encoding *state, struct mir_block *block)
{
    bool begins = state->notes_lines && mir_begins_statement(block);
    bool has_begun = block == state->function->entry;
    if (state->notes_lines)
        state->loc = mir_block_loc(block, state->loc);
    mir_foreach_inst (inst, block) {
        guard_poll(state->function->guard);
        if (mir_is_pseudo(inst))
            continue;
        if (state->notes_lines) {
            enter_places(state, inst);
            has_begun |= inst->loc != 0;
            note_line(state, inst->loc ? inst->loc : state->loc, begins && has_begun);
        }
        write_inst(state, inst);
        if (state->notes_lines)
            leave_places(state, inst);
    }
}

static void
write_code(struct encoding *state)
{
    mir_foreach_block (block, state->function) {
        state->block_offset[block->id] = state->size;
        write_block(state, block);
    }
    vec_foreach (struct jump, jump, &state->jumps) {
        struct gcn_inst ignored;
        jump->inst->mods.imm =
            (int32_t)(state->block_offset[jump->inst->target->id] - (jump->at + 1));
        mir_encode(state->function, jump->inst, &ignored, state->code + jump->at);
    }
}

/* An upper bound, in dwords. */
static uint32_t
most_dwords(const struct mir_function *function)
{
    uint32_t count = 0;
    mir_foreach_block (block, function)
        mir_foreach_inst (inst, block)
            count += !mir_is_pseudo(inst) ? 3 : 0;
    return count;
}

static void
note_register(struct kernel_usage *usage, unsigned reg, unsigned dwords)
{
    if (reg >= GCN_VGPR0 && reg < GCN_VGPR0 + 256u) {
        if (reg + dwords - GCN_VGPR0 > usage->vgprs)
            usage->vgprs = reg + dwords - GCN_VGPR0;
    } else if (reg >= GCN_AGPR0) {
        if (reg + dwords - GCN_AGPR0 > usage->agprs)
            usage->agprs = reg + dwords - GCN_AGPR0;
    } else if (reg < 104) {
        if (reg + dwords > usage->sgprs)
            usage->sgprs = reg + dwords;
    } else {
        unsigned set = mir_fixed_set(reg);
        usage->uses_vcc |= (set & MIR_SET_VCC) != 0;
        usage->uses_flat_scratch |= (set & MIR_SET_FLAT_SCRATCH) != 0;
    }
}

/* The VGPR whose number is the amount of a 64-bit shift, + 1; 0: none. */
static unsigned
shift_amount(const struct mir_inst *inst)
{
    if (inst->op != GCN_v_lshlrev_b64 && inst->op != GCN_v_lshrrev_b64 &&
        inst->op != GCN_v_ashrrev_i64)
        return 0;
    return inst->operands[1].reg_class == MIR_VGPR ? inst->operands[1].reg - GCN_VGPR0 + 1u : 0;
}

/* With shift64_bug no amount may be in the last VGPR of the allocation: one more register makes that
 * longer. */
static void
avoid_last_amount(struct mir_function *function)
{
    struct kernel_usage *usage = &function->usage;
    bool is_last = false;
    if (!function->target->shift64_bug || usage->vgprs % function->target->vgpr_granule)
        return;
    mir_foreach_block (block, function)
        mir_foreach_inst (inst, block)
            is_last |= usage->vgprs && shift_amount(inst) == usage->vgprs;
    usage->vgprs += is_last;
}

static void
note_usage(struct mir_function *function)
{
    struct kernel_usage *usage = &function->usage;
    mir_foreach_block (block, function) {
        mir_foreach_inst (inst, block) {
            guard_poll(function->guard);
            struct mir_effects effects = mir_effects(function->target, inst);
            usage->traps |= inst->op == GCN_s_trap;
            usage->uses_vcc |= ((effects.reads | effects.writes) & MIR_SET_VCC) != 0;
            for (unsigned i = 0; i < inst->operand_count; i++) {
                const struct mir_operand *operand = &inst->operands[i];
                if (operand->kind == MIR_TEMP || operand->kind == MIR_FIXED)
                    note_register(usage, operand->reg, operand->dwords);
            }
        }
    }
    if (function->array_dwords)
        note_register(usage, function->array_vgpr, function->array_dwords);
    avoid_last_amount(function);
    usage->scratch_bytes = ((function->scratch_objects + 3) & ~3u) + 4 * function->vgpr_spill_slots;
}

bool
encode_function(struct mir_function *function, const struct backend_options *options)
{
    struct encoding state = {.function = function,
                             .notes_lines = options && options->dwarf,
                             .volatile_is_atomic = options && options->volatile_is_atomic};
    state.block_offset = ARENA_ARRAY(mir_pass_arena(function), function->block_count, uint32_t);
    state.code = ARENA_ARRAY(function->arena, most_dwords(function) + 3, uint32_t);
    write_code(&state);
    function->code = (const uint8_t *)state.code; /* little-endian hosts, as everywhere */
    function->code_size = state.size * 4;
    function->usage.code_bytes = function->code_size;
    note_usage(function);
    if (options && options->notes_variables)
        function->kernarg_end = mir_kernarg_range(function);
    return true;
}
