/* Block literals (OpenCL C 2.0, 6.12.5): functions that carry const copies of the variables around
 * them.
 *
 * A block variable is const and initialised where it is declared, blocks are neither parameters nor
 * results nor members, and no operator chooses one: so every use of a block tells which literal it
 * is, and no pointer to a function is ever needed. */
#include "sema/sema_internal.h"
#include "support/number.h"

#include <string.h>

/* ---- what a block is ---- */

struct closure *
sema_block_of(const struct expr *expr)
{
    enum { LINKS = 1000 }; /* `bl_t b = b;` never ends */
    for (int i = 0; expr && i < LINKS; i++) {
        if (expr->kind == EXPR_CLOSURE)
            return expr->type ? expr->closure : NULL;
        if (expr->kind == EXPR_CONVERT)
            expr = expr->left;
        else if (expr->kind == EXPR_NAME && expr->name.decl)
            expr = expr->name.decl->init;
        else
            return NULL;
    }
    return NULL;
}

/* ---- captures ---- */

static struct decl *
capture_in(struct sema *s, struct closure_scope *scope, const struct expr *name, struct decl *decl,
           uint32_t depth)
{
    if (!scope || depth > scope->depth)
        return decl;
    struct decl *source = capture_in(s, scope->outer, name, decl, depth);
    vec_foreach (struct capture, capture, &scope->closure->captures)
        if (capture->value->left->name.decl == source)
            return capture->copy;
    struct expr *read = sema_new(s, EXPR_NAME, name, source->type);
    read->name.name = source->name;
    read->name.decl = source;
    read->is_lvalue = true;
    struct decl *copy = ARENA_NEW(s->arena, struct decl);
    copy->kind = DECL_VARIABLE;
    copy->name = source->name;
    copy->loc = source->loc;
    copy->space = SPACE_PRIVATE;
    copy->is_capture = true;
    copy->type = type_qualified(s->types, source->type, source->type->qualifiers | QUAL_CONST, true,
                                SPACE_PRIVATE);
    struct capture capture = {
        .value = sema_convert_node(s, read, type_unqualified(source->type), CAST_LVALUE),
        .copy = copy};
    vec_push(s->arena, &scope->closure->captures, capture);
    return copy;
}

struct decl *
sema_capture(struct sema *s, const struct expr *name, struct decl *decl, uint32_t depth)
{
    struct closure_scope *scope = s->state->closure;
    bool is_object = decl->kind == DECL_VARIABLE || decl->kind == DECL_PARAM;
    if (!scope || !is_object || depth > scope->depth)
        return decl;
    if (decl->type->kind == TYPE_BLOCK) {
        diag_error(s->diag, name->loc, block_inside_block);
        return NULL;
    }
    if (decl->is_program_scope || decl->is_static || decl->is_extern ||
        decl->space != SPACE_PRIVATE)
        return decl;
    if (decl->type->kind == TYPE_ARRAY) {
        diag_error(s->diag, name->loc, array_inside_block);
        diag_note(s->diag, decl->loc, declared_here, decl->name);
        return NULL;
    }
    return capture_in(s, scope, name, decl, depth);
}

static uint32_t
align_of(const struct capture *capture)
{
    return capture->copy->type->align ? capture->copy->type->align : 1;
}

/* Offsets of the copies in the context: after the header, those with the largest alignment first, as clang
 * places them. */
static void
lay_out(struct closure *closure)
{
    enum { HEADER_ALIGN = 8 };
    closure->align = HEADER_ALIGN;
    vec_foreach (const struct capture, capture, &closure->captures)
        closure->align = (uint32_t)larger(align_of(capture), closure->align);
    closure->size = (uint32_t)round_up(CLOSURE_HEADER, closure->align);
    for (uint32_t align = closure->align; align; align /= 2)
        vec_foreach (struct capture, capture, &closure->captures)
            if (align_of(capture) == align) {
                capture->offset = closure->size;
                closure->size += capture->copy->type->size;
            }
}

/* ---- kernels ---- */

void
sema_block_kernel(struct sema *s, struct closure *closure)
{
    enum { OFFSET_SIZE = 4, MAX_ITEMS = 1024 }; /* of a local argument; the largest work-group */
    struct kernel_info *info = ARENA_NEW(s->kept, struct kernel_info);
    uint32_t locals = closure->function->type->count;
    closure->kernel = info;
    info->name = arena_printf(s->kept, "%s_kernel", closure->function->name);
    info->runtime_handle = arena_printf(s->kept, "%s.runtime_handle", info->name);
    info->cl_version = s->options.cl_version;
    info->max_flat_group_size = MAX_ITEMS;
    info->arg_count = 1 + locals;
    info->args = ARENA_ARRAY(s->kept, info->arg_count, struct kernel_arg);
    info->kernarg_size = closure->size;
    info->args[0] = (struct kernel_arg){.name = "block_literal",
                                        .type_name = "__block_literal",
                                        .value_type = KERNEL_VALUE_STRUCT,
                                        .space = SPACE_PRIVATE,
                                        .size = closure->size,
                                        .align = closure->captures.count ? 1 : closure->align};
    for (uint32_t i = 1; i < info->arg_count; i++) {
        uint32_t offset = (uint32_t)round_up(info->kernarg_size, OFFSET_SIZE);
        const struct type *pointee = closure->function->type->params[i - 1]->base;
        info->args[i] = (struct kernel_arg){
            .name = arena_printf(s->kept, "local_arg%u", i),
            .type_name = arena_printf(s->kept, "%s*", type_metadata_str(s->kept, pointee)),
            .kind = KERNEL_ARG_DYNAMIC_LOCAL,
            .value_type = sema_value_type(pointee),
            .space = SPACE_LOCAL,
            .size = OFFSET_SIZE,
            .align = OFFSET_SIZE,
            .pointee_align = pointee->align ? pointee->align : 1,
            .offset = offset};
        info->kernarg_size = offset + OFFSET_SIZE;
    }
}

/* ---- literals ---- */

void
sema_block_return(struct sema *s, const struct stmt *stmt, struct type *type)
{
    struct closure_scope *scope = s->state->closure;
    if (!type)
        scope->is_broken = true;
    else if (!scope->deduced)
        scope->deduced = type_unqualified(type);
    else if (scope->deduced != type_unqualified(type))
        diag_error(s->diag, stmt->loc, block_return_types_differ, sema_str(s, type),
                   sema_str(s, scope->deduced));
}

/* As clang names them: __kernel_block_invoke, __kernel_block_invoke_2. */
static const char *
invoke_name(struct sema *s)
{
    const char *outer = s->state->function ? s->state->function->name : "";
    uint32_t number = ++s->state->closures;
    return number == 1 ? arena_printf(s->arena, "__%s_block_invoke", outer)
                       : arena_printf(s->arena, "__%s_block_invoke_%u", outer, number);
}

/* False: a mistake in the block, which was reported, leaves its result type unknown. */
static bool
check_body(struct sema *s, struct closure *closure)
{
    struct sema_state *state = s->state;
    struct decl *decl = closure->function, *function = state->function;
    struct type *result = state->result;
    struct closure_scope scope = {.closure = closure,
                                  .depth = sema_scope_depth(&state->scopes),
                                  .deduces = !decl->specifiers,
                                  .outer = state->closure};
    state->closure = &scope;
    state->function = function ? function : decl;
    state->result = scope.deduces ? NULL : decl->declarator->result;
    sema_body(s, decl);
    state->closure = scope.outer;
    state->function = function;
    state->result = result;
    if (scope.deduced && decl->type)
        decl->type =
            type_function(s->types, scope.deduced, decl->type->params, decl->type->count, false);
    return !scope.is_broken;
}

struct expr *
sema_closure(struct sema *s, struct expr *expr)
{
    struct closure *closure = expr->closure;
    struct decl *decl = closure->function;
    struct type *result =
        decl->specifiers ? sema_specifiers(s, decl->specifiers) : sema_basic(s, TYPE_VOID);
    decl->type = sema_declarator(s, result, decl->declarator, NULL, decl->loc);
    if (decl->declarator->is_variadic) {
        diag_error(s->diag, expr->loc, variadic_prototype_not_allowed);
        decl->type = NULL;
    }
    decl->name = decl->link_name = invoke_name(s);
    decl->definition = decl;
    decl->is_static = true;
    decl->closure = closure;
    if (!check_body(s, closure) || !decl->type) /* its body is checked whatever its type */
        return NULL;
    lay_out(closure);
    expr->type = type_block(s->types, decl->type);
    return expr;
}

/* ---- calls ---- */

struct expr *
sema_block_call(struct sema *s, struct expr *call, struct expr *block)
{
    struct expr_list *args = &call->call.args;
    const struct type *function = block->type->base;
    struct closure *closure = sema_block_of(block);
    if (args->count != function->count) {
        loc_t loc = sema_wrong_count(s, call, function->count);
        diag_error(s->diag, loc, wrong_block_argument_count,
                   args->count < function->count ? "few" : "many", function->count, args->count);
        return NULL;
    }
    for (uint32_t i = 0; i < args->count; i++) {
        args->at[i] = sema_assign_to(s, args->at[i], function->params[i], ASSIGN_PASSING,
                                     args->at[i] ? args->at[i]->loc : call->loc, NULL);
        if (!args->at[i])
            return NULL;
    }
    if (closure)
        sema_calls(s, closure->function, NULL, call->loc);
    call->call.callee = block;
    call->type = function->base;
    return call;
}
