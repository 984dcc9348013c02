/* Which functions and variables there are, in which blocks, and where they can be found. */
#include "midend/gen/gen_debug.h"
#include "sema/constexpr.h"
#include "sema/type.h"

static struct debug_scope *
scope_new(struct gen_debug *d, loc_t start, loc_t end)
{
    struct debug_scope *scope = ARENA_NEW(d->arena, struct debug_scope);
    scope->start = start;
    scope->end = end;
    return scope;
}

static const char *
copy_name(struct gen_debug *d, const char *name)
{
    return name ? arena_printf(d->arena, "%s", name) : NULL;
}

void
gen_debug_function(struct gen *g, struct decl *decl)
{
    struct gen_debug *d = g->debug;
    if (!d)
        return;
    struct debug_function made = {.function = g->function,
                                  .name = copy_name(d, decl->name),
                                  .result = gen_debug_result(d, decl),
                                  .loc = decl->loc,
                                  .is_external = !decl->is_static,
                                  .scope = scope_new(d, decl->loc, decl->body->end)};
    vec_push(d->arena, &d->info->functions, made);
    d->scope = made.scope;
    d->outer.count = 0;
    d->seen.count = 0;
}

void
gen_debug_open(struct gen *g, loc_t start, loc_t end)
{
    struct gen_debug *d = g->debug;
    if (!d || !d->scope)
        return;
    vec_push(d->arena, &d->outer, d->scope);
    if (d->outer.count == 1) /* the body is the scope of the parameters (C99, 6.2.1) */
        return;
    struct debug_scope *inner = scope_new(d, start, end);
    vec_push(d->arena, &d->scope->scopes, inner);
    d->scope = inner;
}

void
gen_debug_close(struct gen *g)
{
    struct gen_debug *d = g->debug;
    if (d && d->outer.count)
        d->scope = vec_pop(&d->outer);
}

/* A function may be lowered twice, as a kernel and as what others call: its variables keep their
 * numbers. */
static uint32_t
number_of(struct gen_debug *d, const struct decl *decl)
{
    uintptr_t number = (uintptr_t)map_get(&d->numbers, MAP_KEY(decl));
    if (!number) {
        number = ++d->info->variable_count;
        map_put(&d->numbers, MAP_KEY(decl), (void *)number);
    }
    return (uint32_t)number;
}

void
gen_debug_variable(struct gen *g, struct decl *decl, ir_id home)
{
    struct gen_debug *d = g->debug;
    if (!d || !d->scope || !decl->name || decl->is_capture)
        return;
    struct ir_inst *alloca = home ? ir_def(g->function, home) : NULL;
    bool is_alloca = alloca && alloca->op == IR_OP_alloca;
    struct debug_variable variable = {.name = copy_name(d, decl->name),
                                      .type = gen_debug_declared(d, decl),
                                      .loc = decl->loc,
                                      .is_parameter = decl->kind == DECL_PARAM,
                                      .is_indirect = is_alloca && decl->kind == DECL_PARAM &&
                                                     gen_is_aggregate(decl->type) &&
                                                     !g->function->is_kernel,
                                      .number = is_alloca ? number_of(d, decl) : 0};
    if (is_alloca)
        alloca->variable = variable.number;
    vec_push(
        d->arena, &d->seen,
        (struct gen_debug_seen){decl, d->scope, d->scope->variables.count, is_alloca ? home : 0});
    vec_push(d->arena, &d->scope->variables, variable);
}

/* Is the object only written once, when the function begins, and never passed on? */
static bool
keeps_its_value(const struct ir_function *function, ir_id home)
{
    unsigned stores = 0;
    for (const struct ir_use *use = ir_value(function, home)->uses; use; use = use->next) {
        const struct ir_inst *user = use->user;
        bool is_load = user->op == IR_OP_load && !user->memory.is_volatile;
        bool is_begin = user->op == IR_OP_memzero && user->memory.is_undefined;
        if (user->op == IR_OP_store && user->args[0].value == home && use == &user->args[0])
            stores++;
        else if (!is_load && !is_begin)
            return false;
    }
    return stores <= 1;
}

/* Samplers that are constants have no memory: code has their numbers. */
static void
find_sampler(const struct decl *decl, struct debug_variable *variable)
{
    int64_t bits;
    if (decl->type->kind != TYPE_SAMPLER || !decl->init || decl->init->kind != EXPR_CONVERT ||
        !constexpr_integer(decl->init->left, &bits))
        return;
    variable->is_constant = true;
    variable->bits = (uint32_t)bits;
}

/* Locals in LDS and static variables got their globals when they were used. */
void
gen_debug_function_end(struct gen *g)
{
    struct gen_debug *d = g->debug;
    uint32_t argument = 0;
    if (!d)
        return;
    vec_foreach (const struct gen_debug_seen, seen, &d->seen) {
        struct debug_variable *variable = &seen->scope->variables.at[seen->index];
        bool is_kernels = g->function->is_kernel && variable->is_parameter;
        if (is_kernels) {
            variable->argument = argument++;
            variable->is_argument = seen->home && keeps_its_value(g->function, seen->home);
        } else if (!variable->number && !variable->is_parameter) {
            variable->global = seen->decl->lowered;
            find_sampler(seen->decl, variable);
        }
    }
    d->scope = NULL;
}

void
gen_debug_unit(struct gen *g, const struct translation_unit *unit)
{
    struct gen_debug *d = g->debug;
    for (uint32_t i = 0; d && i < unit->decls.count; i++) {
        struct decl *decl = unit->decls.at[i];
        if (decl->kind != DECL_VARIABLE || !decl->name || (!decl->lowered && !decl->references))
            continue;
        if (decl->definition && decl->definition != decl)
            continue;
        struct debug_variable variable = {.name = copy_name(d, decl->name),
                                          .type = gen_debug_declared(d, decl),
                                          .loc = decl->loc,
                                          .is_external = !decl->is_static,
                                          .global = decl->lowered};
        find_sampler(decl, &variable);
        vec_push(d->arena, &d->info->variables, variable);
    }
}
