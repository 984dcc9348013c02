/* The guesses that repair a syntax error.  Above each is what a user wrote and what becomes of it;
 * \n is a new line where that matters, <error> an expression or type that is known to be wrong. */
#include "frontend/parse_repair.h"
#include "frontend/parse.tab.h"

#include <string.h>

struct repair *
parse_repair_new(struct arena *arena)
{
    return ARENA_NEW(arena, struct repair);
}

void
parse_hold(struct repair *repair, int token, const union parse_value *value,
           const struct parse_loc *loc)
{
    repair->has_held = true;
    repair->held = token;
    repair->value = *value;
    repair->loc = *loc;
}

int
parse_take_inserted(struct parser *parser, union parse_value *value, struct parse_loc *loc)
{
    struct repair *repair = parser->errors.repair;
    int token = repair->inserted[repair->next++];
    loc->first = loc->last = repair->loc.first;
    if (token == TOKEN_CONSTANT)
        value->expr = build_error(parser, *loc);
    else if (token == TOKEN_TYPE_WORD || token == TOKEN_TYPE_NAME)
        *value = repair->type;
    else if (token == TOKEN_WHILE)
        value->word = (struct word){"while", 0};
    else
        value->op = OP_COMMA;
    lex_inserted(parser, token);
    if (repair->next == repair->count)
        repair->next = repair->count = 0;
    return token;
}

void
parse_report(struct parser *parser, const struct trial *start, int token, loc_t loc)
{
    struct trial_set set = trial_expected(start);
    struct syntax_error error = {
        .unexpected = trial_token_name(token),
        .only = set.only,
        .is_end = token == TOKEN_END,
        .is_block = token == TOKEN_LBRACE || token == TOKEN_SKIPPED,
        .is_brace = token == TOKEN_RBRACE,
        .is_stray = token == TOKEN_RPAREN && !FITS(start, TOKEN_SEMICOLON, TOKEN_RPAREN) &&
                    !FITS(start, TOKEN_SEMICOLON, TOKEN_SEMICOLON, TOKEN_RPAREN),
        .after_parenthesis = parser->lex.previous_token == TOKEN_RPAREN,
        .expression = trial_set_has(&set, TOKEN_CONSTANT),
        .semicolon = trial_set_has(&set, TOKEN_SEMICOLON),
        .rparen = trial_set_has(&set, TOKEN_RPAREN),
        .rbracket = trial_set_has(&set, TOKEN_RBRACKET),
        .rbrace = trial_set_has(&set, TOKEN_RBRACE),
        .name = trial_set_has(&set, TOKEN_NAME),
        .type = trial_set_has(&set, TOKEN_TYPE_WORD),
        .statement = trial_set_has(&set, TOKEN_RETURN),
        .external = trial_set_has(&set, TOKEN_END),
        .block = trial_set_has(&set, TOKEN_LBRACE),
        .colon = trial_set_has(&set, TOKEN_COLON),
        .attribute = trial_set_has(&set, TOKEN_ATTRIBUTE),
    };
    build_syntax_error(parser, &error, loc);
}

/* Inserts a token if it fits in trial, which then includes it. */
static bool
insert(struct repair *repair, struct trial *trial, int token)
{
    if (repair->count == MAX_INSERTED || !trial_shifts(trial, token))
        return false;
    repair->inserted[repair->count++] = token;
    return true;
}

/* Inserts closing brackets until the token, or a semicolon and the token, fits.  Braces are
 * inserted only before a token that fits inside none. */
static bool
close_brackets(struct repair *repair, struct trial *trial, int token, bool braces)
{
    /* if (a { -> if (a) { and not if (a); {  and a semicolon itself needs no other before it */
    bool after_semicolon = token != TOKEN_SEMICOLON && token != TOKEN_LBRACE;
    while (repair->count < MAX_INSERTED - 4) { /* room for what is inserted after them */
        if (FITS(trial, token))
            return repair->count > 0;
        if (after_semicolon && FITS(trial, TOKEN_SEMICOLON, token))
            return insert(repair, trial, TOKEN_SEMICOLON);
        /* only one of the brackets fits: the partner of the innermost that is open */
        if (!insert(repair, trial, TOKEN_RPAREN) && !insert(repair, trial, TOKEN_RBRACKET) &&
            !(braces && insert(repair, trial, TOKEN_RBRACE)) &&
            !(braces && FITS(trial, TOKEN_SEMICOLON, TOKEN_RBRACE) &&
              insert(repair, trial, TOKEN_SEMICOLON)))
            return false;
    }
    return false;
}

/* Can the code before the token have ended there?  A new line and these tokens suggest it. */
static bool
may_end_before(const struct parser *parser, int token)
{
    return parser->lex.current.flags & PP_LINE_START || token == TOKEN_SEMICOLON ||
           token == TOKEN_LBRACE || token == TOKEN_RBRACE || token == TOKEN_END ||
           token == TOKEN_RPAREN || token == TOKEN_RBRACKET;
}

bool
parse_closes_on_line(struct parser *parser)
{
    uint32_t open = 0;
    for (uint32_t n = 0; n + 1 < LEX_AHEAD; n++) {
        const struct pp_token *token = lex_peek(parser, n);
        if (token->kind == PP_END || token->flags & PP_LINE_START)
            return false;
        open += pp_is_punct(token, PUNCT_LPAREN);
        if (pp_is_punct(token, PUNCT_RPAREN) && open-- == 0)
            return true;
    }
    return false;
}

/* How many blanks the line of a location begins with; UINT32_MAX: unknown location. */
static uint32_t
indentation(const struct parser *parser, loc_t loc)
{
    struct diag_location place;
    uint32_t blanks = 0;
    if (!loc || !source_resolve(parser->frontend->sources, loc, &place) || !place.line_text)
        return UINT32_MAX;
    while (blanks < place.line_length && strchr(" \t", place.line_text[blanks]))
        blanks++;
    return blanks;
}

/* Is the current token the first of its line, and indented no more than the line of the open {?
 * Then the block was meant to end before it. */
static bool
is_outdented(const struct parser *parser)
{
    const struct lex_state *lex = &parser->lex;
    uint32_t depth = lex->depth[2];
    if (!(lex->current.flags & PP_LINE_START) || !depth || depth > BRACKET_DEPTH)
        return false;
    uint32_t brace = indentation(parser, lex->opened[2][depth - 1]);
    return brace != UINT32_MAX && indentation(parser, lex->current.loc) <= brace;
}

/* Does the token follow a missing ";"?  Not where the ";" would hide the error. */
static bool
lacks_semicolon(const struct parser *parser, const struct trial *start, int token)
{
    /* int 3 = x; -> not int; 3 = x;  the declarator is what is wrong */
    if (FITS(start, TOKEN_NAME) && FITS(start, TOKEN_ATTRIBUTE) && !FITS(start, TOKEN_CONSTANT))
        return false;
    /* within a function, void g(void) { } -> not void g(void); { } */
    if (token == TOKEN_LBRACE && parser->scopes.in_function &&
        parser->lex.previous_token == TOKEN_RPAREN && FITS(start, TOKEN_ATTRIBUTE))
        return false;
    return FITS(start, TOKEN_SEMICOLON, token);
}

/* { 1, 2 }, (int a, int b), { A, B }: could a comma continue a list of values, parameters or
 * enumerators here?  Not one of arguments, where an operator is as likely to be missing. */
static bool
is_in_list(const struct trial *start)
{
    return FITS(start, TOKEN_COMMA, TOKEN_DOT) || FITS(start, TOKEN_COMMA, TOKEN_ELLIPSIS) ||
           FITS(start, TOKEN_COMMA, TOKEN_RBRACE);
}

/* One punctuator that makes the token fit; TOKEN_END: none. */
static int
missing_punctuation(const struct parser *parser, const struct trial *start, int token)
{
    /* if (a) { b = 1; \n else { -> if (a) { b = 1; } else {  if else is indented no more than the
     * line of { */
    if (token == TOKEN_ELSE && FITS(start, TOKEN_RBRACE, TOKEN_ELSE) && is_outdented(parser))
        return TOKEN_RBRACE;
    /* if a > 0) -> if (a > 0) */
    if (!FITS(start, TOKEN_SEMICOLON) && !FITS(start, TOKEN_CONSTANT) &&
        !FITS(start, TOKEN_RPAREN) && !FITS(start, TOKEN_PLUS) && FITS(start, TOKEN_LPAREN, token))
        return TOKEN_LPAREN;
    /* x = 1 \n y = 2; -> x = 1; y = 2; */
    if (lacks_semicolon(parser, start, token))
        return TOKEN_SEMICOLON;
    /* void f(int a) \n return; } -> void f(int a) { return; } */
    if (!parser->scopes.in_function && parser->lex.previous_token == TOKEN_RPAREN &&
        parser->lex.current.flags & PP_LINE_START && FITS(start, TOKEN_LBRACE, token))
        return TOKEN_LBRACE;
    /* case 3 x = 1; -> case 3: x = 1;  and  a ? b c; -> a ? b : c;
     * but in struct { int a 3; } a ":" would make a bit-field, in {a b} an old designator */
    if (FITS(start, TOKEN_COLON, token) && !parser->scopes.records.count &&
        !FITS(start, TOKEN_COMMA, TOKEN_DOT))
        return TOKEN_COLON;
    return TOKEN_END;
}

/* do x++; y = 2; -> do x++; while (<error>); y = 2; */
static bool
insert_while(struct repair *repair, struct trial *trial)
{
    return insert(repair, trial, TOKEN_WHILE) && insert(repair, trial, TOKEN_LPAREN) &&
           insert(repair, trial, TOKEN_CONSTANT) && insert(repair, trial, TOKEN_RPAREN) &&
           insert(repair, trial, TOKEN_SEMICOLON);
}

/* x = ; -> x = <error>;  and  x = (3 + ; -> x = (3 + <error>);  and  x = a ? b; -> a ? b : <error>; */
static bool
insert_operand(const struct parser *parser, struct repair *repair, const struct trial *start,
               int token, bool braces)
{
    struct trial trial;
    trial_copy(&trial, start);
    if (FITS(start, TOKEN_COLON, TOKEN_CONSTANT, token) && !parser->scopes.records.count)
        (void)insert(repair, &trial, TOKEN_COLON);
    return insert(repair, &trial, TOKEN_CONSTANT) &&
           (FITS(&trial, token) ||
            (may_end_before(parser, token) && close_brackets(repair, &trial, token, braces)));
}

/* Finds tokens that make the current one fit if inserted before it, the likeliest guess first;
 * false: none. */
static bool
find_insertion(const struct parser *parser, struct repair *repair, const struct trial *start,
               int token)
{
    struct trial trial;
    trial_copy(&trial, start);
    /* int a[] = {1; -> int a[] = {1};  only a semicolon or the end closes braces */
    bool braces = token == TOKEN_SEMICOLON || token == TOKEN_END;
    int punctuator = missing_punctuation(parser, start, token);
    if (punctuator != TOKEN_END)
        return insert(repair, &trial, punctuator);
    if (FITS(start, TOKEN_WHILE) && !FITS(start, TOKEN_CONSTANT))
        return insert_while(repair, &trial);
    /* {1 2} -> {1, 2}  and  enum { A B } -> { A, B }  and  f(int a int b) -> f(int a, int b) */
    if (is_in_list(start) && FITS(start, TOKEN_COMMA, token))
        return insert(repair, &trial, TOKEN_COMMA);
    /* x = f(a[1; -> x = f(a[1]);  and  if (a { -> if (a) { */
    if (may_end_before(parser, token) && close_brackets(repair, &trial, token, braces))
        return true;
    repair->count = 0;
    if (insert_operand(parser, repair, start, token, braces))
        return true;
    repair->count = 0;
    trial_copy(&trial, start);
    /* kernel k(void) -> kernel <error> k(void) */
    repair->type.word = (struct word){"int", SPEC_ERROR};
    return FITS(start, TOKEN_TYPE_WORD, token) && !FITS(start, TOKEN_CONSTANT) &&
           !FITS(start, TOKEN_SEMICOLON, token) && insert(repair, &trial, TOKEN_TYPE_WORD);
}

/* Reports an error that the inserted tokens repair; the first of them decides the message.  A
 * missing parenthesis whose partner was also missing is not reported again. */
static void
report_insertion(struct parser *parser, const struct trial *start, int token, loc_t loc)
{
    struct error_state *errors = &parser->errors;
    struct lex_state *lex = &parser->lex;
    struct repair *repair = errors->repair;
    int first = repair->inserted[0];
    /* if a > 0 { has one message, though both parentheses are inserted */
    if (first == TOKEN_RPAREN && repair->opened_parentheses) {
        repair->opened_parentheses--;
        errors->broken = true;
        return;
    }
    repair->opened_parentheses += first == TOKEN_LPAREN;
    if (first == TOKEN_TYPE_WORD && FITS(start, TOKEN_END) && !errors->quiet) {
        bool is_stray = indentation(parser, loc) > 0; /* a statement rather than a declaration */
        if (!is_stray || !errors->strayed)
            diag_error(parser->diag, loc, implicit_int);
        errors->strayed |= is_stray;
        errors->quiet = errors->broken = true;
    } else if (first == TOKEN_SEMICOLON && lex->after_record && !errors->quiet) {
        diag_fixit(parser->diag, lex->previous_end, 0, ";");
        diag_error(parser->diag, lex->previous_end, expected_semicolon_after_record,
                   errors->closed_tag);
        errors->broken = true;
    } else if (first == TOKEN_COMMA && FITS(start, TOKEN_ASSIGN) && !FITS(start, TOKEN_PLUS) &&
               !errors->quiet) { /* A B, where a value cannot go on */
        diag_fixit(parser->diag, lex->previous_end, 0, ",");
        diag_error(parser->diag, lex->previous_end, missing_comma_between_enumerators);
        errors->quiet = errors->broken = true;
    } else if (first == TOKEN_RBRACE && !errors->quiet) {
        diag_error(parser->diag, loc, expected_closing_brace);
        lex_note_open(parser, 2);
        errors->quiet = errors->broken = true;
    } else {
        parse_report(parser, start, token, loc);
    }
}

/* Does the token begin a new type after a record?  A qualifier that no type follows may belong to
 * the record. */
static bool
begins_other_type(struct parser *parser, int token)
{
    int word = token;
    if (token == TOKEN_QUALIFIER || token == TOKEN_STORAGE)
        word = lex_peek_keyword(parser);
    return word == TOKEN_TYPE_WORD || word == TOKEN_STRUCT || word == TOKEN_ENUM;
}

/* The inserted tokens of parse_insert_end; false: nothing is missing. */
static bool
find_missing_end(struct parser *parser, struct repair *repair, const struct trial *start, int token,
                 bool is_kernel)
{
    struct trial trial;
    trial_copy(&trial, start);
    /* struct s { int a; } \n int b; -> struct s { int a; }; int b; */
    if (parser->lex.after_record && (is_kernel || begins_other_type(parser, token)))
        return FITS(start, TOKEN_SEMICOLON, token) && insert(repair, &trial, TOKEN_SEMICOLON);
    /* void f(void) { if (a) { \n kernel void g(void) -> ... { } } kernel void g(void) */
    if (!is_kernel || !(parser->scopes.in_function || parser->scopes.records.count) ||
        FITS(start, TOKEN_END))
        return false;
    while (!FITS(&trial, TOKEN_END))
        if (!insert(repair, &trial, TOKEN_RBRACE) && !insert(repair, &trial, TOKEN_RPAREN) &&
            !insert(repair, &trial, TOKEN_RBRACKET) && !insert(repair, &trial, TOKEN_SEMICOLON))
            return false;
    return true;
}

bool
parse_insert_end(struct parser *parser, const struct trial *start, int token,
                 const union parse_value *value, const struct parse_loc *loc)
{
    bool is_kernel_word = token == TOKEN_STORAGE && value->word.value == SPEC_KERNEL;
    if (!parser->lex.after_record && !is_kernel_word)
        return false;
    bool is_kernel = is_kernel_word && lex_starts_kernel(parser);
    if (!find_missing_end(parser, parser->errors.repair, start, token, is_kernel))
        return false;
    report_insertion(parser, start, token, loc->first);
    parse_hold(parser->errors.repair, token, value, loc);
    return true;
}

/* Replaces the current token by another one. */
static bool
replace_token(struct parser *parser, const struct trial *start, int *token,
              union parse_value *value, loc_t loc)
{
    /* int a == 3; -> int a = 3; */
    if (*token == TOKEN_EQUALITY && value->op == OP_EQ && FITS(start, TOKEN_ASSIGN)) {
        if (!parser->errors.quiet) {
            diag_fixit(parser->diag, loc, loc + 1, "=");
            diag_error(parser->diag, loc, equality_for_assignment);
        }
        parser->errors.quiet = parser->errors.broken = true;
        value->op = OP_NONE;
        *token = TOKEN_ASSIGN;
        return true;
    }
    /* void f(int a; int b) -> void f(int a, int b); a type on the next line is no parameter */
    if (*token != TOKEN_SEMICOLON || !FITS(start, TOKEN_COMMA, TOKEN_ELLIPSIS) ||
        !lex_follows_type(lex_peek(parser, 0)) || lex_peek(parser, 0)->flags & PP_LINE_START)
        return false;
    parse_report(parser, start, TOKEN_SEMICOLON, loc);
    *token = TOKEN_COMMA;
    return true;
}

/* x = a)); -> x = a;  and likewise `]`, `:` and `else`: deleted with its repetitions if the token
 * after them fits. */
static bool
delete_token(struct parser *parser, const struct trial *start, int *token, union parse_value *value,
             struct parse_loc *loc)
{
    struct error_state *errors = &parser->errors;
    bool is_else = *token == TOKEN_ELSE;
    if (!is_else && *token != TOKEN_RPAREN && *token != TOKEN_RBRACKET && *token != TOKEN_COLON)
        return false;
    struct repair *repair = errors->repair;
    union parse_value next_value;
    struct parse_loc next_loc;
    loc_t at = loc->first;
    int next;
    do
        next = lex_next(&next_value, &next_loc, parser);
    while (next == *token);
    parse_hold(repair, next, &next_value, &next_loc);
    if (!FITS(start, next)) {
        repair->attempts = 2; /* bison gets the current one unchanged */
        return false;
    }
    repair->has_held = false;
    if (!errors->quiet && is_else)
        diag_error(parser->diag, at, expected_expression);
    else if (!errors->quiet) {
        diag_fixit(parser->diag, at, at, "");
        diag_error(parser->diag, at, extraneous_token, trial_token_name(*token));
    }
    errors->quiet = errors->broken = true;
    *token = next;
    *value = next_value;
    *loc = next_loc;
    return true;
}

/* float4(a, b), as C++ and GLSL have it -> (float4)(a, b) */
static bool
replace_constructor(struct parser *parser, const struct trial *start, int token,
                    const union parse_value *value, const struct parse_loc *loc)
{
    struct error_state *errors = &parser->errors;
    struct repair *repair = errors->repair;
    bool is_name = token == TOKEN_TYPE_NAME;
    if (!(is_name || token == TOKEN_TYPE_WORD) || !FITS(start, TOKEN_LPAREN, token) ||
        !pp_is_punct(lex_peek(parser, 0), PUNCT_LPAREN))
        return false;
    if (!errors->quiet) {
        diag_fixit(parser->diag, loc->first, 0, "(");
        diag_fixit(parser->diag, loc->last + 1, 0, ")");
        diag_error(parser->diag, loc->first, unexpected_type_name,
                   is_name ? value->name->text : value->word.text);
    }
    errors->quiet = errors->broken = true;
    repair->type = *value;
    repair->inserted[0] = TOKEN_LPAREN;
    repair->inserted[1] = token;
    repair->inserted[2] = TOKEN_RPAREN;
    repair->count = 3;
    union parse_value next_value;
    struct parse_loc next_loc;
    int next = lex_next(&next_value, &next_loc, parser);
    parse_hold(repair, next, &next_value, &next_loc);
    return true;
}

bool
parse_repair(struct parser *parser, const struct trial *start, int *token, union parse_value *value,
             struct parse_loc *loc, bool recovering)
{
    struct repair *repair = parser->errors.repair;
    /* the token may need a second repair, but no third: x = a ? b + ; lacks an operand, then a
     * colon */
    if (repair->attempts >= 2 || parser->lex.failed)
        return false;
    repair->attempts++;
    repair->count = repair->next = 0;
    if (recovering) { /* the discarded part ends with its brackets or statement */
        struct trial trial;
        /* for (int i; int j; i++) is discarded up to its parenthesis */
        if (*token == TOKEN_SEMICOLON && parser->lex.depth[0] && parse_closes_on_line(parser))
            return false;
        trial_copy(&trial, start);
        if (!may_end_before(parser, *token) ||
            !close_brackets(repair, &trial, *token, *token == TOKEN_END)) {
            repair->count = 0;
            return false;
        }
    } else {
        if (replace_token(parser, start, token, value, loc->first))
            return true;
        if (replace_constructor(parser, start, *token, value, loc)) {
            *token = parse_take_inserted(parser, value, loc);
            return true;
        }
        if (!find_insertion(parser, repair, start, *token)) {
            repair->count = 0;
            return delete_token(parser, start, token, value, loc);
        }
        report_insertion(parser, start, *token, loc->first);
    }
    parse_hold(repair, *token, value, loc);
    *token = parse_take_inserted(parser, value, loc);
    return true;
}
