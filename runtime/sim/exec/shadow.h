/* Which result bits may depend on which source bits: a rule for each operation (shadow.c). */
#ifndef OCC_RUNTIME_SIM_EXEC_SHADOW_H
#define OCC_RUNTIME_SIM_EXEC_SHADOW_H

/* How shadow bits (1: uninitialised) go through an operation (shadow.c). */
enum sim_shadow_rule {
    SHADOW_ANY, /* any shadow bit of a source makes the whole result undefined */
    SHADOW_MOVE,
    SHADOW_SHUFFLE /* bits change their places only */,
    SHADOW_AND,
    SHADOW_OR,
    SHADOW_XOR,
    SHADOW_ADD /* carries go upwards */,
    SHADOW_SELECT,
    SHADOW_BFI,
    SHADOW_SHL,
    SHADOW_SHLREV,
    SHADOW_SHR,
    SHADOW_SHRREV,
    SHADOW_ASHR,
    SHADOW_ASHRREV,
    SHADOW_BFE,
    SHADOW_SBFE,
    SHADOW_SEXT8,
    SHADOW_SEXT16,
    SHADOW_PERM,
    SHADOW_ALIGNBIT,
    SHADOW_ALIGNBYTE,
    SHADOW_LSHL_OR,
    SHADOW_AND_OR,
    SHADOW_OR3,
    SHADOW_LSHL_ADD,
    SHADOW_UBYTE0,
    SHADOW_UBYTE1,
    SHADOW_UBYTE2,
    SHADOW_UBYTE3,
    SHADOW_PACKED,
    SHADOW_BITREV,
    SHADOW_PACK16,
    SHADOW_LOW24,
    SHADOW_MAD64,
    SHADOW_SHL64,
    SHADOW_SHLREV64,
    SHADOW_SHR64,
    SHADOW_SHRREV64,
    SHADOW_PAIR, /* each half of the result from the halves that op_sel and op_sel_hi choose */
    SHADOW_PAIR_MOVE /* v_pk_mov_b32 */,
};

#endif
