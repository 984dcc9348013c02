/* Dot products of small integers: cl_khr_integer_dot_product, cl_arm_integer_dot_product_*, clang's builtins.
 * Those with one kind of sign are an instruction from gfx906 on. */
#include "midend/gen/gen_builtin.h"

#include <string.h>

ir_id
gen_packed_word(struct gen *g, const struct gen_value *vector)
{
    ir_id word = 0;
    if (vector->count == 1)
        return vector->at[0];
    uint32_t bits = 32 / vector->count;
    for (uint32_t i = 0; i < vector->count; i++) {
        ir_id part = vector->at[i];
        if (ir_type_of(g->function, part) == IR_F16)
            part = ir_build1(&g->b, IR_OP_bitcast, IR_I16, part);
        part = ir_build1(&g->b, IR_OP_zext, IR_I32, part);
        if (i)
            part = ir_build2(&g->b, IR_OP_shl, IR_I32, part, ir_build_int(&g->b, IR_I32, bits * i));
        word = i ? ir_build2(&g->b, IR_OP_or, IR_I32, word, part) : part;
    }
    return word;
}

/* "dot:v_dot4_i32_i8": dot products of the small numbers in two words, plus a third; the last
 * argument says whether the sum stops at the ends of its type. */
struct gen_value
gen_special_dot_words(struct gen *g, struct expr *expr)
{
    static const char *const constraints[] = {"=v", "v", "v", "v"};
    enum { WORDS = 3 };
    const char *name = strchr(expr->call.builtin->target, ':') + 1;
    bool clamp = gen_constant_argument(g, expr, WORDS) != 0;
    ir_id inputs[WORDS];
    for (uint32_t i = 0; i < WORDS; i++) {
        struct gen_value value = gen_expr(g, expr->call.args.at[i]);
        inputs[i] = gen_packed_word(g, &value);
    }
    const char *text =
        arena_printf(g->module->arena, "%s %%0, %%1, %%2, %%3%s", name, clamp ? " clamp" : "");
    struct ir_inst *inst =
        gen_assembly(g, text, constraints, gen_type(g, expr->type), 1, inputs, WORDS);
    return gen_value1(expr->type, inst->def);
}

/* ---- cl_khr_integer_dot_product, cl_arm_integer_dot_product_* ---- */

struct dot {
    bool is_signed[2], wraps; /* else the sum stops at the ends of its type */
    struct gen_value factors[2];
    uint32_t count; /* of products */
    ir_id added;    /* 0: nothing */
};

static ir_id
number(struct gen *g, uint64_t value)
{
    return ir_build_int(&g->b, IR_I32, value);
}

static ir_id
number_of(struct gen *g, const struct dot *dot, uint32_t factor, uint32_t i)
{
    const struct gen_value *value = &dot->factors[factor];
    bool is_signed = dot->is_signed[factor];
    if (value->count > 1)
        return ir_build1(&g->b, is_signed ? IR_OP_sext : IR_OP_zext, IR_I32, value->at[i]);
    return ir_build3(&g->b, is_signed ? IR_OP_sbfe : IR_OP_ubfe, IR_I32, value->at[0],
                     number(g, 8 * i), number(g, 8));
}

/* a + b, or the end of the type beyond which it is: b is far from both. */
static ir_id
clamped_sum(struct gen *g, ir_id a, ir_id b, bool is_signed)
{
    ir_id sum = ir_build2(&g->b, IR_OP_add, IR_I32, a, b);
    if (!is_signed)
        return ir_build3(&g->b, IR_OP_select, IR_I32, ir_build2(&g->b, IR_OP_ult, IR_I1, sum, a),
                         number(g, UINT32_MAX), sum);
    ir_id differs = ir_build2(&g->b, IR_OP_and, IR_I32, ir_build2(&g->b, IR_OP_xor, IR_I32, a, sum),
                              ir_build2(&g->b, IR_OP_xor, IR_I32, b, sum));
    ir_id end =
        ir_build2(&g->b, IR_OP_xor, IR_I32, ir_build2(&g->b, IR_OP_ashr, IR_I32, a, number(g, 31)),
                  number(g, INT32_MAX));
    ir_id is_beyond = ir_build2(&g->b, IR_OP_slt, IR_I1, differs, number(g, 0));
    return ir_build3(&g->b, IR_OP_select, IR_I32, is_beyond, end, sum);
}

static ir_id
by_products(struct gen *g, const struct dot *dot)
{
    ir_id sum = 0;
    for (uint32_t i = 0; i < dot->count; i++) {
        ir_id product = ir_build2(&g->b, IR_OP_smul24, IR_I32, number_of(g, dot, 0, i),
                                  number_of(g, dot, 1, i));
        sum = i ? ir_build2(&g->b, IR_OP_add, IR_I32, sum, product) : product;
    }
    if (!dot->added)
        return sum;
    if (dot->wraps)
        return ir_build2(&g->b, IR_OP_add, IR_I32, dot->added, sum);
    return clamped_sum(g, dot->added, sum, dot->is_signed[0] || dot->is_signed[1]);
}

static ir_id
by_instruction(struct gen *g, const struct dot *dot)
{
    static const char *const constraints[] = {"=v", "v", "v", "v"};
    ir_id inputs[3] = {gen_packed_word(g, &dot->factors[0]), gen_packed_word(g, &dot->factors[1]),
                       dot->added ? dot->added : number(g, 0)};
    char sign = dot->is_signed[0] ? 'i' : 'u';
    const char *text =
        arena_printf(g->module->arena, "v_dot%u_%c32_%c%u %%0, %%1, %%2, %%3%s", dot->count, sign,
                     sign, 32 / dot->count, dot->wraps ? "" : " clamp");
    return gen_assembly(g, text, constraints, IR_I32, 1, inputs, 3)->def;
}

/* "dot4:su": the signs of the factors, vectors of four bytes or words that hold them, or of two words of 16 bits;
 * "dot4:su wraps": sums that do. */
struct gen_value
gen_special_dot4(struct gen *g, struct expr *expr)
{
    enum { BYTES = 4 };
    const char *signs = strchr(expr->call.builtin->target, ':') + 1;
    struct dot dot = {.is_signed = {signs[0] == 's', signs[1] == 's'},
                      .wraps = strstr(signs, " wraps") != NULL,
                      .count = BYTES};
    for (uint32_t i = 0; i < 2; i++)
        dot.factors[i] = gen_expr(g, expr->call.args.at[i]);
    if (dot.factors[0].count > 1)
        dot.count = dot.factors[0].count;
    if (expr->call.args.count > 2)
        dot.added = gen_scalar(g, expr->call.args.at[2]);
    bool there = g->options->has_dot4 && signs[0] == signs[1];
    return gen_value1(expr->type, there ? by_instruction(g, &dot) : by_products(g, &dot));
}
