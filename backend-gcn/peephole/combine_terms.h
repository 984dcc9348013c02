/* The terms of combine.def: for each instruction that a row names, a macro with as many arguments
 * as the instruction has sources.  The preprocessor refuses a term with too few or too many; a
 * static assert refuses a macro whose count differs from that in gcn_inst.def.
 *
 * A term becomes the flat list in prefix order that the tables of opt_combine.c hold:
 *
 *   V_ADD_U32(V_XOR_B32(A, B), C)   ->   GCN_v_add_u32, GCN_v_xor_b32, A, B, C */
#ifndef OCC_BACKEND_GCN_PEEPHOLE_COMBINE_TERMS_H
#define OCC_BACKEND_GCN_PEEPHOLE_COMBINE_TERMS_H

#include "gcn/isa/gcn.h"

#include <assert.h>

/* The operands of each instruction, results among them. */
#define COUNT(...)                                COUNT_(__VA_ARGS__, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define COUNT_(a, b, c, d, e, f, g, h, i, n, ...) n
enum {
#define INST(name, format, cost, op6, op7, op8, op9, op906, op908, op90a, flags, ...)              \
    TERM_OPERANDS_##name = COUNT(__VA_ARGS__),
#include "gcn/isa/gcn_inst.def"
#undef INST
};

/* The number of an instruction, which must have `count` operands. */
#define TERM(op, count)                                                                            \
    (GCN_##op + 0 * sizeof(struct {                                                                \
                    char unused;                                                                   \
                    static_assert(TERM_OPERANDS_##op == (count),                                   \
                                  "gcn_inst.def gives " #op " another number of operands");        \
                }))

/* A result and two or three sources, or two results: the second is a carry that nobody reads.
 * Sources come in parentheses because each may already be a list. */
#define LIST(...)             __VA_ARGS__
#define TERM2(op, a, b)       TERM(op, 1 + 2), LIST a, LIST b
#define TERM3(op, a, b, c)    TERM(op, 1 + 3), LIST a, LIST b, LIST c
#define TERM2_CARRY(op, a, b) TERM(op, 2 + 2), LIST a, LIST b

#define V_AND_B32(a, b)     TERM2(v_and_b32, (a), (b))
#define V_LSHRREV_B32(a, b) TERM2(v_lshrrev_b32, (a), (b))
#define V_XOR_B32(a, b)     TERM2(v_xor_b32, (a), (b))
#define V_OR_B32(a, b)      TERM2(v_or_b32, (a), (b))
#define V_ADD_U32(a, b)     TERM2(v_add_u32, (a), (b))
#define V_LSHLREV_B32(a, b) TERM2(v_lshlrev_b32, (a), (b))
#define V_MUL_U32_U24(a, b) TERM2(v_mul_u32_u24, (a), (b))
#define V_MUL_I32_I24(a, b) TERM2(v_mul_i32_i24, (a), (b))
#define V_ADD_CO_U32(a, b)  TERM2_CARRY(v_add_co_u32, (a), (b))
#define V_MIN_U32(a, b)     TERM2(v_min_u32, (a), (b))
#define V_MIN_I32(a, b)     TERM2(v_min_i32, (a), (b))
#define V_MAX_U32(a, b)     TERM2(v_max_u32, (a), (b))
#define V_MAX_I32(a, b)     TERM2(v_max_i32, (a), (b))
#define V_MIN_F32(a, b)     TERM2(v_min_f32, (a), (b))
#define V_MAX_F32(a, b)     TERM2(v_max_f32, (a), (b))

#define S_AND_B32(a, b)   TERM2(s_and_b32, (a), (b))
#define S_OR_B32(a, b)    TERM2(s_or_b32, (a), (b))
#define S_XOR_B32(a, b)   TERM2(s_xor_b32, (a), (b))
#define S_ANDN2_B32(a, b) TERM2(s_andn2_b32, (a), (b))
#define S_ORN2_B32(a, b)  TERM2(s_orn2_b32, (a), (b))
#define S_NAND_B32(a, b)  TERM2(s_nand_b32, (a), (b))
#define S_NOR_B32(a, b)   TERM2(s_nor_b32, (a), (b))
#define S_XNOR_B32(a, b)  TERM2(s_xnor_b32, (a), (b))

#define V_BFE_U32(a, b, c)      TERM3(v_bfe_u32, (a), (b), (c))
#define V_BFI_B32(a, b, c)      TERM3(v_bfi_b32, (a), (b), (c))
#define V_ADD3_U32(a, b, c)     TERM3(v_add3_u32, (a), (b), (c))
#define V_LSHL_ADD_U32(a, b, c) TERM3(v_lshl_add_u32, (a), (b), (c))
#define V_XAD_U32(a, b, c)      TERM3(v_xad_u32, (a), (b), (c))
#define V_MAD_U32_U24(a, b, c)  TERM3(v_mad_u32_u24, (a), (b), (c))
#define V_MAD_I32_I24(a, b, c)  TERM3(v_mad_i32_i24, (a), (b), (c))
#define V_ADD_LSHL_U32(a, b, c) TERM3(v_add_lshl_u32, (a), (b), (c))
#define V_LSHL_OR_B32(a, b, c)  TERM3(v_lshl_or_b32, (a), (b), (c))
#define V_AND_OR_B32(a, b, c)   TERM3(v_and_or_b32, (a), (b), (c))
#define V_OR3_B32(a, b, c)      TERM3(v_or3_b32, (a), (b), (c))
#define V_MIN3_U32(a, b, c)     TERM3(v_min3_u32, (a), (b), (c))
#define V_MIN3_I32(a, b, c)     TERM3(v_min3_i32, (a), (b), (c))
#define V_MAX3_U32(a, b, c)     TERM3(v_max3_u32, (a), (b), (c))
#define V_MAX3_I32(a, b, c)     TERM3(v_max3_i32, (a), (b), (c))
#define V_MIN3_F32(a, b, c)     TERM3(v_min3_f32, (a), (b), (c))
#define V_MAX3_F32(a, b, c)     TERM3(v_max3_f32, (a), (b), (c))

#endif
