/* Clang's general builtins: traps, arithmetic with overflow, reductions, memcpy and memset; printf. */
#include "midend/gen/gen_builtin.h"

#include <string.h>

/* detail of the row: 0 ends the program, 1 stops it for a debugger.  2017 guide, Trap Handler ABI,
 * and its table without a handler, where s_endpgm takes the other lanes along. */
struct gen_value
gen_special_trap(struct gen *g, struct expr *expr)
{
    static const char *const in_queue[] = {"{s[0:1]}"};
    bool is_debug = expr->call.builtin->detail != 0;
    bool wants_queue = is_debug ? g->options->debugtrap_wants_queue : g->options->trap_wants_queue;
    struct gen_value nothing = {.type = expr->type};
    if (g->options->no_trap_handler && is_debug) {
        diag_warning(g->diag, expr->loc, debugtrap_without_handler);
        return nothing;
    }
    if (g->options->no_trap_handler) {
        gen_assembly(g, "s_endpgm", NULL, IR_VOID, 0, NULL, 0);
        return nothing;
    }
    ir_id queue = 0;
    if (wants_queue)
        queue = ir_build(&g->b, IR_OP_queue_ptr, IR_P_CONSTANT, 1, NULL, 0)->def;
    gen_assembly(g, is_debug ? "s_trap 3" : "s_trap 2", in_queue, IR_VOID, 0, &queue, wants_queue);
    return nothing;
}

/* ---- arithmetic ---- */

/* It does if the operands' signs allow it and the result's sign differs from the first one's. */
ir_id
gen_sum_overflows(struct gen *g, enum ir_op op, ir_id a, ir_id b, ir_id result)
{
    ir_id signs = ir_build2(&g->b, IR_OP_xor, IR_I64, a, b);
    if (op == IR_OP_add)
        signs = ir_build2(&g->b, IR_OP_xor, IR_I64, signs, ir_build_int(&g->b, IR_I64, UINT64_MAX));
    ir_id change = ir_build2(&g->b, IR_OP_xor, IR_I64, a, result);
    return ir_build2(&g->b, IR_OP_slt, IR_I1, ir_build2(&g->b, IR_OP_and, IR_I64, signs, change),
                     ir_build_int(&g->b, IR_I64, 0));
}

/* Does the operation on 64 bits of the type overflow? */
static ir_id
overflows64(struct gen *g, enum ir_op op, bool is_signed, const ir_id *x, ir_id result)
{
    ir_id zero = ir_build_int(&g->b, IR_I64, 0);
    if (op == IR_OP_mul) {
        ir_id high = ir_build2(&g->b, is_signed ? IR_OP_smulhi : IR_OP_umulhi, IR_I64, x[0], x[1]);
        ir_id sign = is_signed ? ir_build2(&g->b, IR_OP_ashr, IR_I64, result,
                                           ir_build_int(&g->b, IR_I32, 63))
                               : zero;
        return ir_build2(&g->b, IR_OP_ne, IR_I1, high, sign);
    }
    bool adds = op == IR_OP_add;
    if (!is_signed)
        return ir_build2(&g->b, IR_OP_ult, IR_I1, adds ? result : x[0], x[adds ? 0 : 1]);
    return gen_sum_overflows(g, op, x[0], x[1], result);
}

static struct gen_value
wide_overflow(struct gen *g, enum ir_op op, struct type *to, struct expr *expr)
{
    struct expr **args = expr->call.args.at;
    struct gen_value a = gen_expr(g, args[0]), b = gen_expr(g, args[1]);
    ir_id pointer = gen_scalar(g, args[2]);
    struct gen_value result = gen_wide_arithmetic(g, op, to, &a, &b);
    gen_store(g, gen_place_at(args[2]->type->base, pointer, to->align), result);
    return gen_value1(expr->type, gen_wide_overflows(g, op, &a, &b, &result));
}

/* Narrow operands are computed exactly in 64 bits; does the result survive the narrowing? */
struct gen_value
gen_special_overflow(struct gen *g, struct expr *expr)
{
    static const uint8_t ops[] = {IR_OP_add, IR_OP_sub, IR_OP_mul};
    enum ir_op op = (enum ir_op)ops[expr->call.builtin->detail];
    struct expr **args = expr->call.args.at;
    struct type *to = gen_unqualified(args[2]->type->base);
    bool is_signed = gen_is_signed(to);
    if (gen_is_wide(to))
        return wide_overflow(g, op, to, expr);
    ir_id x[2];
    for (uint32_t i = 0; i < 2; i++)
        x[i] = gen_int_resize(g, gen_scalar(g, args[i]), gen_is_signed(args[i]->type), IR_I64);
    ir_id pointer = gen_scalar(g, args[2]), exact = ir_build2(&g->b, op, IR_I64, x[0], x[1]);
    ir_id result = gen_int_resize(g, exact, is_signed, gen_type(g, to));
    gen_store(g, gen_place_at(args[2]->type->base, pointer, to->align), gen_value1(to, result));
    ir_id test = to->size == 8 ? overflows64(g, op, is_signed, x, exact)
                               : ir_build2(&g->b, IR_OP_ne, IR_I1, exact,
                                           gen_int_resize(g, result, is_signed, IR_I64));
    return gen_value1(expr->type, test);
}

/* "reduce:add" of a vector's components, two by two. */
struct gen_value
gen_special_reduce(struct gen *g, struct expr *expr)
{
    const struct builtin *row = expr->call.builtin;
    enum ir_op op = gen_find_op(g, strchr(row->target, ':') + 1, row);
    struct gen_value value = gen_expr(g, expr->call.args.at[0]);
    for (uint32_t count = value.count; count > 1; count = (count + 1) / 2)
        for (uint32_t i = 0; i < count / 2; i++)
            value.at[i] =
                ir_build2(&g->b, op, gen_type(g, expr->type), value.at[i], value.at[count - 1 - i]);
    return gen_value1(expr->type, value.at[0]);
}

/* ---- memory ---- */

/* The alignment that the pointer's own type promises, looking through conversions to void. */
static uint32_t
pointee_align(const struct expr *pointer)
{
    while (pointer->kind == EXPR_CONVERT && pointer->left->type->kind == TYPE_POINTER &&
           pointer->type->base->kind == TYPE_VOID)
        pointer = pointer->left;
    uint32_t align = pointer->type->base->align;
    return align ? align : 1;
}

static struct gen_value
transfer(struct gen *g, struct expr *expr, enum ir_op op, uint32_t pointers)
{
    ir_id args[2];
    uint32_t align[2] = {1, 1};
    for (uint32_t i = 0; i < pointers; i++) {
        args[i] = gen_scalar(g, expr->call.args.at[i]);
        align[i] = pointee_align(expr->call.args.at[i]);
    }
    uint64_t size = gen_constant_argument(g, expr, 2);
    if (size) {
        struct ir_inst *inst = ir_build(&g->b, op, IR_VOID, 0, args, pointers);
        inst->size = (uint32_t)size;
        inst->memory.align = align[0];
        inst->align = align[1];
    }
    return (struct gen_value){.type = expr->type};
}

struct gen_value
gen_special_memcpy(struct gen *g, struct expr *expr)
{
    return transfer(g, expr, IR_OP_memcpy, 2);
}

/* memset with zeros only. */
struct gen_value
gen_special_memset(struct gen *g, struct expr *expr)
{
    if (gen_constant_argument(g, expr, 1) != 0)
        diag_error(g->diag, expr->loc, argument_out_of_range, 2, expr->call.builtin->name);
    return transfer(g, expr, IR_OP_memzero, 1);
}

/* ---- printf (6.12.13) ---- */

/* The literal that the format is, directly or as a variable's initialiser; NULL: unknown. */
static const struct expr *
literal_of(const struct expr *format)
{
    while (format->kind == EXPR_CONVERT || format->kind == EXPR_ONCE)
        format = format->left;
    if (format->kind == EXPR_NAME && format->name.decl && format->name.decl->init &&
        format->name.decl->space == SPACE_CONSTANT)
        return literal_of(format->name.decl->init);
    return format->kind == EXPR_STRING ? format : NULL;
}

/* Arguments are passed by components: the format says which belong together. */
struct gen_value
gen_special_printf(struct gen *g, struct expr *expr)
{
    enum { MAX_FORMAT = 65535 }; /* more are an error: what writes metadata does not poll */
    VEC(ir_id) values = {0};
    const struct expr *format = literal_of(expr->call.args.at[0]);
    if (!format) {
        diag_error(g->diag, expr->loc, printf_format_not_literal);
        return gen_zero(g, expr->type);
    }
    if (format->string.length > MAX_FORMAT)
        diag_error(g->diag, format->loc, token_too_long, "the format of 'printf'", MAX_FORMAT);
    for (uint32_t i = 1; i < expr->call.args.count; i++) {
        struct gen_value value = gen_expr(g, expr->call.args.at[i]);
        if (gen_is_wide(value.type)) { /* the records have no conversion for more */
            diag_warning(g->diag, expr->call.args.at[i]->loc, printf_lower_half);
            value.count = 1;
        }
        gen_check_given(g, &value);
        for (uint32_t k = 0; k < value.count; k++)
            vec_push(g->arena, &values, value.at[k]);
    }
    struct ir_inst *inst = ir_build(&g->b, IR_OP_printf, IR_I32, 1, values.at, values.count);
    inst->format = arena_strndup(g->module->arena, format->string.bytes, format->string.length);
    return gen_value1(expr->type, inst->def);
}
