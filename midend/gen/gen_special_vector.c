/* vload, vstore and their half forms, shuffle, select, bitselect, any, all, dot. */
#include "midend/gen/gen_builtin.h"

/* Components of one transfer are taken from its vector; a vec3 of the aligned half forms is stored
 * like a vec4. */
static ir_id
element_address(struct gen *g, ir_id pointer, struct expr *offset, uint32_t stride)
{
    return gen_ptradd(g, pointer, gen_scalar(g, offset), gen_is_signed(offset->type), stride);
}

struct gen_value
gen_special_vload(struct gen *g, struct expr *expr)
{
    struct type *element = type_element(expr->type);
    uint32_t components = type_components(expr->type);
    ir_id pointer = gen_scalar(g, expr->call.args.at[1]);
    pointer = element_address(g, pointer, expr->call.args.at[0], components * element->size);
    struct type *pointee = expr->call.args.at[1]->type->base;
    struct gen_lvalue lvalue = gen_place_at(expr->type, pointer, element->size);
    lvalue.is_volatile |= (pointee->qualifiers & QUAL_VOLATILE) != 0;
    return gen_load(g, lvalue);
}

struct gen_value
gen_special_vstore(struct gen *g, struct expr *expr)
{
    struct gen_value value = gen_expr(g, expr->call.args.at[0]);
    struct type *type = gen_unqualified(expr->call.args.at[0]->type);
    struct type *element = type_element(type);
    ir_id pointer = gen_scalar(g, expr->call.args.at[2]);
    pointer =
        element_address(g, pointer, expr->call.args.at[1], type_components(type) * element->size);
    struct gen_lvalue lvalue = gen_place_at(type, pointer, element->size);
    lvalue.is_volatile |= (expr->call.args.at[2]->type->base->qualifiers & QUAL_VOLATILE) != 0;
    gen_check_stored(g, &lvalue, &value);
    gen_store(g, lvalue, value);
    return (struct gen_value){.type = expr->type};
}

enum { HALF_BYTES = 2 };

static uint32_t
half_stride(uint32_t components, bool aligned)
{
    return (aligned && components == 3 ? 4 : components) * HALF_BYTES;
}

static uint32_t
half_align(uint32_t components, bool aligned)
{
    enum { MAX_ALIGN = 16 }; /* that of arrays (gen_object_align); no transfer gains from more */
    uint32_t stride = half_stride(components, true);
    return !aligned ? HALF_BYTES : stride < MAX_ALIGN ? stride : MAX_ALIGN;
}

static struct gen_value
load_half(struct gen *g, struct expr *expr, bool aligned)
{
    struct gen_value value = {.type = expr->type, .count = type_components(expr->type)};
    ir_id pointer = gen_scalar(g, expr->call.args.at[1]);
    pointer = element_address(g, pointer, expr->call.args.at[0], half_stride(value.count, aligned));
    struct ir_inst *load =
        ir_build_load(&g->b, IR_F16, value.count, pointer, half_align(value.count, aligned));
    load->memory.is_invariant = ir_type_of(g->function, pointer) == IR_P_CONSTANT;
    for (uint32_t i = 0; i < value.count; i++)
        value.at[i] = ir_build1(&g->b, IR_OP_fpext, gen_type(g, expr->type), load->def + i);
    return value;
}

static struct gen_value
store_half(struct gen *g, struct expr *expr, bool aligned)
{
    static const struct type half = {.kind = TYPE_HALF, .size = HALF_BYTES, .align = HALF_BYTES};
    struct gen_value value = gen_expr(g, expr->call.args.at[0]);
    ir_id pointer = gen_scalar(g, expr->call.args.at[2]);
    pointer = element_address(g, pointer, expr->call.args.at[1], half_stride(value.count, aligned));
    gen_check_given(g, &value);
    for (uint32_t i = 0; i < value.count; i++) {
        struct gen_value one = gen_value1(type_element(value.type), value.at[i]);
        value.at[i] = gen_convert_rounded(g, one, (struct type *)&half,
                                          (enum rounding)expr->call.builtin->detail, false)
                          .at[0];
    }
    ir_build_store(&g->b, IR_F16, value.count, pointer, value.at, half_align(value.count, aligned));
    return (struct gen_value){.type = expr->type};
}

struct gen_value
gen_special_vload_half(struct gen *g, struct expr *expr)
{
    return load_half(g, expr, false);
}

struct gen_value
gen_special_vloada_half(struct gen *g, struct expr *expr)
{
    return load_half(g, expr, true);
}

struct gen_value
gen_special_vstore_half(struct gen *g, struct expr *expr)
{
    return store_half(g, expr, false);
}

struct gen_value
gen_special_vstorea_half(struct gen *g, struct expr *expr)
{
    return store_half(g, expr, true);
}

/* Component number (selector mod count) of a list whose length is a power of two. */
static ir_id
pick(struct gen *g, const ir_id *from, uint32_t count, ir_id selector)
{
    enum ir_type type = ir_type_of(g->function, from[0]);
    enum ir_type index_type = ir_type_of(g->function, selector);
    ir_id index = ir_build2(&g->b, IR_OP_and, index_type, selector,
                            ir_build_int(&g->b, index_type, count - 1));
    if (ir_is_const(g->function, index))
        return from[ir_value(g->function, index)->bits & (count - 1)];
    ir_id result = from[0];
    for (uint32_t i = 1; i < count; i++) {
        ir_id here = ir_build2(&g->b, IR_OP_eq, IR_I1, index, ir_build_int(&g->b, index_type, i));
        result = ir_build3(&g->b, IR_OP_select, type, here, from[i], result);
    }
    return result;
}

/* shuffle(x, mask), shuffle2(x, y, mask) */
struct gen_value
gen_special_shuffle(struct gen *g, struct expr *expr)
{
    ir_id from[2 * GEN_COMPONENTS];
    uint32_t count = 0, last = expr->call.args.count - 1;
    struct gen_value value = {.type = expr->type, .count = type_components(expr->type)};
    for (uint32_t i = 0; i < last; i++) {
        struct gen_value part = gen_expr(g, expr->call.args.at[i]);
        for (uint32_t k = 0; k < part.count; k++)
            from[count++] = part.at[k];
        for (; part.count == 3 && count % 4; count++) /* vec3 counts as vec4 */
            from[count] = ir_undef(g->function, ir_type_of(g->function, part.at[0]));
    }
    struct gen_value mask = gen_expr(g, expr->call.args.at[last]);
    for (uint32_t i = 0; i < value.count; i++)
        value.at[i] = pick(g, from, count, mask.at[i]);
    return value;
}

static ir_id
top_bit(struct gen *g, ir_id id)
{
    enum ir_type type = ir_type_of(g->function, id);
    return ir_build2(&g->b, IR_OP_slt, IR_I1, id, ir_build_int(&g->b, type, 0));
}

/* select(a, b, c): b where c is true; for vectors the top bit decides. */
struct gen_value
gen_special_select(struct gen *g, struct expr *expr)
{
    struct gen_value a = gen_expr(g, expr->call.args.at[0]);
    struct gen_value b = gen_expr(g, expr->call.args.at[1]);
    struct gen_value c = gen_expr(g, expr->call.args.at[2]);
    struct gen_value value = {.type = expr->type, .count = type_components(expr->type)};
    for (uint32_t i = 0; i < value.count; i++) {
        enum ir_type bits = ir_type_of(g->function, c.at[i]);
        ir_id test = value.count == 1
                         ? ir_build2(&g->b, IR_OP_ne, IR_I1, c.at[i], ir_build_int(&g->b, bits, 0))
                         : top_bit(g, c.at[i]);
        value.at[i] =
            ir_build3(&g->b, IR_OP_select, gen_type(g, expr->type), test, b.at[i], a.at[i]);
    }
    return value;
}

static ir_id
to_int(struct gen *g, ir_id id)
{
    static const uint8_t types[IR_TYPES] = {
        [IR_F16] = IR_I16, [IR_F32] = IR_I32, [IR_F64] = IR_I64};
    enum ir_type type = ir_type_of(g->function, id);
    return ir_is_float(type) ? ir_build1(&g->b, IR_OP_bitcast, (enum ir_type)types[type], id) : id;
}

/* bitselect(a, b, c): the bits of b where c has a 1 */
struct gen_value
gen_special_bitselect(struct gen *g, struct expr *expr)
{
    struct gen_value a = gen_expr(g, expr->call.args.at[0]);
    struct gen_value b = gen_expr(g, expr->call.args.at[1]);
    struct gen_value c = gen_expr(g, expr->call.args.at[2]);
    enum ir_type type = gen_type(g, expr->type);
    for (uint32_t i = 0; i < a.count; i++) {
        ir_id x = to_int(g, a.at[i]), y = to_int(g, b.at[i]), mask = to_int(g, c.at[i]);
        enum ir_type bits = ir_type_of(g->function, x);
        ir_id changed =
            ir_build2(&g->b, IR_OP_and, bits, ir_build2(&g->b, IR_OP_xor, bits, x, y), mask);
        x = ir_build2(&g->b, IR_OP_xor, bits, x, changed);
        a.at[i] = bits == type ? x : ir_build1(&g->b, IR_OP_bitcast, type, x);
    }
    a.type = expr->type;
    return a;
}

static struct gen_value
fold_top_bits(struct gen *g, struct expr *expr, enum ir_op op)
{
    struct gen_value value = gen_expr(g, expr->call.args.at[0]);
    enum ir_type bits = ir_type_of(g->function, value.at[0]);
    ir_id all = value.at[0];
    for (uint32_t i = 1; i < value.count; i++)
        all = ir_build2(&g->b, op, bits, all, value.at[i]);
    return gen_value1(expr->type,
                      ir_build1(&g->b, IR_OP_zext, gen_type(g, expr->type), top_bit(g, all)));
}

struct gen_value
gen_special_any(struct gen *g, struct expr *expr)
{
    return fold_top_bits(g, expr, IR_OP_or);
}

struct gen_value
gen_special_all(struct gen *g, struct expr *expr)
{
    return fold_top_bits(g, expr, IR_OP_and);
}

/* a.x * b.x + a.y * b.y + ...: contracted like the same expression written out. */
struct gen_value
gen_special_dot(struct gen *g, struct expr *expr)
{
    struct gen_value a = gen_expr(g, expr->call.args.at[0]);
    struct gen_value b = gen_expr(g, expr->call.args.at[1]);
    enum ir_type type = gen_type(g, expr->type);
    ir_id sum = ir_build2(&g->b, IR_OP_fmul, type, a.at[0], b.at[0]);
    for (uint32_t i = 1; i < a.count; i++)
        sum = g->options->fp_contract
                  ? ir_build3(&g->b, IR_OP_fmad, type, a.at[i], b.at[i], sum)
                  : ir_build2(&g->b, IR_OP_fadd, type, sum,
                              ir_build2(&g->b, IR_OP_fmul, type, a.at[i], b.at[i]));
    return gen_value1(expr->type, sum);
}
