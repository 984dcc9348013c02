/* Builtin functions: operations of the IR and calls of the library, component by component where
 * the row says so.  What needs code of its own is in gen_special.c. */
#include "midend/gen/gen_builtin.h"

#include <string.h>

enum ir_op
gen_find_op(struct gen *g, const char *name, const struct builtin *row)
{
    for (int i = 0; i < IR_OPS; i++)
        if (strcmp(ir_op_name[i], name) == 0)
            return (enum ir_op)i;
    ice(g->module->guard, "gen: no operation '%s' for builtin '%s'", name, row->name);
}

static bool
gives_bool(enum ir_op op)
{
    return (op >= IR_OP_eq && op <= IR_OP_fuge) || op == IR_OP_fclass;
}

/* One component of an operation: args are operands, type the source's type of the result. */
static ir_id
op_component(struct gen *g, enum ir_op op, const struct builtin *row, struct type *type,
             ir_id *args, uint32_t count)
{
    enum ir_type result = gen_type(g, type);
    if (op == IR_OP_fclass && count == 1)
        args[count++] = ir_build_int(&g->b, IR_I32, (uint32_t)row->detail);
    if (op == IR_OP_shl || op == IR_OP_lshr || op == IR_OP_ashr)
        args[1] = gen_int_resize(g, args[1], false, IR_I32);
    enum ir_type own = result;
    if (gives_bool(op))
        own = IR_I1;
    else if (op == IR_OP_workitem_id || op == IR_OP_workgroup_id || op == IR_OP_frexp_exp)
        own = IR_I32;
    else if (op == IR_OP_ballot)
        own = IR_I64;
    else if (op == IR_OP_clz || op == IR_OP_ctz || op == IR_OP_popcount ||
             op == IR_OP_fcanonicalize)
        own = ir_type_of(g->function, args[0]);
    struct ir_inst *inst;
    ir_id id;
    if (count == 0) {
        inst = ir_build(&g->b, op, own, 1, NULL, 0);
        inst->dimension = (uint32_t)row->detail;
        id = inst->def;
    } else if (op == IR_OP_fsqrt && own == IR_F32 && g->options->exact_f32_division) {
        id = gen_exact_f32(g, op, args[0], 0);
    } else if (op == IR_OP_fsqrt && own == IR_F32 && g->options->relaxed_math) {
        id = ir_build1(&g->b, IR_OP_hw_sqrt, own, args[0]);
    } else {
        id = count == 1   ? ir_build1(&g->b, op, own, args[0])
             : count == 2 ? ir_build2(&g->b, op, own, args[0], args[1])
             : count == 3 ? ir_build3(&g->b, op, own, args[0], args[1], args[2])
                          : ir_build(&g->b, op, own, 1, args, count)->def;
    }
    inst = ir_def(g->function, id); /* NULL: of constants, computed */
    if (inst && (op == IR_OP_fmin || op == IR_OP_fmax) && (row->detail || g->options->finite_math))
        inst->no_wrap |= IR_NO_SIGNALLING;
    if (own == IR_I1 && result != IR_I1)
        return ir_build1(&g->b, type->kind == TYPE_VECTOR ? IR_OP_sext : IR_OP_zext, result, id);
    return own == result ? id : gen_int_resize(g, id, false, result);
}

enum { MAX_ARGS = 8 }; /* more than a row of builtin.def has */

struct operands {
    struct gen_value value[MAX_ARGS];
    uint32_t count;
};

static void
evaluate(struct gen *g, struct expr *expr, struct operands *operands)
{
    operands->count = expr->call.args.count;
    if (operands->count > MAX_ARGS)
        ice(g->module->guard, "gen: builtin '%s' with %u arguments", expr->call.builtin->name,
            operands->count);
    for (uint32_t i = 0; i < operands->count; i++)
        operands->value[i] = gen_expr(g, expr->call.args.at[i]);
}

/* The argument's part for one component of the result. */
static ir_id
component(struct gen *g, const struct gen_value *value, uint32_t component, uint32_t components)
{
    if (value->type->kind == TYPE_POINTER && components > 1)
        return ir_build_offset(&g->b, value->at[0],
                               (int64_t)component * type_element(value->type->base)->size);
    return value->at[value->count == 1 ? 0 : component];
}

static struct gen_value
operation(struct gen *g, struct expr *expr)
{
    const struct builtin *row = expr->call.builtin;
    struct gen_value value = {.type = expr->type, .count = gen_components(expr->type)};
    struct operands operands;
    enum ir_op op = gen_find_op(g, row->target, row);
    evaluate(g, expr, &operands);
    if (op == IR_OP_fclass && operands.count == 2 &&
        ir_value(g->function, operands.value[1].at[0])->kind != IR_VALUE_CONST)
        diag_error(g->diag, expr->loc, argument_must_be_constant, 2, row->name);
    for (uint32_t i = 0; i < value.count; i++) {
        ir_id args[MAX_ARGS + 1];
        for (uint32_t k = 0; k < operands.count; k++)
            args[k] = component(g, &operands.value[k], i, value.count);
        value.at[i] = op_component(g, op, row, expr->type, args, operands.count);
    }
    return value;
}

/* The name of the function to call: of one of float, with relaxed_math, a cheaper one if there is one. */
static const char *
library_name(struct gen *g, const struct expr *expr)
{
    static const char *const relaxed[] = {
#define RELAXED(name) name ".f32",
#include "midend/gen/relaxed.def"
    };
    const char *name = expr->call.library_name;
    for (unsigned i = 0; g->options->relaxed_math && i < sizeof relaxed / sizeof *relaxed; i++)
        if (strncmp(name, relaxed[i], strlen(relaxed[i])) == 0)
            return arena_printf(g->module->arena, "__occ_relaxed_%s", name);
    return name;
}

/* Results through pointers go by way of private memory: the library needs one form of each function,
 * not one for every address space. */
struct results {
    struct gen_lvalue from[MAX_ARGS], to[MAX_ARGS];
    uint32_t count;
};

static ir_id
result_place(struct gen *g, struct results *results, struct type *pointee, ir_id pointer)
{
    struct type *type = type_element(pointee);
    struct gen_lvalue from = gen_temporary(g, type);
    struct gen_lvalue to = gen_place_at(from.type, pointer, type->align);
    to.is_volatile = pointee->qualifiers & QUAL_VOLATILE;
    results->from[results->count] = from;
    results->to[results->count++] = to;
    return from.pointer;
}

static struct gen_value
call_by_component(struct gen *g, struct expr *expr, const struct operands *operands)
{
    bool is_void = expr->type->kind == TYPE_VOID;
    struct gen_value value = {.type = expr->type, .count = gen_components(expr->type)};
    enum ir_type type = is_void ? IR_VOID : gen_type(g, expr->type);
    const char *name = library_name(g, expr);
    for (uint32_t i = 0; i < value.count; i++) {
        ir_id args[MAX_ARGS];
        struct results results = {.count = 0};
        for (uint32_t k = 0; k < operands->count; k++) {
            args[k] = component(g, &operands->value[k], i, value.count);
            if (operands->value[k].type->kind == TYPE_POINTER)
                args[k] = result_place(g, &results, operands->value[k].type->base, args[k]);
        }
        value.at[i] = gen_library_call1(g, name, type, args, operands->count);
        for (uint32_t k = 0; k < results.count; k++)
            gen_store(g, results.to[k], gen_load(g, results.from[k]));
    }
    return value;
}

static struct gen_value
library(struct gen *g, struct expr *expr)
{
    struct operands operands;
    evaluate(g, expr, &operands);
    if (expr->call.builtin->flags & BUILTIN_COMPONENTWISE)
        return call_by_component(g, expr, &operands);
    struct gen_value value = {.type = expr->type, .count = gen_components(expr->type)};
    ir_id args[MAX_ARGS * GEN_COMPONENTS];
    uint8_t results[GEN_COMPONENTS];
    uint32_t count = 0;
    for (uint32_t i = 0; i < operands.count; i++)
        for (uint32_t k = 0; k < operands.value[i].count; k++)
            args[count++] = operands.value[i].at[k];
    if (expr->type->kind == TYPE_VOID)
        value.count = 0;
    for (uint32_t i = 0; i < value.count; i++)
        results[i] = (uint8_t)gen_type(g, expr->type);
    gen_check_collect(g, expr->call.builtin, false);
    struct ir_inst *call =
        gen_library_call(g, expr->call.library_name, args, NULL, count, results, value.count);
    gen_check_collect(g, expr->call.builtin, true);
    for (uint32_t i = 0; i < value.count; i++)
        value.at[i] = call->def + i;
    return value;
}

struct gen_value
gen_builtin(struct gen *g, struct expr *expr)
{
    gen_check_meet(g, expr->call.builtin);
    switch ((enum builtin_implementation)expr->call.builtin->implementation) {
    case BUILTIN_OP:
        return operation(g, expr);
    case BUILTIN_LIB:
        return library(g, expr);
    default:
        return gen_special(g, expr);
    }
}
