/* Images and samplers (OpenCL C 6.13.14): vectors of coordinates become as many numbers as the
 * shape needs, samplers written as numbers become handles. */
#include "midend/gen/gen_builtin.h"

#include "sema/constexpr.h"

/* The detail of a row is the number that IR has for it. */
#define IMAGE_FORM(name)                                                                           \
    _Static_assert((int)BUILTIN_IMAGE_##name == (int)IR_IMAGE_##name, "forms differ");
#define IMAGE_QUERY(name)                                                                          \
    _Static_assert((int)BUILTIN_QUERY_##name == (int)IR_QUERY_##name, "queries differ");
#include "sema/builtin_detail.def"

enum { MAX_ARGS = 2 + 4 + 2 * 3 + 4 }; /* image, sampler, coordinates, gradients, texel */

struct image_args {
    ir_id at[MAX_ARGS];
    uint32_t count;
};

/* The first `most` components of an argument: a fourth coordinate means nothing. */
static void
add(struct gen *g, struct image_args *args, struct expr *expr, uint32_t most)
{
    struct gen_value value = gen_expr(g, expr);
    for (uint32_t i = 0; i < value.count && i < most; i++)
        args->at[args->count++] = value.at[i];
}

/* Image, sampler if there is one, coordinates, and the remaining arguments except the last
 * `trailing`. */
static void
collect(struct gen *g, struct expr *call, struct image_args *args, uint32_t trailing)
{
    const struct expr_list *list = &call->call.args;
    enum image_shape shape = (enum image_shape)list->at[0]->type->shape;
    uint32_t next = 0;
    add(g, args, list->at[next++], 1);
    if (list->at[next]->type->kind == TYPE_SAMPLER)
        add(g, args, list->at[next++], 1);
    add(g, args, list->at[next++], image_coordinates(shape));
    while (next + trailing < list->count)
        add(g, args, list->at[next++], image_facts[shape].dimensions);
}

static void
describe(struct ir_inst *inst, const struct expr *call)
{
    const struct type *image = call->call.args.at[0]->type;
    inst->image = (struct ir_image){.shape = image->shape, .access = image->access};
}

struct gen_value
gen_special_image_read(struct gen *g, struct expr *expr)
{
    struct image_args args = {.count = 0};
    struct gen_value value = {.type = expr->type, .count = type_components(expr->type)};
    collect(g, expr, &args, 0);
    struct ir_inst *inst = ir_build(&g->b, IR_OP_image_read, gen_type(g, expr->type), value.count,
                                    args.at, args.count);
    describe(inst, expr);
    inst->image.form = (uint8_t)expr->call.builtin->detail;
    for (uint32_t i = 0; i < value.count; i++)
        value.at[i] = inst->def + i;
    return value;
}

struct gen_value
gen_special_image_write(struct gen *g, struct expr *expr)
{
    struct image_args args = {.count = 0};
    collect(g, expr, &args, 1);
    add(g, &args, expr->call.args.at[expr->call.args.count - 1], 4);
    struct ir_inst *inst = ir_build(&g->b, IR_OP_image_write, IR_VOID, 0, args.at, args.count);
    describe(inst, expr);
    inst->image.form = (uint8_t)expr->call.builtin->detail;
    return (struct gen_value){.type = expr->type};
}

static ir_id
query(struct gen *g, const struct expr *expr, ir_id image, enum ir_image_query what)
{
    struct ir_inst *inst = ir_build(&g->b, IR_OP_image_query, IR_I32, 1, &image, 1);
    describe(inst, expr);
    inst->image.query = (uint8_t)what;
    return inst->def;
}

struct gen_value
gen_special_image_query(struct gen *g, struct expr *expr)
{
    ir_id image = gen_scalar(g, expr->call.args.at[0]);
    ir_id id = query(g, expr, image, (enum ir_image_query)expr->call.builtin->detail);
    return gen_value1(expr->type, gen_int_resize(g, id, false, gen_type(g, expr->type)));
}

/* Width, height and depth; the fourth component is 0. */
struct gen_value
gen_special_image_dim(struct gen *g, struct expr *expr)
{
    uint32_t dimensions = (uint32_t)expr->call.builtin->detail;
    struct gen_value value = {.type = expr->type, .count = type_components(expr->type)};
    ir_id image = gen_scalar(g, expr->call.args.at[0]);
    for (uint32_t i = 0; i < value.count; i++)
        value.at[i] = i < dimensions ? query(g, expr, image, (enum ir_image_query)i)
                                     : ir_build_int(&g->b, IR_I32, 0);
    return value;
}

struct gen_value
gen_sampler(struct gen *g, struct expr *expr)
{
    int64_t bits = 0;
    if (!constexpr_integer(expr->left, &bits))
        ice(g->module->guard, "gen: sampler from something that is no constant");
    struct ir_inst *inst = ir_build(&g->b, IR_OP_sampler, IR_P_CONSTANT, 1, NULL, 0);
    inst->sampler = (uint32_t)bits;
    return gen_value1(expr->type, inst->def);
}

bool
gen_is_literal_sampler(const struct expr *expr)
{
    if (expr->type->kind != TYPE_SAMPLER || expr->kind != EXPR_NAME)
        return false;
    const struct decl *decl = expr->name.decl;
    return decl->kind == DECL_VARIABLE && decl->init &&
           (decl->is_program_scope || decl->space == SPACE_CONSTANT);
}
