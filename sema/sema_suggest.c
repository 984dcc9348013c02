/* Names that do not exist, with the nearest that do. */
#include "sema/sema_internal.h"
#include "support/suggest.h"

#include <string.h>

enum { MAX_SEARCHES = 50 }; /* as in clang: a broken file should not be slow as well */

/* Is a search worth its time? */
static bool
may_search(struct sema *s)
{
    bool shown = !s->diag->error_limit || s->diag->errors < s->diag->error_limit;
    return shown && s->state->searches++ < MAX_SEARCHES;
}

static void
offer(struct suggestion *near, const char *name)
{
    if (name)
        suggest_offer(near, name, strlen(name));
}

/* Tries all ordinary names visible here, the innermost first.  Returns the declaration of the best,
 * NULL: it is a builtin, or there is none. */
static struct decl *
search_scopes(struct sema *s, struct suggestion *near, bool wants_function)
{
    struct scope_table *scopes = &s->state->scopes;
    struct decl *best = NULL;
    for (uint32_t depth = scopes->scopes.count; depth-- > 0;)
        for (struct binding *at = scopes->scopes.at[depth]; at; at = at->sibling) {
            struct decl *decl = at->space == NAMES_ORDINARY ? at->what : NULL;
            bool fits = decl && decl->kind != DECL_TYPEDEF &&
                        (decl->kind == DECL_FUNCTION) == wants_function;
            const char *before = near->best;
            if (fits)
                offer(near, decl->name);
            best = near->best != before ? decl : best;
        }
    if (wants_function) {
        const char *before = near->best;
        builtin_offer_names(near);
        if (near->best != before && !sema_is_builtin(s, near->best))
            near->best = before; /* of a later version */
        best = near->best != before ? NULL : best;
    } else if (!near->best) {
        offer(near, "true");
        offer(near, "false");
    }
    return best;
}

static loc_t
last_letter(loc_t first, const char *name)
{
    return first + (loc_t)strlen(name) - 1;
}

/* What clang's names for the target's builtins begin with: a near one is no help. */
#define TARGET_BUILTINS "__builtin_amdgcn_"

void
sema_undeclared(struct sema *s, const struct expr *name, bool is_called)
{
    const char *wanted = name->name.name;
    guard_poll(s->arena->guard);
    for (const char *c = wanted; *c; c++)
        if ((unsigned char)*c >= 0x80)
            return; /* the lexer has reported it */
    if (is_called && strncmp(wanted, TARGET_BUILTINS, strlen(TARGET_BUILTINS)) == 0) {
        sema_error(s, name, target_builtin_not_supported, wanted);
        return;
    }
    struct suggestion near = suggest_begin(wanted);
    uint32_t count;
    bool is_known = builtin_find(wanted, &count); /* of another version */
    struct decl *decl = NULL;
    if (!is_known && may_search(s)) {
        decl = search_scopes(s, &near, is_called);
        const char *declared = near.best;
        if (s->options.macros)
            frontend_offer_macros(s->options.macros, &near, is_called);
        decl = near.best == declared ? decl : NULL;
    }
    if (near.best) {
        diag_fixit(s->diag, name->loc, last_letter(name->loc, wanted), near.best);
        sema_error(s, name, undeclared_with_suggestion, wanted, near.best);
        if (decl)
            diag_note(s->diag, decl->loc, declared_here, near.best);
    } else {
        sema_error(s, name, undeclared_identifier, wanted);
        if (!sema_note_missing_constant(s, name))
            sema_note_missing_builtin(s, name);
    }
}

static void
search_fields(const struct record *record, struct suggestion *near, const struct field **best)
{
    for (uint32_t i = 0; i < record->field_count; i++) {
        const struct field *field = &record->fields[i];
        const char *before = near->best;
        if (!field->name && field->type->record)
            search_fields(field->type->record, near, best);
        offer(near, field->name);
        if (near->best != before && field->name == near->best)
            *best = field;
    }
}

static const struct field *
nearest_field(struct sema *s, const struct type *type, const char *name)
{
    struct suggestion near = suggest_begin(name);
    const struct field *field = NULL;
    if (type->record && may_search(s))
        search_fields(type->record, &near, &field);
    return field;
}

void
sema_no_designated(struct sema *s, struct type *type, const char *name, loc_t loc)
{
    const struct field *field = nearest_field(s, type, name);
    const char *of = sema_str(s, type_unqualified(type));
    if (!field) {
        diag_error(s->diag, loc, field_designator_does_not_refer_any_field, name, of);
        return;
    }
    diag_fixit(s->diag, loc, last_letter(loc, name), field->name);
    diag_error(s->diag, loc, field_designator_with_suggestion, name, of, field->name);
    diag_note(s->diag, field->loc, declared_here, field->name);
}

void
sema_no_member(struct sema *s, struct type *type, const char *name, loc_t loc)
{
    const struct field *field = nearest_field(s, type, name);
    const char *of = sema_str(s, type_unqualified(type));
    if (!field) {
        diag_error(s->diag, loc, no_member_named, name, of);
        return;
    }
    diag_fixit(s->diag, loc, last_letter(loc, name), field->name);
    diag_error(s->diag, loc, no_member_with_suggestion, name, of, field->name);
    diag_note(s->diag, field->loc, declared_here, field->name);
}
