/* Conversions: EXPR_CONVERT by its cast kind. */
#include "midend/gen/gen_internal.h"
#include "sema/sema.h"

/* Bits of an integer type, as far as its range is concerned. */
static unsigned
width(enum ir_type type)
{
    return ir_type_bits(type);
}

ir_id
gen_int_resize(struct gen *g, ir_id id, bool is_signed, enum ir_type to)
{
    enum ir_type from = ir_type_of(g->function, id);
    if (from == to)
        return id;
    if (width(from) > width(to))
        return ir_build1(&g->b, IR_OP_trunc, to, id);
    return ir_build1(&g->b, is_signed && from != IR_I1 ? IR_OP_sext : IR_OP_zext, to, id);
}

static uint64_t
max_of(unsigned bits, bool is_signed)
{
    return UINT64_MAX >> (64 - bits + is_signed);
}

static uint64_t
min_of(unsigned bits, bool is_signed)
{
    return is_signed ? ~max_of(bits, true) : 0;
}

static ir_id
limit(struct gen *g, enum ir_op op, ir_id id, uint64_t bound)
{
    enum ir_type type = ir_type_of(g->function, id);
    return ir_build2(&g->b, op, type, id, ir_build_int(&g->b, type, bound));
}

/* Brings an integer into the range of the destination, still in its own type. */
static ir_id
saturate_int(struct gen *g, ir_id id, bool from_signed, unsigned to_bits, bool to_signed)
{
    unsigned from_bits = width(ir_type_of(g->function, id));
    uint64_t top = max_of(to_bits, to_signed);
    bool high = max_of(from_bits, from_signed) > top;
    if (!from_signed)
        return high ? limit(g, IR_OP_umin, id, top) : id;
    if ((int64_t)min_of(from_bits, true) < (int64_t)min_of(to_bits, to_signed))
        id = limit(g, IR_OP_smax, id, min_of(to_bits, to_signed));
    return high ? limit(g, IR_OP_smin, id, top) : id;
}

static ir_id
int_to_int(struct gen *g, ir_id id, bool from_signed, enum ir_type to, bool to_signed,
           bool saturate)
{
    enum ir_type from = ir_type_of(g->function, id);
    if (to == IR_I1)
        return from == IR_I1 ? id
                             : ir_build2(&g->b, IR_OP_ne, IR_I1, id, ir_build_int(&g->b, from, 0));
    if (saturate && from != IR_I1)
        id = saturate_int(g, id, from_signed, width(to), to_signed);
    return gen_int_resize(g, id, from_signed, to);
}

/* "i32" and the like in the names of library helpers. */
static const char *
suffix(enum ir_type type, bool is_signed)
{
    static const char *const unsigned_names[] = {
        [IR_I8] = "u8", [IR_I16] = "u16", [IR_I32] = "u32", [IR_I64] = "u64"};
    if (ir_is_int(type) && type != IR_I1 && !is_signed)
        return unsigned_names[type];
    return ir_type_name(type);
}

static ir_id
rounded_by_library(struct gen *g, ir_id id, bool from_signed, enum ir_type to,
                   enum rounding rounding)
{
    static const char *const modes[] = {[ROUND_DEFAULT] = "rte",
                                        [ROUND_RTE] = "rte",
                                        [ROUND_RTZ] = "rtz",
                                        [ROUND_RTP] = "rtp",
                                        [ROUND_RTN] = "rtn"};
    const char *name =
        arena_printf(g->arena, "__occ_convert_%s_%s_%s", suffix(to, true), modes[rounding],
                     suffix(ir_type_of(g->function, id), from_signed));
    return gen_library_call1(g, name, to, &id, 1);
}

static ir_id
float_to_int(struct gen *g, ir_id id, enum ir_type to, bool to_signed, enum rounding rounding,
             bool saturate)
{
    static const uint8_t round_ops[] = {
        [ROUND_RTE] = IR_OP_frint, [ROUND_RTP] = IR_OP_fceil, [ROUND_RTN] = IR_OP_ffloor};
    enum ir_type from = ir_type_of(g->function, id);
    if (to == IR_I1)
        return ir_build2(&g->b, IR_OP_fune, IR_I1, id, ir_build_float(&g->b, from, 0));
    if (rounding != ROUND_DEFAULT && rounding != ROUND_RTZ)
        id = ir_build1(&g->b, (enum ir_op)round_ops[rounding], from, id);
    enum ir_op op = to_signed ? IR_OP_fptosi : IR_OP_fptoui;
    if (to == IR_I64 || to == IR_I32)
        return ir_build1(&g->b, op, to, id); /* the operation saturates */
    if (!saturate) /* out of range is undefined: the signed form serves both */
        return ir_build1(&g->b, IR_OP_trunc, to, ir_build1(&g->b, IR_OP_fptosi, IR_I32, id));
    id = ir_build1(&g->b, op, IR_I32, id);
    return int_to_int(g, id, to_signed, to, to_signed, true);
}

static ir_id
int_to_float(struct gen *g, ir_id id, bool from_signed, enum ir_type to, enum rounding rounding)
{
    enum ir_type from = ir_type_of(g->function, id);
    bool exact = width(from) <= (to == IR_F64 ? 32 : to == IR_F32 ? 16 : 8);
    if (width(from) < 32) {
        id = gen_int_resize(g, id, from_signed, IR_I32);
        from_signed = from_signed && from != IR_I1;
        from = IR_I32;
    }
    if (rounding > ROUND_RTE && !exact)
        return rounded_by_library(g, id, from_signed, to, rounding);
    if (to == IR_F16) /* half's range is inside float's; long rounds twice only above 2^24 */
        return ir_build1(&g->b, IR_OP_fptrunc, to,
                         ir_build1(&g->b, from_signed ? IR_OP_sitofp : IR_OP_uitofp, IR_F32, id));
    return ir_build1(&g->b, from_signed ? IR_OP_sitofp : IR_OP_uitofp, to, id);
}

static ir_id
float_to_float(struct gen *g, ir_id id, enum ir_type to, enum rounding rounding)
{
    enum ir_type from = ir_type_of(g->function, id);
    if (from == to)
        return id;
    if (width(from) < width(to))
        return ir_build1(&g->b, IR_OP_fpext, to, id);
    if (rounding > ROUND_RTE)
        return rounded_by_library(g, id, true, to, rounding);
    return ir_build1(&g->b, IR_OP_fptrunc, to, id);
}

struct gen_value
gen_convert_rounded(struct gen *g, struct gen_value value, struct type *to, enum rounding rounding,
                    bool saturate)
{
    if (gen_is_wide(value.type) || gen_is_wide(to)) /* convert_ functions are not for them */
        return gen_wide_convert(g, value, gen_unqualified(to));
    bool from_float = gen_is_float(value.type), from_signed = gen_is_signed(value.type);
    bool to_signed = gen_is_signed(to);
    enum ir_type type = gen_type(g, to);
    for (uint32_t i = 0; i < value.count; i++) {
        ir_id id = value.at[i];
        if (ir_is_float(type))
            value.at[i] = from_float ? float_to_float(g, id, type, rounding)
                                     : int_to_float(g, id, from_signed, type, rounding);
        else
            value.at[i] = from_float ? float_to_int(g, id, type, to_signed, rounding, saturate)
                                     : int_to_int(g, id, from_signed, type, to_signed, saturate);
    }
    uint32_t components = gen_components(to);
    if (value.count == 1)
        for (; value.count < components; value.count++)
            value.at[value.count] = value.at[0];
    value.type = gen_unqualified(to);
    return value;
}

/* Pointers to functions are i64, and convert to and from generic ones. */
static ir_id
change_pointer(struct gen *g, ir_id pointer, enum ir_type to)
{
    enum ir_type from = ir_type_of(g->function, pointer);
    if (from == to)
        return pointer;
    if (from == IR_I64) {
        pointer = ir_build1(&g->b, IR_OP_inttoptr, IR_P_GENERIC, pointer);
        return change_pointer(g, pointer, to);
    }
    if (to != IR_I64)
        return ir_build1(&g->b, IR_OP_addrspacecast, to, pointer);
    pointer = change_pointer(g, pointer, IR_P_GENERIC);
    return ir_build1(&g->b, IR_OP_ptrtoint, IR_I64, pointer);
}

struct gen_value
gen_convert(struct gen *g, struct gen_value value, struct type *to)
{
    to = gen_unqualified(to);
    if (value.type == to || gen_unqualified(value.type) == to)
        return value;
    if (to->kind == TYPE_POINTER) {
        value.at[0] = change_pointer(g, value.at[0], gen_type(g, to));
        value.type = to;
        return value;
    }
    if (!type_is_arithmetic(type_element(to)) || !type_is_arithmetic(type_element(value.type)))
        return value;
    return gen_check_converted(g, &value, gen_convert_rounded(g, value, to, ROUND_DEFAULT, false));
}

static enum ir_type
int_of_bits(unsigned bits)
{
    return bits <= 8 ? IR_I8 : bits == 16 ? IR_I16 : bits == 32 ? IR_I32 : IR_I64;
}

static ir_id
to_bits(struct gen *g, ir_id id)
{
    enum ir_type type = ir_type_of(g->function, id);
    if (type == IR_I1)
        return ir_build1(&g->b, IR_OP_zext, IR_I8, id);
    if (ir_is_int(type))
        return id;
    return ir_build1(&g->b, ir_is_pointer(type) ? IR_OP_ptrtoint : IR_OP_bitcast,
                     int_of_bits(width(type)), id);
}

static ir_id
from_bits(struct gen *g, ir_id id, enum ir_type type)
{
    if (ir_is_int(type))
        return gen_int_resize(g, id, false, type);
    return ir_build1(&g->b, ir_is_pointer(type) ? IR_OP_inttoptr : IR_OP_bitcast, type, id);
}

/* One component of the result, gathered from narrower components or cut from a wider one. */
static ir_id
regroup(struct gen *g, const struct gen_value *bits, unsigned from, unsigned to, uint32_t component)
{
    enum ir_type type = int_of_bits(to);
    if (from >= to) {
        uint32_t per = from / to, source = component / per;
        if (source >= bits->count)
            return ir_undef(g->function, type);
        ir_id id = bits->at[source];
        if (component % per)
            id = ir_build2(&g->b, IR_OP_lshr, int_of_bits(from), id,
                           ir_build_int(&g->b, IR_I32, (uint64_t)(component % per) * to));
        return gen_int_resize(g, id, false, type);
    }
    uint32_t per = to / from;
    if (from == 32 && per == 2 && component * 2 + 1 < bits->count)
        return ir_build2(&g->b, IR_OP_pack64, IR_I64, bits->at[component * 2],
                         bits->at[component * 2 + 1]);
    ir_id result = ir_build_int(&g->b, type, 0);
    for (uint32_t i = 0; i < per && component * per + i < bits->count; i++) {
        ir_id piece = gen_int_resize(g, bits->at[component * per + i], false, type);
        piece = ir_build2(&g->b, IR_OP_shl, type, piece,
                          ir_build_int(&g->b, IR_I32, (uint64_t)i * from));
        result = ir_build2(&g->b, IR_OP_or, type, result, piece);
    }
    return result;
}

struct gen_value
gen_reinterpret(struct gen *g, struct gen_value value, struct type *to)
{
    struct gen_value result = {.type = gen_unqualified(to), .count = gen_components(to)};
    enum ir_type type = gen_type(g, to), source = ir_type_of(g->function, value.at[0]);
    unsigned from = ir_type_bytes(source) * 8, bits = ir_type_bytes(type) * 8;
    if (source == type && value.count == result.count) {
        value.type = result.type;
        return value;
    }
    for (uint32_t i = 0; i < value.count; i++)
        value.at[i] = to_bits(g, value.at[i]);
    for (uint32_t i = 0; i < result.count; i++)
        result.at[i] = from_bits(g, regroup(g, &value, from, bits, i), type);
    return result;
}

static struct gen_value
pointer_cast(struct gen *g, struct expr *expr)
{
    if (expr->type->kind == TYPE_SAMPLER)
        return gen_sampler(g, expr);
    struct gen_value value = gen_expr(g, expr->left);
    enum ir_type to = gen_type(g, expr->type), from = ir_type_of(g->function, value.at[0]);
    struct gen_value result = value;
    result.type = expr->type;
    switch (expr->cast) {
    case CAST_INT_TO_POINTER:
        value.at[0] =
            gen_int_resize(g, value.at[0], gen_is_signed(value.type), int_of_bits(width(to)));
        result.at[0] =
            ir_is_pointer(to) ? ir_build1(&g->b, IR_OP_inttoptr, to, value.at[0]) : value.at[0];
        break;
    case CAST_POINTER_TO_INT:
        if (ir_is_pointer(from))
            value.at[0] = ir_build1(&g->b, IR_OP_ptrtoint, int_of_bits(width(from)), value.at[0]);
        result.at[0] = gen_int_resize(g, value.at[0], false, to);
        if (gen_is_wide(expr->type))
            result = gen_wide(expr->type, result.at[0], ir_build_int(&g->b, IR_I64, 0));
        break;
    case CAST_POINTER_TO_BOOL:
        result.at[0] = ir_build2(&g->b, IR_OP_ne, IR_I1, value.at[0],
                                 ir_build_int(&g->b, from, ir_null(from)));
        break;
    default:
        result.at[0] = change_pointer(g, value.at[0], to);
    }
    return result;
}

struct gen_value
gen_convert_expr(struct gen *g, struct expr *expr)
{
    struct gen_value value;
    switch ((enum cast_kind)expr->cast) {
    case CAST_LVALUE:
        if (gen_is_literal_sampler(expr->left))
            return gen_expr(g, expr->left->name.decl->init);
        if (expr->type->kind == TYPE_BLOCK && !sema_block_of(expr)->captures.count)
            return gen_value1(expr->type, ir_undef(g->function, IR_P_PRIVATE));
        value = gen_load(g, gen_lvalue(g, expr->left));
        value.type = gen_is_aggregate(expr->type) ? value.type : gen_unqualified(expr->type);
        return value;
    case CAST_ARRAY:
        return gen_value1(expr->type, gen_check_member(g, expr->left, gen_address(g, expr->left)));
    case CAST_SCALAR:
        if (expr->type->kind == TYPE_BOOL && expr->left->type->kind != TYPE_VECTOR)
            return gen_value1(expr->type, gen_condition(g, expr->left));
        value = gen_expr(g, expr->left);
        struct gen_value made = gen_convert_rounded(g, value, expr->type,
                                                    (enum rounding)expr->rounding, expr->saturate);
        bool is_function = expr->is_explicit && !expr->type_name; /* convert_ gives something */
        return is_function ? made : gen_check_converted(g, &value, made);
    case CAST_SPLAT:
        value = gen_convert(g, gen_expr(g, expr->left), expr->type);
        for (; value.count < gen_components(expr->type); value.count++)
            value.at[value.count] = value.at[0];
        value.type = expr->type;
        return value;
    case CAST_NULL:
        return gen_zero(g, expr->type);
    case CAST_BITS:
        return gen_reinterpret(g, gen_expr(g, expr->left), expr->type);
    case CAST_VA_ARG:
        return gen_va_arg(g, expr);
    case CAST_VOID:
        gen_discard(g, expr->left);
        return (struct gen_value){.type = expr->type};
    case CAST_POINTER:
    case CAST_SPACE:
    case CAST_INT_TO_POINTER:
    case CAST_POINTER_TO_INT:
    case CAST_POINTER_TO_BOOL:
        return pointer_cast(g, expr);
    case CAST_FUNCTION:
        return gen_function_address(g, expr);
    case CAST_NONE:
        break;
    }
    value = gen_expr(g, expr->left);
    value.type = expr->type;
    return value;
}
