/* Constructs of C++ and of old C, which OpenCL C lacks.
 *
 * Each gets one message and is deleted, or replaced by an expression that is known to be wrong, so
 * that what follows is read as if it had not been there. */
#include "frontend/parse.tab.h"
#include "frontend/parse_repair.h"

#include <string.h>

/* Words that begin a statement or declaration; what is deleted with them. */
static const struct other_word {
    const char *text;
    enum { WORD, SPECIFIER, WORD_AND_GROUP, DECLARATION } extent;
    bool is_type;
    enum { NO_NAME, TYPE, OBJECT } declares;
} other_words[] = {{"template", DECLARATION, true, OBJECT},
                   {"class", DECLARATION, true, TYPE},
                   {"namespace", DECLARATION, true, NO_NAME},
                   {"using", DECLARATION, true, NO_NAME},
                   {"constexpr", SPECIFIER, true, NO_NAME},
                   {"virtual", SPECIFIER, true, NO_NAME},
                   {"throw", DECLARATION, false, NO_NAME},
                   {"delete", DECLARATION, false, NO_NAME},
                   {"try", WORD, false, NO_NAME},
                   {"catch", WORD_AND_GROUP, false, NO_NAME}};

/* Skips the next token, and the whole group that it opens. */
static int
skip_token(struct parser *parser, union parse_value *value)
{
    struct parse_loc loc;
    int token = lex_next(value, &loc, parser);
    if (token == TOKEN_LPAREN || token == TOKEN_LBRACKET || token == TOKEN_LBRACE)
        lex_skip_group(parser);
    return token;
}

/* template <typename T> T f(T x) { ... } -> f is declared, with unknown type. */
static void
declare_foreign(struct parser *parser, const struct other_word *word, struct pp_name *name,
                loc_t loc)
{
    struct decl_group *group = ARENA_NEW(parser->arena, struct decl_group);
    struct decl *decl = build_lost(parser, name, loc);
    vec_push(parser->arena, &group->decls, decl);
    scope_bind(parser, name, word->declares == TYPE ? decl : NULL);
    if (word->declares == TYPE)
        decl->kind = DECL_TYPEDEF;
    build_top_level(parser, group);
}

/* Up to a semicolon, or a block and the semicolon after it: class C { int x; }; */
static void
skip_declaration(struct parser *parser, const struct other_word *word, bool is_outside)
{
    union parse_value value;
    struct pp_name *name = NULL;
    bool has_group = false;
    int token = TOKEN_COMMA;
    while (token != TOKEN_SEMICOLON && token != TOKEN_LBRACE &&
           lex_peek(parser, 0)->kind != PP_END && !pp_is_punct(lex_peek(parser, 0), PUNCT_RBRACE)) {
        token = skip_token(parser, &value);
        has_group |= token == TOKEN_LPAREN;
        if (token == TOKEN_NAME && !has_group)
            name = value.name;
    }
    if (token == TOKEN_LBRACE && pp_is_punct(lex_peek(parser, 0), PUNCT_SEMICOLON))
        (void)skip_token(parser, &value);
    if (name && is_outside && word->declares)
        declare_foreign(parser, word, name, parser->lex.previous_end);
}

/* The row of the current name, if it means nothing else, or NULL. */
static const struct other_word *
find_word(const struct pp_name *name)
{
    for (size_t i = 0; i < sizeof other_words / sizeof *other_words; i++)
        if (strcmp(other_words[i].text, name->text) == 0)
            return &other_words[i];
    return NULL;
}

bool
parse_delete_word(struct parser *parser, const struct trial *start, int *token,
                  union parse_value *value, struct parse_loc *loc)
{
    const struct pp_name *name = value->name;
    const struct other_word *word = name->binding == BINDING_NONE ? find_word(name) : NULL;
    if (!word)
        return false;
    bool is_outside = FITS(start, TOKEN_END);
    if (!is_outside && !FITS(start, TOKEN_RETURN))
        return false;
    if (word->is_type)
        diag_error(parser->diag, loc->first, unknown_type_name, name->text);
    else
        diag_error(parser->diag, loc->first, undeclared_identifier, name->text);
    diag_note(parser->diag, loc->first, word_of_other_language, name->text);
    parser->errors.broken = true;
    /* using namespace std; -> nothing */
    if (word->extent == DECLARATION)
        skip_declaration(parser, word, is_outside);
    /* catch (...) { } -> { } */
    if (word->extent == WORD_AND_GROUP && pp_is_punct(lex_peek(parser, 0), PUNCT_LPAREN))
        (void)skip_token(parser, value);
    /* constexpr int a = 1; -> <error> int a = 1;  and  try { } -> { } */
    if (word->extent == SPECIFIER) {
        *token = TOKEN_TYPE_WORD;
        value->word = (struct word){"int", SPEC_ERROR};
    } else {
        *token = lex_next(value, loc, parser);
    }
    return true;
}

/* Are these two, next to each other, the "::" of C++? */
static bool
are_colons(const struct pp_token *first, const struct pp_token *second)
{
    return pp_is_punct(first, PUNCT_COLON) && pp_is_punct(second, PUNCT_COLON) &&
           second->loc == first->loc + 1;
}

bool
parse_is_operand(struct parser *parser, const struct trial *start, const struct pp_name *name)
{
    const struct pp_token *next = lex_peek(parser, 0);
    size_t length = strlen(name->text);
    if (name->binding != BINDING_NONE || name->builtin_type)
        return false;
    bool is_cast = length > 5 && strcmp(name->text + length - 5, "_cast") == 0 &&
                   pp_is_punct(next, PUNCT_LESS);
    bool is_new = strcmp(name->text, "new") == 0 && next->kind == PP_NAME;
    bool is_scoped = pp_is_punct(next, PUNCT_COLON) && are_colons(next, lex_peek(parser, 1));
    return (is_cast || is_new || is_scoped) && FITS(start, TOKEN_CONSTANT);
}

/* Between "new" or "static_cast" and its parentheses: int *, <float>, [ ... ]. */
static bool
goes_on_operand(const struct pp_token *token)
{
    return token->kind == PP_NAME || pp_is_punct(token, PUNCT_STAR) ||
           pp_is_punct(token, PUNCT_LESS) || pp_is_punct(token, PUNCT_GREATER) ||
           pp_is_punct(token, PUNCT_LBRACKET);
}

int
parse_replace_operand(struct parser *parser, union parse_value *value, struct parse_loc *loc)
{
    const char *name = value->name->text, *what = name;
    /* std::numeric_limits::max() -> <error> */
    while (are_colons(lex_peek(parser, 0), lex_peek(parser, 1))) {
        what = "::";
        (void)skip_token(parser, value);
        (void)skip_token(parser, value);
        if (lex_peek(parser, 0)->kind == PP_NAME)
            (void)skip_token(parser, value);
    }
    /* new int[3] and static_cast<float *>(x) -> <error> */
    while (what == name && goes_on_operand(lex_peek(parser, 0)))
        (void)skip_token(parser, value);
    if (pp_is_punct(lex_peek(parser, 0), PUNCT_LPAREN))
        (void)skip_token(parser, value);
    if (!parser->errors.quiet) {
        diag_error(parser->diag, loc->first, undeclared_identifier, name);
        diag_note(parser->diag, loc->first, word_of_other_language, what);
    }
    parser->errors.broken = true;
    value->expr = build_error(parser, *loc);
    return TOKEN_CONSTANT;
}

/* f = [=](int x) -> int { ... }; becomes f = <error>; the first bracket is the current token. */
static void
skip_lambda(struct parser *parser, loc_t loc)
{
    union parse_value value;
    lex_skip_group(parser);
    if (!parser->errors.quiet) {
        diag_error(parser->diag, loc, expected_expression);
        if (pp_is_punct(lex_peek(parser, 0), PUNCT_LPAREN))
            diag_note(parser->diag, loc, lambda_of_other_language);
    }
    while (pp_is_punct(lex_peek(parser, 0), PUNCT_LPAREN) ||
           pp_is_punct(lex_peek(parser, 0), PUNCT_ARROW) || lex_peek(parser, 0)->kind == PP_NAME)
        (void)skip_token(parser, &value);
    if (pp_is_punct(lex_peek(parser, 0), PUNCT_LBRACE))
        (void)skip_token(parser, &value);
}

/* Skips up to the end of a parameter or of the parentheses; that token remains. */
static void
skip_to_end(struct parser *parser, bool past_commas)
{
    union parse_value value;
    for (;;) {
        const struct pp_token *next = lex_peek(parser, 0);
        if (next->kind == PP_END || pp_is_punct(next, PUNCT_RPAREN) ||
            pp_is_punct(next, PUNCT_LBRACE) || pp_is_punct(next, PUNCT_RBRACE) ||
            pp_is_punct(next, PUNCT_SEMICOLON) || (!past_commas && pp_is_punct(next, PUNCT_COMMA)))
            return;
        (void)skip_token(parser, &value);
    }
}

/* for (int i : list) -> for (int i = <error>; ; ) */
static void
replace_range(struct parser *parser, union parse_value *value, struct parse_loc *loc)
{
    static const int parts[] = {TOKEN_ASSIGN, TOKEN_CONSTANT, TOKEN_SEMICOLON, TOKEN_SEMICOLON};
    struct repair *repair = parser->errors.repair;
    if (!parser->errors.quiet)
        diag_error(parser->diag, loc->first, expected_semicolon_in_for);
    skip_to_end(parser, true);
    memcpy(repair->inserted, parts, sizeof parts);
    repair->count = sizeof parts / sizeof *parts;
    parse_hold(repair, lex_next(value, loc, parser), value, loc);
}

/* A stray semicolon mostly comes from a macro: #define N 10; */
static bool
is_stray_semicolon(struct parser *parser, const struct trial *start)
{
    const struct pp_token *next = lex_peek(parser, 0);
    /* for (i = 0; i < N;; i++) -> for (i = 0; i < N; i++)  and  f(; 1) -> f(1) */
    bool is_empty = FITS(start, TOKEN_CONSTANT);
    /* f(N;) -> f(N)  and  a[N;] -> a[N]  and  {1, N;} -> {1, N}  and  f(N;, 1) -> f(N, 1) */
    return (FITS(start, TOKEN_RPAREN) && (is_empty || pp_is_punct(next, PUNCT_RPAREN))) ||
           (FITS(start, TOKEN_RBRACKET) && pp_is_punct(next, PUNCT_RBRACKET)) ||
           (FITS(start, TOKEN_RBRACE) && pp_is_punct(next, PUNCT_RBRACE)) ||
           (FITS(start, TOKEN_COMMA, TOKEN_CONSTANT) && pp_is_punct(next, PUNCT_COMMA));
}

/* A semicolon that does not fit, and what it separates. */
static bool
delete_semicolon(struct parser *parser, const struct trial *start, loc_t loc)
{
    struct error_state *errors = &parser->errors;
    union parse_value value;
    if (is_stray_semicolon(parser, start)) {
        if (!errors->quiet) {
            diag_fixit(parser->diag, loc, loc, "");
            diag_error(parser->diag, loc, extraneous_token, ";");
        }
        return errors->quiet = errors->broken = true;
    }
    /* for (a; b; c; d) -> for (a; b; c)  and  while (a; b) -> while (a) */
    if (!FITS(start, TOKEN_RPAREN, TOKEN_RETURN) || !parse_closes_on_line(parser))
        return false;
    parse_report(parser, start, TOKEN_SEMICOLON, loc);
    skip_to_end(parser, true);
    while (pp_is_punct(lex_peek(parser, 0), PUNCT_SEMICOLON)) {
        (void)skip_token(parser, &value);
        skip_to_end(parser, true);
    }
    return true;
}

bool
parse_delete_punctuation(struct parser *parser, const struct trial *start, int token, loc_t loc)
{
    struct error_state *errors = &parser->errors;
    union parse_value value;
    bool is_loud = !errors->quiet;
    /* void f(int &a) -> void f(int a) */
    if ((token == TOKEN_AMPERSAND || token == TOKEN_AND_AND) && FITS(start, TOKEN_STAR)) {
        if (is_loud)
            diag_error(parser->diag, loc, reference_not_supported);
        return errors->broken = true;
    }
    /* void f(int a = 3) -> void f(int a) */
    if (token == TOKEN_ASSIGN && FITS(start, TOKEN_COMMA, TOKEN_ELLIPSIS)) {
        if (is_loud)
            diag_error(parser->diag, loc, default_argument);
        errors->lacks_parameter = true;
        skip_to_end(parser, false);
        return errors->broken = true;
    }
    if (token == TOKEN_SEMICOLON)
        return delete_semicolon(parser, start, loc);
    /* x = ::y; -> x = y; */
    if (token == TOKEN_COLON && FITS(start, TOKEN_CONSTANT) &&
        are_colons(&parser->lex.current, lex_peek(parser, 0))) {
        if (is_loud) {
            diag_error(parser->diag, loc, expected_expression);
            diag_note(parser->diag, loc, word_of_other_language, "::");
        }
        (void)skip_token(parser, &value);
        return errors->broken = true;
    }
    return false;
}

bool
parse_replace_punctuation(struct parser *parser, const struct trial *start, int *token,
                          union parse_value *value, struct parse_loc *loc)
{
    struct repair *repair = parser->errors.repair;
    if (*token == TOKEN_LBRACKET && FITS(start, TOKEN_CONSTANT)) {
        skip_lambda(parser, loc->first);
        value->expr = build_error(parser, *loc);
        *token = TOKEN_CONSTANT;
    } else if (*token == TOKEN_COLON && FITS(start, TOKEN_ASSIGN, TOKEN_CONSTANT, TOKEN_SEMICOLON,
                                             TOKEN_SEMICOLON, TOKEN_RPAREN)) {
        replace_range(parser, value, loc);
        *token = parse_take_inserted(parser, value, loc);
    } else if (*token == TOKEN_LBRACE && parser->scopes.in_function &&
               parser->lex.previous_token == TOKEN_NAME &&
               FITS(start, TOKEN_ASSIGN, TOKEN_LBRACE)) {
        /* int x{3}; -> int x = {3}; */
        if (!parser->errors.quiet) {
            diag_fixit(parser->diag, loc->first, 0, "= ");
            diag_error(parser->diag, loc->first, expected_token, "=");
        }
        parse_hold(repair, *token, value, loc);
        *token = TOKEN_ASSIGN;
        value->op = OP_NONE;
    } else {
        return false;
    }
    return parser->errors.broken = true;
}

void
parse_skip_parameter_types(struct parser *parser, int *token, union parse_value *value,
                           struct parse_loc *loc)
{
    parser->errors.repair->names_only = false;
    while (*token != TOKEN_LBRACE && *token != TOKEN_END)
        *token = lex_next(value, loc, parser);
}
