#include "driver/library/depend.h"
#include "driver/options/option_words.h"

#include <string.h>

/* Has one of the results before this one read the file, too? */
static bool
is_known(const occ_result *const *results, unsigned count, const char *file)
{
    const char *header;
    for (unsigned k = 0; k < count; k++)
        for (unsigned i = 0; (header = occ_result_header(results[k], i, NULL)); i++)
            if (strcmp(header, file) == 0)
                return true;
    return false;
}

/* Each header that the rule names, with what stands before and after it. */
static void
add_headers(struct strbuf *out, const struct depend_options *options,
            const occ_result *const *results, unsigned count, const char *const around[2])
{
    const char *header;
    int is_system;
    for (unsigned k = 0; k < count; k++)
        for (unsigned i = 0; (header = occ_result_header(results[k], i, &is_system)); i++) {
            if ((is_system && options->no_system) || is_known(results, k, header))
                continue;
            strbuf_puts(out, around[0]);
            depend_quote(out, header);
            strbuf_puts(out, around[1]);
        }
}

void
depend_rule(struct strbuf *out, const struct depend_options *options, const char *outputs,
            const char *input, const occ_result *const *results, unsigned count)
{
    static const char *const prerequisite[] = {" \\\n  ", ""}, *const own_rule[] = {"\n", ":\n"};
    strbuf_puts(out, options->targets ? options->targets : outputs);
    strbuf_puts(out, ":");
    if (strcmp(input, "-") != 0) {
        strbuf_puts(out, " ");
        depend_quote(out, input);
    }
    add_headers(out, options, results, count, prerequisite);
    strbuf_puts(out, "\n");
    if (options->phony)
        add_headers(out, options, results, count, own_rule);
}
