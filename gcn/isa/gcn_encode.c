/* Instruction -> machine code, driven by gcn_format.def. */
#include "gcn/isa/gcn_format.h"

#include <string.h>

struct encoder {
    const struct gcn_target *target;
    const struct gcn_inst *inst;
    const struct gcn_op_info *info;
    unsigned layout;
    uint32_t words[4]; /* instruction, then SDWA, DPP or literal */
    unsigned count;
    const char *why;
};

static void
fail(struct encoder *e, const char *why)
{
    if (!e->why)
        e->why = why;
}

/* Puts a value into a field of the layout, whose dword 0 is words[base]. */
static void
put_in(struct encoder *e, unsigned layout, unsigned base, unsigned field, uint32_t value)
{
    struct gcn_bits bits = gcn_field_bits(e->target, layout, field);
    if (bits.width == 0) {
        if (value)
            fail(e, "a modifier is not available in this form on this target");
        return;
    }
    if (bits.width < 32 && value >> bits.width)
        fail(e, "a value does not fit its field");
    else
        gcn_field_put(e->words + base, bits, value);
}

static void
put(struct encoder *e, unsigned field, uint32_t value)
{
    put_in(e, e->layout, 0, field, value);
}

/* The extension dword's layout, or GCN_LAYOUTS. */
static unsigned
extension_layout(const struct gcn_inst *inst)
{
    if (inst->ext == GCN_DPP)
        return GCN_DPP_DWORD;
    if (inst->ext == GCN_SDWA)
        return inst->format == GCN_VOPC ? GCN_SDWAC_DWORD : GCN_SDWA_DWORD;
    return GCN_LAYOUTS;
}

/* What a field of `width` bits holds for the register. */
static uint32_t
reg_code(struct encoder *e, unsigned reg, unsigned width)
{
    if (gcn_is_vgpr(reg))
        return reg - GCN_VGPR0 + (width == 9 ? 256 : 0);
    if (gcn_is_agpr(reg))
        return reg - GCN_AGPR0 + (width == 9 ? 256 : 0);
    int code = gcn_scalar_code(e->target, reg);
    if (code < 0)
        fail(e, "the target has no such register");
    return code < 0 ? 0 : (uint32_t)code;
}

/* src0 of SDWA and DPP is in the extension, where a bit says whether it is scalar. */
static void
put_extended_source(struct encoder *e, unsigned index, unsigned source)
{
    const struct gcn_operand *operand = &e->inst->operands[index];
    unsigned layout = extension_layout(e->inst);
    bool sdwa = e->inst->ext == GCN_SDWA;
    uint32_t code = reg_code(e, operand->reg, 8);
    if (source == 0)
        put_in(e, layout, 1, GCN_FIELD_SRC0, code);
    else
        put(e, GCN_FIELD_SRC1, code);
    static const uint8_t fields[2][5] = {
        {GCN_FIELD_SRC0_NEG, GCN_FIELD_SRC0_ABS, GCN_FIELD_SRC0_SEL, GCN_FIELD_SRC0_SEXT,
         GCN_FIELD_SRC0_SGPR},
        {GCN_FIELD_SRC1_NEG, GCN_FIELD_SRC1_ABS, GCN_FIELD_SRC1_SEL, GCN_FIELD_SRC1_SEXT,
         GCN_FIELD_SRC1_SGPR}};
    put_in(e, layout, 1, fields[source][0], operand->neg);
    put_in(e, layout, 1, fields[source][1], operand->abs);
    if (sdwa) {
        put_in(e, layout, 1, fields[source][2], operand->sel);
        put_in(e, layout, 1, fields[source][3], operand->sext);
        put_in(e, layout, 1, fields[source][4], !gcn_is_vgpr(operand->reg));
    }
}

/* neg and abs of the long forms are three bits, one per source. */
static void
put_source_modifiers(struct encoder *e)
{
    unsigned neg = 0, abs = 0;
    for (unsigned i = 0; i < e->info->operand_count; i++) {
        unsigned role = e->info->operands[i].role;
        unsigned bit = role == GCN_ROLE_SRC0                            ? 0
                       : role == GCN_ROLE_SRC1 || role == GCN_ROLE_VSRC ? 1
                                                                        : 2;
        neg |= (unsigned)e->inst->operands[i].neg << bit;
        abs |= (unsigned)e->inst->operands[i].abs << bit;
    }
    if (e->layout == GCN_VOP3P) { /* mixed precision: neg_hi stands for abs */
        if (neg)
            put(e, GCN_FIELD_NEG_LO, neg);
        if (abs)
            put(e, GCN_FIELD_NEG_HI, abs);
    } else {
        put(e, GCN_FIELD_NEG, neg);
        put(e, GCN_FIELD_ABS, abs);
    }
}

static void
put_literal(struct encoder *e, uint32_t value)
{
    e->words[e->count++] = value;
}

/* A bit elsewhere says that a register is an AGPR. */
static void
put_agpr_bit(struct encoder *e, unsigned role, unsigned reg)
{
    if (e->layout == GCN_MFMA) {
        struct gcn_bits bits = gcn_field_bits(e->target, GCN_MFMA, GCN_FIELD_ACC);
        if (role == GCN_ROLE_SRC0 || role == GCN_ROLE_SRC1) {
            bits.low = (uint8_t)(bits.low + (role == GCN_ROLE_SRC1));
            gcn_field_put(e->words, bits, gcn_is_agpr(reg));
        } else if (role == GCN_ROLE_VDST && e->target->mfma_takes_vgprs) {
            put(e, GCN_FIELD_ACC_CD, gcn_is_agpr(reg));
        }
    } else if (e->layout >= GCN_DS && e->layout <= GCN_SCRATCH && gcn_is_agpr(reg)) {
        struct gcn_bits bits = gcn_field_bits(e->target, e->layout, GCN_FIELD_ACC_DATA);
        if (bits.width == 0)
            fail(e, "the target's memory instructions do not take AGPRs");
        else if (!gcn_field_get(e->words, bits))
            gcn_field_put(e->words, bits, 1);
    }
}

static void
put_operand(struct encoder *e, unsigned index)
{
    const struct gcn_operand_info *info = &e->info->operands[index];
    const struct gcn_operand *operand = &e->inst->operands[index];
    struct gcn_bits bits = gcn_field_bits(e->target, e->layout, info->role);
    if (info->kind == GCN_OPERAND_IMM) {
        if (info->role == GCN_ROLE_SSRC1)
            put(e, info->role, (uint32_t)e->inst->imm & 0xff);
        else if (bits.width)
            put(e, info->role, operand->literal);
        return;
    }
    if (e->inst->ext != GCN_PLAIN && (info->role == GCN_ROLE_SRC0 || info->role == GCN_ROLE_SRC1)) {
        put_extended_source(e, index, info->role == GCN_ROLE_SRC1);
        return;
    }
    if (info->role == GCN_ROLE_SADDR) {
        put(e, info->role, operand->reg == GCN_NO_REG ? 0x7f : reg_code(e, operand->reg, 7));
        return;
    }
    if (e->layout == GCN_SMEM && info->role == GCN_ROLE_SOFFSET)
        return; /* put_smem_offset */
    if (!bits.width || !gcn_operand_dwords(e->target, e->inst, index))
        return;
    uint32_t code = reg_code(e, operand->reg, bits.width);
    if (info->role == GCN_ROLE_SBASE)
        code /= 2;
    else if (info->role == GCN_ROLE_SRSRC || info->role == GCN_ROLE_SSAMP)
        code /= 4;
    put(e, info->role, code);
    put_agpr_bit(e, info->role, operand->reg);
    if (operand->reg == GCN_LITERAL && e->count < 2)
        put_literal(e, operand->literal);
}

static void
put_smem_offset(struct encoder *e)
{
    const struct gcn_inst *inst = e->inst;
    int index = -1;
    for (unsigned i = 0; i < e->info->operand_count; i++) {
        if (e->info->operands[i].role == GCN_ROLE_SOFFSET)
            index = (int)i;
    }
    if (index < 0)
        return;
    unsigned reg = inst->operands[index].reg;
    struct gcn_bits bits = gcn_field_bits(e->target, GCN_SMEM, GCN_FIELD_OFFSET);
    if (!inst->smem_imm) {
        put(e, GCN_FIELD_OFFSET, reg_code(e, reg, 8));
        return;
    }
    if (inst->soffset_en)
        put(e, GCN_FIELD_SOFFSET, reg_code(e, reg, 7));
    if (e->target->has_smem_byte_offset) {
        put(e, GCN_FIELD_OFFSET, (uint32_t)inst->imm & ((UINT32_C(1) << bits.width) - 1));
    } else if (inst->imm / 4 > 255) { /* GFX7: dwords in a literal, announced by 255 and imm = 0 */
        struct gcn_bits imm = gcn_field_bits(e->target, GCN_SMEM, GCN_FIELD_SMEM_IMM);
        e->words[0] &= ~(UINT32_C(1) << imm.low);
        put(e, GCN_FIELD_OFFSET, GCN_LITERAL);
        put_literal(e, (uint32_t)(inst->imm / 4));
    } else {
        put(e, GCN_FIELD_OFFSET, (uint32_t)(inst->imm / 4));
    }
}

static void
put_offset(struct encoder *e)
{
    const struct gcn_inst *inst = e->inst;
    struct gcn_bits bits = gcn_field_bits(e->target, e->layout, GCN_FIELD_OFFSET);
    if (e->layout == GCN_SMEM) {
        put_smem_offset(e);
    } else if (e->info->flags & GCN_FLAG_TWO_OFFSETS) {
        put(e, GCN_FIELD_OFFSET0, (uint32_t)inst->imm);
        put(e, GCN_FIELD_OFFSET1, inst->offset1);
    } else if (bits.width) { /* ranges: gcn_check */
        put(e, GCN_FIELD_OFFSET, (uint32_t)inst->imm & ((UINT32_C(1) << bits.width) - 1));
    }
}

/* The extension's field of that number, or else the instruction's. */
static void
put_member(struct encoder *e, unsigned extension, unsigned field, uint32_t value)
{
    if (extension != GCN_LAYOUTS && gcn_field_bits(e->target, extension, field).width)
        put_in(e, extension, 1, field, value);
    else
        put(e, field, value);
}

/* Members that are copied unchanged to fields of the instruction or its extension; most are 0, as
 * the fields are. */
static void
put_members(struct encoder *e)
{
    const struct gcn_inst *inst = e->inst;
    unsigned extension = extension_layout(inst);
#define MEMBER(name, member)                                                                       \
    if (inst->member)                                                                              \
        put_member(e, extension, GCN_FIELD_##name, inst->member);
#include "gcn/isa/gcn_format.def"
    if (e->layout == GCN_VOP3P) {
        put(e, GCN_FIELD_OP_SEL_HI, inst->op_sel_hi & 3);
        put(e, GCN_FIELD_OP_SEL_HI2, inst->op_sel_hi >> 2);
    } else if (inst->op_sel_hi) {
        fail(e, "op_sel_hi is not available in this form");
    }
}

static void
put_extension(struct encoder *e)
{
    const struct gcn_inst *inst = e->inst;
    if (inst->ext == GCN_PLAIN)
        return;
    e->count = 2;
    put(e, GCN_FIELD_SRC0, inst->ext == GCN_SDWA ? 249 : 250);
    if (inst->ext == GCN_SDWA && inst->format == GCN_VOPC && e->target->generation >= 9) {
        unsigned reg = inst->operands[0].reg;
        if (reg != GCN_VCC_LO) { /* a 0 bit means VCC */
            put_in(e, GCN_SDWAC_DWORD, 1, GCN_FIELD_SDST, reg_code(e, reg, 7));
            put_in(e, GCN_SDWAC_DWORD, 1, GCN_FIELD_SDST_EN, 1);
        }
    }
}

/* K of v_madmk and s_setreg_imm32: always there, and put_operand's if src0 has it, too. */
static void
put_own_literal(struct encoder *e)
{
    if (gcn_has_own_literal(e->inst->op) && e->count < 2)
        put_literal(e, e->inst->literal);
}

unsigned
gcn_encode(const struct gcn_target *target, const struct gcn_inst *inst, uint32_t words[3],
           const char **why)
{
    struct encoder e = {.target = target, .inst = inst, .info = &gcn_op_info[inst->op]};
    const char *ignored;
    if (!why)
        why = &ignored;
    *why = gcn_check(target, inst);
    if (*why)
        return 0;
    const struct gcn_encoding *encoding = gcn_find_encoding(target, inst->format);
    e.layout = gcn_inst_layout(inst);
    e.words[0] = encoding->value;
    e.count = encoding->words;
    put(&e, GCN_FIELD_OP, (uint32_t)gcn_opcode(target, inst->op, inst->format));
    put_extension(&e);
    for (unsigned i = 0; i < e.info->operand_count; i++)
        put_operand(&e, i);
    put_members(&e);
    put_offset(&e);
    if (e.layout == GCN_VOP3A || e.layout == GCN_VOP3B || e.layout == GCN_INTERP3 ||
        e.layout == GCN_VOP3P)
        put_source_modifiers(&e);
    put_own_literal(&e);
    if (e.why) {
        *why = e.why;
        return 0;
    }
    memcpy(words, e.words, e.count * sizeof *words);
    return e.count;
}
