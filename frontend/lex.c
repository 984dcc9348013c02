/* From preprocessing tokens to tokens of the language: keywords, literals, joined strings, and
 * whether a name is a type.
 *
 * C's grammar needs to know typedef names.  A name is one if its innermost declaration is a typedef
 * (or it is built in, like float4), unless the specifiers before it already hold a type
 * (`unsigned uint;` declares uint) or it is a tag or a member. */
#include "frontend/ast_build.h"
#include "frontend/lex_internal.h"
#include "frontend/parse.tab.h"

#include <string.h>

static const struct {
    uint16_t token;
    uint8_t op;
} punctuators[] = {
    {TOKEN_INVALID, OP_NONE},
#define PUNCTUATOR(name, text, token, op) {TOKEN_##token, op},
#include "frontend/token.def"
};

/* What a punctuator does to the state of the lexer; brackets come in the order of lex_state.depth. */
enum effect {
    EFFECT_NONE,
    EFFECT_OPEN_PAREN,
    EFFECT_OPEN_BRACKET,
    EFFECT_OPEN_BRACE,
    EFFECT_CLOSE_PAREN,
    EFFECT_CLOSE_BRACKET,
    EFFECT_CLOSE_BRACE,
    EFFECT_STAR,
    EFFECT_MEMBER,
    EFFECT_SEMICOLON,
    EFFECT_CARET,
};

static const uint8_t effects[PUNCT_COUNT] = {
    [PUNCT_LPAREN] = EFFECT_OPEN_PAREN,
    [PUNCT_LBRACKET] = EFFECT_OPEN_BRACKET,
    [PUNCT_LBRACE] = EFFECT_OPEN_BRACE,
    [PUNCT_RPAREN] = EFFECT_CLOSE_PAREN,
    [PUNCT_RBRACKET] = EFFECT_CLOSE_BRACKET,
    [PUNCT_RBRACE] = EFFECT_CLOSE_BRACE,
    [PUNCT_STAR] = EFFECT_STAR,
    [PUNCT_DOT] = EFFECT_MEMBER,
    [PUNCT_ARROW] = EFFECT_MEMBER,
    [PUNCT_SEMICOLON] = EFFECT_SEMICOLON,
    [PUNCT_CARET] = EFFECT_CARET,
};

void
scope_push(struct parser *parser)
{
    vec_push(parser->arena, &parser->scopes.undo, (struct scope_undo){0});
}

void
scope_pop(struct parser *parser)
{
    while (parser->scopes.undo.count) {
        struct scope_undo undo = vec_pop(&parser->scopes.undo);
        if (!undo.name)
            return;
        undo.name->binding = undo.binding;
        undo.name->declared = undo.declared;
    }
}

void
scope_bind(struct parser *parser, struct pp_name *name, struct decl *type)
{
    vec_push(parser->arena, &parser->scopes.undo,
             (struct scope_undo){name, name->binding, name->declared});
    name->binding = type ? BINDING_TYPEDEF : BINDING_OTHER;
    name->declared = type;
}

static inline void
read_token(struct parser *parser, struct pp_token *token)
{
    struct lex_state *lex = &parser->lex;
    if (lex->ahead_count) {
        *token = lex->ahead[0];
        memmove(lex->ahead, lex->ahead + 1, --lex->ahead_count * sizeof *token);
        return;
    }
    while (pp_next_fast(parser->pp, token), token->kind == PP_PRAGMA)
        lex_obey_pragma(parser, token);
}

void
lex_read(struct parser *parser, struct pp_token *token)
{
    read_token(parser, token);
}

void
lex_unread(struct parser *parser, const struct pp_token *token)
{
    struct lex_state *lex = &parser->lex;
    memmove(lex->ahead + 1, lex->ahead, lex->ahead_count++ * sizeof *token);
    lex->ahead[0] = *token;
}

const struct pp_token *
lex_peek(struct parser *parser, uint32_t n)
{
    struct lex_state *lex = &parser->lex;
    struct pp_token tokens[LEX_AHEAD];
    if (n >= lex->ahead_count) {
        /* lex_read empties `ahead` first, so all tokens are collected in order and then put back */
        for (uint32_t i = 0; i <= n; i++)
            lex_read(parser, &tokens[i]);
        memcpy(lex->ahead, tokens, (n + 1) * sizeof *tokens);
        lex->ahead_count = n + 1;
    }
    return &lex->ahead[n];
}

/* Counts an opening bracket; false: too deep, an error was reported. */
static bool
open_bracket(struct parser *parser, unsigned kind, loc_t loc)
{
    struct lex_state *lex = &parser->lex;
    uint32_t depth = lex->depth[kind]++;
    if (depth >= BRACKET_DEPTH) {
        diag_error(parser->diag, loc, brackets_too_deep, BRACKET_DEPTH);
        lex->failed = true;
        return false;
    }
    lex->opened[kind][depth] = loc;
    return true;
}

static void
close_bracket(struct lex_state *lex, unsigned kind)
{
    lex->depth[kind] -= lex->depth[kind] > 0;
}

/* Remembers which braces belong to a struct body: a type ends with their partner.  The end of a
 * block restores the FP_CONTRACT state from before it. */
static void
note_open_brace(struct parser *parser, bool opens_record)
{
    struct lex_state *lex = &parser->lex;
    uint32_t n = lex->depth[2];
    uint8_t bit = (uint8_t)(1u << (n % 8));
    if (opens_record)
        lex->record_brace[n / 8] |= bit;
    else
        lex->record_brace[n / 8] &= (uint8_t)~bit;
    parser->pragmas.contracts[n] = parser->pragmas.contract;
    lex->declaring = 0;
}

static void
note_close_brace(struct parser *parser)
{
    struct lex_state *lex = &parser->lex;
    uint32_t n = lex->depth[2] + 1;
    lex->after_type = lex->record_brace[n / 8] >> (n % 8) & 1;
    lex->record_brace[n / 8] &= (uint8_t) ~(1u << (n % 8)); /* a stray second one closes none */
    parser->pragmas.contract = parser->pragmas.contracts[n];
}

/* Within __attribute__ and typeof: specifiers continue after it as if it were not there. */
static void
note_attribute(struct lex_state *lex, unsigned punct)
{
    lex->attribute_depth += punct == PUNCT_LPAREN;
    lex->attribute_depth -= punct == PUNCT_RPAREN;
    if (lex->attribute_depth == 0) {
        lex->attribute_depth = -1;
        lex->after_type = lex->saved_after_type;
        lex->after_tag_word = lex->saved_after_tag_word;
    }
}

/* ^^ is reserved (OpenCL C 6.3 g): reported, then read as ^. */
static void
join_carets(struct parser *parser, const struct pp_token *first)
{
    const struct pp_token *next = lex_peek(parser, 0);
    struct pp_token second;
    if (!pp_is_punct(next, PUNCT_CARET) || next->flags & (PP_SPACE | PP_LINE_START))
        return;
    lex_read(parser, &second);
    diag_range(parser->diag, first->loc, second.loc);
    diag_error(parser->diag, first->loc, reserved_operator);
}

static int
lex_punct(struct parser *parser, const struct pp_token *token, union parse_value *value)
{
    struct lex_state *lex = &parser->lex;
    enum effect effect = effects[token->detail];
    bool record = lex->after_tag_word || lex->after_tag;
    bool type = lex->after_type;
    lex->after_type = lex->after_tag_word = lex->after_tag = lex->after_member = false;
    switch (effect) {
    case EFFECT_OPEN_PAREN:
    case EFFECT_OPEN_BRACKET:
    case EFFECT_OPEN_BRACE:
        if (!open_bracket(parser, effect - EFFECT_OPEN_PAREN, token->loc))
            return TOKEN_END;
        if (effect == EFFECT_OPEN_BRACE)
            note_open_brace(parser, record);
        break;
    case EFFECT_CLOSE_PAREN:
    case EFFECT_CLOSE_BRACKET:
    case EFFECT_CLOSE_BRACE:
        close_bracket(lex, effect - EFFECT_CLOSE_PAREN);
        if (effect == EFFECT_CLOSE_BRACE)
            note_close_brace(parser);
        break;
    case EFFECT_STAR:
        lex->after_type = type;
        break;
    case EFFECT_MEMBER:
        lex->after_member = true;
        break;
    case EFFECT_SEMICOLON:
        lex->declaring = 0;
        break;
    case EFFECT_CARET:
        join_carets(parser, token);
        break;
    case EFFECT_NONE:
        break;
    }
    if (lex->attribute_depth >= 0)
        note_attribute(lex, token->detail);
    value->op = punctuators[token->detail].op;
    return punctuators[token->detail].token;
}

static int
lex_keyword(struct parser *parser, const struct keyword *keyword, union parse_value *value)
{
    struct lex_state *lex = &parser->lex;
    bool tag = lex->after_tag_word;
    lex->after_tag_word = false;
    value->word.text = keyword->text;
    value->word.value = keyword->value;
    switch (keyword->token) {
    case TOKEN_ATTRIBUTE:
    case TOKEN_ALIGNAS:
        lex->saved_after_type = lex->after_type;
        lex->saved_after_tag_word = tag;
        lex->attribute_depth = 0;
        break;
    case TOKEN_TYPEOF:
        lex->saved_after_type = true; /* after its parentheses */
        lex->saved_after_tag_word = false;
        lex->attribute_depth = 0;
        lex->after_type = false;
        break;
    case TOKEN_TYPE_WORD:
        lex->after_type = true;
        break;
    case TOKEN_STRUCT:
    case TOKEN_ENUM:
        lex->after_tag_word = true;
        break;
    case TOKEN_QUALIFIER:
    case TOKEN_STORAGE:
        break; /* they may stand anywhere among the specifiers */
    case TOKEN_FOR:
    case TOKEN_WHILE:
    case TOKEN_DO:
        value->word.value = parser->pragmas.unroll;
        parser->pragmas.unroll = 0;
        /* fallthrough */
    default:
        lex->after_type = false;
        break;
    }
    return keyword->token;
}

/* Programs pasted from elsewhere may contain letters of other scripts, typographic quotes, fixed
 * spaces.  Reports the first one in a name by its code point, or as a byte if the UTF-8 is
 * broken. */
static void
report_foreign(struct parser *parser, const struct pp_token *token)
{
    const unsigned char *c = (const unsigned char *)token->name->text, *start = c;
    while (*c < 0x80)
        c++;
    uint32_t more = *c >= 0xf0 ? 3 : *c >= 0xe0 ? 2 : *c >= 0xc2 ? 1 : 0;
    uint32_t code = *c & (more ? 0x3fu >> more : 0xffu);
    for (uint32_t i = 1; i <= more; i++) {
        if ((c[i] & 0xc0) != 0x80) {
            more = 0;
            break;
        }
        code = code << 6 | (c[i] & 0x3fu);
    }
    loc_t loc = token->flags & PP_EXPANDED ? token->loc : token->loc + (loc_t)(c - start);
    if (more)
        diag_error(parser->diag, loc, unexpected_character_code, (unsigned)code);
    else
        diag_error(parser->diag, loc, unexpected_byte, *c);
    token->name->is_foreign = false;
    parser->errors.quiet = parser->errors.broken = true;
}

static int
lex_name(struct parser *parser, const struct pp_token *token, union parse_value *value)
{
    struct lex_state *lex = &parser->lex;
    struct pp_name *name = token->name;
    if (name->is_foreign)
        report_foreign(parser, token);
    if (lex_is_wide_prefix(parser, token))
        return lex_wide(parser, token, value);
    bool member = lex->after_member, tag = lex->after_tag_word;
    lex->after_member = lex->after_tag_word = lex->after_tag = false;
    if (name->keyword && !member) {
        lex->after_tag_word = tag;
        const struct keyword *keyword = &keywords[name->keyword - 1];
        int kind = lex_keyword(parser, keyword, value);
        if (kind == TOKEN_QUALIFIER && !lex_has_keyword(parser, keyword, token->loc))
            value->word.value = SPEC_ERROR;
        return kind;
    }
    value->name = name;
    if (tag && strcmp(name->text, "class") == 0) {
        diag_fixit(parser->diag, token->loc, lex_token_end(token), "");
        diag_error(parser->diag, token->loc, scoped_enumeration, name->text);
        lex->after_tag_word = parser->errors.broken = true;
        return TOKEN_INVALID;
    }
    bool is_type =
        name->binding == BINDING_TYPEDEF || (name->binding == BINDING_NONE && name->builtin_type);
    if (tag) {
        lex->after_tag = lex->after_type = true;
        lex->may_be_type = false;
        return TOKEN_NAME;
    }
    /* `int a, uint;` declares uint: after the comma of a declaration, a name is never a type */
    bool next_declarator =
        lex->previous_token == TOKEN_COMMA && lex->declaring == lex->depth[0] + 1;
    lex->may_be_type = !member && !lex->after_type && !next_declarator;
    if (member || lex->after_type || !is_type || next_declarator) {
        lex->after_type = false;
        return TOKEN_NAME;
    }
    lex->after_type = true;
    return TOKEN_TYPE_NAME;
}

/* A broken literal becomes a constant, so that it causes no second error; stray characters are
 * dropped. */
static int
lex_other(struct parser *parser, const struct pp_token *token, union parse_value *value)
{
    struct error_state *errors = &parser->errors;
    char quote = token->text[0];
    if (quote != '"' && quote != '\'') {
        unsigned char byte = (unsigned char)quote;
        if (errors->quiet)
            return TOKEN_INVALID;
        if (byte < ' ' || byte >= 127) /* control characters and broken UTF-8 stay off terminals */
            diag_error(parser->diag, token->loc, unexpected_byte, byte);
        else
            diag_error(parser->diag, token->loc, unexpected_character, (int)token->length,
                       token->text);
        errors->quiet = errors->broken = true;
        return TOKEN_INVALID;
    }
    if (quote == '\'' && token->length == 2 && token->text[1] == '\'')
        diag_error(parser->diag, token->loc, empty_character_constant);
    else
        diag_error(parser->diag, token->loc, missing_terminating_character,
                   quote == '"' ? "'\"'" : "'");
    errors->quiet = true; /* what follows may well be part of it */
    value->expr = lex_leaf(parser, EXPR_ERROR, token);
    return TOKEN_CONSTANT;
}

static bool
is_kernel_word(const struct pp_token *token)
{
    return token->flags & PP_LINE_START && lex_keyword_of(token) == TOKEN_STORAGE &&
           keywords[token->name->keyword - 1].value == SPEC_KERNEL;
}

bool
lex_starts_kernel(struct parser *parser)
{
    const struct pp_token *next = lex_peek(parser, 0);
    return is_kernel_word(&parser->lex.current) &&
           (lex_keyword_of(next) == TOKEN_ATTRIBUTE ||
            (lex_keyword_of(next) == TOKEN_TYPE_WORD && strcmp(next->text, "void") == 0));
}

void
lex_skip_group(struct parser *parser)
{
    struct lex_state *lex = &parser->lex;
    uint32_t open[3] = {0}, which = 0; /* ( [ { and the one that is skipped */
    struct pp_token token = lex->current;
    bool is_for = lex->previous_token == TOKEN_FOR; /* whose semicolons end nothing */
    for (bool first = true;; first = false) {
        for (uint32_t i = 0; token.kind == PP_PUNCT && i < 3; i++) {
            static const uint8_t pairs[3][2] = {{PUNCT_LPAREN, PUNCT_RPAREN},
                                                {PUNCT_LBRACKET, PUNCT_RBRACKET},
                                                {PUNCT_LBRACE, PUNCT_RBRACE}};
            open[i] += token.detail == pairs[i][0];
            open[i] -= token.detail == pairs[i][1] && open[i];
            which = first && token.detail == pairs[i][0] ? i : which;
        }
        if (!open[which])
            break;
        const struct pp_token *next = lex_peek(parser, 0);
        /* the partner is missing: stop at the end, at a kernel or, outside of braces, at a
         * statement's end */
        bool ends = next->kind == PP_END || is_kernel_word(next) ||
                    (which != 2 && !open[2] && !is_for && next->kind == PP_PUNCT &&
                     (next->detail == PUNCT_SEMICOLON || next->detail == PUNCT_RBRACE));
        if (ends)
            break;
        lex_read(parser, &token);
    }
    lex->depth[which] -= lex->depth[which] > 0;
    lex->current = token;
    lex->after_type = lex->after_member = false;
    lex->token = which == 2 ? TOKEN_RBRACE : TOKEN_RPAREN;
}

void
lex_note_open(struct parser *parser, int kind)
{
    uint32_t depth = parser->lex.depth[kind];
    loc_t loc = depth && depth <= BRACKET_DEPTH ? parser->lex.opened[kind][depth - 1] : 0;
    if (loc)
        diag_note(parser->diag, loc, to_match_this, kind == 0 ? "(" : kind == 1 ? "[" : "{");
}

void
lex_inserted(struct parser *parser, int token)
{
    struct lex_state *lex = &parser->lex;
    static const struct {
        uint16_t open, close;
    } pairs[] = {{TOKEN_LPAREN, TOKEN_RPAREN},
                 {TOKEN_LBRACKET, TOKEN_RBRACKET},
                 {TOKEN_LBRACE, TOKEN_RBRACE}};
    for (size_t i = 0; i < 3; i++) {
        if (token == pairs[i].open && lex->depth[i] < BRACKET_DEPTH)
            lex->opened[i][lex->depth[i]++] = 0;
        lex->depth[i] -= token == pairs[i].close && lex->depth[i];
    }
    if (token == TOKEN_SEMICOLON)
        lex->declaring = 0;
}

int
lex_peek_keyword(struct parser *parser)
{
    return lex_keyword_of(lex_peek(parser, 0));
}

bool
lex_follows_type(const struct pp_token *token)
{
    int keyword = lex_keyword_of(token);
    return (!keyword && token->kind == PP_NAME) || keyword == TOKEN_TYPE_WORD ||
           keyword == TOKEN_QUALIFIER || keyword == TOKEN_STORAGE || keyword == TOKEN_STRUCT ||
           keyword == TOKEN_ENUM;
}

int
lex_correct(struct parser *parser, union parse_value *value)
{
    return parser->lex.token = lex_keyword(parser, lex_find_similar_keyword(value->name), value);
}

static int
classify(struct parser *parser, const struct pp_token *token, union parse_value *value)
{
    struct lex_state *lex = &parser->lex;
    if (token->kind == PP_PUNCT)
        return lex_punct(parser, token, value);
    if (token->kind == PP_NAME)
        return lex_name(parser, token, value);
    lex->after_type = lex->after_member = false;
    lex->after_tag = lex->after_tag_word = false;
    switch (token->kind) {
    case PP_NUMBER:
        return lex_number(parser, token, value);
    case PP_CHAR:
        return lex_char(parser, token, value);
    case PP_STRING:
        return lex_string(parser, token, value);
    case PP_END:
        return TOKEN_END;
    default:
        return lex_other(parser, token, value);
    }
}

/* After #pragma unroll: is this the loop, or an attribute before it? */
static void
check_unroll(struct parser *parser, const struct pp_token *token)
{
    int keyword = lex_keyword_of(token);
    if (keyword == TOKEN_FOR || keyword == TOKEN_WHILE || keyword == TOKEN_DO ||
        keyword == TOKEN_ATTRIBUTE || parser->lex.attribute_depth >= 0)
        return;
    parser->pragmas.unroll = 0;
    diag_error(parser->diag, parser->pragmas.unroll_loc,
               expected_while_do_while_loop_follow_pragma);
}

int
lex_next(union parse_value *value, struct parse_loc *loc, struct parser *parser)
{
    struct lex_state *lex = &parser->lex;
    struct pp_token *token = &lex->current; /* still the previous one */
    lex->previous_end = token->flags & PP_EXPANDED ? token->loc : token->loc + token->length;
    lex->previous_name = token->kind == PP_NAME ? token->name : NULL;
    lex->previous_token = lex->token;
    lex->after_record = lex->token == TOKEN_RBRACE && lex->after_type;
    if (lex->failed)
        return TOKEN_END;
    do {
        read_token(parser, token);
        loc->first = token->loc;
        loc->last = lex_token_end(token);
        if (parser->pragmas.unroll)
            check_unroll(parser, token);
        lex->token = classify(parser, token, value);
        /* __extension__ and stray characters are skipped, # and ## are bison's to refuse */
    } while (lex->token == TOKEN_INVALID && token->kind != PP_PUNCT);
    return lex->token;
}
