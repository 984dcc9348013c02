/* The line of an #if: `defined` and the __has_ family become numbers, the rest is expanded, and
 * pp_expr.y computes the value. */
#include "frontend/literal.h"
#include "frontend/pp_expr.h"

#include <string.h>

static struct pp_token *
number(struct pp *pp, const struct pp_token *at, bool value)
{
    struct pp_token made = *at;
    made.kind = PP_NUMBER;
    made.text = value ? "1" : "0";
    made.length = 1;
    return pp_token_new(pp, &made);
}

/* defined X, defined(X): *at is moved to its last token.  NULL: an error was reported. */
static struct pp_token *
fold_defined(struct pp *pp, const struct pp_token **at)
{
    const struct pp_token *start = *at, *token = start->next;
    bool open = token && pp_is_punct(token, PUNCT_LPAREN);
    if (open)
        token = token->next;
    if (!token || token->kind != PP_NAME) {
        diag_error(pp->diag, token ? token->loc : start->loc, macro_name_must_identifier);
        return NULL;
    }
    const struct pp_name *name = token->name;
    if (open && (!token->next || !pp_is_punct(token->next, PUNCT_RPAREN))) {
        diag_error(pp->diag, token->loc, missing_after_defined);
        return NULL;
    }
    *at = open ? token->next : token;
    return number(pp, start, name->macro != NULL);
}

/* The name, which may also be written as __name__. */
static const char *
plain_name(struct pp *pp, const struct pp_token *name)
{
    const char *text = name->text;
    size_t length = name->length;
    if (length > 4 && memcmp(text, "__", 2) == 0 && memcmp(text + length - 2, "__", 2) == 0) {
        text += 2;
        length -= 4;
    }
    return arena_strndup(pp->arena, text, length);
}

/* Is there what the operator asks for? */
static bool
is_there(struct pp *pp, uint8_t dynamic, const struct pp_token *name)
{
    const struct frontend_options *options = &pp->frontend->options;
    switch (dynamic) {
    case DYNAMIC_HAS_ATTRIBUTE:
        return options->knows &&
               options->knows(options->knows_data, ASKS_ATTRIBUTE, plain_name(pp, name));
    case DYNAMIC_HAS_BUILTIN:
        if (name->name->keyword) /* __builtin_offsetof and others that take types are syntax */
            return strncmp(name->text, "__builtin_", strlen("__builtin_")) == 0 &&
                   strcmp(name->text, "__builtin_va_list") != 0;
        return options->knows && options->knows(options->knows_data, ASKS_BUILTIN, name->text);
    case DYNAMIC_HAS_FEATURE:
    case DYNAMIC_HAS_EXTENSION:
        return frontend_has_feature(options, plain_name(pp, name),
                                    dynamic == DYNAMIC_HAS_EXTENSION);
    default:
        return false;
    }
}

/* __has_include(<x>), __has_attribute(x), ...: the argument is not expanded. */
static struct pp_token *
fold_has(struct pp *pp, const struct pp_token **at)
{
    const struct pp_token *start = *at, *open = start->next;
    uint8_t dynamic = start->name->macro->dynamic;
    if (!open || !pp_is_punct(open, PUNCT_LPAREN) || !open->next) {
        diag_error(pp->diag, start->loc, missing_opening_after, start->text);
        return NULL;
    }
    struct pp_list inside = {0};
    const struct pp_token *token = open->next;
    for (; token && !pp_is_punct(token, PUNCT_RPAREN); token = token->next)
        pp_list_add(&inside, pp_token_new(pp, token));
    if (!token || !inside.first) {
        diag_error(pp->diag, start->loc, missing_closing_after, start->text);
        pp_list_free(pp, &inside);
        return NULL;
    }
    bool is_include = dynamic == DYNAMIC_HAS_INCLUDE || dynamic == DYNAMIC_HAS_INCLUDE_NEXT;
    const struct pp_token *wrong =
        inside.first->kind != PP_NAME ? inside.first : inside.first->next;
    if (wrong && dynamic >= DYNAMIC_HAS_FEATURE) {
        diag_error(pp->diag, wrong->loc, one_name_wanted, start->text);
        pp_list_free(pp, &inside);
        return NULL;
    }
    *at = token;
    bool value = !is_include && is_there(pp, dynamic, inside.first);
    if (is_include) {
        size_t length;
        struct pp_token header = *inside.first;
        header.text = pp_list_text(pp, &inside, &length);
        header.length = (uint32_t)length;
        value = pp_has_include(pp, &header, dynamic == DYNAMIC_HAS_INCLUDE_NEXT);
    }
    pp_list_free(pp, &inside);
    return number(pp, start, value);
}

/* Replaces the operators that look at names; false: an error was reported. */
static bool
fold_operators(struct pp *pp, struct pp_list *line)
{
    struct pp_list out = {0};
    bool good = true;
    for (const struct pp_token *token = line->first; token && good; token = token->next) {
        struct pp_token *made;
        guard_poll_along(pp->arena->guard, token);
        if (token->kind == PP_NAME && token->name == pp->name_defined)
            made = fold_defined(pp, &token);
        else if (token->kind == PP_NAME && token->name->macro &&
                 token->name->macro->dynamic >= DYNAMIC_HAS_INCLUDE)
            made = fold_has(pp, &token);
        else
            made = pp_token_new(pp, token);
        good = made;
        if (made)
            pp_list_add(&out, made);
    }
    pp_list_free(pp, line);
    *line = out;
    return good;
}

bool
pp_condition(struct pp *pp, struct pp_list line, loc_t loc)
{
    if (!line.first) {
        diag_error(pp->diag, pp_line_end(pp, loc), expected_value_expression);
        return false;
    }
    bool value = false;
    if (fold_operators(pp, &line)) {
        pp->in_condition = true;
        line = pp_expand_alone(pp, line);
        pp->in_condition = false;
        if (fold_operators(pp,
                           &line)) { /* `defined` that came out of a macro, as gcc and clang do */
            struct pp_expr_input input = {.pp = pp, .next = line.first, .loc = loc};
            value = pp_expr_evaluate(&input);
            const struct pp_token *missing = input.failed ? NULL : input.result.missing;
            if (missing)
                diag_warning(pp->diag, missing->loc, undefined_macro, missing->text);
        }
    }
    pp_list_free(pp, &line);
    return value;
}

bool
pp_arithmetic(struct pp *pp, const struct pp_list *list, wide_int *value)
{
    bool has_operator = false;
    for (const struct pp_token *token = list->first; token; token = token->next) {
        if (token->kind != PP_NUMBER && token->kind != PP_PUNCT)
            return false;
        has_operator |= token->kind == PP_PUNCT && !pp_is_punct(token, PUNCT_LPAREN) &&
                        !pp_is_punct(token, PUNCT_RPAREN);
    }
    if (!has_operator)
        return false;
    struct pp_expr_input input = {.pp = pp, .next = list->first, .loc = list->first->loc};
    pp_expr_evaluate(&input);
    *value =
        input.result.undefined ? 1 : (wide_int)input.result.bits; /* after its error: harmless */
    return !input.failed;
}

static bool
is_word(const struct pp_token *token, const char *word)
{
    return token->length == strlen(word) && memcmp(token->text, word, token->length) == 0;
}

bool
pp_expr_operand(struct pp *pp, const struct pp_token *token, struct pp_value *value)
{
    struct literal_number number;
    enum diag_id error = DIAG_NONE;
    int32_t character;
    *value = (struct pp_value){0};
    switch (token->kind) {
    case PP_NAME: /* names that are left are 0 (C99 6.10.1p4); true is a keyword of OpenCL C */
        value->bits = is_word(token, "true");
        value->missing = is_word(token, "true") || is_word(token, "false") ? NULL : token;
        if (!token->next || !pp_is_punct(token->next, PUNCT_LPAREN))
            return true;
        diag_error(pp->diag, token->loc, function_macro_not_defined, token->text);
        return false;
    case PP_NUMBER:
        literal_number(token->text, token->length, &number);
        value->bits = wide_join(number.value, number.high);
        value->is_unsigned = number.is_unsigned || (wide_int)value->bits < 0;
        if (number.is_float)
            error = DIAG_floating_in_condition;
        else if (number.error)
            error = DIAG_bad_integer_in_condition;
        else if (number.overflow)
            error = DIAG_integer_literal_too_large;
        else if (value->is_unsigned && !number.is_unsigned && number.base == 10)
            diag_warning(pp->diag, token->loc, integer_literal_unsigned);
        break;
    case PP_CHAR:
        error = literal_char(pp->arena->guard, token->text, token->length, &character);
        if (literal_is_good(error))
            value->bits = (wide_uint)(wide_int)character;
        if (error == DIAG_character_constant_too_long)
            diag_warning(pp->diag, token->loc, several_characters);
        break;
    default:
        error = DIAG_bad_token_in_condition;
        break;
    }
    if (error)
        diag_report(pp->diag, token->loc, error);
    return literal_is_good(error);
}

struct pp_value
pp_expr_unary(enum pp_punct op, struct pp_value a)
{
    if (op == PUNCT_MINUS)
        a.bits = -a.bits;
    else if (op == PUNCT_TILDE)
        a.bits = ~a.bits;
    else
        a = (struct pp_value){.bits = !a.bits, .undefined = a.undefined, .missing = a.missing};
    return a;
}

struct pp_value
pp_expr_choose(struct pp_value c, struct pp_value a, struct pp_value b)
{
    struct pp_value chosen = c.bits ? a : b;
    chosen.is_unsigned = a.is_unsigned || b.is_unsigned;
    chosen.undefined |= c.undefined;
    chosen.missing = c.missing ? c.missing : chosen.missing;
    return chosen;
}

/* By the width or more, or by less than 0, which C leaves undefined: as clang does, to the left nothing is left,
 * to the right one bit is. */
static wide_uint
shift(struct pp_value a, struct pp_value b, bool left)
{
    const unsigned top = 127;
    bool all = b.bits > top;
    unsigned count = all ? top : (unsigned)b.bits;
    if (left)
        return all ? 0 : a.bits << count;
    return a.is_unsigned ? a.bits >> count : (wide_uint)((wide_int)a.bits >> count);
}

static wide_uint
divide(struct pp_value a, struct pp_value b, bool is_unsigned, bool remainder)
{
    if (is_unsigned)
        return remainder ? a.bits % b.bits : a.bits / b.bits;
    if ((wide_int)b.bits == -1) /* the least number / -1 */
        return remainder ? 0 : -a.bits;
    return (wide_uint)(remainder ? (wide_int)a.bits % (wide_int)b.bits
                                 : (wide_int)a.bits / (wide_int)b.bits);
}

/* -1, 0 or 1. */
static int
order(struct pp_value a, struct pp_value b, bool is_unsigned)
{
    if (is_unsigned)
        return (a.bits > b.bits) - (a.bits < b.bits);
    return ((wide_int)a.bits > (wide_int)b.bits) - ((wide_int)a.bits < (wide_int)b.bits);
}

static struct pp_value
combine(enum pp_punct op, struct pp_value a, struct pp_value b)
{
    bool is_unsigned = a.is_unsigned || b.is_unsigned, undefined = a.undefined || b.undefined;
    int compared = order(a, b, is_unsigned);
#define VALUE(result)                                                                              \
    (struct pp_value)                                                                              \
    {                                                                                              \
        .bits = result, .is_unsigned = is_unsigned, .undefined = undefined                         \
    }
#define TRUTH(result)                                                                              \
    (struct pp_value)                                                                              \
    {                                                                                              \
        .bits = result, .undefined = undefined                                                     \
    }
    switch ((int)op) {
    case PUNCT_AND_AND:
        undefined = a.undefined || (a.bits && b.undefined);
        return TRUTH(a.bits && b.bits);
    case PUNCT_OR_OR:
        undefined = a.undefined || (!a.bits && b.undefined);
        return TRUTH(a.bits || b.bits);
    case PUNCT_SLASH:
    case PUNCT_PERCENT:
        if (!b.bits)
            return (struct pp_value){.is_unsigned = is_unsigned, .undefined = true};
        return VALUE(divide(a, b, is_unsigned, op == PUNCT_PERCENT));
    case PUNCT_SHIFT_LEFT:
    case PUNCT_SHIFT_RIGHT:
        is_unsigned = a.is_unsigned;
        return VALUE(shift(a, b, op == PUNCT_SHIFT_LEFT));
    case PUNCT_STAR:
        return VALUE(a.bits * b.bits);
    case PUNCT_PLUS:
        return VALUE(a.bits + b.bits);
    case PUNCT_MINUS:
        return VALUE(a.bits - b.bits);
    case PUNCT_AMPERSAND:
        return VALUE(a.bits & b.bits);
    case PUNCT_CARET:
        return VALUE(a.bits ^ b.bits);
    case PUNCT_PIPE:
        return VALUE(a.bits | b.bits);
    case PUNCT_EQUAL:
        return TRUTH(a.bits == b.bits);
    case PUNCT_NOT_EQUAL:
        return TRUTH(a.bits != b.bits);
    case PUNCT_LESS:
        return TRUTH(compared < 0);
    case PUNCT_GREATER:
        return TRUTH(compared > 0);
    case PUNCT_LESS_EQUAL:
        return TRUTH(compared <= 0);
    default:
        return TRUTH(compared >= 0);
    }
#undef VALUE
#undef TRUTH
}

struct pp_value
pp_expr_binary(enum pp_punct op, struct pp_value a, struct pp_value b)
{
    struct pp_value value = combine(op, a, b);
    bool decides = op == PUNCT_AND_AND ? !a.bits : op == PUNCT_OR_OR && a.bits;
    value.missing = a.missing || decides ? a.missing : b.missing;
    return value;
}
