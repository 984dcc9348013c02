/* Address spaces of generic pointers (OpenCL C 2.0, 6.13.9) and ndrange_t (6.13.17). */
#include "midend/gen/gen_builtin.h"

#include <string.h>

/* It does if a cast to it and back loses nothing. */
ir_id
gen_survives_cast(struct gen *g, ir_id generic, enum ir_type segment)
{
    ir_id there = ir_build1(&g->b, IR_OP_addrspacecast, segment, generic);
    ir_id back = ir_build1(&g->b, IR_OP_addrspacecast, IR_P_GENERIC, there);
    return ir_build2(&g->b, IR_OP_eq, IR_I1, back, generic);
}

/* A pointer is global if it is neither local nor private; null is null everywhere. */
static ir_id
lies_in(struct gen *g, ir_id generic, enum ir_type segment)
{
    if (segment != IR_P_GLOBAL)
        return gen_survives_cast(g, generic, segment);
    ir_id other = ir_build2(&g->b, IR_OP_or, IR_I1, gen_survives_cast(g, generic, IR_P_LOCAL),
                            gen_survives_cast(g, generic, IR_P_PRIVATE));
    return ir_build2(&g->b, IR_OP_xor, IR_I1, other, ir_build_int(&g->b, IR_I1, 1));
}

/* to_global, to_local, to_private: null for a pointer elsewhere. */
struct gen_value
gen_special_to_space(struct gen *g, struct expr *expr)
{
    enum ir_type wanted = gen_type(g, expr->type);
    ir_id pointer = gen_scalar(g, expr->call.args.at[0]);
    enum ir_type given = ir_type_of(g->function, pointer);
    ir_id null = ir_build_int(&g->b, wanted, ir_null(wanted));
    if (given == wanted)
        return gen_value1(expr->type, pointer);
    if (given != IR_P_GENERIC)
        return gen_value1(expr->type, null);
    ir_id there = lies_in(g, pointer, wanted);
    ir_id cast = ir_build1(&g->b, IR_OP_addrspacecast, wanted, pointer);
    return gen_value1(expr->type, ir_build3(&g->b, IR_OP_select, wanted, there, cast, null));
}

struct gen_value
gen_special_get_fence(struct gen *g, struct expr *expr)
{
    enum { LOCAL_FENCE = 1, GLOBAL_FENCE = 2 };
    ir_id pointer = gen_scalar(g, expr->call.args.at[0]);
    enum ir_type given = ir_type_of(g->function, pointer);
    ir_id local = ir_build_int(&g->b, IR_I32, LOCAL_FENCE);
    ir_id global = ir_build_int(&g->b, IR_I32, GLOBAL_FENCE);
    if (given != IR_P_GENERIC)
        return gen_value1(expr->type, given == IR_P_LOCAL ? local : global);
    return gen_value1(expr->type, ir_build3(&g->b, IR_OP_select, IR_I32,
                                            lies_in(g, pointer, IR_P_LOCAL), local, global));
}

/* ---- ndrange_1D, _2D, _3D ---- */

enum {
    OFFSET = 8,
    GLOBAL_SIZE = 32,
    LOCAL_SIZE = 56
}; /* of the arrays in ndrange_t: sema_type.c */

static void
store_sizes(struct gen *g, struct gen_lvalue whole, struct expr *arg, uint32_t at,
            uint32_t dimensions)
{
    ir_id value = gen_scalar(g, arg);
    for (uint32_t i = 0; i < dimensions; i++) {
        ir_id size = value;
        if (arg->type->kind == TYPE_POINTER)
            size = ir_build_load(&g->b, IR_I64, 1, ir_build_offset(&g->b, value, i * 8), 8)->def;
        ir_id to = ir_build_offset(&g->b, whole.pointer, at + i * 8);
        ir_build_store(&g->b, IR_I64, 1, to, &size, 8);
    }
}

/* A work-group has up to 64, 8 x 8 or 4 x 4 x 4 work-items if the program does not say; and it is whole if work-groups
 * have to be. */
static void
choose_local(struct gen *g, struct gen_lvalue whole, uint32_t dimensions)
{
    static const uint8_t most[] = {64, 8, 4};
    bool may_be_partial = g->module->ragged_groups;
    ir_id limit = ir_build_int(&g->b, may_be_partial ? IR_I64 : IR_I32, most[dimensions - 1]);
    for (uint32_t i = 0; i < dimensions; i++) {
        ir_id from = ir_build_offset(&g->b, whole.pointer, GLOBAL_SIZE + i * 8);
        ir_id size = ir_build_load(&g->b, IR_I64, 1, from, 8)->def;
        const ir_id args[] = {size, limit};
        size = may_be_partial ? ir_build2(&g->b, IR_OP_umin, IR_I64, size, limit)
                              : gen_library_call1(g, "__occ_whole_group", IR_I64, args, 2);
        ir_build_store(&g->b, IR_I64, 1, ir_build_offset(&g->b, whole.pointer, LOCAL_SIZE + i * 8),
                       &size, 8);
    }
}

/* (size), (size, local size) or (offset, size, local size); a missing offset is 0, and the
 * remaining dimensions have size 1. */
struct gen_value
gen_special_ndrange(struct gen *g, struct expr *expr)
{
    const struct expr_list *args = &expr->call.args;
    uint32_t dimensions = (uint32_t)(strpbrk(expr->call.builtin->name, "123")[0] - '0');
    struct gen_lvalue whole = gen_temporary(g, expr->type);
    struct ir_inst *zero = ir_build(&g->b, IR_OP_memzero, IR_VOID, 0, &whole.pointer, 1);
    zero->size = expr->type->size;
    zero->memory.align = whole.align;
    ir_id count = ir_build_int(&g->b, IR_I32, dimensions), one = ir_build_int(&g->b, IR_I64, 1);
    ir_build_store(&g->b, IR_I32, 1, whole.pointer, &count, 4);
    for (uint32_t i = dimensions; i < 3; i++)
        for (uint32_t at = GLOBAL_SIZE; at <= LOCAL_SIZE; at += LOCAL_SIZE - GLOBAL_SIZE)
            ir_build_store(&g->b, IR_I64, 1, ir_build_offset(&g->b, whole.pointer, at + i * 8),
                           &one, 8);
    uint32_t next = 0;
    if (args->count == 3)
        store_sizes(g, whole, args->at[next++], OFFSET, dimensions);
    store_sizes(g, whole, args->at[next++], GLOBAL_SIZE, dimensions);
    if (next < args->count)
        store_sizes(g, whole, args->at[next], LOCAL_SIZE, dimensions);
    else
        choose_local(g, whole, dimensions);
    return gen_load(g, whole);
}
