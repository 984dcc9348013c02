/* Finding and reading headers. */
#include "frontend/pp.h"
#include "support/file.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* The name between the quotes or brackets. */
static const char *
header_name(struct pp *pp, const struct pp_token *header, bool *quoted)
{
    *quoted = header->kind == PP_STRING;
    if (header->length < 2)
        return "";
    return intern_text(&pp->frontend->intern, header->text + 1, header->length - 2);
}

/* Where a header was found; text is read when it is first opened. */
struct found {
    const char *path; /* NULL: nowhere */
    const struct virtual_file *given;
    bool is_system;
    uint32_t folder; /* 1 + its number in the list of search folders; 0: in none */
    dev_t device;
    ino_t inode;
};

static bool
is_file(struct pp *pp, const char *path, struct found *found)
{
    struct stat status;
    bool is_there = stat(path, &status) == 0 && S_ISREG(status.st_mode);
    frontend_depends(pp->frontend, is_there ? INPUT_FILE : INPUT_MISSING, path);
    if (!is_there)
        return false;
    found->path = path;
    found->device = status.st_dev;
    found->inode = status.st_ino;
    return true;
}

/* The name as seen from the folder of the including file: "a/b.h" from "c/d.cl" is "c/a/b.h". */
static const char *
beside(struct pp *pp, const char *name)
{
    const char *from = pp->file ? pp->file->source->name : "", *slash = strrchr(from, '/');
    if (!slash)
        return name;
    return arena_printf(pp->arena, "%.*s/%s", (int)(slash - from), from, name);
}

/* Removes "./" and "x/../" from a path that is not on the disk. */
static const char *
plain_path(struct pp *pp, const char *path)
{
    char *out = arena_strdup(pp->arena, path), *end = out;
    for (const char *p = path; *p;) {
        size_t length = strcspn(p, "/");
        size_t whole = length + (p[length] == '/');
        char *last = end;
        while (last > out && (last == end || last[-1] != '/'))
            last--;
        if (length == 2 && memcmp(p, "..", 2) == 0 && last < end && memcmp(last, "../", 3) != 0) {
            end = last;
        } else if (whole > 1 && !(length == 1 && *p == '.')) {
            memmove(end, p, whole);
            end += whole;
        }
        p += whole;
    }
    *end = '\0';
    return out;
}

static bool
find_virtual(struct pp *pp, const char *name, bool quoted, struct found *found)
{
    const struct frontend_options *options = &pp->frontend->options;
    if (!options->virtual_file_count)
        return false;
    const char *names[] = {name, plain_path(pp, name),
                           quoted ? plain_path(pp, beside(pp, name)) : name};
    for (uint32_t i = 0; i < options->virtual_file_count * 3; i++) {
        const struct virtual_file *file = &options->virtual_files[i % options->virtual_file_count];
        if (strcmp(file->name, names[i / options->virtual_file_count]) == 0) {
            *found = (struct found){.path = file->name, .given = file};
            return true;
        }
    }
    return false;
}

/* -iquote, which only quoted names use, -I, -isystem: the search folders from number `from` on. */
static bool
find_in_folders(struct pp *pp, const char *name, bool quoted, uint32_t from, struct found *found)
{
    const struct frontend_options *options = &pp->frontend->options;
    const char *const *const groups[] = {options->quote_paths, options->include_paths,
                                         options->system_paths};
    const uint32_t counts[] = {options->quote_path_count, options->include_path_count,
                               options->system_path_count};
    uint32_t number = 0;
    for (uint32_t group = 0; group < 3; group++) {
        for (uint32_t i = 0; i < counts[group]; i++, number++) {
            if (number < from || (group == 0 && !quoted) ||
                !is_file(pp, arena_printf(pp->arena, "%s/%s", groups[group][i], name), found))
                continue;
            found->is_system = group == 2;
            found->folder = number + 1;
            return true;
        }
    }
    return false;
}

static bool
find_on_disk(struct pp *pp, const char *name, bool quoted, struct found *found)
{
    const struct frontend_options *options = &pp->frontend->options;
    if (!options->use_disk || !*name)
        return false;
    if (*name == '/')
        return is_file(pp, name, found);
    if (quoted && is_file(pp, beside(pp, name), found)) {
        found->is_system = pp->file && pp->file->source->is_system;
        return true;
    }
    return find_in_folders(pp, name, quoted, 0, found);
}

/* Virtual files first, then the disk: beside the including file, -iquote, -I, -isystem.  next: only
 * the folders after that where the including file, which is a header, was found. */
static bool
find_header(struct pp *pp, const char *name, bool quoted, bool next, struct found *found)
{
    *found = (struct found){0};
    if (next && pp->file->header && *name != '/')
        return pp->frontend->options.use_disk &&
               find_in_folders(pp, name, quoted, pp->file->header->folder, found);
    return find_virtual(pp, name, quoted, found) || find_on_disk(pp, name, quoted, found);
}

static bool
read_disk(struct pp *pp, struct pp_header *header)
{
    size_t length;
    char *text = file_read(pp->arena, header->name, &length);
    if (!text)
        return false;
    size_t mark = pp_mark_length(text, length);
    header->text = source_text_new(pp->sources, text + mark, length - mark);
    return true;
}

/* The header that was found, read; NULL: it cannot be read.  A file that is reached by two paths is
 * two headers, but #pragma once covers both. */
static struct pp_header *
get_header(struct pp *pp, const struct found *found)
{
    const char *name = intern_string(&pp->frontend->intern, found->path);
    bool once = false;
    for (uint32_t i = 0; i < pp->headers.count; i++) {
        struct pp_header *header = pp->headers.at[i];
        if (header->name == name && header->is_virtual == (found->given != NULL))
            return header;
        /* the inode tells that another path leads to the same file */
        once |= header->once && !found->given && !header->is_virtual &&
                header->device == found->device && header->inode == found->inode;
    }
    struct pp_header *header = ARENA_NEW(pp->arena, struct pp_header);
    *header = (struct pp_header){.name = name,
                                 .is_virtual = found->given != NULL,
                                 .is_system = found->is_system,
                                 .folder = found->folder,
                                 .once = once,
                                 .device = found->device,
                                 .inode = found->inode};
    if (found->given) {
        header->text = pp_text_copy(pp, found->given->text, found->given->length);
    } else if (!read_disk(pp, header)) {
        return NULL;
    }
    vec_push(pp->arena, &pp->headers, header);
    return header;
}

static void
open_header(struct pp *pp, const struct found *found, loc_t loc, loc_t included_at)
{
    struct pp_header *header = get_header(pp, found);
    if (!header)
        diag_error(pp->diag, loc, cannot_read, found->path);
    else if (!header->once && pp_open(pp, header->name, header->text, included_at))
        pp_entered(pp, header);
}

/* -MG: the header will be made later and counts as a dependency. */
static void
note_missing(struct pp *pp, const char *name)
{
    vec_foreach (struct pp_header *, header, &pp->headers)
        if ((*header)->name == name && !(*header)->is_virtual)
            return;
    struct pp_header *header = ARENA_NEW(pp->arena, struct pp_header);
    header->name = name;
    vec_push(pp->arena, &pp->headers, header);
}

static void
not_found(struct pp *pp, loc_t loc, const char *name)
{
    diag_error(pp->diag, loc, file_not_found, name);
    if (!pp->frontend->options.use_disk)
        diag_note(pp->diag, 0, disk_not_used);
}

void
pp_include(struct pp *pp, const struct pp_token *header, loc_t loc, bool next)
{
    bool quoted;
    struct found found;
    const char *name = header_name(pp, header, &quoted);
    if (next && !pp->file->header)
        diag_warning(pp->diag, loc, include_next_in_main_file);
    if (!*name)
        diag_error(pp->diag, loc, empty_filename);
    else if (find_header(pp, name, quoted, next, &found))
        open_header(pp, &found, header->loc, header->loc);
    else if (pp->frontend->options.missing_are_made)
        note_missing(pp, name);
    else
        not_found(pp, header->loc, name);
}

bool
pp_has_include(struct pp *pp, const struct pp_token *header, bool next)
{
    bool quoted;
    struct found found;
    if (!pp_check_length(pp, header->loc, header->length, "the name of a file"))
        return false;
    const char *name = header_name(pp, header, &quoted);
    return find_header(pp, name, quoted, next, &found);
}

/* -include FILE: looked for in the working folder first, not beside the main file. */
void
pp_include_option(struct pp *pp, const char *name)
{
    struct found found = {0};
    if (!find_virtual(pp, name, false, &found) &&
        !(pp->frontend->options.use_disk && is_file(pp, name, &found)) &&
        !find_on_disk(pp, name, true, &found)) {
        not_found(pp, 0, name);
        pp->diag->wrong_command = true;
    } else {
        open_header(pp, &found, 0, 0);
    }
}
