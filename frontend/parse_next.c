/* How a token gets from the lexer to the parser, and what each statement starts with. */
#include "frontend/parse.tab.h"
#include "frontend/parse_repair.h"

enum { DELETED = -3 }; /* not a token of the parser */

/* Sets of the first 64 tokens. */
#define BIT(token)     (UINT64_C(1) << TOKEN_##token)
#define STATEMENT_ENDS (BIT(SEMICOLON) | BIT(LBRACE) | BIT(RBRACE))
#define TYPE_WORDS     (BIT(TYPE_WORD) | BIT(TYPE_NAME) | BIT(QUALIFIER) | BIT(STORAGE) | BIT(STRUCT))
#define JUMPS          (BIT(RETURN) | BIT(GOTO) | BIT(BREAK) | BIT(CONTINUE))

static inline bool
is_in(uint64_t set, int token)
{
    return token < 64 && set >> token & 1;
}

/* Called before a token is read: resets the state of a statement if the previous token ended
 * one. */
static inline void
note_statement(struct parser *parser)
{
    struct error_state *errors = &parser->errors;
    if (!is_in(STATEMENT_ENDS, parser->lex.token) || parser->lex.depth[0] || parser->lex.depth[1])
        return;
    errors->quiet = errors->declares = false;
    errors->jump = NULL;
    errors->lost.count = 0;
    errors->repair->opened_parentheses = 0;
}

/* What the token says about its statement: whether it declares, what messages call it. */
static inline void
note_word(struct parser *parser, int token, const union parse_value *value)
{
    struct error_state *errors = &parser->errors;
    if (!is_in(TYPE_WORDS | JUMPS | BIT(ASM) | BIT(STATIC_ASSERT), token))
        return;
    if (is_in(TYPE_WORDS, token))
        errors->declares |=
            is_in(STATEMENT_ENDS | BIT(END) | BIT(LPAREN), parser->lex.previous_token);
    else if (is_in(JUMPS, token))
        errors->jump = value->word.text;
    else
        errors->jump = token == TOKEN_ASM ? "asm" : "_Static_assert";
}

/* Handles a token that the parser will discard: skips brackets and blocks as a whole and keeps the
 * names of a declaration. */
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

/* The token that the lexer has read, or, for DELETED, a new one; constructs of other languages that
 * begin with a word are removed. */
static int
read_token(struct parser *parser, const struct trial *start, int token, union parse_value *value,
           struct parse_loc *loc, bool recovering)
{
    struct lex_state *lex = &parser->lex;
    struct repair *repair = parser->errors.repair;
    if (token == DELETED) {
        note_statement(parser);
        token = lex_next(value, loc, parser);
    }
    if (repair->names_only && lex->previous_token == TOKEN_RPAREN && !lex->depth[0])
        parse_skip_parameter_types(parser, &token, value, loc);
    if (token == TOKEN_NAME && value->name->binding == BINDING_NONE && !recovering)
        token = without_foreign(parser, start, value, loc);
    if (token == TOKEN_END) { /* what is missing at the end is missing after the last token */
        loc->first = loc->last = lex->previous_end ? lex->previous_end : loc->first;
        parser->errors.quiet |= parser->pp->unterminated;
    }
    repair->attempts = 0;
    note_word(parser, token, value);
    return token;
}

/* What becomes of a token that does not fit: the one for the parser, or DELETED: the one after it
 * is to be read.  The most specific guesses come first. */
static int
replace_misfit(union parse_value *value, struct parse_loc *loc, struct parser *parser,
               const struct trial *start, int token, bool recovering)
{
    if (!recovering && parse_delete_punctuation(parser, start, token, loc->first))
        return DELETED;
    if (!recovering && parse_replace_punctuation(parser, start, &token, value, loc))
        return token;
    if (parse_repair(parser, start, &token, value, loc, recovering))
        return token;
    return discard(parser, token, value, loc, recovering);
}

/* parse_next_token for every case.  token: what the lexer has read already, or DELETED. */
static int
find_token(union parse_value *value, struct parse_loc *loc, struct parser *parser,
           struct parse_machine *machine, int token)
{
    struct trial start;
    struct repair *repair = parser->errors.repair;
    bool recovering = machine->status == 3;
    trial_begin(&start, machine->top);
    for (;;) {
        if (token == DELETED && repair->next < repair->count)
            return parse_take_inserted(parser, value, loc);
        if (token == DELETED && repair->has_held) {
            token = repair->held;
            *value = repair->value;
            *loc = repair->loc;
            repair->has_held = false;
        } else {
            token = read_token(parser, &start, token, value, loc, recovering);
            if (parser->lex.current.flags & PP_LINE_START &&
                parse_insert_end(parser, &start, token, value, loc))
                return parse_take_inserted(parser, value, loc);
        }
        if (token == TOKEN_NAME && !recovering)
            token = parse_unknown_name(parser, &start, value, loc);
        if (trial_machine_takes(machine, token))
            return token;
        token = replace_misfit(value, loc, parser, &start, token, recovering);
        if (token != DELETED)
            return token;
    }
}

/* Is it a token of which nothing needs to be asked but whether it fits? */
static inline bool
is_plain(int token, const union parse_value *value)
{
    if (token == TOKEN_NAME)
        return value->name->binding == BINDING_OTHER;
    return token != TOKEN_STORAGE && token != TOKEN_END;
}

int
parse_next_token(union parse_value *value, struct parse_loc *loc, struct parser *parser,
                 struct parse_machine *machine)
{
    struct repair *repair = parser->errors.repair;
    if (repair->count || repair->has_held || machine->status == 3)
        return find_token(value, loc, parser, machine, DELETED);
    note_statement(parser);
    int token = lex_next(value, loc, parser);
    if (!is_plain(token, value) || parser->lex.after_record || repair->names_only)
        return find_token(value, loc, parser, machine, token);
    repair->attempts = 0;
    note_word(parser, token, value);
    if (trial_machine_takes_next(machine, token)) /* nearly always */
        return token;
    return find_token(value, loc, parser, machine, token);
}
