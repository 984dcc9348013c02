/* Macro expansion: Dave Prosser's algorithm with hide sets (the one C89's wording was made from).
 *
 * Every token carries the set of macros it may not be replaced by.  An expansion adds its macro to
 * the sets of all tokens it produces; a function-like macro starts from what name and closing
 * parenthesis have in common. */
#include "frontend/pp.h"

#include <stdio.h>
#include <string.h>

enum { ARGUMENT_DEPTH = 200, MACRO_DEPTH = 1000 };

static bool
hides(const struct pp_hide_set *set, const struct pp_macro *macro)
{
    for (; set; set = set->next)
        if (set->macro == macro)
            return true;
    return false;
}

static const struct pp_hide_set *
hide(struct pp *pp, const struct pp_hide_set *set, const struct pp_macro *macro)
{
    if (hides(set, macro))
        return set;
    struct pp_hide_set *bigger = ARENA_NEW(pp->arena, struct pp_hide_set);
    *bigger = (struct pp_hide_set){macro, set, set ? set->depth + 1 : 1};
    return bigger;
}

static const struct pp_hide_set *
hide_union(struct pp *pp, const struct pp_hide_set *a, const struct pp_hide_set *b)
{
    if (a == b || !b)
        return a;
    if (!a)
        return b;
    if (pp->union_of[0] == a && pp->union_of[1] == b)
        return pp->union_is;
    pp->union_of[0] = a;
    pp->union_of[1] = b;
    for (; b; b = b->next)
        a = hide(pp, a, b->macro);
    return pp->union_is = a;
}

static const struct pp_hide_set *
hide_common(struct pp *pp, const struct pp_hide_set *a, const struct pp_hide_set *b)
{
    if (a == b)
        return a;
    const struct pp_hide_set *common = NULL;
    for (; a && b; a = a->next)
        if (hides(b, a->macro))
            common = hide(pp, common, a->macro);
    return common;
}

/* How many tokens macros may make, plus some for each byte of the sources. */
enum { MAX_EXPANDED = 1000000, MAX_EXPANDED_BYTE = 16 };

/* An argument: as written, and expanded when a place in the body asks for it. */
struct argument {
    struct pp_list raw, expanded;
    bool is_expanded;
    bool is_given; /* there was a place for it between the parentheses */
};

struct expansion {
    struct pp *pp;
    const struct pp_macro *macro;
    const struct pp_token *token; /* the macro's name where it is used */
    struct argument *args;
    loc_t base;
    loc_t at;      /* the body token being replaced */
    uint32_t made; /* tokens of out, in the end */
    struct pp_list out;
};

/* Stops macros that grow exponentially. */
static void
count_made(const struct expansion *x, size_t tokens)
{
    uint64_t most = MAX_EXPANDED + MAX_EXPANDED_BYTE * x->pp->bytes;
    x->pp->expansions += tokens;
    if (x->pp->expansions > most)
        diag_fatal(x->pp->diag, x->token->loc, too_many_macro_tokens, (int)most);
}

static void
free_arguments(struct pp *pp, struct argument *args, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        pp_list_free(pp, &args[i].raw);
        pp_list_free(pp, &args[i].expanded);
    }
}

/* Reads up to the closing parenthesis, the opening one being taken.  false: the input ended. */
static bool
read_arguments(struct pp *pp, const struct pp_macro *macro, const struct pp_token *name,
               struct argument *args, uint32_t *count, struct pp_token *closing)
{
    uint32_t depth = 0, at = 0, room = macro->param_count ? macro->param_count : 1;
    struct pp_list excess = {0};
    for (;;) {
        struct pp_token token;
        pp_read(pp, &token);
        if (token.kind == PP_END && pp->stopped)
            return false;
        if (token.kind == PP_END) {
            pp->unterminated = !pp->alone;
            diag_error(pp->diag, name->loc, unterminated_function_like_macro_invocation);
            diag_note(pp->diag, macro->loc, macro_defined_here, macro->name->text);
            pp_list_free(pp, &excess);
            return false;
        }
        if (pp_is_punct(&token, PUNCT_RPAREN) && depth-- == 0) {
            *closing = token;
            break;
        }
        if (pp_is_punct(&token, PUNCT_LPAREN))
            depth++;
        if (pp_is_punct(&token, PUNCT_COMMA) && depth == 0 &&
            !(macro->is_variadic && at + 1 >= macro->param_count)) {
            at++;
            continue;
        }
        if (token.flags & PP_LINE_START)
            token.flags = (uint8_t)((token.flags & ~PP_LINE_START) | PP_SPACE);
        pp_list_add(at < room ? &args[at].raw : &excess, pp_token_new(pp, &token));
    }
    *count = at + 1;
    for (uint32_t i = 0; i < *count && i < room; i++) /* f() gives none */
        args[i].is_given = at || args[i].raw.first;
    pp_list_free(pp, &excess);
    return true;
}

/* Is the number of arguments right?  f() passes one empty argument or none, whichever the macro
 * takes. */
static bool
check_arguments(struct pp *pp, const struct pp_macro *macro, const struct pp_token *closing,
                const struct argument *args, uint32_t count)
{
    if (count == macro->param_count)
        return true;
    if (macro->param_count == 0 && count == 1 && !args[0].raw.first)
        return true;
    if (macro->is_variadic && count + 1 == macro->param_count)
        return true;
    bool few = count < macro->param_count;
    diag_error(pp->diag, closing->loc, too_arguments_provided_function_like_macro,
               few ? "few" : "many");
    diag_note(pp->diag, macro->loc, macro_defined_here, macro->name->text);
    return false;
}

static void
add_escaped(struct strbuf *text, const struct pp_token *literal)
{
    for (uint32_t i = 0; i < literal->length; i++) {
        guard_poll_along(text->arena->guard, literal->text + i);
        if (literal->text[i] == '"' || literal->text[i] == '\\')
            strbuf_puts(text, "\\");
        strbuf_add(text, literal->text + i, 1);
    }
}

/* The # operator (C99 6.10.3.2). */
static struct pp_token
stringify(struct expansion *x, const struct pp_list *raw, const struct pp_token *body, loc_t loc)
{
    struct strbuf text = strbuf_new(x->pp->arena);
    strbuf_puts(&text, "\"");
    for (const struct pp_token *token = raw->first; token; token = token->next) {
        if (token->kind == PP_PLACEMARKER)
            continue;
        if (text.length > 1 && token->flags & PP_SPACE)
            strbuf_puts(&text, " ");
        guard_poll_along(text.arena->guard, token);
        if (token->kind == PP_STRING || token->kind == PP_CHAR)
            add_escaped(&text, token);
        else
            strbuf_add(&text, token->text, token->length);
    }
    size_t slashes = 0;
    while (text.text[text.length - 1 - slashes] == '\\')
        slashes++;
    if (slashes % 2) /* a stray backslash would swallow the quote */
        text.length--;
    strbuf_puts(&text, "\"");
    return (struct pp_token){.kind = PP_STRING,
                             .flags = (body->flags & PP_SPACE) | PP_EXPANDED,
                             .length = (uint32_t)text.length,
                             .loc = loc,
                             .text = text.text};
}

/* Can the spelling of right continue left's without asking the scanner? */
static bool
pastes_plainly(const struct pp_token *left, const struct pp_token *right)
{
    if (left->kind != PP_NAME && left->kind != PP_NUMBER)
        return false;
    if (right->kind == PP_NAME)
        return true;
    if (right->kind != PP_NUMBER)
        return false;
    for (uint32_t i = 0; left->kind == PP_NAME && i < right->length; i++)
        if (right->text[i] == '.' || right->text[i] == '+' || right->text[i] == '-')
            return false;
    return true;
}

/* The ## operator: left becomes left ## right. */
static void
paste(struct expansion *x, struct pp_token *left, const struct pp_token *right)
{
    struct pp *pp = x->pp;
    if (right->kind == PP_PLACEMARKER)
        return;
    if (left->kind == PP_PLACEMARKER) {
        uint8_t space = left->flags & PP_SPACE;
        struct pp_token *next = left->next;
        *left = *right;
        left->next = next;
        left->flags = (uint8_t)((left->flags & ~PP_SPACE) | space);
        return;
    }
    size_t length = (size_t)left->length + right->length;
    if (length > PP_MAX_TOKEN)
        diag_fatal(pp->diag, x->at, token_too_long, "what ## makes", PP_MAX_TOKEN);
    count_made(x, length / 64); /* a chain of ## copies its text again and again */
    char *text = arena_alloc(pp->arena, length + 1);
    memcpy(text, left->text, left->length);
    memcpy(text + left->length, right->text, right->length);
    left->hidden = hide_common(pp, left->hidden, right->hidden);
    if (pastes_plainly(left, right)) {
        left->text = text;
        left->length = (uint32_t)length;
        if (left->kind == PP_NAME) {
            left->name = pp_name(pp, text, length);
            left->text = left->name->text;
        }
        return;
    }
    struct pp_list made = pp_scan_text(pp, text, length, left->loc);
    if (made.first && made.first == made.last) {
        left->kind = made.first->kind;
        left->detail = made.first->detail;
        left->text = made.first->text;
        left->name = made.first->name;
        left->length = made.first->length;
    } else {
        diag_error(pp->diag, x->at, pasting_formed_invalid_preprocessing_token, text);
        pp_list_add(&x->out, pp_token_new(pp, right)); /* both stay as they are */
    }
    pp_list_free(pp, &made);
}

static void
add_token(struct expansion *x, const struct pp_token *token, bool pasted)
{
    if (pasted && x->out.last)
        paste(x, x->out.last, token);
    else {
        pp_list_add(&x->out, pp_token_new(x->pp, token));
        x->made++;
    }
}

/* The argument of that number, expanded at its first use. */
static const struct pp_token *
expanded_argument(struct expansion *x, uint32_t number)
{
    struct argument *arg = &x->args[number];
    if (!arg->is_expanded) {
        struct pp_list copy = {0};
        for (const struct pp_token *token = arg->raw.first; token; token = token->next) {
            guard_poll_along(x->pp->arena->guard, token);
            pp_list_add(&copy, pp_token_new(x->pp, token));
        }
        arg->expanded = pp_expand_alone(x->pp, copy);
        arg->is_expanded = true;
    }
    return arg->expanded.first;
}

/* Adds the tokens that replace one of the body: beside ##, a placemarker if there are none. */
static void
add_tokens(struct expansion *x, const struct pp_token *token, const struct pp_token *body,
           loc_t loc, bool after_paste)
{
    if (!token && (after_paste || body->flags & PP_PASTE)) {
        struct pp_token empty = {
            .kind = PP_PLACEMARKER, .loc = loc, .flags = body->flags & PP_SPACE};
        add_token(x, &empty, after_paste);
    }
    for (bool first = true; token; token = token->next, first = false) {
        struct pp_token copy = *token;
        guard_poll_along(x->pp->arena->guard, token);
        if (first)
            copy.flags = (uint8_t)((copy.flags & ~PP_SPACE) | (body->flags & PP_SPACE));
        add_token(x, &copy, first && after_paste);
    }
}

/* Replaces a parameter by its argument: raw beside ## and expanded elsewhere. */
static void
substitute(struct expansion *x, const struct pp_token *body, loc_t loc, bool after_paste)
{
    uint32_t number = body->detail - 1u;
    bool raw = after_paste || body->flags & PP_PASTE;
    const struct pp_token *token = raw ? x->args[number].raw.first : expanded_argument(x, number);
    add_tokens(x, token, body, loc, after_paste);
}

static void build_replacement(struct expansion *x, uint32_t from, uint32_t to);

/* __VA_OPT__(group): the group's replacement as if it were an argument, or nothing when no variable
 * arguments are left after their expansion. */
static void
substitute_va_opt(struct expansion *x, uint32_t at, bool after_paste)
{
    const struct pp_token *body = &x->macro->body[at];
    struct pp_list before = x->out;
    x->out = (struct pp_list){0};
    if (expanded_argument(x, x->macro->param_count - 1))
        build_replacement(x, at + 1, at + 1 + body->length);
    struct pp_list group = x->out;
    x->out = before;
    if (body->flags & PP_STRINGIFY) {
        struct pp_token made = stringify(x, &group, body, x->base + at);
        add_token(x, &made, after_paste);
    } else {
        add_tokens(x, group.first, body, x->base + at, after_paste);
    }
    pp_list_free(x->pp, &group);
}

/* GNU: in `, ## __VA_ARGS__` the comma disappears when no argument is given (an empty one counts as
 * given), and nothing is pasted. */
static bool
is_gnu_comma(const struct expansion *x, uint32_t i)
{
    const struct pp_macro *macro = x->macro;
    return macro->is_variadic && i + 1 < macro->body_count &&
           pp_is_punct(&macro->body[i], PUNCT_COMMA) && macro->body[i].flags & PP_PASTE &&
           macro->body[i + 1].detail == macro->param_count && macro->body[i + 1].kind == PP_NAME &&
           !(macro->body[i + 1].flags & PP_STRINGIFY);
}

/* Appends what the body's tokens from..to-1 become. */
static void
build_replacement(struct expansion *x, uint32_t from, uint32_t to)
{
    const struct pp_macro *macro = x->macro;
    bool after_paste = false;
    for (uint32_t i = from; i < to; i++) {
        const struct pp_token *body = &macro->body[i];
        loc_t loc = x->at = x->base + i;
        guard_poll_along(x->pp->arena->guard, body);
        bool next_pasted = body->flags & PP_PASTE;
        if (x->args && is_gnu_comma(x, i)) {
            if (x->args[macro->param_count - 1].is_given) {
                struct pp_token comma = *body, rest = macro->body[i + 1];
                comma.loc = loc;
                comma.flags = (comma.flags & PP_SPACE) | PP_EXPANDED;
                add_token(x, &comma, after_paste);
                rest.flags = PP_PASTE; /* so the arguments are not expanded first */
                substitute(x, &rest, loc + 1, false);
            }
            after_paste = macro->body[++i].flags & PP_PASTE;
            continue;
        }
        if (body->kind == PP_NAME && body->detail && body->flags & PP_STRINGIFY) {
            struct pp_token made = stringify(x, &x->args[body->detail - 1].raw, body, loc);
            add_token(x, &made, after_paste);
        } else if (body->kind == PP_VA_OPT) {
            substitute_va_opt(x, i, after_paste);
            i += body->length;
        } else if (body->kind == PP_NAME && body->detail) {
            substitute(x, body, loc, after_paste);
        } else {
            struct pp_token copy = *body;
            copy.loc = loc;
            copy.flags = (body->flags & PP_SPACE) | PP_EXPANDED;
            add_token(x, &copy, after_paste);
        }
        after_paste = next_pasted;
    }
}

/* Separates what follows an expansion to nothing from what was before.  It does not begin a line,
 * because it must not begin a directive, but -E may write it on a new one. */
static void
keep_position(struct pp *pp)
{
    if (pp->pending)
        pp->pending->flags |= PP_SPACE | PP_AFTER_NOTHING;
    else if (!pp->alone)
        pp->file->flags |= PP_SPACE | PP_AFTER_NOTHING;
}

/* Adds the hide set to all tokens, drops placemarkers, gives the first token its place. */
static void
finish_replacement(struct expansion *x, const struct pp_hide_set *hidden)
{
    struct pp_list out = {0};
    struct pp_token *next;
    for (struct pp_token *token = x->out.first; token; token = next) {
        next = token->next;
        token->next = NULL;
        guard_poll_along(x->pp->arena->guard, token);
        if (token->kind == PP_PLACEMARKER) {
            token->next = x->pp->free;
            x->pp->free = token;
            continue;
        }
        token->hidden = hide_union(x->pp, token->hidden, hidden);
        token->flags &= (uint8_t) ~(PP_PASTE | PP_STRINGIFY);
        pp_list_add(&out, token);
    }
    enum { PLACE = PP_SPACE | PP_LINE_START | PP_AFTER_NOTHING };
    uint8_t placed = x->token->flags & PLACE;
    if (out.first)
        out.first->flags = (uint8_t)((out.first->flags & ~PLACE) | placed);
    else if (placed)
        keep_position(x->pp);
    pp_push(x->pp, out);
}

static void
replace(struct pp *pp, const struct pp_macro *macro, const struct pp_token *token,
        struct argument *args, const struct pp_hide_set *hidden)
{
    struct expansion x = {.pp = pp, .macro = macro, .token = token, .args = args};
    x.base = source_expansion(pp->sources, &macro->origin, macro->body_count, token->loc);
    build_replacement(&x, 0, macro->body_count);
    count_made(&x, x.made);
    hidden = hide(pp, hidden, macro);
    if (hidden->depth > MACRO_DEPTH) /* a union of two takes time quadratic in the depth */
        diag_fatal(pp->diag, token->loc, macro_chain_too_deep, MACRO_DEPTH);
    finish_replacement(&x, hidden);
}

/* After an error: a token that causes no second one in most places. */
static void
replace_by_zero(struct pp *pp, const struct pp_token *name)
{
    struct pp_token zero = *name;
    struct pp_list list = {0};
    zero.kind = PP_NUMBER;
    zero.text = "0";
    zero.length = 1;
    pp_list_add(&list, pp_token_new(pp, &zero));
    pp_push(pp, list);
}

static bool
expand_function(struct pp *pp, const struct pp_macro *macro, const struct pp_token *name)
{
    struct pp_token token;
    pp_read(pp, &token);
    if (!pp_is_punct(&token, PUNCT_LPAREN)) { /* only a name */
        /* the end of the input comes again by itself */
        if (token.kind != PP_END || pp->pending) {
            struct pp_list back = {0};
            pp_list_add(&back, pp_token_new(pp, &token));
            pp_push(pp, back);
        }
        return false;
    }
    if (pp->argument_depth >= ARGUMENT_DEPTH)
        diag_fatal(pp->diag, name->loc, macro_invocations_too_deep, ARGUMENT_DEPTH);
    uint32_t room = macro->param_count ? macro->param_count : 1, count = 0;
    struct argument few[8] = {0};
    struct argument *args = room <= 8 ? few : ARENA_ARRAY(pp->arena, room, struct argument);
    struct pp_token closing;
    pp->argument_depth++;
    if (read_arguments(pp, macro, name, args, &count, &closing) &&
        check_arguments(pp, macro, &closing, args, count))
        replace(pp, macro, name, args, hide_common(pp, name->hidden, closing.hidden));
    else
        replace_by_zero(pp, name);
    free_arguments(pp, args, room);
    pp->argument_depth--;
    return true;
}

bool
pp_expand(struct pp *pp, const struct pp_token *token)
{
    const struct pp_macro *macro = token->name->macro;
    guard_poll(pp->arena->guard); /* one line may expand to very much */
    if (hides(token->hidden, macro))
        return false;
    if (macro->dynamic >= DYNAMIC_HAS_INCLUDE) /* only in #if, see pp_condition.c */
        return false;
    if (macro->dynamic) {
        pp_expand_dynamic(pp, macro, token);
        return true;
    }
    if (macro->is_function)
        return expand_function(pp, macro, token);
    replace(pp, macro, token, NULL, token->hidden);
    return true;
}
