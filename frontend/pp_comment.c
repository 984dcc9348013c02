/* Comments that do not end where a reader might think they do: one of lines that a backslash prolongs, and one that
 * begins in another, whose end is that of both.
 *
 * -Wcomment (-Wall) */
#include "frontend/pp.h"

#include <string.h>

static bool
is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* The line after a backslash may look as if it was meant to be one of the comment, as clang decides it. */
static bool
looks_like_comment(struct pp *pp, const char *line)
{
    if (line[0] == '/' || line[1] == '/')
        return true;
    while (is_blank(*line))
        guard_poll_along(pp->arena->guard, line++);
    return line[0] == '/' && line[1] == '/';
}

/* The first splice of the text at or behind the offset. */
static uint32_t
find_splice(const struct source_text *text, uint32_t offset)
{
    uint32_t low = 0, high = text->splices.count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (text->splices.at[middle].at < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void
check_lines(struct pp_file *file, uint32_t start, uint32_t end)
{
    const struct source_text *text = file->source->text;
    uint32_t last = start;
    for (uint32_t i = find_splice(text, start + 2); i < text->splices.count; i++) {
        uint32_t at = text->splices.at[i].at;
        if (at > end)
            break;
        if (at != last && !looks_like_comment(file->pp, text->clean + at))
            diag_warning(file->pp->diag, file->source->base + at - 1, comment_goes_on);
        last = at;
    }
}

/* From behind the third character on: of / * / the last belongs to the first. */
static void
check_nested(struct pp_file *file, const char *text, const char *end)
{
    const struct source_text *source = file->source->text;
    const char *p = text + 3;
    while (p + 2 < end && (p = memchr(p, '/', (size_t)(end - 2 - p)))) {
        guard_poll_along(file->pp->arena->guard, p);
        if (p[1] == '*' && p[2] != '/')
            diag_warning(file->pp->diag, file->source->base + (loc_t)(p - source->clean),
                         comment_in_comment);
        p++;
    }
}

void
pp_check_comment(struct pp_file *file, const char *text, const char *end)
{
    const struct source_text *source = file->source->text;
    if (!diag_is_on(file->pp->diag, DIAG_comment_in_comment))
        return;
    if (text[1] == '*')
        check_nested(file, text, end);
    else if (source->splices.count)
        check_lines(file, (uint32_t)(text - source->clean), (uint32_t)(end - source->clean));
}
