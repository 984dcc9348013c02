/* Declarations: variables with their address spaces, typedefs, functions and their redeclarations.
 */
#include "sema/sema_internal.h"

#include <string.h>

enum { MAX_CONSTANT = 16 << 20 }; /* bytes of one object: all of them go into the code object */

void
sema_report_incomplete(struct sema *s, struct type *type, loc_t loc, const char *what)
{
    const char *name = sema_str(s, type_unqualified(type));
    if (strcmp(what, "arithmetic") == 0)
        diag_error(s->diag, loc, arithmetic_on_pointer_incomplete_type, name);
    else if (strcmp(what, "subscript") == 0)
        diag_error(s->diag, loc, subscript_pointer_incomplete_type, name);
    else if (strcmp(what, "result") == 0)
        diag_error(s->diag, loc, incomplete_result_type, name);
    else if (strcmp(what, "calling") == 0)
        diag_error(s->diag, loc, calling_function_incomplete_return_type, name);
    else if (strcmp(what, "deref") == 0)
        diag_error(s->diag, loc, incomplete_type_where_complete_type_required, name);
    else
        diag_error(s->diag, loc, variable_has_incomplete_type, name);
    if (type->record)
        diag_note(s->diag, type->record->loc, forward_declaration, name);
}

static struct decl *
bound_here(struct sema *s, const char *name)
{
    struct binding *found = name ? sema_scope_find(&s->state->scopes, NAMES_ORDINARY, name) : NULL;
    return found && found->depth == sema_scope_depth(&s->state->scopes) ? found->what : NULL;
}

/* Warns if the name of a local variable or parameter, not bound yet, hides another variable. */
static void
check_shadow(struct sema *s, const struct decl *decl)
{
    struct binding *found =
        decl->name ? sema_scope_find(&s->state->scopes, NAMES_ORDINARY, decl->name) : NULL;
    const struct decl *hidden = found ? found->what : NULL;
    if (!hidden || decl->is_extern || sema_scope_depth(&s->state->scopes) == 0 ||
        (hidden->kind != DECL_VARIABLE && hidden->kind != DECL_PARAM))
        return;
    diag_warning(s->diag, decl->loc, shadow,
                 hidden->is_program_scope ? "variable in the global scope" : "local variable");
    diag_note(s->diag, hidden->loc, previous_declaration_here);
}

static void
report_redefinition(struct sema *s, const struct decl *decl, const struct decl *other,
                    struct type *type)
{
    bool is_object = other->kind == DECL_VARIABLE || other->kind == DECL_PARAM;
    if (decl->specifiers && decl->specifiers->flags & SPEC_ERROR)
        return; /* for example a statement outside of functions */
    if (decl->kind == DECL_VARIABLE && is_object && type && other->type &&
        type_unqualified(type) != type_unqualified(other->type))
        diag_error(s->diag, decl->loc, redefinition_with_different_type, decl->name,
                   sema_str(s, type_unqualified(type)), sema_str(s, type_unqualified(other->type)));
    else if (other->kind != decl->kind && !is_object)
        diag_error(s->diag, decl->loc, redefinition_as_different_kind_symbol, decl->name);
    else
        diag_error(s->diag, decl->loc, redefinition, decl->name);
    diag_note(s->diag, other->loc, previous_definition_here);
}

static struct type *
declared_type(struct sema *s, struct decl *decl)
{
    struct type *type = sema_specifiers(s, decl->specifiers);
    type = sema_declarator(s, type, decl->declarator, decl->name, decl->loc);
    return type ? sema_type_attributes(s, type, decl->attributes) : NULL;
}

/* ---- typedefs ---- */

static void
declare_typedef(struct sema *s, struct decl *decl)
{
    struct type *type = declared_type(s, decl);
    struct decl *other = bound_here(s, decl->name);
    uint32_t align = sema_declared_alignment(s, decl);
    if (type && align)
        type = type_aligned(s->types, type, align);
    decl->type = type;
    sema_check_attributes(s, decl);
    if (other && other->kind != DECL_TYPEDEF) {
        report_redefinition(s, decl, other, type);
        return;
    }
    if (other && other->type && type && other->type != type) {
        diag_error(s->diag, decl->loc, typedef_redefinition_different_types_vs, sema_str(s, type),
                   sema_str(s, other->type));
        diag_note(s->diag, other->loc, previous_definition_here);
        return;
    }
    if (type && type->record && !type->record->name && !type->record->typedef_name)
        type->record->typedef_name = decl->name;
    if (decl->name)
        sema_scope_bind(&s->state->scopes, NAMES_ORDINARY, decl->name, decl);
}

/* ---- variables ---- */

static void
check_block(struct sema *s, struct decl *decl, bool is_static)
{
    const struct closure *block = sema_block_of(decl->init);
    if (!block)
        diag_error(s->diag, decl->loc, block_must_be_initialized);
    else if (is_static && block->captures.count)
        diag_error(s->diag, decl->init->loc, initializer_element_not_compile_time_constant);
}

static void
initialize_variable(struct sema *s, struct decl *decl)
{
    bool is_constant = decl->space == SPACE_CONSTANT;
    if (!decl->init) {
        if (is_constant && !decl->is_extern)
            diag_error(s->diag, decl->loc, variable_constant_address_space_must);
        return;
    }
    if (decl->space == SPACE_LOCAL)
        return;
    if (decl->is_extern && !decl->is_program_scope)
        sema_error(s, decl->init, block_extern_initializer);
    bool has_static_storage = is_constant || decl->is_static || decl->is_program_scope;
    if (decl->type->kind == TYPE_ATOMIC && decl->space != SPACE_GLOBAL) {
        diag_error(s->diag, decl->init->loc, atomic_initialized_elsewhere);
        return;
    }
    struct type *type = decl->type;
    bool is_block = type->kind == TYPE_BLOCK;
    const struct decl *outer = s->state->initialized;
    s->state->initialized = decl;
    decl->init = sema_initialize(s, &type, decl->init, has_static_storage && !is_block);
    s->state->initialized = outer;
    if (is_block && decl->init)
        check_block(s, decl, has_static_storage);
    if (is_constant && type->size > MAX_CONSTANT)
        diag_error(s->diag, decl->loc, constant_data_too_large_bytes_limit, type->size,
                   MAX_CONSTANT);
    if (!decl->init && type->kind == TYPE_ARRAY && type->count == 0)
        decl->type = NULL;
    else
        decl->type = type;
}

/* A variable declared before, extern once or twice: the length of an array may come later. */
static void
check_same_type(struct sema *s, struct decl *decl, const struct decl *other)
{
    if (!other || !other->type)
        return;
    const struct type *a = type_unqualified(decl->type), *b = type_unqualified(other->type);
    bool open = a->kind == TYPE_ARRAY && b->kind == TYPE_ARRAY && a->base == b->base &&
                (!a->count || !b->count);
    if (open && b->count && !decl->init)
        decl->type = other->type; /* C99 6.2.7: of both */
    if (a == b || open)
        return;
    diag_error(s->diag, decl->loc, redefinition_with_different_type, decl->name,
               sema_str(s, decl->type), sema_str(s, other->type));
    diag_note(s->diag, other->loc, previous_declaration_here);
}

static void declare_function(struct sema *s, struct decl *decl, struct type *type);

/* `__auto_type x = value`: the value's type.  It is typed before the name is in scope; false: it
 * has an error. */
static bool
deduce_type(struct sema *s, struct decl *decl)
{
    struct specifiers *specifiers = decl->specifiers;
    bool deduces = specifiers && specifiers->base && strcmp(specifiers->base, "__auto_type") == 0;
    if (!deduces || decl->declarator || !decl->init || decl->init->kind == EXPR_INIT_LIST)
        return true; /* the error is reported where its type is needed */
    struct expr *value = sema_rvalue(s, decl->init);
    if (!value)
        return false;
    specifiers->deduced = type_unqualified(value->type);
    decl->init = s->state->function ? sema_once(s, value) : value;
    return true;
}

/* May both declare one object?  Yes with extern, or at file scope in global memory if at most one
 * of them has an initialiser: the others are tentative definitions (C99 6.9.2). */
static bool
is_repeated(const struct decl *decl, const struct decl *other)
{
    if (other->kind != DECL_VARIABLE)
        return false;
    bool are_tentative = decl->is_program_scope && other->space == SPACE_GLOBAL &&
                         decl->is_static == other->is_static && !(decl->init && other->init);
    return decl->is_extern || other->is_extern || are_tentative;
}

/* Which of an object's declarations defines it: the one with an initialiser, else the first that is
 * not extern.  The others refer to it. */
static void
enter_variable(struct sema *s, struct decl *decl)
{
    struct decl *defined =
        decl->is_program_scope ? map_get(&s->state->variables, MAP_KEY(decl->name)) : NULL;
    if (defined && defined->type && defined->type->kind == TYPE_ARRAY && !defined->type->count)
        defined->type = decl->type;
    if (!decl->init && (decl->is_extern || defined)) {
        vec_push(s->arena, &s->state->externs, decl);
        return;
    }
    if (defined && defined->init)
        report_redefinition(s, decl, defined, NULL);
    else if (defined)
        vec_push(s->arena, &s->state->externs, defined);
    if (decl->is_program_scope)
        map_put(&s->state->variables, MAP_KEY(decl->name), decl);
}

/* Gives the variable its space and type; false: it cannot have that type, reported. */
static bool
type_variable(struct sema *s, struct decl *decl, struct type *type)
{
    if (!type || !sema_opaque_variable(s, decl, type))
        return false;
    enum address_space space = sema_variable_space(s, decl, type);
    type = sema_in_space(s, type, space);
    if (!sema_check_variable_type(s, decl, type, space))
        return false;
    sema_check_endian(s, decl, type);
    decl->space = (uint8_t)space;
    decl->type = type;
    return true;
}

/* visibility("default"), the first argument a string. */
static bool
has_default_visibility(const struct decl *decl)
{
    const struct attribute *found = sema_attribute_of(decl, "visibility");
    const struct expr *what = found && found->args.count ? found->args.at[0] : NULL;
    while (what && what->kind == EXPR_CONVERT)
        what = what->left;
    return what && what->kind == EXPR_STRING && what->string.length == 7 &&
           memcmp(what->string.bytes, "default", 7) == 0;
}

/* Another unit cannot define what is this unit's or function's alone.  other: an earlier declaration, or NULL. */
static void
check_weak(struct sema *s, const struct decl *decl, const struct decl *other)
{
    bool was_static = other && other->is_static && !other->init && !other->definition;
    bool is_own = decl->is_static || was_static || (!decl->is_program_scope && !decl->is_extern);
    if (is_own && sema_attribute_of(decl, "weak"))
        diag_error(s->diag, decl->loc, weak_has_internal_linkage);
}

static void
declare_variable(struct sema *s, struct decl *decl)
{
    uint32_t flags = decl->specifiers ? decl->specifiers->flags : 0;
    bool is_deduced = deduce_type(s, decl); /* if not, the initialiser's error was reported */
    struct type *type = is_deduced ? declared_type(s, decl) : NULL;
    if (decl->specifiers)
        decl->specifiers->deduced = NULL;
    if (type && type->kind == TYPE_FUNCTION) {
        decl->kind = DECL_FUNCTION;
        declare_function(s, decl, type);
        return;
    }
    decl->is_static = flags & SPEC_STATIC;
    decl->is_extern = flags & SPEC_EXTERN;
    decl->is_weak = sema_attribute_of(decl, "weak");
    decl->is_preemptible = has_default_visibility(decl);
    decl->is_program_scope = sema_scope_depth(&s->state->scopes) == 0;
    sema_check_attributes(s, decl);
    struct decl *other = bound_here(s, decl->name);
    check_weak(s, decl, other);
    if (other && !is_repeated(decl, other)) {
        report_redefinition(s, decl, other, type);
        if (is_deduced)
            sema_initialize_nothing(s, decl->init);
        return; /* the name keeps its meaning */
    }
    check_shadow(s, decl);
    if (decl->name)
        sema_scope_bind(&s->state->scopes, NAMES_ORDINARY, decl->name, decl);
    if (!type_variable(s, decl, type)) {
        if (is_deduced)
            sema_initialize_nothing(s, decl->init);
        return;
    }
    check_same_type(s, decl, other);
    if (other) { /* what one declaration says counts for all, but weak not for a definition before it */
        other->is_preemptible = decl->is_preemptible |= other->is_preemptible;
        decl->is_weak |= other->is_weak;
    }
    enter_variable(s, decl);
    initialize_variable(s, decl);
    uint32_t align = sema_declared_alignment(s, decl);
    if (decl->type && align > decl->type->align) /* a variable's alignment can only grow */
        decl->type = type_aligned(s->types, decl->type, align);
}

/* ---- functions ---- */

struct function_set *
sema_functions_of(struct sema *s, struct decl *first)
{
    return map_get(&s->state->functions, MAP_KEY(first->name));
}

static bool
same_params(const struct type *a, const struct type *b)
{
    if (a->count != b->count || a->is_variadic != b->is_variadic)
        return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (a->params[i] != b->params[i])
            return false;
    return true;
}

static void
report_conflict(struct sema *s, const struct decl *decl, const struct decl *other)
{
    diag_error(s->diag, decl->loc, conflicting_types, decl->name);
    diag_note(s->diag, other->loc, previous_declaration_here);
}

/* The earlier declaration of this very function, or NULL; *conflict: reported. */
static struct decl *
find_previous(struct sema *s, struct function_set *set, const struct decl *decl, bool overloadable,
              bool *conflict)
{
    *conflict = false;
    for (uint32_t i = 0; i < set->overloads.count; i++) {
        struct decl *other = set->overloads.at[i];
        if (other->type == decl->type)
            return other;
        bool clash =
            same_params(other->type, decl->type) || (!overloadable && !set->is_overloadable);
        if (clash) {
            report_conflict(s, decl, other);
            *conflict = true;
            return NULL;
        }
    }
    return NULL;
}

/* A prototype in a block declares the same function as one at file scope (C11 6.2.2p5). */
static struct function_set *
set_for(struct sema *s, struct decl *decl)
{
    struct binding *found = sema_scope_find(&s->state->scopes, NAMES_ORDINARY, decl->name);
    struct decl *other = found ? found->what : NULL;
    struct function_set *set = sema_functions_of(s, decl);
    if (set && other && other->kind == DECL_FUNCTION)
        return set;
    if (other && other->kind != DECL_FUNCTION &&
        found->depth == sema_scope_depth(&s->state->scopes)) {
        report_redefinition(s, decl, other, NULL);
        return NULL;
    }
    if (!set) {
        set = ARENA_NEW(s->arena, struct function_set);
        set->names = map_new(s->arena);
        map_put(&s->state->functions, MAP_KEY(decl->name), set);
    }
    sema_scope_bind(&s->state->scopes, NAMES_ORDINARY, decl->name, decl);
    return set;
}

/* The mangled name; overloads that differ in qualifiers only are told apart by a number. */
static const char *
overload_name(struct sema *s, struct function_set *set, const struct decl *decl)
{
    const char *name = intern_string(
        s->intern, sema_mangle(s->arena, decl->name, decl->type->params, decl->type->count));
    uintptr_t same = (uintptr_t)map_get(&set->names, MAP_KEY(name));
    map_put(&set->names, MAP_KEY(name), (void *)(same + 1));
    return same ? arena_printf(s->arena, "%s.%u", name, (unsigned)same) : name;
}

/* Hosts find kernels by name. */
static bool
is_kernel_overload(struct sema *s, const struct function_set *set, const struct decl *decl)
{
    if (!set->overloads.count || !(decl->is_kernel || set->overloads.at[0]->is_kernel))
        return false;
    diag_error(s->diag, decl->loc, kernel_overloaded, decl->name);
    diag_note(s->diag, set->overloads.at[0]->loc, previous_declaration_here);
    return true;
}

/* Enters the function in its set; the first declaration of it, or NULL if reported. */
static struct decl *
enter_function(struct sema *s, struct decl *decl)
{
    bool overloadable = sema_attribute_of(decl, "overloadable"), conflict;
    struct function_set *set = set_for(s, decl);
    if (!set)
        return NULL;
    struct decl *first = find_previous(s, set, decl, overloadable, &conflict);
    if (conflict || (!first && is_kernel_overload(s, set, decl)))
        return NULL;
    overloadable = overloadable || set->is_overloadable;
    set->is_overloadable = overloadable;
    if (!first) {
        first = decl;
        vec_push(s->arena, &set->overloads, decl);
    }
    if (first != decl)
        decl->link_name = first->link_name;
    else
        decl->link_name = overloadable ? overload_name(s, set, decl) : decl->name;
    struct declared_function declared = {decl, first};
    vec_push(s->arena, &s->state->declared, declared);
    return first;
}

static void
define_function(struct sema *s, struct decl *decl, struct decl *first)
{
    if (first->definition) {
        report_redefinition(s, decl, first->definition, NULL);
        return;
    }
    first->definition = decl;
    decl->definition = decl;
}

static void
bind_param(struct sema *s, struct decl *param)
{
    struct decl *other = bound_here(s, param->name);
    if (other) {
        diag_error(s->diag, param->loc, redefinition_parameter, param->name);
        diag_note(s->diag, other->loc, previous_declaration_here);
        return;
    }
    sema_scope_bind(&s->state->scopes, NAMES_ORDINARY, param->name, param);
}

static void
bind_params(struct sema *s, struct decl_list *params)
{
    for (uint32_t i = 0; i < params->count; i++) {
        struct decl *param = params->at[i];
        if (param && param->type && !sema_require_complete(s, param->type, param->loc, "variable"))
            param->type = NULL;
        if (!param || !param->name)
            continue;
        if (!bound_here(s, param->name))
            check_shadow(s, param);
        bind_param(s, param);
    }
}

/* Those of a function without a body: their scope ends with the declaration. */
static void
check_params(struct sema *s, struct decl_list *params)
{
    sema_scope_open(&s->state->scopes);
    for (uint32_t i = 0; i < params->count; i++)
        if (params->at[i] && params->at[i]->name)
            bind_param(s, params->at[i]);
    sema_scope_close(&s->state->scopes);
}

static void
warn_missing_return(struct sema *s, const struct decl *decl)
{
    loc_t loc = decl->body->end ? decl->body->end : decl->loc;
    if (decl->specifiers && decl->specifiers->flags & SPEC_KERNEL)
        return; /* a result of a kernel is an error of its own */
    if (sema_has_return(decl->body))
        diag_warning(s->diag, loc, missing_return);
    else
        diag_warning(s->diag, loc, no_return);
}

/* The outermost block shares the scope of the parameters (C11 6.2.1p4). */
void
sema_body(struct sema *s, struct decl *decl)
{
    struct sema_state *state = s->state, outer = *state;
    uint32_t losses = s->diag->losses;
    state->labels = map_new(s->arena);
    memset(&state->gotos, 0, sizeof state->gotos);
    state->loops = state->breakables = 0;
    state->switch_stmt = NULL;
    sema_scope_open(&state->scopes);
    state->function_depth = sema_scope_depth(&state->scopes);
    bind_params(s, decl->params);
    for (uint32_t i = 0; i < decl->body->stmts.count; i++)
        sema_stmt(s, decl->body->stmts.at[i]);
    sema_scope_close(&state->scopes);
    decl->body->has_losses = s->diag->losses != losses;
    for (uint32_t i = 0; i < state->gotos.count; i++) {
        struct stmt *jump = state->gotos.at[i];
        jump->target = map_get(&state->labels, MAP_KEY(jump->label));
        if (!jump->target)
            diag_error(s->diag, jump->loc, undeclared_label, jump->label);
    }
    if (decl->type && state->result && state->result->kind != TYPE_VOID && !decl->is_broken &&
        !decl->body->has_losses && sema_falls_off(decl->body))
        warn_missing_return(s, decl);
    state->labels = outer.labels;
    state->gotos.at = outer.gotos.at;
    state->gotos.count = outer.gotos.count;
    state->gotos.capacity = outer.gotos.capacity;
    state->loops = outer.loops;
    state->breakables = outer.breakables;
    state->switch_stmt = outer.switch_stmt;
    state->function_depth = outer.function_depth;
}

/* Does it redeclare a builtin of OpenCL C, and nothing in the program defines a function of that
 * name?  Then the declaration says nothing new. */
static bool
repeats_builtin(struct sema *s, const struct decl *decl, const struct type *type)
{
    if (!type || !decl->name || decl->body || s->options.is_library ||
        !sema_is_builtin_type(s, decl->name, type))
        return false;
    if (!s->state->unit) /* a prototype inside a function: so far, nothing does */
        return true;
    const struct decl_list *all = &s->state->unit->decls;
    for (uint32_t i = 0; i < all->count; i++)
        if (all->at[i] && all->at[i]->name == decl->name && all->at[i]->body)
            return false;
    return true;
}

/* A typedef has the type of a function, but no parameters: they have no names. */
static struct decl_list *
params_of_type(struct sema *s, const struct decl *decl)
{
    struct decl_list *params = ARENA_NEW(s->arena, struct decl_list);
    for (uint32_t i = 0; decl->type && i < decl->type->count; i++) {
        struct decl *param = ARENA_NEW(s->arena, struct decl);
        *param = (struct decl){.kind = DECL_PARAM, .loc = decl->loc, .type = decl->type->params[i]};
        vec_push(s->arena, params, param);
    }
    return params;
}

static void
declare_function(struct sema *s, struct decl *decl, struct type *type)
{
    uint32_t flags = decl->specifiers ? decl->specifiers->flags : 0;
    decl->type = type;
    decl->is_kernel = flags & SPEC_KERNEL || sema_attribute_of(decl, "kernel");
    decl->is_static = flags & SPEC_STATIC;
    decl->is_extern = flags & SPEC_EXTERN;
    decl->is_weak = flags & SPEC_INLINE || sema_attribute_of(decl, "weak");
    decl->is_program_scope = true;
    if (!type && decl->name) { /* a wrong declaration still declares the name */
        if (!sema_scope_find(&s->state->scopes, NAMES_ORDINARY, decl->name))
            sema_scope_bind(&s->state->scopes, NAMES_ORDINARY, decl->name, decl);
    }
    if (!decl->params && decl->declarator && decl->declarator->kind == DECLARATOR_FUNCTION)
        decl->params = decl->declarator->params;
    if (!decl->params)
        decl->params = params_of_type(s, decl);
    bool repeats = repeats_builtin(s, decl, type);
    struct decl *first = type && decl->name && !repeats ? enter_function(s, decl) : NULL;
    if (first) {
        if (decl->is_static && !first->is_static) {
            diag_error(s->diag, decl->loc, static_declaration_follows_non_static, decl->name);
            diag_note(s->diag, first->loc, previous_declaration_here);
        }
        check_weak(s, decl, first);
        first->is_kernel = decl->is_kernel = first->is_kernel || decl->is_kernel;
        decl->is_weak |= first->is_weak;
        if (decl->body)
            define_function(s, decl, first);
    }
    sema_check_attributes(s, decl);
    sema_declared_alignment(s, decl);
    if (decl->name && strcmp(decl->name, "main") == 0)
        diag_error(s->diag, decl->loc, cannot_be_called_main,
                   decl->is_kernel ? "kernel" : "function");
    bool may_be_variadic = SEMA_EXTENDS(s, EXTENSION_VARIADIC) && !decl->is_kernel;
    if (type && type->is_variadic && !may_be_variadic && !repeats)
        diag_error(s->diag, decl->loc, variadic_functions_are_not_allowed_opencl);
    if (decl->body) {
        uint32_t closures = s->state->closures;
        s->state->function = first ? first : decl;
        s->state->definition = decl;
        s->state->rest = NULL;
        if (type && type->is_variadic)
            sema_declare_rest(s, decl);
        s->state->closures = 0;
        struct type *result = decl->declarator ? decl->declarator->result : NULL;
        result = s->state->result = decl->type ? decl->type->base : result;
        if (result && result->kind != TYPE_VOID &&
            !sema_require_complete(s, result, decl->loc, "result"))
            s->state->result = NULL;
        bool was_broken = s->diag->is_broken;
        sema_body(s, decl);
        s->state->function = NULL;
        s->state->closures = closures;
        if (type && !decl->is_broken)
            vec_push(s->arena, &s->state->defined,
                     ((struct defined_function){decl, s->diag->is_broken}));
        if (!was_broken) { /* errors in a body concern no other function */
            s->state->has_broken_body |= s->diag->is_broken;
            s->diag->is_broken = false;
        }
    } else {
        check_params(s, decl->params);
    }
    if (decl->is_kernel && decl->body)
        sema_kernel(s, decl, first ? first : decl);
}

static void
static_assertion(struct sema *s, struct decl *decl)
{
    struct expr *condition = sema_rvalue(s, decl->init);
    int64_t value;
    if (condition && !constexpr_integer(condition, &value))
        diag_error(s->diag, decl->loc, static_assertion_not_constant);
    else if (condition && !value)
        diag_error(s->diag, decl->loc, static_assertion_failed, decl->name ? ": " : "",
                   decl->name ? decl->name : "");
}

/* A declaration without declarators. */
static void
declare_tag(struct sema *s, struct specifiers *specifiers)
{
    struct record_syntax *record = specifiers ? specifiers->record : NULL;
    if (record && record->tag != 'e' && !record->has_body)
        sema_record(s, specifiers, true);
    else if (record || (specifiers && specifiers->base))
        sema_specifiers(s, specifiers);
}

void
sema_declare(struct sema *s, struct decl *decl)
{
    s->state->extensions = s->options.is_library ? EXTENSIONS : decl->extensions;
    if (!decl->is_broken)
        sema_check_storage(s, decl);
    switch ((enum decl_kind)decl->kind) {
    case DECL_TYPEDEF:
        declare_typedef(s, decl);
        break;
    case DECL_VARIABLE:
        declare_variable(s, decl);
        break;
    case DECL_FUNCTION:
        declare_function(s, decl, declared_type(s, decl));
        break;
    case DECL_ASSERT:
        static_assertion(s, decl);
        break;
    case DECL_EMPTY:
        declare_tag(s, decl->specifiers);
        break;
    default:
        break;
    }
}
