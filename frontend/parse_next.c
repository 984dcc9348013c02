/* How a token gets from the lexer to bison, and what each statement starts with. */
#include "frontend/parse.tab.h"
#include "frontend/parse_repair.h"

enum { DELETED = -3 }; /* not a token of bison */

/* Called before a token is read: resets the state of a statement if the previous token ended
 * one. */
static void
note_statement(struct parser *parser)
{
    struct error_state *errors = &parser->errors;
    int token = parser->lex.token;
    if (parser->lex.depth[0] || parser->lex.depth[1] ||
        (token != TOKEN_SEMICOLON && token != TOKEN_LBRACE && token != TOKEN_RBRACE))
        return;
    errors->quiet = errors->declares = false;
    errors->jump = NULL;
    errors->lost.count = 0;
    errors->repair->opened_parentheses = 0;
}

/* What the token says about its statement: whether it declares, what messages call it. */
static void
note_word(struct parser *parser, int token, const union parse_value *value)
{
    int before = parser->lex.previous_token;
    switch (token) {
    case TOKEN_RETURN:
    case TOKEN_GOTO:
    case TOKEN_BREAK:
    case TOKEN_CONTINUE:
        parser->errors.jump = value->word.text;
        break;
    case TOKEN_ASM:
        parser->errors.jump = "asm";
        break;
    case TOKEN_STATIC_ASSERT:
        parser->errors.jump = "_Static_assert";
        break;
    case TOKEN_TYPE_WORD:
    case TOKEN_TYPE_NAME:
    case TOKEN_QUALIFIER:
    case TOKEN_STORAGE:
    case TOKEN_STRUCT:
        if (before == 0 || before == TOKEN_SEMICOLON || before == TOKEN_LBRACE ||
            before == TOKEN_RBRACE || before == TOKEN_LPAREN)
            parser->errors.declares = true;
        break;
    default:
        break;
    }
}

/* Handles a token that bison will discard: skips brackets and blocks as a whole and keeps the names
 * of a declaration. */
static int
discard(struct parser *parser, int token, const union parse_value *value,
        const struct parse_loc *loc, bool recovering)
{
    if (token == TOKEN_LBRACE || (recovering && (token == TOKEN_LPAREN || token == TOKEN_LBRACKET)))
        lex_skip_group(parser);
    if (recovering && token == TOKEN_NAME && parser->errors.declares && parser->lex.may_be_type &&
        value->name->binding == BINDING_NONE && !value->name->keyword) {
        struct lost_name lost = {value->name, loc->first};
        vec_push(parser->arena, &parser->errors.lost, lost);
        scope_bind(parser, value->name, NULL);
    }
    return token == TOKEN_LBRACE ? TOKEN_SKIPPED : token;
}

/* The current name, which means nothing here, or the token that replaces words of another
 * language. */
static int
without_foreign(struct parser *parser, const struct trial *start, union parse_value *value,
                struct parse_loc *loc)
{
    int token = TOKEN_NAME;
    while (token == TOKEN_NAME && parse_delete_word(parser, start, &token, value, loc))
        ; /* constexpr virtual int f(); has two */
    if (token == TOKEN_NAME && parse_is_operand(parser, start, value->name))
        token = parse_replace_operand(parser, value, loc);
    return token;
}

/* A new token from the lexer; constructs of other languages that begin with a word are removed. */
static int
read_token(struct parser *parser, const struct trial *start, union parse_value *value,
           struct parse_loc *loc, bool recovering)
{
    struct lex_state *lex = &parser->lex;
    note_statement(parser);
    int token = lex_next(value, loc, parser);
    if (parser->errors.repair->names_only && lex->previous_token == TOKEN_RPAREN && !lex->depth[0])
        parse_skip_parameter_types(parser, &token, value, loc);
    if (token == TOKEN_NAME && value->name->binding == BINDING_NONE && !recovering)
        token = without_foreign(parser, start, value, loc);
    if (token == TOKEN_END) { /* what is missing at the end is missing after the last token */
        loc->first = loc->last = lex->previous_end ? lex->previous_end : loc->first;
        parser->errors.quiet |= parser->pp->unterminated;
    }
    parser->errors.repair->attempts = 0;
    note_word(parser, token, value);
    return token;
}

/* The next token for bison, or DELETED: the one after it is to be read. */
static int
try_token(union parse_value *value, struct parse_loc *loc, struct parser *parser,
          const parse_state *top, bool recovering)
{
    struct trial trial;
    struct repair *repair = parser->errors.repair;
    int token;
    trial_begin(&trial, top);
    if (repair->next < repair->count)
        return parse_take_inserted(parser, value, loc);
    if (repair->has_held) {
        token = repair->held;
        *value = repair->value;
        *loc = repair->loc;
        repair->has_held = false;
    } else {
        token = read_token(parser, &trial, value, loc, recovering);
        if (parser->lex.current.flags & PP_LINE_START &&
            parse_insert_end(parser, &trial, token, value, loc))
            return parse_take_inserted(parser, value, loc);
    }
    if (token == TOKEN_NAME && !recovering)
        token = parse_unknown_name(parser, &trial, value, loc);
    /* the quick answer suffices for nearly every token of a correct program */
    if (trial_surely_shifts(top, token) || trial_shifts(&trial, token))
        return token;
    /* It does not fit.  The most specific guesses come first. */
    trial_begin(&trial, top);
    if (!recovering && parse_delete_punctuation(parser, &trial, token, loc->first))
        return DELETED;
    if (!recovering && parse_replace_punctuation(parser, &trial, &token, value, loc))
        return token;
    if (parse_repair(parser, &trial, &token, value, loc, recovering))
        return token;
    return discard(parser, token, value, loc, recovering);
}

int
parse_next_token(union parse_value *value, struct parse_loc *loc, struct parser *parser,
                 const parse_state *top, int status)
{
    bool recovering = status == 3; /* bison discards tokens until one fits after an error */
    int token;
    do
        token = try_token(value, loc, parser, top, recovering);
    while (token == DELETED);
    return token;
}
