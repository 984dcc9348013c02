/* What happens to syntax errors; a part of parse.y, whose tables it reads.
 *
 * Before bison gets a token, it is tried on the parser's stack.  One that does not fit is mended by
 * tokens put in before it or by leaving it out, if either is likely, so that the statement goes on;
 * else bison's error productions throw away what is in the brackets or the statement.  A statement
 * has at most one message. */
/* A stack on which tokens are tried: reductions are played through (as "lookahead correction", J.
 * Denny's, does) on the parser's own stack, read downwards, and an overlay of new states.  The
 * tables' lookahead sets alone say too much, for they are merged (LALR). */
struct trial {
    const yy_state_t *top;
    yy_state_t overlay[64];
    int count;
};

static void
begin_trial(struct trial *trial, const yy_state_t *top)
{
    trial->top = top;
    trial->count = 0; /* the overlay need not be cleared: this happens for every token */
}

static void
copy_trial(struct trial *to, const struct trial *from)
{
    to->top = from->top;
    to->count = from->count;
    memcpy(to->overlay, from->overlay, (size_t)from->count * sizeof *from->overlay);
}

/* Would the parser come to shift a token of this kind?  If so, it has. */
static bool
shifts_kind(struct trial *trial, int kind)
{
    for (;;) {
        int state = trial->count ? trial->overlay[trial->count - 1] : *trial->top;
        int at = yypact[state], rule = yydefact[state];
        if (trial->count == 64)
            return false;
        if (!yypact_value_is_default(at)) {
            at += kind;
            if (at >= 0 && at <= YYLAST && yycheck[at] == kind) {
                if (yytable_value_is_error(yytable[at]))
                    return false;
                if (yytable[at] > 0) {
                    trial->overlay[trial->count++] = (yy_state_t)yytable[at];
                    return true;
                }
                rule = -yytable[at];
            }
        }
        if (rule == 0)
            return false;
        int length = yyr2[rule], fresh = length < trial->count ? length : trial->count;
        trial->count -= fresh;
        trial->top -= length - fresh;
        state = trial->count ? trial->overlay[trial->count - 1] : *trial->top;
        int left = yyr1[rule] - YYNTOKENS, to = yypgoto[left] + state;
        trial->overlay[trial->count++] =
            (yy_state_t)(to >= 0 && to <= YYLAST && yycheck[to] == state ? yytable[to]
                                                                         : yydefgoto[left]);
    }
}

static bool
shifts(struct trial *trial, int token)
{
    return shifts_kind(trial, YYTRANSLATE(token));
}

/* Do these tokens fit behind each other?  A list ends with -1. */
static bool
fits(const struct trial *trial, const int *tokens)
{
    struct trial copy;
    copy_trial(&copy, trial);
    for (; *tokens >= 0; tokens++)
        if (!shifts(&copy, *tokens))
            return false;
    return true;
}
#define FITS(trial, ...) fits(trial, (const int[]){__VA_ARGS__, -1})

/* Reports what is wrong with a token, by what could have stood there. */
static void
report(struct parser *parser, const struct trial *trial, yysymbol_kind_t got, loc_t loc)
{
    const char *only = NULL;
    uint64_t set[2] = {0};
    int count = 0;
    for (int kind = 0; kind < YYNTOKENS; kind++) {
        struct trial copy;
        copy_trial(&copy, trial);
        if (kind == YYSYMBOL_YYerror || kind == YYSYMBOL_YYUNDEF)
            continue;
        if (!shifts_kind(&copy, kind))
            continue;
        set[kind / 64] |= UINT64_C(1) << (kind % 64);
        only = count++ ? NULL : yysymbol_name((yysymbol_kind_t)kind);
    }
#define HAS(name) (set[YYSYMBOL_##name / 64] >> (YYSYMBOL_##name % 64) & 1)
    struct syntax_error error = {
        .unexpected = yysymbol_name(got),
        .only = only,
        .is_end = got == YYSYMBOL_YYEOF,
        .is_block = got == YYSYMBOL_LBRACE || got == YYSYMBOL_SKIPPED,
        .is_brace = got == YYSYMBOL_RBRACE,
        .is_stray = got == YYSYMBOL_RPAREN && !FITS(trial, TOKEN_SEMICOLON, TOKEN_RPAREN) &&
                    !FITS(trial, TOKEN_SEMICOLON, TOKEN_SEMICOLON, TOKEN_RPAREN),
        .after_parenthesis = parser->token_before == TOKEN_RPAREN,
        .expression = HAS(CONSTANT),
        .semicolon = HAS(SEMICOLON),
        .rparen = HAS(RPAREN),
        .rbracket = HAS(RBRACKET),
        .rbrace = HAS(RBRACE),
        .name = HAS(NAME),
        .type = HAS(TYPE_WORD),
        .statement = HAS(RETURN),
        .external = HAS(YYEOF),
        .block = HAS(LBRACE),
        .colon = HAS(COLON),
        .attribute = HAS(ATTRIBUTE),
    };
#undef HAS
    build_syntax_error(parser, &error, loc);
}

/* A token that waits behind those that were put in before it. */
struct repair {
    int inserted[16];
    int count, next;
    bool has_held;
    int held;
    union parse_value value;
    struct parse_loc loc;
    union parse_value type; /* of a type among those that were put in */
    int attempts;           /* to mend at this token */
    bool names_only;        /* in the parameters of a function: their types follow behind them */
    uint32_t opened;        /* parentheses that were put in: their partners are missing, too */
};

static bool
insert(struct repair *repair, struct trial *trial, int token)
{
    if (repair->count == 16 || !shifts(trial, token))
        return false;
    repair->inserted[repair->count++] = token;
    return true;
}

/* Closes brackets until the token fits, or a semicolon and the token.  Braces only before what
 * cannot stand in any. */
static bool
close_brackets(struct repair *repair, struct trial *trial, int token, bool braces)
{
    bool after_semicolon = token != TOKEN_SEMICOLON && token != TOKEN_LBRACE;
    while (repair->count < 12) {
        if (FITS(trial, token))
            return repair->count > 0;
        if (after_semicolon && FITS(trial, TOKEN_SEMICOLON, token))
            return insert(repair, trial, TOKEN_SEMICOLON);
        if (!insert(repair, trial, TOKEN_RPAREN) && !insert(repair, trial, TOKEN_RBRACKET) &&
            !(braces && insert(repair, trial, TOKEN_RBRACE)) &&
            !(braces && FITS(trial, TOKEN_SEMICOLON, TOKEN_RBRACE) &&
              insert(repair, trial, TOKEN_SEMICOLON)))
            return false;
    }
    return false;
}

/* Can the statement before have ended here?  New lines and these words say so. */
static bool
starts_anew(const struct parser *parser, int token)
{
    return parser->current.flags & PP_LINE_START || token == TOKEN_SEMICOLON ||
           token == TOKEN_LBRACE || token == TOKEN_RBRACE || token == TOKEN_END ||
           token == TOKEN_RPAREN || token == TOKEN_RBRACKET;
}

/* Tokens before the one at hand that would make it fit; false: none that are likely. */
static bool
find_insertion(const struct parser *parser, struct repair *repair, const struct trial *start,
               int token)
{
    struct trial trial;
    copy_trial(&trial, start);
    bool braces = token == TOKEN_SEMICOLON || token == TOKEN_END;
    bool lacks_declarator =
        FITS(start, TOKEN_NAME) && FITS(start, TOKEN_ATTRIBUTE) && !FITS(start, TOKEN_CONSTANT);
    bool in_list = FITS(start, TOKEN_COMMA, TOKEN_DOT) ||
                   FITS(start, TOKEN_COMMA, TOKEN_ELLIPSIS) ||
                   FITS(start, TOKEN_COMMA, TOKEN_RBRACE);
    if (!FITS(start, TOKEN_SEMICOLON) && !FITS(start, TOKEN_CONSTANT) &&
        !FITS(start, TOKEN_RPAREN) && !FITS(start, TOKEN_PLUS) && FITS(start, TOKEN_LPAREN, token))
        return insert(repair, &trial, TOKEN_LPAREN);
    bool nested_function = token == TOKEN_LBRACE && parser->in_function &&
                           parser->token_before == TOKEN_RPAREN && FITS(start, TOKEN_ATTRIBUTE);
    if (!lacks_declarator && !nested_function && FITS(start, TOKEN_SEMICOLON, token))
        return insert(repair, &trial, TOKEN_SEMICOLON);
    if (!parser->in_function && parser->token_before == TOKEN_RPAREN &&
        parser->current.flags & PP_LINE_START && FITS(start, TOKEN_LBRACE, token))
        return insert(repair, &trial, TOKEN_LBRACE);
    if (FITS(start, TOKEN_COLON, token) && !parser->records.count)
        return insert(repair, &trial, TOKEN_COLON);
    if (FITS(start, TOKEN_WHILE) && !FITS(start, TOKEN_CONSTANT)) /* of do */
        return insert(repair, &trial, TOKEN_WHILE) && insert(repair, &trial, TOKEN_LPAREN) &&
               insert(repair, &trial, TOKEN_CONSTANT) && insert(repair, &trial, TOKEN_RPAREN) &&
               insert(repair, &trial, TOKEN_SEMICOLON);
    if (in_list && FITS(start, TOKEN_COMMA, token))
        return insert(repair, &trial, TOKEN_COMMA);
    if (starts_anew(parser, token) && close_brackets(repair, &trial, token, braces))
        return true;
    repair->count = 0;
    copy_trial(&trial, start);
    if (FITS(start, TOKEN_COLON, TOKEN_CONSTANT, token) && !parser->records.count)
        (void)insert(repair, &trial, TOKEN_COLON);
    if (insert(repair, &trial, TOKEN_CONSTANT) &&
        (FITS(&trial, token) ||
         (starts_anew(parser, token) && close_brackets(repair, &trial, token, braces))))
        return true;
    repair->count = 0;
    repair->type.word = (struct word){"int", SPEC_ERROR};
    return FITS(start, TOKEN_TYPE_WORD, token) && !FITS(start, TOKEN_CONSTANT) &&
           !FITS(start, TOKEN_SEMICOLON, token) && insert(repair, &trial, TOKEN_TYPE_WORD);
}

/* `kernel void` within a function: closing braces are missing.  What follows the body of a struct and
 * cannot belong to it: a semicolon is. */
static bool
find_missing_end(struct parser *parser, struct repair *repair, const struct trial *start, int token,
                 uint32_t word)
{
    if (!(parser->current.flags & PP_LINE_START) ||
        !(parser->behind_record || (token == TOKEN_STORAGE && word == SPEC_KERNEL)))
        return false;
    struct trial trial;
    copy_trial(&trial, start);
    bool kernel = token == TOKEN_STORAGE && word == SPEC_KERNEL && lex_starts_kernel(parser);
    if (parser->behind_record &&
        (kernel || token == TOKEN_TYPE_WORD || token == TOKEN_STRUCT || token == TOKEN_ENUM))
        return FITS(start, TOKEN_SEMICOLON, token) && insert(repair, &trial, TOKEN_SEMICOLON);
    if (!kernel || !(parser->in_function || parser->records.count) || FITS(start, TOKEN_END))
        return false;
    while (!FITS(&trial, TOKEN_END))
        if (!insert(repair, &trial, TOKEN_RBRACE) && !insert(repair, &trial, TOKEN_RPAREN) &&
            !insert(repair, &trial, TOKEN_RBRACKET) && !insert(repair, &trial, TOKEN_SEMICOLON))
            return false;
    return true;
}

static int
hand_out(struct repair *repair, union parse_value *value, struct parse_loc *loc,
         struct parser *parser)
{
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

static void
hold(struct repair *repair, int token, const union parse_value *value, const struct parse_loc *loc)
{
    repair->has_held = true;
    repair->held = token;
    repair->value = *value;
    repair->loc = *loc;
}

/* Reports an error that is mended by the tokens in repair.  Of a missing parenthesis whose partner
 * was missing, too, nothing is said. */
static void
report_mended(struct parser *parser, struct repair *repair, const struct trial *start, int token,
              loc_t loc)
{
    int first = repair->inserted[0];
    if (first == TOKEN_RPAREN && repair->opened) {
        repair->opened--;
        parser->broken = true;
        return;
    }
    repair->opened += first == TOKEN_LPAREN;
    if (first == TOKEN_TYPE_WORD && FITS(start, TOKEN_END) && !parser->quiet) {
        diag_error(parser->diag, loc, implicit_int);
        parser->quiet = parser->broken = true;
    } else if (first == TOKEN_SEMICOLON && parser->behind_record && !parser->quiet) {
        diag_fixit(parser->diag, parser->behind_previous, 0, ";");
        diag_error(parser->diag, parser->behind_previous, expected_semicolon_after_record,
                   parser->closed);
        parser->broken = true;
    } else if (first == TOKEN_COMMA && FITS(start, TOKEN_ASSIGN) && !parser->quiet) {
        diag_fixit(parser->diag, parser->behind_previous, 0, ",");
        diag_error(parser->diag, parser->behind_previous, missing_comma_between_enumerators);
        parser->quiet = parser->broken = true;
    } else if (first == TOKEN_RBRACE && !parser->quiet) {
        diag_error(parser->diag, loc, expected_closing_brace);
        lex_note_open(parser, 2);
        parser->quiet = parser->broken = true;
    } else {
        report(parser, start, YYTRANSLATE(token), loc);
    }
}

/* `==` for `=`, `;` for the comma of parameters. */
static bool
exchange(struct parser *parser, const struct trial *start, int *token, union parse_value *value,
         loc_t loc)
{
    if (*token == TOKEN_EQUALITY && value->op == OP_EQ && FITS(start, TOKEN_ASSIGN)) {
        if (!parser->quiet) {
            diag_fixit(parser->diag, loc, loc + 1, "=");
            diag_error(parser->diag, loc, equality_for_assignment);
        }
        parser->quiet = parser->broken = true;
        value->op = OP_NONE;
        *token = TOKEN_ASSIGN;
        return true;
    }
    if (*token != TOKEN_SEMICOLON || !FITS(start, TOKEN_COMMA, TOKEN_ELLIPSIS) ||
        !lex_follows_type(lex_peek(parser, 0)) || lex_peek(parser, 0)->flags & PP_LINE_START)
        return false;
    report(parser, start, YYSYMBOL_SEMICOLON, loc);
    *token = TOKEN_COMMA;
    return true;
}

/* `)`, `]`, `else`, `:` too many: the next token fits instead. */
static bool
leave_out(struct parser *parser, const struct trial *start, int *token, union parse_value *value,
          struct parse_loc *loc)
{
    static const char *const texts[] = {")", "]", ":", "else"};
    int extra = *token == TOKEN_RPAREN     ? 1
                : *token == TOKEN_RBRACKET ? 2
                : *token == TOKEN_COLON    ? 3
                : *token == TOKEN_ELSE     ? 4
                                           : 0;
    if (!extra)
        return false;
    struct repair *repair = parser->repair;
    union parse_value next_value;
    struct parse_loc next_loc;
    loc_t at = loc->first;
    int next;
    do
        next = lex_next(&next_value, &next_loc, parser);
    while (next == *token);
    hold(repair, next, &next_value, &next_loc);
    if (!FITS(start, next)) {
        repair->attempts = 2; /* bison gets the one at hand as it is */
        return false;
    }
    repair->has_held = false;
    if (!parser->quiet && extra == 4)
        diag_error(parser->diag, at, expected_expression);
    else if (!parser->quiet) {
        diag_fixit(parser->diag, at, at, "");
        diag_error(parser->diag, at, extraneous_token, texts[extra - 1]);
    }
    parser->quiet = parser->broken = true;
    *token = next;
    *value = next_value;
    *loc = next_loc;
    return true;
}

/* float4(...), as C++ and GLSL have it, is (float4)(...). */
static bool
mend_constructor(struct parser *parser, const struct trial *start, int token,
                 const union parse_value *value, const struct parse_loc *loc)
{
    struct repair *repair = parser->repair;
    bool is_name = token == TOKEN_TYPE_NAME;
    if (!(is_name || token == TOKEN_TYPE_WORD) || !FITS(start, TOKEN_LPAREN, token) ||
        !pp_is_punct(lex_peek(parser, 0), PUNCT_LPAREN))
        return false;
    if (!parser->quiet) {
        diag_fixit(parser->diag, loc->first, 0, "(");
        diag_fixit(parser->diag, loc->last + 1, 0, ")");
        diag_error(parser->diag, loc->first, unexpected_type_name,
                   is_name ? value->name->text : value->word.text);
    }
    parser->quiet = parser->broken = true;
    repair->type = *value;
    repair->inserted[0] = TOKEN_LPAREN;
    repair->inserted[1] = token;
    repair->inserted[2] = TOKEN_RPAREN;
    repair->count = 3;
    union parse_value next_value;
    struct parse_loc next_loc;
    int next = lex_next(&next_value, &next_loc, parser);
    hold(repair, next, &next_value, &next_loc);
    return true;
}

static bool
mend(struct parser *parser, const struct trial *start, int *token, union parse_value *value,
     struct parse_loc *loc, bool recovering)
{
    struct repair *repair = parser->repair;
    if (repair->attempts >= 2 || parser->failed)
        return false;
    repair->attempts++;
    repair->count = repair->next = 0;
    struct trial trial;
    copy_trial(&trial, start);
    if (recovering) { /* what is thrown away ends at the end of its brackets or statement */
        if (!starts_anew(parser, *token) ||
            !close_brackets(repair, &trial, *token, *token == TOKEN_END)) {
            repair->count = 0;
            return false;
        }
    } else {
        if (exchange(parser, start, token, value, loc->first))
            return true;
        if (mend_constructor(parser, start, *token, value, loc)) {
            *token = hand_out(repair, value, loc, parser);
            return true;
        }
        if (!find_insertion(parser, repair, start, *token)) {
            repair->count = 0;
            return leave_out(parser, start, token, value, loc);
        }
        report_mended(parser, repair, start, *token, loc->first);
    }
    hold(repair, *token, value, loc);
    *token = hand_out(repair, value, loc, parser);
    return true;
}

/* Is the unknown name a type, by what stands before and behind it? */
static bool
is_unknown_type(struct parser *parser, const struct trial *start)
{
    const struct pp_token *next = lex_peek(parser, 0);
    if (!FITS(start, TOKEN_TYPE_NAME))
        return false;
    if (lex_follows_type(next))
        return true;
    bool star = pp_is_punct(next, PUNCT_STAR);
    if (!FITS(start, TOKEN_NAME)) /* a type alone fits: in parameters, outside of functions */
        return star;
    if (!FITS(start, TOKEN_CONSTANT)) /* behind qualifiers */
        return star;
    if (star && FITS(start, TOKEN_RETURN)) { /* foo *x; or foo *x = ... at a statement's start */
        const struct pp_token *name = lex_peek(parser, 1), *behind = lex_peek(parser, 2);
        return name->kind == PP_NAME &&
               (pp_is_punct(behind, PUNCT_SEMICOLON) || pp_is_punct(behind, PUNCT_ASSIGN) ||
                pp_is_punct(behind, PUNCT_COMMA) || pp_is_punct(behind, PUNCT_LBRACKET));
    }
    if (parser->token_before != TOKEN_LPAREN)
        return false;
    const struct pp_token *second = lex_peek(parser, 1);
    if (star) /* (foo *) */
        return pp_is_punct(second, PUNCT_RPAREN) || pp_is_punct(second, PUNCT_STAR);
    return pp_is_punct(next, PUNCT_RPAREN) &&
           (second->kind == PP_NAME || second->kind == PP_NUMBER || second->kind == PP_CHAR);
}

/* Does the keyword begin a statement that goes on like this? */
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

/* `a, b)` with declarations behind it, as before C89. */
static bool
names_parameters(struct parser *parser)
{
    uint32_t n = 0;
    while (n + 3 < LEX_AHEAD && pp_is_punct(lex_peek(parser, n), PUNCT_COMMA) &&
           lex_peek(parser, n + 1)->kind == PP_NAME)
        n += 2;
    const struct pp_token *behind = lex_peek(parser, n + 1);
    return pp_is_punct(lex_peek(parser, n), PUNCT_RPAREN) && lex_follows_type(behind);
}

/* A name that means nothing may be a misspelt keyword or a type that is not declared. */
static int
check_name(struct parser *parser, const struct trial *start, union parse_value *value,
           const struct parse_loc *loc)
{
    const struct pp_name *name = value->name;
    if (name->binding == BINDING_TYPEDEF && parser->may_be_type && FITS(start, TOKEN_TYPE_NAME)) {
        parser->after_type = true; /* declared since it was read */
        return TOKEN_TYPE_NAME;
    }
    if (name->binding != BINDING_NONE || name->builtin_type || name->keyword ||
        !parser->may_be_type)
        return TOKEN_NAME;
    bool (*has_builtin)(const char *) = parser->frontend->options.has_builtin;
    const struct pp_token *next = lex_peek(parser, 0);
    bool type = is_unknown_type(parser, start), quiet = parser->quiet;
    if (!FITS(start, TOKEN_NAME) && FITS(start, TOKEN_TYPE_WORD, TOKEN_NAME, TOKEN_RPAREN) &&
        (pp_is_punct(next, PUNCT_COMMA) || pp_is_punct(next, PUNCT_RPAREN))) {
        parser->repair->names_only |=
            parser->token_before == TOKEN_LPAREN && names_parameters(parser);
        if (!quiet && parser->repair->names_only)
            diag_error(parser->diag, loc->first, parameters_without_types);
        else if (!quiet)
            build_unknown_type(parser, name, loc->first);
        parser->quiet |= parser->repair->names_only;
        parser->broken = true; /* a parameter: the name may as well be its own */
        parser->repair->type.word = (struct word){"int", SPEC_ERROR};
        parser->repair->inserted[parser->repair->count++] = TOKEN_TYPE_WORD;
        hold(parser->repair, TOKEN_NAME, value, loc);
        return hand_out(parser->repair, value, &parser->repair->loc, parser);
    }
    bool starts = !type && FITS(start, TOKEN_RETURN) && !(has_builtin && has_builtin(name->text));
    bool misspelt = (type || starts) && !quiet && !lex_is_of_other_version(name->text);
    int keyword = misspelt ? lex_similar_keyword(name) : 0;
    if (starts && !begins_statement(keyword, next))
        keyword = 0;
    if (starts && !keyword && next->kind == PP_NAME && !next->name->keyword)
        parser->quiet = true; /* sema will say that it is not declared */
    if (keyword && FITS(start, keyword)) {
        const char *text = name->text;
        int token = lex_correct(parser, value);
        diag_fixit(parser->diag, loc->first, loc->last, value->word.text);
        if (starts)
            diag_error(parser->diag, loc->first, unknown_statement_suggest, text, value->word.text);
        else
            diag_error(parser->diag, loc->first, unknown_type_name_suggest, text, value->word.text);
        parser->broken = true;
        return token;
    }
    if (!type)
        return TOKEN_NAME;
    struct pp_name *better = quiet ? NULL : lex_similar_type(parser, name);
    if (better) {
        diag_fixit(parser->diag, loc->first, loc->last, better->text);
        diag_error(parser->diag, loc->first, unknown_type_name_suggest, name->text, better->text);
        value->name = better;
    } else if (!quiet) {
        build_unknown_type(parser, name, loc->first);
    }
    parser->after_type = parser->broken = true;
    return TOKEN_TYPE_NAME;
}

#include "frontend/parse_foreign.h"

/* Before a token is read: does a statement end with the one before? */
static void
note_statement(struct parser *parser)
{
    int token = parser->previous_token;
    if (parser->depth[0] || parser->depth[1] ||
        (token != TOKEN_SEMICOLON && token != TOKEN_LBRACE && token != TOKEN_RBRACE))
        return;
    parser->quiet = parser->declares = false;
    parser->jump = NULL;
    parser->lost.count = 0;
    parser->repair->opened = 0;
}

/* What is thrown away: brackets and blocks as a whole, and the names of a declaration are kept. */
static int
throw_away(struct parser *parser, int token, const union parse_value *value,
           const struct parse_loc *loc, bool recovering)
{
    if (token == TOKEN_LBRACE || (recovering && (token == TOKEN_LPAREN || token == TOKEN_LBRACKET)))
        lex_skip_group(parser);
    if (recovering && token == TOKEN_NAME && parser->declares && parser->may_be_type &&
        value->name->binding == BINDING_NONE && !value->name->keyword) {
        struct lost_name lost = {value->name, loc->first};
        vec_push(parser->arena, &parser->lost, lost);
        scope_bind(parser, value->name, NULL);
    }
    return token == TOKEN_LBRACE ? TOKEN_SKIPPED : token;
}

static void
note_word(struct parser *parser, int token, const union parse_value *value)
{
    int before = parser->token_before;
    bool starts = before == 0 || before == TOKEN_SEMICOLON || before == TOKEN_LBRACE ||
                  before == TOKEN_RBRACE || before == TOKEN_LPAREN;
    if (token == TOKEN_RETURN || token == TOKEN_GOTO || token == TOKEN_BREAK ||
        token == TOKEN_CONTINUE)
        parser->jump = value->word.text;
    else if (token == TOKEN_ASM || token == TOKEN_STATIC_ASSERT)
        parser->jump = token == TOKEN_ASM ? "asm" : "_Static_assert";
    else if (starts &&
             (token == TOKEN_TYPE_WORD || token == TOKEN_TYPE_NAME || token == TOKEN_QUALIFIER ||
              token == TOKEN_STORAGE || token == TOKEN_STRUCT))
        parser->declares = true;
}

struct repair *
parse_repair_new(struct arena *arena)
{
    return ARENA_NEW(arena, struct repair);
}

/* The quick answer: what the state itself says.  Where it reduces, only closing punctuation can be
 * in its lookahead set and yet not fit in the end. */
static bool
surely_fits(const yy_state_t *top, int token)
{
    int kind = YYTRANSLATE(token), at = yypact[*top];
    if (yypact_value_is_default(at))
        return false;
    at += kind;
    if (at < 0 || at > YYLAST || yycheck[at] != kind || yytable_value_is_error(yytable[at]))
        return false;
    return yytable[at] > 0 || (kind > YYSYMBOL_COMMA && kind < YYNTOKENS);
}

enum { LEFT_OUT = -3 }; /* no token of bison's */

static int
try_token(union parse_value *value, struct parse_loc *loc, struct parser *parser, const void *top,
          int status)
{
    struct trial trial;
    struct repair *repair = parser->repair;
    bool recovering = status == 3; /* bison throws tokens away until one fits behind an error */
    int token;
    begin_trial(&trial, top);
    if (repair->next < repair->count)
        return hand_out(repair, value, loc, parser);
    if (repair->has_held) {
        token = repair->held;
        *value = repair->value;
        *loc = repair->loc;
        repair->has_held = false;
    } else {
        note_statement(parser);
        token = lex_next(value, loc, parser);
        if (repair->names_only && parser->token_before == TOKEN_RPAREN && !parser->depth[0])
            skip_parameter_types(parser, &token, value, loc);
        while (token == TOKEN_NAME && !recovering &&
               leave_out_word(parser, &trial, &token, value, loc))
            ;
        if (token == TOKEN_NAME && !recovering && is_operand(parser, &trial, value->name))
            token = leave_out_operand(parser, value, loc);
        if (token == TOKEN_END) { /* what is missing is missing behind the last token */
            loc->first = loc->last = parser->behind_previous ? parser->behind_previous : loc->first;
            parser->quiet |= parser->pp->unterminated;
        }
        repair->attempts = 0;
        note_word(parser, token, value);
        if (find_missing_end(parser, repair, &trial, token,
                             token == TOKEN_STORAGE ? value->word.value : 0)) {
            report_mended(parser, repair, &trial, token, loc->first);
            hold(repair, token, value, loc);
            return hand_out(repair, value, loc, parser);
        }
    }
    if (token == TOKEN_NAME && !recovering)
        token = check_name(parser, &trial, value, loc);
    if (surely_fits(top, token) || shifts(&trial, token))
        return token;
    begin_trial(&trial, top);
    if (!recovering && leave_out_punctuation(parser, &trial, token, loc->first))
        return LEFT_OUT;
    if (!recovering && replace_punctuation(parser, &trial, &token, value, loc))
        return token;
    if (mend(parser, &trial, &token, value, loc, recovering))
        return token;
    return throw_away(parser, token, value, loc, recovering);
}

static int
next_token(union parse_value *value, struct parse_loc *loc, struct parser *parser, const void *top,
           int status)
{
    int token;
    do
        token = try_token(value, loc, parser, top, status);
    while (token == LEFT_OUT);
    return token;
}

static int
yyreport_syntax_error(const yypcontext_t *context, struct parser *parser)
{
    struct trial trial;
    begin_trial(&trial, context->yyssp);
    report(parser, &trial, yypcontext_token(context), yypcontext_location(context)->first);
    return 0;
}
