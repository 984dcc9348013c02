/* Notes of all inputs as one: equal ones once, metadata joined. */
#include "gcn/codeobj/linker.h"

#include <string.h>

static bool
is_metadata(const struct codeobj_note *note)
{
    return (note->type == ELF_NOTE_HSA_METADATA && strcmp(note->owner, "AMD") == 0) ||
           (note->type == ELF_NOTE_AMDGPU_METADATA && strcmp(note->owner, "AMDGPU") == 0);
}

static bool
is_known(const struct linker *linker, uint32_t input, const struct codeobj_note *note)
{
    for (uint32_t i = 0; i <= input; i++)
        vec_foreach (const struct codeobj_note, other, &linker->objects[i].notes) {
            if (other == note)
                return false;
            if (other->type == note->type && strcmp(other->owner, note->owner) == 0 &&
                (is_metadata(note) ||
                 (other->size == note->size && memcmp(other->bytes, note->bytes, note->size) == 0)))
                return true;
        }
    return false;
}

/* ---- rows of printf ---- */

/* Rows of all inputs with the numbers that they have in the output. */
struct rows {
    struct linker *linker;
    struct meta *list;
    struct map by_number; /* interned "1" -> its text */
    uint32_t last;        /* number that was given to a row */
};

static struct meta *
rows_of(const struct meta *metadata)
{
    struct meta *rows = meta_get(metadata, "Printf");
    return rows ? rows : meta_get(metadata, "amdhsa.printf");
}

static const char *
number_of(struct linker *linker, const char *row)
{
    return intern_text(&linker->intern, row, strcspn(row, ":"));
}

/* Name of the symbol, interned -> symbol whose value is the number of a row. */
static struct map
find_symbols(struct linker *linker, struct codeobj *object)
{
    struct map symbols = map_new(linker->arena);
    vec_foreach (struct codeobj_symbol, symbol, &object->symbols)
        if (link_is_row(symbol))
            map_put(&symbols, MAP_KEY(intern_string(&linker->intern, symbol->name)), symbol);
    return symbols;
}

static struct codeobj_symbol *
symbol_of(struct linker *linker, const struct map *symbols, const char *row)
{
    const char *name = arena_printf(linker->arena, PRINTF_SYMBOL "%s", number_of(linker, row));
    return map_get(symbols, MAP_KEY(intern_string(&linker->intern, name)));
}

/* A number that is in the code: two objects may have one for the same format only. */
static void
add_fixed(struct rows *rows, uint32_t input, struct meta *value)
{
    struct linker *linker = rows->linker;
    const char *row = meta_string(value), *number = number_of(linker, row);
    const char *other = map_get(&rows->by_number, MAP_KEY(number));
    if (!other)
        meta_add(linker->arena, rows->list, NULL, value);
    else if (strcmp(other, row) != 0)
        link_error(linker,
                   "'%s' and an object before it both have a printf number %s; "
                   "link their sources or their stored IR (-flto -c)",
                   link_name(linker, input), number);
    map_put(&rows->by_number, MAP_KEY(number), (void *)(uintptr_t)row);
}

/* The next number that no row has: of the row and, for its relocations, of the symbol. */
static void
add_numbered(struct rows *rows, const struct meta *value, struct codeobj_symbol *symbol)
{
    struct linker *linker = rows->linker;
    const char *row = meta_string(value), *number;
    do
        number = arena_printf(linker->arena, "%u", ++rows->last);
    while (map_get(&rows->by_number, MAP_KEY(intern_string(&linker->intern, number))));
    row = arena_printf(linker->arena, "%s%s", number, row + strcspn(row, ":"));
    meta_add(linker->arena, rows->list, NULL, meta_text(linker->arena, row, value->quoted));
    symbol->entry.st_value = rows->last;
}

/* Those without a symbol keep their numbers, so they come first. */
static struct meta *
join_rows(struct linker *linker)
{
    struct rows rows = {linker, meta_new(linker->arena, META_LIST), map_new(linker->arena), 0};
    for (int is_numbered = 0; is_numbered <= 1; is_numbered++)
        for (uint32_t i = 0; i < linker->job->count; i++) {
            const struct meta *from = rows_of(linker->objects[i].metadata);
            struct map symbols = find_symbols(linker, &linker->objects[i]);
            for (uint32_t k = 0; k < meta_count(from); k++) {
                struct meta *value = from->entries.at[k].value;
                struct codeobj_symbol *symbol = symbol_of(linker, &symbols, meta_string(value));
                guard_poll(linker->job->guard);
                if (symbol && is_numbered)
                    add_numbered(&rows, value, symbol);
                else if (!symbol && !is_numbered)
                    add_fixed(&rows, i, value);
            }
        }
    return rows.list;
}

/* ---- metadata ---- */

static void
join_metadata(struct linker *linker, struct meta *to, const struct meta *from)
{
    for (uint32_t i = 0; i < meta_count(from); i++) {
        const struct meta_entry *entry = &from->entries.at[i];
        struct meta *there = meta_get(to, entry->key);
        bool is_list = entry->value->kind == META_LIST;
        if (!there)
            meta_add(linker->arena, to, entry->key, entry->value);
        else if (is_list &&
                 (!strcmp(entry->key, "Kernels") || !strcmp(entry->key, "amdhsa.kernels")))
            vec_foreach (const struct meta_entry, kernel, &entry->value->entries)
                meta_add(linker->arena, there, NULL, kernel->value);
    }
}

static struct meta *
join_all(struct linker *linker)
{
    struct meta *rows = join_rows(linker), *all = NULL; /* rows first: lists of kernels grow */
    for (uint32_t i = 0; i < linker->job->count; i++) {
        struct meta *from = linker->objects[i].metadata;
        if (all && from)
            join_metadata(linker, all, from);
        else if (from)
            all = from;
    }
    struct meta *old = rows_of(all);
    if (old)
        *old = *rows;
    return all;
}

/* What the metadata says of the target is what the header says. */
static void
name_target(struct linker *linker, struct meta *all)
{
    static const char *const states[] = {
        [GCN_FEATURE_ANY] = "", [GCN_FEATURE_OFF] = "-", [GCN_FEATURE_ON] = "+"};
    const struct codeobj *first = &linker->objects[0];
    struct meta *name = meta_get(all, "amdhsa.target");
    uint8_t xnack, sramecc;
    if (!name || linker->flags == first->file.header.e_flags)
        return;
    first->version->targets->read_flags(linker->flags, &xnack, &sramecc);
    const char *text =
        arena_printf(linker->arena, "amdgcn-amd-amdhsa--%s%s%s%s%s", first->target->like,
                     sramecc != GCN_FEATURE_ANY ? ":sramecc" : "", states[sramecc],
                     xnack != GCN_FEATURE_ANY ? ":xnack" : "", states[xnack]);
    *name = *meta_text(linker->arena, text, name->quoted);
}

static void
write_metadata(struct linker *linker, const struct codeobj_note *note)
{
    struct strbuf text = strbuf_new(linker->arena);
    unsigned count = 0;
    for (uint32_t i = 0; i < linker->job->count; i++)
        count += linker->objects[i].metadata != NULL;
    bool is_joined = linker->flags != linker->objects[0].file.header.e_flags;
    if (count == 1 && !is_joined) { /* as it is */
        elf_add_note(link_content(linker, linker->note), note->type, note->owner, note->bytes,
                     note->size);
        return;
    }
    struct meta *all = join_all(linker);
    name_target(linker, all);
    if (note->type == ELF_NOTE_AMDGPU_METADATA)
        meta_pack(&text, all);
    else
        meta_print_yaml(&text, all);
    elf_add_note(link_content(linker, linker->note), note->type, note->owner, text.text,
                 text.length + (note->type == ELF_NOTE_HSA_METADATA));
}

void
link_notes(struct linker *linker)
{
    for (uint32_t i = 0; i < linker->job->count; i++)
        vec_foreach (const struct codeobj_note, note, &linker->objects[i].notes) {
            if (is_known(linker, i, note))
                continue;
            if (is_metadata(note))
                write_metadata(linker, note);
            else
                elf_add_note(link_content(linker, linker->note), note->type, note->owner,
                             note->bytes, note->size);
        }
}
