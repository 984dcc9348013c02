/* The files are read as GCC documents @FILE: arguments stand between white space, single and double
 * quotes hold it together, a backslash takes the next character as it is. */
#include "driver/command/response.h"

#include "support/file.h"
#include "support/strbuf.h"

#include <string.h>

enum { RESPONSE_DEPTH = 16 };

static bool
is_blank(char c)
{
    return c && strchr(" \t\n\r\f\v", c);
}

static const char *
read_argument(struct arena *arena, const char **at)
{
    struct strbuf word = strbuf_new(arena);
    const char *p = *at;
    char quote = 0;
    for (; *p && (quote || !is_blank(*p)); p++) {
        if (*p == '\\' && p[1])
            strbuf_add(&word, ++p, 1);
        else if (quote ? *p == quote : *p == '"' || *p == '\'')
            quote = quote ? 0 : *p;
        else
            strbuf_add(&word, p, 1);
    }
    *at = p;
    return word.text ? word.text : "";
}

static const char *
expand(struct arena *arena, argument_vec *out, const char *arg, unsigned depth)
{
    const char *text = *arg == '@' ? file_read(arena, arg + 1, NULL) : NULL;
    if (!text) {
        vec_push(arena, out, arg);
        return NULL;
    }
    if (depth == RESPONSE_DEPTH)
        return arena_printf(arena, "response files are nested too deeply: '%s'", arg);
    const char *error = NULL;
    for (const char *p = text; !error;) {
        while (is_blank(*p))
            p++;
        if (!*p)
            break;
        error = expand(arena, out, read_argument(arena, &p), depth + 1);
    }
    return error;
}

const char *
response_expand(struct arena *arena, argument_vec *out, const char *const *args, unsigned count)
{
    const char *error = NULL;
    for (unsigned i = 0; i < count && !error; i++)
        error = expand(arena, out, args[i], 0);
    return error;
}
