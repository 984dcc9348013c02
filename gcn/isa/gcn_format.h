/* Bit layouts as tables, shared by gcn_encode.c, gcn_decode.c and gcn_check.c.  Private to this
 * folder. */
#ifndef OCC_GCN_ISA_GCN_FORMAT_H
#define OCC_GCN_ISA_GCN_FORMAT_H

#include "gcn/isa/gcn_target.h"

/* Layouts that are not formats of their own, numbered after enum gcn_format. */
enum gcn_layout {
    GCN_MFMA = GCN_FORMATS, /* VOP3P opcodes of matrix instructions */
    GCN_INTERP3,            /* v_interp_* in VOP3 form */
    GCN_SDWA_DWORD,
    GCN_SDWAC_DWORD, /* SDWA of compares */
    GCN_DPP_DWORD,
    GCN_LAYOUTS
};

/* Fields: first the operand roles under their own numbers, then everything else. */
enum gcn_field {
    GCN_FIELD_OP = GCN_ROLES,
    GCN_FIELD_OFFSET,
    GCN_FIELD_OFFSET0,
    GCN_FIELD_OFFSET1,
    GCN_FIELD_NEG,
    GCN_FIELD_ABS,
    GCN_FIELD_OP_SEL_HI,
    GCN_FIELD_OP_SEL_HI2,
    GCN_FIELD_ACC,
    GCN_FIELD_ACC_CD,
    GCN_FIELD_ACC_DATA,
    GCN_FIELD_SRC0_SEL,
    GCN_FIELD_SRC0_SEXT,
    GCN_FIELD_SRC0_NEG,
    GCN_FIELD_SRC0_ABS,
    GCN_FIELD_SRC0_SGPR,
    GCN_FIELD_SRC1_SEL,
    GCN_FIELD_SRC1_SEXT,
    GCN_FIELD_SRC1_NEG,
    GCN_FIELD_SRC1_ABS,
    GCN_FIELD_SRC1_SGPR,
    GCN_FIELD_SDST_EN,
#define MEMBER(name, member) GCN_FIELD_##name,
#include "gcn/isa/gcn_format.def"
    GCN_FIELDS
};

/* Operand roles as fields. */
enum {
    GCN_FIELD_SRC0 = GCN_ROLE_SRC0,
    GCN_FIELD_SRC1 = GCN_ROLE_SRC1,
    GCN_FIELD_SDST = GCN_ROLE_SDST,
    GCN_FIELD_SOFFSET = GCN_ROLE_SOFFSET,
};

struct gcn_bits {
    uint8_t low, width; /* width 0: the layout has no such field */
};

struct gcn_encoding {
    uint8_t format, first, last, words;
    uint32_t mask, value;
};

/* One register or range of registers in the 8-bit scalar code space. */
struct gcn_reg_range {
    uint16_t reg, count;
    uint8_t first, last; /* families */
    uint16_t code;
};

struct gcn_reg_name {
    uint16_t reg;
    const char *pair, *low, *high; /* of the pair or, when low is NULL, of the register */
};

extern const struct gcn_encoding gcn_encodings[];
extern const unsigned gcn_encoding_count;
extern const struct gcn_reg_name gcn_reg_names[];
extern const unsigned gcn_reg_name_count;

/* Where a field of the layout lies on the target; width 0 when it is not there. */
struct gcn_bits gcn_field_bits(const struct gcn_target *target, unsigned layout, unsigned field);
/* Read a field of the instruction's words; put a value that fits into a field that holds zeros. */
uint32_t gcn_field_get(const uint32_t *words, struct gcn_bits bits);
void gcn_field_put(uint32_t *words, struct gcn_bits bits, uint32_t value);

/* The layout of the instruction's first two dwords. */
unsigned gcn_inst_layout(const struct gcn_inst *inst);
/* The encoding row of a format, or NULL. */
const struct gcn_encoding *gcn_find_encoding(const struct gcn_target *target, unsigned format);
/* The operation with this opcode field in this format (VOP3A: also those of VOP3B and long forms
 * of shorter rows, whose format is then in *format); GCN_NO_OP when there is none. */
enum gcn_op gcn_lookup(const struct gcn_target *target, unsigned *format, unsigned opcode);

/* The 8-bit scalar code of a register or constant, or -1 when the target has none. */
int gcn_scalar_code(const struct gcn_target *target, unsigned reg);
/* The reverse; GCN_NO_REG when the code names nothing. */
unsigned gcn_scalar_reg(const struct gcn_target *target, unsigned code);

/* The operation that the target spells this way, differently from its name; GCN_NO_OP for other
 * texts. */
enum gcn_op gcn_find_spelling(const struct gcn_target *target, const char *text, size_t length);

/* Why the instruction is not legal on the target, a static message, or NULL. */
const char *gcn_check(const struct gcn_target *target, const struct gcn_inst *inst);

static inline bool
gcn_is_vgpr(unsigned reg)
{
    return reg >= GCN_VGPR0 && reg < GCN_VGPR0 + 256;
}

static inline bool
gcn_is_agpr(unsigned reg)
{
    return reg >= GCN_AGPR0 && reg < GCN_AGPR0 + 256;
}

static inline bool
gcn_is_sgpr(unsigned reg)
{
    return reg < 104;
}

/* A register pair that is addressed like SGPRs: FLAT_SCRATCH, TTMPs and so on. */
static inline bool
gcn_is_special_sgpr(unsigned reg)
{
    return reg == GCN_VCC_LO || reg == GCN_VCC_HI || reg == GCN_M0 || reg == GCN_EXEC_LO ||
           reg == GCN_EXEC_HI || (reg >= GCN_FLAT_SCRATCH_LO && reg < GCN_TTMP0 + 16);
}

/* Inline constants: integers and floats. */
static inline bool
gcn_is_inline(unsigned reg)
{
    return (reg >= GCN_CONST_0 && reg <= GCN_CONST_0 + 80) ||
           (reg >= GCN_CONST_0_5 && reg <= GCN_CONST_INV_2PI);
}

#endif
