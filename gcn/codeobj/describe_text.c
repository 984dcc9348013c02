/* Trees as text: for people, and as JSON. */
#include "gcn/codeobj/describe.h"
#include "support/json.h"

#include <stdio.h>
#include <string.h>

static const char *
scalar(const struct meta *meta, char *room, size_t size)
{
    snprintf(room, size, meta->is_negative ? "%lld" : "%llu", (unsigned long long)meta->number);
    if (meta->kind == META_TEXT)
        return meta->text;
    if (meta->kind == META_BOOL)
        return meta->number ? "true" : "false";
    return meta->kind == META_NUMBER ? room : "none";
}

static bool
is_scalar(const struct meta *meta)
{
    return meta->kind != META_MAP && meta->kind != META_LIST;
}

/* Do all rows have the keys of the first, and scalars? */
static bool
is_table(const struct meta *list)
{
    if (list->kind != META_LIST || !list->entries.count)
        return false;
    const struct meta *first = list->entries.at[0].value;
    vec_foreach (const struct meta_entry, entry, &list->entries) {
        const struct meta *row = entry->value;
        if (row->kind != META_MAP || row->entries.count != first->entries.count)
            return false;
        for (uint32_t i = 0; i < row->entries.count; i++)
            if (strcmp(row->entries.at[i].key, first->entries.at[i].key) != 0 ||
                !is_scalar(row->entries.at[i].value))
                return false;
    }
    return true;
}

static size_t
width_of(const struct meta *list, uint32_t column)
{
    char room[24];
    size_t width = strlen(list->entries.at[0].value->entries.at[column].key);
    vec_foreach (const struct meta_entry, entry, &list->entries) {
        size_t length = strlen(scalar(entry->value->entries.at[column].value, room, sizeof room));
        width = length > width ? length : width;
    }
    return width;
}

static void
print_table(struct strbuf *out, const struct meta *list, int indent)
{
    const struct meta *first = list->entries.at[0].value;
    size_t *widths = ARENA_ARRAY(out->arena, first->entries.count, size_t);
    char room[24];
    for (uint32_t i = 0; i < first->entries.count; i++) {
        widths[i] = width_of(list, i);
        strbuf_printf(out, "%*s%-*s", i ? 2 : indent, "",
                      i + 1 < first->entries.count ? (int)widths[i] : 0, first->entries.at[i].key);
    }
    strbuf_puts(out, "\n");
    vec_foreach (const struct meta_entry, entry, &list->entries) {
        guard_poll(out->arena->guard);
        for (uint32_t i = 0; i < first->entries.count; i++)
            strbuf_printf(out, "%*s%-*s", i ? 2 : indent, "",
                          i + 1 < first->entries.count ? (int)widths[i] : 0,
                          scalar(entry->value->entries.at[i].value, room, sizeof room));
        strbuf_puts(out, "\n");
    }
}

static void
print_entries(struct strbuf *out, const struct meta *tree, int indent)
{
    char room[24];
    guard_poll(out->arena->guard);
    vec_foreach (const struct meta_entry, entry, &tree->entries) {
        const struct meta *value = entry->value;
        const char *key = entry->key ? entry->key : "-";
        if (is_scalar(value))
            strbuf_printf(out, "%*s%s%s %s\n", indent, "", key, entry->key ? ":" : "",
                          scalar(value, room, sizeof room));
        else if (!value->entries.count)
            strbuf_printf(out, "%*s%s%s none\n", indent, "", key, entry->key ? ":" : "");
        else
            strbuf_printf(out, "%*s%s%s\n", indent, "", key, entry->key ? ":" : "");
        if (is_table(value))
            print_table(out, value, indent + 2);
        else
            print_entries(out, value, indent + 2);
    }
}

void
codeobj_print(struct strbuf *out, const struct meta *tree)
{
    print_entries(out, tree, 0);
}

static void
print_json(struct json *json, const char *key, const struct meta *meta)
{
    guard_poll(json->out->arena->guard);
    if (meta->kind == META_NUMBER && !meta->is_negative) {
        json_number(json, key, meta->number);
        return;
    }
    if (meta->kind == META_BOOL) {
        json_bool(json, key, meta->number != 0);
        return;
    }
    if (is_scalar(meta)) {
        char room[24];
        json_text(json, key, meta->kind == META_NONE ? NULL : scalar(meta, room, sizeof room));
        return;
    }
    char bracket = meta->kind == META_MAP ? '{' : '[';
    json_open(json, key, bracket);
    vec_foreach (const struct meta_entry, entry, &meta->entries)
        print_json(json, meta->kind == META_MAP ? entry->key : NULL, entry->value);
    json_close(json, bracket);
}

void
codeobj_print_json(struct strbuf *out, const struct meta *tree)
{
    struct json json = json_begin(out);
    print_json(&json, NULL, tree);
    strbuf_puts(out, "\n");
}
