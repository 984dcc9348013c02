/* Where objects live: storage classes (OpenCL C 6.8), address spaces of variables (6.5) and which
 * types have objects at all (6.9). */
#include "sema/sema_internal.h"

static const char *
storage_word(uint32_t flags)
{
    return flags & SPEC_AUTO       ? "auto"
           : flags & SPEC_THREAD   ? "_Thread_local"
           : flags & SPEC_REGISTER ? "register"
           : flags & SPEC_STATIC   ? "static"
                                   : "extern";
}

/* Words that this version of the language does not have at all. */
static bool
check_version(struct sema *s, uint32_t flags, loc_t loc)
{
    uint32_t never = SPEC_AUTO | SPEC_REGISTER | SPEC_THREAD, wrong = flags & never;
    unsigned version = s->options.cl_version;
    if (version < 120 && !(s->state->extensions & EXTENSION_STORAGE))
        wrong = flags & (never | SPEC_STATIC | SPEC_EXTERN);
    if (!wrong)
        return true;
    diag_error(s->diag, loc, version_does_not_support_storage_class, version / 100,
               version / 10 % 10, storage_word(wrong));
    return false;
}

static void
check_field(struct sema *s, uint32_t flags, loc_t loc)
{
    if (flags & (SPEC_TYPEDEF | SPEC_STATIC | SPEC_EXTERN))
        diag_error(s->diag, loc, field_with_storage_class);
    if (flags & SPEC_INLINE)
        diag_error(s->diag, loc, field_with_function_specifier);
}

static void
check_combination(struct sema *s, uint32_t flags, loc_t loc)
{
    uint32_t classes = flags & (SPEC_TYPEDEF | SPEC_STATIC | SPEC_EXTERN);
    if (classes & (classes - 1))
        diag_error(s->diag, loc, cannot_combine_previous_declaration_specifier,
                   classes & SPEC_TYPEDEF ? "typedef" : "static");
}

void
sema_check_storage(struct sema *s, const struct decl *decl)
{
    const struct specifiers *spec = decl->specifiers;
    if (!spec || spec == s->state->checked) /* int a, b: already reported for a */
        return;
    s->state->checked = spec;
    uint32_t flags = spec->flags;
    loc_t loc = spec->loc;
    if (decl->kind != DECL_FUNCTION && decl->kind != DECL_EMPTY && flags & SPEC_KERNEL)
        diag_error(s->diag, decl->loc, kernel_attribute_only_applies_functions);
    s->state->storage_failed = !check_version(s, flags, loc);
    if (s->state->storage_failed)
        return;
    if (decl->kind == DECL_FIELD) {
        check_field(s, flags, loc);
        return;
    }
    if (decl->kind == DECL_PARAM && flags & (SPEC_TYPEDEF | SPEC_STATIC | SPEC_EXTERN))
        diag_error(s->diag, loc, invalid_storage_class_parameter);
    else
        check_combination(s, flags, loc);
    if (decl->kind != DECL_FUNCTION && flags & SPEC_INLINE)
        diag_error(s->diag, loc, inline_only_on_functions);
}

/* ---- address spaces of variables ---- */

static bool
has_globals(const struct sema *s)
{
    return sema_has(s, FEATURE_PROGRAM_SCOPE);
}

/* Proposes the word for a variable that the program treats as constant without it; of a pointer after its *. */
static void
must_reside(struct sema *s, const struct decl *decl, const struct type *type, const char *what)
{
    const struct type *element = type;
    while (element->kind == TYPE_ARRAY)
        element = element->base;
    if (!has_globals(s) && decl->specifiers && decl->init && !type->has_space)
        diag_fixit(s->diag, element->kind == TYPE_POINTER ? decl->loc : decl->specifiers->loc, 0,
                   "constant ");
    diag_error(s->diag, decl->loc, variable_must_reside_in_space, what,
               has_globals(s) ? "global or constant" : "constant");
}

static enum address_space
program_scope_space(struct sema *s, struct decl *decl, struct type *type)
{
    const char *what = decl->is_extern ? "extern" : "program scope";
    if (type->has_space) {
        bool ok = type->space == SPACE_CONSTANT ||
                  (type->space == SPACE_GLOBAL && has_globals(s)) ||
                  (type->space == SPACE_LOCAL && s->options.is_library);
        if (!ok)
            must_reside(s, decl, type, what);
        return (enum address_space)type->space;
    }
    if (type->kind == TYPE_SAMPLER || type->kind == TYPE_BLOCK)
        return SPACE_CONSTANT;
    if (!has_globals(s))
        must_reside(s, decl, type, what);
    return SPACE_GLOBAL;
}

/* Local and constant variables: outermost scope of a kernel (6.5.2, 6.5.3). */
static void
check_kernel_scope(struct sema *s, struct decl *decl, const char *space)
{
    if (!s->state->function || !s->state->function->is_kernel)
        diag_error(s->diag, decl->loc, non_kernel_function_variable_cannot_declared, space);
    else if (sema_scope_depth(&s->state->scopes) != s->state->function_depth)
        diag_error(s->diag, decl->loc, variable_only_in_outermost_scope, space);
}

static enum address_space
static_space(struct sema *s, struct decl *decl, struct type *type)
{
    if (decl->is_static && s->options.cl_version < 200) {
        sema_leave_out(s, decl->specifiers, "static");
        diag_error(s->diag, decl->loc, static_in_function_scope);
    } else if (!(type->has_space ? type->space == SPACE_CONSTANT ||
                                       (type->space == SPACE_GLOBAL && has_globals(s))
                                 : has_globals(s))) {
        must_reside(s, decl, type, decl->is_static ? "static local" : "extern");
    }
    return type->has_space ? (enum address_space)type->space : SPACE_GLOBAL;
}

static enum address_space
function_scope_space(struct sema *s, struct decl *decl, struct type *type)
{
    if (decl->is_static || decl->is_extern)
        return static_space(s, decl, type);
    if (!type->has_space || type->space == SPACE_PRIVATE)
        return SPACE_PRIVATE;
    if (type->space == SPACE_LOCAL || type->space == SPACE_CONSTANT) {
        check_kernel_scope(s, decl, type->space == SPACE_LOCAL ? "local" : "constant");
        if (type->space == SPACE_LOCAL && decl->init) {
            sema_underline_whole(s, decl->init);
            diag_error(s->diag, decl->loc, __local_variable_cannot_have_initializer);
        }
    } else if (type->space == SPACE_GLOBAL) {
        if (has_globals(s) && decl->specifiers)
            diag_fixit(s->diag, decl->specifiers->loc, 0, "static ");
        diag_error(s->diag, decl->loc, function_scope_variable_cannot_declared, "global");
    } else {
        diag_error(s->diag, decl->loc, automatic_variable_invalid_space);
    }
    return (enum address_space)type->space;
}

enum address_space
sema_variable_space(struct sema *s, struct decl *decl, struct type *type)
{
    if (s->state->storage_failed)
        return type->has_space          ? (enum address_space)type->space
               : decl->is_program_scope ? SPACE_GLOBAL
                                        : SPACE_PRIVATE;
    return decl->is_program_scope ? program_scope_space(s, decl, type)
                                  : function_scope_space(s, decl, type);
}

/* ---- types of variables ---- */

static const struct type *
array_element(const struct type *type)
{
    while (type->kind == TYPE_ARRAY)
        type = type->base;
    return type;
}

/* Declarations that need no size yet: of what lies elsewhere, and tentative definitions, whose type is complete at
 * the end of the unit (C99 6.9.2). */
static bool
may_complete_later(const struct decl *decl, enum address_space space)
{
    return !decl->init && (decl->is_extern || (decl->is_program_scope && space == SPACE_GLOBAL));
}

bool
sema_check_variable_type(struct sema *s, struct decl *decl, struct type *type,
                         enum address_space space)
{
    const struct type *element = array_element(type);
    bool may_be_open = may_complete_later(decl, space);
    if (!(may_be_open && (decl->is_extern || type->kind != TYPE_VOID)) &&
        !sema_require_complete(s, type, decl->loc, "variable"))
        return false;
    if (sema_is_half_storage_only(s, element)) {
        diag_error(s->diag, decl->loc, declaring_variable_type_not_allowed, sema_str(s, type));
        return false;
    }
    bool is_zero = decl->declarator && decl->declarator->length;
    if (type->kind == TYPE_ARRAY && type->count == 0 && !decl->init &&
        !(may_be_open && (decl->is_extern || !is_zero))) {
        diag_report(s->diag, decl->loc, is_zero ? DIAG_zero_size_array : DIAG_array_without_size);
        return false;
    }
    if (may_be_open && !decl->is_extern)
        vec_push(s->arena, &s->state->tentative, decl);
    return true;
}

void
sema_complete_tentative(struct sema *s)
{
    vec_foreach (struct decl *, at, &s->state->tentative) {
        struct decl *decl = *at, *defined = map_get(&s->state->variables, MAP_KEY(decl->name));
        struct type *type = decl->type;
        if (decl != defined || !type)
            continue;
        if (type->kind == TYPE_ARRAY && !type->count) {
            diag_warning(s->diag, decl->loc, tentative_array);
            decl->type = sema_in_space(s, type_array(s->types, type->base, 1),
                                       (enum address_space)decl->space);
        } else if (type->record && !type->record->complete) {
            diag_error(s->diag, decl->loc, tentative_never_completed, sema_str(s, type));
            diag_note(s->diag, type->record->loc, forward_declaration, sema_str(s, type));
        }
    }
}
