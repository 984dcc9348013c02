/* Atomic functions and fences of OpenCL C 2.0 (6.13.11): order and scope are arguments. */
#include "midend/gen/gen_builtin.h"

#include <string.h>

/* What the last arguments of an explicit form specify. */
struct ordering {
    enum ir_order order, failure;
    enum ir_scope scope;
};

/* A number that is no constant means the strongest order or the widest scope. */
static uint64_t
constant_or(struct gen *g, struct expr *arg, uint64_t otherwise)
{
    ir_id id = gen_scalar(g, arg);
    return ir_is_const(g->function, id) ? ir_value(g->function, id)->bits : otherwise;
}

/* memory_order as sema_own_constant numbers it. */
static enum ir_order
order_argument(struct gen *g, struct expr *arg)
{
    static const uint8_t orders[] = {IR_RELAXED, IR_ACQUIRE, IR_ACQUIRE,
                                     IR_RELEASE, IR_ACQ_REL, IR_SEQ_CST};
    uint64_t number = constant_or(g, arg, 5);
    return (enum ir_order)orders[number < 6 ? number : 5];
}

enum ir_scope
gen_scope_argument(struct gen *g, struct expr *arg)
{
    static const uint8_t scopes[] = {IR_SCOPE_SINGLETHREAD, IR_SCOPE_WORKGROUP, IR_SCOPE_AGENT,
                                     IR_SCOPE_SYSTEM, IR_SCOPE_WAVEFRONT};
    uint64_t number = constant_or(g, arg, 3);
    return (enum ir_scope)scopes[number < 5 ? number : 3];
}

/* __atomic_ and __sync_ functions. */
static bool
is_gnu(const struct expr *expr)
{
    const char *name = expr->call.builtin->name;
    return strncmp(name, "__atomic_", 9) == 0 || strncmp(name, "__sync_", 7) == 0;
}

/* The arguments from number `first` on; without them seq_cst at device scope (6.13.11.7), GNU's at that of the
 * system, to which all of them are. */
static struct ordering
ordering_of(struct gen *g, struct expr *expr, uint32_t first, uint32_t orders)
{
    const struct expr_list *args = &expr->call.args;
    struct ordering made = {IR_SEQ_CST, IR_SEQ_CST,
                            is_gnu(expr) ? IR_SCOPE_SYSTEM : IR_SCOPE_AGENT};
    if (args->count > first)
        made.order = made.failure = order_argument(g, args->at[first]);
    if (args->count > first + 1 && orders == 2)
        made.failure = order_argument(g, args->at[first + 1]);
    if (args->count > first + orders)
        made.scope = gen_scope_argument(g, args->at[first + orders]);
    return made;
}

/* No other work-item sees private memory. */
static void
set_ordering(struct gen *g, struct ir_inst *inst, ir_id pointer, struct ordering ordering)
{
    enum ir_type space = ir_type_of(g->function, pointer);
    bool can_be_plain = inst->op == IR_OP_load || inst->op == IR_OP_store;
    if (space == IR_P_PRIVATE && can_be_plain)
        return;
    inst->memory.order = (uint8_t)ordering.order;
    inst->memory.order_failure = (uint8_t)ordering.failure;
    inst->memory.scope = (uint8_t)ordering.scope;
    if (space == IR_P_LOCAL && ordering.scope > IR_SCOPE_WORKGROUP)
        inst->memory.scope = IR_SCOPE_WORKGROUP;
    inst->memory.align = ir_type_bytes((enum ir_type)inst->type);
}

static void
store(struct gen *g, struct expr *expr, ir_id value, struct ordering ordering)
{
    ir_id pointer = gen_scalar(g, expr->call.args.at[0]);
    enum ir_type type = ir_type_of(g->function, value);
    gen_check_operand(g, value);
    gen_check_atomic(g, ordering.order, ordering.scope, false);
    struct ir_inst *inst = ir_build_store(&g->b, type, 1, pointer, &value, ir_type_bytes(type));
    set_ordering(g, inst, pointer, ordering);
    gen_check_atomic(g, ordering.order, ordering.scope, true);
}

/* Not atomic itself (6.13.11.1). */
struct gen_value
gen_special_c11_init(struct gen *g, struct expr *expr)
{
    store(g, expr, gen_scalar(g, expr->call.args.at[1]), (struct ordering){.order = IR_NOT_ATOMIC});
    return (struct gen_value){.type = expr->type};
}

struct gen_value
gen_special_c11_store(struct gen *g, struct expr *expr)
{
    ir_id value = gen_scalar(g, expr->call.args.at[1]);
    store(g, expr, value, ordering_of(g, expr, 2, 1));
    return (struct gen_value){.type = expr->type};
}

struct gen_value
gen_special_c11_flag_clear(struct gen *g, struct expr *expr)
{
    store(g, expr, ir_build_int(&g->b, IR_I32, 0), ordering_of(g, expr, 1, 1));
    return (struct gen_value){.type = expr->type};
}

static ir_id
load(struct gen *g, struct expr *expr, enum ir_type type, struct ordering ordering)
{
    ir_id pointer = gen_scalar(g, expr->call.args.at[0]);
    gen_check_atomic(g, ordering.order, ordering.scope, false);
    struct ir_inst *inst = ir_build_load(&g->b, type, 1, pointer, ir_type_bytes(type));
    set_ordering(g, inst, pointer, ordering);
    ir_id found = inst->def;
    gen_check_atomic(g, ordering.order, ordering.scope, true);
    return found;
}

struct gen_value
gen_special_c11_load(struct gen *g, struct expr *expr)
{
    enum ir_type type = gen_type(g, expr->type);
    return gen_value1(expr->type, load(g, expr, type, ordering_of(g, expr, 1, 1)));
}

/* Floating values are handled as integers: exchanges only move them. */
static ir_id
as_bits(struct gen *g, ir_id id)
{
    static const uint8_t integers[] = {[IR_F16] = IR_I16, [IR_F32] = IR_I32, [IR_F64] = IR_I64};
    enum ir_type type = ir_type_of(g->function, id);
    return ir_is_float(type) ? ir_build1(&g->b, IR_OP_bitcast, (enum ir_type)integers[type], id)
                             : id;
}

static ir_id
from_bits(struct gen *g, ir_id id, enum ir_type type)
{
    return ir_type_of(g->function, id) == type ? id : ir_build1(&g->b, IR_OP_bitcast, type, id);
}

static ir_id
rmw(struct gen *g, struct expr *expr, enum ir_rmw operation, ir_id value, struct ordering ordering)
{
    bool computes = operation >= IR_RMW_FADD;
    ir_id args[2] = {gen_scalar(g, expr->call.args.at[0]), computes ? value : as_bits(g, value)};
    gen_check_operand(g, args[1]);
    gen_check_atomic(g, ordering.order, ordering.scope, false);
    struct ir_inst *inst =
        ir_build(&g->b, IR_OP_atomic, ir_type_of(g->function, args[1]), 1, args, 2);
    inst->memory.rmw = (uint8_t)operation;
    set_ordering(g, inst, args[0], ordering);
    ir_id found = inst->def;
    gen_check_atomic(g, ordering.order, ordering.scope, true);
    return from_bits(g, found, ir_type_of(g->function, value));
}

struct gen_value
gen_special_c11_exchange(struct gen *g, struct expr *expr)
{
    ir_id value = gen_scalar(g, expr->call.args.at[1]);
    struct ordering ordering = ordering_of(g, expr, 2, 1);
    return gen_value1(expr->type, rmw(g, expr, IR_RMW_XCHG, value, ordering));
}

struct gen_value
gen_special_c11_fetch(struct gen *g, struct expr *expr)
{
    ir_id value = gen_scalar(g, expr->call.args.at[1]);
    struct ordering ordering = ordering_of(g, expr, 2, 1);
    enum ir_rmw operation = (enum ir_rmw)expr->call.builtin->detail;
    return gen_value1(expr->type, rmw(g, expr, operation, value, ordering));
}

/* __atomic_add_fetch and its like: what is there afterwards. */
struct gen_value
gen_special_gnu_op_fetch(struct gen *g, struct expr *expr)
{
    static const uint8_t ops[] = {
        [IR_RMW_ADD] = IR_OP_add,   [IR_RMW_SUB] = IR_OP_sub,   [IR_RMW_AND] = IR_OP_and,
        [IR_RMW_OR] = IR_OP_or,     [IR_RMW_XOR] = IR_OP_xor,   [IR_RMW_NAND] = IR_OP_and,
        [IR_RMW_SMIN] = IR_OP_smin, [IR_RMW_SMAX] = IR_OP_smax, [IR_RMW_UMIN] = IR_OP_umin,
        [IR_RMW_UMAX] = IR_OP_umax,
    };
    ir_id value = gen_scalar(g, expr->call.args.at[1]);
    uint32_t operation = (uint32_t)expr->call.builtin->detail;
    ir_id old = rmw(g, expr, (enum ir_rmw)operation, value, ordering_of(g, expr, 2, 1));
    enum ir_type type = ir_type_of(g->function, old);
    ir_id now = ir_build2(&g->b, (enum ir_op)ops[operation], type, old, value);
    if (operation == IR_RMW_NAND)
        now = ir_build2(&g->b, IR_OP_xor, type, now, ir_build_int(&g->b, type, UINT64_MAX));
    return gen_value1(expr->type, now);
}

/* ---- GNU's that take and give values by their places ---- */

/* What the pointer leads to, which is no atomic object. */
static struct gen_lvalue
place_of(struct gen *g, struct expr *pointer)
{
    struct type *type = gen_unqualified(pointer->type->base);
    return gen_place_at(type, gen_scalar(g, pointer), type->align);
}

struct gen_value
gen_special_gnu_load(struct gen *g, struct expr *expr)
{
    struct gen_lvalue to = place_of(g, expr->call.args.at[1]);
    struct type *type = gen_unqualified(expr->call.args.at[1]->type->base);
    ir_id found = load(g, expr, gen_type(g, type), ordering_of(g, expr, 2, 1));
    gen_store(g, to, gen_value1(type, found));
    return (struct gen_value){.type = expr->type};
}

struct gen_value
gen_special_gnu_store(struct gen *g, struct expr *expr)
{
    ir_id value = gen_load(g, place_of(g, expr->call.args.at[1])).at[0];
    store(g, expr, value, ordering_of(g, expr, 2, 1));
    return (struct gen_value){.type = expr->type};
}

struct gen_value
gen_special_gnu_exchange(struct gen *g, struct expr *expr)
{
    const struct expr_list *args = &expr->call.args;
    struct type *type = gen_unqualified(args->at[2]->type->base);
    ir_id value = gen_load(g, place_of(g, args->at[1])).at[0];
    struct gen_lvalue to = place_of(g, args->at[2]);
    ir_id found = rmw(g, expr, IR_RMW_XCHG, value, ordering_of(g, expr, 3, 1));
    gen_store(g, to, gen_value1(type, found));
    return (struct gen_value){.type = expr->type};
}

/* A byte: 0 or 1. */
struct gen_value
gen_special_gnu_test_and_set(struct gen *g, struct expr *expr)
{
    ir_id one = ir_build_int(&g->b, IR_I8, 1);
    ir_id old = rmw(g, expr, IR_RMW_XCHG, one, ordering_of(g, expr, 1, 1));
    return gen_value1(expr->type,
                      ir_build2(&g->b, IR_OP_ne, IR_I1, old, ir_build_int(&g->b, IR_I8, 0)));
}

struct gen_value
gen_special_gnu_clear(struct gen *g, struct expr *expr)
{
    store(g, expr, ir_build_int(&g->b, IR_I8, 0), ordering_of(g, expr, 1, 1));
    return (struct gen_value){.type = expr->type};
}

/* Is an object of that many bytes exchanged without a lock? */
struct gen_value
gen_special_lock_free(struct gen *g, struct expr *expr)
{
    uint64_t size = gen_constant_argument(g, expr, 0);
    bool is_free = size == 1 || size == 2 || size == 4 || size == 8;
    return gen_value1(expr->type, ir_build_int(&g->b, IR_I1, is_free));
}

/* __atomic_thread_fence(order) */
struct gen_value
gen_special_gnu_fence(struct gen *g, struct expr *expr)
{
    ir_space_set spaces = IR_SPACE_MASK(LOCAL) | IR_SPACE_MASK(GLOBAL);
    enum ir_order order = order_argument(g, expr->call.args.at[0]);
    gen_check_fence(g, order, IR_SCOPE_SYSTEM, spaces);
    gen_fence(g, order, IR_SCOPE_SYSTEM, spaces);
    return (struct gen_value){.type = expr->type};
}

/* x - y is x + -y. */
struct gen_value
gen_special_c11_fetch_negated(struct gen *g, struct expr *expr)
{
    ir_id value = gen_scalar(g, expr->call.args.at[1]);
    struct ordering ordering = ordering_of(g, expr, 2, 1);
    value = ir_build1(&g->b, IR_OP_fneg, ir_type_of(g->function, value), value);
    return gen_value1(expr->type, rmw(g, expr, IR_RMW_FADD, value, ordering));
}

struct gen_value
gen_special_c11_test_and_set(struct gen *g, struct expr *expr)
{
    struct ordering ordering = ordering_of(g, expr, 1, 1);
    ir_id old = rmw(g, expr, IR_RMW_XCHG, ir_build_int(&g->b, IR_I32, 1), ordering);
    return gen_value1(expr->type,
                      ir_build2(&g->b, IR_OP_ne, IR_I1, old, ir_build_int(&g->b, IR_I32, 0)));
}

/* *expected gets the value that was found if it differs.  In private memory it is always stored:
 * storing an equal value changes nothing. */
static void
store_found(struct gen *g, struct gen_lvalue expected, struct gen_value found, ir_id success)
{
    if (ir_type_of(g->function, expected.pointer) == IR_P_PRIVATE) {
        gen_store(g, expected, found);
        return;
    }
    struct ir_block *failed = ir_block_new(g->function), *after = ir_block_new(g->function);
    ir_build_cbr(&g->b, success, after, failed);
    gen_start(g, failed);
    gen_store(g, expected, found);
    gen_start(g, after);
}

static struct gen_value
compare_exchange(struct gen *g, struct expr *expr, ir_id desired)
{
    const struct expr_list *list = &expr->call.args;
    struct type *type = gen_unqualified(list->at[1]->type->base);
    ir_id pointer = gen_scalar(g, list->at[0]);
    struct gen_lvalue expected = place_of(g, list->at[1]);
    struct ordering ordering =
        ordering_of(g, expr, is_gnu(expr) ? 4 : 3, 2); /* GNU's: is it weak? */
    ir_id args[3] = {pointer, as_bits(g, gen_load(g, expected).at[0]), desired};
    gen_check_operand(g, desired);
    gen_check_atomic(g, ordering.order, ordering.scope, false);
    struct ir_inst *inst =
        ir_build(&g->b, IR_OP_cmpxchg, ir_type_of(g->function, desired), 1, args, 3);
    set_ordering(g, inst, pointer, ordering);
    ir_id old = inst->def;
    gen_check_atomic(g, ordering.order, ordering.scope, true);
    ir_id success = ir_build2(&g->b, IR_OP_eq, IR_I1, old, args[1]);
    store_found(g, expected, gen_value1(type, from_bits(g, old, gen_type(g, type))), success);
    return gen_value1(expr->type, success);
}

struct gen_value
gen_special_c11_compare_exchange(struct gen *g, struct expr *expr)
{
    return compare_exchange(g, expr, as_bits(g, gen_scalar(g, expr->call.args.at[2])));
}

struct gen_value
gen_special_gnu_compare_exchange(struct gen *g, struct expr *expr)
{
    struct gen_lvalue desired = place_of(g, expr->call.args.at[2]);
    return compare_exchange(g, expr, as_bits(g, gen_load(g, desired).at[0]));
}

/* atomic_work_item_fence(flags, order, scope) */
struct gen_value
gen_special_c11_fence(struct gen *g, struct expr *expr)
{
    const struct expr_list *args = &expr->call.args;
    enum ir_order order = order_argument(g, args->at[1]);
    enum ir_scope scope = gen_scope_argument(g, args->at[2]);
    ir_space_set spaces = gen_fence_spaces(g, expr);
    gen_check_fence(g, order, scope, spaces);
    gen_fence(g, order, scope, spaces);
    return (struct gen_value){.type = expr->type};
}
