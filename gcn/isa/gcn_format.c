/* The tables of gcn_format.def and gcn_reg.def, and lookups in them. */
#include "gcn/isa/gcn_format.h"

/* Where rows overlap (several -1 opcodes, a family's exception), the last one counts. */
#pragma GCC diagnostic ignored "-Woverride-init"
#ifdef __clang__
#pragma GCC diagnostic ignored "-Winitializer-overrides"
#endif

const struct gcn_encoding gcn_encodings[] = {
#define ENCODING(format, first, last, mask, value, words)                                          \
    {GCN_##format, GCN_##first, GCN_##last, words, mask, value},
#include "gcn/isa/gcn_format.def"
};
const unsigned gcn_encoding_count = sizeof gcn_encodings / sizeof *gcn_encodings;

static const struct gcn_reg_range reg_ranges[] = {
#define REG(reg, count, first, last, code) {GCN_##reg, count, GCN_##first, GCN_##last, code},
#include "gcn/isa/gcn_reg.def"
};
enum { REG_RANGES = sizeof reg_ranges / sizeof *reg_ranges };

const struct gcn_reg_name gcn_reg_names[] = {
#define NAME(reg, pair, low, high) {GCN_##reg, pair, low, high},
#include "gcn/isa/gcn_reg.def"
};
const unsigned gcn_reg_name_count = sizeof gcn_reg_names / sizeof *gcn_reg_names;

/* Names in the rows that differ from the enumerators. */
enum {
    LAYOUT_SOP2 = GCN_SOP2,
    LAYOUT_SOP1 = GCN_SOP1,
    LAYOUT_SOPC = GCN_SOPC,
    LAYOUT_SOPK = GCN_SOPK,
    LAYOUT_SOPP = GCN_SOPP,
    LAYOUT_SMEM = GCN_SMEM,
    LAYOUT_VOP1 = GCN_VOP1,
    LAYOUT_VOP2 = GCN_VOP2,
    LAYOUT_VOPC = GCN_VOPC,
    LAYOUT_VOP3A = GCN_VOP3A,
    LAYOUT_VOP3B = GCN_VOP3B,
    LAYOUT_VOP3P = GCN_VOP3P,
    LAYOUT_VINTRP = GCN_VINTRP,
    LAYOUT_DS = GCN_DS,
    LAYOUT_MUBUF = GCN_MUBUF,
    LAYOUT_MTBUF = GCN_MTBUF,
    LAYOUT_MIMG = GCN_MIMG,
    LAYOUT_FLAT = GCN_FLAT,
    LAYOUT_GLOBAL = GCN_GLOBAL,
    LAYOUT_SCRATCH = GCN_SCRATCH,
    LAYOUT_EXP = GCN_EXP,
    LAYOUT_MFMA = GCN_MFMA,
    LAYOUT_INTERP3 = GCN_INTERP3,
    LAYOUT_SDWA = GCN_SDWA_DWORD,
    LAYOUT_SDWAC = GCN_SDWAC_DWORD,
    LAYOUT_DPP = GCN_DPP_DWORD,
};
enum {
    F_VDST = GCN_ROLE_VDST,
    F_SDST = GCN_ROLE_SDST,
    F_SRC0 = GCN_ROLE_SRC0,
    F_SRC1 = GCN_ROLE_SRC1,
    F_SRC2 = GCN_ROLE_SRC2,
    F_SSRC0 = GCN_ROLE_SSRC0,
    F_SSRC1 = GCN_ROLE_SSRC1,
    F_SDATA = GCN_ROLE_SDATA,
    F_SBASE = GCN_ROLE_SBASE,
    F_SOFFSET = GCN_ROLE_SOFFSET,
    F_ADDR = GCN_ROLE_ADDR,
    F_DATA = GCN_ROLE_DATA,
    F_DATA0 = GCN_ROLE_DATA0,
    F_DATA1 = GCN_ROLE_DATA1,
    F_SADDR = GCN_ROLE_SADDR,
    F_VADDR = GCN_ROLE_VADDR,
    F_VDATA = GCN_ROLE_VDATA,
    F_SRSRC = GCN_ROLE_SRSRC,
    F_SSAMP = GCN_ROLE_SSAMP,
    F_VSRC = GCN_ROLE_VSRC,
    F_CARRY_OUT = GCN_ROLE_CARRY_OUT,
    F_CARRY_IN = GCN_ROLE_CARRY_IN,
    F_VSRC0 = GCN_ROLE_VSRC0,
    F_VSRC1 = GCN_ROLE_VSRC1,
    F_VSRC2 = GCN_ROLE_VSRC2,
    F_VSRC3 = GCN_ROLE_VSRC3,
    F_OP = GCN_FIELD_OP,
    F_OFFSET = GCN_FIELD_OFFSET,
    F_OFFSET0 = GCN_FIELD_OFFSET0,
    F_OFFSET1 = GCN_FIELD_OFFSET1,
    F_NEG = GCN_FIELD_NEG,
    F_ABS = GCN_FIELD_ABS,
    F_OP_SEL_HI = GCN_FIELD_OP_SEL_HI,
    F_OP_SEL_HI2 = GCN_FIELD_OP_SEL_HI2,
    F_ACC = GCN_FIELD_ACC,
    F_ACC_CD = GCN_FIELD_ACC_CD,
    F_ACC_DATA = GCN_FIELD_ACC_DATA,
    F_SRC0_SEL = GCN_FIELD_SRC0_SEL,
    F_SRC0_SEXT = GCN_FIELD_SRC0_SEXT,
    F_SRC0_NEG = GCN_FIELD_SRC0_NEG,
    F_SRC0_ABS = GCN_FIELD_SRC0_ABS,
    F_SRC0_SGPR = GCN_FIELD_SRC0_SGPR,
    F_SRC1_SEL = GCN_FIELD_SRC1_SEL,
    F_SRC1_SEXT = GCN_FIELD_SRC1_SEXT,
    F_SRC1_NEG = GCN_FIELD_SRC1_NEG,
    F_SRC1_ABS = GCN_FIELD_SRC1_ABS,
    F_SRC1_SGPR = GCN_FIELD_SRC1_SGPR,
    F_SDST_EN = GCN_FIELD_SDST_EN,
#define MEMBER(name, member) F_##name = GCN_FIELD_##name,
#include "gcn/isa/gcn_format.def"
};

static const struct gcn_bits field_table[GCN_LAYOUTS][GCN_FAMILIES][GCN_FIELDS] = {
#define FIELD(layout, first, last, name, low, width)                                               \
    [LAYOUT_##layout][GCN_##first... GCN_##last][F_##name] = {low, width},
#include "gcn/isa/gcn_format.def"
};

/* Opcode -> operation.  Each format has a range of one array; slot 0 of a range takes the -1s. */
enum { VOP3_OPCODES = 0x2a8 };
enum {
    SIZE_SOP2 = 129,
    SIZE_SOP1 = 257,
    SIZE_SOPC = 129,
    SIZE_SOPK = 33,
    SIZE_SOPP = 129,
    SIZE_SMEM = 257,
    SIZE_VOP1 = 257,
    SIZE_VOP2 = VOP3_OPCODES,
    SIZE_VOPC = 257,
    SIZE_VOP3A = VOP3_OPCODES,
    SIZE_VOP3B = VOP3_OPCODES,
    SIZE_VOP3P = 129,
    SIZE_VINTRP = 5,
    SIZE_DS = 257,
    SIZE_MUBUF = 129,
    SIZE_MTBUF = 17,
    SIZE_MIMG = 129,
    SIZE_FLAT = 129,
    SIZE_GLOBAL = 129,
    SIZE_SCRATCH = 129,
    SIZE_EXP = 2,
};
enum {
    START_SOP2 = 0,
    START_SOP1 = START_SOP2 + SIZE_SOP2,
    START_SOPC = START_SOP1 + SIZE_SOP1,
    START_SOPK = START_SOPC + SIZE_SOPC,
    START_SOPP = START_SOPK + SIZE_SOPK,
    START_SMEM = START_SOPP + SIZE_SOPP,
    START_VOP1 = START_SMEM + SIZE_SMEM,
    START_VOP2 = START_VOP1 + SIZE_VOP1,
    START_VOPC = START_VOP2 + SIZE_VOP2,
    START_VOP3A = START_VOPC + SIZE_VOPC,
    START_VOP3B = START_VOP3A + SIZE_VOP3A,
    START_VOP3P = START_VOP3B + SIZE_VOP3B,
    START_VINTRP = START_VOP3P + SIZE_VOP3P,
    START_DS = START_VINTRP + SIZE_VINTRP,
    START_MUBUF = START_DS + SIZE_DS,
    START_MTBUF = START_MUBUF + SIZE_MUBUF,
    START_MIMG = START_MTBUF + SIZE_MTBUF,
    START_FLAT = START_MIMG + SIZE_MIMG,
    START_GLOBAL = START_FLAT + SIZE_FLAT,
    START_SCRATCH = START_GLOBAL + SIZE_GLOBAL,
    START_EXP = START_SCRATCH + SIZE_SCRATCH,
    LOOKUP_SIZE = START_EXP + SIZE_EXP,
};

static const struct {
    uint16_t start, size;
} stretches[GCN_FORMATS] = {
#define STRETCH(format) [GCN_##format] = {START_##format, SIZE_##format}
    STRETCH(SOP2),  STRETCH(SOP1),  STRETCH(SOPC),   STRETCH(SOPK),   STRETCH(SOPP),
    STRETCH(SMEM),  STRETCH(VOP1),  STRETCH(VOP2),   STRETCH(VOPC),   STRETCH(VOP3A),
    STRETCH(VOP3B), STRETCH(VOP3P), STRETCH(VINTRP), STRETCH(DS),     STRETCH(MUBUF),
    STRETCH(MTBUF), STRETCH(MIMG),  STRETCH(FLAT),   STRETCH(GLOBAL), STRETCH(SCRATCH),
    STRETCH(EXP),
};

static const uint16_t lookup_table[GCN_FAMILIES][LOOKUP_SIZE] = {
#define INST(name, format, cost, op6, op7, op8, op9, op906, op908, op90a, ...)                     \
    [GCN_GFX6][START_##format + (op6) + 1] = GCN_##name,                                           \
                                        [GCN_GFX7][START_##format + (op7) + 1] = GCN_##name,       \
                                        [GCN_GFX8][START_##format + (op8) + 1] = GCN_##name,       \
                                        [GCN_GFX9][START_##format + (op9) + 1] = GCN_##name,       \
                                        [GCN_GFX906][START_##format + (op906) + 1] = GCN_##name,   \
                                        [GCN_GFX908][START_##format + (op908) + 1] = GCN_##name,   \
                                        [GCN_GFX90A][START_##format + (op90a) + 1] = GCN_##name,
#include "gcn/isa/gcn_inst.def"
#undef INST
};
_Static_assert(GCN_FAMILIES == 7, "gcn_inst.def has a column for each family");

struct gcn_bits
gcn_field_bits(const struct gcn_target *target, unsigned layout, unsigned field)
{
    return field_table[layout][target->family][field];
}

uint32_t
gcn_field_get(const uint32_t *words, struct gcn_bits bits)
{
    uint32_t mask = bits.width >= 32 ? UINT32_MAX : (UINT32_C(1) << bits.width) - 1;
    return words[bits.low / 32] >> bits.low % 32 & mask;
}

void
gcn_field_put(uint32_t *words, struct gcn_bits bits, uint32_t value)
{
    words[bits.low / 32] |= value << bits.low % 32;
}

unsigned
gcn_inst_layout(const struct gcn_inst *inst)
{
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    if (inst->format == GCN_VOP3P && info->cost == GCN_COST_MFMA)
        return GCN_MFMA;
    if (inst->format == GCN_VOP3A && info->operand_count >= 3 &&
        info->operands[2].role == GCN_ROLE_ATTR)
        return GCN_INTERP3;
    return inst->format;
}

const struct gcn_encoding *
gcn_find_encoding(const struct gcn_target *target, unsigned format)
{
    for (unsigned i = 0; i < gcn_encoding_count; i++) {
        const struct gcn_encoding *row = &gcn_encodings[i];
        if (row->format == format && row->first <= target->family && target->family <= row->last)
            return row;
    }
    return NULL;
}

/* The row of exactly this format. */
static enum gcn_op
lookup_row(const struct gcn_target *target, unsigned format, unsigned opcode)
{
    if (opcode + 1u >= stretches[format].size)
        return GCN_NO_OP;
    unsigned slot = stretches[format].start + opcode + 1;
    enum gcn_op op = lookup_table[target->family][slot];
    if (gcn_op_info[op].flags & GCN_FLAG_MAD_MIX && target->has_fma_mix)
        op = lookup_table[GCN_GFX906][slot]; /* gfx904: a GFX9 chip with the later operation */
    return op;
}

/* Distance between the opcode of a row and that of its VOP3 form. */
static int
vop3_offset(const struct gcn_target *target, unsigned format)
{
    switch (format) {
    case GCN_VOP1:
        return target->generation < 8 ? 0x180 : 0x140;
    case GCN_VOP2:
        return 0x100;
    case GCN_VOPC:
        return 0;
    case GCN_VINTRP:
        return target->generation < 8 ? -1 : 0x270;
    default:
        return -1;
    }
}

static bool
has_carry_out(const struct gcn_op_info *info)
{
    for (unsigned i = 0; i < info->operand_count; i++) {
        if (info->operands[i].role == GCN_ROLE_CARRY_OUT)
            return true;
    }
    return false;
}

enum gcn_op
gcn_lookup(const struct gcn_target *target, unsigned *format, unsigned opcode)
{
    if (*format != GCN_VOP3A && *format != GCN_VOP3B) {
        /* A VOP2 field has six bits, so long-form numbers in VOP2 rows are out of its reach. */
        return lookup_row(target, *format, opcode);
    }
    static const uint8_t order[] = {GCN_VOP3A, GCN_VOP3B, GCN_VOP2, GCN_VOPC, GCN_VOP1, GCN_VINTRP};
    for (unsigned i = 0; i < sizeof order; i++) {
        unsigned row_format = order[i];
        enum gcn_op op = lookup_row(target, row_format, opcode);
        if (row_format == GCN_VOP2 && opcode < 0x140)
            op = GCN_NO_OP;
        int offset = vop3_offset(target, row_format);
        if (!op && offset >= 0 && opcode >= (unsigned)offset &&
            (row_format != GCN_VOP2 || opcode < 0x140)) {
            op = lookup_row(target, row_format, opcode - offset);
            if (op && gcn_op_info[op].flags & GCN_FLAG_NO_VOP3)
                op = GCN_NO_OP;
        }
        if (op) {
            *format = has_carry_out(&gcn_op_info[op]) ? GCN_VOP3B : GCN_VOP3A;
            return gcn_opcode(target, op, *format) == (int)opcode ? op : GCN_NO_OP;
        }
    }
    return GCN_NO_OP;
}

bool
gcn_has_op(const struct gcn_target *target, enum gcn_op op)
{
    const struct gcn_op_info *info = &gcn_op_info[op];
    if (info->flags & (GCN_FLAG_MAD_MIX | GCN_FLAG_FMA_MIX) && target->has_no_mix)
        return false;
    if (info->flags & GCN_FLAG_MAD_MIX && target->has_fma_mix)
        return false;
    if (info->flags & GCN_FLAG_FMA_MIX && !target->has_fma_mix)
        return false;
    return info->opcode[target->family] >= 0;
}

enum gcn_format
gcn_shortest_format(const struct gcn_target *target, enum gcn_op op)
{
    const struct gcn_op_info *info = &gcn_op_info[op];
    if (info->format == GCN_VOP2 && info->opcode[target->family] >= 0x40)
        return has_carry_out(info) ? GCN_VOP3B : GCN_VOP3A;
    return info->format;
}

int
gcn_opcode(const struct gcn_target *target, enum gcn_op op, enum gcn_format format)
{
    const struct gcn_op_info *info = &gcn_op_info[op];
    if (!gcn_has_op(target, op))
        return -1;
    int opcode = info->opcode[target->family];
    enum gcn_format shortest = gcn_shortest_format(target, op);
    if (shortest == format)
        return opcode;
    if (format != (has_carry_out(info) ? GCN_VOP3B : GCN_VOP3A) || shortest != info->format)
        return -1;
    int offset = vop3_offset(target, info->format);
    bool lane_access = info->operands[1].kind == GCN_OPERAND_SSRC ||
                       info->operands[0].kind == GCN_OPERAND_SGPR; /* GFX6 and GFX7: VOP2 only */
    if (offset < 0 || info->flags & GCN_FLAG_NO_VOP3 || (info->format == GCN_VOP2 && lane_access))
        return -1;
    return opcode + offset;
}

int
gcn_scalar_code(const struct gcn_target *target, unsigned reg)
{
    for (unsigned i = 0; i < REG_RANGES; i++) {
        const struct gcn_reg_range *range = &reg_ranges[i];
        if (reg >= range->reg && reg < range->reg + range->count &&
            range->first <= target->family && target->family <= range->last) {
            if (range->reg == GCN_XNACK_MASK_LO && !target->has_xnack_mask)
                return -1;
            return range->code + (int)(reg - range->reg);
        }
    }
    return -1;
}

unsigned
gcn_scalar_reg(const struct gcn_target *target, unsigned code)
{
    for (unsigned i = 0; i < REG_RANGES; i++) {
        const struct gcn_reg_range *range = &reg_ranges[i];
        if (code >= range->code && code < range->code + range->count &&
            range->first <= target->family && target->family <= range->last) {
            if (range->reg == GCN_XNACK_MASK_LO && !target->has_xnack_mask)
                return GCN_NO_REG;
            return range->reg + (code - range->code);
        }
    }
    return GCN_NO_REG;
}
