/* Branches of #if that do not count: only # at the start of a line means something in them. */
#define _GNU_SOURCE /* memrchr */
#include "frontend/pp.h"

#include <string.h>

/* The end of a comment or of a literal that starts at p; limit if it does not end. */
static const char *
skip_comment(const char *p, const char *limit)
{
    bool is_line = p[1] == '/';
    p += 2;
    while ((p = memchr(p, is_line ? '\n' : '*', (size_t)(limit - p)))) {
        if (is_line)
            return p;
        if (*++p == '/')
            return p + 1;
    }
    return limit;
}

static const char *
skip_literal(const char *p, const char *limit)
{
    char quote = *p++;
    while (p < limit && *p != '\n' && *p != quote)
        p += *p == '\\' && p + 1 < limit && p[1] != '\n' ? 2 : 1;
    return p < limit && *p == quote ? p + 1 : p;
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
skip_text(const char *p, const char *until, const char *limit, bool *line_start)
{
    while (p < limit) {
        if (*p == '/' && (p[1] == '/' || p[1] == '*')) { /* the text ends with two NULs */
            p = skip_comment(p, limit);
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
        p = *p == '"' || *p == '\'' ? skip_literal(p, limit) : p + 1;
        if (!*line_start)
            p += strcspn(p, "\n\"'/");
    }
    return limit;
}

/* The first of a character from p on; *found is the last answer, for it is often the same. */
static const char *
find_next(const char **found, char c, const char *p, const char *limit)
{
    if (*found < p) {
        const char *next = memchr(p, c, (size_t)(limit - p));
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
    while (p < limit) {
        const char *slash = find_next(&file->next_slash, '/', p, limit);
        const char *hash = find_next(&file->next_hash, '#', p, limit);
        const char *percent = find_next(&file->next_percent, '%', p, limit);
        const char *until = slash < hash ? slash : hash;
        until = percent < until ? percent : until;
        const char *newline = memrchr(p, '\n', (size_t)(until - p));
        if (newline) {
            p = newline + 1;
            line_start = true;
        }
        p = skip_text(p, until, limit, &line_start);
        if (line_start && begins_directive(*p))
            break;
    }
    file->at = p;
    file->flags = line_start ? PP_LINE_START : 0;
}
