/* Machine code -> instruction, driven by gcn_format.def. */
#include "gcn/isa/gcn_format.h"

#include <string.h>

struct decoder {
    const struct gcn_target *target;
    const uint32_t *words;
    size_t available;
    struct gcn_inst *inst;
    const struct gcn_op_info *info;
    unsigned layout;
    unsigned count;
    bool has_literal, bad;
    uint32_t literal;
};

static uint32_t
get_in(const struct decoder *d, unsigned layout, unsigned base, unsigned field)
{
    struct gcn_bits bits = gcn_field_bits(d->target, layout, field);
    return bits.width ? gcn_field_get(d->words + base, bits) : 0;
}

static uint32_t
get(const struct decoder *d, unsigned field)
{
    return get_in(d, d->layout, 0, field);
}

static int32_t
sign_extend(uint32_t value, unsigned width)
{
    uint32_t sign = UINT32_C(1) << (width - 1);
    return (int32_t)((value ^ sign) - sign);
}

/* Takes one more dword; reads nothing past the end. */
static uint32_t
next_dword(struct decoder *d)
{
    if (d->count >= d->available) {
        d->bad = true;
        return 0;
    }
    return d->words[d->count++];
}

/* The only literal of the instruction, however many operands use it. */
static uint32_t
get_literal(struct decoder *d)
{
    if (!d->has_literal) {
        d->has_literal = true;
        d->literal = next_dword(d);
    }
    return d->literal;
}

/* Reads a register number: scalar codes, or vector registers where the field says so. */
static void
get_reg(struct decoder *d, struct gcn_operand *operand, uint32_t code, bool vector)
{
    if (vector) {
        operand->reg = (uint16_t)(GCN_VGPR0 + (code & 255));
        return;
    }
    operand->reg = (uint16_t)gcn_scalar_reg(d->target, code);
    if (operand->reg == GCN_NO_REG)
        d->bad = true;
}

static unsigned
extension_layout(const struct gcn_inst *inst)
{
    if (inst->ext == GCN_DPP)
        return GCN_DPP_DWORD;
    return inst->format == GCN_VOPC ? GCN_SDWAC_DWORD : GCN_SDWA_DWORD;
}

static void
get_extended_source(struct decoder *d, struct gcn_operand *operand, unsigned source)
{
    unsigned layout = extension_layout(d->inst);
    bool scalar = get_in(d, layout, 1, source ? GCN_FIELD_SRC1_SGPR : GCN_FIELD_SRC0_SGPR);
    uint32_t code = source ? get(d, GCN_FIELD_SRC1) : get_in(d, layout, 1, GCN_FIELD_SRC0);
    get_reg(d, operand, code, !scalar);
    operand->neg = get_in(d, layout, 1, source ? GCN_FIELD_SRC1_NEG : GCN_FIELD_SRC0_NEG);
    operand->abs = get_in(d, layout, 1, source ? GCN_FIELD_SRC1_ABS : GCN_FIELD_SRC0_ABS);
    operand->sext = get_in(d, layout, 1, source ? GCN_FIELD_SRC1_SEXT : GCN_FIELD_SRC0_SEXT);
    operand->sel = (uint8_t)get_in(d, layout, 1, source ? GCN_FIELD_SRC1_SEL : GCN_FIELD_SRC0_SEL);
}

/* Does a field of a vector or memory instruction name vector registers only? */
static bool
names_vector(const struct gcn_operand_info *info, unsigned width, uint32_t code)
{
    if (width == 9)
        return code >= 256;
    switch (info->kind) {
    case GCN_OPERAND_VGPR:
    case GCN_OPERAND_AGPR:
    case GCN_OPERAND_AVDST:
    case GCN_OPERAND_VSRC:
        return true;
    default:
        return false;
    }
}

static bool
is_accumulator(const struct decoder *d, const struct gcn_operand_info *info)
{
    if (info->kind == GCN_OPERAND_AGPR)
        return true;
    if (info->kind != GCN_OPERAND_AVDST)
        return false;
    if (d->layout != GCN_MFMA)
        return get(d, GCN_FIELD_ACC_DATA);
    if (info->role == GCN_ROLE_SRC0 || info->role == GCN_ROLE_SRC1)
        return get(d, GCN_FIELD_ACC) >> (info->role == GCN_ROLE_SRC1) & 1;
    return !d->target->mfma_takes_vgprs || get(d, GCN_FIELD_ACC_CD);
}

static void
get_immediate(struct decoder *d, unsigned index)
{
    const struct gcn_operand_info *info = &d->info->operands[index];
    struct gcn_operand *operand = &d->inst->operands[index];
    operand->reg = GCN_NO_REG;
    if (info->role == GCN_ROLE_SSRC1)
        d->inst->imm = (int32_t)get(d, info->role);
    else if (info->role == GCN_ROLE_SDATA || info->role == GCN_ROLE_VSRC)
        operand->literal = get(d, info->role);
    else if (info->role == GCN_ROLE_LITERAL)
        d->inst->literal = get_literal(d);
}

static void
get_operand(struct decoder *d, unsigned index)
{
    const struct gcn_operand_info *info = &d->info->operands[index];
    struct gcn_operand *operand = &d->inst->operands[index];
    struct gcn_bits bits = gcn_field_bits(d->target, d->layout, info->role);
    if (info->kind == GCN_OPERAND_IMM) {
        get_immediate(d, index);
        return;
    }
    if (d->inst->ext != GCN_PLAIN && (info->role == GCN_ROLE_SRC0 || info->role == GCN_ROLE_SRC1)) {
        get_extended_source(d, operand, info->role == GCN_ROLE_SRC1);
        return;
    }
    if (!bits.width) { /* VCC of the short forms; anything else is absent */
        operand->reg = info->kind == GCN_OPERAND_VCC ? GCN_VCC_LO : GCN_NO_REG;
        return;
    }
    if (d->layout == GCN_SMEM && info->role == GCN_ROLE_SOFFSET)
        return; /* get_smem_offset */
    uint32_t code = gcn_field_get(d->words, bits);
    if (info->role == GCN_ROLE_SBASE)
        code *= 2;
    else if (info->role == GCN_ROLE_SRSRC || info->role == GCN_ROLE_SSAMP)
        code *= 4;
    if (info->role == GCN_ROLE_SADDR && code == 0x7f) {
        operand->reg = GCN_NO_REG;
        return;
    }
    get_reg(d, operand, code, names_vector(info, bits.width, code));
    if (gcn_is_vgpr(operand->reg) && is_accumulator(d, info))
        operand->reg = (uint16_t)(operand->reg - GCN_VGPR0 + GCN_AGPR0);
    if (operand->reg == GCN_LITERAL)
        operand->literal = get_literal(d);
}

static void
get_source_modifiers(struct decoder *d)
{
    bool mix = d->info->flags & (GCN_FLAG_MAD_MIX | GCN_FLAG_FMA_MIX);
    bool packed = d->layout == GCN_VOP3P;
    uint32_t neg = get(d, packed ? GCN_FIELD_NEG_LO : GCN_FIELD_NEG);
    uint32_t abs = get(d, packed ? GCN_FIELD_NEG_HI : GCN_FIELD_ABS);
    if (packed && !mix)
        return;
    for (unsigned i = 0; i < d->info->operand_count; i++) {
        unsigned role = d->info->operands[i].role;
        if (role == GCN_ROLE_VSRC)
            role = GCN_ROLE_SRC1;
        if (role < GCN_ROLE_SRC0 || role > GCN_ROLE_SRC2)
            continue;
        d->inst->operands[i].neg = neg >> (role - GCN_ROLE_SRC0) & 1;
        d->inst->operands[i].abs = abs >> (role - GCN_ROLE_SRC0) & 1;
    }
    if (packed)
        d->inst->neg_lo = d->inst->neg_hi = 0;
}

static void
get_members(struct decoder *d)
{
    struct gcn_inst *inst = d->inst;
    unsigned extension = inst->ext == GCN_PLAIN ? GCN_LAYOUTS : extension_layout(inst);
#define MEMBER(name, member)                                                                       \
    if (extension != GCN_LAYOUTS && gcn_field_bits(d->target, extension, GCN_FIELD_##name).width)  \
        inst->member = get_in(d, extension, 1, GCN_FIELD_##name);                                  \
    else                                                                                           \
        inst->member = get(d, GCN_FIELD_##name);
#include "gcn/isa/gcn_format.def"
    if (d->layout == GCN_VOP3P)
        inst->op_sel_hi = get(d, GCN_FIELD_OP_SEL_HI) | get(d, GCN_FIELD_OP_SEL_HI2) << 2;
}

static void
get_smem_offset(struct decoder *d)
{
    struct gcn_inst *inst = d->inst;
    struct gcn_operand *soffset = NULL;
    for (unsigned i = 0; i < d->info->operand_count; i++) {
        if (d->info->operands[i].role == GCN_ROLE_SOFFSET)
            soffset = &inst->operands[i];
    }
    if (!soffset)
        return;
    uint32_t offset = get(d, GCN_FIELD_OFFSET);
    soffset->reg = GCN_NO_REG;
    if (!inst->smem_imm && offset == GCN_LITERAL && d->target->family == GCN_GFX7) {
        inst->imm = (int64_t)next_dword(d) * 4;
        inst->smem_imm = 1;
    } else if (!inst->smem_imm) {
        get_reg(d, soffset, offset & 0xff, false);
    } else {
        inst->imm = d->target->has_smem_byte_offset ? (int32_t)offset : (int32_t)offset * 4;
        if (d->target->generation >= 9)
            inst->imm = sign_extend(offset, 21);
    }
    if (inst->soffset_en)
        get_reg(d, soffset, get(d, GCN_FIELD_SOFFSET), false);
}

static void
get_offset(struct decoder *d)
{
    struct gcn_inst *inst = d->inst;
    struct gcn_bits bits = gcn_field_bits(d->target, d->layout, GCN_FIELD_OFFSET);
    if (d->layout == GCN_SMEM) {
        get_smem_offset(d);
    } else if (d->info->flags & GCN_FLAG_TWO_OFFSETS) {
        inst->imm = (int32_t)get(d, GCN_FIELD_OFFSET0);
        inst->offset1 = (uint8_t)get(d, GCN_FIELD_OFFSET1);
    } else if (bits.width) {
        bool is_signed = d->layout == GCN_GLOBAL || d->layout == GCN_SCRATCH ||
                         d->layout == GCN_SOPK ||
                         (d->layout == GCN_SOPP && d->info->flags & GCN_FLAG_BRANCH);
        uint32_t value = gcn_field_get(d->words, bits);
        inst->imm = is_signed ? sign_extend(value, bits.width) : (int32_t)value;
    }
}

/* SDWA and DPP put a code into src0 that announces their dword. */
static void
get_extension(struct decoder *d)
{
    if (d->layout > GCN_VOPC || d->layout < GCN_VOP1 || !d->target->has_dpp_sdwa)
        return;
    uint32_t src0 = get(d, GCN_FIELD_SRC0);
    if (src0 != 249 && src0 != 250)
        return;
    d->inst->ext = src0 == 249 ? GCN_SDWA : GCN_DPP;
    next_dword(d);
}

/* On GFX9, compares in SDWA form may name their destination. */
static void
get_sdwa_destination(struct decoder *d)
{
    if (d->inst->ext == GCN_SDWA && d->layout == GCN_VOPC &&
        get_in(d, GCN_SDWAC_DWORD, 1, GCN_FIELD_SDST_EN))
        get_reg(d, &d->inst->operands[0], get_in(d, GCN_SDWAC_DWORD, 1, GCN_FIELD_SDST), false);
}

/* Finds format and operation; false when the bits name none. */
static bool
recognise(struct decoder *d)
{
    for (unsigned i = 0; i < gcn_encoding_count; i++) {
        const struct gcn_encoding *row = &gcn_encodings[i];
        if (d->target->family < row->first || d->target->family > row->last ||
            (d->words[0] & row->mask) != row->value)
            continue;
        if (row->words > d->available)
            return false;
        unsigned format = row->format;
        struct gcn_bits bits = gcn_field_bits(d->target, format, GCN_FIELD_OP);
        uint32_t opcode = bits.width ? gcn_field_get(d->words, bits) : 0;
        enum gcn_op op = gcn_lookup(d->target, &format, opcode);
        if (!op)
            return false;
        d->inst->op = (uint16_t)op;
        d->inst->format = (uint8_t)format;
        d->info = &gcn_op_info[op];
        d->layout = gcn_inst_layout(d->inst);
        d->count = row->words;
        return true;
    }
    return false;
}

/* exp names four sources; compressed ones repeat in the text, not here. */
static void
drop_absent_operands(struct decoder *d)
{
    for (unsigned i = 0; i < d->info->operand_count; i++) {
        unsigned dwords = gcn_operand_dwords(d->target, d->inst, i);
        struct gcn_operand *operand = &d->inst->operands[i];
        operand->dwords = (uint8_t)dwords;
        if (!dwords && d->info->operands[i].kind != GCN_OPERAND_IMM)
            operand->reg = GCN_NO_REG;
    }
}

unsigned
gcn_decode(const struct gcn_target *target, const uint32_t *words, size_t count,
           struct gcn_inst *inst)
{
    struct decoder d = {.target = target, .words = words, .available = count, .inst = inst};
    memset(inst, 0, sizeof *inst);
    if (count == 0 || !recognise(&d))
        return 0;
    get_extension(&d);
    if (d.bad)
        return 0;
    get_members(&d);
    for (unsigned i = 0; i < d.info->operand_count; i++)
        get_operand(&d, i);
    get_offset(&d);
    get_sdwa_destination(&d);
    if (d.layout == GCN_VOP3A || d.layout == GCN_VOP3B || d.layout == GCN_INTERP3 ||
        d.layout == GCN_VOP3P)
        get_source_modifiers(&d);
    if (d.bad)
        return 0;
    drop_absent_operands(&d);
    inst->words = (uint8_t)d.count;
    return d.count;
}
