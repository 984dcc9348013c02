/* Calls of functions and inline assembly.
 *
 * How arguments are passed: a scalar as itself, a vector as its components, a record or array as a
 * pointer to a private copy that belongs to the callee.  Results are returned the same way, a
 * record through a hidden first pointer. */
#include "midend/gen/gen_internal.h"
#include "sema/sema.h"

struct arguments {
    VEC(ir_id) ids;
};

static void
add_argument(struct gen *g, struct arguments *arguments, struct gen_value value)
{
    if (gen_is_aggregate(value.type)) {
        struct gen_lvalue copy = gen_temporary(g, value.type);
        gen_store(g, copy, value);
        vec_push(g->arena, &arguments->ids, copy.pointer);
        return;
    }
    for (uint32_t i = 0; i < value.count; i++)
        vec_push(g->arena, &arguments->ids, value.at[i]);
}

/* Arguments behind the parameters lie one after the other, at multiples of four bytes. */
enum { REST_ALIGN = 4 };

static uint32_t
rest_size(const struct type *type)
{
    return (type->size + REST_ALIGN - 1) / REST_ALIGN * REST_ALIGN;
}

/* The place of the arguments from number `first` on, which are stored there. */
static ir_id
pass_rest(struct gen *g, const struct expr_list *args, uint32_t first)
{
    uint32_t size = 0, offset = 0;
    for (uint32_t i = first; i < args->count; i++)
        size += rest_size(args->at[i]->type);
    if (!size)
        return ir_const(g->function, IR_P_PRIVATE, 0);
    ir_id area = ir_build_alloca(&g->b, size, REST_ALIGN)->def;
    for (uint32_t i = first; i < args->count; i++) {
        struct type *type = gen_unqualified(args->at[i]->type);
        struct gen_value value = gen_expr(g, args->at[i]);
        gen_store(g, gen_place_at(type, ir_build_offset(&g->b, area, offset), REST_ALIGN), value);
        offset += rest_size(type);
    }
    return area;
}

struct gen_value
gen_va_arg(struct gen *g, struct expr *expr)
{
    struct gen_lvalue list = gen_lvalue(g, expr->left);
    struct gen_value place = gen_load(g, list);
    ir_id at = place.at[0];
    struct gen_value value = gen_load(g, gen_place_at(gen_unqualified(expr->type), at, REST_ALIGN));
    place.at[0] = ir_build_offset(&g->b, at, rest_size(expr->type));
    gen_store(g, list, place);
    return value;
}

/* The function that is called; NULL: the callee is a pointer. */
static struct decl *
called(struct expr *callee)
{
    if (callee->type->kind == TYPE_BLOCK)
        return sema_block_of(callee)->function;
    return callee->kind == EXPR_NAME && callee->name.decl->kind == DECL_FUNCTION ? callee->name.decl
                                                                                 : NULL;
}

struct gen_value
gen_function_address(struct gen *g, struct expr *expr)
{
    struct ir_inst *address = ir_build(&g->b, IR_OP_function_address, IR_I64, 1, NULL, 0);
    address->callee = gen_function_of(g, expr->left->name.decl);
    return gen_value1(expr->type, address->def);
}

/* A block literal is the address of its context, filled again each time it is evaluated. */
struct gen_value
gen_closure(struct gen *g, struct expr *expr)
{
    const struct closure *closure = expr->closure;
    uint32_t size = closure->size ? closure->size : 1;
    ir_id context = ir_build_alloca(&g->b, size, closure->align)->def;
    vec_foreach (struct capture, capture, &closure->captures) {
        struct gen_value value = gen_expr(g, capture->value);
        struct gen_lvalue lvalue =
            gen_place_at(value.type, ir_build_offset(&g->b, context, capture->offset),
                         capture->copy->type->align);
        gen_store(g, lvalue, value);
    }
    return gen_value1(expr->type, context);
}

struct gen_value
gen_call(struct gen *g, struct expr *expr)
{
    bool is_block = expr->call.callee->type->kind == TYPE_BLOCK;
    struct decl *decl = called(expr->call.callee);
    struct gen_value value = {.type = expr->type, .count = gen_components(expr->type)};
    struct ir_function *callee = decl ? gen_function_of(g, decl) : NULL;
    const struct type *function = decl ? decl->type : expr->call.callee->type->base;
    struct arguments arguments = {0};
    struct gen_lvalue object = {0};
    if (!callee)
        vec_push(g->arena, &arguments.ids, gen_scalar(g, expr->call.callee));
    if (gen_returns_in_memory(expr->type)) {
        object = gen_temporary(g, expr->type);
        vec_push(g->arena, &arguments.ids, object.pointer);
    }
    if (is_block)
        vec_push(g->arena, &arguments.ids, gen_scalar(g, expr->call.callee));
    for (uint32_t i = 0; i < function->count; i++)
        add_argument(g, &arguments, gen_expr(g, expr->call.args.at[i]));
    if (function->is_variadic)
        vec_push(g->arena, &arguments.ids, pass_rest(g, &expr->call.args, function->count));
    if (object.type || expr->type->kind == TYPE_VOID)
        value.count = 0;
    enum ir_type type = value.count ? gen_type(g, expr->type) : IR_VOID;
    struct ir_inst *call = ir_build(&g->b, callee ? IR_OP_call : IR_OP_call_indirect, type,
                                    value.count, arguments.ids.at, arguments.ids.count);
    if (callee)
        call->callee = callee;
    if (object.type)
        return gen_load(g, object);
    for (uint32_t i = 0; i < value.count; i++)
        value.at[i] = call->def + i;
    return value;
}

struct ir_inst *
gen_library_call(struct gen *g, const char *name, const ir_id *args, const uint8_t *arg_types,
                 uint32_t arg_count, const uint8_t *result_types, uint32_t result_count)
{
    struct ir_function *callee = ir_find_function(g->module, name);
    uint8_t types[8 * GEN_COMPONENTS];
    if (!callee) {
        for (uint32_t i = 0; i < arg_count; i++)
            types[i] = arg_types ? arg_types[i] : (uint8_t)ir_type_of(g->function, args[i]);
        callee = ir_function_new(g->module, name, types, arg_count, result_types, result_count);
        callee->is_external = true;
    }
    struct ir_inst *call =
        ir_build(&g->b, IR_OP_call, result_count ? (enum ir_type)result_types[0] : IR_VOID,
                 result_count, args, arg_count);
    call->callee = callee;
    return call;
}

ir_id
gen_library_call1(struct gen *g, const char *name, enum ir_type result, const ir_id *args,
                  uint32_t arg_count)
{
    uint8_t type = (uint8_t)result;
    return gen_library_call(g, name, args, NULL, arg_count, &type, result != IR_VOID)->def;
}

static ir_id
carried(struct gen *g, struct gen_value value, const struct asm_operand *operand)
{
    bool is_vector = value.count != 1;
    return (is_vector ? gen_reinterpret(g, value, operand->carrier) : value).at[0];
}

static void
asm_constraints(struct gen *g, struct expr *expr, struct ir_asm *assembly,
                struct gen_lvalue *lvalues, ir_id *inputs, uint32_t *input_count)
{
    uint32_t outputs = expr->assembly->output_count, count = expr->assembly->input_count;
    const char **constraints =
        ARENA_ARRAY(g->module->arena, (size_t)outputs * 2 + count, const char *);
    *input_count = 0;
    for (uint32_t i = 0; i < outputs; i++) {
        lvalues[i] = gen_lvalue(g, expr->assembly->outputs[i].value);
        constraints[i] = arena_strdup(g->module->arena, expr->assembly->outputs[i].constraint);
    }
    for (uint32_t i = 0; i < count; i++) {
        constraints[outputs + *input_count] =
            arena_strdup(g->module->arena, expr->assembly->inputs[i].constraint);
        inputs[(*input_count)++] =
            carried(g, gen_expr(g, expr->assembly->inputs[i].value), &expr->assembly->inputs[i]);
    }
    for (uint32_t i = 0; i < outputs; i++) { /* "+v": an output and an input tied to it */
        if (constraints[i][0] != '+')
            continue;
        constraints[i] = arena_printf(g->module->arena, "=%s", constraints[i] + 1);
        constraints[outputs + *input_count] = arena_printf(g->module->arena, "%u", i);
        inputs[(*input_count)++] = carried(g, gen_load(g, lvalues[i]), &expr->assembly->outputs[i]);
    }
    assembly->constraints = constraints;
    assembly->output_count = outputs;
    assembly->input_count = *input_count;
}

/* Copied: the tree does not last. */
static struct ir_asm *
asm_text(struct gen *g, const struct assembly *source)
{
    struct arena *arena = g->module->arena;
    struct ir_asm *assembly = ARENA_NEW(arena, struct ir_asm);
    const char **clobbers = ARENA_ARRAY(arena, source->clobber_count + 1u, const char *);
    for (uint32_t i = 0; i < source->clobber_count; i++)
        clobbers[i] = arena_strdup(arena, source->clobbers[i]);
    assembly->text = arena_strdup(arena, source->text);
    assembly->clobbers = clobbers;
    assembly->clobber_count = source->clobber_count;
    return assembly;
}

struct gen_value
gen_asm(struct gen *g, struct expr *expr)
{
    enum { MAX_ASM_OPERANDS = 30 }; /* more are an error */
    struct gen_lvalue lvalues[MAX_ASM_OPERANDS];
    ir_id inputs[MAX_ASM_OPERANDS * 2];
    uint32_t input_count;
    if (expr->assembly->output_count > MAX_ASM_OPERANDS ||
        expr->assembly->input_count > MAX_ASM_OPERANDS) {
        diag_error(g->diag, expr->loc, more_than_operands_inline_assembly, MAX_ASM_OPERANDS);
        return (struct gen_value){.type = expr->type};
    }
    struct ir_asm *assembly = asm_text(g, expr->assembly);
    asm_constraints(g, expr, assembly, lvalues, inputs, &input_count);
    uint8_t *types = ARENA_ARRAY(g->module->arena, MAX_ASM_OPERANDS, uint8_t);
    for (uint32_t i = 0; i < assembly->output_count; i++) {
        types[i] = (uint8_t)gen_type(g, expr->assembly->outputs[i].carrier);
        if (types[i] != types[0])
            assembly->types = types;
    }
    enum ir_type type = assembly->output_count ? (enum ir_type)types[0] : IR_VOID;
    struct ir_inst *inst =
        ir_build(&g->b, IR_OP_asm, type, assembly->output_count, inputs, input_count);
    inst->assembly = assembly;
    for (uint32_t i = 0; i < assembly->output_count; i++)
        ir_value(g->function, inst->def + i)->type = types[i];
    for (uint32_t i = 0; i < assembly->output_count; i++) {
        struct gen_value value = gen_value1(expr->assembly->outputs[i].carrier, inst->def + i);
        gen_store(g, lvalues[i], gen_reinterpret(g, value, gen_unqualified(lvalues[i].type)));
    }
    return (struct gen_value){.type = expr->type};
}
