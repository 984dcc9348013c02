/* Notes of all inputs as one: equal ones once, metadata joined. */
#include "backend-gcn/codeobj/linker.h"

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

/* ---- metadata ---- */

/* IDs of printf are in the code: two objects may have one for the same format only. */
static void
join_formats(struct linker *linker, uint32_t input, struct meta *to, const struct meta *from)
{
    for (uint32_t i = 0; i < meta_count(from); i++) {
        const char *row = meta_string(from->entries.at[i].value);
        size_t id = strcspn(row, ":");
        bool is_there = false;
        for (uint32_t k = 0; k < meta_count(to); k++) {
            const char *other = meta_string(to->entries.at[k].value);
            if (strncmp(other, row, id + 1) != 0)
                continue;
            is_there = true;
            if (strcmp(other, row) != 0)
                link_error(linker,
                           "'%s' and an object before it both have a printf number %.*s; "
                           "link their sources or their stored IR (-flto -c)",
                           link_name(linker, input), (int)id, row);
        }
        if (!is_there)
            meta_add(linker->arena, to, NULL, from->entries.at[i].value);
    }
}

static void
join_metadata(struct linker *linker, uint32_t input, struct meta *to, const struct meta *from)
{
    for (uint32_t i = 0; i < meta_count(from); i++) {
        const struct meta_entry *entry = &from->entries.at[i];
        struct meta *there = meta_get(to, entry->key);
        bool is_list = entry->value->kind == META_LIST;
        if (!there)
            meta_add(linker->arena, to, entry->key, entry->value);
        else if (is_list && (!strcmp(entry->key, "Printf") || !strcmp(entry->key, "amdhsa.printf")))
            join_formats(linker, input, there, entry->value);
        else if (is_list &&
                 (!strcmp(entry->key, "Kernels") || !strcmp(entry->key, "amdhsa.kernels")))
            vec_foreach (const struct meta_entry, kernel, &entry->value->entries)
                meta_add(linker->arena, there, NULL, kernel->value);
    }
}

static void
write_metadata(struct linker *linker, const struct codeobj_note *note)
{
    struct strbuf text = strbuf_new(linker->arena);
    struct meta *all = NULL;
    unsigned count = 0;
    for (uint32_t i = 0; i < linker->job->count; i++) {
        struct meta *from = linker->objects[i].metadata;
        count += from != NULL;
        if (all && from)
            join_metadata(linker, i, all, from);
        else if (from)
            all = from;
    }
    if (count == 1) { /* as it is */
        elf_add_note(link_content(linker, linker->note), note->type, note->owner, note->bytes,
                     note->size);
        return;
    }
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
