/* Barriers, fences and atomic functions of OpenCL C 1.x. */
#include "midend/gen/gen_builtin.h"

#include <string.h>

enum { CLK_LOCAL_MEM_FENCE = 1, CLK_GLOBAL_MEM_FENCE = 2, CLK_IMAGE_MEM_FENCE = 4 };

/* Flags to the set of address spaces; flags that are no constant mean all. */
ir_space_set
gen_fence_spaces(struct gen *g, struct expr *expr)
{
    uint64_t flags = CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE;
    if (expr->call.args.count) {
        ir_id id = gen_scalar(g, expr->call.args.at[0]);
        if (ir_is_const(g->function, id))
            flags = ir_value(g->function, id)->bits;
    }
    ir_space_set spaces = 0;
    if (flags & CLK_LOCAL_MEM_FENCE)
        spaces |= IR_SPACE_MASK(LOCAL);
    if (flags & (CLK_GLOBAL_MEM_FENCE | CLK_IMAGE_MEM_FENCE))
        spaces |= IR_SPACE_MASK(GLOBAL);
    return spaces;
}

void
gen_fence(struct gen *g, enum ir_order order, enum ir_scope scope, ir_space_set spaces)
{
    if (!spaces)
        return;
    struct ir_inst *inst = ir_build(&g->b, IR_OP_fence, IR_VOID, 0, NULL, 0);
    inst->memory.order = (uint8_t)order;
    inst->memory.scope = (uint8_t)scope;
    inst->memory.spaces = spaces;
}

/* All work-items of the group reach it before any continues, and see what the others wrote before.
 * work_group_barrier may give the scope of the fence. */
struct gen_value
gen_special_barrier(struct gen *g, struct expr *expr)
{
    ir_space_set spaces = gen_fence_spaces(g, expr);
    enum ir_scope scope = IR_SCOPE_WORKGROUP;
    if (expr->call.args.count > 1)
        scope = gen_scope_argument(g, expr->call.args.at[1]);
    bool is_narrow = scope == IR_SCOPE_SINGLETHREAD || scope == IR_SCOPE_WAVEFRONT;
    gen_fence(g, IR_RELEASE, scope, spaces);
    gen_check_order(g, "barrier", is_narrow ? 0 : spaces);
    struct ir_inst *inst = ir_build(&g->b, IR_OP_barrier, IR_VOID, 0, NULL, 0);
    inst->memory.spaces = spaces;
    if (scope > IR_SCOPE_WORKGROUP)
        gen_check_fence(g, IR_ACQ_REL, scope, spaces);
    gen_fence(g, IR_ACQUIRE, scope, spaces);
    if (scope == IR_SCOPE_WAVEFRONT)
        gen_check_order(g, "subgroup", spaces);
    return (struct gen_value){.type = expr->type};
}

/* A wave's lanes meet at every instruction: only the fence of the barrier remains. */
struct gen_value
gen_special_sub_group_barrier(struct gen *g, struct expr *expr)
{
    enum ir_scope scope = IR_SCOPE_WAVEFRONT;
    if (expr->call.args.count > 1)
        scope = gen_scope_argument(g, expr->call.args.at[1]);
    ir_space_set spaces = gen_fence_spaces(g, expr);
    gen_fence(g, IR_ACQ_REL, scope, spaces);
    gen_check_order(g, "subgroup", spaces);
    return (struct gen_value){.type = expr->type};
}

/* mem_fence, read_mem_fence, write_mem_fence: they order the work-item's own accesses as others of
 * its group see them (OpenCL C 1.2, 6.12.9). */
struct gen_value
gen_special_fence(struct gen *g, struct expr *expr)
{
    static const uint8_t orders[] = {IR_ACQ_REL, IR_ACQUIRE, IR_RELEASE};
    uint32_t which = (uint32_t)expr->call.builtin->detail;
    enum ir_order order = (enum ir_order)orders[which < 3 ? which : 0];
    ir_space_set spaces = gen_fence_spaces(g, expr);
    gen_check_old_fence(g, order, spaces);
    gen_fence(g, order, IR_SCOPE_WORKGROUP, spaces);
    return (struct gen_value){.type = expr->type};
}

static void
set_memory(struct gen *g, struct ir_inst *inst, ir_id pointer)
{
    bool local = ir_type_of(g->function, pointer) == IR_P_LOCAL;
    inst->memory.order = inst->memory.order_failure = IR_RELAXED;
    inst->memory.scope = local ? IR_SCOPE_WORKGROUP : IR_SCOPE_AGENT;
    inst->memory.align = ir_type_bytes((enum ir_type)inst->type);
}

/* A float is handled as an integer: exchange is the only operation on it. */
static ir_id
as_bits(struct gen *g, ir_id id)
{
    enum ir_type type = ir_type_of(g->function, id);
    if (!ir_is_float(type))
        return id;
    return ir_build1(&g->b, IR_OP_bitcast, type == IR_F64 ? IR_I64 : IR_I32, id);
}

#define ATOMIC(name)                                                                               \
    _Static_assert((int)BUILTIN_ATOMIC_##name == (int)IR_RMW_##name,                               \
                   "detail of the atomic rows is the operation");
#include "sema/builtin_detail.def"

/* It goes where others see it. */
static ir_id
given(struct gen *g, struct expr *expr)
{
    ir_id value = gen_scalar(g, expr);
    gen_check_operand(g, value);
    return value;
}

/* atomic_add and the like; a missing operand (inc, dec) is 1. */
struct gen_value
gen_special_atomic(struct gen *g, struct expr *expr)
{
    enum ir_type type = gen_type(g, expr->type);
    ir_id args[2] = {gen_scalar(g, expr->call.args.at[0])};
    args[1] = expr->call.args.count > 1 ? as_bits(g, given(g, expr->call.args.at[1]))
                                        : ir_build_int(&g->b, type, 1);
    enum ir_type own = ir_type_of(g->function, args[1]);
    struct ir_inst *inst = ir_build(&g->b, IR_OP_atomic, own, 1, args, 2);
    set_memory(g, inst, args[0]);
    inst->memory.rmw = (uint8_t)expr->call.builtin->detail;
    ir_id id = inst->def;
    return gen_value1(expr->type, own == type ? id : ir_build1(&g->b, IR_OP_bitcast, type, id));
}

struct gen_value
gen_special_cmpxchg(struct gen *g, struct expr *expr)
{
    ir_id args[3] = {gen_scalar(g, expr->call.args.at[0])};
    for (uint32_t i = 1; i < 3; i++)
        args[i] = given(g, expr->call.args.at[i]);
    struct ir_inst *inst = ir_build(&g->b, IR_OP_cmpxchg, gen_type(g, expr->type), 1, args, 3);
    set_memory(g, inst, args[0]);
    return gen_value1(expr->type, inst->def);
}

enum ir_order
gen_gnu_order(uint64_t number)
{
    static const uint8_t orders[] = {IR_RELAXED, IR_ACQUIRE, IR_ACQUIRE,
                                     IR_RELEASE, IR_ACQ_REL, IR_SEQ_CST};
    return (enum ir_order)orders[number < 6 ? number : 5];
}

enum ir_scope
gen_named_scope(const struct expr *text)
{
    static const char *const scopes[] = {[IR_SCOPE_SINGLETHREAD] = "singlethread",
                                         [IR_SCOPE_WAVEFRONT] = "wavefront",
                                         [IR_SCOPE_WORKGROUP] = "workgroup",
                                         [IR_SCOPE_AGENT] = "agent"}; /* "": the system */
    while (text->kind == EXPR_CONVERT)
        text = text->left;
    for (int i = 0; i < IR_SCOPE_SYSTEM && text->kind == EXPR_STRING; i++)
        if (strcmp(text->string.bytes, scopes[i]) == 0)
            return (enum ir_scope)i;
    return IR_SCOPE_SYSTEM;
}

/* __builtin_amdgcn_fence(order, "scope") */
struct gen_value
gen_special_amdgcn_fence(struct gen *g, struct expr *expr)
{
    ir_id order = gen_scalar(g, expr->call.args.at[0]);
    uint64_t number = ir_is_const(g->function, order) ? ir_value(g->function, order)->bits : 5;
    ir_space_set spaces = IR_SPACE_MASK(LOCAL) | IR_SPACE_MASK(GLOBAL);
    enum ir_scope scope = gen_named_scope(expr->call.args.at[1]);
    gen_check_fence(g, gen_gnu_order(number), scope, spaces);
    gen_fence(g, gen_gnu_order(number), scope, spaces);
    return (struct gen_value){.type = expr->type};
}

/* The work-items share the copy: work-item i of the group takes elements i, i + group size, ...
 * The library function does it on bytes. */
struct gen_value
gen_special_async_copy(struct gen *g, struct expr *expr)
{
    bool is_strided = strcmp(expr->call.builtin->target, "async_work_group_strided_copy") == 0;
    bool to_local = expr->call.args.at[0]->type->base->space == SPACE_LOCAL;
    ir_id args[5];
    uint32_t count = 0;
    for (uint32_t i = 0; i < (is_strided ? 4 : 3); i++)
        args[count++] = gen_scalar(g, expr->call.args.at[i]);
    if (!is_strided)
        args[count++] = ir_build_int(&g->b, IR_I64, 1);
    uint32_t event = gen_check_copy(g, args, expr->call.args.at[0]->type->base->size, to_local);
    args[count++] = ir_build_int(&g->b, IR_I32, expr->call.args.at[0]->type->base->size);
    gen_library_call1(g, to_local ? "__occ_async_copy_to_local" : "__occ_async_copy_to_global",
                      IR_VOID, args, count);
    return gen_check_copied(g, event, gen_expr(g, expr->call.args.at[is_strided ? 4 : 3]));
}

/* async_work_group_copy_2D2D and _3D3D; of two dimensions there is one plane. */
struct gen_value
gen_special_async_copy_rect(struct gen *g, struct expr *expr)
{
    enum { BEFORE_PLANES = 7, ALL = 12 };
    struct expr **given = expr->call.args.at;
    bool has_planes = expr->call.builtin->detail == 3;
    bool to_local = given[0]->type->base->space == SPACE_LOCAL;
    ir_id args[ALL], zero = ir_build_int(&g->b, IR_I64, 0);
    uint32_t at = BEFORE_PLANES;
    for (uint32_t i = 0; i < BEFORE_PLANES; i++)
        args[i] = gen_scalar(g, given[i]);
    args[7] = has_planes ? gen_scalar(g, given[at++]) : ir_build_int(&g->b, IR_I64, 1);
    for (uint32_t i = 8; i < ALL; i += 2) { /* of the source, then of the destination */
        args[i] = gen_scalar(g, given[at++]);
        args[i + 1] = has_planes ? gen_scalar(g, given[at++]) : zero;
    }
    uint32_t event = gen_check_rect(g, args, to_local);
    gen_library_call1(g, to_local ? "__occ_async_rect_to_local" : "__occ_async_rect_to_global",
                      IR_VOID, args, ALL);
    return gen_check_copied(g, event, gen_expr(g, given[at]));
}

/* Each work-item did its share of the copies before async_work_group_copy returned. */
struct gen_value
gen_special_wait_events(struct gen *g, struct expr *expr)
{
    gen_check_events(g, expr->call.args.at[0], expr->call.args.at[1]);
    ir_space_set spaces = IR_SPACE_MASK(LOCAL) | IR_SPACE_MASK(GLOBAL);
    gen_fence(g, IR_RELEASE, IR_SCOPE_WORKGROUP, spaces);
    ir_build(&g->b, IR_OP_barrier, IR_VOID, 0, NULL, 0)->memory.spaces = spaces;
    gen_fence(g, IR_ACQUIRE, IR_SCOPE_WORKGROUP, spaces);
    return (struct gen_value){.type = expr->type};
}

/* __builtin_amdgcn_s_barrier: the instruction alone. */
struct gen_value
gen_special_s_barrier(struct gen *g, struct expr *expr)
{
    ir_build(&g->b, IR_OP_barrier, IR_VOID, 0, NULL, 0);
    return (struct gen_value){.type = expr->type};
}
