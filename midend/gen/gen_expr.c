/* Expressions: dispatch, names, lvalues, vectors. */
#include "midend/gen/gen_internal.h"

struct gen_value
gen_value1(struct type *type, ir_id id)
{
    return (struct gen_value){.type = type, .count = 1, .at = {id}};
}

struct gen_value
gen_zero(struct gen *g, struct type *type)
{
    struct gen_value value = {.type = type, .count = gen_components(type)};
    enum ir_type ir = gen_type(g, type);
    uint64_t bits = ir_is_pointer(ir) ? ir_null(ir) : 0;
    for (uint32_t i = 0; i < value.count; i++)
        value.at[i] = ir_build_int(&g->b, ir, bits);
    return value;
}

ir_id
gen_scalar(struct gen *g, struct expr *expr)
{
    return gen_expr(g, expr).at[0];
}

void
gen_discard(struct gen *g, struct expr *expr)
{
    gen_expr(g, expr);
}

static struct gen_value
constant(struct gen *g, struct expr *expr)
{
    enum ir_type ir = gen_type(g, expr->type);
    struct gen_value value = {.type = expr->type, .count = gen_components(expr->type)};
    if (gen_is_wide(expr->type))
        return gen_wide_constant(g, expr->type, expr->integer.value, expr->integer.high);
    bool is_float = expr->kind == EXPR_FLOAT;
    double number = is_float ? expr->floating.value : (double)expr->integer.value;
    for (uint32_t i = 0; i < value.count; i++)
        value.at[i] = ir_is_float(ir) ? ir_build_float(&g->b, ir, number)
                      : ir == IR_I1   ? ir_build_int(&g->b, ir, expr->integer.value != 0)
                                      : ir_build_int(&g->b, ir, expr->integer.value);
    return value;
}

static struct gen_value
swizzle_value(struct gen *g, struct expr *expr)
{
    struct gen_value base = gen_expr(g, expr->swizzle.base);
    struct gen_value value = {.type = expr->type, .count = expr->swizzle.count};
    for (uint32_t i = 0; i < value.count; i++) {
        uint32_t component = expr->swizzle.components[i];
        value.at[i] = component < base.count
                          ? base.at[component] /* .hi of a vec3 names a missing component */
                          : ir_undef(g->function, gen_type(g, expr->type));
    }
    return value;
}

static struct gen_value
vector_value(struct gen *g, struct expr *expr)
{
    struct gen_value value = {.type = expr->type, .count = gen_components(expr->type)};
    uint32_t filled = 0;
    for (uint32_t i = 0; i < expr->call.args.count; i++) {
        struct gen_value part = gen_expr(g, expr->call.args.at[i]);
        for (uint32_t k = 0; k < part.count && filled < value.count; k++)
            value.at[filled++] = part.at[k];
    }
    if (filled == 1)
        for (; filled < value.count; filled++)
            value.at[filled] = value.at[0];
    for (; filled < value.count; filled++)
        value.at[filled] = ir_undef(g->function, gen_type(g, expr->type));
    return value;
}

/* v[i] of a vector that is no object: a constant index picks a component, any other becomes
 * selects. */
static struct gen_value
vector_element(struct gen *g, struct expr *expr)
{
    struct gen_value base = gen_expr(g, expr->left);
    enum ir_type type = gen_type(g, expr->type);
    ir_id index = gen_scalar(g, expr->right);
    if (ir_is_const(g->function, index)) {
        uint64_t component = ir_value(g->function, index)->bits;
        return gen_value1(expr->type, component < base.count ? base.at[component]
                                                             : ir_undef(g->function, type));
    }
    enum ir_type index_type = ir_type_of(g->function, index);
    ir_id result = base.at[0];
    for (uint32_t i = 1; i < base.count; i++) {
        ir_id here = ir_build2(&g->b, IR_OP_eq, IR_I1, index, ir_build_int(&g->b, index_type, i));
        result = ir_build3(&g->b, IR_OP_select, type, here, base.at[i], result);
    }
    return gen_value1(expr->type, result);
}

/* An lvalue with an address: the object there. */
static struct gen_value
read_lvalue(struct gen *g, struct expr *expr)
{
    return gen_load(g, gen_lvalue(g, expr));
}

static struct gen_value
element(struct gen *g, struct expr *expr)
{
    bool is_value = !expr->is_lvalue && expr->left->type->kind == TYPE_VECTOR;
    return is_value ? vector_element(g, expr) : read_lvalue(g, expr);
}

static struct gen_value
name_value(struct gen *g, struct expr *expr)
{
    struct decl *decl = expr->name.decl;
    if (decl->kind != DECL_ENUMERATOR)
        return read_lvalue(g, expr);
    if (gen_is_wide(expr->type))
        return gen_wide_constant(g, expr->type, decl->value, decl->high);
    return gen_value1(expr->type, ir_build_int(&g->b, gen_type(g, expr->type), decl->value));
}

/* Evaluated where lowering meets it first, which is executed before any other use. */
static struct gen_value
once_value(struct gen *g, struct expr *expr)
{
    struct gen_value *value = map_get(&g->once, MAP_KEY(expr));
    if (!value) {
        value = ARENA_NEW(g->arena, struct gen_value);
        *value = gen_expr(g, expr->left);
        map_put(&g->once, MAP_KEY(expr), value);
    }
    return *value;
}

/* ({ ... }): the value of its last statement, which may follow labels. */
static struct gen_value
block_value(struct gen *g, struct expr *expr)
{
    struct stmt *block = expr->block;
    if (expr->type->kind == TYPE_VOID) {
        gen_stmt(g, block);
        return (struct gen_value){.type = expr->type};
    }
    for (uint32_t i = 0; i + 1 < block->stmts.count; i++)
        gen_stmt(g, block->stmts.at[i]);
    struct stmt *last = vec_last(&block->stmts);
    for (; last->kind == STMT_LABEL; last = last->body)
        gen_start(g, gen_block_of(g, last));
    return gen_expr(g, last->expr);
}

/* By enum expr_kind; the others do not outlive semantic analysis. */
static struct gen_value (*const lower[EXPR_KINDS])(struct gen *g, struct expr *expr) = {
    [EXPR_INT] = constant,          [EXPR_FLOAT] = constant,
    [EXPR_STRING] = read_lvalue,    [EXPR_NAME] = name_value,
    [EXPR_UNARY] = gen_unary,       [EXPR_BINARY] = gen_binary,
    [EXPR_ASSIGN] = gen_assign,     [EXPR_CONDITIONAL] = gen_conditional,
    [EXPR_CALL] = gen_call,         [EXPR_INDEX] = element,
    [EXPR_MEMBER] = read_lvalue,    [EXPR_LITERAL] = read_lvalue,
    [EXPR_ASM] = gen_asm,           [EXPR_CONVERT] = gen_convert_expr,
    [EXPR_SWIZZLE] = swizzle_value, [EXPR_BUILTIN] = gen_builtin,
    [EXPR_VECTOR] = vector_value,   [EXPR_ONCE] = once_value,
    [EXPR_BLOCK] = block_value,     [EXPR_CLOSURE] = gen_closure,
};

struct gen_value
gen_expr(struct gen *g, struct expr *expr)
{
    loc_t outer = g->b.loc;
    if (expr->loc)
        g->b.loc = expr->loc;
    if (!lower[expr->kind])
        ice(g->module->guard, "gen: expression kind %u is not lowered", expr->kind);
    struct gen_value value = lower[expr->kind](g, expr);
    g->b.loc = outer;
    return value;
}

/* Does the pointer come from a kernel parameter `const T *restrict`?  Then nothing writes what it
 * points to while the kernel runs (C11 6.7.3.1). */
static bool
points_to_invariant(const struct expr *pointer)
{
    while (pointer->kind == EXPR_CONVERT &&
           (pointer->cast == CAST_LVALUE || pointer->cast == CAST_NONE))
        pointer = pointer->left;
    if (pointer->kind == EXPR_BINARY && (pointer->op == OP_ADD || pointer->op == OP_SUB))
        return points_to_invariant(pointer->left);
    if (pointer->kind != EXPR_NAME || !pointer->name.decl || pointer->name.decl->kind != DECL_PARAM)
        return false;
    const struct type *type = pointer->name.decl->type;
    return type->kind == TYPE_POINTER && (type->qualifiers & QUAL_RESTRICT) &&
           (type->base->qualifiers & QUAL_CONST);
}

static struct gen_lvalue
name_lvalue(struct gen *g, struct expr *expr)
{
    struct decl *decl = expr->name.decl;
    bool is_static = decl->is_program_scope || decl->is_static || decl->is_extern ||
                     decl->space == SPACE_LOCAL || decl->space == SPACE_CONSTANT;
    if (decl->kind == DECL_VARIABLE && is_static) {
        struct ir_global *global = gen_global_of(g, decl);
        struct ir_inst *inst =
            ir_build(&g->b, IR_OP_symbol, ir_pointer_type(global->space), 1, NULL, 0);
        inst->global = global;
        return gen_place_at(decl->type, inst->def, global->align);
    }
    const struct gen_variable *variable = decl->lowered;
    if (!variable || variable->function != g->function)
        ice(g->module->guard, "gen: '%s' is used before its declaration", decl->name);
    return gen_place_at(decl->type, variable->pointer, variable->align);
}

static struct gen_lvalue
member_lvalue(struct gen *g, struct expr *expr)
{
    struct gen_lvalue base;
    if (expr->is_arrow) {
        struct type *record = expr->member.base->type->base;
        base = gen_place_at(record, gen_scalar(g, expr->member.base), record->align);
        base.is_invariant = points_to_invariant(expr->member.base);
    } else {
        base = gen_lvalue(g, expr->member.base);
    }
    const struct field *field =
        expr->member.field; /* of a value: its type does not know the bits */
    struct type *type = field->type->bits && !expr->type->bits ? field->type : expr->type;
    struct gen_lvalue lvalue = gen_place_at(type, base.pointer, base.align);
    lvalue.pointer = ir_build_offset(&g->b, base.pointer, field->offset);
    if (field->offset && (field->offset & -field->offset) < lvalue.align)
        lvalue.align = field->offset & -field->offset;
    lvalue.whole_align = base.whole_align ? base.whole_align : base.align;
    lvalue.part_offset = base.part_offset + (uint32_t)field->offset;
    lvalue.is_volatile |= base.is_volatile;
    lvalue.is_invariant = base.is_invariant;
    lvalue.is_of_union = base.is_of_union || base.type->kind == TYPE_UNION;
    return lvalue;
}

static struct gen_lvalue
index_lvalue(struct gen *g, struct expr *expr)
{
    struct expr *array = expr->left;
    bool only_address = g->takes_address;
    g->takes_address = false;
    bool decays = array->kind == EXPR_CONVERT && array->cast == CAST_ARRAY;
    struct gen_lvalue lvalue = gen_place_at(expr->type, 0, expr->type->align);
    struct gen_lvalue base = {0};
    if (decays || array->type->kind == TYPE_VECTOR) {
        base = gen_lvalue(g, decays ? array->left : array);
        if (base.align < lvalue.align)
            lvalue.align = base.align;
        lvalue.is_volatile |= base.is_volatile;
        lvalue.is_invariant = base.is_invariant;
        lvalue.is_of_union = base.is_of_union;
    } else if (array->type->kind == TYPE_POINTER) {
        base.pointer = gen_scalar(g, array);
        lvalue.is_invariant = points_to_invariant(array);
    } else { /* i[p] */
        struct expr swapped;
        expr_copy(&swapped, expr);
        swapped.left = expr->right;
        swapped.right = expr->left;
        g->takes_address = only_address;
        return index_lvalue(g, &swapped);
    }
    ir_id index = gen_scalar(g, expr->right);
    if (array->type->kind != TYPE_POINTER || decays)
        gen_check_index(g, decays ? array->left : array, index, gen_is_signed(expr->right->type),
                        only_address);
    if (decays && only_address)
        base.pointer = gen_check_member(g, array->left, base.pointer);
    lvalue.pointer =
        gen_ptradd(g, base.pointer, index, gen_is_signed(expr->right->type), expr->type->size);
    return lvalue;
}

static struct gen_lvalue
swizzle_lvalue(struct gen *g, struct expr *expr)
{
    struct gen_lvalue lvalue = gen_lvalue(g, expr->swizzle.base);
    uint8_t components[GEN_COMPONENTS];
    for (uint32_t i = 0; i < expr->swizzle.count; i++) {
        uint8_t component = expr->swizzle.components[i];
        components[i] = lvalue.component_count ? lvalue.components[component] : component;
    }
    for (uint32_t i = 0; i < expr->swizzle.count; i++)
        lvalue.components[i] = components[i];
    lvalue.component_count = expr->swizzle.count;
    lvalue.is_volatile |= (expr->type->qualifiers & QUAL_VOLATILE) != 0;
    lvalue.type = expr->type;
    return lvalue;
}

static struct gen_lvalue
literal_lvalue(struct gen *g, struct expr *expr)
{
    struct gen_lvalue lvalue = gen_temporary(g, expr->type);
    gen_init_lvalue(g, lvalue, expr->call.args.at[0]);
    return lvalue;
}

static struct gen_lvalue
string_lvalue(struct gen *g, struct expr *expr)
{
    struct ir_global *global =
        gen_string(g, expr->string.bytes, expr->string.length, expr->string.length + 1);
    struct ir_inst *inst = ir_build(&g->b, IR_OP_symbol, IR_P_CONSTANT, 1, NULL, 0);
    inst->global = global;
    return gen_place_at(expr->type, inst->def, 1);
}

static struct gen_lvalue
dereference(struct gen *g, struct expr *expr)
{
    struct gen_lvalue lvalue =
        gen_place_at(expr->type, gen_scalar(g, expr->left), expr->type->align);
    lvalue.is_invariant = points_to_invariant(expr->left);
    return lvalue;
}

struct gen_lvalue
gen_lvalue(struct gen *g, struct expr *expr)
{
    switch ((enum expr_kind)expr->kind) {
    case EXPR_NAME:
        return name_lvalue(g, expr);
    case EXPR_MEMBER:
        return member_lvalue(g, expr);
    case EXPR_INDEX:
        return index_lvalue(g, expr);
    case EXPR_SWIZZLE:
        if (expr->swizzle.base->is_lvalue)
            return swizzle_lvalue(g, expr);
        break;
    case EXPR_LITERAL:
        return literal_lvalue(g, expr);
    case EXPR_STRING:
        return string_lvalue(g, expr);
    case EXPR_UNARY:
        if (expr->op == OP_DEREF)
            return dereference(g, expr);
        break;
    case EXPR_CONVERT:
        if (expr->cast == CAST_LVALUE || expr->cast == CAST_NONE)
            return gen_lvalue(g, expr->left);
        break;
    default:
        break;
    }
    return gen_spill(g, gen_expr(g, expr));
}

ir_id
gen_address(struct gen *g, struct expr *expr)
{
    g->takes_address = expr->kind == EXPR_INDEX;
    return gen_lvalue(g, expr).pointer;
}
