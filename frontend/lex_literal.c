/* Numbers, characters and strings: constants as the parser takes them. */
#include "frontend/ast_build.h"
#include "frontend/lex_internal.h"
#include "frontend/literal.h"
#include "frontend/parse.tab.h"

struct expr *
lex_leaf(struct parser *parser, int kind, const struct pp_token *token)
{
    struct expr *expr = expr_new(parser->arena, (enum expr_kind)kind);
    expr->loc = expr->start = token->loc;
    expr->end = lex_token_end(token);
    return expr;
}

/* A floating constant that its type cannot hold. */
static void
check_range(struct parser *parser, const struct pp_token *token,
            const struct literal_number *number)
{
    static const char *const limits[][3] = {
        {"float", "3.40282347E+38", "1.40129846E-45"},
        {"half", "65504", "5.9605E-8"},
        {"double", "1.7976931348623157E+308", "4.9406564584124654E-324"}};
    if (!number->overflow && !number->underflow)
        return;
    const char *const *limit = limits[number->suffix == 'f' ? 0 : number->suffix == 'h' ? 1 : 2];
    if (number->overflow)
        diag_warning(parser->diag, token->loc, literal_too_large, limit[0], limit[1]);
    else
        diag_warning(parser->diag, token->loc, literal_too_small, limit[0], limit[2]);
}

int
lex_number(struct parser *parser, const struct pp_token *token, union parse_value *value)
{
    struct literal_number number;
    literal_number(token->text, token->length, &number);
    struct expr *expr = lex_leaf(parser, number.is_float ? EXPR_FLOAT : EXPR_INT, token);
    if (number.error) {
        const char *bad =
            arena_strndup(parser->arena, token->text + number.bad, token->length - number.bad);
        loc_t at = token->flags & PP_EXPANDED ? token->loc : token->loc + number.bad;
        diag_report(parser->diag, at, number.error, bad);
    }
    if (number.is_float) {
        check_range(parser, token, &number);
        bool is_single = !number.suffix && parser->frontend->options.single_constants;
        expr->floating.value = is_single ? (float)number.floating : number.floating;
        expr->floating.suffix = is_single ? 'f' : number.suffix;
        expr->floating.is_float16 = number.is_float16;
        expr->floating.extensions = parser->pragmas.extensions;
    } else {
        if (number.overflow)
            diag_error(parser->diag, token->loc, integer_literal_too_large);
        expr->integer.value = number.value;
        expr->integer.high = number.high;
        expr->literal.is_unsigned = number.is_unsigned || number.overflow;
        expr->literal.longs = number.longs;
        expr->literal.base = number.base;
    }
    value->expr = expr;
    return TOKEN_CONSTANT;
}

int
lex_char(struct parser *parser, const struct pp_token *token, union parse_value *value)
{
    struct expr *expr = lex_leaf(parser, EXPR_INT, token);
    int32_t number = 0;
    enum diag_id error = literal_char(parser->arena->guard, token->text, token->length, &number);
    if (error == DIAG_character_constant_too_long)
        diag_warning(parser->diag, token->loc, several_characters);
    if (error)
        diag_report(parser->diag, token->loc, error);
    expr->integer.value = (uint64_t)(int64_t)number;
    expr->integer.high = number < 0 ? UINT64_MAX : 0;
    expr->literal.base = 10;
    expr->literal.is_char = true;
    value->expr = expr;
    return TOKEN_CONSTANT;
}

int
lex_string(struct parser *parser, const struct pp_token *first, union parse_value *value)
{
    struct expr *expr = lex_leaf(parser, EXPR_STRING, first);
    struct strbuf bytes = strbuf_new(parser->arena);
    struct pp_token token = *first;
    do {
        enum diag_id error = literal_string(&bytes, token.text, token.length);
        if (error)
            diag_report(parser->diag, token.loc, error);
        expr->end = lex_token_end(&token);
        lex_read(parser, &token);
    } while (token.kind == PP_STRING);
    lex_unread(parser, &token);
    expr->string.bytes = bytes.text ? bytes.text : "";
    expr->string.length = (uint32_t)bytes.length;
    value->expr = expr;
    return TOKEN_STRING;
}

int
lex_wide(struct parser *parser, const struct pp_token *prefix, union parse_value *value)
{
    loc_t loc = prefix->loc; /* the prefix may be the current token itself */
    struct pp_token *token = &parser->lex.current;
    lex_read(parser, token);
    parser->lex.after_type = parser->lex.after_member = false;
    if (token->kind == PP_CHAR)
        return lex_char(parser, token, value);
    diag_error(parser->diag, loc, wide_string_literal);
    return lex_string(parser, token, value);
}

bool
lex_is_before_wide(struct parser *parser)
{
    const struct pp_token *next = lex_peek(parser, 0);
    return (next->kind == PP_CHAR || next->kind == PP_STRING) &&
           !(next->flags & (PP_SPACE | PP_LINE_START));
}
