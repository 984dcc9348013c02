/* The GCN instruction set as data: what every tool of this project knows about an instruction.
 *
 * Rows live in gcn_inst.def, bit layouts in gcn_format.def, chips in gcn_target.def.  Encoder,
 * decoder, assembly printer and parser, machine IR validator, scheduler, wait and hazard passes and
 * the simulator's decoder all read these tables.  Sources: LLVM 16's llvm-mc probed opcode by
 * opcode, CLRX's documentation; see ERRATA.md for where the manuals are wrong. */
#ifndef OCC_GCN_ISA_GCN_H
#define OCC_GCN_ISA_GCN_H

#include "support/strbuf.h"

#include <stdbool.h>
#include <stdint.h>

/* Opcode columns.  GFX906, 908 and 90A are GFX9 with additions. */
enum gcn_family {
    GCN_GFX6,
    GCN_GFX7,
    GCN_GFX8,
    GCN_GFX9,
    GCN_GFX906,
    GCN_GFX908,
    GCN_GFX90A,
    GCN_FAMILIES
};

/* Encodings.  A row names its shortest; VOP1, VOP2 and VOPC rows also encode as VOP3A or VOP3B
 * (opcode + 0x180/0x140, + 0x100, + 0). */
/* clang-format off */
enum gcn_format {
    GCN_SOP2, GCN_SOP1, GCN_SOPC, GCN_SOPK, GCN_SOPP,
    GCN_SMEM, /* SMRD on GFX6 and GFX7 */
    GCN_VOP1, GCN_VOP2, GCN_VOPC, GCN_VOP3A, GCN_VOP3B, GCN_VOP3P, GCN_VINTRP,
    GCN_DS, GCN_MUBUF, GCN_MTBUF, GCN_MIMG,
    GCN_FLAT, GCN_GLOBAL, GCN_SCRATCH, /* one encoding, three segments */
    GCN_EXP,
    GCN_FORMATS
};
/* clang-format on */

/* Registers and constants, the same numbers on every generation (the encoder maps those that
 * moved).  0..255 follow the 8-bit scalar source codes of AMD's GCN3 ISA manual. */
/* clang-format off */
enum gcn_reg {
    GCN_SGPR0 = 0,            /* s0 .. s103 */
    GCN_VCC_LO = 106, GCN_VCC_HI = 107,
    GCN_M0 = 124,
    GCN_EXEC_LO = 126, GCN_EXEC_HI = 127,
    GCN_CONST_0 = 128,        /* 128 + n: n in 0..64;  192 + n: -n, n in 1..16 */
    GCN_SRC_SHARED_BASE = 235, GCN_SRC_SHARED_LIMIT, GCN_SRC_PRIVATE_BASE, GCN_SRC_PRIVATE_LIMIT,
    GCN_SRC_POPS_EXITING_WAVE_ID = 239,
    GCN_CONST_0_5 = 240,      /* 0.5 -0.5 1 -1 2 -2 4 -4, then 1/(2 pi) = 248 (GFX8 and later) */
    GCN_CONST_INV_2PI = 248,
    GCN_SRC_VCCZ = 251, GCN_SRC_EXECZ = 252, GCN_SRC_SCC = 253,
    GCN_SRC_LDS_DIRECT = 254,
    GCN_LITERAL = 255,        /* the value is in operand.literal */
    GCN_VGPR0 = 256,          /* v0 .. v255 = 256 .. 511 */
    GCN_FLAT_SCRATCH_LO = 512, GCN_FLAT_SCRATCH_HI,
    GCN_XNACK_MASK_LO, GCN_XNACK_MASK_HI,
    GCN_TBA_LO, GCN_TBA_HI, GCN_TMA_LO, GCN_TMA_HI,
    GCN_TTMP0 = 520,          /* ttmp0 .. ttmp15 */
    GCN_SCC = 540,            /* not encodable as a destination: implicit operand of SALU */
    GCN_AGPR0 = 768,          /* a0 .. a255 (gfx908, gfx90a) */
    GCN_NO_REG = 0xFFFF       /* `off`, an absent operand */
};
/* clang-format on */

/* What an operand position accepts. */
enum gcn_operand_kind {
    GCN_OPERAND_NONE,
    GCN_OPERAND_VGPR, /* VGPRs only */
    GCN_OPERAND_SGPR, /* SGPRs, VCC, M0, EXEC...: what a scalar destination field names */
    GCN_OPERAND_SSRC, /* scalar source: SGPR, constant or (where the format allows) literal */
    GCN_OPERAND_VSRC, /* 9-bit vector source: VGPR, SGPR, constant, literal in short forms */
    GCN_OPERAND_VCC,  /* VCC by name (short forms of carry, compare, cndmask) */
    GCN_OPERAND_AGPR,
    GCN_OPERAND_AVDST, /* VGPR or AGPR (gfx90a) */
    GCN_OPERAND_IMM,   /* simm16, hwreg, sendmsg, waitcnt, branch offset: in gcn_inst.imm */
};

/* The bit field an operand sits in; names as in AMD's ISA manuals. */
enum gcn_role {
    GCN_ROLE_NONE,
    GCN_ROLE_VDST,
    GCN_ROLE_SDST,
    GCN_ROLE_SRC0,
    GCN_ROLE_SRC1,
    GCN_ROLE_SRC2,
    GCN_ROLE_SSRC0,
    GCN_ROLE_SSRC1,
    GCN_ROLE_SDATA,
    GCN_ROLE_SBASE,
    GCN_ROLE_SOFFSET,
    GCN_ROLE_ADDR,
    GCN_ROLE_DATA,
    GCN_ROLE_DATA0,
    GCN_ROLE_DATA1,
    GCN_ROLE_SADDR,
    GCN_ROLE_VADDR,
    GCN_ROLE_VDATA,
    GCN_ROLE_SRSRC,
    GCN_ROLE_SSAMP,
    GCN_ROLE_VSRC,
    GCN_ROLE_CARRY_OUT,
    GCN_ROLE_CARRY_IN,
    GCN_ROLE_IMM,
    GCN_ROLE_VSRC0,
    GCN_ROLE_VSRC1,
    GCN_ROLE_VSRC2,
    GCN_ROLE_VSRC3,   /* EXP */
    GCN_ROLE_LITERAL, /* K of v_madmk and v_madak, value of s_setreg_imm32: gcn_inst.literal */
    GCN_ROLE_ATTR,    /* attribute and channel of v_interp: gcn_inst.target and .chan */
    GCN_ROLES
};

/* How the bits of an operand are interpreted; decides inline constants and neg/abs. */
enum gcn_value_type {
    GCN_B32,
    GCN_B64,
    GCN_B16,
    GCN_F16,
    GCN_F32,
    GCN_F64,
    GCN_I16,
    GCN_I32,
    GCN_I64,
    GCN_U16,
    GCN_U32,
    GCN_U64,
    GCN_PACKED16 /* f16 */,
    GCN_UNTYPED,
    GCN_PACKED_INT16
};

/* One operand of a row. */
struct gcn_operand_info {
    uint8_t role; /* enum gcn_role */
    uint8_t kind; /* enum gcn_operand_kind */
    uint8_t dwords;
    uint8_t type; /* enum gcn_value_type */
    bool is_def;  /* written */
    bool is_use;  /* read; both for v_mac's vdst, v_swap, atomics' returning vdata */
};

/* Further properties of an operation: bits of gcn_op_info.flags. */
enum gcn_flag {
    GCN_FLAG_READS_SCC = 1 << 0,
    GCN_FLAG_WRITES_SCC = 1 << 1,
    GCN_FLAG_READS_VCC = 1 << 2, /* implicitly, e.g. v_div_fmas, s_cbranch_vccz */
    GCN_FLAG_WRITES_VCC = 1 << 3,
    GCN_FLAG_READS_EXEC = 1 << 4, /* as data or control; every VALU, VMEM, DS does as a mask */
    GCN_FLAG_WRITES_EXEC = 1 << 5,
    GCN_FLAG_READS_M0 = 1 << 6, /* on some generation: see gcn_reads_m0 */
    GCN_FLAG_BRANCH = 1 << 7,   /* may change the pc */
    GCN_FLAG_END = 1 << 8,      /* nothing follows: s_endpgm, s_branch, s_setpc_b64 */
    GCN_FLAG_LOAD = 1 << 9,
    GCN_FLAG_STORE = 1 << 10,
    GCN_FLAG_ATOMIC = 1 << 11,
    GCN_FLAG_COMMUTES = 1 << 12,     /* src0 and src1 may be swapped */
    GCN_FLAG_SIDE_EFFECT = 1 << 13,  /* barriers, messages, waits, setreg: never removed or moved */
    GCN_FLAG_NO_EXEC_MASK = 1 << 14, /* vector instruction that ignores EXEC: v_readlane,
                                       v_writelane, v_readfirstlane */
    GCN_FLAG_CONVERGENT = 1 << 15,   /* result depends on which lanes are active */
    GCN_FLAG_NO_VOP3 = 1 << 16,      /* VOP1/VOP2/VOPC row without a VOP3 form */
    GCN_FLAG_OMOD_CLAMP = 1 << 17,   /* takes clamp and omod in VOP3 form (float result) */
    GCN_FLAG_INT_CLAMP = 1 << 18,  /* takes clamp from GFX8 on (integer saturation; with OMOD_CLAMP:
                                      omod everywhere) */
    GCN_FLAG_SDWA = 1 << 19,       /* has an SDWA form (GFX8 and later) */
    GCN_FLAG_DPP = 1 << 20,        /* has a DPP form (GFX8 and later) */
    GCN_FLAG_WRITES_M0 = 1 << 21,  /* s_set_gpr_idx_* */
    GCN_FLAG_SDWA_GFX8 = 1 << 22,  /* SDWA on GFX8 only */
    GCN_FLAG_DPP_GFX90A = 1 << 23, /* DPP on gfx90a only */
    GCN_FLAG_DPP_64 = 1 << 24,     /* DPP on gfx90a only, and only row_newbcast */
    GCN_FLAG_D16_FORMAT = 1 << 25, /* 16-bit components: the operand's size is that of chips that
                                      keep one per VGPR, half where they are packed */
    GCN_FLAG_TWO_OFFSETS = 1 << 26, /* DS with offset0 and offset1 */
    GCN_FLAG_MAD_MIX = 1 << 27,     /* v_mad_mix_*: absent where the target has v_fma_mix_* */
    GCN_FLAG_FMA_MIX = 1 << 28,
    GCN_FLAG_GATHER4 = 1 << 29, /* four results whatever dmask says */
    GCN_FLAG_OP_SEL = 1 << 30,  /* VOP3A takes op_sel on GFX9 */
    GCN_FLAG_NO_D16 =
        INT32_MIN, /* bit 31; MIMG without d16: its data is as it lies in memory, or no texel */
};

/* Issue and latency classes: runtime/sim/timing/timing.def says what each costs. */
enum gcn_cost {
    GCN_COST_SALU,
    GCN_COST_SALU_SLOW,
    GCN_COST_SMEM,
    GCN_COST_BRANCH,
    GCN_COST_SKIP, /* s_nop ... */
    GCN_COST_VALU,
    GCN_COST_TRANS,
    GCN_COST_MUL32,
    GCN_COST_FMA32,
    GCN_COST_F64_ADD,
    GCN_COST_F64_MUL,
    GCN_COST_SWAP,
    GCN_COST_MFMA,
    GCN_COST_VMEM_LOAD,
    GCN_COST_VMEM_STORE,
    GCN_COST_VMEM_ATOMIC,
    GCN_COST_LDS_2,
    GCN_COST_LDS_4,
    GCN_COST_LDS_6,
    GCN_COST_LDS_8,
    GCN_COST_LDS_10,
    GCN_COST_EXPORT,
    GCN_COST_MESSAGE,
    GCN_COSTS
};

enum { GCN_MAX_OPERANDS = 6 };

/* One row of gcn_inst.def. */
struct gcn_op_info {
    const char *name; /* LLVM's spelling on the newest generation that has it; else gcn_spelling */
    uint8_t format;   /* enum gcn_format, the shortest */
    uint8_t cost;     /* enum gcn_cost */
    uint8_t operand_count;
    struct gcn_operand_info operands[GCN_MAX_OPERANDS]; /* in assembly order: destinations first
                                                           where the assembler has them first */
    int16_t opcode[GCN_FAMILIES]; /* in the shortest format; -1: the chip lacks it */
    uint32_t flags;
};

/* GCN_v_add_f32, GCN_s_load_dword...: named after the operation: where a spelling changed its
 * meaning between generations (v_add_u32), the name here is unambiguous: v_add_co_u32 has the
 * carry. */
enum gcn_op {
    GCN_NO_OP,
#define INST(name, ...) GCN_##name,
#include "gcn/isa/gcn_inst.def"
#undef INST
    GCN_OPS
};

/* By enum gcn_op. */
extern const struct gcn_op_info gcn_op_info[GCN_OPS];

/* Hardware registers of s_getreg and s_setreg: GCN_HWREG_MODE... */
enum gcn_hwreg {
#define HWREG(number, name, first, last) GCN_HWREG_##name = number,
#include "gcn/isa/gcn_names.def"
};

/* One operand of a real instruction. */
struct gcn_operand {
    uint16_t reg; /* enum gcn_reg; the first of a tuple */
    uint8_t dwords;
    uint8_t neg : 1, abs : 1, sext : 1;
    uint8_t sel;      /* SDWA: 0..3 byte, 4, 5 word, 6 dword */
    uint32_t literal; /* GCN_LITERAL: the 32 bits */
};

/* What the dword after the short form holds. */
enum gcn_extension { GCN_PLAIN, GCN_SDWA, GCN_DPP };

/* One real instruction, physical registers and all: what is decoded and encoded. */
struct gcn_inst {
    uint16_t op;                                   /* enum gcn_op */
    uint8_t format;                                /* enum gcn_format that it is encoded in */
    uint8_t ext;                                   /* enum gcn_extension */
    uint8_t words;                                 /* size in dwords, set by encode and decode */
    struct gcn_operand operands[GCN_MAX_OPERANDS]; /* as gcn_op_info.operands */
    int64_t imm; /* simm16 (sign-extended for SOPK and branches, unsigned else), or the offset of
                    SMEM in bytes, DS, MUBUF, MTBUF, FLAT; setreg_imm32's value is in literal */
    uint32_t literal; /* value after s_setreg_imm32, K of v_madmk and v_madak, where a literal of
                         src0 is the same dword */
    uint8_t offset1;  /* DS with two offsets: imm is offset0 */
    uint8_t smem_imm : 1, soffset_en : 1; /* SMEM: has an immediate; GFX9: has an SGPR as well */
    uint8_t glc : 1, slc : 1, tfe : 1, lds : 1, offen : 1, idxen : 1, addr64 : 1, gds : 1;
    uint8_t clamp : 1, omod : 2, unorm : 1, da : 1, r128 : 1, lwe : 1, d16 : 1;
    uint8_t a16 : 1, compr : 1, done : 1, vm : 1, nv : 1;
    uint8_t op_sel : 4, op_sel_hi : 3;
    uint8_t neg_lo : 3, neg_hi : 3;
    uint8_t dmask : 4, en : 4;
    uint8_t dfmt : 4, nfmt : 3;
    uint8_t target; /* EXP target; VINTRP attribute */
    uint8_t chan;   /* VINTRP channel */
    uint8_t high;   /* v_interp_* of f16: the upper half of the parameter */
    uint8_t cbsz : 3, abid : 4;
    uint8_t blgp : 3;
    uint16_t dpp_ctrl;
    uint8_t row_mask : 4, bank_mask : 4;
    uint8_t bound_ctrl : 1, dst_unused : 2;
    uint8_t dst_sel;
};

struct gcn_target; /* gcn_target.h */

/* Decodes the instruction at words[0 .. count-1].  Returns its size in dwords, or 0 when the bits
 * name no instruction of the target or run past count. */
unsigned gcn_decode(const struct gcn_target *target, const uint32_t *words, size_t count,
                    struct gcn_inst *inst);

/* Encodes into words (at most 3).  Returns the size in dwords, or 0 with *why set to a static
 * message when the target lacks the instruction or an operand does not fit. */
unsigned gcn_encode(const struct gcn_target *target, const struct gcn_inst *inst, uint32_t words[3],
                    const char **why);

/* Appends the instruction as llvm-mc of the target takes it, without a newline; label replaces the
 * offset of a branch when it is not NULL. */
void gcn_print(struct strbuf *buf, const struct gcn_target *target, const struct gcn_inst *inst,
               const char *label);

/* Parses one instruction in the printed form (either case).  Returns NULL, or a message in the
 * arena that says what is wrong. */
const char *gcn_parse(struct arena *arena, const struct gcn_target *target, const char *text,
                      size_t length, struct gcn_inst *inst);

/* What an expression in an operand came to.  One with labels has something of the reader's that stands
 * for it, and is a literal of 32 bits whatever its value; where that cannot be, the value counts, if it is
 * known already. */
struct gcn_expression {
    int64_t value;
    bool is_known;
    const void *later; /* NULL: there are no labels in it */
    const char *error; /* NULL: none */
};

/* Who knows more of expressions than numbers: symbols, labels.  read steps *next over the expression
 * before end; ends_at_bar: '|' is no operator, as in |1|. */
struct gcn_expressions {
    void *data;
    struct gcn_expression (*read)(void *data, const char **next, const char *end, bool ends_at_bar);
};

/* Where in the instruction an expression that is not known yet goes. */
enum gcn_fixup { GCN_FIXUP_NONE, GCN_FIXUP_BRANCH /* simm16, in dwords */, GCN_FIXUP_LITERAL };

struct gcn_parsed {
    struct gcn_inst inst;
    enum gcn_fixup fixup;
    const void *later;    /* of gcn_expression, for the fixup */
    const char *error_at; /* the place of an error, within the text */
};

/* gcn_parse with expressions. */
const char *gcn_parse_symbolic(struct arena *arena, const struct gcn_target *target,
                               const char *text, size_t length,
                               const struct gcn_expressions *expressions,
                               struct gcn_parsed *parsed);

/* Would an assembler, this one or LLVM's, read the name as a register where an operand stands ("vcc",
 * "ttmp0", "s999", "off")? */
bool gcn_is_register_name(struct arena *arena, const char *text);

/* Reads one register or tuple ("v7", "s[4:5]", "vcc") that must be the whole text; false: it is not
 * one. */
bool gcn_parse_register(struct arena *arena, const struct gcn_target *target, const char *text,
                        size_t length, struct gcn_operand *operand);

/* The opcode of the operation in this format (short or long form), -1 when the target lacks it. */
int gcn_opcode(const struct gcn_target *target, enum gcn_op op, enum gcn_format format);
/* Does the target have the operation at all? */
bool gcn_has_op(const struct gcn_target *target, enum gcn_op op);
/* The shortest format on this target, where a VOP2 row may exist only as VOP3A. */
enum gcn_format gcn_shortest_format(const struct gcn_target *target, enum gcn_op op);
/* Does a literal belong to the operation, K of v_madmk_f32, value of s_setreg_imm32_b32? */
bool gcn_has_own_literal(enum gcn_op op);
/* Matrix products (v_mfma_*) by what decides how long they take: the size of one result, f64 apart (AMD's
 * CDNA1 and CDNA2 ISA manuals, matrix arithmetic instructions: 2, 8, 16, 4 and 8 passes). */
enum gcn_matrix {
    GCN_NO_MATRIX,
    GCN_MATRIX_4X4,
    GCN_MATRIX_16X16,
    GCN_MATRIX_32X32,
    GCN_MATRIX_F64_4X4,
    GCN_MATRIX_F64_16X16,
    GCN_MATRICES
};
enum gcn_matrix gcn_matrix_of(enum gcn_op op);
/* Is it a dot product, v_dot2_f32_f16 and so on? */
bool gcn_is_dot(enum gcn_op op);
/* How many of src0, src1 and src2 the row has. */
unsigned gcn_source_count(const struct gcn_op_info *info);
/* The size of the operand in registers: its row's, or what dmask, tfe, d16, a16, the addressing
 * mode (offen, idxen, addr64, saddr) make of it; 0 when it is absent (a single vaddr of an image:
 * as many as the operand says, because the dimension is not in the instruction). */
unsigned gcn_operand_dwords(const struct gcn_target *target, const struct gcn_inst *inst,
                            unsigned index);

/* The simm16 of s_waitcnt; a count above the counter's maximum does not wait. */
uint16_t gcn_waitcnt_encode(const struct gcn_target *target, unsigned vm, unsigned exp,
                            unsigned lgkm);
/* The reverse. */
void gcn_waitcnt_decode(const struct gcn_target *target, uint16_t simm16, unsigned *vm,
                        unsigned *exp, unsigned *lgkm);

/* The mnemonic as spelled on this target, without _e32/_e64. */
const char *gcn_spelling(const struct gcn_target *target, enum gcn_op op);
/* "s[4:5]", "v7", "vcc", "0.5", "0x12345678". */
void gcn_print_operand(struct strbuf *buf, const struct gcn_target *target,
                       const struct gcn_operand *operand);
/* The inline constant code for a 32-bit pattern, or GCN_NO_REG when it takes a literal. */
uint16_t gcn_inline_constant(const struct gcn_target *target, uint32_t bits);
/* The same for a 64-bit pattern: integer codes sign-extended, float codes as f64 if is_float. */
uint16_t gcn_inline_constant64(const struct gcn_target *target, uint64_t bits, bool is_float);
/* The hardware register that the simm16 of s_getreg or s_setreg names (enum gcn_hwreg); bit offset
 * and size are in its upper bits. */
static inline unsigned
gcn_hwreg(int32_t simm16)
{
    return simm16 & 63;
}
/* Does the instruction read M0 on this target (LDS access before GFX9, and so on)? */
bool gcn_reads_m0(const struct gcn_target *target, const struct gcn_inst *inst);

#endif
