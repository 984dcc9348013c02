/* The tokens that most of a program consists of, without the scanner: blanks, comments, names of
 * ASCII letters, numbers, common punctuators.  pp_lex.l says what a token is; this file says the
 * same of text that a glance decides, in a tenth of the time, and leaves all other text to it. */
#include "frontend/pp.h"

#include <string.h>

/* What a token can start with ... */
enum start {
    START_OTHER, /* the scanner says: bytes beyond ASCII, the end */
    START_BLANK,
    START_NEWLINE,
    START_NAME,
    START_DIGIT,
    START_SINGLE, /* a punctuator that begins no longer one */
    START_PUNCT,
    START_DOT,   /* or a number */
    START_SLASH, /* or a comment */
    START_QUOTE,
    START_MASK = 15,
};

/* ... and what a character can be within one. */
enum part {
    PART_NAME = 16,
    PART_NUMBER = 32,
    PART_EXPONENT = 64, /* of a number: a sign may follow */
    PART_DIGRAPH = 128, /* with another of these: a punctuator that the table below does not know */
};

enum {
    LETTER = START_NAME | PART_NAME | PART_NUMBER,
    DIGIT = START_DIGIT | PART_NAME | PART_NUMBER,
    JOINS = START_PUNCT | PART_DIGRAPH,
};

static const uint8_t classes[256] = {
    [' '] = START_BLANK,    ['\t'] = START_BLANK,
    ['\r'] = START_BLANK,   ['\f'] = START_BLANK,
    ['\v'] = START_BLANK,   ['\n'] = START_NEWLINE,
    ['A' ... 'D'] = LETTER, ['E'] = LETTER | PART_EXPONENT,
    ['F' ... 'O'] = LETTER, ['P'] = LETTER | PART_EXPONENT,
    ['Q' ... 'Z'] = LETTER, ['_'] = LETTER,
    ['a' ... 'd'] = LETTER, ['e'] = LETTER | PART_EXPONENT,
    ['f' ... 'o'] = LETTER, ['p'] = LETTER | PART_EXPONENT,
    ['q' ... 'z'] = LETTER, ['$'] = START_NAME | PART_NAME,
    ['0' ... '9'] = DIGIT,  ['.'] = START_DOT | PART_DIGRAPH | PART_NUMBER,
    [':'] = JOINS,          ['%'] = JOINS,
    ['>'] = JOINS,          ['?'] = JOINS,
    ['('] = START_SINGLE,   [')'] = START_SINGLE,
    ['['] = START_SINGLE,   [']'] = START_SINGLE,
    ['{'] = START_SINGLE,   ['}'] = START_SINGLE,
    [','] = START_SINGLE,   [';'] = START_SINGLE,
    ['~'] = START_SINGLE,   ['+'] = START_PUNCT,
    ['-'] = START_PUNCT,    ['*'] = START_PUNCT,
    ['/'] = START_SLASH,    ['&'] = START_PUNCT,
    ['|'] = START_PUNCT,    ['^'] = START_PUNCT,
    ['!'] = START_PUNCT,    ['='] = START_PUNCT,
    ['<'] = START_PUNCT,    ['#'] = START_PUNCT,
    ['"'] = START_QUOTE,    ['\''] = START_QUOTE,
};

/* What a punctuator is alone, before =, and doubled. */
struct punct {
    uint8_t alone, equal, twice;
};

static const struct punct puncts[128] = {
    ['('] = {PUNCT_LPAREN, 0, 0},
    [')'] = {PUNCT_RPAREN, 0, 0},
    ['['] = {PUNCT_LBRACKET, 0, 0},
    [']'] = {PUNCT_RBRACKET, 0, 0},
    ['{'] = {PUNCT_LBRACE, 0, 0},
    ['}'] = {PUNCT_RBRACE, 0, 0},
    [','] = {PUNCT_COMMA, 0, 0},
    [';'] = {PUNCT_SEMICOLON, 0, 0},
    ['~'] = {PUNCT_TILDE, 0, 0},
    ['.'] = {PUNCT_DOT, 0, 0},
    [':'] = {PUNCT_COLON, 0, 0},
    ['?'] = {PUNCT_QUESTION, 0, 0},
    ['#'] = {PUNCT_HASH, 0, PUNCT_HASH_HASH},
    ['+'] = {PUNCT_PLUS, PUNCT_ADD_ASSIGN, PUNCT_INCREMENT},
    ['-'] = {PUNCT_MINUS, PUNCT_SUB_ASSIGN, PUNCT_DECREMENT},
    ['*'] = {PUNCT_STAR, PUNCT_MUL_ASSIGN, 0},
    ['/'] = {PUNCT_SLASH, PUNCT_DIV_ASSIGN, 0},
    ['%'] = {PUNCT_PERCENT, PUNCT_REM_ASSIGN, 0},
    ['&'] = {PUNCT_AMPERSAND, PUNCT_AND_ASSIGN, PUNCT_AND_AND},
    ['|'] = {PUNCT_PIPE, PUNCT_OR_ASSIGN, PUNCT_OR_OR},
    ['^'] = {PUNCT_CARET, PUNCT_XOR_ASSIGN, 0},
    ['!'] = {PUNCT_EXCLAIM, PUNCT_NOT_EQUAL, 0},
    ['='] = {PUNCT_ASSIGN, PUNCT_EQUAL, PUNCT_EQUAL},
    ['<'] = {PUNCT_LESS, PUNCT_LESS_EQUAL, PUNCT_SHIFT_LEFT},
    ['>'] = {PUNCT_GREATER, PUNCT_GREATER_EQUAL, PUNCT_SHIFT_RIGHT},
};

static unsigned
class_of(char c)
{
    return classes[(unsigned char)c];
}

static unsigned
start_of(char c)
{
    return class_of(c) & START_MASK;
}

/* The token that text..end is; the file goes on after it. */
static inline int
give(struct pp_token *token, struct pp_file *file, enum pp_kind kind, unsigned detail,
     const char *text, const char *end)
{
    *token = (struct pp_token){.kind = (uint8_t)kind,
                               .flags = file->flags,
                               .detail = (uint16_t)detail,
                               .length = (uint32_t)(end - text),
                               .loc = file->bias + (uint32_t)(uintptr_t)text,
                               .text = text};
    file->flags = 0;
    file->at = end;
    return (int)kind;
}

/* Not in line: pp_scan saves no registers for what most tokens do not need. */
static __attribute__((noinline)) int
scan_name(struct pp_token *token, struct pp_file *file, const char *text)
{
    const char *end = text;
    uint32_t hash = HASH_START;
    do
        hash = hash_more(hash, *end++);
    while (class_of(*end) & PART_NAME);
    if (*end & 0x80)
        return pp_scan_any(token, file);
    give(token, file, PP_NAME, 0, text, end);
    if (!file->skipping) {
        token->name = pp_name_hashed(file->pp, text, (size_t)(end - text), hash);
        token->text = token->name->text;
    }
    return PP_NAME;
}

static int
scan_number(struct pp_token *token, struct pp_file *file, const char *text)
{
    const char *end = text + 1;
    for (unsigned c; (c = class_of(*end)) & PART_NUMBER;) {
        end++;
        if (c & PART_EXPONENT && (*end == '+' || *end == '-'))
            end++;
    }
    return give(token, file, PP_NUMBER, 0, text, end);
}

/* Do two characters that may go together make a punctuator that the table below does not know?
 * Digraphs, the beginning of ... and of trigraphs. */
static bool
is_digraph(char first, char second)
{
    return class_of(first) & class_of(second) & PART_DIGRAPH || (first == '<' && second == ':') ||
           (first == '<' && second == '%');
}

static int
scan_punct(struct pp_token *token, struct pp_file *file, const char *text)
{
    char c = text[0], next = text[1];
    const struct punct *row = &puncts[(unsigned char)c];
    if (next == '=' && row->equal)
        return give(token, file, PP_PUNCT, row->equal, text, text + 2);
    if (next == c && row->twice && !((c == '<' || c == '>') && text[2] == '='))
        return give(token, file, PP_PUNCT, row->twice, text, text + 2);
    if (c == '-' && next == '>')
        return give(token, file, PP_PUNCT, PUNCT_ARROW, text, text + 2);
    if (next == c || is_digraph(c, next))
        return pp_scan_any(token, file);
    return give(token, file, PP_PUNCT, row->alone, text, text + 1);
}

static const char *
limit_of(const struct pp_file *file)
{
    return file->source->text->clean + file->source->text->clean_length;
}

/* A string or a character constant; one that does not end, or has no character, is another token. */
static __attribute__((noinline)) int
scan_literal(struct pp_token *token, struct pp_file *file, const char *text)
{
    bool is_closed;
    const char *end = pp_literal_end(file->pp, text, limit_of(file), &is_closed);
    enum pp_kind kind = *text == '"' ? PP_STRING : PP_CHAR;
    if (!is_closed || (kind == PP_CHAR && end - text == 2))
        kind = PP_OTHER;
    return give(token, file, kind, 0, text, end);
}

/* Over a comment. */
static __attribute__((noinline)) void
skip_comment(struct pp_file *file, const char *text)
{
    const char *limit = limit_of(file), *end = pp_comment_end(file->pp, text, limit);
    loc_t loc = file->source->base + (loc_t)(text - file->source->text->clean);
    bool is_told = !file->skipping && !end;
    if (!file->skipping && !file->in_directive && end)
        pp_output_comment(file->pp, loc, text, (size_t)(end - text));
    if (!file->skipping)
        pp_check_comment(file, text, end ? end : limit);
    if (is_told)
        diag_error(file->pp->diag, loc, unterminated_comment);
    file->pp->unterminated |= is_told; /* what it swallowed must not be reported as missing */
    file->flags |= PP_SPACE;
    file->at = end ? end : limit;
}

/* The newline of a directive, which is a token. */
static int
end_directive(struct pp_token *token, struct pp_file *file, const char *text)
{
    file->in_directive = false;
    give(token, file, PP_NEWLINE, 0, text, text + 1);
    file->flags = PP_LINE_START;
    return PP_NEWLINE;
}

int
pp_scan(struct pp_token *token, struct pp_file *file)
{
    for (;;) {
        const char *at = file->at;
        switch (start_of(*at)) {
        case START_BLANK:
            while (start_of(*++at) == START_BLANK)
                if (((uintptr_t)at & 16383) == 0) /* text of blanks alone */
                    guard_poll(file->pp->arena->guard);
            file->at = at;
            file->flags |= PP_SPACE;
            break;
        case START_NEWLINE:
            if (file->in_directive)
                return end_directive(token, file, at);
            guard_poll_along(file->pp->arena->guard, at);
            file->at = at + 1;
            file->flags = PP_LINE_START;
            break;
        case START_NAME:
            return scan_name(token, file, at);
        case START_DIGIT:
            return scan_number(token, file, at);
        case START_DOT:
            return start_of(at[1]) == START_DIGIT ? scan_number(token, file, at)
                                                  : scan_punct(token, file, at);
        case START_SINGLE:
            return give(token, file, PP_PUNCT, puncts[(unsigned char)*at].alone, at, at + 1);
        case START_PUNCT:
            return scan_punct(token, file, at);
        case START_SLASH:
            if (at[1] != '/' && at[1] != '*')
                return scan_punct(token, file, at);
            skip_comment(file, at);
            break;
        case START_QUOTE:
            return scan_literal(token, file, at);
        default:
            return pp_scan_any(token, file);
        }
    }
}
