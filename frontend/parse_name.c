/* Names that mean nothing: misspelt keywords, types that are not declared, parameters without
 * types.  Above each guess is what a user wrote; T is the current name. */
#include "frontend/parse.tab.h"
#include "frontend/parse_repair.h"

/* T *x; or T *x = ... at the start of a statement; T * x and the like may be a product. */
static bool
is_pointer_declaration(struct parser *parser)
{
    const struct pp_token *name = lex_peek(parser, 1), *after = lex_peek(parser, 2);
    return name->kind == PP_NAME &&
           (pp_is_punct(after, PUNCT_SEMICOLON) || pp_is_punct(after, PUNCT_ASSIGN) ||
            pp_is_punct(after, PUNCT_COMMA) || pp_is_punct(after, PUNCT_LBRACKET));
}

/* Judging by the tokens around it, is the unknown name a type? */
static bool
is_unknown_type(struct parser *parser, const struct trial *start)
{
    const struct pp_token *next = lex_peek(parser, 0);
    if (!FITS(start, TOKEN_TYPE_NAME))
        return false;
    /* T x; and T const x; */
    if (lex_follows_type(next))
        return true;
    bool star = pp_is_punct(next, PUNCT_STAR);
    /* void f(T *x) and T *x; outside of functions: only a type fits */
    if (!FITS(start, TOKEN_NAME))
        return star;
    /* const T *x; */
    if (!FITS(start, TOKEN_CONSTANT))
        return star;
    if (star && FITS(start, TOKEN_RETURN))
        return is_pointer_declaration(parser);
    if (parser->lex.previous_token != TOKEN_LPAREN)
        return false;
    const struct pp_token *second = lex_peek(parser, 1);
    /* (T *)x and (T **)x */
    if (star)
        return pp_is_punct(second, PUNCT_RPAREN) || pp_is_punct(second, PUNCT_STAR);
    /* (T)x and (T)3; (T)(x) may be a call */
    return pp_is_punct(next, PUNCT_RPAREN) &&
           (second->kind == PP_NAME || second->kind == PP_NUMBER || second->kind == PP_CHAR);
}

/* Does the keyword begin a statement that goes on like this?  fro (...) does, esle always. */
static bool
begins_statement(int keyword, const struct pp_token *next)
{
    bool is_parenthesis = pp_is_punct(next, PUNCT_LPAREN);
    bool is_semicolon = pp_is_punct(next, PUNCT_SEMICOLON);
    switch (keyword) {
    case TOKEN_FOR:
    case TOKEN_WHILE:
    case TOKEN_IF:
    case TOKEN_SWITCH:
        return is_parenthesis;
    case TOKEN_BREAK:
    case TOKEN_CONTINUE:
        return is_semicolon;
    case TOKEN_RETURN:
        return is_semicolon || next->kind == PP_NAME || next->kind == PP_NUMBER;
    default:
        return keyword == TOKEN_ELSE;
    }
}

/* f(a, b) int a; int b; { ... }, as before C89: do declarations follow the parentheses? */
static bool
names_parameters(struct parser *parser)
{
    uint32_t n = 0;
    while (n + 3 < LEX_AHEAD && pp_is_punct(lex_peek(parser, n), PUNCT_COMMA) &&
           lex_peek(parser, n + 1)->kind == PP_NAME)
        n += 2;
    const struct pp_token *after = lex_peek(parser, n + 1);
    return pp_is_punct(lex_peek(parser, n), PUNCT_RPAREN) && lex_follows_type(after);
}

/* f(T) and f(int a, T): is the name alone where a parameter is declared? */
static bool
is_parameter_alone(struct parser *parser, const struct trial *start)
{
    const struct pp_token *next = lex_peek(parser, 0);
    return !FITS(start, TOKEN_NAME) && FITS(start, TOKEN_TYPE_WORD, TOKEN_NAME, TOKEN_RPAREN) &&
           (pp_is_punct(next, PUNCT_COMMA) || pp_is_punct(next, PUNCT_RPAREN));
}

/* f(T) -> f(<error> T): the name may as well be the parameter's own. */
static int
insert_parameter_type(struct parser *parser, union parse_value *value, const struct parse_loc *loc)
{
    struct error_state *errors = &parser->errors;
    struct repair *repair = errors->repair;
    repair->names_only |= parser->lex.previous_token == TOKEN_LPAREN && names_parameters(parser);
    if (!errors->quiet && repair->names_only)
        diag_error(parser->diag, loc->first, parameters_without_types);
    else if (!errors->quiet)
        build_unknown_type(parser, value->name, loc->first);
    errors->quiet |= repair->names_only;
    errors->broken = true;
    repair->type.word = (struct word){"int", SPEC_ERROR};
    repair->inserted[repair->count++] = TOKEN_TYPE_WORD;
    parse_hold(repair, TOKEN_NAME, value, loc);
    return parse_take_inserted(parser, value, &repair->loc);
}

/* retrun x; -> return x;  and  konst int a; -> const int a;  the keyword's token, or 0. */
static int
correct_keyword(struct parser *parser, const struct trial *start, union parse_value *value,
                const struct parse_loc *loc, bool starts_statement)
{
    const char *text = value->name->text;
    int keyword = lex_similar_keyword(value->name);
    if ((starts_statement && !begins_statement(keyword, lex_peek(parser, 0))) || !keyword ||
        !FITS(start, keyword))
        return 0;
    int token = lex_correct(parser, value);
    diag_fixit(parser->diag, loc->first, loc->last, value->word.text);
    if (starts_statement)
        diag_error(parser->diag, loc->first, unknown_statement_suggest, text, value->word.text);
    else
        diag_error(parser->diag, loc->first, unknown_type_name_suggest, text, value->word.text);
    parser->errors.broken = true;
    return token;
}

/* Reports a type that is not declared, with the one that was probably meant (flaot4 -> float4). */
static int
take_unknown_type(struct parser *parser, union parse_value *value, const struct parse_loc *loc)
{
    const struct pp_name *name = value->name;
    struct pp_name *better = parser->errors.quiet ? NULL : lex_similar_type(parser, name);
    if (better) {
        diag_fixit(parser->diag, loc->first, loc->last, better->text);
        diag_error(parser->diag, loc->first, unknown_type_name_suggest, name->text, better->text);
        value->name = better;
    } else if (!parser->errors.quiet) {
        build_unknown_type(parser, name, loc->first);
    }
    parser->lex.after_type = parser->errors.broken = true;
    return TOKEN_TYPE_NAME;
}

static bool
is_builtin(const struct parser *parser, const char *name)
{
    const struct frontend_options *options = &parser->frontend->options;
    return options->knows && options->knows(options->knows_data, ASKS_BUILTIN, name);
}

int
parse_unknown_name(struct parser *parser, const struct trial *start, union parse_value *value,
                   const struct parse_loc *loc)
{
    const struct pp_name *name = value->name;
    if (name->binding == BINDING_TYPEDEF && parser->lex.may_be_type &&
        FITS(start, TOKEN_TYPE_NAME)) {
        parser->lex.after_type = true; /* declared since it was read */
        return TOKEN_TYPE_NAME;
    }
    if (name->binding != BINDING_NONE || name->builtin_type || name->keyword ||
        !parser->lex.may_be_type)
        return TOKEN_NAME;
    bool type = is_unknown_type(parser, start), quiet = parser->errors.quiet;
    if (is_parameter_alone(parser, start))
        return insert_parameter_type(parser, value, loc);
    bool starts = !type && FITS(start, TOKEN_RETURN) && !is_builtin(parser, name->text);
    bool misspelt = (type || starts) && !quiet && !lex_is_of_other_version(name->text);
    int keyword = misspelt ? correct_keyword(parser, start, value, loc, starts) : 0;
    if (keyword)
        return keyword;
    const struct pp_token *next = lex_peek(parser, 0);
    if (starts && next->kind == PP_NAME && !next->name->keyword)
        parser->errors.quiet = true; /* sema will say that it is not declared */
    return type ? take_unknown_type(parser, value, loc) : TOKEN_NAME;
}
