/* The terms of algebraic.def: for each operation of the IR that a rule names, a macro with as many
 * arguments as the operation has.  The preprocessor refuses a term with too few or too many, a
 * static assert the macro of an operation that has another number of arguments in ir_op.def.
 *
 * A term becomes the flat list in prefix order that the table of algebraic_rules.c holds:
 *
 *   AND(A, ONCE(OR(B, K)))   ->   IR_OP_and, A, ONCE, IR_OP_or, B, K */
#ifndef OCC_MIDEND_VALUES_ALGEBRAIC_TERMS_H
#define OCC_MIDEND_VALUES_ALGEBRAIC_TERMS_H

#include "midend/ir/ir.h"
#include "midend/ir/ir_info.h"

#include <assert.h>

/* The arguments of each operation. */
enum {
    VAR = IR_ARGS_VAR,
#define OP(name, arguments, rule, flags) TERM_ARGS_##name = arguments,
#include "midend/ir/ir_op.def"
};

/* The number of an operation, which must have `count` arguments. */
#define TERM(op, count)                                                                            \
    (IR_OP_##op + 0 * sizeof(struct {                                                              \
                      char unused;                                                                 \
                      static_assert(TERM_ARGS_##op == (count),                                     \
                                    "ir_op.def gives " #op " another number of arguments");        \
                  }))

/* Arguments come in parentheses, because each may be a list already. */
#define LIST(...)          __VA_ARGS__
#define TERM1(op, a)       TERM(op, 1), LIST a
#define TERM2(op, a, b)    TERM(op, 2), LIST a, LIST b
#define TERM3(op, a, b, c) TERM(op, 3), LIST a, LIST b, LIST c

#define ADD(a, b)        TERM2(add, (a), (b))
#define SUB(a, b)        TERM2(sub, (a), (b))
#define MUL(a, b)        TERM2(mul, (a), (b))
#define UDIV(a, b)       TERM2(udiv, (a), (b))
#define SDIV(a, b)       TERM2(sdiv, (a), (b))
#define SREM(a, b)       TERM2(srem, (a), (b))
#define UREM(a, b)       TERM2(urem, (a), (b))
#define AND(a, b)        TERM2(and, (a), (b))
#define OR(a, b)         TERM2(or, (a), (b))
#define XOR(a, b)        TERM2(xor, (a), (b))
#define SHL(a, b)        TERM2(shl, (a), (b))
#define LSHR(a, b)       TERM2(lshr, (a), (b))
#define ASHR(a, b)       TERM2(ashr, (a), (b))
#define FSHR(a, b, c)    TERM3(fshr, (a), (b), (c))
#define SBFE(a, b, c)    TERM3(sbfe, (a), (b), (c))
#define UMULHI(a, b)     TERM2(umulhi, (a), (b))
#define SMULHI(a, b)     TERM2(smulhi, (a), (b))
#define UMUL24(a, b)     TERM2(umul24, (a), (b))
#define SMUL24(a, b)     TERM2(smul24, (a), (b))
#define UMIN(a, b)       TERM2(umin, (a), (b))
#define UMAX(a, b)       TERM2(umax, (a), (b))
#define SMIN(a, b)       TERM2(smin, (a), (b))
#define SMAX(a, b)       TERM2(smax, (a), (b))
#define PK_ADD(a, b)     TERM2(pk_add, (a), (b))
#define PK_MUL(a, b)     TERM2(pk_mul, (a), (b))
#define PK_MAD(a, b, c)  TERM3(pk_mad, (a), (b), (c))
#define FADD(a, b)       TERM2(fadd, (a), (b))
#define FSUB(a, b)       TERM2(fsub, (a), (b))
#define FMUL(a, b)       TERM2(fmul, (a), (b))
#define FDIV(a, b)       TERM2(fdiv, (a), (b))
#define HW_RCP(a)        TERM1(hw_rcp, (a))
#define HW_RSQ(a)        TERM1(hw_rsq, (a))
#define HW_SQRT(a)       TERM1(hw_sqrt, (a))
#define FNEG(a)          TERM1(fneg, (a))
#define FABS(a)          TERM1(fabs, (a))
#define FMA(a, b, c)     TERM3(fma, (a), (b), (c))
#define FMAD(a, b, c)    TERM3(fmad, (a), (b), (c))
#define FMIN(a, b)       TERM2(fmin, (a), (b))
#define FMAX(a, b)       TERM2(fmax, (a), (b))
#define FLDEXP(a, b)     TERM2(fldexp, (a), (b))
#define TRUNC(a)         TERM1(trunc, (a))
#define ZEXT(a)          TERM1(zext, (a))
#define SEXT(a)          TERM1(sext, (a))
#define BITCAST(a)       TERM1(bitcast, (a))
#define PTRTOINT(a)      TERM1(ptrtoint, (a))
#define INTTOPTR(a)      TERM1(inttoptr, (a))
#define ADDRSPACECAST(a) TERM1(addrspacecast, (a))
#define UNPACK_LO(a)     TERM1(unpack_lo, (a))
#define UNPACK_HI(a)     TERM1(unpack_hi, (a))
#define PACK64(a, b)     TERM2(pack64, (a), (b))
#define EQ(a, b)         TERM2(eq, (a), (b))
#define NE(a, b)         TERM2(ne, (a), (b))
#define ULT(a, b)        TERM2(ult, (a), (b))
#define ULE(a, b)        TERM2(ule, (a), (b))
#define UGT(a, b)        TERM2(ugt, (a), (b))
#define UGE(a, b)        TERM2(uge, (a), (b))
#define SLT(a, b)        TERM2(slt, (a), (b))
#define FOEQ(a, b)       TERM2(foeq, (a), (b))
#define FOLE(a, b)       TERM2(fole, (a), (b))
#define FOGE(a, b)       TERM2(foge, (a), (b))
#define FUNE(a, b)       TERM2(fune, (a), (b))
#define FULT(a, b)       TERM2(fult, (a), (b))
#define FUGT(a, b)       TERM2(fugt, (a), (b))
#define FORD(a, b)       TERM2(ford, (a), (b))
#define FUNO(a, b)       TERM2(funo, (a), (b))
#define FCLASS(a, b)     TERM2(fclass, (a), (b))
#define FOGT(a, b)       TERM2(fogt, (a), (b))
#define FOLT(a, b)       TERM2(folt, (a), (b))
#define FONE(a, b)       TERM2(fone, (a), (b))
#define FUGE(a, b)       TERM2(fuge, (a), (b))
#define FULE(a, b)       TERM2(fule, (a), (b))
#define FUEQ(a, b)       TERM2(fueq, (a), (b))
#define SLE(a, b)        TERM2(sle, (a), (b))
#define SGT(a, b)        TERM2(sgt, (a), (b))
#define SGE(a, b)        TERM2(sge, (a), (b))
#define SELECT(a, b, c)  TERM3(select, (a), (b), (c))
#define PTRADD(a, b)     TERM2(ptradd, (a), (b))

/* Prefixes of an operation: in a pattern, that nothing else uses its result; in a replacement, the
 * type of its result. */
#define ONCE(term)   ONCE, term
#define AS_C(term)   AS_C, term
#define AS_K(term)   AS_K, term
#define AS_L(term)   AS_L, term
#define AS_I32(term) AS_I32, term

#endif
