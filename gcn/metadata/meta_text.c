/* Metadata of MsgPack as text between .amdgpu_metadata and .end_amdgpu_metadata. */
#include "gcn/metadata/meta.h"

#include <string.h>
#include <strings.h>

static void print(struct strbuf *out, const struct meta *meta, unsigned indent);

static void
print_quoted(struct strbuf *out, const char *text)
{
    bool is_double = meta_is_double_quoted(text);
    const char *quote = is_double ? "\"" : "'";
    strbuf_puts(out, quote);
    for (; *text; text++) {
        if (is_double && (*text == '"' || *text == '\\'))
            strbuf_printf(out, "\\x%02x", (unsigned)*text);
        else
            strbuf_printf(out, *text == '\'' && !is_double ? "''" : "%c", *text);
    }
    strbuf_puts(out, quote);
}

/* LLVM's reader takes y, n, nan and similar strings for booleans and floats, quoted or not, unless they
 * are tagged. */
static void
print_string(struct strbuf *out, const char *text)
{
    static const char *const words[] = {"y",    "n",     "yes",  "no",  "on",  "off",
                                        "true", "false", "null", "nan", "inf", "infinity"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcasecmp(words[i], text) == 0)
            strbuf_puts(out, "!str ");
    print_quoted(out, text);
}

/* Lines of a list are below its key; the first pair of a map follows the "- " of a list, the others are below it. */
static void
print_entries(struct strbuf *out, const struct meta *meta, unsigned indent)
{
    bool is_list = meta->kind == META_LIST;
    if (!meta->entries.count)
        strbuf_puts(out, is_list ? "[]" : "{}");
    vec_foreach (const struct meta_entry, entry, &meta->entries) {
        if (is_list || entry != meta->entries.at)
            strbuf_printf(out, "\n%*s", indent, "");
        if (is_list)
            strbuf_puts(out, "- ");
        else
            strbuf_printf(out, "%s: ", entry->key);
        print(out, entry->value, indent + 2);
    }
}

static void
print(struct strbuf *out, const struct meta *meta, unsigned indent)
{
    if (meta->kind == META_LIST || meta->kind == META_MAP)
        print_entries(out, meta, indent);
    else if (meta->kind == META_BOOL)
        strbuf_puts(out, meta->number ? "true" : "false");
    else if (meta->kind == META_NUMBER)
        strbuf_printf(out, "%llu", (unsigned long long)meta->number);
    else
        print_string(out, meta_string(meta));
}

void
meta_print_text(struct strbuf *out, const struct meta *tree)
{
    strbuf_puts(out, "---\n");
    print(out, tree, 0);
    strbuf_puts(out, "\n...\n");
}
