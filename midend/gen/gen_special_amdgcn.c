/* Clang's builtins for AMDGPU that need code of their own: most are one instruction, written as inline
 * assembly. */
#include "midend/gen/gen_builtin.h"

#include <string.h>

struct ir_inst *
gen_assembly(struct gen *g, const char *text, const char *const *constraints, enum ir_type result,
             uint32_t results, const ir_id *inputs, uint32_t input_count)
{
    struct ir_asm *made = ARENA_NEW(g->module->arena, struct ir_asm);
    made->text = text;
    made->constraints = constraints;
    made->output_count = results;
    made->input_count = input_count;
    made->builtin = g->builtin;
    struct ir_inst *inst = ir_build(&g->b, IR_OP_asm, result, results, inputs, input_count);
    inst->assembly = made;
    return inst;
}

/* A pair of 16 bits from the dword that holds it, the first in the lower half. */
static struct gen_value
unpacked_pair(struct gen *g, struct type *type, ir_id dword)
{
    struct gen_value value = {.type = type, .count = 2};
    for (uint32_t i = 0; i < 2; i++) {
        ir_id half =
            i ? ir_build2(&g->b, IR_OP_lshr, IR_I32, dword, ir_build_int(&g->b, IR_I32, 16))
              : dword;
        half = ir_build1(&g->b, IR_OP_trunc, IR_I16, half);
        value.at[i] =
            gen_type(g, type) == IR_F16 ? ir_build1(&g->b, IR_OP_bitcast, IR_F16, half) : half;
    }
    return value;
}

/* "asm:=vvi_ text": a result in a VGPR, a VGPR operand, a constant, one that the instruction does not
 * take; see builtin.def.  Pairs of 16 bits are one operand. */
struct gen_value
gen_special_asm(struct gen *g, struct expr *expr)
{
    enum { MAX_ASM_OPERANDS = 8 }; /* more than a row of builtin.def has */
    const char *letters = strchr(expr->call.builtin->target, ':') + 1;
    uint32_t results = *letters == '=', count = expr->call.args.count, inputs = 0;
    if (results + count > MAX_ASM_OPERANDS)
        ice(g->module->guard, "gen: '%s' has too many operands", expr->call.builtin->name);
    const char **constraints = ARENA_ARRAY(g->module->arena, MAX_ASM_OPERANDS, const char *);
    ir_id input[MAX_ASM_OPERANDS];
    bool is_pair = results && expr->type->kind == TYPE_VECTOR;
    enum ir_type type = is_pair ? IR_I32 : results ? gen_type(g, expr->type) : IR_VOID;
    if (results)
        constraints[0] = arena_strndup(g->module->arena, letters, 2);
    letters += 2 * results;
    for (uint32_t i = 0; i < count; i++) {
        bool is_constant = letters[i] == 'i' || letters[i] == '_';
        struct gen_value argument = {.count = 0};
        if (!is_constant)
            argument = gen_expr(g, expr->call.args.at[i]);
        ir_id value = is_constant ? ir_build_int(&g->b, IR_I32, gen_constant_argument(g, expr, i))
                                  : gen_packed_word(g, &argument);
        if (letters[i] == '_')
            continue;
        constraints[results + inputs] = arena_strndup(g->module->arena, letters + i, 1);
        input[inputs++] = value;
    }
    const char *text = strchr(letters, ' ') + 1;
    struct ir_inst *inst = gen_assembly(g, text, constraints, type, results, input, inputs);
    struct gen_value value = {.type = expr->type, .count = results};
    if (is_pair)
        return unpacked_pair(g, expr->type, inst->def);
    if (results)
        value.at[0] = inst->def;
    return value;
}

/* The modifier for a DPP control number (of GFX8 and GFX9); NULL: there is none. */
static const char *
dpp_control(struct gen *g, unsigned control)
{
    static const struct {
        uint16_t first, last;
        const char *name;
    } shifts[] = {
        {0x101, 0x10f, "row_shl"},  {0x111, 0x11f, "row_shr"},  {0x121, 0x12f, "row_ror"},
        {0x130, 0x131, "wave_shl"}, {0x134, 0x135, "wave_rol"}, {0x138, 0x139, "wave_shr"},
        {0x13c, 0x13d, "wave_ror"},
    };
    struct arena *arena = g->module->arena;
    if (control < 0x100)
        return arena_printf(arena, "quad_perm:[%u,%u,%u,%u]", control & 3, control >> 2 & 3,
                            control >> 4 & 3, control >> 6);
    for (size_t i = 0; i < sizeof shifts / sizeof *shifts; i++)
        if (control >= shifts[i].first && control <= shifts[i].last)
            return arena_printf(arena, "%s:%u", shifts[i].name,
                                control >= 0x130 ? 1 : control & 15);
    return control == 0x140   ? "row_mirror"
           : control == 0x141 ? "row_half_mirror"
           : control == 0x142 ? "row_bcast:15"
           : control == 0x143 ? "row_bcast:31"
                              : NULL;
}

/* mov_dpp(value, control, row mask, bank mask, bound control); update_dpp has one more before them,
 * which lanes without a source keep. */
struct gen_value
gen_special_dpp(struct gen *g, struct expr *expr)
{
    uint32_t first = (uint32_t)expr->call.builtin->detail;
    unsigned constant[4];
    for (uint32_t i = 0; i < 4; i++)
        constant[i] = (unsigned)gen_constant_argument(g, expr, first + 1 + i);
    const char *control = dpp_control(g, constant[0]);
    if (!control) {
        diag_error(g->diag, expr->loc, argument_out_of_range, first + 2, expr->call.builtin->name);
        control = "row_mirror";
    }
    const char *text = arena_printf(
        g->module->arena, "v_mov_b32_dpp %%0, %%1 %s row_mask:0x%x bank_mask:0x%x%s", control,
        constant[1] & 15, constant[2] & 15, constant[3] ? " bound_ctrl:0" : "");
    static const char *const constraints[] = {"=v", "v", "0"};
    ir_id inputs[2] = {gen_scalar(g, expr->call.args.at[first])};
    inputs[1] = first ? gen_scalar(g, expr->call.args.at[0]) : ir_build_int(&g->b, IR_I32, 0);
    return gen_value1(expr->type, gen_assembly(g, text, constraints, IR_I32, 1, inputs, 2)->def);
}

/* ---- lanes whose operands compare so ---- */

/* A mask of the lanes whose operands compare so: the numbers of predicates are LLVM's, eq is 32. */
struct gen_value
gen_special_icmp(struct gen *g, struct expr *expr)
{
    static const uint8_t ops[] = {IR_OP_eq,  IR_OP_ne,  IR_OP_ugt, IR_OP_uge, IR_OP_ult,
                                  IR_OP_ule, IR_OP_sgt, IR_OP_sge, IR_OP_slt, IR_OP_sle};
    ir_id a = gen_scalar(g, expr->call.args.at[0]), b = gen_scalar(g, expr->call.args.at[1]);
    uint64_t predicate = gen_constant_argument(g, expr, 2) - 32;
    if (predicate >= sizeof ops) {
        diag_error(g->diag, expr->loc, argument_out_of_range, 3, expr->call.builtin->name);
        predicate = 0;
    }
    ir_id test = ir_build2(&g->b, (enum ir_op)ops[predicate], IR_I1, a, b);
    return gen_value1(expr->type, ir_build1(&g->b, IR_OP_ballot, IR_I64, test));
}

/* The same of floating point: LLVM's predicates are the sums of 1 equal, 2 greater, 4 less and 8
 * unordered, for which the test holds. */
struct gen_value
gen_special_fcmp(struct gen *g, struct expr *expr)
{
    static const uint8_t ops[] = {
        [1] = IR_OP_foeq,  [2] = IR_OP_fogt,  [3] = IR_OP_foge,  [4] = IR_OP_folt,
        [5] = IR_OP_fole,  [6] = IR_OP_fone,  [7] = IR_OP_ford,  [8] = IR_OP_funo,
        [9] = IR_OP_fueq,  [10] = IR_OP_fugt, [11] = IR_OP_fuge, [12] = IR_OP_fult,
        [13] = IR_OP_fule, [14] = IR_OP_fune};
    enum { NEVER = 0, ALWAYS = 15 };
    ir_id a = gen_scalar(g, expr->call.args.at[0]), b = gen_scalar(g, expr->call.args.at[1]);
    uint64_t predicate = gen_constant_argument(g, expr, 2);
    if (predicate > ALWAYS) {
        diag_error(g->diag, expr->loc, argument_out_of_range, 3, expr->call.builtin->name);
        predicate = NEVER;
    }
    ir_id test = predicate == NEVER || predicate == ALWAYS
                     ? ir_build_int(&g->b, IR_I1, predicate == ALWAYS)
                     : ir_build2(&g->b, (enum ir_op)ops[predicate], IR_I1, a, b);
    return gen_value1(expr->type, ir_build1(&g->b, IR_OP_ballot, IR_I64, test));
}

/* ---- floating point ---- */

/* div_scale(numerator, denominator, which is scaled: true the numerator, where the flag goes) */
struct gen_value
gen_special_div_scale(struct gen *g, struct expr *expr)
{
    struct expr **args = expr->call.args.at;
    ir_id numerator = gen_scalar(g, args[0]), denominator = gen_scalar(g, args[1]);
    bool scales_numerator = gen_constant_argument(g, expr, 2) != 0;
    ir_id operands[3] = {scales_numerator ? numerator : denominator, denominator, numerator};
    ir_id pointer = gen_scalar(g, args[3]);
    struct ir_inst *inst =
        ir_build(&g->b, IR_OP_div_scale, gen_type(g, expr->type), 2, operands, 3);
    struct type *flag = gen_unqualified(args[3]->type->base);
    gen_store(g, gen_place_at(args[3]->type->base, pointer, flag->align),
              gen_value1(flag, inst->def + 1));
    return gen_value1(expr->type, inst->def);
}

/* v_rsq_clamp, which only GFX6 and GFX7 have: infinities become the largest finite numbers. */
struct gen_value
gen_special_rsq_clamp(struct gen *g, struct expr *expr)
{
    enum ir_type type = gen_type(g, expr->type);
    bool is_double = type == IR_F64;
    uint64_t most = is_double ? UINT64_C(0x7fefffffffffffff) : 0x7f7fffff;
    uint64_t sign = is_double ? UINT64_C(1) << 63 : UINT64_C(1) << 31;
    ir_id value = ir_build1(&g->b, IR_OP_hw_rsq, type, gen_scalar(g, expr->call.args.at[0]));
    value = ir_build2(&g->b, IR_OP_fmin, type, value, ir_const(g->function, type, most));
    value = ir_build2(&g->b, IR_OP_fmax, type, value, ir_const(g->function, type, most | sign));
    return gen_value1(expr->type, value);
}

/* ---- memory ---- */

/* is_shared, is_private: does the generic pointer, which null is not, lie there?  detail: which. */
struct gen_value
gen_special_is_in(struct gen *g, struct expr *expr)
{
    enum ir_type segment = expr->call.builtin->detail ? IR_P_PRIVATE : IR_P_LOCAL;
    ir_id pointer = gen_scalar(g, expr->call.args.at[0]);
    enum ir_type given = ir_type_of(g->function, pointer);
    if (given != IR_P_GENERIC)
        return gen_value1(expr->type, ir_build_int(&g->b, IR_I1, given == segment));
    ir_id null = ir_build_int(&g->b, IR_P_GENERIC, ir_null(IR_P_GENERIC));
    ir_id is_object = ir_build2(&g->b, IR_OP_ne, IR_I1, pointer, null);
    ir_id there = gen_survives_cast(g, pointer, segment);
    return gen_value1(expr->type, ir_build2(&g->b, IR_OP_and, IR_I1, is_object, there));
}

/* atomic_inc32(pointer, limit, order, "scope") and its like: detail 1 counts down. */
struct gen_value
gen_special_wrapping_atomic(struct gen *g, struct expr *expr)
{
    struct expr **args = expr->call.args.at;
    ir_id operands[2] = {gen_scalar(g, args[0]), gen_scalar(g, args[1])};
    enum ir_type type = gen_type(g, expr->type);
    enum ir_order order = gen_gnu_order(gen_constant_argument(g, expr, 2));
    enum ir_scope scope = gen_named_scope(args[3]);
    gen_check_atomic(g, order, scope, false);
    struct ir_inst *inst = ir_build(&g->b, IR_OP_atomic, type, 1, operands, 2);
    inst->memory.order = (uint8_t)order;
    inst->memory.order_failure = IR_RELAXED;
    inst->memory.scope = (uint8_t)scope;
    inst->memory.align = ir_type_bytes(type);
    inst->memory.rmw = expr->call.builtin->detail ? IR_RMW_DEC : IR_RMW_INC;
    ir_id found = inst->def;
    gen_check_atomic(g, order, scope, true);
    return gen_value1(expr->type, found);
}
