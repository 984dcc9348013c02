/* Limits of tokens: no loop over the characters of a name or number polls, as each is short. */
#include "frontend/pp.h"

#include <ctype.h>
#include <string.h>

/* A sign may follow an exponent. */
static bool
is_part(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '.' || c == '+' || c == '-' ||
           (unsigned char)c >= 0x80;
}

/* The end of the run of such characters; limit if it is longer than a token may be. */
static const char *
part_end(struct pp *pp, const char *p, const char *limit)
{
    for (; p < limit && is_part(*p); p++)
        guard_poll_along(pp->arena->guard, p);
    return p;
}

/* The end of a name or number, whose signs follow exponents. */
static const char *
word_end(struct pp *pp, const char *p, const char *limit)
{
    bool is_number = *p == '.' || isdigit((unsigned char)*p);
    for (; p < limit && is_part(*p); p++) {
        bool is_sign = *p == '+' || *p == '-';
        guard_poll_along(pp->arena->guard, p);
        if ((is_sign && !(is_number && strchr("eEpP", p[-1]))) || (*p == '.' && !is_number))
            break;
    }
    return p;
}

/* Token by token: what is in comments and literals is no word. */
static const char *
find_long(struct pp *pp, const char *p, const char *limit)
{
    while (p < limit) {
        bool is_closed;
        const char *end = p + 1;
        guard_poll_along(pp->arena->guard, p);
        if (*p == '/' && (p[1] == '/' || p[1] == '*'))
            end = pp_comment_end(pp, p, limit);
        else if (*p == '"' || *p == '\'')
            end = pp_literal_end(pp, p, limit, &is_closed);
        else if (is_part(*p))
            end = word_end(pp, p, limit);
        if (!end)
            return NULL;
        if (end - p > PP_MAX_TOKEN && is_part(*p))
            return p;
        p = end > p ? end : p + 1;
    }
    return NULL;
}

/* A long word is around one of these places. */
const char *
pp_long_word(struct pp *pp, const struct source_text *text)
{
    const char *limit = text->clean + text->clean_length;
    for (size_t at = PP_MAX_TOKEN; at < text->clean_length; at += PP_MAX_TOKEN) {
        const char *first = text->clean + at;
        while (first > text->clean && is_part(first[-1]) &&
               text->clean + at - first <= PP_MAX_TOKEN)
            first--;
        if (part_end(pp, first, limit) - first > PP_MAX_TOKEN)
            return find_long(pp, text->clean, limit);
    }
    return NULL;
}

bool
pp_check_length(struct pp *pp, loc_t loc, size_t length, const char *what)
{
    if (length > PP_MAX_TOKEN)
        diag_error(pp->diag, loc, token_too_long, what, PP_MAX_TOKEN);
    return length <= PP_MAX_TOKEN;
}

bool
pp_check_header(struct pp *pp)
{
    const struct source_text *text = pp->file->source->text;
    const char *p = pp->file->at, *limit = text->clean + text->clean_length;
    while (*p == ' ' || *p == '\t')
        p++;
    size_t room = (size_t)(limit - p), most = room < PP_MAX_TOKEN ? room : PP_MAX_TOKEN;
    bool is_name = *p == '<' || *p == '"';
    if (!is_name || room <= PP_MAX_TOKEN || memchr(p, '\n', most) ||
        memchr(p + 1, *p == '<' ? '>' : '"', most - 1))
        return true;
    return pp_check_length(pp, pp->file->source->base + (loc_t)(p - text->clean), room,
                           "the name of a file");
}
