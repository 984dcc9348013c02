/* The rows of gcn_inst.def as one constant table. */
#include "gcn/isa/gcn.h"

/* Flag names of the rows. */
enum {
    SCC_IN = GCN_FLAG_READS_SCC,
    SCC_OUT = GCN_FLAG_WRITES_SCC,
    VCC_IN = GCN_FLAG_READS_VCC,
    EXEC_IN = GCN_FLAG_READS_EXEC,
    EXEC_OUT = GCN_FLAG_WRITES_EXEC,
    M0_IN = GCN_FLAG_READS_M0,
    M0_OUT = GCN_FLAG_WRITES_M0,
    BRANCH = GCN_FLAG_BRANCH,
    END = GCN_FLAG_END,
    LOAD = GCN_FLAG_LOAD,
    STORE = GCN_FLAG_STORE,
    ATOMIC = GCN_FLAG_ATOMIC,
    COMMUTES = GCN_FLAG_COMMUTES,
    SIDE_EFFECT = GCN_FLAG_SIDE_EFFECT,
    NO_EXEC_MASK = GCN_FLAG_NO_EXEC_MASK,
    CONVERGENT = GCN_FLAG_CONVERGENT,
    NO_VOP3 = GCN_FLAG_NO_VOP3,
    CLAMP_OMOD = GCN_FLAG_OMOD_CLAMP,
    CLAMP = GCN_FLAG_INT_CLAMP,
    SDWA = GCN_FLAG_SDWA,
    SDWA_GFX8 = GCN_FLAG_SDWA_GFX8,
    DPP = GCN_FLAG_DPP,
    DPP_GFX90A = GCN_FLAG_DPP_GFX90A,
    DPP_64 = GCN_FLAG_DPP_64,
    D16_FORMAT = GCN_FLAG_D16_FORMAT,
    TWO_OFFSETS = GCN_FLAG_TWO_OFFSETS,
    MAD_MIX = GCN_FLAG_MAD_MIX,
    FMA_MIX = GCN_FLAG_FMA_MIX,
    GATHER4 = GCN_FLAG_GATHER4,
    OP_SEL = GCN_FLAG_OP_SEL,
    NO_D16 = GCN_FLAG_NO_D16,
};

/* Types: size in dwords and meaning of the bits. */
#define TYPE_B16        1, GCN_B16
#define TYPE_F16        1, GCN_F16
#define TYPE_I16        1, GCN_I16
#define TYPE_U16        1, GCN_U16
#define TYPE_PACKED     1, GCN_PACKED16
#define TYPE_PACKED_INT 1, GCN_PACKED_INT16
#define TYPE_PACKED32   2, GCN_F32
#define TYPE_B32        1, GCN_B32
#define TYPE_F32        1, GCN_F32
#define TYPE_I32        1, GCN_I32
#define TYPE_U32        1, GCN_U32
#define TYPE_B64        2, GCN_B64
#define TYPE_F64        2, GCN_F64
#define TYPE_I64        2, GCN_I64
#define TYPE_U64        2, GCN_U64
#define TYPE_B96        3, GCN_UNTYPED
#define TYPE_B128       4, GCN_UNTYPED
#define TYPE_B256       8, GCN_UNTYPED
#define TYPE_B512       16, GCN_UNTYPED
#define TYPE_ANY        0, GCN_UNTYPED /* the modifiers decide: gcn_operand_dwords */

/* DEF(role, kind, size, type) and so on. */
#define DEF(role, kind, ...)                                                                       \
    {                                                                                              \
        GCN_ROLE_##role, GCN_OPERAND_##kind, __VA_ARGS__, true, false                              \
    }
#define USE(role, kind, ...)                                                                       \
    {                                                                                              \
        GCN_ROLE_##role, GCN_OPERAND_##kind, __VA_ARGS__, false, true                              \
    }
#define BOTH(role, kind, ...)                                                                      \
    {                                                                                              \
        GCN_ROLE_##role, GCN_OPERAND_##kind, __VA_ARGS__, true, true                               \
    }

/* Scalar ALU */
#define SDST(t)      DEF(SDST, SGPR, TYPE_##t)
#define SDST_RW(t)   BOTH(SDST, SGPR, TYPE_##t)
#define SDST_IN(t)   USE(SDST, SGPR, TYPE_##t)
#define SSRC0(t)     USE(SSRC0, SSRC, TYPE_##t)
#define SSRC1(t)     USE(SSRC1, SSRC, TYPE_##t)
#define SSRC0_REG(t) USE(SSRC0, SGPR, TYPE_##t) /* no constant */
#define SSRC1_REG(t) USE(SSRC1, SGPR, TYPE_##t)
#define SSRC1_IMM    USE(SSRC1, IMM, TYPE_B32)
#define SIMM16       USE(IMM, IMM, TYPE_B32)
#define K(t)         USE(LITERAL, IMM, TYPE_##t)

/* Scalar memory */
#define SDATA(t)    DEF(SDATA, SGPR, TYPE_##t)
#define SDATA_RW(t) BOTH(SDATA, SGPR, TYPE_##t)
#define SDATA_IN(t) USE(SDATA, SGPR, TYPE_##t)
#define SDATA_IMM   USE(SDATA, IMM, TYPE_B32)
#define SBASE(t)    USE(SBASE, SGPR, TYPE_##t)
#define SOFFSET     USE(SOFFSET, SGPR, TYPE_B32)

/* Vector ALU */
#define VDST(t)        DEF(VDST, VGPR, TYPE_##t)
#define VDST_RW(t)     BOTH(VDST, VGPR, TYPE_##t)
#define SRC0(t)        USE(SRC0, VSRC, TYPE_##t)
#define SRC1(t)        USE(SRC1, VSRC, TYPE_##t)
#define SRC2(t)        USE(SRC2, VSRC, TYPE_##t)
#define VSRC0(t)       USE(SRC0, VGPR, TYPE_##t)
#define VSRC0_RW(t)    BOTH(SRC0, VGPR, TYPE_##t)
#define SSRC_LANE      USE(SRC0, SSRC, TYPE_B32)
#define LANE           USE(SRC1, SSRC, TYPE_B32)
#define CMP            DEF(SDST, VCC, TYPE_B64)
#define CARRY_OUT      DEF(CARRY_OUT, VCC, TYPE_B64)
#define CARRY_IN       USE(CARRY_IN, VCC, TYPE_B64)
#define SDST_CC        DEF(CARRY_OUT, SGPR, TYPE_B64)
#define ADST(t)        DEF(VDST, AGPR, TYPE_##t)
#define ASRC0(t)       USE(SRC0, AGPR, TYPE_##t)
#define MDST(t, n)     DEF(VDST, AVDST, n, GCN_##t) /* MFMA: n registers of type t */
#define MSRC0(t, n)    USE(SRC0, AVDST, n, GCN_##t)
#define MSRC1(t, n)    USE(SRC1, AVDST, n, GCN_##t)
#define MSRC2(t, n)    USE(SRC2, AVDST, n, GCN_##t)
#define INTERP_SRC(t)  USE(VSRC, VGPR, TYPE_##t)
#define INTERP_PARAM   USE(VSRC, IMM, TYPE_B32)
#define VINTERP_SRC(t) USE(SRC1, VGPR, TYPE_##t)
#define INTERP_SRC2(t) USE(SRC2, VGPR, TYPE_##t)
#define ATTR           USE(ATTR, IMM, TYPE_B32)

/* LDS, vector memory, export */
#define DS_DST(t)      DEF(VDST, AVDST, TYPE_##t)
#define DS_DST_RW(t)   BOTH(VDST, AVDST, TYPE_##t) /* d16: the other half stays */
#define ADDR(t)        USE(ADDR, VGPR, TYPE_##t)
#define DATA0(t)       USE(DATA0, AVDST, TYPE_##t)
#define DATA1(t)       USE(DATA1, AVDST, TYPE_##t)
#define VDATA(t)       DEF(VDATA, AVDST, TYPE_##t)
#define VDATA_RW(t)    BOTH(VDATA, AVDST, TYPE_##t)
#define VDATA_IN(t)    USE(VDATA, AVDST, TYPE_##t)
#define VADDR(t)       USE(VADDR, VGPR, TYPE_##t)
#define SRSRC(t)       USE(SRSRC, SGPR, TYPE_##t)
#define SSAMP          USE(SSAMP, SGPR, TYPE_B128)
#define VSOFFSET       USE(SOFFSET, SSRC, TYPE_B32)
#define FLAT_RTN(t)    DEF(VDST, AVDST, TYPE_##t)
#define FLAT_DST(t)    DEF(VDST, AVDST, TYPE_##t)
#define FLAT_DST_RW(t) BOTH(VDST, AVDST, TYPE_##t)
#define FLAT_ADDR(t)   USE(ADDR, VGPR, TYPE_##t)
#define FLAT_DATA(t)   USE(DATA, AVDST, TYPE_##t)
#define SADDR          USE(SADDR, SGPR, TYPE_B64)
#define EXP_SRC(n)     USE(VSRC##n, VGPR, TYPE_F32)

/* Flags that every row of a format has. */
enum {
    FLAGS_SOP2 = 0,
    FLAGS_SOP1 = 0,
    FLAGS_SOPC = 0,
    FLAGS_SOPK = 0,
    FLAGS_SOPP = 0,
    FLAGS_SMEM = 0,
    FLAGS_VOP1 = EXEC_IN,
    FLAGS_VOP2 = EXEC_IN,
    FLAGS_VOPC = EXEC_IN,
    FLAGS_VOP3A = EXEC_IN,
    FLAGS_VOP3B = EXEC_IN,
    FLAGS_VOP3P = EXEC_IN,
    FLAGS_VINTRP = EXEC_IN,
    FLAGS_DS = EXEC_IN | M0_IN,
    FLAGS_MUBUF = EXEC_IN | M0_IN, /* lds = 1 */
    FLAGS_MTBUF = EXEC_IN,
    FLAGS_MIMG = EXEC_IN,
    FLAGS_FLAT = EXEC_IN,
    FLAGS_GLOBAL = EXEC_IN,
    FLAGS_SCRATCH = EXEC_IN,
    FLAGS_EXP = EXEC_IN,
};

#define ROW_FLAGS(format, flags)                                                                   \
    ((flags) | ((flags)&NO_EXEC_MASK ? FLAGS_##format & ~EXEC_IN : FLAGS_##format))
#define OPERAND_COUNT(...)                                                                         \
    (sizeof((struct gcn_operand_info[]){{0}, __VA_ARGS__}) / sizeof(struct gcn_operand_info) - 1)

const struct gcn_op_info gcn_op_info[GCN_OPS] = {
    {.name = "(none)", .opcode = {-1, -1, -1, -1, -1, -1, -1}},
#define INST(name, format, cost, op6, op7, op8, op9, op906, op908, op90a, flags, ...)              \
    {#name,                                                                                        \
     GCN_##format,                                                                                 \
     GCN_COST_##cost,                                                                              \
     OPERAND_COUNT(__VA_ARGS__),                                                                   \
     {__VA_ARGS__},                                                                                \
     {op6, op7, op8, op9, op906, op908, op90a},                                                    \
     ROW_FLAGS(format, flags)},
#include "gcn/isa/gcn_inst.def"
#undef INST
};
_Static_assert(GCN_FAMILIES == 7, "gcn_inst.def has a column for each family");
