/* From preprocessing tokens to tokens of the language: keywords, literals, joined strings, and
 * whether a name is a type.
 *
 * C's grammar needs to know typedef names.  A name is one if its innermost declaration is a typedef
 * (or it is built in, like float4), unless the specifiers before it already hold a type
 * (`unsigned uint;` declares uint) or it is a tag or a member. */
#include "frontend/ast_build.h"
#include "frontend/literal.h"
#include "frontend/parse.tab.h"
#include "support/suggest.h"

#include <stdlib.h>
#include <string.h>

struct keyword {
    const char *text;
    uint16_t token;
    uint16_t since;
    uint32_t value;
};

/* Of a row of token.def: an optional feature instead of a version. */
#define NEEDS(feature) (NEEDS_FEATURE + FEATURE_##feature)
enum { NEEDS_FEATURE = 1000 };

static const struct keyword keywords[] = {
#define KEYWORD(text, token, value, since) {text, TOKEN_##token, since, value},
#include "frontend/token.def"
};

static const struct {
    uint16_t token;
    uint8_t op;
} punctuators[] = {
    {TOKEN_INVALID, OP_NONE},
#define PUNCTUATOR(name, text, token, op) {TOKEN_##token, op},
#include "frontend/token.def"
};

enum { KEYWORDS = sizeof keywords / sizeof *keywords };

static const struct keyword *
find_keyword(const char *text)
{
    int low = 0, high = KEYWORDS;
    while (low < high) {
        int middle = (low + high) / 2, order = strcmp(text, keywords[middle].text);
        if (order == 0)
            return &keywords[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

static const char *const elements[] = {"char", "uchar", "short", "ushort", "int",   "uint",
                                       "long", "ulong", "half",  "float",  "double"};
enum { ELEMENTS = sizeof elements / sizeof *elements };

/* Of "float16", "x4": how many of the characters are a vector's count; 0: it has none. */
static size_t
count_digits(const char *text, size_t length)
{
    if (length > 2 && text[length - 1] == '6' && text[length - 2] == '1')
        return 2;
    return length > 1 && strchr("2348", text[length - 1]);
}

/* char2 .. ulong16, half2 .. double16. */
static bool
is_vector_name(const char *text, size_t length)
{
    size_t digits = count_digits(text, length);
    for (size_t i = 0; digits && i < ELEMENTS; i++)
        if (strlen(elements[i]) == length - digits &&
            memcmp(elements[i], text, length - digits) == 0)
            return true;
    return false;
}

static bool
is_there(const struct frontend_options *options, unsigned since)
{
    if (since >= NEEDS_FEATURE)
        return frontend_features(options) >> (since - NEEDS_FEATURE) & 1;
    return options->cl_version >= since;
}

bool
lex_is_other_keyword(const struct frontend_options *options, const char *text)
{
    const struct keyword *keyword = find_keyword(text);
    return keyword && !is_there(options, keyword->since);
}

/* The version or feature that brings a type (token.def); 0: no such type, or a vector. */
static uint16_t
type_since(const char *text)
{
    static const struct {
        const char *name;
        uint16_t since;
    } types[] = {
#define BUILTIN_TYPE(name, since) {name, since},
#include "frontend/token.def"
    };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (types[i].name[0] == text[0] && strcmp(types[i].name, text) == 0)
            return types[i].since;
    return 0;
}

static bool
is_builtin_type(const char *text, size_t length, const struct frontend_options *options)
{
    if (is_vector_name(text, length))
        return true;
    uint16_t since = type_since(text);
    return since && is_there(options, since);
}

/* The version or feature that brings the type or keyword; 0: there is none such. */
static unsigned
since_of(const char *text)
{
    const struct keyword *keyword = find_keyword(text);
    return keyword ? keyword->since : type_since(text);
}

bool
lex_is_of_other_version(const char *text)
{
    return since_of(text);
}

void
lex_note_since(struct parser *parser, const char *text, loc_t loc)
{
    unsigned since = since_of(text);
    bool needs_feature = since >= NEEDS_FEATURE;
    if (needs_feature && parser->frontend->options.cl_version >= 300)
        diag_note(parser->diag, loc, available_with_feature, text,
                  frontend_feature_name(since - NEEDS_FEATURE));
    else if (since)
        diag_note(parser->diag, loc, available_since, text, needs_feature ? 2 : since / 100,
                  needs_feature ? 0 : since / 10 % 10);
}

/* The keyword that a token is, or 0. */
static int
keyword_of(const struct pp_token *token)
{
    return token->kind == PP_NAME && token->name->keyword ? keywords[token->name->keyword - 1].token
                                                          : 0;
}

static bool
is_ascii(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)text[i] >= 0x80)
            return false;
    return true;
}

void
lex_classify(struct pp *pp, struct pp_name *name)
{
    name->is_foreign = !is_ascii(name->text, name->length);
    const struct frontend_options *options = &pp->frontend->options;
    const struct keyword *keyword = find_keyword(name->text);
    if (keyword && is_there(options, keyword->since))
        name->keyword = (uint16_t)(keyword - keywords + 1);
    else
        name->builtin_type = is_builtin_type(name->text, name->length, options);
}

void
scope_push(struct parser *parser)
{
    vec_push(parser->arena, &parser->undo, (struct scope_undo){0});
}

void
scope_pop(struct parser *parser)
{
    while (parser->undo.count) {
        struct scope_undo undo = vec_pop(&parser->undo);
        if (!undo.name)
            return;
        undo.name->binding = undo.binding;
        undo.name->declared = undo.declared;
    }
}

void
scope_bind(struct parser *parser, struct pp_name *name, struct decl *type)
{
    vec_push(parser->arena, &parser->undo,
             (struct scope_undo){name, name->binding, name->declared});
    name->binding = type ? BINDING_TYPEDEF : BINDING_OTHER;
    name->declared = type;
}

/* The count in "unroll 4", "unroll(4)", "unroll_count(4)", and nothing behind it.  0: an error was
 * reported. */
static uint32_t
unroll_count(struct parser *parser, const char *text, loc_t loc)
{
    struct literal_number number;
    if (strchr(text, '(') && !strchr(text, ')'))
        diag_error(parser->diag, loc, expected_closing_parenthesis);
    text += strspn(text, " (");
    uint32_t length = (uint32_t)strcspn(text, " )");
    const char *rest = text + length + strspn(text + length, " )");
    literal_number(text, length, &number);
    if (number.error || number.is_float || !number.value || number.value > INT32_MAX) {
        diag_error(parser->diag, loc, invalid_value_must_positive, (int)length, text);
        return 0;
    }
    if (*rest && strncmp(rest, "vectorize", 9) != 0 && strncmp(rest, "interleave", 10) != 0)
        diag_warning(parser->diag, loc, extra_tokens_end_pragma_unroll_ignored);
    return (uint32_t)number.value;
}

/* #pragma clang loop unroll(full) unroll_count(4) ...: what concerns vectors means nothing here. */
static void
obey_loop_pragma(struct parser *parser, const char *text, loc_t loc)
{
    const char *count = strstr(text, "unroll_count(");
    parser->unroll_loc = loc;
    if (count)
        parser->unroll = unroll_count(parser, count + 12, loc);
    else if (strstr(text, "unroll(disable)"))
        parser->unroll = 1;
    else if (strstr(text, "unroll(full)") || strstr(text, "unroll(enable)"))
        parser->unroll = UINT32_MAX;
    else if (strstr(text, "unroll"))
        diag_warning(parser->diag, loc, expected_enable_full_disable_after_unroll);
}

/* #pragma OPENCL EXTENSION name : behaviour, with single blanks or none around the colon. */
static void
obey_extension(struct parser *parser, const char *text)
{
    static const struct {
        const char *name;
        uint8_t extension;
    } names[] = {{"all", EXTENSIONS},
                 {"cl_khr_fp16", EXTENSION_FP16},
                 {"cl_khr_fp64", EXTENSION_FP64},
                 {"cl_amd_fp64", EXTENSION_FP64},
                 {"cl_amd_printf", EXTENSION_PRINTF},
                 {"cl_clang_storage_class_specifiers", EXTENSION_STORAGE}};
    size_t length = strcspn(text, " :");
    bool enables = strstr(text + length, "enable") || strstr(text + length, "require");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strlen(names[i].name) != length || strncmp(text, names[i].name, length) != 0)
            continue;
        if (!enables && strstr(text + length, "disable"))
            parser->extensions &= (uint8_t)~names[i].extension;
        else if (enables && names[i].extension != EXTENSIONS)
            parser->extensions |= names[i].extension;
    }
}

/* #pragma OPENCL FP_CONTRACT, STDC FP_CONTRACT and clang fp contract(...): up to the end of the
 * block or of the file. */
static void
obey_contract(struct parser *parser, const char *text, loc_t loc)
{
    if (parser->depth[2] && parser->previous_token != TOKEN_LBRACE)
        diag_error(parser->diag, loc, misplaced_fp_contract);
    else if (strstr(text, "CONTRACT OFF") || strstr(text, "(off)"))
        parser->contract = CONTRACT_OFF;
    else if (strstr(text, "CONTRACT DEFAULT"))
        parser->contract = CONTRACT_DEFAULT;
    else if (strstr(text, "CONTRACT ON") || strstr(text, "(on)") || strstr(text, "(fast)"))
        parser->contract = CONTRACT_ON;
}

/* #pragma unroll [N], nounroll, clang loop unroll(...), OPENCL EXTENSION, FP_CONTRACT. */
static void
obey_pragma(struct parser *parser, const struct pp_token *token)
{
    const char *text = arena_strndup(parser->arena, token->text, token->length);
    if (strncmp(text, "unroll", 6) == 0) {
        parser->unroll_loc = token->loc;
        parser->unroll = text[6] ? unroll_count(parser, text + 6, token->loc) : UINT32_MAX;
    } else if (strncmp(text, "nounroll", 8) == 0) {
        parser->unroll_loc = token->loc;
        parser->unroll = 1;
        if (text[8])
            diag_warning(parser->diag, token->loc, extra_tokens_end_pragma_nounroll_ignored);
    } else if (strncmp(text, "clang loop", 10) == 0) {
        obey_loop_pragma(parser, text, token->loc);
    } else if (strncmp(text, "OPENCL EXTENSION ", 17) == 0) {
        obey_extension(parser, text + 17);
    } else if (strstr(text, "FP_CONTRACT") || strncmp(text, "clang fp contract", 17) == 0) {
        obey_contract(parser, text, token->loc);
    }
}

/* #pragma pack(N), pack(), pack(push[, N]), pack(pop): the most that fields are aligned to, from
 * here on.  Names of pushed values are not told apart. */
static void
obey_pack(struct parser *parser, const struct pp_token *token)
{
    const char *text = arena_strndup(parser->arena, token->text, token->length);
    const char *open = strchr(text, '('), *digit = strpbrk(text, "0123456789");
    bool push = strstr(text, "push"), pop = strstr(text, "pop");
    unsigned long most = digit ? strtoul(digit, NULL, 10) : 0;
    if (!open || !strchr(open, ')') || (push && pop) || most > 16 || (most & (most - 1)) ||
        (digit && most == 0)) {
        diag_warning(parser->diag, token->loc, malformed_pragma_ignored, text);
        return;
    }
    if (push)
        vec_push(parser->arena, &parser->packs, parser->pack);
    if (pop && !parser->packs.count)
        diag_warning(parser->diag, token->loc, pragma_pack_pop_without_pack_push);
    if (pop)
        parser->pack = parser->packs.count ? vec_pop(&parser->packs) : 0;
    if (most || (!push && !pop))
        parser->pack = (uint8_t)most;
}

static void
read_token(struct parser *parser, struct pp_token *token)
{
    if (parser->ahead_count) {
        *token = parser->ahead[0];
        memmove(parser->ahead, parser->ahead + 1, --parser->ahead_count * sizeof *token);
        return;
    }
    for (;;) {
        pp_next(parser->pp, token);
        if (token->kind != PP_PRAGMA)
            return;
        if (token->length >= 4 && strncmp(token->text, "pack", 4) == 0)
            obey_pack(parser, token);
        else
            obey_pragma(parser, token);
    }
}

static void
unread_token(struct parser *parser, const struct pp_token *token)
{
    memmove(parser->ahead + 1, parser->ahead, parser->ahead_count++ * sizeof *token);
    parser->ahead[0] = *token;
}

const struct pp_token *
lex_peek(struct parser *parser, uint32_t n)
{
    struct pp_token tokens[3];
    if (n >= parser->ahead_count) {
        for (uint32_t i = 0; i <= n; i++)
            read_token(parser, &tokens[i]);
        memcpy(parser->ahead, tokens, (n + 1) * sizeof *tokens);
        parser->ahead_count = n + 1;
    }
    return &parser->ahead[n];
}

/* The place of a token's last character; of an expansion's, the token itself. */
static loc_t
token_end(const struct pp_token *token)
{
    return token->flags & PP_EXPANDED || !token->length ? token->loc
                                                        : token->loc + token->length - 1;
}

static struct expr *
leaf(struct parser *parser, enum expr_kind kind, const struct pp_token *token)
{
    struct expr *expr = ARENA_NEW(parser->arena, struct expr);
    expr->kind = (uint8_t)kind;
    expr->loc = expr->start = token->loc;
    expr->end = token_end(token);
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

static int
lex_number(struct parser *parser, const struct pp_token *token, union parse_value *value)
{
    struct literal_number number;
    literal_number(token->text, token->length, &number);
    struct expr *expr = leaf(parser, number.is_float ? EXPR_FLOAT : EXPR_INT, token);
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
        expr->floating.extensions = parser->extensions;
    } else {
        if (number.overflow)
            diag_error(parser->diag, token->loc, integer_literal_too_large);
        expr->integer.value = number.value;
        expr->integer.is_unsigned = number.is_unsigned;
        expr->integer.longs = number.longs;
        expr->integer.base = number.base;
    }
    value->expr = expr;
    return TOKEN_CONSTANT;
}

static int
lex_char(struct parser *parser, const struct pp_token *token, union parse_value *value)
{
    struct expr *expr = leaf(parser, EXPR_INT, token);
    int32_t number = 0;
    enum diag_id error = literal_char(token->text, token->length, &number);
    if (error)
        diag_report(parser->diag, token->loc, error);
    expr->integer.value = (uint64_t)(int64_t)number;
    expr->integer.base = 10;
    expr->integer.is_char = true;
    value->expr = expr;
    return TOKEN_CONSTANT;
}

/* Adjacent strings are one (translation phase 6). */
static int
lex_string(struct parser *parser, const struct pp_token *first, union parse_value *value)
{
    struct expr *expr = leaf(parser, EXPR_STRING, first);
    struct strbuf bytes = strbuf_new(parser->arena);
    struct pp_token token = *first;
    do {
        enum diag_id error = literal_string(&bytes, token.text, token.length);
        if (error)
            diag_report(parser->diag, token.loc, error);
        expr->end = token_end(&token);
        read_token(parser, &token);
    } while (token.kind == PP_STRING);
    unread_token(parser, &token);
    expr->string.bytes = bytes.text ? bytes.text : "";
    expr->string.length = (uint32_t)bytes.length;
    value->expr = expr;
    return TOKEN_STRING;
}

/* L'x' is an int.  The string is a mistake, and means what it would without the letter. */
static int
lex_wide(struct parser *parser, const struct pp_token *prefix, union parse_value *value)
{
    struct pp_token token;
    read_token(parser, &token);
    parser->after_type = parser->after_member = false;
    parser->current = token;
    if (token.kind == PP_CHAR)
        return lex_char(parser, &token, value);
    diag_error(parser->diag, prefix->loc, wide_string_literal);
    return lex_string(parser, &token, value);
}

static bool
is_wide_prefix(struct parser *parser, const struct pp_token *token)
{
    if (token->length != 1 || token->text[0] != 'L')
        return false;
    const struct pp_token *next = lex_peek(parser, 0);
    return (next->kind == PP_CHAR || next->kind == PP_STRING) &&
           !(next->flags & (PP_SPACE | PP_LINE_START));
}

/* Counts brackets; false: too deep, an error was reported. */
static bool
count_bracket(struct parser *parser, const struct pp_token *token)
{
    static const uint8_t kinds[PUNCT_COUNT] = {
        [PUNCT_LPAREN] = 1, [PUNCT_LBRACKET] = 2, [PUNCT_LBRACE] = 3,
        [PUNCT_RPAREN] = 4, [PUNCT_RBRACKET] = 5, [PUNCT_RBRACE] = 6,
    };
    unsigned kind = kinds[token->detail];
    if (!kind)
        return true;
    uint32_t *depth = &parser->depth[(kind - 1) % 3];
    if (kind <= 3 && ++*depth > BRACKET_DEPTH) {
        diag_error(parser->diag, token->loc, brackets_too_deep, BRACKET_DEPTH);
        return false;
    }
    if (kind <= 3)
        parser->opened[kind - 1][*depth - 1] = token->loc;
    if (kind > 3 && *depth)
        --*depth;
    return true;
}

/* Remembers which braces belong to a struct body: a type ends with their partner.  The end of a
 * block brings back what FP_CONTRACT said before it. */
static void
note_brace(struct parser *parser, const struct pp_token *token, bool opens_record)
{
    uint32_t n = parser->depth[2];
    if (token->detail == PUNCT_LBRACE) {
        uint8_t bit = (uint8_t)(1u << (n % 8));
        if (opens_record)
            parser->record_brace[n / 8] |= bit;
        else
            parser->record_brace[n / 8] &= (uint8_t)~bit;
        parser->contracts[n] = parser->contract;
    } else if (token->detail == PUNCT_RBRACE) {
        n++;
        parser->after_type = parser->record_brace[n / 8] >> (n % 8) & 1;
        parser->record_brace[n / 8] &= (uint8_t) ~(1u << (n % 8)); /* a second one has none */
        parser->contract = parser->contracts[n];
    }
}

static int
lex_punct(struct parser *parser, const struct pp_token *token, union parse_value *value)
{
    bool record = parser->after_tag_word || parser->after_tag;
    bool type = parser->after_type;
    parser->after_type = parser->after_tag_word = parser->after_tag = false;
    if (!count_bracket(parser, token)) {
        parser->failed = true;
        return TOKEN_END;
    }
    note_brace(parser, token, record);
    if (token->detail == PUNCT_STAR)
        parser->after_type = type;
    if (token->detail == PUNCT_SEMICOLON || token->detail == PUNCT_LBRACE)
        parser->declaring = 0;
    if (parser->attribute_depth >= 0) { /* what it stands between goes on after it */
        parser->attribute_depth += token->detail == PUNCT_LPAREN;
        parser->attribute_depth -= token->detail == PUNCT_RPAREN;
        if (parser->attribute_depth == 0) {
            parser->attribute_depth = -1;
            parser->after_type = parser->saved_after_type;
            parser->after_tag_word = parser->saved_after_tag_word;
        }
    }
    parser->after_member = token->detail == PUNCT_DOT || token->detail == PUNCT_ARROW;
    value->op = punctuators[token->detail].op;
    return punctuators[token->detail].token;
}

static int
lex_keyword(struct parser *parser, const struct keyword *keyword, union parse_value *value)
{
    bool tag = parser->after_tag_word;
    parser->after_tag_word = false;
    value->word.text = keyword->text;
    value->word.value = keyword->value;
    switch (keyword->token) {
    case TOKEN_ATTRIBUTE:
    case TOKEN_ALIGNAS:
        parser->saved_after_type = parser->after_type;
        parser->saved_after_tag_word = tag;
        parser->attribute_depth = 0;
        break;
    case TOKEN_TYPEOF:
        parser->saved_after_type = true; /* behind its parentheses */
        parser->saved_after_tag_word = false;
        parser->attribute_depth = 0;
        parser->after_type = false;
        break;
    case TOKEN_TYPE_WORD:
        parser->after_type = true;
        break;
    case TOKEN_STRUCT:
    case TOKEN_ENUM:
        parser->after_tag_word = true;
        break;
    case TOKEN_QUALIFIER:
    case TOKEN_STORAGE:
        break; /* they may stand anywhere among the specifiers */
    case TOKEN_FOR:
    case TOKEN_WHILE:
    case TOKEN_DO:
        value->word.value = parser->unroll;
        parser->unroll = 0;
        /* fallthrough */
    default:
        parser->after_type = false;
        break;
    }
    return keyword->token;
}

/* What a program pasted from elsewhere may hold: letters of other scripts, typographic quotes,
 * fixed spaces.  The first one of a name is told as UTF-8 has it, broken UTF-8 as a byte. */
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
    parser->quiet = parser->broken = true;
}

static int
lex_name(struct parser *parser, const struct pp_token *token, union parse_value *value)
{
    struct pp_name *name = token->name;
    if (name->is_foreign)
        report_foreign(parser, token);
    if (is_wide_prefix(parser, token))
        return lex_wide(parser, token, value);
    bool member = parser->after_member, tag = parser->after_tag_word;
    parser->after_member = parser->after_tag_word = parser->after_tag = false;
    if (name->keyword && !member) {
        parser->after_tag_word = tag;
        return lex_keyword(parser, &keywords[name->keyword - 1], value);
    }
    value->name = name;
    if (tag && strcmp(name->text, "class") == 0) {
        diag_fixit(parser->diag, token->loc, token_end(token), "");
        diag_error(parser->diag, token->loc, scoped_enumeration, name->text);
        parser->after_tag_word = parser->broken = true;
        return TOKEN_INVALID;
    }
    bool is_type =
        name->binding == BINDING_TYPEDEF || (name->binding == BINDING_NONE && name->builtin_type);
    if (tag) {
        parser->after_tag = parser->after_type = true;
        parser->may_be_type = false;
        return TOKEN_NAME;
    }
    bool next_declarator =
        parser->previous_token == TOKEN_COMMA && parser->declaring == parser->depth[0] + 1;
    parser->may_be_type = !member && !parser->after_type && !next_declarator;
    if (member || parser->after_type || !is_type || next_declarator) {
        parser->after_type = false;
        return TOKEN_NAME;
    }
    parser->after_type = true;
    return TOKEN_TYPE_NAME;
}

/* Broken literals stand for a constant, so that they make no second error; stray characters go. */
static int
lex_other(struct parser *parser, const struct pp_token *token, union parse_value *value)
{
    char quote = token->text[0];
    if (quote != '"' && quote != '\'') {
        unsigned char byte = (unsigned char)quote;
        if (parser->quiet)
            return TOKEN_INVALID;
        if (byte < ' ' || byte >= 127) /* control characters and broken UTF-8 stay off terminals */
            diag_error(parser->diag, token->loc, unexpected_byte, byte);
        else
            diag_error(parser->diag, token->loc, unexpected_character, (int)token->length,
                       token->text);
        parser->quiet = parser->broken = true;
        return TOKEN_INVALID;
    }
    if (quote == '\'' && token->length == 2 && token->text[1] == '\'')
        diag_error(parser->diag, token->loc, empty_character_constant);
    else
        diag_error(parser->diag, token->loc, missing_terminating_character,
                   quote == '"' ? "'\"'" : "'");
    parser->quiet = true; /* what follows is as likely as not a part of it */
    value->expr = leaf(parser, quote == '"' ? EXPR_STRING : EXPR_INT, token);
    if (quote == '"')
        value->expr->string.bytes = "";
    else
        value->expr->integer.base = 10;
    return quote == '"' ? TOKEN_STRING : TOKEN_CONSTANT;
}

static bool
is_kernel_word(const struct pp_token *token)
{
    return token->flags & PP_LINE_START && keyword_of(token) == TOKEN_STORAGE &&
           keywords[token->name->keyword - 1].value == SPEC_KERNEL;
}

bool
lex_starts_kernel(struct parser *parser)
{
    const struct pp_token *next = lex_peek(parser, 0);
    return is_kernel_word(&parser->current) &&
           (keyword_of(next) == TOKEN_ATTRIBUTE ||
            (keyword_of(next) == TOKEN_TYPE_WORD && strcmp(next->text, "void") == 0));
}

void
lex_skip_group(struct parser *parser)
{
    uint32_t open[3] = {0}, which = 0; /* ( [ { and the one that is skipped */
    struct pp_token token = parser->current;
    bool is_for = parser->token_before == TOKEN_FOR; /* whose semicolons end nothing */
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
        bool ends = next->kind == PP_END || is_kernel_word(next) ||
                    (which != 2 && !open[2] && !is_for && next->kind == PP_PUNCT &&
                     (next->detail == PUNCT_SEMICOLON || next->detail == PUNCT_RBRACE));
        if (ends)
            break;
        read_token(parser, &token);
    }
    parser->depth[which] -= parser->depth[which] > 0;
    parser->current = token;
    parser->after_type = parser->after_member = false;
    parser->previous_token = which == 2 ? TOKEN_RBRACE : TOKEN_RPAREN;
}

void
lex_note_open(struct parser *parser, int kind)
{
    uint32_t depth = parser->depth[kind];
    loc_t loc = depth && depth <= BRACKET_DEPTH ? parser->opened[kind][depth - 1] : 0;
    if (loc)
        diag_note(parser->diag, loc, to_match_this, kind == 0 ? "(" : kind == 1 ? "[" : "{");
}

void
lex_inserted(struct parser *parser, int token)
{
    static const struct {
        uint16_t open, close;
    } pairs[] = {{TOKEN_LPAREN, TOKEN_RPAREN},
                 {TOKEN_LBRACKET, TOKEN_RBRACKET},
                 {TOKEN_LBRACE, TOKEN_RBRACE}};
    for (size_t i = 0; i < 3; i++) {
        if (token == pairs[i].open && parser->depth[i] < BRACKET_DEPTH)
            parser->opened[i][parser->depth[i]++] = 0;
        parser->depth[i] -= token == pairs[i].close && parser->depth[i];
    }
    if (token == TOKEN_SEMICOLON)
        parser->declaring = 0;
}

bool
lex_follows_type(const struct pp_token *token)
{
    int keyword = keyword_of(token);
    return (!keyword && token->kind == PP_NAME) || keyword == TOKEN_TYPE_WORD ||
           keyword == TOKEN_QUALIFIER || keyword == TOKEN_STORAGE || keyword == TOKEN_STRUCT ||
           keyword == TOKEN_ENUM;
}

/* Types of other languages and of stdint.h. */
static const char *
foreign_type(const char *text)
{
    static const struct {
        const char *foreign, *own;
    } names[] = {{"int8_t", "char"},     {"uint8_t", "uchar"},  {"int16_t", "short"},
                 {"uint16_t", "ushort"}, {"int32_t", "int"},    {"uint32_t", "uint"},
                 {"int64_t", "long"},    {"uint64_t", "ulong"}, {"vec", "float"},
                 {"ivec", "int"},        {"uvec", "uint"},      {"dvec", "double"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i].foreign, text) == 0)
            return names[i].own;
    return NULL;
}

struct pp_name *
lex_similar_type(struct parser *parser, const struct pp_name *name)
{
    size_t digits = count_digits(name->text, name->length), length = name->length - digits;
    const char *wanted = arena_strndup(parser->arena, name->text, length);
    struct suggestion near = suggest_begin(wanted);
    for (size_t i = 0; digits && length > 3 && i < ELEMENTS; i++)
        suggest_offer(&near, elements[i], strlen(elements[i]));
    const char *element = foreign_type(wanted);
    if (!element && near.distance <= 1)
        element = near.best;
    if (!element || (!digits && !strstr(wanted, "_t")))
        return NULL;
    const char *text = arena_printf(parser->arena, "%s%s", element, name->text + length);
    return pp_name(parser->pp, text, strlen(text));
}

/* Short names are left alone, unless their letters are only in the wrong order. */
static const struct keyword *
similar_keyword(const struct pp_name *name)
{
    struct suggestion near = suggest_begin(name->text);
    for (size_t i = 0; i < KEYWORDS; i++)
        if (keywords[i].since <= 100)
            suggest_offer(&near, keywords[i].text, strlen(keywords[i].text));
    if (!near.best || near.distance > 1)
        return NULL;
    unsigned sum = 0;
    for (uint32_t i = 0; i < name->length; i++)
        sum += (unsigned char)name->text[i] - (unsigned char)near.best[i];
    bool is_same_set = strlen(near.best) == name->length && sum == 0;
    return name->length > 3 || is_same_set ? find_keyword(near.best) : NULL;
}

int
lex_similar_keyword(const struct pp_name *name)
{
    const struct keyword *keyword = similar_keyword(name);
    return keyword ? keyword->token : 0;
}

int
lex_correct(struct parser *parser, union parse_value *value)
{
    return parser->previous_token = lex_keyword(parser, similar_keyword(value->name), value);
}

/* ^^ is reserved (OpenCL C 6.3 g): reported, and ^ from here on. */
static void
join_carets(struct parser *parser, const struct pp_token *first)
{
    const struct pp_token *next = lex_peek(parser, 0);
    struct pp_token second;
    if (!pp_is_punct(next, PUNCT_CARET) || next->flags & (PP_SPACE | PP_LINE_START))
        return;
    read_token(parser, &second);
    diag_range(parser->diag, first->loc, second.loc);
    diag_error(parser->diag, first->loc, reserved_operator);
}

static int
classify(struct parser *parser, const struct pp_token *token, union parse_value *value)
{
    switch (token->kind) {
    case PP_PUNCT:
        if (token->detail == PUNCT_CARET)
            join_carets(parser, token);
        return lex_punct(parser, token, value);
    case PP_NAME:
        return lex_name(parser, token, value);
    default:
        break;
    }
    parser->after_type = parser->after_member = false;
    parser->after_tag = parser->after_tag_word = false;
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
    int keyword = keyword_of(token);
    if (keyword == TOKEN_FOR || keyword == TOKEN_WHILE || keyword == TOKEN_DO ||
        keyword == TOKEN_ATTRIBUTE || parser->attribute_depth >= 0)
        return;
    parser->unroll = 0;
    diag_error(parser->diag, parser->unroll_loc, expected_while_do_while_loop_follow_pragma);
}

int
lex_next(union parse_value *value, struct parse_loc *loc, struct parser *parser)
{
    struct pp_token token;
    const struct pp_token *last = &parser->current;
    parser->behind_previous = last->flags & PP_EXPANDED ? last->loc : last->loc + last->length;
    parser->previous_name = last->kind == PP_NAME ? last->name : NULL;
    parser->token_before = parser->previous_token;
    parser->behind_record = parser->previous_token == TOKEN_RBRACE && parser->after_type;
    if (parser->failed)
        return TOKEN_END;
    do {
        read_token(parser, &token);
        parser->current = token;
        loc->first = token.loc;
        loc->last = token_end(&token);
        if (parser->unroll)
            check_unroll(parser, &token);
        parser->previous_token = classify(parser, &token, value);
    } while (parser->previous_token == TOKEN_INVALID && token.kind != PP_PUNCT);
    return parser->previous_token;
}
