/* Entry point, and what all parts need. */
#include "frontend/frontend.h"
#include "sema/sema_internal.h"

#include <string.h>

void
sema_init(struct sema *sema, struct arena *arena, struct diag *diag, struct intern *intern,
          const struct sema_options *options)
{
    *sema = (struct sema){
        .arena = arena, .kept = arena, .diag = diag, .intern = intern, .options = *options};
    sema->types = type_table_new(arena);
    sema->state = ARENA_NEW(arena, struct sema_state);
    sema_scope_init(&sema->state->scopes, arena);
    sema->state->type_names = map_new(arena);
    sema->state->specifier_types = map_new(arena);
    sema->state->functions = map_new(arena);
    sema->state->variables = map_new(arena);
}

struct type *
sema_basic(struct sema *s, enum type_kind kind)
{
    return type_basic(s->types, kind);
}

struct type *
sema_in_space(struct sema *s, struct type *type, enum address_space space)
{
    return type_qualified(s->types, type, type->qualifiers, true, space);
}

bool
sema_has(const struct sema *s, enum feature feature)
{
    return s->options.features.has[feature];
}

/* What OpenCL C declares itself; the numbers are clang's (opencl-c-base.h). */
enum { ALWAYS = FEATURES };
static const struct own_constant {
    const char *name;
    uint8_t value, needs;
    uint16_t since;
} own_constants[] = {
    {"memory_order_relaxed", 0, ALWAYS, 200},
    {"memory_order_acquire", 2, ALWAYS, 200},
    {"memory_order_release", 3, ALWAYS, 200},
    {"memory_order_acq_rel", 4, ALWAYS, 200},
    {"memory_order_seq_cst", 5, FEATURE_ORDER_SEQ_CST, 200},
    {"memory_scope_work_item", 0, ALWAYS, 200},
    {"memory_scope_work_group", 1, ALWAYS, 200},
    {"memory_scope_device", 2, ALWAYS, 200},
    {"memory_scope_all_svm_devices", 3, FEATURE_SCOPE_ALL_DEVICES, 200},
    {"memory_scope_all_devices", 3, FEATURE_SCOPE_ALL_DEVICES, 300},
    {"memory_scope_sub_group", 4, FEATURE_SUBGROUPS, 200},
};

static const struct own_constant *
find_constant(const char *name)
{
    for (size_t i = 0; i < sizeof own_constants / sizeof *own_constants; i++)
        if (strcmp(name, own_constants[i].name) == 0)
            return &own_constants[i];
    return NULL;
}

bool
sema_own_constant(const struct sema *s, const char *name, uint64_t *value)
{
    const struct own_constant *found = find_constant(name);
    *value = found ? found->value : 0;
    return found && s->options.cl_version >= found->since &&
           (found->needs == ALWAYS || sema_has(s, (enum feature)found->needs));
}

void
sema_note_since(struct sema *s, loc_t loc, const char *name, unsigned since, const char *wanted)
{
    if (s->options.cl_version < since)
        diag_note(s->diag, loc, available_since, name, since / 100, since / 10 % 10);
    else if (wanted)
        diag_note(s->diag, loc, available_with_feature, name, wanted);
}

bool
sema_note_missing_constant(struct sema *s, const struct expr *name)
{
    const struct own_constant *found = find_constant(name->name.name);
    if (found)
        sema_note_since(s, name->loc, found->name, found->since,
                        found->needs == ALWAYS ? NULL : frontend_feature_name(found->needs));
    return found;
}

const char *
sema_str(struct sema *s, const struct type *type)
{
    return type_str(s->arena, type);
}

void
sema_leave_out(struct sema *s, const struct specifiers *specifiers, const char *word)
{
    struct diag_location place;
    size_t length = strlen(word);
    if (!specifiers || !s->diag->resolve(s->diag->sources, specifiers->loc, &place) ||
        place.column + length > place.line_length ||
        strncmp(place.line_text + place.column - 1, word, length) != 0)
        return;
    diag_fixit(s->diag, specifiers->loc, specifiers->loc + (loc_t)length, "");
}

void
sema_underline_whole(struct sema *s, const struct expr *expr)
{
    if (expr && expr->start && expr->end)
        diag_range(s->diag, expr->start, expr->end);
}

void
sema_underline(struct sema *s, const struct expr *expr)
{
    switch (expr->kind) {
    case EXPR_BINARY:
    case EXPR_ASSIGN:
        sema_underline_whole(s, expr->left);
        sema_underline_whole(s, expr->right);
        break;
    case EXPR_CONDITIONAL:
        sema_underline_whole(s, expr->middle);
        sema_underline_whole(s, expr->right);
        break;
    case EXPR_UNARY:
        sema_underline_whole(s, expr->left);
        break;
    case EXPR_MEMBER:
        sema_underline_whole(s, expr->member.base);
        break;
    default:
        sema_underline_whole(s, expr);
    }
}

/* Calls inside a block literal count as the literal's, not as those of the function around it: that
 * may only enqueue it, and each run of it has its own stack. */
void
sema_calls(struct sema *s, struct decl *callee, struct expr *call, loc_t loc)
{
    const struct closure_scope *inner = s->state->closure;
    struct decl *caller = inner ? inner->closure->function : s->state->function;
    if (caller)
        vec_push(s->arena, &s->state->calls, ((struct call_edge){caller, callee, call, loc}));
}

/* Depth-first search for a cycle in the calls, with an explicit stack: chains of calls may be too
 * long for recursion on the host. */
enum visit { VISIT_NEW, VISIT_OPEN, VISIT_DONE };

struct caller {
    const struct decl *decl;
    uint8_t visit;
    uint32_t edge; /* the next call to follow, + 1; 0: none is left */
};

struct call_graph {
    struct sema *s;
    VEC(struct caller) callers;
    VEC(uint32_t) next;  /* call -> the next one of the same caller, + 1 */
    VEC(uint32_t) stack; /* callers that are open */
};

static uint32_t
caller_number(struct call_graph *graph, struct decl *decl)
{
    if (!decl->caller) {
        vec_push(graph->s->arena, &graph->callers, (struct caller){decl, VISIT_NEW, 0});
        decl->caller = graph->callers.count;
    }
    return decl->caller - 1;
}

static void
open_caller(struct call_graph *graph, uint32_t number)
{
    graph->callers.at[number].visit = VISIT_OPEN;
    vec_push(graph->s->arena, &graph->stack, number);
}

static void
visit_calls(struct call_graph *graph, uint32_t number)
{
    open_caller(graph, number);
    while (graph->stack.count) {
        struct caller *caller = &graph->callers.at[vec_last(&graph->stack)];
        if (!caller->edge) {
            caller->visit = VISIT_DONE;
            (void)vec_pop(&graph->stack);
            continue;
        }
        struct call_edge *call = &graph->s->state->calls.at[caller->edge - 1];
        caller->edge = graph->next.at[caller->edge - 1];
        uint32_t callee = caller_number(graph, call->callee);
        if (graph->callers.at[callee].visit == VISIT_OPEN) {
            diag_error(graph->s->diag, call->loc, recursive_call_not_allowed_opencl_c,
                       call->callee->name);
            diag_note(graph->s->diag, call->callee->loc, declared_here, call->callee->name);
        } else if (graph->callers.at[callee].visit == VISIT_NEW)
            open_caller(graph, callee);
    }
}

static void
check_recursion(struct sema *s)
{
    struct call_graph graph = {.s = s};
    for (uint32_t i = 0; i < s->state->calls.count; i++) {
        uint32_t number = caller_number(&graph, s->state->calls.at[i].caller);
        vec_push(s->arena, &graph.next, graph.callers.at[number].edge);
        graph.callers.at[number].edge = i + 1;
        caller_number(&graph, s->state->calls.at[i].callee);
    }
    for (int closures = 0; closures < 2; closures++) /* literals last: messages name functions */
        for (uint32_t i = 0; i < graph.callers.count; i++)
            if (graph.callers.at[i].visit == VISIT_NEW &&
                !graph.callers.at[i].decl->closure == !closures)
                visit_calls(&graph, i);
}

/* The program declares a builtin function again and defines another overload of its name: what it
 * calls by the declaration is OpenCL's. */
static bool
calls_builtin(struct sema *s, const struct call_edge *edge)
{
    const char *name = edge->callee->name;
    if (!edge->call || !sema_is_builtin_type(s, name, edge->callee->type))
        return false;
    struct expr *built = sema_builtin_call(s, edge->call, name);
    if (built && built != edge->call)
        expr_copy(edge->call, built);
    return built;
}

/* A function without a definition, at its use; no other unit can define a static one. */
static void
undefined_function(struct sema *s, struct decl *function, loc_t loc)
{
    function->is_of_library = !function->is_static && s->options.library_defines &&
                              s->options.library_defines(function->name);
    if (function->is_of_library)
        return;
    s->lacks_definitions = true;
    if (s->options.is_partial && !function->is_static)
        return;
    diag_error(s->diag, loc, function_not_defined, function->name);
    diag_note(s->diag, function->loc, declared_here, function->name);
}

/* Addresses are numbers that a link gives. */
static void
resolve_addresses(struct sema *s, struct map *reported)
{
    s->lacks_definitions |= s->options.is_partial && s->state->taken.count;
    vec_foreach (struct expr *, name, &s->state->taken) {
        struct decl *decl = (*name)->name.decl;
        if (decl->definition || map_get(reported, MAP_KEY(decl)))
            continue;
        map_put(reported, MAP_KEY(decl), decl);
        undefined_function(s, decl, (*name)->loc);
    }
}

/* Of several declarations of a variable that the unit does not define the first stands for all. */
static void
join_declarations(struct sema *s, struct map *firsts, struct decl *decl)
{
    struct decl *first = map_get(firsts, MAP_KEY(decl->name));
    s->lacks_definitions |= s->options.is_partial && decl->references;
    if (!first) {
        map_put(firsts, MAP_KEY(decl->name), decl);
        return;
    }
    decl->definition = first;
    if (first->type && first->type->kind == TYPE_ARRAY && !first->type->count)
        first->type = decl->type;
    first->is_weak |= decl->is_weak;
    first->is_preemptible |= decl->is_preemptible;
}

/* Links every declaration to its definition; calls of undefined functions are errors. */
static void
resolve_definitions(struct sema *s)
{
    struct map firsts = map_new(s->arena);
    vec_foreach (struct declared_function, at, &s->state->declared)
        at->decl->definition = at->first->definition;
    for (uint32_t i = 0; i < s->state->externs.count; i++) {
        struct decl *decl = s->state->externs.at[i];
        decl->definition = map_get(&s->state->variables, MAP_KEY(decl->name));
        if (!decl->definition)
            join_declarations(s, &firsts, decl);
        else if (!decl->definition->init) /* tentative: it stands at the end of the unit */
            decl->definition->is_weak |= decl->is_weak;
    }
    if (s->options.is_library)
        return;
    struct map reported = map_new(s->arena);
    vec_foreach (struct call_edge, call, &s->state->calls) {
        if (call->callee->definition || calls_builtin(s, call) ||
            map_get(&reported, MAP_KEY(call->callee)))
            continue;
        map_put(&reported, MAP_KEY(call->callee), call->callee);
        undefined_function(s, call->callee, call->loc);
    }
    resolve_addresses(s, &reported);
}

/* Whether a program repeats the declaration of a builtin function is seen at its end only, and
 * declarations are checked in order. */
static bool
must_wait(struct sema *s, const struct decl *decl)
{
    bool is_prototype = decl->kind == DECL_FUNCTION && !decl->body && decl->name;
    return !s->state->unit &&
           (s->state->waiting.count || (is_prototype && sema_is_builtin(s, decl->name)));
}

void
sema_declared(struct sema *s, struct decl *decl)
{
    struct sema_state *state = s->state;
    if (!decl)
        return;
    if (must_wait(s, decl)) {
        vec_push(s->arena, &state->waiting, decl);
        return;
    }
    bool was_broken = s->diag->is_broken; /* by the parser, which tells nothing of this one */
    uint32_t before = s->diag->errors;
    s->diag->is_broken = state->is_broken;
    sema_declare(s, decl);
    state->is_broken = s->diag->is_broken;
    s->diag->is_broken = was_broken;
    state->errors += s->diag->errors - before;
}

bool
sema_finish(struct sema *s, struct translation_unit *unit)
{
    struct sema_state *state = s->state;
    state->unit = unit;
    vec_foreach (struct decl *, decl, &state->waiting)
        sema_declared(s, *decl);
    uint32_t before = s->diag->errors; /* warnings may be errors */
    const struct sema_warnings *warnings = s->options.warnings;
    if (warnings)
        vec_foreach (const struct defined_function, function, &state->defined)
            warnings->function(s, function->decl, function->has_errors);
    state->errors += s->diag->errors - before;
    before = s->diag->errors;
    s->diag->is_broken |= state->is_broken || state->has_broken_body;
    if (!s->diag->is_broken)
        sema_complete_tentative(s);
    state->errors += s->diag->errors - before;
    if (!state->errors) {
        resolve_definitions(s);
        check_recursion(s);
    }
    if (warnings)
        warnings->unit(s, &(struct sema_unit){.unit = unit,
                                              .functions = state->declared.at,
                                              .function_count = state->declared.count,
                                              .has_barriers = state->has_barriers});
    return !state->errors && s->diag->errors == before;
}

bool
sema_check(struct sema *s, struct translation_unit *unit)
{
    if (!unit)
        return false;
    s->state->unit = unit;
    for (uint32_t i = 0; i < unit->decls.count; i++)
        sema_declared(s, unit->decls.at[i]);
    return sema_finish(s, unit);
}
