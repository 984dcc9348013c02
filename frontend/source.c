#define _GNU_SOURCE /* mempcpy */
#include "frontend/source.h"

#include <string.h>

enum { INCLUDE_NOTES = 8 };

struct sources *
sources_new(struct arena *arena)
{
    struct sources *sources = ARENA_NEW(arena, struct sources);
    sources->arena = arena;
    sources->next = 1;
    return sources;
}

/* Length of the blanks and the newline after a backslash; 0: something else is there.  The blanks
 * are an extension that gcc and clang share. */
static uint32_t
splice_length(const char *text, const char *end)
{
    const char *p = text;
    while (p < end && (*p == ' ' || *p == '\t' || *p == '\r' || *p == '\f'))
        p++;
    return p < end && *p == '\n' ? (uint32_t)(p + 1 - text) : 0;
}

/* Translation phase 2: line splices.  Phase 1's trigraphs are not replaced, as in clang's and gcc's
 * own dialects. */
static void
splice_lines(struct sources *sources, struct source_text *text)
{
    const char *end = text->clean + text->length, *p = text->clean;
    char *out = text->clean;
    while (p < end) {
        guard_poll(sources->arena->guard);
        const char *slash = memchr(p, '\\', (size_t)(end - p));
        size_t plain = (size_t)((slash ? slash + 1 : end) - p);
        if (out != p)
            memmove(out, p, plain);
        out += plain;
        p += plain;
        uint32_t spliced = slash ? splice_length(p, end) : 0;
        if (!spliced)
            continue;
        const char *blanks = spliced > 1 ? arena_strndup(sources->arena, p, spliced - 1) : "";
        p += spliced;
        out--; /* the backslash */
        uint32_t at = (uint32_t)(out - text->clean);
        vec_push(sources->arena, &text->splices,
                 (struct source_splice){at, (uint32_t)(p - text->clean) - at, blanks});
    }
    text->clean_length = (uint32_t)(out - text->clean);
    out[0] = out[1] = '\0';
}

struct source_text *
source_text_new(struct sources *sources, char *text, size_t length)
{
    if (length >= UINT32_MAX / 2)
        return NULL;
    struct source_text *made = ARENA_NEW(sources->arena, struct source_text);
    made->clean = text;
    made->length = (uint32_t)length;
    splice_lines(sources, made);
    return made;
}

struct source_text *
source_text_copy(struct sources *sources, const char *text, size_t length)
{
    if (length >= UINT32_MAX / 2)
        return NULL;
    char *copy = arena_alloc_raw(sources->arena, length + 2);
    arena_copy(sources->arena, copy, text, length);
    return source_text_new(sources, copy, length);
}

/* The text as it was before lines were spliced. */
static const char *
original_text(struct sources *sources, struct source_text *text)
{
    uint32_t from = 0;
    if (text->original || !text->splices.count)
        return text->original ? text->original : text->clean;
    char *out = arena_alloc_raw(sources->arena, text->length + 1), *start = out;
    vec_foreach (struct source_splice, splice, &text->splices) {
        guard_poll_along(sources->arena->guard, out);
        out = mempcpy(out, text->clean + from, splice->at - from);
        *out++ = '\\';
        out = mempcpy(out, splice->blanks, strlen(splice->blanks));
        *out++ = '\n';
        from = splice->at;
    }
    memcpy(out, text->clean + from, text->clean_length - from);
    start[text->length] = '\0';
    return text->original = start;
}

static void
add_entry(struct sources *sources, struct source_entry entry, uint32_t size)
{
    entry.base = sources->next;
    vec_push(sources->arena, &sources->entries, entry);
    sources->next += size;
}

struct source_file *
source_add(struct sources *sources, const char *name, struct source_text *text, loc_t included_at)
{
    if (text->length >= UINT32_MAX / 2 - sources->next / 2)
        return NULL;
    struct source_file *file = ARENA_NEW(sources->arena, struct source_file);
    file->name = name;
    file->text = text;
    file->included_at = included_at;
    file->base = sources->next;
    add_entry(sources, (struct source_entry){.file = file}, text->clean_length + 1);
    return file;
}

loc_t
source_expansion(struct sources *sources, const struct source_macro *macro, uint32_t count,
                 loc_t expanded_at)
{
    loc_t base = sources->next;
    if (count >= UINT32_MAX - base) /* out of numbers: everything is at the location of expansion */
        return expanded_at;
    add_entry(sources, (struct source_entry){.expanded_at = expanded_at, .macro = macro},
              count ? count : 1);
    return base;
}

static const struct source_entry *
find_entry(const struct sources *sources, loc_t loc)
{
    uint32_t low = 0, high = sources->entries.count;
    if (loc == 0 || loc >= sources->next)
        return NULL;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (sources->entries.at[middle].base <= loc)
            low = middle;
        else
            high = middle;
    }
    return &sources->entries.at[low];
}

/* The file of a position and its offset in the clean text, through all expansions; NULL for 0. */
static struct source_file *
find_file(const struct sources *sources, loc_t loc, uint32_t *offset)
{
    const struct source_entry *entry = find_entry(sources, loc);
    while (entry && !entry->file) {
        loc = entry->expanded_at;
        entry = find_entry(sources, loc);
    }
    if (!entry)
        return NULL;
    *offset = loc - entry->base;
    return entry->file;
}

static uint32_t
original_offset(const struct source_text *text, uint32_t offset)
{
    uint32_t low = 0, high = text->splices.count;
    while (low < high) { /* the last splice at or before offset */
        uint32_t middle = low + (high - low) / 2;
        if (text->splices.at[middle].at <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? offset + text->splices.at[low - 1].shift : offset;
}

/* Index of the line that holds an offset of the original text. */
static uint32_t
line_index(struct sources *sources, struct source_text *text, uint32_t offset)
{
    if (!text->lines.count) {
        vec_push(sources->arena, &text->lines, 0);
        const char *start = original_text(sources, text), *end = start + text->length, *p = start;
        while ((p = memchr(p, '\n', (size_t)(end - p)))) {
            guard_poll_along(sources->arena->guard, p);
            vec_push(sources->arena, &text->lines, (uint32_t)(++p - start));
        }
    }
    uint32_t low = 0, high = text->lines.count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (text->lines.at[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* The last #line before an offset, or NULL. */
static const struct source_line_change *
find_change(const struct source_file *file, uint32_t offset)
{
    uint32_t low = 0, high = file->changes.count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (file->changes.at[middle].offset < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? &file->changes.at[low - 1] : NULL;
}

/* Applies #line: line number, name and kind as the user wants them. */
static void
presume(struct sources *sources, struct source_file *file, uint32_t index, uint32_t offset,
        struct diag_location *location)
{
    const struct source_line_change *change = find_change(file, offset);
    location->line = index + 1;
    location->file = file->name;
    location->is_system = file->is_system;
    if (change) {
        location->line = change->line + index - line_index(sources, file->text, change->offset) - 1;
        location->file = change->name;
        location->is_system = change->is_system;
    }
}

void
source_set_line(struct sources *sources, loc_t loc, uint32_t line, const char *name, bool is_system)
{
    uint32_t offset;
    struct source_file *file = find_file(sources, loc, &offset);
    if (!file)
        return;
    if (!name) {
        bool changed = file->changes.count > 0;
        name = changed ? vec_last(&file->changes).name : file->name;
        is_system = changed ? vec_last(&file->changes).is_system : file->is_system;
    }
    offset = original_offset(file->text, offset);
    vec_push(sources->arena, &file->changes,
             (struct source_line_change){offset, line, name, is_system});
}

bool
source_resolve(void *data, loc_t loc, struct diag_location *location)
{
    struct sources *sources = data;
    uint32_t offset;
    struct source_file *file = find_file(sources, loc, &offset);
    if (!file)
        return false;
    struct source_text *text = file->text;
    location->in_macro = !find_entry(sources, loc)->file;
    offset = original_offset(text, offset);
    uint32_t index = line_index(sources, text, offset), start = text->lines.at[index];
    const char *original = original_text(sources, text);
    presume(sources, file, index, offset, location);
    location->column = offset - start + 1;
    location->is_included = file->included_at != 0;
    location->line_text = original + start;
    uint32_t end = index + 1 < text->lines.count ? text->lines.at[index + 1] - 1 : text->length;
    if (end > start && original[end - 1] == '\r')
        end--;
    location->line_length = end - start;
    return true;
}

/* Where the text of an entry was inserted: its macro's use, its #include. */
static loc_t
entry_parent(const struct source_entry *entry)
{
    return entry->file ? entry->file->included_at : entry->expanded_at;
}

bool
source_is_after(void *data, loc_t first, loc_t second)
{
    struct sources *sources = data;
    const struct source_entry *a = find_entry(sources, first), *b = find_entry(sources, second);
    while (a && b && a != b) /* inserted text has larger numbers than the text around it */
        if (a > b)
            a = find_entry(sources, first = entry_parent(a));
        else
            b = find_entry(sources, second = entry_parent(b));
    return first > second;
}

/* One note for each macro that loc came through, the outermost first; the middle of a long chain is
 * left out. */
static void
note_expansions(struct sources *sources, struct diag *diag, loc_t loc)
{
    VEC(struct source_use {
        loc_t spelled;
        const char *name;
    })
    chain = {0};
    const struct source_entry *entry = find_entry(sources, loc);
    while (entry && !entry->file) { /* innermost first */
        vec_push(sources->arena, &chain,
                 (struct source_use){entry->macro->spelled[loc - entry->base], entry->macro->name});
        loc = entry->expanded_at;
        entry = find_entry(sources, loc);
    }
    uint32_t limit = diag->macro_backtrace_limit;
    uint32_t skipped = limit && chain.count > limit ? chain.count - limit : 0;
    for (uint32_t i = 0; i < chain.count; i++) {
        const struct source_use *use = &chain.at[chain.count - 1 - i];
        if (skipped && i == limit - limit / 2) {
            diag_note(diag, 0, skipped_expansions, skipped);
            i += skipped - 1;
        } else {
            diag_note(diag, use->spelled, expanded_from_macro, use->name);
        }
    }
}

void
source_backtrace(void *data, struct diag *diag, loc_t loc)
{
    struct sources *sources = data;
    uint32_t offset;
    note_expansions(sources, diag, loc);
    struct source_file *file = find_file(sources, loc, &offset);
    for (uint32_t i = 0; file && file->included_at && i < INCLUDE_NOTES; i++) {
        diag_note(diag, file->included_at, file_included_from_here);
        file = find_file(sources, file->included_at, &offset);
    }
}
