#include "driver/depend.h"

#include <string.h>

/* GNU make's manual, "Rule Syntax": a backslash counts only before what it quotes. */
void
depend_quote(struct strbuf *out, const char *name)
{
    size_t slashes = 0;
    for (; *name; name++) {
        if (*name == ' ' || *name == '\t') {
            /* before a blank, backslashes count and so must be doubled */
            while (slashes--)
                strbuf_puts(out, "\\");
            strbuf_puts(out, "\\");
        }
        if (*name == '#')
            strbuf_puts(out, "\\");
        if (*name == '$')
            strbuf_puts(out, "$");
        strbuf_add(out, name, 1);
        slashes = *name == '\\' ? slashes + 1 : 0;
    }
}

void
depend_rule(struct strbuf *out, const struct depend_options *options, const char *output,
            const char *input, const occ_result *result)
{
    const char *header;
    int is_system;
    if (options->targets)
        strbuf_puts(out, options->targets);
    else
        depend_quote(out, output);
    strbuf_puts(out, ":");
    if (strcmp(input, "-") != 0) {
        strbuf_puts(out, " ");
        depend_quote(out, input);
    }
    for (unsigned i = 0; (header = occ_result_header(result, i, &is_system)); i++) {
        if (is_system && options->no_system)
            continue;
        strbuf_puts(out, " \\\n  ");
        depend_quote(out, header);
    }
    strbuf_puts(out, "\n");
    for (unsigned i = 0; options->phony && (header = occ_result_header(result, i, &is_system));
         i++) {
        if (is_system && options->no_system)
            continue;
        strbuf_puts(out, "\n");
        depend_quote(out, header);
        strbuf_puts(out, ":\n");
    }
}
