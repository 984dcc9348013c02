/* Selection of i1 values: compares, logic, selects.  See isel.h for the four forms. */
#include "backend-gcn/isel/isel.h"

struct compare {
    uint16_t vector, scalar;
};

static const struct compare compares[IR_OPS][IR_TYPES] = {
#define GCN_NO_OP                     GCN_NO_OP
#define CMP(op, type, vector, scalar) [IR_OP_##op][IR_##type] = {GCN_##vector, GCN_##scalar},
#include "backend-gcn/isel/isel_simple.def"
#undef GCN_NO_OP
};

/* The same relation with its sides swapped. */
static const uint8_t mirrored[IR_OPS] = {
    [IR_OP_eq] = IR_OP_eq,     [IR_OP_ne] = IR_OP_ne,     [IR_OP_ult] = IR_OP_ugt,
    [IR_OP_ule] = IR_OP_uge,   [IR_OP_ugt] = IR_OP_ult,   [IR_OP_uge] = IR_OP_ule,
    [IR_OP_slt] = IR_OP_sgt,   [IR_OP_sle] = IR_OP_sge,   [IR_OP_sgt] = IR_OP_slt,
    [IR_OP_sge] = IR_OP_sle,   [IR_OP_foeq] = IR_OP_foeq, [IR_OP_fone] = IR_OP_fone,
    [IR_OP_folt] = IR_OP_fogt, [IR_OP_fole] = IR_OP_foge, [IR_OP_fogt] = IR_OP_folt,
    [IR_OP_foge] = IR_OP_fole, [IR_OP_ford] = IR_OP_ford, [IR_OP_funo] = IR_OP_funo,
    [IR_OP_fueq] = IR_OP_fueq, [IR_OP_fune] = IR_OP_fune, [IR_OP_fult] = IR_OP_fugt,
    [IR_OP_fule] = IR_OP_fuge, [IR_OP_fugt] = IR_OP_fult, [IR_OP_fuge] = IR_OP_fule,
};

static struct mir_operand
mask_const(bool value)
{
    return mir_const64(value ? ~UINT64_C(0) : 0);
}

/* ---- 64 bits: order by borrows (a < b is the borrow of a - b), equality of both halves ---- */

/* Cycles of v_cmp_lt_u64 and the like: they take as long as an addition of doubles. */
static unsigned
wide_cycles(const struct isel *isel)
{
    enum { SLOWEST = 8 }; /* what code for several chips reckons with */
    return 4u * (isel->target->f64_factor ? isel->target->f64_factor : SLOWEST);
}

/* op as "x < y" or, with or_equal, "x <= y" (the borrow of x - y - 1), unsigned after flipping
 * signs. */
static bool
as_less(enum ir_op op, bool *exchange, bool *or_equal, bool *is_signed)
{
    switch (op) {
    case IR_OP_ult:
    case IR_OP_slt:
        *exchange = false, *or_equal = false;
        break;
    case IR_OP_ule:
    case IR_OP_sle:
        *exchange = false, *or_equal = true;
        break;
    case IR_OP_ugt:
    case IR_OP_sgt:
        *exchange = true, *or_equal = false;
        break;
    case IR_OP_uge:
    case IR_OP_sge:
        *exchange = true, *or_equal = true;
        break;
    default:
        return false;
    }
    *is_signed = op == IR_OP_slt || op == IR_OP_sle || op == IR_OP_sgt || op == IR_OP_sge;
    return true;
}

static struct mir_operand
flip_sign(struct isel *isel, struct mir_operand high)
{
    struct mir_operand bit = mir_const(UINT32_C(1) << 31);
    if (high.kind == MIR_CONST)
        return mir_const((uint32_t)high.value ^ (uint32_t)bit.value);
    return mir_is_vgpr(&high) ? isel_valu2(isel, GCN_v_xor_b32, bit, high)
                              : isel_salu2(isel, GCN_s_xor_b32, high, bit);
}

struct wide_compare {
    struct mir_operand x[2], y[2];
    bool or_equal;
};

static bool
prepare_wide(struct isel *isel, const struct ir_inst *inst, struct wide_compare *compare)
{
    bool exchange, is_signed;
    if (isel_type(isel, inst->args[0].value) != IR_I64 ||
        !as_less(inst->op, &exchange, &compare->or_equal, &is_signed))
        return false;
    ir_id a = inst->args[exchange].value, b = inst->args[!exchange].value;
    compare->x[0] = isel_lo(isel, a);
    compare->x[1] = isel_hi(isel, a);
    compare->y[0] = isel_lo(isel, b);
    compare->y[1] = isel_hi(isel, b);
    if (is_signed) {
        compare->x[1] = flip_sign(isel, compare->x[1]);
        compare->y[1] = flip_sign(isel, compare->y[1]);
    }
    return true;
}

/* SCC = the compare of two values in SGPRs. */
static void
scalar_borrow(struct isel *isel, const struct wide_compare *compare)
{
    if (compare->or_equal)
        mir_build(&isel->b, GCN_s_cmp_eq_u32, 0, mir_const(0), mir_const(0)); /* SCC = 1 */
    isel_salu2(isel, compare->or_equal ? GCN_s_subb_u32 : GCN_s_sub_u32, compare->x[0],
               compare->y[0]);
    isel_salu2(isel, GCN_s_subb_u32, compare->x[1], compare->y[1]);
}

/* Two subtractions, and the signs that are flipped before. */
static bool
is_borrow_cheaper(const struct isel *isel, const struct ir_inst *inst)
{
    bool exchange, or_equal, is_signed;
    unsigned cycles = 8;
    uint64_t bits;
    if (!as_less(inst->op, &exchange, &or_equal, &is_signed))
        return false;
    for (uint32_t i = 0; is_signed && i < 2; i++)
        cycles += isel_const(isel, inst->args[i].value, &bits) ? 0 : 4;
    return cycles < wide_cycles(isel);
}

static struct mir_operand
vector_borrow(struct isel *isel, const struct wide_compare *compare)
{
    struct mir_operand borrow[2];
    for (unsigned i = 0; i < 2; i++) {
        borrow[i] = mir_new_mask(&isel->b);
        isel->function->temps.at[borrow[i].temp].hint = GCN_VCC_LO;
        struct mir_operand in = i ? borrow[0] : mir_fixed(GCN_EXEC_LO, 2);
        struct mir_operand operands[] = {mir_new_vgpr(&isel->b, 1), borrow[i], compare->x[i],
                                         compare->y[i], in};
        bool chained = i || compare->or_equal;
        isel_valu_full(isel, chained ? GCN_v_subb_co_u32 : GCN_v_sub_co_u32, operands,
                       chained ? 5 : 4);
    }
    return borrow[1];
}

/* Is it a compare of values in SGPRs that the scalar unit can do? */
static bool
is_scalar_compare(const struct isel *isel, const struct ir_inst *inst)
{
    if (!inst || inst->op < IR_OP_eq || inst->op > IR_OP_fuge)
        return false;
    ir_id a = inst->args[0].value, b = inst->args[1].value;
    enum gcn_op scalar = compares[inst->op][isel_type(isel, a)].scalar;
    bool exchange, or_equal, is_signed;
    if (isel_type(isel, a) == IR_I64 && as_less(inst->op, &exchange, &or_equal, &is_signed))
        return isel_is_uniform(isel, a) && isel_is_uniform(isel, b);
    return scalar != GCN_NO_OP && gcn_has_op(isel->target, scalar) && isel_is_uniform(isel, a) &&
           isel_is_uniform(isel, b);
}

static void
emit_scalar_compare(struct isel *isel, const struct ir_inst *inst)
{
    struct wide_compare wide;
    if (prepare_wide(isel, inst, &wide)) {
        scalar_borrow(isel, &wide);
        return;
    }
    ir_id a = inst->args[0].value, b = inst->args[1].value;
    isel_scmp(isel, compares[inst->op][isel_type(isel, a)].scalar, isel_use_scalar(isel, a),
              isel_use_scalar(isel, b));
}

/* The halves of one side, one of them in a VGPR, are compared with those of the other. */
static struct mir_operand
compare_half(struct isel *isel, enum ir_op op, struct mir_operand x, struct mir_operand y)
{
    return mir_is_vgpr(&y) ? isel_vcmp(isel, compares[op][IR_I32].vector, x, y)
                           : isel_vcmp(isel, compares[op][IR_I32].vector, y, x);
}

/* (in)equality with 0 by one compare, with others by two, where these cost less; MIR_NONE: they do not. */
static struct mir_operand
compare_halves(struct isel *isel, const struct ir_inst *inst)
{
    enum { TWO_AND_LOGIC = 12 };
    ir_id a = inst->args[0].value, b = inst->args[1].value;
    uint64_t bits;
    if ((inst->op != IR_OP_eq && inst->op != IR_OP_ne) || wide_cycles(isel) <= TWO_AND_LOGIC)
        return mir_none();
    struct mir_operand low = isel_lo(isel, a), high = isel_hi(isel, a);
    if (isel_const(isel, b, &bits) && !bits && mir_is_vgpr(&low) && mir_is_vgpr(&high)) {
        struct mir_operand either = isel_valu2(isel, GCN_v_or_b32, low, high);
        return compare_half(isel, inst->op, mir_const(0), either);
    }
    low = compare_half(isel, inst->op, low, isel_lo(isel, b));
    high = compare_half(isel, inst->op, high, isel_hi(isel, b));
    struct mir_operand both = mir_new_mask(&isel->b);
    mir_build(&isel->b, inst->op == IR_OP_eq ? GCN_s_and_b64 : GCN_s_or_b64, 1, both, low, high);
    return both;
}

static struct mir_operand
compare_wide(struct isel *isel, const struct ir_inst *inst)
{
    struct wide_compare wide;
    if (is_borrow_cheaper(isel, inst) && prepare_wide(isel, inst, &wide))
        return vector_borrow(isel, &wide);
    return compare_halves(isel, inst);
}

static struct mir_operand
compare_mask(struct isel *isel, const struct ir_inst *inst)
{
    ir_id a = inst->args[0].value, b = inst->args[1].value;
    enum ir_type type = isel_type(isel, a);
    enum ir_op op = inst->op;
    struct mir_operand wide = type == IR_I64 ? compare_wide(isel, inst) : mir_none();
    if (wide.kind != MIR_NONE)
        return wide;
    bool is_float = ir_is_float(type);
    struct mir_operand x = is_float ? isel_use_float(isel, a) : isel_use(isel, a);
    struct mir_operand y = is_float ? isel_use_float(isel, b) : isel_use(isel, b);
    if (mir_is_vgpr(&x) && !mir_is_vgpr(&y)) { /* the short form has its VGPR second */
        struct mir_operand swap = x;
        x = y;
        y = swap;
        op = mirrored[op];
    }
    enum gcn_op vector = compares[op][type].vector;
    if (vector == GCN_NO_OP)
        ice(isel->guard, "isel: no compare %s %s", ir_op_name[inst->op], ir_type_name(type));
    return isel_vcmp(isel, vector, x, y);
}

static void
define_bool(struct isel *isel, ir_id id, enum isel_bool_form form, struct mir_operand place)
{
    isel->values[id].is_set = true;
    isel->values[id].bool_form = (uint8_t)form;
    isel->values[id].whole = place;
}

void
isel_compare(struct isel *isel, struct ir_inst *inst)
{
    if (isel->values[inst->def].is_set) /* the carry of a sum */
        return;
    if (ir_type_of(isel->kernel, inst->args[0].value) == IR_I1)
        isel_bool_logic(isel, inst);
    else if (isel_is_uniform(isel, inst->def) && is_scalar_compare(isel, inst))
        define_bool(isel, inst->def, ISEL_BOOL_COMPARE, mir_none());
    else
        isel_define_mask(isel, inst->def, compare_mask(isel, inst));
}

static struct isel_value *
bool_of(struct isel *isel, ir_id id)
{
    struct isel_value *value = &isel->values[id];
    if (value->bool_form == ISEL_BOOL_NONE)
        ice(isel->guard, "isel: i1 value %u is used before it is defined", id);
    return value;
}

/* Did the instruction just made leave SCC = (operand != 0)? */
static bool
scc_is_set_by(const struct isel *isel, const struct mir_operand *operand)
{
    const struct mir_inst *last = isel->b.before ? isel->b.before->prev : isel->b.block->last;
    if (!last ||
        (last->op != GCN_s_and_b32 && last->op != GCN_s_or_b32 && last->op != GCN_s_xor_b32))
        return false;
    return operand->kind == MIR_TEMP && last->operands[0].kind == MIR_TEMP &&
           last->operands[0].temp == operand->temp;
}

/* SCC = the bool, for the instruction that follows. */
void
isel_use_scc(struct isel *isel, ir_id id)
{
    uint64_t bits;
    if (isel_const(isel, id, &bits)) {
        mir_build(&isel->b, GCN_s_cmp_eq_u32, 0, mir_const(0), mir_const(bits & 1 ? 0 : 1));
        return;
    }
    struct isel_value *value = bool_of(isel, id);
    switch ((enum isel_bool_form)value->bool_form) {
    case ISEL_BOOL_COMPARE:
        emit_scalar_compare(isel, ir_def(isel->kernel, id));
        break;
    case ISEL_BOOL_SGPR:
        if (scc_is_set_by(isel, &value->whole))
            break;
        mir_build(&isel->b, GCN_s_cmp_lg_u32, 0, value->whole, mir_const(0));
        break;
    default: /* all active lanes agree, so test whether any bit is set */
        mir_build(&isel->b, GCN_s_and_b64, 1, mir_new_mask(&isel->b), value->whole,
                  mir_fixed(GCN_EXEC_LO, 2));
        break;
    }
}

/* Is a vector compare with an inline constant shorter than a scalar one that is spread to a mask? */
static bool
is_short_compare(struct isel *isel, const struct ir_inst *inst)
{
    for (uint32_t i = 0; i < 2; i++) {
        struct mir_operand operand;
        if (isel_type(isel, inst->args[i].value) != IR_I32)
            return false;
        operand = isel_use(isel, inst->args[i].value);
        if (operand.kind == MIR_CONST && !mir_is_literal(isel->target, &operand, GCN_B32))
            return true;
    }
    return false;
}

/* A uniform bool, which is not a mask yet, spread to all lanes: once in a block. */
static struct mir_operand
spread_mask(struct isel *isel, ir_id id)
{
    struct isel_value *value = bool_of(isel, id);
    const struct ir_inst *inst = ir_def(isel->kernel, id);
    if (value->mask_block == isel->b.block)
        return value->mask;
    value->mask_block = isel->b.block;
    if (value->bool_form == ISEL_BOOL_COMPARE && is_short_compare(isel, inst))
        return value->mask = compare_mask(isel, inst);
    isel_use_scc(isel, id);
    value->mask = mir_new_mask(&isel->b);
    mir_build(&isel->b, GCN_s_cselect_b64, 1, value->mask, mask_const(true), mask_const(false));
    return value->mask;
}

struct mir_operand
isel_use_mask(struct isel *isel, ir_id id)
{
    uint64_t bits;
    if (isel_const(isel, id, &bits))
        return mask_const(bits & 1);
    struct isel_value *value = bool_of(isel, id);
    if (value->bool_form == ISEL_BOOL_MASK)
        return value->whole;
    if (value->bool_form == ISEL_BOOL_VGPR)
        return isel_vcmp(isel, GCN_v_cmp_ne_u32, mir_const(0), value->whole);
    return spread_mask(isel, id);
}

struct mir_operand
isel_use_bool(struct isel *isel, ir_id id)
{
    uint64_t bits;
    if (isel_const(isel, id, &bits))
        return mir_const(bits & 1);
    struct isel_value *value = bool_of(isel, id);
    if (value->bool_form == ISEL_BOOL_SGPR)
        return value->whole;
    isel_use_scc(isel, id);
    struct mir_operand result = mir_new_sgpr(&isel->b, 1);
    mir_build(&isel->b, GCN_s_cselect_b32, 1, result, mir_const(1), mir_const(0));
    return result;
}

static struct mir_operand
mask_op(struct isel *isel, enum gcn_op op, struct mir_operand a, struct mir_operand b)
{
    struct mir_operand mask = mir_new_mask(&isel->b);
    mir_build(&isel->b, op, 1, mask, a, b);
    return mask;
}

static struct mir_operand
mask_not(struct isel *isel, struct mir_operand a)
{
    struct mir_operand mask = mir_new_mask(&isel->b);
    mir_build(&isel->b, GCN_s_not_b64, 1, mask, a);
    return mask;
}

/* Logic on uniform bools held as 0 or 1. */
static void
scalar_logic(struct isel *isel, struct ir_inst *inst, enum gcn_op op)
{
    struct mir_operand a = isel_use_bool(isel, inst->args[0].value);
    struct mir_operand b = isel_use_bool(isel, inst->args[1].value);
    struct mir_operand result = isel_salu2(isel, op, a, b);
    if (inst->op == IR_OP_eq)
        result = isel_salu2(isel, GCN_s_xor_b32, result, mir_const(1));
    define_bool(isel, inst->def, ISEL_BOOL_SGPR, result);
}

/* and, or, xor, eq, ne of i1 values. */
void
isel_bool_logic(struct isel *isel, struct ir_inst *inst)
{
    bool is_xor = inst->op == IR_OP_xor || inst->op == IR_OP_ne || inst->op == IR_OP_eq;
    if (!is_xor && inst->op != IR_OP_and && inst->op != IR_OP_or)
        ice(isel->guard, "isel: %s of i1", ir_op_name[inst->op]);
    if (isel_is_uniform(isel, inst->def)) {
        scalar_logic(isel, inst,
                     is_xor                  ? GCN_s_xor_b32
                     : inst->op == IR_OP_and ? GCN_s_and_b32
                                             : GCN_s_or_b32);
        return;
    }
    struct mir_operand a = isel_use_mask(isel, inst->args[0].value);
    struct mir_operand b = isel_use_mask(isel, inst->args[1].value);
    struct mir_operand result;
    if (is_xor && (a.kind == MIR_CONST || b.kind == MIR_CONST)) {
        bool invert = (a.kind == MIR_CONST ? a.value : b.value) != 0;
        result = a.kind == MIR_CONST ? b : a;
        if (invert != (inst->op == IR_OP_eq))
            result = mask_not(isel, result);
    } else {
        result = mask_op(isel,
                         inst->op == IR_OP_eq    ? GCN_s_xnor_b64
                         : is_xor                ? GCN_s_xor_b64
                         : inst->op == IR_OP_and ? GCN_s_and_b64
                                                 : GCN_s_or_b64,
                         a, b);
    }
    isel_define_mask(isel, inst->def, result);
}

static void
select_bool(struct isel *isel, struct ir_inst *inst)
{
    ir_id condition = inst->args[0].value, yes = inst->args[1].value, no = inst->args[2].value;
    if (isel_is_uniform(isel, inst->def)) {
        struct mir_operand a = isel_use_bool(isel, yes), b = isel_use_bool(isel, no);
        isel_use_scc(isel, condition);
        struct mir_operand result = mir_new_sgpr(&isel->b, 1);
        mir_build(&isel->b, GCN_s_cselect_b32, 1, result, a, b);
        define_bool(isel, inst->def, ISEL_BOOL_SGPR, result);
        return;
    }
    struct mir_operand mask = isel_use_mask(isel, condition);
    struct mir_operand a = isel_use_mask(isel, yes), b = isel_use_mask(isel, no);
    if (mask.kind == MIR_CONST) {
        isel_define_mask(isel, inst->def, isel_to_sgpr(isel, mask.value ? a : b));
        return;
    }
    a = mask_op(isel, GCN_s_and_b64, a, mask);
    b = mask_op(isel, GCN_s_andn2_b64, b, mask);
    isel_define_mask(isel, inst->def, mask_op(isel, GCN_s_or_b64, a, b));
}

void
isel_select(struct isel *isel, struct ir_inst *inst)
{
    if (inst->type == IR_I1) {
        select_bool(isel, inst);
        return;
    }
    ir_id condition = inst->args[0].value;
    struct mir_operand yes = isel_use(isel, inst->args[1].value);
    struct mir_operand no = isel_use(isel, inst->args[2].value);
    if (!isel_in_sgpr(isel, inst->def)) {
        isel_define(isel, inst->def, isel_vcndmask(isel, no, yes, isel_use_mask(isel, condition)));
        return;
    }
    bool wide = yes.dwords == 2;
    yes = isel_use_scalar(isel, inst->args[1].value);
    no = isel_use_scalar(isel, inst->args[2].value);
    bool literal = mir_is_literal(isel->target, &yes, GCN_B64);
    if (wide || literal)
        yes = wide && !literal ? yes : isel_to_sgpr(isel, yes);
    if (wide && mir_is_literal(isel->target, &no, GCN_B64))
        no = isel_to_sgpr(isel, no);
    isel_use_scc(isel, condition);
    struct mir_operand result = mir_new_sgpr(&isel->b, wide ? 2 : 1);
    mir_build(&isel->b, wide ? GCN_s_cselect_b64 : GCN_s_cselect_b32, 1, result, yes, no);
    isel_define(isel, inst->def, result);
}
