/* The expression of #if and #elif (C99 6.10.1). */
%code requires {
#include "frontend/pp_expr.h"
}
%code {
#include <string.h>

static int pp_expr_lex(struct pp_value *value, struct pp_expr_input *input);
static void pp_expr_error(struct pp_expr_input *input, const char *message);
#define YYMALLOC(size) arena_alloc(input->pp->arena, size)
#define YYFREE(block) ((void)(block))
#define YYMAXDEPTH 2000
}

%define api.pure full
%define api.prefix {pp_expr_}
%define api.token.prefix {PP_EXPR_}
%define api.value.type {struct pp_value}
%define parse.error verbose
%param {struct pp_expr_input *input}
%expect 0

%token END 0 "end of line"
%token NUMBER "value"
%token LPAREN "(" RPAREN ")" QUESTION "?" COLON ":" COMMA ","
%token OR_OR "||" AND_AND "&&" PIPE "|" CARET "^" AMPERSAND "&" EQUAL "==" NOT_EQUAL "!="
%token LESS "<" GREATER ">" LESS_EQUAL "<=" GREATER_EQUAL ">=" SHIFT_LEFT "<<" SHIFT_RIGHT ">>"
%token PLUS "+" MINUS "-" STAR "*" SLASH "/" PERCENT "%" EXCLAIM "!" TILDE "~"
%token INVALID "invalid token"

%left ","
%right "?" ":"
%left "||"
%left "&&"
%left "|"
%left "^"
%left "&"
%left "==" "!="
%left "<" ">" "<=" ">="
%left "<<" ">>"
%left "+" "-"
%left "*" "/" "%"
%precedence UNARY

%%

line: expr                     { input->result = $1; }

expr: NUMBER
    | "(" expr ")"             { $$ = $2; }
    | "+" expr %prec UNARY     { $$ = $2; }
    | "-" expr %prec UNARY     { $$ = pp_expr_unary(PUNCT_MINUS, $2); }
    | "!" expr %prec UNARY     { $$ = pp_expr_unary(PUNCT_EXCLAIM, $2); }
    | "~" expr %prec UNARY     { $$ = pp_expr_unary(PUNCT_TILDE, $2); }
    | expr "*" expr            { $$ = pp_expr_binary(PUNCT_STAR, $1, $3); }
    | expr "/" expr            { $$ = pp_expr_binary(PUNCT_SLASH, $1, $3); }
    | expr "%" expr            { $$ = pp_expr_binary(PUNCT_PERCENT, $1, $3); }
    | expr "+" expr            { $$ = pp_expr_binary(PUNCT_PLUS, $1, $3); }
    | expr "-" expr            { $$ = pp_expr_binary(PUNCT_MINUS, $1, $3); }
    | expr "<<" expr           { $$ = pp_expr_binary(PUNCT_SHIFT_LEFT, $1, $3); }
    | expr ">>" expr           { $$ = pp_expr_binary(PUNCT_SHIFT_RIGHT, $1, $3); }
    | expr "<" expr            { $$ = pp_expr_binary(PUNCT_LESS, $1, $3); }
    | expr ">" expr            { $$ = pp_expr_binary(PUNCT_GREATER, $1, $3); }
    | expr "<=" expr           { $$ = pp_expr_binary(PUNCT_LESS_EQUAL, $1, $3); }
    | expr ">=" expr           { $$ = pp_expr_binary(PUNCT_GREATER_EQUAL, $1, $3); }
    | expr "==" expr           { $$ = pp_expr_binary(PUNCT_EQUAL, $1, $3); }
    | expr "!=" expr           { $$ = pp_expr_binary(PUNCT_NOT_EQUAL, $1, $3); }
    | expr "&" expr            { $$ = pp_expr_binary(PUNCT_AMPERSAND, $1, $3); }
    | expr "^" expr            { $$ = pp_expr_binary(PUNCT_CARET, $1, $3); }
    | expr "|" expr            { $$ = pp_expr_binary(PUNCT_PIPE, $1, $3); }
    | expr "&&" expr           { $$ = pp_expr_binary(PUNCT_AND_AND, $1, $3); }
    | expr "||" expr           { $$ = pp_expr_binary(PUNCT_OR_OR, $1, $3); }
    | expr "?" expr ":" expr   { $$ = pp_expr_choose($1, $3, $5); }
    | expr "," expr            { $$ = $3; }

%%

/* Tokens by enum pp_punct. */
static int
punct_token(unsigned punct)
{
    static const short tokens[PUNCT_COUNT] = {
        [PUNCT_LPAREN] = PP_EXPR_LPAREN, [PUNCT_RPAREN] = PP_EXPR_RPAREN,
        [PUNCT_QUESTION] = PP_EXPR_QUESTION, [PUNCT_COLON] = PP_EXPR_COLON,
        [PUNCT_COMMA] = PP_EXPR_COMMA, [PUNCT_OR_OR] = PP_EXPR_OR_OR,
        [PUNCT_AND_AND] = PP_EXPR_AND_AND, [PUNCT_PIPE] = PP_EXPR_PIPE,
        [PUNCT_CARET] = PP_EXPR_CARET, [PUNCT_AMPERSAND] = PP_EXPR_AMPERSAND,
        [PUNCT_EQUAL] = PP_EXPR_EQUAL, [PUNCT_NOT_EQUAL] = PP_EXPR_NOT_EQUAL,
        [PUNCT_LESS] = PP_EXPR_LESS, [PUNCT_GREATER] = PP_EXPR_GREATER,
        [PUNCT_LESS_EQUAL] = PP_EXPR_LESS_EQUAL, [PUNCT_GREATER_EQUAL] = PP_EXPR_GREATER_EQUAL,
        [PUNCT_SHIFT_LEFT] = PP_EXPR_SHIFT_LEFT, [PUNCT_SHIFT_RIGHT] = PP_EXPR_SHIFT_RIGHT,
        [PUNCT_PLUS] = PP_EXPR_PLUS, [PUNCT_MINUS] = PP_EXPR_MINUS,
        [PUNCT_STAR] = PP_EXPR_STAR, [PUNCT_SLASH] = PP_EXPR_SLASH,
        [PUNCT_PERCENT] = PP_EXPR_PERCENT, [PUNCT_EXCLAIM] = PP_EXPR_EXCLAIM,
        [PUNCT_TILDE] = PP_EXPR_TILDE,
    };
    return tokens[punct] ? tokens[punct] : PP_EXPR_INVALID;
}

static int
pp_expr_lex(struct pp_value *value, struct pp_expr_input *input)
{
    const struct pp_token *token = input->next;
    if (!token)
        return PP_EXPR_END;
    guard_poll_along(input->pp->arena->guard, token);
    input->next = token->next;
    input->loc = token->loc;
    if (token->kind == PP_PUNCT)
        return punct_token(token->detail);
    if (!pp_expr_operand(input->pp, token, value)) {
        input->failed = true;
        return PP_EXPR_INVALID;
    }
    return PP_EXPR_NUMBER;
}

static void
pp_expr_error(struct pp_expr_input *input, const char *message)
{
    if (input->failed)
        return;
    input->failed = true;
    enum diag_id what = strstr(message, "unexpected end of line") ? DIAG_expected_value_expression
                       : strstr(message, "exhausted") ? DIAG_condition_too_deep
                                                      : DIAG_bad_condition;
    bool is_missing = what == DIAG_expected_value_expression;
    diag_report(input->pp->diag, is_missing ? pp_line_end(input->pp, input->loc) : input->loc, what);
}

bool
pp_expr_evaluate(struct pp_expr_input *input)
{
    if (pp_expr_parse(input) != 0 || input->failed)
        return false;
    if (input->result.undefined) {
        diag_error(input->pp->diag, input->loc, division_by_zero_preprocessor_expression);
        return false;
    }
    return input->result.bits != 0;
}
