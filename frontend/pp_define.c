/* #define and #undef: from tokens to a macro whose body is ready for substitution.
 *
 * # and ## disappear from the body here: they become flags of their operands, and parameters carry
 * their number, so that expansion looks at nothing twice. */
#include "frontend/pp.h"

#include <string.h>

static uint16_t
parameter_number(const struct pp_macro *macro, const struct pp_token *token)
{
    for (uint32_t i = 0; token->kind == PP_NAME && i < macro->param_count; i++)
        if (macro->params[i] == token->name)
            return (uint16_t)(i + 1);
    return 0;
}

typedef VEC(struct pp_name *) name_vec;

static bool
add_parameter(struct pp *pp, name_vec *names, const struct pp_token *token, struct pp_name *name)
{
    for (uint32_t i = 0; i < names->count; i++) {
        if (names->at[i] == name) {
            diag_error(pp->diag, token->loc, duplicate_macro_parameter_name, name->text);
            return false;
        }
    }
    if (names->count == UINT16_MAX - 1) {
        diag_error(pp->diag, token->loc, too_many_macro_parameters);
        return false;
    }
    vec_push(pp->arena, names, name);
    return true;
}

/* After the opening parenthesis; *at is moved past the closing one. */
static bool
parse_parameters(struct pp *pp, struct pp_macro *macro, const struct pp_token **at, loc_t loc)
{
    name_vec names = {0};
    const struct pp_token *token = *at;
    bool want = false; /* a name is due, after a comma */
    for (; token && (want || !pp_is_punct(token, PUNCT_RPAREN)); token = token->next) {
        if (pp_is_punct(token, PUNCT_ELLIPSIS)) {
            macro->is_variadic = true;
            diag_warning(pp->diag, token->loc, variadic_macro_is_extension);
            if (!add_parameter(pp, &names, token, pp->name_va_args))
                return false;
        } else if (token->kind == PP_NAME) {
            if (!add_parameter(pp, &names, token, token->name))
                return false;
            if (token->next && pp_is_punct(token->next, PUNCT_ELLIPSIS)) { /* GNU: args... */
                macro->is_variadic = true;
                token = token->next;
            }
        } else {
            diag_error(pp->diag, token->loc, invalid_token_macro_parameter_list);
            return false;
        }
        want = false;
        if (token->next && pp_is_punct(token->next, PUNCT_COMMA) && !macro->is_variadic) {
            token = token->next;
            want = true;
        } else if (token->next && !pp_is_punct(token->next, PUNCT_RPAREN)) {
            diag_error(pp->diag, token->next->loc, expected_comma_macro_parameter_list);
            return false;
        }
    }
    if (!token) {
        diag_error(pp->diag, loc, missing_macro_parameter_list);
        return false;
    }
    macro->params = names.at;
    macro->param_count = names.count;
    *at = token->next;
    return true;
}

/* A body in the making. */
struct body {
    struct pp *pp;
    struct pp_macro *macro;
    loc_t *spelled;
    struct pp_token *last; /* what ## after it would paste: a token, or __VA_OPT__ with its group */
    struct pp_token *opt;  /* the __VA_OPT__ whose parenthesis is open, or NULL */
    uint32_t depth;        /* parentheses open within it */
    uint8_t stringify;     /* flags of the next token, after # */
};

static struct pp_token *
add_token(struct body *body, const struct pp_token *token)
{
    struct pp_macro *macro = body->macro;
    struct pp_token *copy = &macro->body[macro->body_count];
    uint8_t flags = body->stringify ? body->stringify : token->flags & PP_SPACE;
    *copy = *token;
    copy->next = NULL;
    copy->hidden = NULL;
    copy->flags = body->last ? flags : flags & (uint8_t)~PP_SPACE;
    if (copy->kind == PP_NAME)
        copy->detail = parameter_number(macro, token);
    body->stringify = 0;
    body->spelled[macro->body_count++] = token->loc;
    return body->last = copy;
}

static bool
add_paste(struct body *body, const struct pp_token *token)
{
    struct diag *diag = body->pp->diag;
    const struct pp_token *next = token->next;
    bool at_end = !next || (body->opt && !body->depth && pp_is_punct(next, PUNCT_RPAREN));
    if (body->last && !at_end) {
        body->last->flags |= PP_PASTE;
        return true;
    }
    if (body->opt)
        diag_error(diag, token->loc, pasting_at_edge_of_va_opt, body->last ? "end" : "start");
    else
        diag_error(diag, token->loc, pasting_at_edge, body->last ? "end" : "start");
    return false;
}

/* C23 6.10.5.1: __VA_OPT__ ( tokens ), whose tokens count when variable arguments are given.  Moves
 * to the opening parenthesis. */
static bool
open_va_opt(struct body *body, const struct pp_token **token)
{
    struct diag *diag = body->pp->diag;
    const struct pp_token *open = (*token)->next;
    if (body->opt) {
        diag_error(diag, (*token)->loc, nested_va_opt);
        return false;
    }
    if (!open || !pp_is_punct(open, PUNCT_LPAREN)) {
        diag_error(diag, (*token)->loc, missing_after_va_opt);
        return false;
    }
    body->opt = add_token(body, *token);
    body->opt->kind = PP_VA_OPT;
    body->depth = 0;
    body->last = NULL;
    *token = open;
    return true;
}

/* Does the parenthesis close __VA_OPT__? */
static bool
closes_va_opt(struct body *body, const struct pp_token *token)
{
    if (!body->opt)
        return false;
    if (pp_is_punct(token, PUNCT_LPAREN))
        body->depth++;
    if (!pp_is_punct(token, PUNCT_RPAREN) || body->depth-- > 0)
        return false;
    const struct pp_token *end = &body->macro->body[body->macro->body_count];
    body->opt->length = (uint32_t)(end - body->opt - 1);
    body->last = body->opt;
    body->opt = NULL;
    return true;
}

static bool
parse_token(struct body *body, const struct pp_token **token)
{
    struct pp *pp = body->pp;
    const struct pp_macro *macro = body->macro;
    bool is_va_opt = (*token)->kind == PP_NAME && (*token)->name == pp->name_va_opt;
    if (pp_is_punct(*token, PUNCT_HASH_HASH))
        return add_paste(body, *token);
    if (macro->is_function && pp_is_punct(*token, PUNCT_HASH)) {
        const struct pp_token *next = (*token)->next;
        bool before_opt = next && next->kind == PP_NAME && next->name == pp->name_va_opt;
        if (!next || !(parameter_number(macro, next) || (before_opt && macro->is_variadic))) {
            diag_error(pp->diag, (*token)->loc, not_followed_by_macro_parameter);
            return false;
        }
        body->stringify = PP_STRINGIFY | ((*token)->flags & PP_SPACE);
    } else if (is_va_opt && macro->is_variadic) {
        return open_va_opt(body, token);
    } else if (!closes_va_opt(body, *token)) {
        if (is_va_opt)
            diag_warning(pp->diag, (*token)->loc, va_opt_outside_variadic);
        add_token(body, *token);
    }
    return true;
}

static bool
parse_body(struct pp *pp, struct pp_macro *macro, const struct pp_token *token)
{
    uint32_t room = 0;
    for (const struct pp_token *t = token; t; t = t->next)
        room++;
    macro->body = ARENA_ARRAY(pp->arena, room, struct pp_token);
    struct body body = {.pp = pp, .macro = macro, .spelled = ARENA_ARRAY(pp->arena, room, loc_t)};
    for (; token; token = token->next)
        if (!parse_token(&body, &token))
            return false;
    if (body.opt) {
        diag_error(pp->diag, body.opt->loc, unterminated_va_opt);
        return false;
    }
    macro->origin = (struct source_macro){macro->name->text, body.spelled};
    return true;
}

/* C99 6.10.3p2: the same tokens with blanks in the same places. */
static bool
same_macro(const struct pp_macro *a, const struct pp_macro *b)
{
    if (a->is_function != b->is_function || a->is_variadic != b->is_variadic ||
        a->param_count != b->param_count || a->body_count != b->body_count || a->dynamic)
        return false;
    for (uint32_t i = 0; i < a->param_count; i++)
        if (a->params[i] != b->params[i])
            return false;
    for (uint32_t i = 0; i < a->body_count; i++) {
        const struct pp_token *s = &a->body[i], *t = &b->body[i];
        if (s->kind != t->kind || s->flags != t->flags || s->detail != t->detail ||
            s->length != t->length ||
            (s->kind != PP_VA_OPT && memcmp(s->text, t->text, s->length) != 0))
            return false;
    }
    return true;
}

static bool
is_reserved(struct pp *pp, const struct pp_token *token)
{
    if (token->name != pp->name_defined && token->name != pp->name_va_args &&
        token->name != pp->name_va_opt)
        return false;
    diag_error(pp->diag, token->loc, cannot_define_macro, token->text);
    return true;
}

static struct pp_macro *
make_macro(struct pp *pp, const struct pp_list *line, loc_t loc)
{
    const struct pp_token *token = line->first;
    if (!token || token->kind != PP_NAME) {
        diag_report(pp->diag, token ? token->loc : pp_line_end(pp, loc),
                    token ? DIAG_macro_name_must_identifier : DIAG_macro_name_missing);
        return NULL;
    }
    if (is_reserved(pp, token))
        return NULL;
    struct pp_macro *macro = ARENA_NEW(pp->arena, struct pp_macro);
    macro->name = token->name;
    macro->loc = token->loc;
    token = token->next;
    if (token && pp_is_punct(token, PUNCT_LPAREN) && !(token->flags & PP_SPACE)) {
        macro->is_function = true;
        token = token->next;
        if (!parse_parameters(pp, macro, &token, loc))
            return NULL;
    } else if (token && !(token->flags & PP_SPACE)) {
        diag_warning(pp->diag, token->loc, no_space_after_macro_name);
    }
    return parse_body(pp, macro, token) ? macro : NULL;
}

void
pp_define(struct pp *pp, struct pp_list line, loc_t loc)
{
    struct pp_macro *macro = make_macro(pp, &line, loc);
    if (macro) {
        struct pp_macro *old = macro->name->macro;
        if (old && !same_macro(old, macro)) {
            diag_warning(pp->diag, macro->loc, macro_redefined, macro->name->text);
            if (old->loc)
                diag_note(pp->diag, old->loc, previous_definition_here);
        }
        macro->name->macro = macro;
    }
    pp_list_free(pp, &line);
}

void
pp_undefine(struct pp *pp, struct pp_list line, loc_t loc)
{
    const struct pp_token *token = line.first;
    if (!token || token->kind != PP_NAME) {
        diag_report(pp->diag, token ? token->loc : pp_line_end(pp, loc),
                    token ? DIAG_macro_name_must_identifier : DIAG_macro_name_missing);
    } else if (!is_reserved(pp, token)) {
        if (token->next)
            diag_warning(pp->diag, token->next->loc, extra_tokens_at_undef);
        token->name->macro = NULL;
    }
    pp_list_free(pp, &line);
}

/* Obeys the text of a #define or #undef that does not come from a file. */
static struct pp_macro *
directive_text(struct pp *pp, const char *file, const char *text, size_t length, bool undefines)
{
    struct pp_file *outer = pp->file;
    struct pp_token *pending = pp->pending;
    struct pp_macro *macro = NULL;
    pp->file = NULL; /* not an included file: no limits, no include notes */
    pp->pending = NULL;
    if (pp_open(pp, file, pp_text_copy(pp, text, length), 0)) {
        pp->file->in_directive = true;
        struct pp_list line = pp_read_line(pp);
        if (undefines) {
            pp_undefine(pp, line, pp->file->source->base);
        } else {
            macro = make_macro(pp, &line, pp->file->source->base);
            if (macro)
                macro->name->macro = macro;
            pp_list_free(pp, &line);
        }
    }
    pp->file = outer;
    pp->pending = pending;
    return macro;
}

struct pp_macro *
pp_define_text(struct pp *pp, const char *file, const char *text, size_t length)
{
    return directive_text(pp, file, text, length, false);
}

void
pp_undefine_text(struct pp *pp, const char *file, const char *text, size_t length)
{
    directive_text(pp, file, text, length, true);
}
