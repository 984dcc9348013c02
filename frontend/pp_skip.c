/* Branches of #if that do not count: only # at the start of a line means something in them. */
#define _GNU_SOURCE /* memrchr */
#include "frontend/pp.h"

#include <string.h>

/* memchr, in pieces. */
static const char *
find(struct pp *pp, const char *p, char c, const char *limit)
{
    enum { PIECE = 1 << 20 };
    for (; limit - p > PIECE; p += PIECE) {
        const char *found = memchr(p, c, PIECE);
        if (found)
            return found;
        guard_poll(pp->arena->guard);
    }
    return memchr(p, c, (size_t)(limit - p));
}

const char *
pp_comment_end(struct pp *pp, const char *text, const char *limit)
{
    const char *p = text + 2;
    if (text[1] == '/') {
        p = find(pp, p, '\n', limit);
        return p ? p : limit;
    }
    do {
        p = find(pp, p, '*', limit);
        if (!p)
            return NULL;
        guard_poll_along(pp->arena->guard, p);
    } while (*++p != '/');
    return p + 1;
}

const char *
pp_literal_end(struct pp *pp, const char *text, const char *limit, bool *is_closed)
{
    const char quote = *text, *p = text + 1;
    *is_closed = false;
    for (; p < limit && *p != '\n'; p++) {
        guard_poll_along(pp->arena->guard, p);
        if (*p == quote) {
            *is_closed = true;
            return p + 1;
        }
        if (*p == '\\') {
            if (p + 1 == limit || p[1] == '\n')
                return p;
            p++;
        }
    }
    return p;
}

/* At the start of a line: # and what may still be followed by it.  The scanner says. */
static bool
begins_directive(char c)
{
    return c == '#' || c == '%' || c == '\0' || (unsigned char)c >= 0x80;
}

/* Goes on to what may be a directive's #, from p in the middle of a line or at its start, or else to
 * the end of the line that holds `until`. */
static const char *
skip_text(struct pp *pp, const char *p, const char *until, const char *limit, bool *line_start)
{
    while (p < limit) {
        guard_poll_along(pp->arena->guard, p);
        if (*p == '/' && (p[1] == '/' || p[1] == '*')) { /* the text ends with two NULs */
            p = pp_comment_end(pp, p, limit);
            if (!p)
                return limit;
            continue;
        }
        if (*p == '\n') {
            *line_start = true;
            if (p >= until)
                return p + 1;
        } else if (*line_start && !(*p == ' ' || (*p >= '\t' && *p <= '\r'))) {
            if (begins_directive(*p))
                return p;
            *line_start = false;
        }
        bool is_closed;
        p = *p == '"' || *p == '\'' ? pp_literal_end(pp, p, limit, &is_closed) : p + 1;
        if (!*line_start)
            p += strcspn(p, "\n\"'/");
    }
    return limit;
}

/* The first of a character from p on; *found is the last answer, for it is often the same. */
static const char *
find_next(struct pp *pp, const char **found, char c, const char *p, const char *limit)
{
    if (*found < p) {
        const char *next = find(pp, p, c, limit);
        *found = next ? next : limit;
    }
    return *found;
}

/* Only lines that hold what may begin a comment or a directive are looked at. */
void
pp_skip(struct pp_file *file)
{
    const char *p = file->at;
    const char *limit = file->source->text->clean + file->source->text->clean_length;
    bool line_start = file->flags & PP_LINE_START;
    struct pp *pp = file->pp;
    while (p < limit) {
        guard_poll_along(pp->arena->guard, p);
        const char *slash = find_next(pp, &file->next_slash, '/', p, limit);
        const char *hash = find_next(pp, &file->next_hash, '#', p, limit);
        const char *percent = find_next(pp, &file->next_percent, '%', p, limit);
        const char *until = slash < hash ? slash : hash;
        until = percent < until ? percent : until;
        const char *newline = memrchr(p, '\n', (size_t)(until - p));
        if (newline) {
            p = newline + 1;
            line_start = true;
        }
        p = skip_text(pp, p, until, limit, &line_start);
        if (line_start && begins_directive(*p))
            break;
    }
    file->at = p;
    file->flags = line_start ? PP_LINE_START : 0;
}
