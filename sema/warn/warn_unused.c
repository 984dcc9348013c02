/* Names that nobody uses.  The analysis counts uses of a name, the walk those that only give it a
 * value.
 *
 * -Wunused-variable -Wunused-but-set-variable -Wunused-label -Wunused-function
 * -Wunused-local-typedef (-Wall), -Wunused-parameter -Wunused-but-set-parameter (-Wextra),
 * -Wmissing-prototypes (off) */
#include "sema/warn/warn_internal.h"

static bool
has_attribute(const struct decl *decl, const char *name)
{
    return sema_attribute(decl->attributes, name) ||
           (decl->specifiers && sema_attribute(decl->specifiers->attributes, name));
}

static bool
may_be_unused(const struct decl *decl)
{
    return has_attribute(decl, "unused") || has_attribute(decl, "used");
}

/* unused: the row for a name without uses; but_set: for one with assignments only. */
static void
check_variable(struct warn *w, const struct decl *decl, enum diag_id unused, enum diag_id but_set)
{
    if (!decl || !decl->name || !decl->type || may_be_unused(decl))
        return;
    if (!decl->references)
        diag_report(w->diag, decl->loc, unused, decl->name);
    else if (decl->references == decl->assignments)
        diag_report(w->diag, decl->loc, but_set, decl->name);
}

static void
check_local(struct warn *w, const struct decl *decl)
{
    if (decl->kind == DECL_VARIABLE && !decl->is_extern)
        check_variable(w, decl, DIAG_unused_variable, DIAG_unused_but_set_variable);
    else if (decl->kind == DECL_TYPEDEF && !decl->references && decl->name && !may_be_unused(decl))
        diag_warning(w->diag, decl->loc, unused_local_typedef, decl->name);
}

static void
check_labels(struct warn *w)
{
    struct map used = map_new(w->s->arena);
    for (uint32_t i = 0; i < w->jumps.count; i++)
        map_put(&used, MAP_KEY(w->jumps.at[i]->target), w->jumps.at[i]);
    for (uint32_t i = 0; i < w->labels.count; i++) {
        const struct stmt *label = w->labels.at[i];
        if (!map_get(&used, MAP_KEY(label)))
            diag_warning(w->diag, label->loc, unused_label, label->label);
    }
}

void
warn_unused_names(struct warn *w, bool has_errors)
{
    for (uint32_t i = 0; i < w->locals.count; i++)
        check_local(w, w->locals.at[i]);
    for (uint32_t i = 0; i < w->function->params->count; i++) {
        struct decl *param = w->function->params->at[i];
        if (!has_errors || !param || !param->references)
            check_variable(w, param, DIAG_unused_parameter, DIAG_unused_but_set_parameter);
    }
    if (w->labels.count && !has_errors)
        check_labels(w);
}

static bool
is_included(const struct warn *w, loc_t loc)
{
    return warn_location(w, loc).is_included;
}

static void
check_function(struct warn *w, const struct declared_function *function)
{
    const struct decl *decl = function->decl;
    bool is_inline = decl->specifiers && decl->specifiers->flags & SPEC_INLINE;
    if (function->first->is_static && function->first == decl && !decl->references &&
        !may_be_unused(decl) && !(is_inline && is_included(w, decl->loc)))
        diag_warning(w->diag, decl->loc, unused_function, decl->name);
    if (decl->body && function->first == decl && !decl->is_static && !decl->is_kernel &&
        !is_inline) {
        diag_warning(w->diag, decl->loc, missing_prototype, decl->name);
        diag_note(w->diag, decl->specifiers->loc, declare_static);
    }
}

void
warn_unused_globals(struct warn *w, const struct sema_unit *unit)
{
    for (uint32_t i = 0; w->on[WARN_GLOBALS] && i < unit->function_count; i++)
        check_function(w, &unit->functions[i]);
    const struct decl_list *decls = &unit->unit->decls;
    for (uint32_t i = 0; i < decls->count; i++) {
        const struct decl *decl = decls->at[i];
        if (!decl || decl->kind != DECL_VARIABLE || !decl->is_static || !decl->type ||
            is_included(w, decl->loc))
            continue;
        bool is_const = decl->type->qualifiers & QUAL_CONST;
        check_variable(w, decl, is_const ? DIAG_unused_const_variable : DIAG_unused_variable,
                       is_const ? DIAG_unused_const_variable : DIAG_unused_but_set_variable);
    }
}
